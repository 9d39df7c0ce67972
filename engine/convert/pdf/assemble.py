"""From the sheets of a document (read from a text layer or recognised) to its Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.convert.draft import Draft
from engine.convert.pdf.compose import Composer
from engine.convert.pdf.flow import follow_on
from engine.convert.pdf.furniture import Furniture, FurnitureSearch
from engine.convert.pdf.headings import Headings, OutlineItem
from engine.convert.pdf.lines import Block, Fragment, fragments
from engine.convert.pdf.margin import without_line_numbers
from engine.convert.pdf.notes import mark_notes, place_notes
from engine.convert.pdf.paragraphs import Paragraph, Spacing, paragraphs
from engine.convert.pdf.paths import Rules
from engine.convert.pdf.regions import regions
from engine.convert.pdf.tables import Table, ruled_tables
from engine.convert.pdf.words import Sheet


@dataclass
class PageRead:
    """One page as read. ``blocks``: regions in reading order when the recogniser has already found them."""

    sheet: Sheet
    rules: Rules = field(default_factory=Rules)
    blocks: list[Block] | None = None


def assemble(pages: Sequence[PageRead], outline: Sequence[OutlineItem], draft: Draft) -> Furniture:
    """Writes the text of all pages into ``draft``; gives the running headers and footers that
    were left out.
    """
    search, sizes = FurnitureSearch(), Sizes()
    for page in pages:
        search.add(page.sheet)
        sizes.add(page.sheet)
    furniture = search.found(sizes.body)
    assembler = Assembler(sizes.body, furniture, outline, draft)
    assembler.add(pages)
    assembler.finish()
    return furniture


class Sizes:
    """Which font size most of the text has."""

    def __init__(self) -> None:
        self._letters: Counter[float] = Counter()

    def add(self, sheet: Sheet) -> None:
        for word in sheet.words.get(sheet.turn, ()):
            self._letters[round(word.size, 1)] += len(word.text)

    @property
    def body(self) -> float:
        return self._letters.most_common(1)[0][0] if self._letters else 10.0


class Assembler:
    """Takes the pages of a file in order, many at a time, and writes what is complete; so the largest files
    fit in memory.
    """

    def __init__(self, body: float, furniture: Furniture, outline: Sequence[OutlineItem], draft: Draft) -> None:
        self._body, self._furniture, self._draft = body, furniture, draft
        self._headings = Headings(body, outline)
        self._sheets: dict[int, Sheet] = {}
        self._composer = Composer(draft, self._sheets)
        self._spacing = Spacing()
        self._open: list[Paragraph] = []  # not yet written: the next pages may go on with it

    def add(self, pages: Sequence[PageRead]) -> None:
        """Lays out the next pages. Their words are taken out of the sheets."""
        if not pages:
            return
        found = place_notes(follow_on(self._open + self._paragraphs(pages)))
        # The page before may hold what goes on, or what notes on these pages belong to.
        first = pages[0].sheet.number - 1
        running = (at for at, paragraph in enumerate(found) if not paragraph.note and paragraph.page >= first)
        cut = next(running, len(found))
        self._write(found[:cut])
        self._open = found[cut:]

    def finish(self) -> None:
        self._write(self._open)
        self._open = []

    def _write(self, ready: Sequence[Paragraph]) -> None:
        self._headings.mark(ready)
        for paragraph in ready:
            self._composer.write(paragraph)

    def _paragraphs(self, pages: Sequence[PageRead]) -> list[Paragraph]:
        laid: list[list[Block]] = []
        for page in pages:
            if page.blocks is not None:
                blocks = _recognised(page, self._furniture)
            else:
                blocks = _laid_out(page, self._furniture, self._draft)
            for block in blocks:
                self._spacing.add(block.lines)
            laid.append(blocks)
        out: list[Paragraph] = []
        for page, blocks in zip(pages, laid, strict=True):
            own = [paragraph for block in blocks for paragraph in paragraphs(block, self._spacing)]
            sheet = page.sheet
            mark_notes(own, self._body, sheet.width if sheet.turn in (90, 270) else sheet.height)
            out += own
            self._sheets[sheet.number] = Sheet(sheet.number, sheet.width, sheet.height)
        return out


def _recognised(page: PageRead, furniture: Furniture) -> list[Block]:
    blocks = []
    for block in page.blocks or ():
        kept = [line for line in block.lines if furniture.without(page.sheet.number, line.cells)]
        if kept:
            blocks.append(Block(kept, None, block.column))
    return blocks


def _laid_out(page: PageRead, furniture: Furniture, draft: Draft) -> list[Block]:
    """The page's own text by the layout; text that runs another way comes last."""
    sheet, out = page.sheet, []
    for turn in sorted(sheet.words, key=lambda turn: turn != sheet.turn):
        words: list[Any] = sheet.words[turn]
        parts: list[Fragment] = []
        if turn == sheet.turn:
            tables, words = ruled_tables(page.rules, words, sheet.number, turn)
            text, numbers = without_line_numbers(furniture.without(sheet.number, fragments(words)))
            parts = [_as_part(table) for table in tables] + text
            if numbers:
                draft.warn("Line numbers in the margin are left out of the text.")
        else:
            parts = fragments(words)
        out += regions(parts, sheet.number, turn)
    return out


def _as_part(table: Table) -> Fragment:
    return Fragment([], table.left, table.right, table.top, table.bottom, table.bottom, 10.0, table)
