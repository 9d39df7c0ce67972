"""Chooses the few hundred passages that are worth ranking, whatever the query.

Rare words first: all passages that hold one, until a few thousand matches. Common words only add to the score of those.
When every word is common, combinations are asked: all words, then all but one, until there are enough rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.search.constants import ENOUGH_ROWS, RANKED_ROWS, RARE_MATCHES
from engine.search.tsquery import all_of, any_of
from engine.store import searching
from engine.store.searching import Key, Rows, Scope


@dataclass(frozen=True)
class Weighed:
    """A term of the query with what the packs say of it: lexemes that stand there, matches, weight of rarity."""

    word: str
    position: int
    lexemes: tuple[str, ...]
    passages: int
    weight: float

    @property
    def query(self) -> str:
        return any_of(self.lexemes)


def choose(connection: Rows, scope: Scope, terms: Sequence[Weighed]) -> list[Key]:
    """At most RANKED_ROWS keys, those with the greatest summed rarity first."""
    by_rarity = sorted(terms, key=lambda term: term.passages)
    rare: list[Weighed] = []
    matches = 0
    for term in by_rarity:
        if matches + term.passages > RARE_MATCHES and (rare or term.passages > RARE_MATCHES):
            break
        rare.append(term)
        matches += term.passages
    found: dict[Key, None] = {}
    if rare:
        queries, weights = [t.query for t in rare], [t.weight for t in rare]
        for key in searching.holding_rare(connection, scope, queries, weights, RARE_MATCHES, RANKED_ROWS):
            found[key] = None
    common = by_rarity[len(rare) :]
    if common and len(found) < ENOUGH_ROWS:
        _loosen(connection, scope, by_rarity, found)
    return list(found)[:RANKED_ROWS]


def _loosen(connection: Rows, scope: Scope, by_rarity: Sequence[Weighed], found: dict[Key, None]) -> None:
    """Adds passages that hold all words, then all but one, and so on; the common words are dropped first."""
    for size in range(len(by_rarity), 0, -1):
        # combinations() keeps the order, so those of rare words come first
        for chosen in combinations(by_rarity, size):
            query = all_of([term.query for term in chosen])
            for key in searching.holding_all_of(connection, scope, query, RANKED_ROWS - len(found)):
                found[key] = None
            if len(found) >= ENOUGH_ROWS:
                return
