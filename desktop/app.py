"""Builds the application: look, language, workspace, window. Opening the workspace happens behind a first small window."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtWidgets import QApplication

from desktop import icons, style
from desktop.context import Context
from desktop.dialogs.error import BugDialog
from desktop.interrupts import Interrupts
from desktop.jobs import Jobs
from desktop.main_window import MainWindow
from desktop.opened import forget_copies
from desktop.preferences import Preferences
from desktop.style import Look
from desktop.texts import Translator, system_language
from desktop.views.welcome_view import OpeningView
from engine.errors import UserFacingError

if TYPE_CHECKING:
    from engine.workspace import Workspace

CLOSED_SECONDS = 5.0


Opener = Callable[[Path, Callable[[str], None]], "Workspace"]


def open_workspace(home: Path, on_progress: Callable[[str], None]) -> Workspace:
    """Loads the engine and opens ``home``; runs in the background, so that a window is there at once."""
    from engine.workspace import Workspace

    return Workspace(home, on_progress)


class App(QObject):
    """Owns what lives as long as the program: jobs, preferences, workspace, context, and the window of the moment."""

    def __init__(
        self, application: QApplication, home: Path, opener: Opener = open_workspace, *, sample: bool = False
    ) -> None:
        super().__init__()
        self._application = application
        self._home = home
        self._opener = opener
        self._sample = sample  # open the sample matter at once where the home is new
        home.mkdir(parents=True, exist_ok=True)
        self.preferences = Preferences(home)
        self.jobs = Jobs(self._unhandled)
        self.workspace: Workspace | None = None
        self.context: Context | None = None
        self.window: MainWindow | None = None
        self.opening: OpeningView | None = None
        self._translator: Translator | None = None
        application.setApplicationName("Ordrett")
        application.setApplicationDisplayName("Ordrett")
        application.setDesktopFileName("ordrett")
        application.setWindowIcon(icons.program_icon())
        self.look: Look = self._dress()
        application.styleHints().colorSchemeChanged.connect(self._system_changed)
        application.aboutToQuit.connect(self.close)

    def start(self) -> None:
        """Show the first window and open the workspace."""
        self.opening = OpeningView(self.look.colours.accent)
        self.opening.setWindowTitle("Ordrett")
        self.opening.resize(640, 420)
        self.opening.again_wanted.connect(self._open)
        self.opening.quit_wanted.connect(self._application.quit)
        self.opening.show()
        self._open()

    def _open(self) -> None:
        assert self.opening is not None
        self.opening.show_busy()
        self.jobs.run(
            lambda job: self._opener(self._home, job.report),
            self._opened,
            on_error=self._not_opened,
            on_progress=self.opening.say,
            owner=self,
            key="open",
        )

    def _opened(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.context = Context(workspace, self.jobs, self.preferences, lambda: self.look, str(self._home))
        self.context.look_wanted.connect(self.rebuild, Qt.ConnectionType.QueuedConnection)
        self.context.matter.matters_changed.connect(self._first_window, Qt.ConnectionType.SingleShotConnection)
        self.context.matter.failed.connect(self._not_opened_once)
        self.context.matter.load()
        self.context.imports.look_for_unfinished()

    def _first_window(self) -> None:
        """The matters are known: the window can show something true from the start."""
        self.context.matter.packs_changed.connect(self._show_first, Qt.ConnectionType.SingleShotConnection)  # type: ignore[union-attr]

    def _show_first(self) -> None:
        self._show_window()
        if self._sample and self.window is not None:
            self.window.open_sample_if_new()
        if self.opening is not None:
            self.opening.close()
            self.opening.deleteLater()
            self.opening = None

    def _show_window(self) -> None:
        assert self.context is not None
        self.window = MainWindow(self.context)
        self.window.show()
        self.window.question.focus_box()

    def _not_opened(self, error: BaseException) -> None:
        if self.opening is None:
            self._unhandled(error)
        elif isinstance(error, UserFacingError):
            self.opening.show_problem(str(error))
        else:
            self.opening.show_problem(f"{type(error).__name__}: {error}")

    def _not_opened_once(self, error: BaseException) -> None:
        if self.window is None:
            self._not_opened(error)

    # ---- look and language
    def _dress(self) -> Look:
        code = self.preferences.language or system_language()
        QLocale.setDefault(QLocale(code))
        if self._translator is None or self._translator.language != code:
            self._drop_translator()
            self._translator = Translator(code, self._application)
            self._application.installTranslator(self._translator)
        look = style.look_for(self.preferences.theme, self.preferences.font_size)
        style.apply(self._application, look)
        return look

    def _drop_translator(self) -> None:
        old, self._translator = self._translator, None
        if old is not None:
            self._application.removeTranslator(old)
            old.deleteLater()

    def _system_changed(self) -> None:
        if self.preferences.theme == "system" and self.context is not None:
            self.rebuild()

    def rebuild(self) -> None:
        """Language or look were changed: dress anew and build the window anew around the same context."""
        self.look = self._dress()
        old = self.window
        if old is None:
            return
        tab = old.question.stack.currentIndex()
        old.keep()
        self._show_window()
        self.window.question.show_tab(tab)  # type: ignore[union-attr]
        old.hide()
        old.deleteLater()

    # ---- the end
    def _unhandled(self, error: BaseException) -> None:
        if self.context is not None and self.window is not None:
            self.context.failed.emit(error)
        else:
            self._not_opened(error)

    def excepthook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """An exception in a slot: a bug of ours. It is told, and the program goes on."""
        sys.__excepthook__(kind, error, trace)
        if self.context is not None and self.window is not None and not issubclass(kind, KeyboardInterrupt):
            BugDialog(self.context, self.window, error).open()

    def close(self) -> None:
        """Stop all work and close the workspace; safe to call twice."""
        self.jobs.close(CLOSED_SECONDS)
        workspace, self.workspace = self.workspace, None
        if workspace is not None:
            workspace.close()
        forget_copies(self._home)
        self._drop_translator()


def run(home: Path, opener: Opener = open_workspace, *, sample: bool = False) -> int:
    """Open the window on ``home`` and stay until it is closed; the exit status."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    app = App(application, home, opener, sample=sample)
    sys.excepthook = app.excepthook
    interrupts = Interrupts(application.quit)  # noqa: F841 - lives as long as the loop
    app.start()
    status = application.exec()
    app.close()
    return status
