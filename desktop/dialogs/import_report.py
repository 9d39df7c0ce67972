"""Every file of an import with what became of it, filtered by state."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLineEdit, QListView, QWidget

from desktop.context import Context
from desktop.models.outcome_list import OutcomeList, state_text
from desktop.state.import_state import Run
from desktop.texts import number, tr
from desktop.views.import_panel import StateBar
from desktop.views.outcome_delegate import OutcomeDelegate
from desktop.views.parts import Choice, button, column, row
from desktop.views.words import label
from engine.types import FileOutcome

ORDER = ("failed", "needs_attention", "waiting", "duplicate", "imported")


class ImportReportDialog(QDialog):
    """Reads the outcomes of a run from the store; nothing that was seen is left out."""

    def __init__(self, context: Context, parent: QWidget, run: Run) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import report"))
        self.setMinimumSize(640, 520)
        self._all: tuple[FileOutcome, ...] = ()
        self.model = OutcomeList(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(OutcomeDelegate(context, self.list))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setAccessibleName(tr("Files"))
        self.states = Choice(context, tr("State"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Filter by name"))
        self.field.setAccessibleName(tr("Filter by name"))
        bar = StateBar(context)
        self.summary = label("", "muted")
        if run.report is not None:
            bar.show_report(run.report)
        close = button(tr("Close"), self.accept, "primary")
        filters = row(self.states, self.field)
        filters.setStretch(1, 1)
        self.setLayout(
            column(label(tr("Import report"), "title"), self.summary, bar, filters, self.list, row(None, close),
                   spacing=12, margins=(24, 22, 24, 18))
        )  # fmt: skip
        self.states.currentIndexChanged.connect(lambda _: self._filter())
        self.field.textChanged.connect(lambda _: self._filter())
        job = run.number
        if job is not None:
            context.jobs.run(
                lambda _: tuple(context.workspace.import_outcomes(job)),
                self._show,
                on_error=context.failed.emit,
                owner=self,
            )

    def _show(self, outcomes: tuple[FileOutcome, ...]) -> None:
        rank = {state: place for place, state in enumerate(ORDER)}
        self._all = tuple(sorted(outcomes, key=lambda o: (rank.get(o.state, len(ORDER)), o.path)))
        self.summary.setText(tr("{n} files and attachments were seen.", len(self._all)))
        self.states.clear()
        self.states.addItem(f"{tr('All')}  {number(len(self._all))}", "")
        for state in ORDER:
            count = sum(1 for outcome in self._all if outcome.state == state)
            if count:
                self.states.addItem(f"{state_text(state)}  {number(count)}", state)

    def _filter(self) -> None:
        state, words = self.states.currentData() or "", self.field.text().casefold()
        self.model.set_outcomes(
            tuple(o for o in self._all if (not state or o.state == state) and words in o.path.casefold())
        )
