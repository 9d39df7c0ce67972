"""Paints a file of an import: icon of its state, name, and the reason below it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.context import Context
from desktop.models.outcome_list import OUTCOME, STATE_ICONS, file_name, state_text
from desktop.texts import said
from engine.types import FileOutcome

LEFT, PAD = 28, 7
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class OutcomeDelegate(QStyledItemDelegate):
    """The reason wraps, so the height of a row follows from the width of the list."""

    def __init__(self, context: Context, parent: QListView) -> None:
        super().__init__(parent)
        self._context = context
        self._list = parent
        self._name = context.look.font(context.look.base, weight=QFont.Weight.Medium)
        self._small = context.look.font(context.look.small)

    def _reason(self, outcome: FileOutcome) -> str:
        return said(outcome.reason) or state_text(outcome.state)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._list.viewport().width()
        room = QRect(0, 0, max(60, width - LEFT - 8), 4000)
        reason = QFontMetrics(self._small).boundingRect(room, FLAGS, self._reason(index.data(OUTCOME)))
        return QSize(width, PAD * 2 + QFontMetrics(self._name).height() + 2 + reason.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        outcome, colours = index.data(OUTCOME), self._context.look.colours
        painter.save()
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.hover))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        icon, colour = STATE_ICONS[outcome.state]
        picture = self._context.picture(icon, colour, 16, painter.device().devicePixelRatioF())
        names = QFontMetrics(self._name)
        top = option.rect.top() + PAD
        painter.drawPixmap(option.rect.left() + 4, top + (names.height() - 16) // 2, picture)
        line = QRect(option.rect.left() + LEFT, top, option.rect.width() - LEFT - 8, names.height())
        painter.setFont(self._name)
        painter.setPen(QColor(colours.text))
        painter.drawText(
            line, FLAGS, names.elidedText(file_name(outcome.path), Qt.TextElideMode.ElideMiddle, line.width())
        )
        painter.setFont(self._small)
        painter.setPen(QColor(colours.muted))
        below = QRect(line.left(), line.bottom() + 3, line.width(), option.rect.bottom() - line.bottom() - 3)
        painter.drawText(below, FLAGS, self._reason(outcome))
        painter.restore()
