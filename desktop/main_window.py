"""The window: three panes in a splitter that keeps its sizes, the menus, the drop target, the dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget

from desktop import icons
from desktop.context import Context
from desktop.dialogs.about import AboutDialog
from desktop.dialogs.ask import ConfirmDialog, LineDialog
from desktop.dialogs.error import show_error
from desktop.dialogs.import_report import ImportReportDialog
from desktop.dialogs.models import ModelsDialog
from desktop.dialogs.settings import SettingsDialog
from desktop.menus import Commands, build_menus
from desktop.state.import_state import Run
from desktop.texts import system_language, tr
from desktop.views.drop_overlay import DropOverlay
from desktop.views.file_view import FileView
from desktop.views.question_view import ANSWER, HITS, QuestionView
from desktop.views.source_view import SourceView
from desktop.views.welcome_view import WelcomeView
from desktop.wording import pack_title
from engine.types import FileOutcome, Matter, Pack, PackKind

FIRST_SIZE = QSize(1440, 900)
SMALLEST = QSize(960, 600)
FIRST_PANES = (0.2, 0.36, 0.44)  # of the width
NARROWEST_FILES, WIDEST_FILES = 240, 330
STATUS_MS = 8000


class MainWindow(QMainWindow):
    """Built anew when language or look change; everything worth keeping lives in the context."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._may_close = False
        self.setWindowIcon(icons.program_icon())
        self.setMinimumSize(SMALLEST)
        self.files = FileView(context)
        self.question = QuestionView(context)
        self.source = SourceView(context)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        for pane, least in ((self.files, 220), (self.question, 340), (self.source, 340)):
            pane.setMinimumWidth(least)
            pane.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            self.splitter.addWidget(pane)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 4)
        self.splitter.setStretchFactor(2, 5)
        self.welcome = WelcomeView(context)
        self.stages = QStackedWidget()
        self.stages.setObjectName("stages")
        self.stages.addWidget(self.splitter)
        self.stages.addWidget(self.welcome)
        self.setCentralWidget(self.stages)
        self.actions_by_name = build_menus(self, context, self._commands())
        self.overlay = DropOverlay(context, self, self._dropped)
        self._connect()
        self._restore()
        self._say_title()

    def _commands(self) -> Commands:
        context = self._context
        return Commands(
            new_matter=self._new_matter, add_files=lambda: self.files.choose_files("documents"),
            add_folder=self.files.choose_folder, add_law=lambda: self.files.choose_files("law"), rescan=self._rescan,
            export=self.question.export, close=self.close, go_to_box=self.question.focus_box, ask=self.question.ask,
            escape=self._escape, find=self.source.find_in_document, step=context.source.step,
            copy_citation=self.source.copy_citation, show_hits=lambda: self.question.show_tab(HITS),
            show_answer=lambda: self.question.show_tab(ANSWER), models=lambda: ModelsDialog(context, self).open(),
            settings=lambda: SettingsDialog(context, self).open(), about=lambda: AboutDialog(context, self).open(),
            sample=self._open_sample,
        )  # fmt: skip

    def _connect(self) -> None:
        context = self._context
        context.failed.connect(self._failed)
        context.matter.matter_changed.connect(self._say_title)
        context.matter.packs_changed.connect(self._choose_stage)
        context.imports.changed.connect(self._choose_stage)
        self.question.told.connect(self._tell)
        self.files.new_matter_wanted.connect(self._new_matter)
        self.files.delete_matter_wanted.connect(self._delete_matter)
        self.files.delete_pack_wanted.connect(self._delete_pack)
        self.files.details_wanted.connect(self._show_report)
        self.files.password_wanted.connect(self._ask_password)
        self.welcome.sample_wanted.connect(self._open_sample)
        context.matter.sample_progress.connect(self.welcome.show_progress)
        self.welcome.files_wanted.connect(lambda: self.files.choose_files("documents"))

    # ---- which stage
    def _choose_stage(self) -> None:
        """The welcome stays until there is something to see: a document, an import, a second matter."""
        state = self._context.matter
        fresh = state.empty and len(state.matters) <= 1 and self._context.imports.current is None
        self.stages.setCurrentWidget(self.welcome if fresh else self.splitter)
        if not fresh:
            self.welcome.set_busy(False)

    def open_sample_if_new(self) -> None:
        """Open the sample matter where nothing was added yet, as a first start of a checkout wants it."""
        self._choose_stage()
        if self.stages.currentWidget() is self.welcome:
            self._open_sample()

    def _open_sample(self) -> None:
        self.stages.setCurrentWidget(self.welcome)
        self.welcome.set_busy(True)
        self._context.matter.open_sample(self._context.preferences.language or system_language())

    def _say_title(self) -> None:
        matter = self._context.matter.matter
        self.setWindowTitle(f"{matter.name} – Ordrett" if matter else "Ordrett")

    # ---- hands
    def _dropped(self, paths: Sequence[Path], kind: PackKind) -> None:
        self._context.imports.add(paths, kind)

    def _rescan(self) -> None:
        if not self._context.imports.rescan():
            self._tell(tr("Nothing has been dropped on this matter yet."))

    def _escape(self) -> None:
        if self.source.find.isVisible():
            self.source.find.leave()
        else:
            self.question.escape()

    def _new_matter(self) -> None:
        hint = tr("A name that you will know it by, such as the parties or your file number.")
        LineDialog(self, tr("New matter"), hint, tr("Create"), self._context.matter.create).open()

    def _delete_matter(self) -> None:
        matter: Matter | None = self._context.matter.matter
        if matter is not None:
            text = tr(
                "“{name}” with its documents, questions and answers is deleted from Ordrett. Your own files stay where they are.",
                name=matter.name,
            )
            ConfirmDialog(
                self, tr("Delete this matter?"), text, tr("Delete"), lambda: self._context.matter.delete(matter)
            ).open()

    def _delete_pack(self, pack: Pack) -> None:
        text = tr(
            "“{name}” with {n} documents is deleted from Ordrett. Your own files stay where they are.",
            pack.documents,
            name=pack_title(pack.name),
        )
        ConfirmDialog(
            self, tr("Delete this pack?"), text, tr("Delete"), lambda: self._context.matter.delete_pack(pack)
        ).open()

    def _show_report(self, run: Run) -> None:
        ImportReportDialog(self._context, self, run).open()

    def _ask_password(self, outcome: FileOutcome) -> None:
        path = Path(outcome.path.split("!")[0])
        LineDialog(
            self, tr("Password"), tr("For “{name}”. It is used once and not kept.", name=path.name), tr("Open"),
            lambda password: self._context.imports.add([path], password=password), secret=True,
        ).open()  # fmt: skip

    def _failed(self, error: BaseException) -> None:
        self.welcome.set_busy(False)
        show_error(self._context, self, error)

    def _tell(self, text: str) -> None:
        self.statusBar().show()
        self.statusBar().showMessage(text, STATUS_MS)
        QTimer.singleShot(STATUS_MS, self, self.statusBar().hide)

    # ---- kept between sittings
    def _restore(self) -> None:
        preferences = self._context.preferences
        self.statusBar().hide()
        self.statusBar().setSizeGripEnabled(False)
        geometry, panes = preferences.state("window"), preferences.state("panes")
        if geometry is None or not self.restoreGeometry(geometry):
            room = self.screen().availableSize() - QSize(40, 60)
            self.resize(FIRST_SIZE.boundedTo(room).expandedTo(SMALLEST))
        if panes is None or not self.splitter.restoreState(panes):
            files = min(WIDEST_FILES, max(NARROWEST_FILES, round(self.width() * FIRST_PANES[0])))
            rest = self.width() - files
            middle = round(rest * FIRST_PANES[1] / (1 - FIRST_PANES[0]))
            self.splitter.setSizes([files, middle, rest - middle])
        self._choose_stage()

    def keep(self) -> None:
        """Remember size and panes."""
        self._context.preferences.keep_state("window", self.saveGeometry())
        self._context.preferences.keep_state("panes", self.splitter.saveState())
        self._context.preferences.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.keep()
        if self._context.imports.running and not self._may_close:
            event.ignore()
            text = tr(
                "Files are still being read. What has been read stays, and the rest goes on the next time if you wish."
            )
            ConfirmDialog(self, tr("Stop the import and quit?"), text, tr("Stop and quit"), self._close_now).open()
        else:
            event.accept()

    def _close_now(self) -> None:
        self._may_close = True
        self.close()
