"""Chooses the few hundred passages that are worth ranking, whatever the query.

Rare words first: all passages that hold one, until a few thousand matches. Common words only add to the score of those.
When every word is common, combinations are asked: all words, then all but one, until there are enough rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.search.compounds import Wider
from engine.search.constants import (
    COMBINATIONS_MOST,
    ENOUGH_ROWS,
    RANKED_ROWS,
    RARE_MATCHES,
    SYNONYM_MATCHES,
)
from engine.search.synonyms import Alternative
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
    wider: Wider | None = None
    wider_weight: float = 0.0

    @property
    def query(self) -> str:
        return any_of(self.lexemes)

    @property
    def reach(self) -> str:
        """The word and the compounds that it reaches, as one tsquery."""
        own = [self.query] if self.lexemes else []
        return " | ".join([*own, self.wider.query] if self.wider else own)

    @property
    def matches(self) -> int:
        """The most passages that ``reach`` can match."""
        return self.passages + (self.wider.passages if self.wider else 0)


def choose(connection: Rows, scope: Scope, terms: Sequence[Weighed], others: Sequence[Alternative] = ()) -> list[Key]:
    """At most RANKED_ROWS keys, those with the greatest summed rarity first."""
    units = [(t.passages, t.query, t.weight) for t in terms if t.lexemes]
    units += [(t.wider.passages, t.wider.query, t.wider_weight) for t in terms if t.wider]
    rare = _within(units, RARE_MATCHES)
    whole = len(rare) == len(units)
    rare += _within([(o.passages, o.query, o.weight) for o in others], SYNONYM_MATCHES)
    found: dict[Key, None] = {}
    if rare:
        queries, weights = [query for _, query, _ in rare], [weight for _, _, weight in rare]
        for key in searching.holding_rare(connection, scope, queries, weights, RARE_MATCHES, RANKED_ROWS):
            found[key] = None
    if not whole and len(found) < ENOUGH_ROWS:
        _loosen(connection, scope, sorted(terms, key=lambda term: term.matches), found)
    return list(found)[:RANKED_ROWS]


def _within(units: Sequence[tuple[int, str, float]], most: int) -> list[tuple[int, str, float]]:
    """The rarest of some (passages, query, weight), until ``most`` matches."""
    rare: list[tuple[int, str, float]] = []
    matches = 0
    for unit in sorted(units, key=lambda unit: unit[0]):
        matches += unit[0]
        if matches > most:
            break
        rare.append(unit)
    return rare


def _loosen(connection: Rows, scope: Scope, by_rarity: Sequence[Weighed], found: dict[Key, None]) -> None:
    """Adds passages that hold all words, then all but one, and so on; the common words are dropped first."""
    tried = 0
    for size in range(len(by_rarity), 0, -1):
        # combinations() keeps the order, so those of rare words come first
        for chosen in combinations(by_rarity, size):
            query = all_of([f"({term.reach})" for term in chosen])
            for key in searching.holding_all_of(connection, scope, query, RANKED_ROWS - len(found)):
                found[key] = None
            tried += 1
            if len(found) >= ENOUGH_ROWS or (found and tried >= COMBINATIONS_MOST):
                return
