"""The outline of the shown document: a list over the source pane; a heading opens its place."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QWidget

from desktop.context import Context
from desktop.models.hit_list import Index
from desktop.state.source_state import Spot
from desktop.texts import tr
from desktop.views.parts import column
from engine.types import OutlineEntry, Passage

WIDTH, HEIGHT = 420, 520


class OutlineList(QAbstractListModel):
    """Headings, indented by level, that hold the words typed above them."""

    def __init__(self, entries: tuple[OutlineEntry, ...]) -> None:
        super().__init__()
        self._all = entries
        self.entries = entries

    def filter(self, words: str) -> None:
        wanted = words.casefold().split()
        self.beginResetModel()
        self.entries = tuple(e for e in self._all if all(w in _heading(e).casefold() for w in wanted))
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return "    " * max(0, entry.level - 1) + _heading(entry)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return _heading(entry)
        return None


def _heading(entry: OutlineEntry) -> str:
    if entry.label and not entry.heading.startswith(entry.label):
        return f"{entry.label} {entry.heading}".strip()
    return entry.heading


class OutlinePanel(QFrame):
    """Pops up below its button; Esc or a click elsewhere closes it."""

    def __init__(self, context: Context, entries: tuple[OutlineEntry, ...], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._context = context
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = OutlineList(entries)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Filter headings"))
        self.field.setAccessibleName(tr("Filter headings"))
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Outline"))
        self.list.setSpacing(2)
        self.field.textChanged.connect(self.model.filter)
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self.setLayout(column(self.field, self.list, margins=(10, 10, 10, 10)))

    def pop_up(self, corner: QPoint, room: QSize) -> None:
        """Show below ``corner`` (top right, global), inside ``room``."""
        width, height = min(WIDTH, room.width() - 24), min(HEIGHT, room.height() - 24)
        self.setGeometry(corner.x() - width, corner.y() + 4, width, height)
        self.show()
        self.field.setFocus()

    def _open(self, index: QModelIndex) -> None:
        entry = self.model.entries[index.row()]
        context = self._context

        def found(passages: list[Passage]) -> None:
            if passages:
                p = passages[0]
                context.source.reveal(Spot(p.document, (), (p.start, p.end), p.title, p.label, p.page))

        context.jobs.run(
            lambda _: context.workspace.read([entry.passage]), found, on_error=context.failed.emit, key="outline"
        )
        self.close()
