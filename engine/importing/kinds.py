"""Decides whether what was dropped is law or documents, and which pack it goes into."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.errors import UserFacingError
from engine.importing.walk import is_litter
from engine.law import law_language
from engine.law.lovdata import SNIFF_BYTES
from engine.law.sources import is_archive, read_sources
from engine.text.language import STEMMER_OF

LOOKED_AT = 20  # files of a folder or archive that are looked at
MOSTLY = 0.8  # of them must be acts; a collection may hold a licence or a note besides
DOCUMENTS = "Documents"
LAW_PACKS = {
    "no": "Norwegian law", "sv": "Swedish law", "da": "Danish law", "de": "German law", "fi": "Finnish law",
    "nl": "Dutch law", "fr": "French law", "en": "English law", "es": "Spanish law", "it": "Italian law",
    "pt": "Portuguese law",
}  # fmt: skip
OTHER_LAW = "Law"


def languages_of_law(root: Path) -> tuple[list[str], bool]:
    """(the languages of the acts among the first files of a file, folder or archive; True when it is law as a whole).

    A case folder with an act in it is no collection of law: nearly all of the files that are looked at must be acts.
    """
    if root.is_dir():
        starts = [_start(path) for path in _first_files(root)]
    else:
        starts = list(_first_members(root)) if is_archive(root) else [_start(root)]
    languages = [language for start in starts if (language := law_language(start))]
    return languages, bool(languages) and len(languages) >= MOSTLY * len(starts)


def law_pack(language: str | None) -> tuple[str, str, str]:
    """(name, stemmer, description) of the pack for acts in a language."""
    name = LAW_PACKS.get(language or "", OTHER_LAW)
    stemmer = STEMMER_OF.get(language or "", "auto")
    return name, stemmer, f"{name}: acts and regulations, one passage a section."


def _first_files(root: Path) -> list[Path]:
    found: list[Path] = []
    for folder, names, files in os.walk(root):
        names.sort()
        found.extend(Path(folder) / name for name in sorted(files) if not is_litter(name))
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
    """The first bytes of a file, or of the first file in an archive."""
    if is_archive(path):
        return next(_first_members(path), b"")
    try:
        with path.open("rb") as file:
            return file.read(SNIFF_BYTES)
    except OSError:
        return b""
