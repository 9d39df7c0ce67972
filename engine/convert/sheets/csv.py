"""Tables in text form (CSV, TSV): encoding and separator are found from the content."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed
from engine.convert.sheets.grid import MOST_CELLS, write_grid
from engine.types import Converted

NAME, VERSION = "csv", "1"
_SEPARATORS = ";,\t|"
_SAMPLE = 200  # lines
_LONGEST_FIELD = 1_000_000


def read(path: Path, context: Context) -> Converted:
    """One table. A file without a separator that all lines share is read as plain text would be."""
    text, encoding = decode(path.read_bytes())
    if not text.strip():
        raise ConversionFailed("The file holds nothing but blanks.", "empty")
    separator = separator_of(text)
    draft = Draft()
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        write_grid(draft, _rows(text, separator, draft))
    except csv.Error as error:
        raise ConversionFailed("The table is damaged: a quotation mark is never closed.", "corrupt") from error
    return draft.finish(NAME, VERSION, meta={"encoding": encoding, "separator": separator})


def _rows(text: str, separator: str, draft: Draft) -> Iterator[list[str]]:
    cells = 0
    lines = io.StringIO(text, newline="")
    first = text[:6].lower()
    if first.startswith("sep=") and len(text) > 5:  # a line by which Excel is told the separator
        lines.readline()
    for number, row in enumerate(csv.reader(lines, delimiter=separator), 1):
        cells += len(row)
        if cells > MOST_CELLS:
            draft.warn(f"The table is very large; it is read up to line {number}.")
            return
        yield [" ".join(cell.split()) for cell in row]


def separator_of(text: str) -> str:
    """The sign that divides most lines into the same number of fields."""
    if text[:4].lower() == "sep=":
        return text[4]
    lines = [line for line in text.splitlines()[:_SAMPLE] if line.strip()]
    best, score = ",", 0.0
    for sign in _SEPARATORS:
        counts = Counter(len(row) for row in csv.reader(lines, delimiter=sign))
        fields, agreeing = max(((n, c) for n, c in counts.items() if n > 1), key=lambda pair: pair[1], default=(1, 0))
        if fields > 1 and agreeing / len(lines) * min(fields, 8) > score:
            best, score = sign, agreeing / len(lines) * min(fields, 8)
    return best
