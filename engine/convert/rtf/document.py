"""The converter of RTF documents."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from engine.convert.blocks import write_blocks
from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.rtf.reader import read_rtf
from engine.convert.rtf.state import RtfDocument
from engine.convert.word.embedded import native_file, package_file
from engine.types import Converted

NAME, VERSION = "rtf", "1"


def read(path: Path, context: Context) -> Converted:
    """Text as accepted: tracked deletions stay out; embedded files become attachments."""
    data = path.read_bytes()
    document = read_rtf(data)
    draft = Draft()
    write_blocks(draft, document.blocks, 24)
    for stored in document.objects:
        found = _embedded(stored)
        if found:
            draft.attachments.append(context.keep(*found))
    meta = _beside(document, draft)
    if draft.empty and (document.headers or document.footers):
        draft.warn("The document has text only in its headers and footers.")
        for text in document.headers + document.footers:
            draft.paragraph(text)
    if draft.empty and draft.attachments:
        return Converted(
            "",
            attachments=tuple(draft.attachments),
            warnings=("The document holds only embedded files.",),
            title=document.title or None,
            meta=meta,
            converter=NAME,
            version=VERSION,
        )
    if draft.empty:
        whole = data.rstrip().endswith(b"}")
        reason = "The RTF document opens, but no text was found in it." if whole else "The RTF document is cut short."
        raise ConversionFailed(reason, "no_text" if whole else "corrupt")
    if not data.rstrip(b"\0\r\n \t").endswith(b"}"):
        draft.warn("The RTF document is cut short; the end is missing.")
    return draft.finish(NAME, VERSION, title=document.title or None, meta=meta)


def _beside(document: RtfDocument, draft: Draft) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    if document.headers or document.footers:
        meta["running"] = {"headers": document.headers, "footers": document.footers}
    if document.comments:
        meta["comments"] = document.comments
    if document.changes:
        meta["changes"] = document.changes
        draft.warn("The document has tracked changes; the text is read as if all of them were accepted.")
    if any(text.strip() for text in document.hidden):
        meta["hidden"] = [text for text in document.hidden if text.strip()]
        draft.warn("Hidden text in the document is left out.")
    if document.author:
        meta["author"] = document.author
    return meta


def _embedded(data: bytes) -> tuple[str, bytes] | None:
    """The file in an OLE 1 object: version, format, class, two names, size, data (MS-OLEDS, 2.2.5)."""
    try:
        at = 8
        names = []
        for _ in range(3):
            (length,) = struct.unpack_from("<I", data, at)
            names.append(data[at + 4 : at + 4 + length].rstrip(b"\0").decode("latin-1"))
            at += 4 + length
        (size,) = struct.unpack_from("<I", data, at)
        content = data[at + 4 : at + 4 + size]
    except struct.error:
        return None
    if names[0] == "Package":
        return package_file(content)
    return native_file(content)
