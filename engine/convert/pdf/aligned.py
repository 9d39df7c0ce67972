"""Tables without ruling lines: rows of cells that stand in columns; and text set side by side that is no
table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from engine.convert.pdf.lines import Fragment, Line
from engine.convert.pdf.tables import Table

_LABEL = re.compile(
    r"^(?:[•▪◦–—*·-]|\(?(?:\d{1,3}|[a-zæøå]|[ivxlc]{1,6})[.)]|\d{1,2}(?:\.\d{1,3})+\.?|§+ ?\d+\S*|\(\d+\))$", re.I
)
_LEADER = re.compile(r"\.{4,}|(?: \.){4,}|…{2,}|_{4,}")
# All in font sizes, unless said otherwise.
_GAP = 0.6  # between columns
_APART = 3.0  # between texts set side by side
_FAR = 3.2  # between rows of one table
_SECTION = 1.45  # of the usual distance of rows, before a bold row: the head of the next table
_STRAY = 0.1  # share of rows whose cells may reach into the next column


@dataclass
class Span:
    """Lines [first, last] of a block that are a table, or else columns of lines to be read one after the
    other.
    """

    first: int
    last: int
    table: Table | None
    columns: list[list[Line]]


def is_row(line: Line) -> bool:
    """Whether a line has cells: wide gaps that are not just the space after a list number."""
    if len(line.cells) < 2 or _LEADER.search(line.text):
        return False
    return not (len(line.cells) == 2 and is_label(line.cells[0]))


def is_label(cell: Fragment) -> bool:
    text = "".join(word.text for word in cell.words)
    return len(text) < 3 or _LABEL.match(text) is not None


def aligned(lines: Sequence[Line]) -> list[Span]:
    """All runs of rows in the lines of a block, from top to bottom."""
    found = []
    at = 0
    while at < len(lines):
        if not is_row(lines[at]):
            at += 1
            continue
        last = _run(lines, at)
        for first, end in _sections(lines, at, last):
            span = _span(lines, first, end)
            if span is not None:
                found.append(span)
        at = last + 1
    return found


def _run(lines: Sequence[Line], first: int) -> int:
    """The last line of a run of rows; lines with one cell belong to it when they stand under a cell of the
    row above.
    """
    last = first
    above = lines[first]
    for at in range(first + 1, len(lines)):
        before, line = lines[at - 1], lines[at]
        size = max(before.size, line.size)
        other_size = abs(line.size - lines[first].size) > 0.25 * size
        if line.base - before.base > _FAR * size or (other_size and not _same_columns(line, above)):
            break
        if is_row(line):
            last, above = at, line
        elif not _under_a_cell(line, above) or line.base - before.base > 1.7 * size:
            break
        else:
            last = at
    return last


def _same_columns(line: Line, above: Line) -> bool:
    """Large figures under small headings: the cells of both begin, or centre, at the same places."""
    if len(line.cells) != len(above.cells) or len(line.cells) < 2:
        return False
    near = 0.7 * min(line.size, above.size)
    return all(
        abs(one.left - other.left) < near or abs(one.left + one.right - other.left - other.right) < 2 * near
        for one, other in zip(line.cells, above.cells, strict=True)
    )


def _under_a_cell(line: Line, above: Line) -> bool:
    """A line that goes on with a cell other than the first (or ends a first cell that was broken)."""
    cell = line.cells[0]
    return len(line.cells) == 1 and any(abs(cell.left - other.left) < 0.7 * line.size for other in above.cells[1:])


def _sections(lines: Sequence[Line], first: int, last: int) -> list[tuple[int, int]]:
    """Cuts a run where the head of another table follows."""
    gaps = [after.base - before.base for before, after in pairwise(lines[first : last + 1])]
    if not gaps:
        return [(first, last)]
    usual = median(gaps)
    out = []
    start = first
    for at in range(first + 1, last + 1):
        before, line = lines[at - 1], lines[at]
        far = line.base - before.base > _SECTION * usual
        if far and line.bold > 0.9 and before.bold < 0.5 and at < last:
            out.append((start, at - 1))
            start = at
    return [*out, (start, last)]


def _strips(rows: Sequence[Line], least: float) -> list[float]:
    """Middles of the strips that stay (nearly) blank through the rows and have cells on both sides in most of
    them.
    """
    stray = int(_STRAY * len(rows)) if len(rows) >= 6 else 0
    events = sorted(
        [(cell.left, 1) for row in rows for cell in row.cells]
        + [(cell.right, -1) for row in rows for cell in row.cells]
    )
    strips, covering, start = [], 0, None
    for place, step in events:
        covering += step
        if covering <= stray and start is None:
            start = place
        elif covering > stray and start is not None:
            if place - start >= least:
                strips.append((start + place) / 2)
            start = None
    many = max(2, 0.5 * sum(1 for row in rows if len(row.cells) > 1))
    return [x for x in strips if sum(1 for row in rows if _both_sides(row, x)) >= many]


def _both_sides(row: Line, x: float) -> bool:
    middles = [(cell.left + cell.right) / 2 for cell in row.cells]
    return any(middle < x for middle in middles) and any(middle > x for middle in middles)


def _span(lines: Sequence[Line], first: int, last: int) -> Span | None:
    run = lines[first : last + 1]
    rows = [line for line in run if is_row(line)]
    size = median(line.size for line in run)
    strips = _strips(run, _GAP * size) or _strips(rows, _GAP * size)
    if not strips:
        return None
    if len(rows) >= 3 or (len(rows) == 2 and len(strips) >= 2):
        table = _table(run, strips, size)
        return Span(first, last, table, []) if table else None
    if len(rows) == 2 and len(strips) == 1:
        return _side_by_side(lines, first, last, strips[0], size)
    return None


def _side_by_side(lines: Sequence[Line], first: int, last: int, x: float, size: float) -> Span | None:
    """Two short texts beside each other (addresses, signatures): the left one is read first, then the right
    one.
    """
    rows = lines[first : last + 1]
    if any(line.cells[0].words[-1].text.endswith(":") for line in rows):
        return None  # labels and values
    gap = min((after.left - before.right for line in rows for before, after in pairwise(line.cells)), default=0.0)
    if gap < _APART * size:
        return None
    while (
        last + 1 < len(lines)
        and len(lines[last + 1].cells) == 1
        and lines[last + 1].base - lines[last].base < 1.6 * size
    ):
        if lines[last + 1].right > x and lines[last + 1].left < x:
            break
        last += 1
    columns: list[list[Line]] = [[], []]
    for line in lines[first : last + 1]:
        for side in (0, 1):
            cells = [cell for cell in line.cells if ((cell.left + cell.right) / 2 > x) == bool(side)]
            if cells:
                columns[side].append(Line(cells, line.page, line.turn))
    return Span(first, last, None, columns)


def _table(run: Sequence[Line], strips: Sequence[float], size: float) -> Table | None:
    cells = [_split(line, strips) for line in run]
    filled = [sum(1 for cell in row if cell) for row in cells]
    if sum(1 for count in filled if count >= 2) < 2:
        return None
    gaps = [after.base - before.base for before, after in pairwise(run)]
    tight = min(gaps) if gaps else 0.0
    mixed = bool(gaps) and max(gaps) > 1.3 * tight
    table: list[list[list[Line]]] = []
    for number, (line, row) in enumerate(zip(run, cells, strict=True)):
        new = [[Line(cell, line.page, line.turn)] if cell else [] for cell in row]
        wrapped = number > 0 and ((mixed and gaps[number - 1] < 1.15 * tight) or (not row[0] and filled[number] == 1))
        if table and wrapped and gaps[number - 1] < 1.6 * size:
            for old, more in zip(table[-1], new, strict=True):
                old.extend(more)
        else:
            table.append(new)
    if len(table) < 2:
        return None
    left, right = min(line.left for line in run), max(line.right for line in run)
    return Table(table, left, right, run[0].top, run[-1].bottom, run[0].page)


def _split(line: Line, strips: Sequence[float]) -> list[list[Fragment]]:
    """The cells of a line by column; a fragment whose words stand on both sides of a strip is
    divided there.
    """
    row: list[list[Fragment]] = [[] for _ in range(len(strips) + 1)]
    for cell in line.cells:
        inside = [x for x in strips if cell.left < x < cell.right]
        if not inside or any(word.left < x < word.right for word in cell.words for x in inside):
            middle = (cell.left + cell.right) / 2
            row[sum(1 for strip in strips if middle > strip)].append(cell)
            continue
        for column in range(len(strips) + 1):
            words = [
                word for word in cell.words if sum(1 for x in strips if (word.left + word.right) / 2 > x) == column
            ]
            if words:
                part = replace(cell, words=words, left=words[0].left, right=words[-1].right)
                row[column].append(part)
    return row
