"""Tables that are drawn: grids of ruling lines with words in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.convert.pdf.lines import Line, fragments, lines_of
from engine.convert.pdf.paths import Rules
from engine.convert.pdf.words import Word

_NEAR = 3.0  # points between strokes that are meant to meet


@dataclass
class Table:
    """Rows of cells; a cell is the lines of words in it. ``top`` and ``bottom`` in the frame."""

    rows: list[list[list[Line]]]
    left: float
    right: float
    top: float
    bottom: float
    page: int = 0


# ---- ruled tables


def ruled_tables(rules: Rules, words: Sequence[Word], page: int, turn: int) -> tuple[list[Table], list[Word]]:
    """Grids of at least two columns and two rows that hold words; and the words that stand
    outside of them.
    """
    horizontal, vertical = _merged(rules.horizontal), _merged(rules.vertical)
    tables, rest = [], list(words)
    for rows, columns in _grids(horizontal, vertical):
        table, rest = _fill(rows, columns, rest, page, turn)
        if table is not None:
            tables.append(table)
    return tables, rest


def _merged(strokes: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Strokes on the same line that touch become one."""
    out: list[tuple[float, float, float]] = []
    for at, start, end in sorted(strokes):
        for number in range(len(out) - 1, max(-1, len(out) - 40), -1):
            other, low, high = out[number]
            if at - other > 1.5:
                break
            if start <= high + _NEAR and end >= low - _NEAR:
                out[number] = (other, min(low, start), max(high, end))
                break
        else:
            out.append((at, start, end))
    return out


Stroke = tuple[float, float, float]


def _grids(horizontal: list[Stroke], vertical: list[Stroke]) -> list[tuple[list[Stroke], list[Stroke]]]:
    """Sets of strokes that hang together and could be a table."""
    if len(horizontal) < 3 or len(vertical) < 3 or len(horizontal) * len(vertical) > 40_000:
        return []
    group = list(range(len(horizontal) + len(vertical)))

    def root(member: int) -> int:
        while group[member] != member:
            group[member] = group[group[member]]
            member = group[member]
        return member

    for h, (y, x0, x1) in enumerate(horizontal):
        for v, (x, y0, y1) in enumerate(vertical):
            if x0 - _NEAR <= x <= x1 + _NEAR and y0 - _NEAR <= y <= y1 + _NEAR:
                group[root(len(horizontal) + v)] = root(h)
    sets: dict[int, tuple[list[Stroke], list[Stroke]]] = {}
    for member in range(len(group)):
        rows, columns = sets.setdefault(root(member), ([], []))
        if member < len(horizontal):
            rows.append(horizontal[member])
        else:
            columns.append(vertical[member - len(horizontal)])
    return [
        (rows, columns) for rows, columns in sets.values() if len(_places(rows)) >= 3 and len(_places(columns)) >= 3
    ]


def _places(strokes: list[Stroke]) -> list[float]:
    out: list[float] = []
    for at, _, _ in sorted(strokes):
        if not out or at - out[-1] > _NEAR:
            out.append(at)
    return out


def _fill(
    rows: list[Stroke], columns: list[Stroke], words: list[Word], page: int, turn: int
) -> tuple[Table | None, list[Word]]:
    ys, xs = _places(rows), _places(columns)
    inside: dict[tuple[int, int], list[Word]] = {}
    rest = []
    for word in words:
        x, y = (word.left + word.right) / 2, word.base - 0.3 * word.size
        if xs[0] <= x <= xs[-1] and ys[0] <= y <= ys[-1]:
            cell = (sum(1 for edge in ys[1:-1] if y > edge), sum(1 for edge in xs[1:-1] if x > edge))
            inside.setdefault(cell, []).append(word)
        else:
            rest.append(word)
    home = _joined_cells(rows, columns, ys, xs)
    cells: dict[tuple[int, int], list[Word]] = {}
    for cell, found in inside.items():
        cells.setdefault(home[cell], []).extend(found)
    if len({row for row, _ in cells}) < 2 or len({column for _, column in cells}) < 2:
        return None, words
    grid = []
    for row in range(len(ys) - 1):
        line: list[list[Line]] = []
        for column in range(len(xs) - 1):
            owner = home[row, column]
            # A cell over several rows is repeated, so that each row can be read (and quoted) alone.
            own = owner == (row, column) or (owner[1] == column and owner[0] < row)
            line.append(lines_of(fragments(cells.get(owner, [])), page, turn) if own else [])
        grid.append(line)
    grid = [line for line in grid if any(line)]
    used = [column for column in range(len(xs) - 1) if any(line[column] for line in grid)]
    grid = [[line[column] for column in used] for line in grid]
    return Table(grid, xs[0], xs[-1], ys[0], ys[-1], page), rest


def _joined_cells(
    rows: list[Stroke], columns: list[Stroke], ys: list[float], xs: list[float]
) -> dict[tuple[int, int], tuple[int, int]]:
    """For each place of the grid the top left place of the cell that it belongs to."""
    home = {(row, column): (row, column) for row in range(len(ys) - 1) for column in range(len(xs) - 1)}
    for row in range(len(ys) - 1):
        middle = (ys[row] + ys[row + 1]) / 2
        for column in range(1, len(xs) - 1):
            wall = any(abs(x - xs[column]) <= _NEAR and y0 - _NEAR <= middle <= y1 + _NEAR for x, y0, y1 in columns)
            if not wall:
                home[row, column] = home[row, column - 1]
    for column in range(len(xs) - 1):
        middle = (xs[column] + xs[column + 1]) / 2
        for row in range(1, len(ys) - 1):
            floor = any(abs(y - ys[row]) <= _NEAR and x0 - _NEAR <= middle <= x1 + _NEAR for y, x0, x1 in rows)
            if not floor and home[row, column] == (row, column):
                home[row, column] = home[row - 1, column]
    return home
