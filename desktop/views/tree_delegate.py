"""Paints a row of the file tree: group headings, packs with their switch and count, documents with their state."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.context import Context
from desktop.models.pack_tree import NODE, Node
from desktop.texts import number

ROW = 30
ICON = 17
SWITCH = QSize(26, 15)
PACK_ICONS = {"documents": "folder", "law": "law", "statistics": "table"}


def document_icon(node: Node) -> str:
    """The icon of a document by the kind of its file."""
    document = node.document
    assert document is not None
    if node.kind == "law":
        return "law"
    ending = PurePath(document.source_id.split("!")[-1]).suffix.lower()
    if ending in (".eml", ".msg", ".mbox"):
        return "mail"
    if ending in (".png", ".jpg", ".jpeg", ".tif", ".tiff"):
        return "image"
    if ending in (".xlsx", ".xls", ".csv", ".px", ".ods"):
        return "table"
    return "document"


class TreeDelegate(QStyledItemDelegate):
    """Emits ``switched`` when the switch of a pack is clicked."""

    switched = Signal(object)  # Pack

    def __init__(self, context: Context, parent: object = None) -> None:
        super().__init__(parent)  # type: ignore[arg-type]
        self._context = context
        look = context.look
        self._plain = look.font(look.base)
        self._strong = look.font(look.base, weight=QFont.Weight.Medium)
        self._small = look.font(look.small)
        self._group = look.font(look.small, weight=QFont.Weight.DemiBold)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, ROW + self._context.look.base - 14)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        node: Node = index.data(NODE)
        colours = self._context.look.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect
        if node.pack is None and node.document is None:
            painter.setFont(self._group)
            painter.setPen(QColor(colours.muted))
            painter.drawText(
                rect.adjusted(2, 6, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, node.text
            )
            painter.restore()
            return
        ground = None
        if option.state & QStyle.StateFlag.State_Selected:
            ground = colours.accent_soft
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRectF(rect.adjusted(-2, 1, -4, -1)), 6, 6)
        if node.pack is not None:
            self._paint_pack(painter, rect, node)
        else:
            self._paint_document(painter, rect, node)
        painter.restore()

    def _paint_pack(self, painter: QPainter, rect: QRect, node: Node) -> None:
        pack, colours = node.pack, self._context.look.colours
        assert pack is not None
        self._icon(painter, rect, PACK_ICONS[pack.kind], "accent" if pack.on else "faint")
        switch = switch_rect(rect)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent if pack.on else colours.border_strong))
        painter.drawRoundedRect(QRectF(switch), switch.height() / 2, switch.height() / 2)
        knob = switch.height() - 4
        painter.setBrush(QColor(colours.card if not colours.dark or not pack.on else colours.on_accent))
        painter.drawEllipse(switch.right() - knob - 1 if pack.on else switch.left() + 2, switch.top() + 2, knob, knob)
        count = number(pack.documents)
        painter.setFont(self._small)
        width = painter.fontMetrics().horizontalAdvance(count)
        painter.setPen(QColor(colours.faint))
        right = switch.left() - 8
        painter.drawText(QRect(right - width, rect.top(), width, rect.height()), Qt.AlignmentFlag.AlignVCenter, count)
        self._text(
            painter, rect, node.text, self._strong, colours.text if pack.on else colours.faint, right - width - 8
        )

    def _paint_document(self, painter: QPainter, rect: QRect, node: Node) -> None:
        document, colours = node.document, self._context.look.colours
        assert document is not None
        self._icon(painter, rect, document_icon(node), "muted")
        right = rect.right() - 8
        if document.warnings:
            picture = self._context.picture("warning", "caution", 15, _density(painter))
            painter.drawPixmap(right - 15, rect.center().y() - 7, picture)
            right -= 20
        gone = document.status == "repealed"
        self._text(painter, rect, node.text, self._plain, colours.faint if gone else colours.text, right)

    def _icon(self, painter: QPainter, rect: QRect, name: str, colour: str) -> None:
        picture = self._context.picture(name, colour, ICON, _density(painter))
        painter.drawPixmap(rect.left() + 2, rect.center().y() - ICON // 2, picture)

    def _text(self, painter: QPainter, rect: QRect, text: str, font: QFont, colour: str, right: int) -> None:
        left = rect.left() + ICON + 9
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(QRect(left, rect.top(), right - left, rect.height()), Qt.AlignmentFlag.AlignVCenter, shown)

    def editorEvent(
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> bool:
        node: Node = index.data(NODE)
        if node is not None and node.pack is not None and isinstance(event, QMouseEvent):
            inside = switch_rect(option.rect).adjusted(-6, -8, 6, 8).contains(event.position().toPoint())
            if inside and event.type() == QEvent.Type.MouseButtonRelease:
                self.switched.emit(node.pack)
            return inside
        return False


def switch_rect(row: QRect) -> QRect:
    """Where the on/off switch of a pack stands in its row."""
    return QRect(
        row.right() - SWITCH.width() - 8, row.center().y() - SWITCH.height() // 2, SWITCH.width(), SWITCH.height()
    )


def _density(painter: QPainter) -> float:
    return painter.device().devicePixelRatioF()
