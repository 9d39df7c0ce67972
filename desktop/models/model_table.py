"""The models of the catalog and those added by hand, as rows of a table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from desktop.models.hit_list import Index
from desktop.texts import size, tr
from engine.types import ModelInfo

MODEL = Qt.ItemDataRole.UserRole


class ModelTable(QAbstractTableModel):
    """Columns: name, size, licence, state."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.models: tuple[ModelInfo, ...] = ()

    def set_models(self, models: tuple[ModelInfo, ...]) -> None:
        self.beginResetModel()
        self.models = models
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.models)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Model"), tr("Size"), tr("Licence"), tr("State"))[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        model = self.models[index.row()]
        if role == MODEL:
            return model
        if role == Qt.ItemDataRole.DisplayRole:
            return (model.name, size(model.bytes), model.licence, state_of(model))[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{model.description}\n{model.file_name}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{model.name}, {size(model.bytes)}, {model.licence}, {state_of(model)}"
        return None


def state_of(model: ModelInfo) -> str:
    if model.active:
        return tr("In use")
    return tr("Installed") if model.path else tr("Not on this computer")
