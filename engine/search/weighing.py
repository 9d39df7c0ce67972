"""Weighs the words of a query by how rare they are in the packs, with the compounds and synonyms that they reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.search.candidates import Weighed
from engine.search.compounds import widen
from engine.search.constants import POINTING_WORTH
from engine.search.query import Query, Term
from engine.search.rarity import rarity
from engine.search.synonyms import Alternative, Meaning, alternatives, concepts, lexemes_of
from engine.store import searching
from engine.store.searching import Rows


def weigh_terms(
    connection: Rows, packs: Sequence[int], query: Query, found: Sequence[Meaning], spoken: Iterable[str | None], total: int,
) -> tuple[list[Weighed], list[Alternative]]:  # fmt: skip
    """The terms that stand in the packs, or reach a compound or a synonym there, with their rarity; cited numbers are
    words too. ``total`` is the number of passages of the packs."""
    wanted = [*query.terms, *(Term(c.atom, 0, (c.atom,)) for c in query.citations)]
    asked = [lexeme for term in wanted for lexeme in term.lexemes]
    counts = searching.frequencies(connection, packs, list(dict.fromkeys([*asked, *lexemes_of(found)])))
    wider = widen(connection, packs, query.terms, spoken)
    held = concepts(found, counts, total)
    pointing = {n for meaning in found if meaning.pointed and meaning.certain for n in meaning.stands_for}
    weighed: dict[int, Weighed] = {}
    for number, term in enumerate(wanted):
        present = tuple(lexeme for lexeme in term.lexemes if lexeme in counts)
        reached = wider.get(term.word)
        passages = min(total, sum(counts[lexeme] for lexeme in present))
        weight = rarity(min(total, passages + held.get(number, 0)), total) if present else 0.0
        if number in pointing:
            weight *= POINTING_WORTH
        wider_weight = rarity(min(total, reached.passages), total) if reached else 0.0
        if present:
            wider_weight = min(weight, wider_weight)
        weighed[number] = Weighed(term.word, term.position, present, passages, weight, reached, wider_weight)
    own = {number: term.weight for number, term in weighed.items() if term.lexemes}
    others = alternatives(found, counts, own, total)
    kept = {n for n, term in weighed.items() if term.lexemes or term.wider} | {n for o in others for n in o.stands_for}
    places = {number: place for place, number in enumerate(sorted(kept))}
    moved = [replace(other, stands_for=tuple(places[n] for n in other.stands_for)) for other in others]
    return [weighed[number] for number in sorted(kept)], moved
