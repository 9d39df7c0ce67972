"""How rare the words of a text are in the packs searched: what evidence and attribution weigh words by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.search.query import parse
from engine.search.rarity import rarity
from engine.store import searching
from engine.store.searching import Rows
from engine.types import Pack


@dataclass(frozen=True)
class WordWeight:
    """One content word of a question: as folded, the lexemes that stand for it, its rarity (0: stands nowhere)."""

    word: str
    lexemes: tuple[str, ...]
    weight: float
    passages: int


def weigh(connection: Rows, packs: Sequence[Pack], text: str) -> list[WordWeight]:
    """The content words of ``text`` in order, with their rarity over the packs that are on. A word that stands nowhere has
    passages 0 and the weight of one that stands once: the question turns on it, and the packs do not know it."""
    on = [pack for pack in packs if pack.on]
    ids = [pack.id for pack in on]
    if not ids:
        return []
    total = sum(pack.passages for pack in on) or 1
    query = parse(text, searching.languages(connection, ids))
    counts = searching.frequencies(connection, ids, list(query.lexemes))
    out = []
    for term in query.terms:
        passages = min(total, sum(counts.get(lexeme, 0) for lexeme in term.lexemes))
        out.append(WordWeight(term.word, term.lexemes, rarity(max(passages, 1), total), passages))
    return out
