"""What a converter is given besides the file: password, limits, folder for attachments, progress."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.convert.limits import DEFAULT_LIMITS, Limits
from engine.types import Attachment

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]')
_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.I)
_NAME_BYTES = 120  # file systems stop at 255 bytes; the folder and "-12" need room on Windows, whose paths end at 260


def safe_name(name: str, fallback: str = "attachment") -> str:
    """A file name that stays in its folder on every system: no separators, no control or direction marks,
    not too long.
    """
    name = (
        unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8"))
        .replace("\\", "/")
        .rsplit("/", 1)[-1]
    )
    name = _UNSAFE.sub("_", name).strip(" .") or fallback
    if _RESERVED.match(name):
        name = "_" + name
    stem, dot, ending = name.rpartition(".")
    if len(name.encode()) > _NAME_BYTES:
        room = _NAME_BYTES - len(ending.encode()) - 1 if dot and len(ending) <= 8 else _NAME_BYTES
        base = stem if dot and len(ending) <= 8 else name
        while len(base.encode()) > room:
            base = base[:-1]
        name = base + (dot + ending if dot and len(ending) <= 8 else "")
    return name


@dataclass
class Context:
    """One conversion's surroundings. ``progress(done, total)`` tells the pages (or parts) done so far."""

    workdir: Path
    password: str | None = None
    limits: Limits = DEFAULT_LIMITS
    progress: Callable[[int, int], None] = lambda done, total: None
    name: str = ""  # the file's own name as the person knows it
    _taken: set[str] = field(default_factory=set)

    def keep(self, name: str, data: bytes, shown: str | None = None) -> Attachment:
        """Writes an attachment into the work folder under a safe name that is not taken yet.

        ``shown``: what it is called in lists, when that is more than a file name (the path inside an
        archive).
        """
        safe = safe_name(name)
        stem, dot, ending = safe.rpartition(".")
        if not dot:
            stem, ending = safe, ""
        number, unique = 1, safe
        while unique.lower() in self._taken:
            number += 1
            unique = f"{stem} ({number}){dot}{ending}"
        self._taken.add(unique.lower())
        self.workdir.mkdir(parents=True, exist_ok=True)
        (self.workdir / unique).write_bytes(data)
        return Attachment(shown or unique, str(self.workdir / unique))
