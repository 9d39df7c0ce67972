"""Decides whether what was dropped is law or documents, and which pack it goes into."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.errors import UserFacingError
from engine.law import law_language
from engine.law.lovdata import SNIFF_BYTES
from engine.law.sources import is_archive, read_sources
from engine.text.language import STEMMER_OF

LOOKED_AT = 20  # files of a folder or archive that are looked at; law comes in collections of nothing else
DOCUMENTS = "Documents"
LAW_PACKS = {
    "no": "Norwegian law", "sv": "Swedish law", "da": "Danish law", "de": "German law", "fi": "Finnish law",
    "nl": "Dutch law", "fr": "French law", "en": "English law", "es": "Spanish law", "it": "Italian law",
    "pt": "Portuguese law",
}  # fmt: skip
OTHER_LAW = "Law"


def language_of_law(root: Path) -> str | None:
    """The language of the law that a file is, or that a folder or archive begins with; None when that is no law."""
    if root.is_dir():
        starts: Iterator[bytes] = (_start(path) for path in _first_files(root))
    elif is_archive(root):
        starts = _first_members(root)
    else:
        starts = iter([_start(root)])
    return next((language for start in starts if (language := law_language(start))), None)


def law_pack(language: str | None) -> tuple[str, str, str]:
    """(name, stemmer, description) of the pack for acts in a language."""
    name = LAW_PACKS.get(language or "", OTHER_LAW)
    stemmer = STEMMER_OF.get(language or "", "auto")
    return name, stemmer, f"{name}: acts and regulations, one passage a section."


def _first_files(root: Path) -> list[Path]:
    found: list[Path] = []
    for folder, names, files in os.walk(root):
        names.sort()
        found.extend(Path(folder) / name for name in sorted(files))
        if len(found) >= LOOKED_AT:
            break
    return found[:LOOKED_AT]


def _first_members(archive: Path) -> Iterator[bytes]:
    try:
        for source in islice(read_sources(archive), LOOKED_AT):
            yield source.data[:SNIFF_BYTES]
    except (UserFacingError, OSError):
        return


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SNIFF_BYTES)
    except OSError:
        return b""
