"""What stands on or beside the pages but not in their text: form values, notes of readers, embedded files."""

from __future__ import annotations

import contextlib
import ctypes
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium

from engine.convert.context import Context
from engine.convert.pdf.words import VALUE, Geometry, Sheet, Word
from engine.types import Attachment

_MOST_ANNOTATIONS = 3000
_MOST_FILES = 1000
_FREE_TEXT, _WIDGET, _FILE = 3, 20, 17
# Notes, marks and stamps that may carry a reader's words.
_COMMENTS = {
    1: "note",
    4: "line",
    5: "mark",
    6: "mark",
    9: "highlight",
    10: "underline",
    11: "squiggly",
    12: "strikeout",
    13: "stamp",
    14: "caret",
    15: "ink",
}
_CHECK, _RADIO, _PASSWORD_FLAG, _HIDDEN_FLAG, _NOVIEW_FLAG = 2, 3, 1 << 13, 2, 32
# File types of the makers of PDFs, embedded without being documents.
_SETTINGS = (".joboptions",)


@dataclass
class Extras:
    """Comments and files found on the pages so far."""

    comments: list[dict[str, Any]] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    values: int = 0  # filled form fields


def start_forms(document: Any) -> Any | None:
    """pdfium's form environment of a pypdfium2 document; None when it has no form. To be called before any
    page is loaded.
    """
    if document.get_formtype() == pdfium.FORMTYPE_NONE:
        return None
    logging.getLogger("pypdfium2").setLevel(logging.ERROR)  # it would advise another build for XFA
    with contextlib.suppress(Exception):
        document.init_forms()
        return document.formenv.raw if document.formenv else None
    return None


def read_annotations(page: Any, form: Any | None, sheet: Sheet, extras: Extras) -> None:
    """Adds form values and text boxes to the words of ``sheet`` and everything else to ``extras``."""
    geometry = Geometry(page.raw)
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MOST_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            continue
        try:
            _annotation(annotation, form, geometry, sheet, extras)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _annotation(annotation: Any, form: Any | None, geometry: Geometry, sheet: Sheet, extras: Extras) -> None:
    kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if pdfium.FPDFAnnot_GetFlags(annotation) & (_HIDDEN_FLAG | _NOVIEW_FLAG):
        return
    if kind == _WIDGET and form is not None:
        text = _value(annotation, form)
        if text:
            extras.values += 1
            _place(text, annotation, geometry, sheet)
    elif kind == _FREE_TEXT:
        _place(_entry(annotation, b"Contents"), annotation, geometry, sheet)
    elif kind in _COMMENTS:
        text = _entry(annotation, b"Contents").strip()
        if text:
            extras.comments.append(
                {
                    "page": sheet.number,
                    "kind": _COMMENTS[kind],
                    "author": _entry(annotation, b"T"),
                    "date": _entry(annotation, b"M"),
                    "text": text,
                }
            )
    elif kind == _FILE:
        found = pdfium.FPDFAnnot_GetFileAttachment(annotation)
        if found:
            _file(found, extras)


def _string(call: Callable[..., int], *arguments: Any) -> str:
    """A string of pdfium, which first tells how many bytes it needs."""
    size = call(*arguments, None, 0)
    if size <= 2 or size > 1 << 22:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(*arguments, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _entry(annotation: Any, key: bytes) -> str:
    return _string(pdfium.FPDFAnnot_GetStringValue, annotation, key)


def _value(annotation: Any, form: Any) -> str:
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in (_CHECK, _RADIO):
        return "☒" if pdfium.FPDFAnnot_IsChecked(form, annotation) else "☐"
    if kind <= 1 or pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD_FLAG:
        return ""
    return _string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)


def _place(text: str, annotation: Any, geometry: Geometry, sheet: Sheet) -> None:
    """Words where the field stands, so that the layout reads them with their label."""
    rect = pdfium.FS_RECTF()
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or not pdfium.FPDFAnnot_GetRect(annotation, ctypes.byref(rect)):
        return
    turn = sheet.turn
    corners = [
        geometry.frame(turn, *geometry.point(x, y)) for x, y in ((rect.left, rect.top), (rect.right, rect.bottom))
    ]
    left, right = sorted(corner[0] for corner in corners)
    top, bottom = sorted(corner[1] for corner in corners)
    high = (bottom - top) / len(lines)
    size = max(4.0, min(11.0, 0.75 * high))
    words = sheet.words.setdefault(turn, [])
    for number, line in enumerate(lines):
        base = top + high * (number + 0.5) + 0.3 * size
        parts = line.split()
        step = min(0.5 * size, (right - left) / max(1, len(line)))
        at = left + 1
        for part in parts:
            words.append(Word(part, at, at + step * len(part), base, size, font=VALUE))
            at += step * (len(part) + 1)
        sheet.letters += sum(map(len, parts))


def read_files(document: Any, extras: Extras) -> None:
    """The files that the document as a whole carries (attachments, members of a portfolio)."""
    for index in range(min(document.count_attachments(), _MOST_FILES)):
        with contextlib.suppress(Exception):  # a broken one is passed over, the others are kept
            attachment = document.get_attachment(index)
            extras.files.append((attachment.get_name(), bytes(attachment.get_data())))


def _file(attachment: Any, extras: Extras) -> None:
    name = _string(pdfium.FPDFAttachment_GetName, attachment)
    size = ctypes.c_ulong()
    if not pdfium.FPDFAttachment_GetFile(attachment, None, 0, ctypes.byref(size)) or not size.value:
        return
    buffer = ctypes.create_string_buffer(size.value)
    if pdfium.FPDFAttachment_GetFile(attachment, buffer, size.value, ctypes.byref(size)):
        extras.files.append((name, buffer.raw[: size.value]))


def keep_files(extras: Extras, context: Context) -> list[Attachment]:
    """Writes the files into the work folder; settings of printing programs are no documents."""
    kept = []
    for name, data in extras.files:
        if data and not name.lower().endswith(_SETTINGS):
            kept.append(context.keep(name or "attachment", data))
    return kept
