"""The PDF converter: reads every page by its text layer or by recognition, then assembles the document."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize
from engine.convert.errors import ConversionFailed
from engine.convert.limits import PAGES_AT_A_TIME, WHOLE_PAGES, WORD_BOX_PAGES
from engine.convert.pdf.assemble import Assembler, PageRead, Sizes
from engine.convert.pdf.extras import Extras, keep_files, read_annotations, read_files, start_forms
from engine.convert.pdf.furniture import FurnitureSearch
from engine.convert.pdf.kinds import kind_of
from engine.convert.pdf.opening import label_of, metadata_of, open_pdf, outline_of
from engine.convert.pdf.paths import Rules, rules_of
from engine.convert.pdf.scans import ScanReader
from engine.convert.pdf.words import Sheet, read_sheet
from engine.types import Converted

NAME, VERSION = "pdf", "1"
_PLEASE_WAIT = re.compile(r"please wait|if this message is not eventually replaced", re.I)
_DOUBTFUL = 75.0  # mean confidence of a scan below which the person should look at the original


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed; a page that cannot be read is a warning as long as others can."""
    document = open_pdf(path, context.password)
    conversion = _Conversion(document, context)
    try:
        return conversion.run()
    finally:
        conversion.scans.close()
        document.close()


class _Conversion:
    def __init__(self, document: Any, context: Context) -> None:
        self.document, self.context = document, context
        self.draft = Draft(line_boxes=len(document) > WORD_BOX_PAGES)
        self.pages: dict[int, PageRead] = {}  # kept for the second pass
        self.sizes: list[PageSize] = []
        self.broken: set[int] = set()
        self.twice = False
        self.scans = ScanReader()
        self.kinds: dict[str, list[int]] = {}
        self.count = len(document)
        self.extras = Extras()
        self.form = start_forms(document)

    def run(self) -> Converted:
        search, sizes = FurnitureSearch(), Sizes()
        self.twice = self.count > WHOLE_PAGES
        for number in range(1, self.count + 1):
            page = self._read_page(number)
            if page is not None:
                search.add(page.sheet)
                sizes.add(page.sheet)
                if not self.twice or page.blocks is not None:
                    self.pages[number] = page
                self.sizes.append(
                    PageSize(number, label_of(self.document, number - 1), page.sheet.width, page.sheet.height)
                )
            self.context.progress(number, self.count)
        furniture = search.found(sizes.body)
        self._write(Assembler(sizes.body, furniture, outline_of(self.document), self.draft))
        meta: dict[str, Any] = {"page_count": self.count}
        if furniture.headers or furniture.footers:
            meta["running"] = {"headers": furniture.headers, "footers": furniture.footers}
        self._tell_about_scans(meta)
        self._extras(meta)
        return self._finish(meta)

    def _write(self, assembler: Assembler) -> None:
        """Hands the pages on in stretches; those that were not kept are read again."""
        stretch: list[PageRead] = []
        for number in range(1, self.count + 1):
            page = self.pages.pop(number, None)
            if page is None and self.twice and number not in self.broken:
                page = self._read_text(number)
                self.context.progress(number, self.count)
            if page is not None:
                stretch.append(page)
            if len(stretch) >= PAGES_AT_A_TIME:
                assembler.add(stretch)
                stretch = []
        assembler.add(stretch)
        assembler.finish()

    def _read_text(self, number: int) -> PageRead:
        page = self.document[number - 1]
        try:
            sheet = read_sheet(page, number)
            read_annotations(page, self.form, sheet, Extras())
            return PageRead(sheet, rules_of(page, sheet.turn))
        finally:
            page.close()

    def _read_page(self, number: int) -> PageRead | None:
        try:
            page = self.document[number - 1]
        except Exception:  # pdfium refuses a broken page object
            self.draft.warn(f"Page {number} is damaged and could not be read.")
            self.broken.add(number)
            return None
        try:
            sheet = read_sheet(page, number)
            read_annotations(page, self.form, sheet, self.extras)
            return self._recognised(page, sheet) or PageRead(
                sheet, Rules() if self.twice else rules_of(page, sheet.turn)
            )
        finally:
            page.close()

    def _recognised(self, page: Any, sheet: Sheet) -> PageRead | None:
        """The page by recognition if it needs that and something comes of it."""
        kind = kind_of(page, sheet)
        self.kinds.setdefault(kind, []).append(sheet.number)
        if kind in ("scan", "bad"):
            return self.scans.read(page, sheet)
        if kind == "layer":
            return self.scans.check_layer(page, sheet)
        if kind == "mixed":
            result = self.scans.read(page, sheet)
            if result is not None and result.sheet.letters >= 1.3 * sheet.letters:
                return result
            self.scans.confidence.pop(sheet.number, None)  # the picture is only a picture
        return None

    def _tell_about_scans(self, meta: dict[str, Any]) -> None:
        scans = self.scans
        meta["page_kinds"] = {kind: pages for kind, pages in self.kinds.items() if kind not in ("text", "blank")}
        if not meta["page_kinds"]:
            del meta["page_kinds"]
        if scans.confidence:
            meta["recognised"] = {
                "pages": scans.confidence,
                "mean": round(sum(scans.confidence.values()) / len(scans.confidence), 1),
            }
            doubtful = [number for number, value in scans.confidence.items() if value < _DOUBTFUL]
            if doubtful:
                self.draft.warn(f"Hard to read, compare with the original: {_pages(doubtful)}.")
        if scans.replaced:
            self.draft.warn(
                f"The scanner's own text layer was worse than a new reading and was replaced: {_pages(scans.replaced)}."
            )
        dark = [number for number in scans.unreadable if number in self.kinds.get("scan", ())]
        if dark and not self.draft.empty:
            self.draft.warn(f"Pictures without text that could be read: {_pages(dark)}.")
        lost = [n for n in scans.missing if n in self.kinds.get("scan", ()) or n in self.kinds.get("bad", ())]
        if lost and not self.draft.empty:
            self.draft.warn(f"Not read, because they are scans and OCR data is not installed: {_pages(lost)}.")

    def _extras(self, meta: dict[str, Any]) -> None:
        read_files(self.document, self.extras)
        self.draft.attachments += keep_files(self.extras, self.context)
        if self.extras.comments:
            meta["comments"] = self.extras.comments
        if self.extras.values:
            meta["form_values"] = self.extras.values
        if self.document.get_formtype() in (pdfium.FORMTYPE_XFA_FULL, pdfium.FORMTYPE_XFA_FOREGROUND):
            if _PLEASE_WAIT.search(self.draft.text[:2000]):
                raise ConversionFailed(
                    "This PDF is a form (XFA) that only Adobe's programs can show; print it to a PDF there and import that.",
                    "unsupported",
                )
            self.draft.warn("The PDF has an XFA form; compare filled fields with the original.")

    def _finish(self, meta: dict[str, Any]) -> Converted:
        details = metadata_of(self.document)
        if details:
            meta["pdf"] = details
        if self.draft.empty:
            raise self._nothing()
        return self.draft.finish(NAME, VERSION, self.sizes, details.get("Title"), meta)

    def _nothing(self) -> ConversionFailed:
        if self.scans.missing:
            what = "This page is a scan" if self.count == 1 else "The pages are scans"
            return ConversionFailed(f"{what} and OCR data is not installed.", "no_text")
        if self.kinds.get("scan"):
            return ConversionFailed("The pages are pictures in which no text was found.", "no_text")
        return ConversionFailed("The PDF opens, but no text was found in it.", "no_text")


def _pages(numbers: list[int]) -> str:
    """ "pages 1, 3–5" with runs drawn together."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    text = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
    return f"page {text}" if len(numbers) == 1 else f"pages {text}"
