"""Puts a document together block by block, with page and box of every piece, and gives it as Converted.

The Markdown of converted documents has **block structure only**: headings ("# …"), tables ("| a | b |") and
paragraphs, each apart by a blank line. Everything else is the words of the document, letter for letter,
because they are quoted: list numbers ("1.", "(a)", "§ 3") and "- " of bullets are literal text, there is no
emphasis and no link markup, and nothing is escaped — with two exceptions, both needed so that words cannot
turn into structure:

* a line of text that would begin a heading or a table ("# …", "| …") gets one backslash in front;
* "|" inside a table cell becomes "\\|".

Whoever shows such a text renders headings and tables and takes all other lines as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import clean, cleaned
from engine.convert.limits import DEFAULT_LIMITS
from engine.types import Attachment, Box, Converted, Page

_OPENER = re.compile(r"#{1,6}(?:[ \n]|$)|\|")
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom: points from the page's top left corner


@dataclass(frozen=True)
class Piece:
    """A stretch of text as it stands in the source. ``page`` 0: the format has no pages."""

    text: str
    page: int = 0
    box: Rectangle | None = None
    line: int = 0  # pieces of one printed line share a number; used to join boxes in very long files


@dataclass(frozen=True)
class PageSize:
    """A page of the source: number from 1, printed label, width and height in points as shown."""

    number: int
    label: str | None = None
    width: float = 0.0
    height: float = 0.0


def escape_lines(text: str) -> str:
    """Text whose lines cannot be taken for a heading or a table."""
    return "\n".join("\\" + line if _OPENER.match(line) else line for line in text.split("\n"))


class Draft:
    """A document in the making. Blocks are added in reading order; empty ones are dropped."""

    def __init__(self, line_boxes: bool = False) -> None:
        """``line_boxes``: one box a printed line instead of one a word, for very long files."""
        self._parts: list[str] = []
        self._length = 0
        self._line_boxes = line_boxes
        self._spans: list[tuple[int, int, int, Rectangle | None, int]] = []  # start, end, page, box, line
        self.warnings: list[str] = []
        self.attachments: list[Attachment] = []
        self.meta: dict[str, Any] = {}

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    @property
    def empty(self) -> bool:
        return not self._parts

    @property
    def text(self) -> str:
        """The Markdown so far."""
        return "".join(self._parts)

    def drop_to(self, length: int) -> None:
        """Takes back the last blocks, down to a length that the draft had between two blocks."""
        text = self.text[:length]
        self._parts = [text] if text else []
        self._length = length
        self._spans = [span for span in self._spans if span[1] <= length]

    def warn(self, sentence: str) -> None:
        """Adds a warning once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def heading(self, level: int, pieces: Sequence[Piece] | str) -> None:
        self._block("#" * max(1, min(6, level)) + " ", pieces, flat=True)

    def paragraph(self, pieces: Sequence[Piece] | str) -> None:
        self._block("", pieces)

    def table(self, rows: Sequence[Sequence[Sequence[Piece] | str]]) -> None:
        """Rows of cells; the first row is the head. Rows are filled up to the same number of cells."""
        width = max((len(row) for row in rows), default=0)
        if not width or not any(any(_plain(cell).strip() for cell in row) for row in rows):
            return
        self._open()
        for number, row in enumerate(rows):
            self._raw("|")
            for column in range(width):
                self._raw(" ")
                if column < len(row):
                    self._write(row[column], flat=True, cell=True)
                self._raw(" |")
            self._raw("\n")
            if number == 0:
                self._raw("|" + " --- |" * width + "\n")
        self._parts[-1] = self._parts[-1][:-1]
        self._length -= 1

    # ---- how blocks become text

    def _open(self) -> None:
        if self._parts:
            self._raw("\n\n")

    def _raw(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
        if self._length > DEFAULT_LIMITS.characters:
            raise ConversionFailed(
                "The file holds more text than one document may have; split it and import the parts.",
                "too_big",
            )

    def _block(self, prefix: str, pieces: Sequence[Piece] | str, flat: bool = False) -> None:
        if _plain(pieces).strip():
            mark = (len(self._parts), self._length, len(self._spans))
            self._open()
            self._raw(prefix)
            if not self._write(pieces, flat=flat):  # hygiene left nothing
                del self._parts[mark[0] :]
                self._length = mark[1]
                del self._spans[mark[2] :]

    def _write(self, pieces: Sequence[Piece] | str, flat: bool = False, cell: bool = False) -> bool:
        if isinstance(pieces, str):
            pieces = (Piece(pieces),)
        raw = "".join(piece.text for piece in pieces)
        text, moved = clean(raw)
        # Edits that follow hygiene are made letter by letter, so that one table of offsets carries them all.
        edited, offsets = _edit(text, flat, cell)
        base, at = self._length, 0
        for piece in pieces:
            start, end = at, at + len(piece.text)
            at = end
            if moved:
                start, end = moved(start), moved(end)
            start, end = offsets[start], offsets[end]
            if piece.page and end > start:
                self._span(base + start, base + end, piece)
        if edited:
            self._raw(edited)
        return bool(edited)

    def _span(self, start: int, end: int, piece: Piece) -> None:
        if self._line_boxes and self._spans and piece.line and piece.box:
            first, _, page, box, line = self._spans[-1]
            if (page, line) == (piece.page, piece.line) and box:
                (a, b, c, d), (e, f, g, h) = box, piece.box
                self._spans[-1] = (first, end, page, (min(a, e), min(b, f), max(c, g), max(d, h)), line)
                return
        self._spans.append((start, end, piece.page, piece.box, piece.line))

    def finish(
        self,
        converter: str,
        version: str,
        sizes: Iterable[PageSize] = (),
        title: str | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Converted:
        """The whole document. Raises ConversionFailed("no_text") when nothing was written."""
        markdown = "".join(self._parts)
        if not markdown.strip():
            raise ConversionFailed("The file opens, but no text was found in it.", "no_text")
        return Converted(
            markdown=markdown,
            pages=_pages(self._spans, {size.number: size for size in sizes}, len(markdown)),
            boxes=_boxes(self._spans),
            attachments=tuple(self.attachments),
            warnings=tuple(self.warnings),
            title=cleaned(title).strip() or None if title else None,
            meta={**self.meta, **(meta or {})},
            converter=converter,
            version=version,
        )


def _plain(pieces: Sequence[Piece] | str) -> str:
    return pieces if isinstance(pieces, str) else "".join(piece.text for piece in pieces)


def _edit(text: str, flat: bool, cell: bool) -> tuple[str, list[int]]:
    """Blanks folded, blank lines and edges cut, structure escaped; and the new offset of every old one."""
    out: list[str] = []
    offsets: list[int] = []
    length = 0
    blank, line_start = True, True  # at the start every blank goes
    for position, letter in enumerate(text):
        offsets.append(length)
        if letter == " " or letter == "\n":
            if letter == "\n" and not flat and out and out[-1] in " \n" and out[-1] != "\n":
                out[-1] = "\n"
                line_start = True
            elif not blank:
                out.append(" " if flat else letter)
                length += 1
                line_start = letter == "\n" and not flat
            blank = True
            continue
        blank = False
        if (cell and letter == "|") or (line_start and not flat and _OPENER.match(text, position)):
            out.append("\\")
            length += 1
        out.append(letter)
        length += 1
        line_start = False
    offsets.append(length)
    edited = "".join(out)
    stripped = edited.rstrip()
    if len(stripped) < len(edited):
        offsets = [min(offset, len(stripped)) for offset in offsets]
    return stripped, offsets


def _pages(
    spans: Sequence[tuple[int, int, int, Rectangle | None, int]], sizes: Mapping[int, PageSize], length: int
) -> tuple[Page, ...]:
    """Stretches that cover [0, length) without gap or overlap; what lies between two pieces goes with the
    first.
    """
    if not spans:
        return ()
    starts: list[tuple[int, int]] = []
    for start, _, page, _, _ in spans:
        if not starts or starts[-1][1] != page:
            starts.append((start if starts else 0, page))
    pages = []
    for at, (start, number) in enumerate(starts):
        end = starts[at + 1][0] if at + 1 < len(starts) else length
        size = sizes.get(number, PageSize(number))
        pages.append(Page(number, size.label, start, end, size.width, size.height))
    return tuple(pages)


def _boxes(spans: Sequence[tuple[int, int, int, Rectangle | None, int]]) -> tuple[Box, ...]:
    boxes: list[Box] = []
    for start, end, page, box, _ in spans:
        if box is not None:
            left, top, right, bottom = (round(side, 1) for side in box)
            boxes.append(Box(start, end, page, left, top, right, bottom))
    return tuple(boxes)
