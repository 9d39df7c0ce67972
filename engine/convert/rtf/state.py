"""Formatting state of RTF groups, and what is collected while reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.convert.blocks import TextBlock


@dataclass(frozen=True)
class State:
    """What a group inherits and may change. ``target``: where its text goes ("" body, "skip", "header" …)."""

    target: str = ""
    page: str = ""  # code page of the font; "" the file's
    symbol: bool = False
    uc: int = 1
    hidden: bool = False
    raised: bool = False
    bold: bool = False
    size: int = 24  # half points
    deleted: int | None = None  # index of the author of a tracked deletion
    inserted: int | None = None
    table: bool = False
    style: int = 0
    outline: int | None = None

    def but(self, **changes: object) -> State:
        return replace(self, **changes)  # type: ignore[arg-type]


@dataclass
class RtfDocument:
    """All that was read from an RTF file."""

    blocks: list[TextBlock] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)
    footers: list[str] = field(default_factory=list)
    comments: list[dict[str, str]] = field(default_factory=list)
    changes: list[dict[str, str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    objects: list[bytes] = field(default_factory=list)
    title: str = ""
    author: str = ""
    authors: list[str] = field(default_factory=list)  # of tracked changes


@dataclass
class Paragraph:
    """The paragraph that is being read."""

    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    letters: int = 0
    bold: int = 0
    size: int = 0


@dataclass
class Row:
    """The table row that is being read. ``merges``, for each cell: "", "down" (goes on from
    above) or "left".
    """

    cells: list[str] = field(default_factory=list)
    merges: list[str] = field(default_factory=list)
    next_merge: str = ""
