"""Tracked deletions of binary Word documents: found in the character formatting and blotted out before
reading.

Neither the converter nor the bare text tells deleted words from others ("5 900 0006 450 000"). Here every
deleted letter is overwritten by an optional hyphen, which no reader shows; lengths stay, so all tables of the
file stay right.
"""

from __future__ import annotations

import struct

_PAGE = 512  # bytes of a formatting page (FKP)
_COMPRESSED = 0x40000000
_MARK_DELETED = 0x0800  # sprmCFRMarkDel
_SOFT_HYPHEN = 0x1F
_SIZES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}  # bytes of an operand by the top three bits of its code
_MOST_PAGES = 20_000


def without_deleted(data: bytes, table: bytes) -> tuple[bytes, list[str]]:
    """The WordDocument stream with deleted letters blotted out, and the deleted texts."""
    spans = _deleted_spans(data, table)
    if not spans:
        return data, []
    out = bytearray(data)
    texts = []
    for start, end in spans:
        for first, last, wide in _pieces(table, data):
            low, high = max(start, first), min(end, last)
            if low < high:
                texts.append(_blot(out, low, high, wide))
    return bytes(out), [text for text in texts if text.strip()]


def _blot(out: bytearray, low: int, high: int, wide: bool) -> str:
    step = 2 if wide else 1
    raw = bytes(out[low:high])
    for at in range(low, high - step + 1, step):
        letter = out[at] | (out[at + 1] << 8 if wide else 0)
        if letter >= 0x20:  # marks of paragraphs, cells and fields hold the document together
            out[at] = _SOFT_HYPHEN
            if wide:
                out[at + 1] = 0
    text = raw.decode("utf-16-le" if wide else "cp1252", "replace")
    return "".join(letter for letter in text if letter >= " ")


def _deleted_spans(data: bytes, table: bytes) -> list[tuple[int, int]]:
    """Byte ranges of the stream whose letters are marked as deleted."""
    spans: list[tuple[int, int]] = []
    try:
        offset, size = struct.unpack_from("<II", data, 0x00FA)
        plc = table[offset : offset + size]
        count = (len(plc) - 4) // 8
        pages = struct.unpack_from(f"<{count}I", plc, 4 * (count + 1)) if 0 < count <= _MOST_PAGES else ()
        for page in pages:
            spans += _deleted_on(data[(page & 0x3FFFFF) * _PAGE : (page & 0x3FFFFF) * _PAGE + _PAGE])
    except (struct.error, IndexError):
        return spans
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _deleted_on(page: bytes) -> list[tuple[int, int]]:
    if len(page) < _PAGE:
        return []
    runs = page[_PAGE - 1]
    places = struct.unpack_from(f"<{runs + 1}I", page, 0)
    found = []
    for run in range(runs):
        start = page[4 * (runs + 1) + run] * 2
        if start and _marks_deleted(page[start + 1 : start + 1 + page[start]]):
            found.append((places[run], places[run + 1]))
    return found


def _marks_deleted(settings: bytes) -> bool:
    at = 0
    while at + 2 < len(settings):
        (code,) = struct.unpack_from("<H", settings, at)
        if code == _MARK_DELETED:
            return settings[at + 2] != 0
        kind = code >> 13
        at += 2 + (1 + settings[at + 2] if kind == 6 else _SIZES[kind])
    return False


def _pieces(table: bytes, data: bytes) -> list[tuple[int, int, bool]]:
    """(first byte, end, two bytes a letter) of each piece of text in the stream."""
    offset, size = struct.unpack_from("<II", data, 0x01A2)
    clx = table[offset : offset + size]
    at = 0
    while at < len(clx) and clx[at] == 1:
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    if at >= len(clx) or clx[at] != 2:
        return []
    plc = clx[at + 5 :]
    (length,) = struct.unpack_from("<I", clx, at + 1)
    count = (min(len(plc), length) - 4) // 12
    places = struct.unpack_from(f"<{count + 1}I", plc, 0)
    out = []
    for number in range(count):
        (start,) = struct.unpack_from("<I", plc, 4 * (count + 1) + 8 * number + 2)
        letters = places[number + 1] - places[number]
        if start & _COMPRESSED:
            first = (start & ~_COMPRESSED) // 2
            out.append((first, first + letters, False))
        else:
            out.append((start, start + 2 * letters, True))
    return out
