"""Line numbers in the margin (transcripts, pleadings): taken out, or every quote over two lines would hold
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.convert.pdf.lines import Fragment

_EDGE = 4.0  # points between edges that are meant to be one
_WHOLE = 0.7  # of the height of the page's text: line numbers run through whole pages
_LEAST = 8  # numbers in a row; a numbered list hangs its numbers too, but has more text than one line for each


def without_line_numbers(parts: Sequence[Fragment]) -> tuple[list[Fragment], int]:
    """The fragments without the margin's numbers, and how many were taken out."""
    numbers = [
        p
        for p in parts
        if p.table is None and len(p.words) == 1 and p.words[0].text.isdigit() and len(p.words[0].text) <= 3
    ]
    if len(numbers) < _LEAST:
        return list(parts), 0
    numbers.sort(key=lambda part: part.base)
    column = _column(numbers)
    if len(column) < _LEAST:
        return list(parts), 0
    values = [int(part.words[0].text) for part in column]
    steps = [after - before for before, after in pairwise(values)]
    step = max(set(steps), key=steps.count)
    if step not in (1, 5) or steps.count(step) < 0.85 * len(steps):
        return list(parts), 0
    taken = {id(part) for part in column}
    others = [part for part in parts if id(part) not in taken]
    edge = max(part.right for part in column)
    spans = column[0].top - 3, column[-1].bottom + 3
    inside = [part for part in others if spans[0] < part.base < spans[1]]
    if not inside or any(part.left < edge for part in others):
        return list(parts), 0  # text stands on their left, or over them: the numbers are part of it
    low, high = min(part.top for part in others), max(part.bottom for part in others)
    if column[-1].bottom - column[0].top < _WHOLE * (high - low):
        return list(parts), 0  # a list or the first column of a table
    if step == 1 and not _one_line_each(column, inside):
        return list(parts), 0
    return others, len(column)


def _column(numbers: Sequence[Fragment]) -> list[Fragment]:
    """The largest set of numbers that share their right or left edge."""
    best: list[Fragment] = []
    for side in ("left", "right"):
        ordered = sorted(numbers, key=lambda part: float(getattr(part, side)))
        first = 0
        for last, part in enumerate(ordered):
            while getattr(part, side) - getattr(ordered[first], side) > _EDGE:
                first += 1
            if last - first + 1 > len(best):
                best = ordered[first : last + 1]
    return sorted(best, key=lambda part: part.base)


def _one_line_each(column: Sequence[Fragment], inside: Sequence[Fragment]) -> bool:
    """Numbers stand at even distances, and hardly any line of text stands between two of them."""
    gaps = [after.base - before.base for before, after in pairwise(column)]
    usual = sorted(gaps)[len(gaps) // 2]
    if sum(1 for gap in gaps if abs(gap - usual) < 0.2 * usual) < 0.9 * len(gaps):
        return False
    bases = [part.base for part in column]
    between = sum(1 for part in inside if min(abs(part.base - base) for base in bases) > 0.3 * part.size)
    return between <= 0.1 * len(inside)
