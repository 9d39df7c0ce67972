"""The drawing on the welcome panel: a page with a marked line, and the quote card that was checked against it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.context import Context
from desktop.texts import tr

SIDE = QSize(400, 340)
LINES = (0.92, 0.78, 0.86, 0.95, 0.7, 0.9, 0.83, 0.6, 0.88, 0.74)  # lengths of the lines of the page
MARKED = (3, 4)


class WelcomeArt(QWidget):
    """Painted in the colours of the palette, so it follows light and dark."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.setFixedSize(SIDE)
        self.setAccessibleName("")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page = QRectF(34, 12, 236, 304)
        self._card(painter, page)
        line = self._page(painter, page)
        card = QRectF(148, 196, 236, 108)
        self._thread(painter, line, card)
        self._card(painter, card)
        self._quote(painter, card)
        painter.end()

    def _card(self, painter: QPainter, area: QRectF) -> None:
        colours = self._context.look.colours
        shade = QColor("black")
        for step in range(9):
            shade.setAlpha(3 if not colours.dark else 12)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(area.adjusted(-step, 1 - step * 0.6, step, step + 3), 10 + step, 10 + step)
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.setBrush(QColor(colours.card))
        painter.drawRoundedRect(area, 9, 9)

    def _page(self, painter: QPainter, page: QRectF) -> QPointF:
        """The lines of the page; the right end of the marked stretch."""
        colours = self._context.look.colours
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border_strong))
        painter.drawRoundedRect(QRectF(page.left() + 26, page.top() + 28, 118, 10), 5, 5)
        width, y, end = page.width() - 52, page.top() + 62, QPointF()
        for number, share in enumerate(LINES):
            line = QRectF(page.left() + 26, y, width * share, 7)
            if number in MARKED:
                painter.setBrush(QColor(colours.mark))
                painter.drawRoundedRect(line.adjusted(-4, -5, 4, 5), 3, 3)
                end = QPointF(line.right() + 4, line.center().y())
            painter.setBrush(QColor(colours.border_strong if number not in MARKED else colours.muted))
            painter.drawRoundedRect(line, 3.5, 3.5)
            y += 21 + (10 if number == 6 else 0)
        return end

    def _thread(self, painter: QPainter, start: QPointF, card: QRectF) -> None:
        path = QPainterPath(start)
        end = QPointF(card.right() - 54, card.top())
        path.cubicTo(QPointF(end.x() + 6, start.y()), QPointF(end.x(), start.y() + 6), end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._context.look.colours.accent), 1.6))
        painter.drawPath(path)

    def _quote(self, painter: QPainter, card: QRectF) -> None:
        look = self._context.look
        colours = look.colours
        painter.setFont(look.font(34, serif=True, weight=QFont.Weight.Bold))
        painter.setPen(QColor(colours.accent))
        painter.drawText(QRectF(card.left() + 16, card.top() + 8, 40, 44), Qt.AlignmentFlag.AlignCenter, "«")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.muted))
        for number, width in enumerate((150, 118)):
            painter.drawRoundedRect(QRectF(card.left() + 62, card.top() + 24 + number * 20, width, 7), 3.5, 3.5)
        painter.setFont(look.font(look.small, weight=QFont.Weight.DemiBold))
        text = tr("Word for word")
        width = painter.fontMetrics().horizontalAdvance(text) + 38
        chip = QRectF(card.left() + 62, card.bottom() - 36, width, 24)
        painter.setBrush(QColor(colours.good_soft))
        painter.drawRoundedRect(chip, 12, 12)
        sign = self._context.picture("check", "good", 16, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(chip.left() + 9, chip.top() + 4), sign)
        painter.setPen(QColor(colours.good))
        painter.drawText(chip.adjusted(29, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
