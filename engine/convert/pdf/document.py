"""The PDF converter: two passes over the pages, then paragraphs, headings, notes and tables in
reading order.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize
from engine.convert.errors import ConversionFailed
from engine.convert.pdf.compose import Composer
from engine.convert.pdf.flow import follow_on
from engine.convert.pdf.furniture import Furniture, FurnitureSearch
from engine.convert.pdf.headings import mark_headings
from engine.convert.pdf.lines import Fragment, fragments
from engine.convert.pdf.margin import without_line_numbers
from engine.convert.pdf.notes import mark_notes, place_notes
from engine.convert.pdf.opening import label_of, metadata_of, open_pdf, outline_of
from engine.convert.pdf.paragraphs import Paragraph, Spacing, paragraphs
from engine.convert.pdf.paths import rules_of
from engine.convert.pdf.regions import regions
from engine.convert.pdf.tables import Table, ruled_tables
from engine.convert.pdf.words import Sheet, read_sheet
from engine.types import Converted

NAME, VERSION = "pdf", "1"


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed; a page that cannot be read is a warning as long as others can."""
    document = open_pdf(path, context.password)
    try:
        return _Conversion(document, context).run()
    finally:
        document.close()


class _Conversion:
    def __init__(self, document: Any, context: Context) -> None:
        self.document, self.context = document, context
        self.draft = Draft()
        self.sheets: dict[int, Sheet] = {}
        self.rules: dict[int, Any] = {}
        self.sizes: Counter[float] = Counter()
        self.body = 10.0
        self.count = len(document)

    def run(self) -> Converted:
        for number in range(1, self.count + 1):
            self._read_page(number)
            self.context.progress(number, self.count)
        if self.sizes:
            self.body = self.sizes.most_common(1)[0][0]
        furniture = self._furniture()
        found = self._paragraphs(furniture)
        found = follow_on(found)
        mark_headings(found, self.body, outline_of(self.document))
        composer = Composer(self.draft, self.sheets)
        for paragraph in place_notes(found):
            composer.write(paragraph)
        return self._finish(furniture)

    def _read_page(self, number: int) -> None:
        try:
            page = self.document[number - 1]
        except Exception:  # pdfium refuses a broken page object
            self.draft.warn(f"Page {number} is damaged and could not be read.")
            return
        try:
            sheet = read_sheet(page, number)
            self.sheets[number] = sheet
            self.rules[number] = rules_of(page, sheet.turn)
            for word in sheet.words.get(sheet.turn, ()):
                self.sizes[round(word.size, 1)] += len(word.text)
        finally:
            page.close()

    def _furniture(self) -> Furniture:
        search = FurnitureSearch()
        for sheet in self.sheets.values():
            search.add(sheet, self.body)
        return search.found()

    def _paragraphs(self, furniture: Furniture) -> list[Paragraph]:
        blocks = []
        spacing = Spacing()
        for number, sheet in self.sheets.items():
            own = []
            turns = sorted(sheet.words, key=lambda turn: turn != sheet.turn)
            for turn in turns:
                words = sheet.words[turn]
                parts: list[Fragment] = []
                if turn == sheet.turn:
                    tables, words = ruled_tables(self.rules[number], words, number, turn)
                    parts = [_as_part(table) for table in tables]
                    text, numbers = without_line_numbers(furniture.without(number, fragments(words)))
                    parts += text
                    if numbers:
                        self.draft.warn("Line numbers in the margin are left out of the text.")
                else:
                    parts = fragments(words)
                own += regions(parts, number, turn)
            for block in own:
                spacing.add(block.lines)
            blocks.append((number, own))
        out: list[Paragraph] = []
        for number, own in blocks:
            page = [paragraph for block in own for paragraph in paragraphs(block, spacing)]
            sheet = self.sheets[number]
            mark_notes(page, self.body, sheet.width if sheet.turn in (90, 270) else sheet.height)
            out += page
        return out

    def _finish(self, furniture: Furniture) -> Converted:
        details = metadata_of(self.document)
        meta: dict[str, Any] = {"page_count": self.count}
        if details:
            meta["pdf"] = details
        if furniture.headers or furniture.footers:
            meta["running"] = {"headers": furniture.headers, "footers": furniture.footers}
        sizes = [
            PageSize(number, label_of(self.document, number - 1), sheet.width, sheet.height)
            for number, sheet in self.sheets.items()
        ]
        if self.draft.empty:
            raise ConversionFailed("The PDF opens, but no text was found in it.", "no_text")
        return self.draft.finish(NAME, VERSION, sizes, details.get("Title"), meta)


def _as_part(table: Table) -> Fragment:
    return Fragment([], table.left, table.right, table.top, table.bottom, table.bottom, 10.0, table)
