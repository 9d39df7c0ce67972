"""Law as one passage per section: ``open_law`` reads whatever national format a file, folder or archive holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath

from engine.law import lovdata
from engine.law.acts import LawAct, LawPart
from engine.law.sources import read_sources

__all__ = ["LawAct", "LawPart", "distinct_source_id", "is_law", "law_language", "open_law", "read_law"]

LANGUAGE_ENDINGS = ("nn", "nb", "se", "en")  # "nl-18140517-000-nn.xml": the second language of an act


def is_law(start: bytes) -> bool:
    """True when a file that begins with these bytes (64 KB are enough) is an act in a format that is read here."""
    return lovdata.looks_like(start)


def law_language(start: bytes) -> str | None:
    """The language (ISO 639-1) of the collection that a file beginning so is from; None when it is no law."""
    return "no" if lovdata.looks_like(start) else None


def read_law(data: bytes, member: str = "", day: date | None = None) -> LawAct:
    """One file as an act. Raises UserFacingError when it is damaged or no act."""
    act = lovdata.read_act(data, member, day)
    ending = PurePosixPath(member).stem.rpartition("-")[2]
    return replace(act, source_id=f"{act.source_id}-{ending}") if ending in LANGUAGE_ENDINGS else act


def distinct_source_id(act: LawAct, taken: set[str]) -> LawAct:
    """The act under an id that is not in ``taken``, to which it is added: two files of one id differ in language."""
    name = act.source_id
    if name in taken:
        name = f"{act.source_id}-{act.language}"
        number = 2
        while name in taken:
            name, number = f"{act.source_id}-{act.language}-{number}", number + 1
        act = replace(act, source_id=name)
    taken.add(name)
    return act


def open_law(path: Path, day: date | None = None) -> Iterator[LawAct]:
    """Every act of a file, folder or archive (tar, tar.gz, tar.bz2, tar.xz, zip), streamed; other files are passed over.

    ``day`` is the day statuses are told for (default: today). Raises UserFacingError on a damaged archive or act.
    """
    taken: set[str] = set()
    for source in read_sources(Path(path)):
        if source.problem is None and is_law(source.data[: lovdata.SNIFF_BYTES]):
            yield distinct_source_id(read_law(source.data, source.name, day), taken)
