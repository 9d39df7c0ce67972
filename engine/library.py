"""One matter's packs as an answer sees them: what the agent may search, read and list."""

from __future__ import annotations

from collections.abc import Sequence

from engine.search import search
from engine.search.discover import discover
from engine.search.related import related
from engine.search.terms import WordWeight, weigh
from engine.store import documents, packs, passages
from engine.store.database import Database
from engine.types import (
    Discovered,
    Document,
    Matter,
    OutlineEntry,
    Pack,
    Passage,
    Related,
    SearchRequest,
    SearchResult,
)


class MatterLibrary:
    """The matter's own documents, and the law and statistics that all share; nothing of another matter."""

    def __init__(self, database: Database, matter: Matter) -> None:
        self._database = database
        self._matter = matter

    def packs(self) -> list[Pack]:
        with self._database.connection() as connection:
            return packs.listing(connection, self._matter)

    def search(self, request: SearchRequest) -> SearchResult:
        with self._database.connection() as connection:
            return search(connection, packs.listing(connection, self._matter), request)

    def weigh(self, text: str) -> list[WordWeight]:
        """The content words of a text with their rarity over the packs that are on."""
        with self._database.connection() as connection:
            return weigh(connection, packs.listing(connection, self._matter), text)

    def related(self, word: str) -> Related:
        """What the dictionaries and synonyms of the packs that are on say of a word."""
        with self._database.connection() as connection:
            return related(connection, packs.listing(connection, self._matter), word)

    def discover(self, request: SearchRequest) -> list[Discovered]:
        """The words that the best passages of a query share."""
        with self._database.connection() as connection:
            return discover(connection, packs.listing(connection, self._matter), request)

    def read(self, wanted: Sequence[str]) -> list[Passage]:
        with self._database.connection() as connection:
            return passages.read(connection, wanted)

    def documents(self) -> list[Document]:
        """Those of the packs that are on."""
        with self._database.connection() as connection:
            on = [pack.id for pack in packs.listing(connection, self._matter) if pack.on]
            return documents.listing(connection, on)

    def outline(self, document: str) -> list[OutlineEntry]:
        with self._database.connection() as connection:
            return passages.outline(connection, document)
