"""The bare text of a binary Word document (MS-DOC): the piece table for Word 97 and later, a run of bytes for
Word 6 and 95.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Any

from engine.convert.encodings import decode

_WORD_97, _WORD_6 = 0xA5EC, 0xA5DC
_ENCRYPTED, _TABLE_1 = 0x0100, 0x0200
_COMPRESSED = 0x40000000
_MOST_PIECES = 200_000
_FIELD = re.compile(r"\x13[^\x13\x14\x15]*(?:\x14([^\x13\x15]*))?\x15")
_CELL = "\x07"


@dataclass
class OldText:
    """Stretches of the document in the order of the file; ``encrypted``: nothing could be read."""

    main: str = ""
    footnotes: str = ""
    headers: str = ""
    comments: str = ""
    endnotes: str = ""
    boxes: str = ""
    encrypted: bool = False
    notes: list[str] = field(default_factory=list)


def read_pieces(ole: Any) -> OldText:
    """The text of an olefile object. ValueError when it is no Word document."""
    data = ole.openstream("WordDocument").read()
    if len(data) < 0x60:
        raise ValueError("too short")
    ident, _ = struct.unpack_from("<HH", data, 0)
    (flags,) = struct.unpack_from("<H", data, 0x0A)
    if ident not in (_WORD_97, _WORD_6):
        raise ValueError("not a Word document")
    if flags & _ENCRYPTED:
        return OldText(encrypted=True)
    if ident == _WORD_6:
        first, last = struct.unpack_from("<II", data, 0x18)
        return OldText(main=decode(data[first:last], ["cp1252"])[0])
    table = ole.openstream("1Table" if flags & _TABLE_1 else "0Table").read()
    text = _join(data, table)
    counts = struct.unpack_from("<8i", data, 0x4C)
    out = OldText()
    at = 0
    for name, count in zip(("main", "footnotes", "headers", "", "comments", "endnotes", "boxes"), counts, strict=False):
        if count > 0:
            if name:
                setattr(out, name, text[at : at + count])
            at += count
    if not out.main:
        out.main = text
    return out


def _join(data: bytes, table: bytes) -> str:
    offset, size = struct.unpack_from("<II", data, 0x01A2)
    clx = table[offset : offset + size]
    at = 0
    while at < len(clx) and clx[at] == 1:
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    if at >= len(clx) or clx[at] != 2:
        raise ValueError("no piece table")
    (length,) = struct.unpack_from("<I", clx, at + 1)
    plc = clx[at + 5 : at + 5 + length]
    count = (len(plc) - 4) // 12
    if not 0 < count <= _MOST_PIECES:
        raise ValueError("no pieces")
    places = struct.unpack_from(f"<{count + 1}I", plc, 0)
    parts = []
    for number in range(count):
        (start,) = struct.unpack_from("<I", plc, 4 * (count + 1) + 8 * number + 2)
        letters = places[number + 1] - places[number]
        if start & _COMPRESSED:
            start = (start & ~_COMPRESSED) // 2
            parts.append(data[start : start + letters].decode("cp1252", "replace"))
        else:
            parts.append(data[start : start + 2 * letters].decode("utf-16-le", "replace"))
    return "".join(parts)


def blocks_of(text: str) -> list[str | list[str]]:
    """Paragraphs, and table rows as lists of cells."""
    for _ in range(20):
        text, found = _FIELD.subn(lambda m: m.group(1) or "", text)
        if not found:
            break
    text = text.replace("\x1e", "-").replace("\x1f", "").replace("\x0b", "\n").replace("\x0c", "\r")
    text = re.sub(r"[\x01\x02\x03\x04\x05\x06\x08\x13\x14\x15\x0e]", "", text)
    out: list[str | list[str]] = []
    for paragraph in text.split("\r"):
        if _CELL in paragraph:
            cells = paragraph.split(_CELL)
            row: list[str] = []
            for cell in cells[:-1]:
                if cell or row:
                    row.append(" ".join(cell.split()))
                if not cell and row:  # two marks in a row: the end of a table row
                    out.append(row[:-1])
                    row = []
            if row:
                out.append(row)
            if cells[-1].strip():
                out.append(cells[-1])
        elif paragraph.strip():
            out.append(paragraph)
    return out
