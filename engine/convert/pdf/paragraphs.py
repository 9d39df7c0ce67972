"""From the lines of a block to paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from statistics import median

from engine.convert.pdf.aligned import aligned, is_row
from engine.convert.pdf.lines import Block, Line
from engine.convert.pdf.markers import ends_clause, is_marker, is_ordinal
from engine.convert.pdf.tables import Table

# All in font sizes of the line.
_LEADING = 1.18  # times the usual distance of lines: more is the space between paragraphs (typeset text holds 1.02)
_INDENT = 0.8
_SIZE_STEP = 0.07  # relative change of size that begins a paragraph
_MOSTLY = 0.6  # of the column: a line that reaches so far may run on
_ROOM = 0.35  # a line is short when the next word would have fitted with this much to spare
_AMPLE = 0.22  # of the column: room so wide that a line without a stop was ended on purpose


# Words that are kept on one line with the next one.
_UNBREAKABLE = re.compile(r"^(?:§{1,2}|[A-Za-z]?\W?|kr|nr\.?|EUR|DKK|NOK|SEK|GBP|USD|\d{1,3})$")


@dataclass
class Paragraph:
    """Lines that run on, or a table. ``edges``: left and right edge of its column."""

    lines: list[Line]
    edges: tuple[float, float]
    table: Table | None = None
    level: int = 0  # of a heading; 0: no heading
    note: bool = False
    opens: bool = False  # first line indented or marked: never the rest of the paragraph before
    joined: bool = False  # runs on in the next block: filled by ``flow``

    @property
    def page(self) -> int:
        return self.table.page if self.table else self.lines[0].page

    @cached_property
    def size(self) -> float:
        sizes = Counter[float]()
        for line in self.lines:
            sizes[line.size] += len(line.text)
        return sizes.most_common(1)[0][0] if sizes else 0.0

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def bold(self) -> bool:
        return bool(self.lines) and all(line.bold > 0.9 for line in self.lines)

    @property
    def italic(self) -> bool:
        return bool(self.lines) and all(line.italic > 0.9 for line in self.lines)


@dataclass
class Spacing:
    """Usual distance of base lines by font size, over the whole file."""

    by_size: dict[float, list[float]] = field(default_factory=dict)

    def add(self, lines: Sequence[Line]) -> None:
        for before, after in pairwise(lines):
            distance = after.base - before.base
            if abs(before.size - after.size) < 0.2 and 0.8 * after.size < distance < 3 * after.size:
                kept = self.by_size.setdefault(round(after.size), [])
                if len(kept) < 2000:
                    kept.append(distance)

    def usual(self, size: float) -> float:
        """Points; 1.2 font sizes where there is nothing to go by."""
        kept = self.by_size.get(round(size))
        return median(kept) if kept else 1.2 * size


def paragraphs(block: Block, spacing: Spacing) -> list[Paragraph]:
    """The paragraphs and tables of one block, from top to bottom."""
    if block.table is not None:
        assert isinstance(block.table, Table)
        return [Paragraph([], block.column, block.table)]
    out: list[Paragraph] = []
    at = 0
    for span in aligned(block.lines):
        out += _text(block.lines[at : span.first], block.column, spacing)
        if span.table is not None:
            out.append(Paragraph([], block.column, span.table))
        for column in span.columns:
            edges = (min(line.left for line in column), max(line.right for line in column))
            out += _text(column, edges, spacing)
        at = span.last + 1
    return out + _text(block.lines[at:], block.column, spacing)


def _text(lines: Sequence[Line], column: tuple[float, float], spacing: Spacing) -> list[Paragraph]:
    if not lines:
        return []
    local = Spacing()
    local.add(lines)
    # The usual distance of this block if it has enough lines to say, else that of the file.
    usual = {size: (median(kept) if len(kept) >= 6 else spacing.usual(size)) for size, kept in local.by_size.items()}
    out: list[Paragraph] = []
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else None
        after = lines[number + 1] if number + 1 < len(lines) else None
        distance = min(usual.get(round(line.size), spacing.usual(line.size)), spacing.usual(line.size) * 1.1)
        if before is None or _begins(out[-1], before, line, after, column, distance):
            opens = is_marker(line.text) or line.left > _left_edge(lines, column) + _INDENT * line.size
            out.append(Paragraph([line], column, opens=opens))
        else:
            out[-1].lines.append(line)
    return out


def _left_edge(lines: Sequence[Line], column: tuple[float, float]) -> float:
    """Where most lines begin."""
    return Counter(round(line.left) for line in lines).most_common(1)[0][0] if len(lines) > 2 else column[0]


def _begins(
    paragraph: Paragraph, before: Line, line: Line, after: Line | None, column: tuple[float, float], usual: float
) -> bool:
    """Whether ``line`` begins a new paragraph after ``before``."""
    size = max(line.size, before.size)
    text, last = line.text, before.text
    distance = line.base - before.base
    if abs(line.size - before.size) > _SIZE_STEP * size or distance > _LEADING * usual or distance < 0:
        return True
    if is_row(line) or is_row(before):
        return True  # cells beside each other do not run on
    full = not _short(before, line, column)
    ended = ends_clause(last)
    display = before.bold > 0.9
    turns_bold = (before.bold > 0.9) != (line.bold > 0.9) and (before.bold < 0.5 or line.bold < 0.5)
    if turns_bold and not (full and not ended and text[:1].islower()):
        return True
    step = line.left - before.left
    moved = abs(step) > 0.5 * size
    if text.startswith("§") and not ended and before.right - column[0] > _MOSTLY * (column[1] - column[0]):
        return False  # a reference that was broken before its sign
    if (
        is_marker(text)
        and (ended or not full or (moved and not is_ordinal(text)))
        and not (is_ordinal(text) and not ended)
    ):
        return True
    if not full:
        if ended:
            return True
        room = column[1] - before.right
        if not text[:1].islower() and room > _AMPLE * (column[1] - column[0]) and not display:
            return True
    if step > _INDENT * size:
        return _indented(paragraph, line, after, full, size)
    if step < -_INDENT * size:
        hanging_first = len(paragraph.lines) == 1 and before is paragraph.lines[0]
        return not hanging_first and (ended or not full)
    return False


def _indented(paragraph: Paragraph, line: Line, after: Line | None, full: bool, size: float) -> bool:
    """A line that stands further in: the first of a new paragraph, or the rest of a hanging one."""
    first = paragraph.lines[0]
    if is_marker(first.text) and len(paragraph.lines) == 1:
        return False
    if after is not None and after.left < line.left - 0.6 * size:
        return True
    return len(paragraph.lines) > 1 or not full


def _short(before: Line, line: Line, column: tuple[float, float]) -> bool:
    """The first word of the next line would have fitted: the line was ended on purpose."""
    word = line.words[0]
    width = word.right - word.left
    if len(line.words) > 1 and (line.words[1].glued or _UNBREAKABLE.match(word.text)):
        width = line.words[1].right - word.left
    return before.right + 0.25 * line.size + width < column[1] - _ROOM * line.size
