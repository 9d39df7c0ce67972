"""Opens a PDF: passwords, damage, outline, labels, form values, annotations, embedded files."""

from __future__ import annotations

import contextlib
import ctypes
import unicodedata
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from engine.convert.errors import ConversionFailed
from engine.convert.pdf.headings import OutlineItem

_MOST_OUTLINE = 5000


def open_pdf(path: Path, password: str | None) -> Any:
    """A pypdfium2 document. Restrictions that only its owner may lift do not hinder reading.

    Raises ConversionFailed: "password", "wrong_password", "corrupt" or "unsupported".
    """
    tries: list[bytes | None] = [None]
    if password:
        # Old ciphers take the bytes of Latin-1, new ones UTF-8; pdfium takes what it is given.
        tries.append(unicodedata.normalize("NFC", password).encode())
        with contextlib.suppress(UnicodeEncodeError):
            tries.append(password.encode("latin-1"))
    for attempt in dict.fromkeys(tries):
        raw = pdfium.FPDF_LoadDocument(
            str(path).encode("utf-8", "surrogateescape") + b"\0", attempt + b"\0" if attempt else None
        )
        if raw:
            document = pypdfium2.PdfDocument(raw)
            if len(document) == 0:
                raise ConversionFailed("The PDF is damaged: it has no pages.", "corrupt")
            return document
        code = pdfium.FPDF_GetLastError()
        if code == pdfium.FPDF_ERR_SECURITY:
            raise ConversionFailed("The PDF is protected in a way that cannot be opened here.", "unsupported")
        if code != pdfium.FPDF_ERR_PASSWORD:
            raise ConversionFailed("The PDF is damaged: its structure cannot be read.", "corrupt")
    if password:
        raise ConversionFailed("The password given does not open this PDF.", "wrong_password")
    raise ConversionFailed("The PDF is protected by a password; give it and import the file again.", "password")


def outline_of(document: Any) -> list[OutlineItem]:
    """The bookmarks, depth first. A broken outline gives what could be read of it."""
    items: list[OutlineItem] = []
    with contextlib.suppress(Exception):  # cyclic and broken outlines raise many kinds of errors
        for bookmark in document.get_toc(max_depth=8):
            title = bookmark.get_title() or ""
            target = bookmark.get_dest()
            page = target.get_index() if target is not None else None
            items.append(OutlineItem(bookmark.level + 1, title, (page + 1) if page is not None else 0))
            if len(items) >= _MOST_OUTLINE:
                break
    return items


def label_of(document: Any, index: int) -> str | None:
    """The printed page number when it differs from the position in the file."""
    with contextlib.suppress(Exception):
        label = document.get_page_label(index)
        if label and label != str(index + 1):
            return str(label)
    return None


def metadata_of(document: Any) -> dict[str, str]:
    with contextlib.suppress(Exception):
        return {key: value for key, value in document.get_metadata_dict(skip_empty=True).items() if value.strip()}
    return {}


def largest_image(page: Any) -> tuple[float, float]:
    """Share of the page (0 to 1) that its largest image covers, and that image's resolution in
    dpi (0: none).
    """
    width, height = page.get_size()
    area = max(1.0, width * height)
    best = (0.0, 0.0)
    for index in range(min(pdfium.FPDFPage_CountObjects(page.raw), 2000)):
        best = max(best, _image(pdfium.FPDFPage_GetObject(page.raw, index), 0))
    return min(1.0, best[0] / area), best[1]


def _image(item: Any, depth: int) -> tuple[float, float]:
    """Area in square points and dpi of an image object, or of the largest image inside a form."""
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
        sides = [ctypes.c_float() for _ in range(4)]
        if pdfium.FPDFPageObj_GetBounds(item, *(ctypes.byref(side) for side in sides)):
            left, bottom, right, top = (side.value for side in sides)
            wide, high = ctypes.c_uint(), ctypes.c_uint()
            pdfium.FPDFImageObj_GetImagePixelSize(item, ctypes.byref(wide), ctypes.byref(high))
            longer = max(abs(right - left), abs(top - bottom), 1.0)
            return abs((right - left) * (top - bottom)), 72.0 * max(wide.value, high.value) / longer
    if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < 3:
        count = min(pdfium.FPDFFormObj_CountObjects(item), 500)
        return max(
            (_image(pdfium.FPDFFormObj_GetObject(item, at), depth + 1) for at in range(count)), default=(0.0, 0.0)
        )
    return 0.0, 0.0
