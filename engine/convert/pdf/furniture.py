"""Running headers and footers: found over the whole file, taken out of the text, kept beside it.

Removers that only look at what repeats eat the body of contracts with equal pages (measured: up to a third of
the text, see the reference). Here a row goes out only if it stands in the outer tenth of the page, is set
apart from the body, is no larger than it, and comes back on at least two pages and 40 % of them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.convert.pdf.lines import Fragment, Line, fragments, lines_of
from engine.convert.pdf.words import Sheet

_BAND = 0.10  # of the page's height
_SHARE = 0.40  # of the pages
_MOST_ROWS = 4  # at either edge; real headers have one to three
_ATTACHED = 1.7  # a distance between base lines below this many font sizes belongs to one text block
_LARGER = 1.12  # times the body's size: a heading, not a header
_KEEP = 60  # distinct headers and footers kept in the side field
_NOTE = re.compile(r"^(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\*+|†|\d{1,3}\)) ?\S")  # a footnote, however often it comes back
_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"(?<![^\W_])[ivxlc]{1,7}(?![^\W_])")


@dataclass(frozen=True)
class Row:
    """A row in the outer band of a page that may be furniture."""

    page: int
    key: str
    text: str
    base: float
    size: float
    head: bool
    outermost: bool


@dataclass
class Furniture:
    """What was found: rows to leave out, by page, and their texts for the side field."""

    rows: dict[int, list[Row]] = field(default_factory=dict)
    headers: list[str] = field(default_factory=list)
    footers: list[str] = field(default_factory=list)

    def without(self, page: int, parts: Sequence[Fragment]) -> list[Fragment]:
        """The fragments of a page that are not furniture."""
        rows = self.rows.get(page)
        if not rows:
            return list(parts)
        return [
            part
            for part in parts
            if not any(abs(row.base - part.base) < 0.4 * max(row.size, part.size) for row in rows)
        ]


class FurnitureSearch:
    """Feed it every page (``add``), then ask for the result (``found``)."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._pages = 0
        self._prints: Counter[str] = Counter()  # how many pages have the same body, figures aside
        self._page_print: dict[int, str] = {}

    def add(self, sheet: Sheet) -> None:
        """Takes note of what stands at the edges of a page; the sheet is not kept."""
        turn = sheet.turn
        self._pages += 1
        height = sheet.width if turn in (90, 270) else sheet.height
        parts = fragments(sheet.words.get(turn, ()))
        if not parts:
            return
        lines = lines_of(parts, sheet.number, turn)
        shape = _NUMBER.sub("#", " ".join(line.text for line in lines[3:-3]))
        self._prints[shape] += 1
        self._page_print[sheet.number] = shape
        self._rows += _edge_rows(lines, height, True)
        self._rows += _edge_rows(list(reversed(lines)), height, False)

    def found(self, body: float) -> Furniture:
        """Rows that repeat often enough and are not larger than the running text (``body``: its
        font size).
        """
        pages: dict[tuple[bool, str], set[int]] = defaultdict(set)
        numbers: dict[tuple[bool, str], set[str]] = defaultdict(set)
        for row in self._rows:
            pages[row.head, row.key].add(row.page)
            numbers[row.head, row.key].add(row.text)
        result = Furniture()
        shown: set[tuple[bool, str]] = set()
        needed = max(2, _SHARE * self._pages)
        for row in self._rows:
            name = (row.head, row.key)
            if row.size > _LARGER * body:
                continue
            if len(pages[name]) < needed and not _is_page_number(row, numbers[name], pages[name]):
                continue
            # Equal pages, where the body repeats too: only the outermost row may go, and if it is as large as
            # the body only when a number in it changes.
            copies = self._prints[self._page_print[row.page]]
            if copies > 1 and copies >= _SHARE * self._pages:
                small = row.size <= 0.97 * body or len(numbers[name]) > 1
                if not (row.outermost and small):
                    continue
            result.rows.setdefault(row.page, []).append(row)
            texts = result.headers if row.head else result.footers
            if name not in shown and len(texts) < _KEEP:
                shown.add(name)
                texts.append(row.text)
        return result


def _is_page_number(row: Row, texts: set[str], pages: set[int]) -> bool:
    """A lone number that differs from page to page, on at least two pages: chapters may hold it off the first
    ones.
    """
    return (
        row.key.rpartition(" ")[0] in ("#", "- # -", "– # –", "#/#")
        and len(pages) >= 2
        and len(texts) >= len(pages) * 0.9
    )


def _edge_rows(lines: Sequence[Line], height: float, head: bool) -> Iterable[Row]:
    """Rows of one edge, from the outside in, as long as they stand apart from the body."""
    band = [line for line in lines if (line.top < _BAND * height if head else line.base > (1 - _BAND) * height)]
    kept: list[Line] = []
    for at in range(len(band) - 1, -1, -1):  # from the inside out: what touches the body is body
        line = band[at]
        inner = band[at + 1] if at + 1 < len(band) else (lines[len(band)] if len(lines) > len(band) else None)
        inner_is_body = inner is not None and inner not in kept
        if inner_is_body and inner is not None and _attached(line, inner):
            continue
        kept.append(line)
    for rank, line in enumerate(list(reversed(kept))[:_MOST_ROWS]):
        text = line.text
        if _NOTE.match(text):
            continue
        key = f"{_ROMAN.sub('#', _NUMBER.sub('#', text))} {line.size:.0f}"
        yield Row(line.page, key, text, line.base, line.size, head, rank == 0)


def _attached(line: Line, inner: Line) -> bool:
    """Whether two neighbouring rows belong to one block of text."""
    close = abs(inner.base - line.base) < _ATTACHED * max(line.size, inner.size)
    alike = abs(inner.size - line.size) < 0.06 * line.size
    return close and alike
