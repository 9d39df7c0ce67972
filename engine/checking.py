"""Checks every quote of an answer against the store: its words, and the place that it names."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from engine.errors import UserFacingError
from engine.ids import split_document_id
from engine.store import documents, passages
from engine.types import Answer, Document, Passage, Quote
from engine.verify.check import check_answer
from engine.verify.place import check_place


class Checking:
    """One check of one answer; every document and passage is read once. ``reach``: the packs that may be read, or all."""

    def __init__(self, connection: documents.Rows, reach: AbstractSet[int] | None = None) -> None:
        self._connection = connection
        self._reach = reach
        self._documents: dict[str, Document | None] = {}
        self._passages: dict[str, Passage | None] = {}

    def check(self, answer: Answer) -> Answer:
        """The answer with the status of every quote as it is now."""
        checked = check_answer(answer, self._text)
        claims = tuple(replace(c, quotes=tuple(self._placed(q) for q in c.quotes)) for c in checked.claims)
        return replace(checked, claims=claims, evidence=tuple(self._placed(q) for q in checked.evidence))

    def _placed(self, quote: Quote) -> Quote:
        return check_place(quote, self._passage(quote.passage), self._document(quote.document))

    def _text(self, document: str) -> str | None:
        found = self._document(document)
        return found.markdown if found else None

    def _document(self, document: str) -> Document | None:
        """None when it is gone, out of reach, or the id comes from another home: its quotes cannot be checked."""
        if document not in self._documents:
            try:
                within = self._reach is None or split_document_id(document)[0] in self._reach
                self._documents[document] = documents.get(self._connection, document) if within else None
            except UserFacingError:
                self._documents[document] = None
        return self._documents[document]

    def _passage(self, passage: str) -> Passage | None:
        if passage not in self._passages:
            try:
                self._passages[passage] = next(iter(passages.read(self._connection, [passage])), None)
            except UserFacingError:
                self._passages[passage] = None
        return self._passages[passage]
