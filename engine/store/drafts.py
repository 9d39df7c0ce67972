"""A document and its passages before they are stored: what import hands to the store in one piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engine.types import Box, LegalStatus, Page, PassageKind


@dataclass(frozen=True)
class NewPassage:
    """A stretch [start, end) of the document's Markdown. Passages of one document tile it without gap or overlap."""

    start: int
    end: int
    kind: PassageKind = "text"
    label: str | None = None
    heading: str | None = None
    path: tuple[str, ...] = ()
    page: int | None = None
    language: str | None = None
    status: LegalStatus = "unknown"
    notes: str = ""


@dataclass(frozen=True)
class NewDocument:
    """``sha256`` is the hash of the bytes it was read from; the document's id comes from it."""

    source_id: str
    title: str
    markdown: str
    sha256: str
    passages: tuple[NewPassage, ...]
    converter: str
    converter_version: str
    short_title: str | None = None
    abbreviation: str | None = None
    media_type: str = ""
    language: str | None = None
    status: LegalStatus = "unknown"
    in_force_date: date | None = None
    version_date: date | None = None
    parent_key: str | None = None
    pages: tuple[Page, ...] = ()
    boxes: tuple[Box, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
