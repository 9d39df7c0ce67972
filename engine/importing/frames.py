"""Messages between the program and its law readers: a JSON object and a blob of bytes, each with its length before it.

Not pickle: a reader that a hostile file has taken over must not be able to run anything in the program.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTHS = struct.Struct(">II")
MOST_BYTES = 512 * 1024 * 1024  # the rows of the largest act are 6 MB


def write_frame(stream: IO[bytes], message: dict[str, Any], blob: bytes = b"") -> None:
    """Sends one message and flushes."""
    head = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
    stream.write(_LENGTHS.pack(len(head), len(blob)))
    stream.write(head)
    stream.write(blob)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next message, or None when the other side is gone. ValueError when it is no message."""
    lengths = _exactly(stream, _LENGTHS.size)
    if lengths is None:
        return None
    head_length, blob_length = _LENGTHS.unpack(lengths)
    if head_length > MOST_BYTES or blob_length > MOST_BYTES:
        raise ValueError("a message longer than any act")
    head, blob = _exactly(stream, head_length), _exactly(stream, blob_length)
    if head is None or blob is None:
        return None
    message = json.loads(head)
    if not isinstance(message, dict):
        raise ValueError("not a message")
    return message, blob


def _exactly(stream: IO[bytes], length: int) -> bytes | None:
    data = stream.read(length)
    return data if data is not None and len(data) == length else None
