"""Boxes of words on a page, joined to the stripes that are marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from engine.types import Box

MARK_PAD = 1.5  # points around the words
SAME_LINE = 0.5  # boxes that share this part of their height stand on one line
# Heights of a line: the widest gap between two words of justified text; columns of a table lie further apart.
BRIDGE = 3.0
NEXT_WORD = 2  # characters between two words that follow each other in the text


def marks_by_page(boxes: Sequence[Box]) -> dict[int, list[QRectF]]:
    """Boxes of words joined to stripes, line by line: page number → rectangles in points, a little larger than the words."""
    pages: dict[int, list[QRectF]] = {}
    before: Box | None = None
    for box in boxes:
        rect = QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom))
        stripes = pages.setdefault(box.page, [])
        if stripes and before is not None and box.start - before.end <= NEXT_WORD and _continues(stripes[-1], rect):
            stripes[-1] = stripes[-1].united(rect)
        else:
            stripes.append(rect)
        before = box
    return {
        page: [r.adjusted(-MARK_PAD, -MARK_PAD, MARK_PAD, MARK_PAD) for r in stripes] for page, stripes in pages.items()
    }


def _continues(stripe: QRectF, rect: QRectF) -> bool:
    height = min(stripe.height(), rect.height())
    shared = min(stripe.bottom(), rect.bottom()) - max(stripe.top(), rect.top())
    gap = rect.left() - stripe.right()
    return shared >= SAME_LINE * height and -height <= gap <= BRIDGE * height
