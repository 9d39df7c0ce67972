"""Covers the window while files are dragged over it: the left half takes them into the matter, the right into the law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QDropEvent, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.context import Context
from desktop.texts import tr
from engine.types import PackKind

LAW_SHARE = 0.36  # of the width: most drops are case files


def local_paths(data: QMimeData) -> list[Path]:
    """The files and folders that a drag carries; web addresses are not."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropOverlay(QWidget):
    """Lies over ``window`` and takes its drags; ``take`` gets what was dropped and on which half."""

    def __init__(self, context: Context, window: QWidget, take: Callable[[Sequence[Path], PackKind], None]) -> None:
        super().__init__(window)
        self._context = context
        self._take = take
        self._over: PackKind = "documents"
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() in _DRAGS and local_paths(event.mimeData()):
            return self._dragged(event)
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        return False

    def _dragged(self, event: QDropEvent) -> bool:
        if self._context.matter.matter is None:
            return False
        self._over = self._half(event.position().toPoint())
        if event.type() == QEvent.Type.Drop:
            self.hide()
            self._take(local_paths(event.mimeData()), self._over)
        else:
            self.setGeometry(self.parentWidget().rect())
            self.raise_()
            self.show()
            self.update()
        event.setDropAction(Qt.DropAction.CopyAction)  # never move: the person's files stay where they are
        event.accept()
        return True

    def _half(self, at: QPoint) -> PackKind:
        return "law" if at.x() > self.parentWidget().width() * (1 - LAW_SHARE) else "documents"

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, look = self._context.look.colours, self._context.look
        veil = QColor(colours.window)
        veil.setAlpha(225)
        painter.fillRect(self.rect(), veil)
        matter = self._context.matter.matter
        cut = round(self.width() * (1 - LAW_SHARE))
        zones: tuple[tuple[PackKind, QRect, str, str, str], ...] = (
            ("documents", QRect(28, 28, cut - 42, self.height() - 56), "matter", tr("Into “{matter}”", matter=matter.name if matter else ""), tr("Documents of this matter")),
            ("law", QRect(cut + 14, 28, self.width() - cut - 42, self.height() - 56), "law", tr("Into the law"), tr("Shared by all matters")),
        )  # fmt: skip
        for kind, area, icon, title, hint in zones:
            over = kind == self._over
            painter.setPen(
                QPen(
                    QColor(colours.accent if over else colours.border_strong),
                    2,
                    Qt.PenStyle.DashLine if not over else Qt.PenStyle.SolidLine,
                )
            )
            painter.setBrush(QColor(colours.accent_soft if over else colours.card))
            painter.drawRoundedRect(QRectF(area), 16, 16)
            picture = self._context.picture(icon, "accent" if over else "muted", 44, self.devicePixelRatioF())
            painter.drawPixmap(area.center().x() - 22, area.center().y() - 64, picture)
            painter.setPen(QColor(colours.text))
            painter.setFont(look.font(look.title, weight=QFont.Weight.DemiBold))
            words = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, area.width() - 40)
            painter.drawText(area.adjusted(0, 24, 0, 0), Qt.AlignmentFlag.AlignCenter, words)
            painter.setPen(QColor(colours.muted))
            painter.setFont(look.font(look.base))
            painter.drawText(area.adjusted(0, 84, 0, 0), Qt.AlignmentFlag.AlignCenter, hint)


_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
