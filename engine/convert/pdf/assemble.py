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
from engine.convert.pdf.headings import OutlineItem, mark_headings
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
    """Writes the text of the pages into ``draft``; gives the running headers and footers that
    were left out.
    """
    body = body_size(pages)
    search = FurnitureSearch()
    for page in pages:
        search.add(page.sheet, body)
    furniture = search.found()
    found = follow_on(_paragraphs(pages, furniture, body, draft))
    mark_headings(found, body, outline)
    composer = Composer(draft, {page.sheet.number: page.sheet for page in pages})
    for paragraph in place_notes(found):
        composer.write(paragraph)
    return furniture


def body_size(pages: Sequence[PageRead]) -> float:
    """The font size of most of the text."""
    sizes = Counter[float]()
    for page in pages:
        for word in page.sheet.words.get(page.sheet.turn, ()):
            sizes[round(word.size, 1)] += len(word.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _paragraphs(pages: Sequence[PageRead], furniture: Furniture, body: float, draft: Draft) -> list[Paragraph]:
    spacing = Spacing()
    laid: list[list[Block]] = []
    for page in pages:
        blocks = _recognised(page, furniture) if page.blocks is not None else _laid_out(page, furniture, draft)
        for block in blocks:
            spacing.add(block.lines)
        laid.append(blocks)
    out: list[Paragraph] = []
    for page, blocks in zip(pages, laid, strict=True):
        own = [paragraph for block in blocks for paragraph in paragraphs(block, spacing)]
        sheet = page.sheet
        mark_notes(own, body, sheet.width if sheet.turn in (90, 270) else sheet.height)
        out += own
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
