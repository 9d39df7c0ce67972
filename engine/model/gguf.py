"""Reads the header of a GGUF file: is it whole, is it a chat model, how large is it, under which licence.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3, little endian).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from engine.errors import UserFacingError

MAGIC = b"GGUF"
MOST_ITEMS = (
    1 << 20
)  # keys, tensors, or items of an array of strings: more is a damaged file (vocabularies reach 262,144)
LONGEST_TEXT = 1 << 24  # bytes; chat templates stay under 100 kB
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9


@dataclass(frozen=True)
class Header:
    """What the header says; ``fields`` holds the scalar keys, arrays are left out."""

    fields: dict[str, object] = field(default_factory=dict)
    tensors: int = 0

    @property
    def architecture(self) -> str:
        return str(self.fields.get("general.architecture", ""))

    @property
    def template(self) -> str | None:
        value = self.fields.get("tokenizer.chat_template")
        return value if isinstance(value, str) else None

    @property
    def licence(self) -> str:
        return str(self.fields.get("general.license", "see the file's maker"))

    @property
    def title(self) -> str:
        return str(self.fields.get("general.name", ""))


def read_header(path: Path) -> Header:
    """The header of ``path``. Raises UserFacingError when it is no GGUF model or was cut short while copying."""
    try:
        with path.open("rb") as stream:
            return _read(stream, path)
    except (struct.error, UnicodeDecodeError, ValueError, MemoryError) as error:
        raise UserFacingError(f"{path.name} is damaged or only partly copied; fetch or copy it again.") from error
    except OSError as error:
        raise UserFacingError(f"{path} cannot be read ({error.strerror or error}).") from error


def _read(stream: BinaryIO, path: Path) -> Header:
    if stream.read(4) != MAGIC:
        raise UserFacingError(f"{path.name} is not a model file; Ordrett takes chat models in GGUF form (*.gguf).")
    version = _unpack(stream, "I")
    if version not in (2, 3):
        raise UserFacingError(f"{path.name} is GGUF version {version}; Ordrett reads versions 2 and 3.")
    tensors, keys = _unpack(stream, "Q"), _unpack(stream, "Q")
    if tensors > MOST_ITEMS or keys > MOST_ITEMS:
        raise ValueError("counts out of range")
    fields: dict[str, object] = {}
    for _ in range(keys):
        key = _text(stream)
        value = _value(stream, _unpack(stream, "I"))
        if value is not None:
            fields[key] = value
    last = 0
    for _ in range(tensors):
        _text(stream)
        dimensions = _unpack(stream, "I")
        if dimensions > 8:
            raise ValueError("dimensions out of range")
        _exactly(stream, 8 * dimensions + 4)
        last = max(last, _unpack(stream, "Q"))
    alignment = fields.get("general.alignment", 32)
    data = -(-stream.tell() // int(str(alignment))) * int(str(alignment))
    if path.stat().st_size <= data + last:
        raise ValueError("tensors missing at the end")
    return Header(fields, tensors)


def _unpack(stream: BinaryIO, code: str) -> int:
    (value,) = struct.unpack(f"<{code}", _exactly(stream, struct.calcsize(code)))
    return int(value)


def _exactly(stream: BinaryIO, count: int) -> bytes:
    raw = stream.read(count)
    if len(raw) != count:
        raise ValueError("cut short")
    return raw


def _text(stream: BinaryIO) -> str:
    length = _unpack(stream, "Q")
    if length > LONGEST_TEXT:
        raise ValueError("text out of range")
    return _exactly(stream, length).decode("utf-8", errors="replace")


def _value(stream: BinaryIO, kind: int) -> object:
    """One value; of an array only the length of its bytes matters, None is returned."""
    if kind == _TEXT:
        return _text(stream)
    if kind in _SCALARS:
        (value,) = struct.unpack(f"<{_SCALARS[kind]}", _exactly(stream, struct.calcsize(_SCALARS[kind])))
        return value
    if kind != _ARRAY:
        raise ValueError("unknown kind of value")
    inner = _unpack(stream, "I")
    count = _unpack(stream, "Q")
    if inner in _SCALARS:
        stream.seek(count * struct.calcsize(_SCALARS[inner]), 1)
        return None
    if count > MOST_ITEMS:
        raise ValueError("array out of range")
    for _ in range(count):
        if inner == _TEXT:
            stream.seek(_unpack(stream, "Q"), 1)
        else:
            _value(stream, inner)
    return None
