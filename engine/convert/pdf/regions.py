"""Cuts a page into regions in reading order: columns where there are columns, else from top to bottom.

An XY cut that looks for columns first: a *gutter* is a blank strip between two stretches of text that stays
blank over a range of rows. The best gutter splits the page into what stands above, left column, right column,
and below; each part is cut again, so three columns and headlines across columns need no rule of their own. A
strip between the cells of a table, or between labels and values, is no gutter: the text on its two sides does
not run on from line to line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from engine.convert.pdf.lines import Block, Fragment, lines_of

_MIN_GUTTER = 0.75  # font sizes
_MIN_ROWS = 3  # on each side
_MIN_LETTERS = 60  # on each side
_MIN_SHARE = 0.14  # of the region's width, each side: the margin column of a commentary is narrower than a column
_FULL_ROW = 0.72  # a row that fills this much of its column is running text
_MAX_DEPTH = 12


@dataclass(frozen=True)
class _Slab:
    top: float
    bottom: float
    parts: tuple[Fragment, ...]


def regions(parts: Sequence[Fragment], page: int, turn: int) -> list[Block]:
    """Blocks of one page in reading order."""
    blocks: list[Block] = []
    _cut(list(parts), page, turn, blocks, 0)
    return blocks


def _cut(parts: list[Fragment], page: int, turn: int, blocks: list[Block], depth: int) -> None:
    if not parts:
        return
    found = _columns(parts) if depth < _MAX_DEPTH and len(parts) >= 2 * _MIN_ROWS else None
    if found is None:
        _leaf(parts, page, turn, blocks)
        return
    top, bottom, middle = found
    above = [part for part in parts if _centre(part) < top]
    below = [part for part in parts if _centre(part) > bottom]
    band = [part for part in parts if top <= _centre(part) <= bottom]
    _cut(above, page, turn, blocks, depth + 1)
    _cut([part for part in band if part.left + part.right < 2 * middle], page, turn, blocks, depth + 1)
    _cut([part for part in band if part.left + part.right >= 2 * middle], page, turn, blocks, depth + 1)
    _cut(below, page, turn, blocks, depth + 1)


def _leaf(parts: list[Fragment], page: int, turn: int, blocks: list[Block]) -> None:
    """No columns: lines from top to bottom, with ruled tables where they stand between them."""
    column = (min(part.left for part in parts), max(part.right for part in parts))
    tables = sorted((part for part in parts if part.table is not None), key=lambda part: part.top)
    text = [part for part in parts if part.table is None]
    for table in tables:
        above = [part for part in text if _centre(part) < table.top]
        text = [part for part in text if _centre(part) >= table.top]
        if above:
            blocks.append(Block(lines_of(above, page, turn), None, column))
        blocks.append(Block([], table.table, column))
    if text:
        blocks.append(Block(lines_of(text, page, turn), None, column))


def _centre(part: Fragment) -> float:
    return (part.top + part.bottom) / 2


def _slabs(parts: Sequence[Fragment]) -> list[_Slab]:
    """Horizontal bands that no fragment crosses. Heights are shrunk a little, so that tight lines do not
    touch.
    """
    spans = []
    for part in parts:
        shrink = 0.18 * part.size if part.table is None else 0.0
        spans.append((part.top + shrink, part.bottom - shrink, part))
    spans.sort(key=lambda span: span[0])
    slabs: list[_Slab] = []
    current: list[Fragment] = []
    top = bottom = 0.0
    for upper, lower, part in spans:
        if current and upper > bottom:
            slabs.append(_Slab(top, bottom, tuple(current)))
            current = []
        if not current:
            top, bottom = upper, lower
        bottom = max(bottom, lower)
        current.append(part)
    if current:
        slabs.append(_Slab(top, bottom, tuple(current)))
    return slabs


def _free(parts: Sequence[Fragment]) -> list[tuple[float, float]]:
    """Blank strips beside and between the fragments of a slab, from minus to plus infinity."""
    strips = []
    edge = float("-inf")
    for part in sorted(parts, key=lambda p: p.left):
        if part.left > edge:
            strips.append((edge, part.left))
        edge = max(edge, part.right)
    strips.append((edge, float("inf")))
    return strips


def _columns(parts: Sequence[Fragment]) -> tuple[float, float, float] | None:
    """The best gutter as (top of its range, bottom, middle of the strip), or None."""
    slabs = _slabs(parts)
    size = median(part.size for part in parts)
    least = _MIN_GUTTER * size
    free = [_free(slab.parts) for slab in slabs]
    if all(len(strips) <= 2 for strips in free):
        return None
    ends = [[right for _, right in strips] for strips in free]
    width = max(part.right for part in parts) - min(part.left for part in parts)
    best: tuple[float, tuple[float, float, float]] | None = None
    tried: set[tuple[int, int, int]] = set()
    for at, strips in enumerate(free):
        for strip in strips[1:-1]:
            if strip[1] - strip[0] < least:
                continue
            first, last, low, high = _grow(free, ends, at, strip, least)
            key = (first, last, round((low + high) / 2 / max(1.0, size)))
            if key in tried:
                continue
            tried.add(key)
            score = _score(slabs[first : last + 1], low, high, width)
            if score and (best is None or score > best[0]):
                best = (score, (slabs[first].top, slabs[last].bottom, (low + high) / 2))
    return best[1] if best else None


def _grow(
    free: Sequence[Sequence[tuple[float, float]]],
    ends: Sequence[Sequence[float]],
    at: int,
    strip: tuple[float, float],
    least: float,
) -> tuple[int, int, float, float]:
    """The widest range of slabs over which the strip stays blank. ``ends``: right ends of the strips, for
    searching.
    """
    low, high = strip
    reach = [at, at]
    for side, step in ((1, 1), (0, -1)):
        row = at + step
        while 0 <= row < len(free):
            strips = free[row]
            best = least
            found: tuple[float, float] | None = None
            for index in range(bisect_left(ends[row], low + least), len(strips)):
                left, right = strips[index]
                if left > high - least:
                    break
                left, right = max(low, left), min(high, right)
                if right - left >= best:
                    best, found = right - left, (left, right)
            if found is None:
                break
            low, high = found
            reach[side] = row
            row += step
    return reach[0], reach[1], low, high


def _score(slabs: Sequence[_Slab], low: float, high: float, width: float) -> float:
    """How much running text the strip separates; 0 when its sides are no columns."""
    middle = (low + high) / 2
    sides: tuple[list[Fragment], list[Fragment]] = ([], [])
    for slab in slabs:
        for part in slab.parts:
            sides[part.left + part.right > 2 * middle].append(part)
    total = 0.0
    for side in sides:
        if not side or not _runs_on(side, width):
            return 0.0
        total += sum(part.letters for part in side)
    # rows that stand on both sides at once
    left_top, left_bottom = min(p.top for p in sides[0]), max(p.bottom for p in sides[0])
    right_top, right_bottom = min(p.top for p in sides[1]), max(p.bottom for p in sides[1])
    shared = min(left_bottom, right_bottom) - max(left_top, right_top)
    size = median(part.size for part in sides[0])
    return total if shared > 2 * size else 0.0


def _runs_on(side: Sequence[Fragment], width: float) -> bool:
    """Whether one side of a strip is running text: enough rows, and enough of them filled from
    edge to edge.
    """
    if any(part.table is not None for part in side):
        return True
    rows: dict[int, list[Fragment]] = {}
    size = median(part.size for part in side)
    for part in side:
        rows.setdefault(round(part.base / (0.5 * size)), []).append(part)
    letters = sum(part.letters for part in side)
    if len(rows) < _MIN_ROWS or letters < _MIN_LETTERS:
        return False
    left, right = min(part.left for part in side), max(part.right for part in side)
    if right - left < _MIN_SHARE * width:
        return False
    filled = [sum(part.right - part.left for part in row) / (right - left) for row in rows.values()]
    full = sum(1 for share in filled if share >= _FULL_ROW)
    return full >= max(2, 0.3 * len(rows)) and letters / len(rows) >= 12
