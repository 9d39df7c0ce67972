"""What an answer needs of the library it is made from, its limits, and what the model may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine.search.terms import WordWeight
from engine.types import Document, OutlineEntry, Pack, Passage, SearchRequest, SearchResult

OnEvent = Callable[
    [str, Any], None
]  # "searched" Searched · "evidence" quotes · "read" str · "claim" Claim · "note" str
SaveStep = Callable[[str, Any], None]  # kind and body, JSON-ready; called as each step happens


class Library(Protocol):
    """One matter's packs as the answer sees them: those of the matter, and the law and statistics that all share."""

    def search(self, request: SearchRequest) -> SearchResult: ...
    def weigh(self, text: str) -> list[WordWeight]: ...
    def read(self, passages: Sequence[str]) -> list[Passage]: ...
    def documents(self) -> list[Document]: ...
    def outline(self, document: str) -> list[OutlineEntry]: ...
    def packs(self) -> list[Pack]: ...


@dataclass(frozen=True)
class Limits:
    """Of one answer; the settings ``agent.*`` hold the values and the reasons."""

    rounds: int = 8
    seconds: float = 600.0
    tokens: int = 60000


@dataclass(frozen=True)
class Profile:
    """What the catalog says of a model: may it drive the loop, and does it quote by words or by sentence ids."""

    role: Literal["agent", "chooser", "test"] = "agent"
    quotes: Literal["words", "ids"] = "words"
