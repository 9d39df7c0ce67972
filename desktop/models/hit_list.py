"""The hits of a search as rows."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from desktop.wording import source_line
from engine.types import Hit

HIT = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class HitList(QAbstractListModel):
    """One row a hit; ``HIT`` gives the hit, the accessible text reads it out."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.hits: tuple[Hit, ...] = ()

    def set_hits(self, hits: tuple[Hit, ...]) -> None:
        self.beginResetModel()
        self.hits = hits
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit = self.hits[index.row()]
        if role == HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return source_line(hit.title, hit.label, hit.page)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{source_line(hit.title, hit.label, hit.page)}. {hit.text[:300]}"
        return None
