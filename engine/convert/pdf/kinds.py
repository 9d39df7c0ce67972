"""What a page is: text, a scan, a scan with a text layer under it, or text whose letters cannot be read."""

from __future__ import annotations

from typing import Any, Literal

import pypdfium2.raw as pdfium

from engine.convert.pdf.opening import largest_image
from engine.convert.pdf.words import Sheet

PageKind = Literal["text", "scan", "layer", "mixed", "bad", "blank"]

_FEW = 30  # letters: a page number or a stamp on a scan
_SOME = 400  # with fewer letters than this beside a large picture, the picture may hold the text
_LARGE = 0.5  # share of the page that a picture of the whole page covers at least
_UNKNOWN = 0.25  # share of letters without a meaning that makes a text layer useless
_OUTLINES = 60  # path objects on a page without text: letters drawn as curves


def kind_of(page: Any, sheet: Sheet) -> PageKind:
    """Decides by letters, invisible letters and pictures. ``page`` is a pypdfium2 page."""
    letters, seen = sheet.letters, sheet.letters - sheet.invisible
    if letters and sheet.unknown > _UNKNOWN * letters:
        return "bad"
    if seen >= _SOME and sheet.invisible < 0.5 * letters:
        return "text"
    cover, _ = largest_image(page)
    if sheet.invisible > 0.5 * letters and cover > _LARGE:
        return "layer"
    if letters < _FEW:
        drawn = pdfium.FPDFPage_CountObjects(page.raw)
        if cover > 0.25 or drawn > _OUTLINES:
            return "scan"
        return "text" if letters else "blank"
    return "mixed" if cover > _LARGE else "text"
