"""RTF as a stream of tokens, and its code pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

TokenKind = Literal["open", "close", "word", "byte", "sign", "text"]

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\'|\\", re.S
)

# \fcharsetN → Python's name of the code page (RTF specification 1.9.1, "Font Table").
CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "cp1361", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """``name``: of a control word, a sign, or "" ; ``number``: its parameter; ``data``: bytes of text."""

    kind: TokenKind
    name: str = ""
    number: int | None = None
    data: bytes = b""


def tokens(data: bytes) -> Iterator[Token]:
    """All tokens; binary runs (\\bin) are passed over."""
    at, end = 0, len(data)
    while at < end:
        found = _TOKEN.match(data, at)
        if found is None:
            at += 1
            continue
        at = found.end()
        word, number, byte, sign, brace, text = found.groups()
        if word is not None:
            value = int(number) if number is not None else None
            if word == b"bin":
                at += max(0, value or 0)
            else:
                yield Token("word", word.decode("ascii"), value)
        elif byte is not None:
            yield Token("byte", data=bytes([int(byte, 16)]))
        elif sign is not None:
            yield Token("sign", sign.decode("latin-1"))
        elif brace is not None:
            yield Token("open" if brace == b"{" else "close")
        elif text is not None:
            yield Token("text", data=text)


def code_page(number: int | None) -> str:
    """Python's name of a Windows code page, cp1252 when it is unknown."""
    import codecs

    name = {65001: "utf-8", 10000: "mac_roman"}.get(number or 0, f"cp{number}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
