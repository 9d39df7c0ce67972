"""Paints a hit: source line, path, and the part of the passage where the words stand, with the words marked."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.models.hit_list import HIT
from desktop.style import Look
from desktop.texts import tr
from desktop.wording import place
from engine.types import Hit

PAD = 14
EXCERPT = 340  # characters of the passage that are shown
LINES = 3
LONGEST_TITLE = 200  # a longer first line is text
LEAD = 90  # characters before the first marked word


class HitDelegate(QStyledItemDelegate):
    """Needs the look and the width of the list; heights follow from the text."""

    def __init__(self, look: Look, parent: object = None) -> None:
        super().__init__(parent)  # type: ignore[arg-type]
        self._look = look
        self._head = look.font(look.base, weight=QFont.Weight.DemiBold)
        self._small = look.font(look.small)
        self._body = look.font(look.base, serif=True)
        self._layout = lru_cache(maxsize=400)(self._lay_out)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hit = index.data(HIT)
        width = option.rect.width() if option.rect.width() > 0 else 400
        lines = self._layout(hit, width - 2 * PAD).lineCount()
        height = PAD + QFontMetrics(self._head).height() + 5 + lines * self._line_height() + PAD - 2
        if hit.path or hit.heading:
            height += QFontMetrics(self._small).height() + 3
        return QSize(width, height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        hit: Hit = index.data(HIT)
        colours = self._look.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        card = QRectF(option.rect).adjusted(4, 2, -4, -2)
        if chosen or over:
            painter.setPen(QPen(QColor(colours.accent), 1.2) if chosen else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.card if chosen else colours.hover))
            painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
        else:
            painter.setPen(QColor(colours.border))
            painter.drawLine(
                card.left() + PAD - 4, option.rect.bottom() + 1, card.right() - PAD + 4, option.rect.bottom() + 1
            )
        inner = option.rect.adjusted(PAD, PAD - 2, -PAD, -PAD + 2)
        y = self._paint_head(painter, hit, inner)
        layout = self._layout(hit, inner.width())
        painter.setPen(QColor(colours.text))
        layout.draw(painter, QPointF(inner.left(), y + 4))
        painter.restore()

    def _paint_head(self, painter: QPainter, hit: Hit, inner: QRect) -> int:
        colours = self._look.colours
        head, small = QFontMetrics(self._head), QFontMetrics(self._small)
        where = place(None if _numbered(hit) else hit.label, hit.page)
        side = "  ·  ".join(part for part in (where, _status(hit)) if part)
        room = inner.width() - (small.horizontalAdvance(side) + 12 if side else 0)
        title = f"{hit.title} {hit.label}" if _numbered(hit) else hit.title
        painter.setFont(self._head)
        painter.setPen(QColor(colours.text))
        top = QRect(inner.left(), inner.top(), inner.width(), head.height())
        painter.drawText(
            top,
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            head.elidedText(title, Qt.TextElideMode.ElideMiddle, room),
        )
        painter.setFont(self._small)
        painter.setPen(QColor(colours.muted))
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, side)
        y = inner.top() + head.height()
        path = _path(hit)
        if path:
            line = QRect(inner.left(), y + 3, inner.width(), small.height())
            painter.drawText(
                line, Qt.AlignmentFlag.AlignLeft, small.elidedText(path, Qt.TextElideMode.ElideRight, inner.width())
            )
            y += small.height() + 3
        return y

    def _line_height(self) -> int:
        return round(QFontMetrics(self._body).height() * 1.12)

    def _lay_out(self, hit: Hit, width: int) -> QTextLayout:
        text, marks = excerpt(hit)
        layout = QTextLayout(text, self._body)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        ranges = []
        for start, end in marks:
            wanted = QTextLayout.FormatRange()
            wanted.start, wanted.length = start, end - start
            form = QTextCharFormat()
            form.setBackground(QColor(self._look.colours.mark))
            form.setForeground(QColor(self._look.colours.mark_text))
            wanted.format = form
            ranges.append(wanted)
        layout.setFormats(ranges)
        layout.beginLayout()
        for number in range(LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(60, width))
            line.setPosition(QPointF(0, number * self._line_height()))
        layout.endLayout()
        return layout


def excerpt(hit: Hit) -> tuple[str, list[tuple[int, int]]]:
    """The part of the passage around its first marked words, on one line, with the marks in it."""
    text, spans = hit.text, list(hit.matched_spans)
    start = 0
    first = text.split("\n", 1)[0]
    titled = bool(hit.heading) and hit.heading.rstrip(". ") in first  # type: ignore[union-attr]
    if (first.startswith("#") or titled) and len(first) < min(len(text), LONGEST_TITLE):
        start = len(first)  # the heading stands in the line above already
    inside = [span for span in spans if span[0] >= start]
    if inside and inside[0][0] - start > LEAD:
        start = text.rfind(" ", start, inside[0][0] - LEAD // 2) + 1
    shown = text[start : start + EXCERPT]
    lead = "… " if start > len(first) else ""
    flat, places = _flatten(shown)
    marks = []
    for a, b in spans:
        if a >= start and b <= start + len(shown):
            marks.append((places[a - start] + len(lead), places[b - start] + len(lead)))
    return lead + flat + (" …" if start + EXCERPT < len(text) else ""), marks


def _flatten(text: str) -> tuple[str, list[int]]:
    """White space runs become one blank and Markdown signs go; also where each old offset is now."""
    out: list[str] = []
    places: list[int] = []
    for char in text:
        places.append(len(out))
        if char.isspace():
            if out and out[-1] != " ":
                out.append(" ")
        elif char not in "*#|_":
            out.append(char)
    places.append(len(out))
    return "".join(out), places


def _numbered(hit: Hit) -> bool:
    return bool(hit.label) and hit.label.startswith(("§", "Art"))  # type: ignore[union-attr]


def _path(hit: Hit) -> str:
    parts = [*hit.path, *([hit.heading] if hit.heading and hit.heading not in hit.path[-1:] else [])]
    return " › ".join(part for part in parts if part and part != hit.title)


def _status(hit: Hit) -> str:
    return {"repealed": tr("repealed"), "future": tr("not yet in force")}.get(hit.status, "")
