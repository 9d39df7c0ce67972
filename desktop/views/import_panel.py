"""The import at the foot of the left pane: progress, time left, stop; then the account and what needs attention."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu, QProgressBar, QWidget

from desktop.context import Context
from desktop.models.outcome_list import OUTCOME, OutcomeList, file_name
from desktop.state.import_state import Run
from desktop.texts import duration, number, said, tr
from desktop.views.outcome_delegate import OutcomeDelegate
from desktop.views.parts import button, column, row, tool
from desktop.views.words import Elided, label
from engine.types import FileOutcome, ImportReport

LIST_HEIGHT = 190


class StateBar(QWidget):
    """A thin bar of what became of the files: read, duplicate, needs attention, failed."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._parts: tuple[tuple[int, str], ...] = ()
        self.setFixedHeight(6)

    def show_report(self, report: ImportReport) -> None:
        self._parts = (
            (report.documents, "good"), (report.duplicates, "border_strong"), (len(report.needs_attention), "caution"),
            (len(report.failed), "bad"), (report.waiting, "border"),
        )  # fmt: skip
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        whole = sum(count for count, _ in self._parts) or 1
        x = 0.0
        for count, colour in self._parts:
            width = self.width() * count / whole
            if count:
                painter.fillRect(
                    round(x), 0, max(2, round(width) - 1), 6, QColor(getattr(self._context.look.colours, colour))
                )
            x += width


class ImportPanel(QFrame):
    """Shows the newest import; hidden while there is none."""

    details_wanted = Signal(object)  # Run
    password_wanted = Signal(object)  # FileOutcome

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._state = context.imports
        self.setProperty("card", True)
        self.setAccessibleName(tr("Import"))
        self.title = label("", "strong")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the import"))
        self.numbers = label("", "small", wrap=True)
        self.current = Elided("", "small", Qt.TextElideMode.ElideMiddle)
        self.stop = button(tr("Stop"), self._state.stop)
        self.close_button = tool(context, "close", tr("Close"), self._close)
        self.states = StateBar(context)
        self.resume = button(tr("Go on"), self._state.resume, "primary")
        self.details = button(tr("All files"), self._details, "quiet")
        self.problems_title = label("", "section")
        self.model = OutcomeList(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(OutcomeDelegate(context, self.list))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setAccessibleName(tr("Needs attention"))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.setFixedHeight(LIST_HEIGHT)
        head = row(self.title, None, self.close_button)
        foot = row(self.resume, self.details, None, self.stop)
        self.setLayout(
            column(head, self.bar, self.states, self.numbers, self.current, self.problems_title, self.list, foot,
                   spacing=7, margins=(14, 12, 12, 10))
        )  # fmt: skip
        self._state.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        run = self._state.current
        unfinished = bool(self._state.unfinished) and run is None
        self.setVisible(run is not None or unfinished)
        ended = run is not None and run.state == "ended"
        self.bar.setVisible(run is not None and not ended)
        self.current.setVisible(run is not None and not ended)
        self.stop.setVisible(run is not None and not ended)
        self.close_button.setVisible(ended or unfinished)
        self.details.setVisible(ended and run is not None and run.report is not None)
        self.states.setVisible(ended and run is not None and run.report is not None)
        self.resume.setVisible(
            unfinished or (ended and run is not None and run.report is not None and run.report.waiting > 0)
        )
        if run is None:
            self._show_problems(())
            self.title.setText(tr("An import was interrupted"))
            self.numbers.setText(tr("What had been read is there. Go on with the rest?"))
        elif ended:
            self._show_end(run)
        else:
            self._show_running(run)

    def _show_running(self, run: Run) -> None:
        progress = run.progress
        self.stop.setEnabled(run.state != "stopping")
        titles = {"waiting": tr("Looking through the files …"), "stopping": tr("Stopping …")}
        self.title.setText(titles.get(run.state, tr("Reading the files")))
        if progress is None:
            self.bar.setRange(0, 0)
            self.numbers.setText("")
            self.current.show_text("")
        else:
            self.bar.setRange(0, max(1, progress.seen))
            self.bar.setValue(progress.done)
            text = tr("{done} of {seen}", done=number(progress.done), seen=number(progress.seen))
            if progress.seconds_left is not None:
                text += " · " + tr("about {time} left", time=duration(progress.seconds_left))
            self.numbers.setText(text)
            self.current.show_text(file_name(progress.current))
        if self._state.waiting:
            self.title.setText(f"{self.title.text()} · {tr('{n} more waiting', self._state.waiting)}")
        self._show_problems(run.problems)

    def _show_end(self, run: Run) -> None:
        report = run.report
        if report is None:
            self.title.setText(tr("Import stopped") if run.error is None else tr("The import failed"))
            self.numbers.setText("" if run.error is None else said(str(run.error)))
            self._show_problems(())
            return
        self.title.setText(tr("Import stopped") if report.waiting else tr("Import finished"))
        parts = [tr("{n} documents read", report.documents)]
        if report.duplicates:
            parts.append(tr("{n} duplicates", report.duplicates))
        if report.needs_attention:
            parts.append(tr("{n} need attention", len(report.needs_attention)))
        if report.failed:
            parts.append(tr("{n} could not be read", len(report.failed)))
        if report.waiting:
            parts.append(tr("{n} not yet read", report.waiting))
        self.numbers.setText(" · ".join(parts))
        self.states.show_report(report)
        self._show_problems(run.problems)

    def _show_problems(self, problems: tuple[FileOutcome, ...]) -> None:
        self.problems_title.setVisible(bool(problems))
        self.list.setVisible(bool(problems))
        if problems:
            self.problems_title.setText(tr("{n} files need attention", len(problems)))
            self.model.set_outcomes(problems)

    def _details(self) -> None:
        if self._state.current is not None:
            self.details_wanted.emit(self._state.current)

    def _close(self) -> None:
        self._state.dismiss_unfinished()
        self._state.dismiss()

    def _menu(self, at: QPoint) -> None:
        outcome = self.list.indexAt(at).data(OUTCOME)
        if outcome is None:
            return
        menu = QMenu(self)
        menu.addAction(self._context.icon("lock"), tr("Enter password …"), lambda: self.password_wanted.emit(outcome))
        menu.addAction(tr("All files"), self._details)
        menu.exec(self.list.viewport().mapToGlobal(at))
