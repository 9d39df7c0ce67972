"""Properties of an Outlook message (MS-OXMSG): strings, times, bodies, recipients, attachments, messages
inside.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.convert.encodings import decode
from engine.convert.hygiene import cleaned

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_PAGES = {
    65001: "utf-8",
    20127: "ascii",
    28591: "iso-8859-1",
    1200: "utf-16-le",
    950: "cp950",
    936: "gb18030",
    932: "cp932",
    949: "cp949",
    20866: "koi8-r",
}

SUBJECT, MESSAGE_CLASS, BODY, HTML, RTF = 0x0037, 0x001A, 0x1000, 0x1013, 0x1009
HEADERS, MESSAGE_ID, IN_REPLY_TO, REFERENCES = 0x007D, 0x1035, 0x1042, 0x1039
SENDER_NAME, SENDER_ADDRESS, SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
FROM_NAME, FROM_ADDRESS, FROM_SMTP = 0x0042, 0x0065, 0x5D02
SENT, DELIVERED = 0x0039, 0x0E06
DISPLAY_TO, DISPLAY_CC = 0x0E04, 0x0E03
NAME, ADDRESS, SMTP, RECIPIENT_TYPE = 0x3001, 0x3003, 0x39FE, 0x0C15
ATTACH_DATA, ATTACH_LONG, ATTACH_SHORT, ATTACH_METHOD, CONTENT_ID, MIME = 0x3701, 0x3707, 0x3704, 0x3705, 0x3712, 0x370E
HIDDEN = 0x7FFE
_INTERNET_PAGE, _MESSAGE_PAGE = 0x3FDE, 0x3FFD


@dataclass(frozen=True)
class Place:
    """A message, recipient or attachment inside the file: its storage, and how long the head of its property
    table is.
    """

    path: tuple[str, ...]
    head: int


class Properties:
    """Reads the properties of one place of an olefile object."""

    def __init__(self, ole: Any, place: Place, page: str | None = None, lost: list[str] | None = None) -> None:
        """``lost`` takes the names of streams that are there but cannot be read."""
        self._ole, self.place = ole, place
        self._lost = lost if lost is not None else []
        self._fixed = self._table()
        number = self.number(_INTERNET_PAGE) or self.number(_MESSAGE_PAGE)
        self.page = (_PAGES.get(number) or f"cp{number}") if number else page

    def _table(self) -> dict[int, bytes]:
        data = self._stream("__properties_version1.0")
        table = {}
        for at in range(self.place.head, len(data) - 15, 16):
            (tag,) = struct.unpack_from("<I", data, at)
            table[tag] = data[at + 8 : at + 16]
        return table

    def _stream(self, name: str) -> bytes:
        path = [*self.place.path, name]
        try:
            if self._ole.exists("/".join(path)):
                data = bytes(self._ole.openstream(path).read())
                if len(data) < self._ole.get_size(path):  # the file is cut short
                    self._lost.append(name)
                return data
        except Exception:  # olefile raises many kinds on broken files
            self._lost.append(name)
        return b""

    def text(self, identity: int) -> str:
        """A string property, "" when missing."""
        data = self._stream(f"__substg1.0_{identity:04X}001F")
        if data:
            return cleaned(data.decode("utf-16-le", "replace").rstrip("\0"))
        data = self._stream(f"__substg1.0_{identity:04X}001E")
        return cleaned(decode(data.rstrip(b"\0"), [self.page])[0]) if data else ""

    def binary(self, identity: int) -> bytes:
        return self._stream(f"__substg1.0_{identity:04X}0102")

    def number(self, identity: int) -> int:
        for kind in (0x0003, 0x000B):
            value = self._fixed.get(identity << 16 | kind)
            if value:
                return int.from_bytes(value[:4], "little")
        return 0

    def time(self, identity: int) -> str:
        """ISO 8601 in UTC, "" when missing."""
        value = self._fixed.get(identity << 16 | 0x0040)
        ticks = int.from_bytes(value, "little") if value else 0
        if not 0 < ticks < 1 << 62:
            return ""
        try:
            return (_EPOCH + timedelta(microseconds=ticks // 10)).isoformat(timespec="seconds")
        except OverflowError:
            return ""

    def parts(self, prefix: str) -> list[Place]:
        """Recipients ("__recip_version1.0_#") or attachments ("__attach_version1.0_#") of this message."""
        depth = len(self.place.path)
        found = {
            entry[depth]
            for entry in self._ole.listdir(streams=True, storages=True)
            if len(entry) > depth
            and tuple(entry[:depth]) == self.place.path
            and entry[depth].lower().startswith(prefix)
        }
        return [Place((*self.place.path, name), 8) for name in sorted(found)]

    def inner_message(self) -> Place | None:
        """The message inside an attachment, if it is one."""
        path = (*self.place.path, "__substg1.0_3701000D")
        if self._ole.exists("/".join((*path, "__properties_version1.0"))):
            return Place(path, 24)
        return None
