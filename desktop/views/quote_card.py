"""A quote as a numbered card: the words, where they stand, and whether they were found there word for word."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QLabel, QMenu

from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import KeyFrame, column, restyle, row
from desktop.views.source_actions import add_source_actions
from desktop.views.words import Elided, label
from desktop.wording import citation, quotation, quote_status, quote_with_citation, source_line
from engine.types import Quote

BADGE = 22  # pixels, enough for two digits


class QuoteCard(KeyFrame):
    """Click or Enter opens the source; Ctrl+C copies the words with the citation."""

    chosen = Signal(object)  # Quote

    def __init__(self, context: Context, quote: Quote, number: int) -> None:
        super().__init__()
        self._context = context
        self.quote = quote
        self.setProperty("card", "quote")
        text, kind, icon = quote_status(quote.status)
        badge = QLabel(str(number))
        badge.setProperty("role", "badge")
        badge.setFixedSize(max(BADGE, badge.fontMetrics().horizontalAdvance(str(number)) + 12), BADGE)
        badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = label(quotation(" ".join(quote.text.split())), "quote", wrap=True)
        words.setObjectName("words")
        source = Elided(source_line(quote.title, quote.label, quote.page), "small", Qt.TextElideMode.ElideMiddle)
        status = label(text, "small")
        status.setStyleSheet(f"color: {getattr(context.look.colours, kind)}")
        sign = QLabel()
        sign.setPixmap(context.picture(icon, kind, 16, self.devicePixelRatioF()))
        below = row(source, sign, status, spacing=5)
        below.setStretch(0, 1)
        body = row(column(badge, None), column(words, below, spacing=6), spacing=12, margins=(12, 12, 14, 10))
        body.setStretch(1, 1)
        self.setLayout(body)
        self.setAccessibleName(
            tr("Quote {number}: {words} {source}. {status}", number=number, words=quotation(quote.text),
               source=source_line(quote.title, quote.label, quote.page), status=text)
        )  # fmt: skip
        self.setToolTip(tr("Show in the source"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.opened.connect(lambda: self.chosen.emit(self.quote))

    def show_as_open(self, is_open: bool) -> None:
        """Mark the card whose place stands in the right pane."""
        if bool(self.property("shown")) != is_open:
            self.setProperty("shown", is_open)
            restyle(self)

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
