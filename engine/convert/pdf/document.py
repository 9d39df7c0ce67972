"""The PDF converter: reads every page by its text layer or by recognition, then assembles the document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize
from engine.convert.errors import ConversionFailed
from engine.convert.pdf.assemble import PageRead, assemble
from engine.convert.pdf.kinds import kind_of
from engine.convert.pdf.opening import label_of, metadata_of, open_pdf, outline_of
from engine.convert.pdf.paths import rules_of
from engine.convert.pdf.scans import ScanReader
from engine.convert.pdf.words import read_sheet
from engine.types import Converted

NAME, VERSION = "pdf", "1"
_DOUBTFUL = 75.0  # mean confidence of a scan below which the person should look at the original


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
        self.pages: list[PageRead] = []
        self.scans = ScanReader()
        self.kinds: dict[str, list[int]] = {}
        self.count = len(document)

    def run(self) -> Converted:
        try:
            for number in range(1, self.count + 1):
                self._read_page(number)
                self.context.progress(number, self.count)
        finally:
            self.scans.close()
        furniture = assemble(self.pages, outline_of(self.document), self.draft)
        meta: dict[str, Any] = {"page_count": self.count}
        if furniture.headers or furniture.footers:
            meta["running"] = {"headers": furniture.headers, "footers": furniture.footers}
        self._tell_about_scans(meta)
        return self._finish(meta)

    def _read_page(self, number: int) -> None:
        try:
            page = self.document[number - 1]
        except Exception:  # pdfium refuses a broken page object
            self.draft.warn(f"Page {number} is damaged and could not be read.")
            return
        try:
            sheet = read_sheet(page, number)
            kind = kind_of(page, sheet)
            self.kinds.setdefault(kind, []).append(number)
            result: PageRead | None = None
            if kind in ("scan", "bad"):
                result = self.scans.read(page, sheet)
            elif kind == "layer":
                result = self.scans.check_layer(page, sheet)
            elif kind == "mixed":
                result = self.scans.read(page, sheet)
                if result is not None and result.sheet.letters < 1.3 * sheet.letters:
                    result = None  # the picture is only a picture
                    self.scans.confidence.pop(number, None)
            self.pages.append(result or PageRead(sheet, rules_of(page, sheet.turn)))
        finally:
            page.close()

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

    def _finish(self, meta: dict[str, Any]) -> Converted:
        details = metadata_of(self.document)
        if details:
            meta["pdf"] = details
        if self.draft.empty:
            raise self._nothing()
        sizes = [
            PageSize(
                page.sheet.number, label_of(self.document, page.sheet.number - 1), page.sheet.width, page.sheet.height
            )
            for page in self.pages
        ]
        return self.draft.finish(NAME, VERSION, sizes, details.get("Title"), meta)

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
