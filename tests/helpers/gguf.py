"""Writes small GGUF files for tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path


def _text(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw


def write_gguf(path: Path, fields: Mapping[str, str | int | Sequence[str]], weights: int = 16) -> Path:
    """A version 3 file with the fields and one tensor of ``weights`` floats."""
    body = b"GGUF" + struct.pack("<IQQ", 3, 1, len(fields))
    for key, value in fields.items():
        body += _text(key)
        if isinstance(value, str):
            body += struct.pack("<I", 8) + _text(value)
        elif isinstance(value, int):
            body += struct.pack("<II", 4, value)
        else:
            body += struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    body += _text("weight") + struct.pack("<IQIQ", 1, weights, 0, 0)
    body += bytes(-len(body) % 32)
    path.write_bytes(body + bytes(4 * weights))
    return path
