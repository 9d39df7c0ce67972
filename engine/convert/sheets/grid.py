"""Rows of a sheet as headings, paragraphs and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.convert.draft import Draft

# Beyond this a sheet is a data export: the start is read, the rest named in a warning (100,000 rows of 8
# columns).
MOST_CELLS = 800_000
MOST_COLUMNS = 300


def write_grid(draft: Draft, rows: Iterable[Sequence[str]]) -> None:
    """Blank rows part the sheet into stretches; a stretch of one column is text, any other a table."""
    stretch: list[Sequence[str]] = []
    for row in rows:
        if any(cell.strip() for cell in row):
            stretch.append(row)
        elif stretch:
            _write(draft, stretch)
            stretch = []
    if stretch:
        _write(draft, stretch)


def _write(draft: Draft, rows: list[Sequence[str]]) -> None:
    """Single cells above a table (titles, notes) are text; so is a stretch that has no second column."""
    while rows and _filled(rows[0]) == 1:
        draft.paragraph(" ".join(cell for cell in rows[0] if cell.strip()))
        rows = rows[1:]
    if not rows:
        return
    width = max(len(row) for row in rows)
    used = [at for at in range(width) if any(at < len(row) and row[at].strip() for row in rows)]
    draft.table([[row[at] if at < len(row) else "" for at in used] for row in rows])


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())
