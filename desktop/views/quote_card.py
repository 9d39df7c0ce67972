"""A quote as a numbered card: the words, where they stand, and whether they were found there word for word."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QMenu

from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import KeyFrame, restyle
from desktop.views.source_actions import add_source_actions
from desktop.wording import citation, quotation, quote_status, quote_with_citation, source_line
from engine.types import Quote

BADGE = 22  # pixels, enough for two digits
PAD, RIGHT, BELOW_WORDS = 12, 14, 8
LINE_HEIGHT = 1.16
SIGN = 16


class QuoteCard(KeyFrame):
    """Click or Enter opens the source; Ctrl+C copies the words with the citation.

    Painted as one piece: an answer has many cards, and each made of labels would hold the main thread noticeably.
    """

    chosen = Signal(object)  # Quote

    def __init__(self, context: Context, quote: Quote, number: int) -> None:
        super().__init__()
        self._context = context
        self.quote = quote
        self._number = number
        look = context.look
        self._words_font = look.font(look.large, serif=True)
        self._small_font = look.font(look.small)
        self._strong_font = look.font(look.small, weight=QFont.Weight.DemiBold)
        self._status, self._kind, self._icon = quote_status(quote.status)
        self._source = source_line(quote.title, quote.label, quote.page)
        self._words = QTextLayout(quotation(" ".join(quote.text.split())), self._words_font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._words.setTextOption(option)
        self._text_height = 0.0
        self.setProperty("card", "quote")
        self.setAccessibleName(
            tr("Quote {number}: {words} {source}. {status}", number=number, words=quotation(quote.text),
               source=self._source, status=self._status)
        )  # fmt: skip
        self.setToolTip(tr("Show in the source"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.opened.connect(lambda: self.chosen.emit(self.quote))
        self._lay_out(400)

    # ---- drawing
    @property
    def _left(self) -> int:
        return PAD + BADGE + 12

    def _lay_out(self, width: int) -> None:
        step = round(QFontMetrics(self._words_font).height() * LINE_HEIGHT)
        room = max(80, width - self._left - RIGHT)
        self._words.beginLayout()
        y = 0.0
        while (line := self._words.createLine()).isValid():
            line.setLineWidth(room)
            line.setPosition(QPointF(0, y))
            y += step
        self._words.endLayout()
        self._text_height = y
        below = max(QFontMetrics(self._small_font).height(), SIGN)
        self.setFixedHeight(round(PAD + y + BELOW_WORDS + below + PAD - 2))

    def sizeHint(self) -> QSize:
        return QSize(300, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out(event.size().width())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._context.look.colours
        self._paint_badge(painter)
        painter.setPen(QColor(colours.text))
        self._words.draw(painter, QPointF(self._left, PAD))
        painter.setFont(self._small_font)
        metrics = painter.fontMetrics()
        height = max(metrics.height(), SIGN)
        top = PAD + self._text_height + BELOW_WORDS
        status_width = metrics.horizontalAdvance(self._status) + SIGN + 5
        area = QRectF(self._left, top, self.width() - self._left - RIGHT, height)
        painter.setPen(QColor(getattr(colours, self._kind)))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._status)
        sign = self._context.picture(self._icon, self._kind, SIGN, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(area.right() - status_width, top + (height - SIGN) / 2), sign)
        room = int(area.width() - status_width - 16)
        source = metrics.elidedText(self._source, Qt.TextElideMode.ElideMiddle, room)
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, source)

    def _paint_badge(self, painter: QPainter) -> None:
        colours = self._context.look.colours
        badge = QRectF(PAD, PAD, BADGE, BADGE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_soft))
        painter.drawEllipse(badge)
        painter.setPen(QColor(colours.accent))
        painter.setFont(self._strong_font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(self._number))

    def show_as_open(self, is_open: bool) -> None:
        """Mark the card whose place stands in the right pane."""
        if bool(self.property("shown")) != is_open:
            self.setProperty("shown", is_open)
            restyle(self)

    # ---- hands
    def copy(self) -> None:
        QGuiApplication.clipboard().setText(quote_with_citation(self.quote))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.chosen.emit(self.quote)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def _menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(self._context.icon("copy"), tr("Copy words with citation"), self.copy)
        menu.addAction(tr("Copy citation"), lambda: QGuiApplication.clipboard().setText(citation(self.quote)))
        add_source_actions(self._context, menu, self.quote.document)
        menu.exec(self.mapToGlobal(at))
