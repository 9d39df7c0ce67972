"""Outlook's compressed RTF (MS-OXRTFCP): a small LZ77 with a dictionary that both sides know."""

from __future__ import annotations

import struct

_START = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbol"
    rb"ArialTimes New RomanCourier{\colortbl\red0\green0\blue0" + b"\r\n" + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_SIZE = 4096
_LARGEST = 64 * 1024 * 1024


def unpack(data: bytes) -> bytes:
    """The RTF inside. ValueError when the data is not of this form."""
    if len(data) < 16:
        raise ValueError("too short")
    _, raw_size, kind, _ = struct.unpack_from("<IIII", data)
    if kind == 0x414C454D:  # "MELA": stored
        return data[16 : 16 + raw_size]
    if kind != 0x75465A4C or raw_size > _LARGEST:  # "LZFu"
        raise ValueError("not compressed RTF")
    window = bytearray(_START.ljust(_SIZE, b"\0"))
    write = len(_START)
    out = bytearray()
    at = 16
    while at < len(data) and len(out) < raw_size:
        control = data[at]
        at += 1
        for bit in range(8):
            if not control >> bit & 1:
                if at >= len(data):
                    return bytes(out[:raw_size])
                out.append(data[at])
                window[write] = data[at]
                write = (write + 1) % _SIZE
                at += 1
                continue
            if at + 1 >= len(data):
                return bytes(out[:raw_size])
            offset, length = data[at] << 4 | data[at + 1] >> 4, (data[at + 1] & 15) + 2
            at += 2
            if offset == write:
                return bytes(out[:raw_size])
            for step in range(length):
                byte = window[(offset + step) % _SIZE]
                out.append(byte)
                window[write] = byte
                write = (write + 1) % _SIZE
    return bytes(out[:raw_size])
