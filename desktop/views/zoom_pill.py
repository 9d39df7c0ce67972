"""Two buttons that float over the lower right corner of the pages: smaller, larger."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import row, tool

STEP = 1.2
INSET = 14  # pixels from the corner


class ZoomPill(QFrame):
    """Stays in the corner of ``area`` as it changes size."""

    def __init__(self, context: Context, area: QAbstractScrollArea, zoom: Callable[[float], object]) -> None:
        super().__init__(area)
        self._area = area
        self.setProperty("card", True)
        self.smaller = tool(context, "zoom-out", tr("Smaller"), lambda: zoom(1 / STEP))
        self.larger = tool(context, "zoom-in", tr("Larger"), lambda: zoom(STEP))
        self.setLayout(row(self.smaller, self.larger, spacing=2, margins=(4, 3, 4, 3)))
        area.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.adjustSize()
            port = self._area.viewport().geometry()
            self.move(port.right() - self.width() - INSET, port.bottom() - self.height() - INSET)
            self.raise_()
        return False
