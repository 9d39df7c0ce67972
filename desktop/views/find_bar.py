"""Find in document: a field, a count, previous and next."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.context import Context
from desktop.state.source_state import Spot
from desktop.texts import number, tr
from desktop.views.parts import row, tool
from desktop.views.words import label

DEBOUNCE_MS = 150


class FindBar(QWidget):
    """Searches the text of the document that is shown and opens the places one by one."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._source = context.source
        self._found: list[tuple[int, int]] = []
        self._at = -1
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find in this document"))
        self.field.setAccessibleName(tr("Find in this document"))
        self.field.setClearButtonEnabled(False)
        self.count = label("", "small")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(lambda _: self._timer.start())
        up = tool(context, "up", tr("Previous place"), lambda: self.step(-1))
        down = tool(context, "down", tr("Next place"), lambda: self.step(1))
        close = tool(context, "close", tr("Close"), self.leave)
        self.setLayout(row(self.field, self.count, up, down, close, spacing=4, margins=(14, 8, 8, 8)))
        self.hide()

    def enter(self) -> None:
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def leave(self) -> None:
        self.hide()
        self._found, self._at = [], -1

    def step(self, by: int) -> None:
        shown = self._source.shown
        if not self._found or shown is None:
            return
        self._at = (self._at + by) % len(self._found)
        self.count.setText(tr("{at} of {all}", at=number(self._at + 1), all=number(len(self._found))))
        place = self._found[self._at]
        self._source.reveal(Spot(shown.document.id, (place,), shown.spot.passage, shown.spot.title, None, None))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _search(self) -> None:
        self._source.find(self.field.text(), self._show)

    def _show(self, found: list[tuple[int, int]]) -> None:
        self._found, self._at = found, -1
        self.count.setText("" if not self.field.text().strip() else tr("Not found") if not found else "")
        self.step(1)
