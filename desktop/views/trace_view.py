"""The live trace of an answer: what is being searched and read, with a stop button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from desktop.context import Context
from desktop.state.question_state import Step
from desktop.texts import tr
from desktop.views.parts import Spinner, button, clear, column, row
from desktop.views.words import Elided, label

STEPS_SHOWN = 6  # the newest; all of them are listed below the answer when it is done


def step_row(context: Context, step: Step, density: float) -> QWidget:
    """One search or reading as a line with its icon."""
    holder = QWidget()
    sign = QLabel()
    names = {"search": "search", "read": "document"}
    sign.setPixmap(context.picture(names.get(step.kind, "info"), "muted", 15, density))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    line = row(sign, spacing=8)
    if step.kind == "search":
        words = Elided(tr("Searched: {words}", words=step.text), "small")
    elif step.kind == "read":
        words = Elided(tr("Read: {source}", source=step.text), "small")
    else:
        words = Elided(step.text, "small")
    line.addWidget(words, 1)
    if step.count is not None:
        line.addWidget(label(tr("{n} hits", step.count), "small"))
    holder.setLayout(line)
    return holder


class TraceView(QFrame):
    """Seen while an answer is being made."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._state = context.question
        self.setProperty("card", True)
        self._title = label("", "strong")
        self.stop = button(tr("Stop"), self._state.stop)
        self.stop.setIcon(context.icon("stop"))
        self._steps = QVBoxLayout()
        self._steps.setSpacing(5)
        self._shown = 0
        head = row(Spinner(context.look.colours.accent), self._title, None, self.stop, spacing=10)
        self.setLayout(column(head, self._steps, spacing=10, margins=(16, 12, 12, 14)))

    def refresh(self) -> None:
        """Show the newest steps; called at every event, so it only touches what changed."""
        state = self._state
        self._title.setText(
            tr("Stopping …") if state.stopping
            else tr("Searching the sources …") if not state.evidence
            else tr("Reading and wording the answer …")
        )  # fmt: skip
        self.stop.setEnabled(not state.stopping)
        if len(state.steps) < self._shown:
            clear(self._steps)
            self._shown = 0
        for step in state.steps[self._shown :]:
            self._steps.addWidget(step_row(self._context, step, self.devicePixelRatioF()))
        self._shown = len(state.steps)
        while self._steps.count() > STEPS_SHOWN:
            self._steps.takeAt(0).widget().deleteLater()
