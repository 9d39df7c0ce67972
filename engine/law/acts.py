"""An act as any national reader gives it: its metadata, and its parts in the order of the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.types import LegalStatus, PassageKind


@dataclass(frozen=True)
class LawPart:
    """One section, or a stretch of text outside any section, in the order of the act.

    ``blocks`` are paragraphs, each of one or more lines (list items, table rows); no line holds a heading.
    ``opens`` are the headings (depth from 1, text) of chapters that begin just before this part.
    A section that is interrupted by the wording of another act goes on in a part with ``continues``.
    """

    kind: PassageKind
    label: str | None  # the number as printed: "§ 15-3", "Art 8"; None outside sections
    heading: str | None
    path: tuple[str, ...]  # headings of the chapters above, outermost first
    blocks: tuple[str, ...]
    notes: str = ""  # amendment notes and footnotes, one a line
    status: LegalStatus = "in_force"
    key: str = ""  # unique inside the act: the address Lovdata gives, or the element's id
    opens: tuple[tuple[int, str], ...] = ()
    continues: bool = False
    language: str | None = None  # only where it differs from the act's


@dataclass(frozen=True)
class LawAct:
    """One act in one language."""

    source_id: str  # "LOV-2005-06-17-62"
    refid: str  # "lov/2005-06-17-62"
    language: str  # as the file says: "no", "nb", "nn", "se" …
    title: str
    short_title: str | None
    abbreviation: str | None
    status: LegalStatus
    in_force_text: str | None  # as printed: "2015-10-01, 2008-03-07", "Kongen bestemmer"
    in_force_date: date | None  # the first date in it
    version_date: date | None  # last change in force, else the day it came into force
    parts: tuple[LawPart, ...]
    heading: str  # the title as it stands above the text
    member: str = ""  # file or archive member it was read from
    sha256: str = ""  # of the file's bytes
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sections(self) -> tuple[LawPart, ...]:
        """The act's own sections, each once."""
        return tuple(p for p in self.parts if p.kind == "section" and not p.continues)
