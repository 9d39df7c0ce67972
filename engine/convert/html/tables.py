"""Tables of web pages: which are data and which only place things on the screen; spans resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_SPAN = 200  # a span beyond this is a mistake or an attack
_LONG_CELL = 1500  # letters: a cell with more is a column of a layout
_MOST_CELLS = 200_000


def is_layout(table: Any) -> bool:
    """Tables that only arrange a page or mail: nested tables, headings inside, one column, long cells."""
    if table.get("role") in ("presentation", "none"):
        return True
    if table.find(".//table") is not None or any(table.find(f".//h{level}") is not None for level in range(1, 5)):
        return True
    rows = [list(_cells(row)) for row in _rows(table)]
    if max((len([cell for cell in row if _has_text(cell)]) for row in rows), default=0) <= 1:
        return True
    if table.find(".//th") is not None:
        return False
    return any(len("".join(cell.itertext())) > _LONG_CELL for row in rows for cell in row)


def grid_of(table: Any, text_of: Callable[[Any], str]) -> list[list[str]]:
    """Rows of cell texts. A cell over several rows is repeated in each; over several columns it stands in the
    first.
    """
    rows: list[list[str]] = []
    hanging: dict[int, tuple[int, str]] = {}  # column → (rows still to fill, text)
    total = 0
    for element in _rows(table):
        row: list[str] = []
        for cell in _cells(element):
            _fill(row, hanging)
            text = text_of(cell)
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for offset in range(across):
                if down > 1:
                    hanging[len(row)] = (down - 1, text if offset == 0 else "")
                row.append(text if offset == 0 else "")
        _fill(row, hanging)
        total += len(row)
        if total > _MOST_CELLS:
            break
        if any(row):
            rows.append(row)
    if not rows:
        return []
    width = max(len(row) for row in rows)
    used = [at for at in range(width) if any(at < len(row) and row[at] for row in rows)]
    return [[row[at] if at < len(row) else "" for at in used] for row in rows]


def _fill(row: list[str], hanging: dict[int, tuple[int, str]]) -> None:
    while len(row) in hanging:
        left, text = hanging.pop(len(row))
        if left > 1:
            hanging[len(row)] = (left - 1, text)
        row.append(text)


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from _rows(child)


def _cells(row: Any) -> Iterator[Any]:
    for child in row:
        if child.tag in ("td", "th"):
            yield child


def _has_text(cell: Any) -> bool:
    return any(text.strip() for text in cell.itertext())


def _span(cell: Any, name: str) -> int:
    try:
        return max(1, min(_SPAN, int(cell.get(name) or 1)))
    except ValueError:
        return 1
