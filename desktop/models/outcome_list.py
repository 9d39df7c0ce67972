"""What became of the files of an import, as rows."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt

from desktop.models.hit_list import Index
from desktop.texts import said, tr
from engine.types import FileOutcome

OUTCOME = Qt.ItemDataRole.UserRole
STATE_ICONS = {  # icon and colour of the palette
    "waiting": ("clock", "faint"),
    "working": ("refresh", "accent"),
    "imported": ("check", "good"),
    "duplicate": ("duplicate", "muted"),
    "needs_attention": ("warning", "caution"),
    "failed": ("error", "bad"),
}


def state_text(state: str) -> str:
    return {
        "waiting": tr("Waiting"),
        "working": tr("Being read"),
        "imported": tr("Read"),
        "duplicate": tr("Duplicate"),
        "needs_attention": tr("Needs attention"),
        "failed": tr("Could not be read"),
    }[state]


def file_name(path: str) -> str:
    """ "contract.pdf", or "annex.pdf in mail.eml" for a file inside another."""
    *outer, inner = path.split("!")
    name = PurePath(inner).name
    return tr("{inner} in {outer}", inner=name, outer=PurePath(outer[-1]).name) if outer else name


class OutcomeList(QAbstractListModel):
    """One row a file; ``OUTCOME`` gives the FileOutcome."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.outcomes: tuple[FileOutcome, ...] = ()

    def set_outcomes(self, outcomes: tuple[FileOutcome, ...]) -> None:
        if outcomes != self.outcomes:
            self.beginResetModel()
            self.outcomes = outcomes
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.outcomes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        outcome = self.outcomes[index.row()]
        if role == OUTCOME:
            return outcome
        if role == Qt.ItemDataRole.DisplayRole:
            return file_name(outcome.path)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{outcome.path}\n{said(outcome.reason)}".strip()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{file_name(outcome.path)}. {state_text(outcome.state)}. {said(outcome.reason)}"
        return None
