"""Our rank: how many distinct words are met, weighted by rarity, by field and length, with pairs, citations and status.

The server gives, for each word, its saturating rank by field (``ts_rank`` of that word alone); rarity comes from the
``term`` table, length from the index row.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.search.candidates import Weighed
from engine.search.constants import (
    CITED_BONUS,
    COMPOUND_WORTH,
    FIELD_WEIGHTS,
    LENGTH_WORTH,
    NOT_IN_FORCE_WORTH,
    PAIR_WORTH,
    SATURATION,
)
from engine.search.synonyms import Alternative
from engine.search.tsquery import any_of
from engine.store import searching
from engine.store.searching import Detail, Key, Rows

NOTHING = ""  # a tsquery that matches nothing


def rank(
    connection: Rows, packs: Sequence[int], keys: Sequence[Key], terms: Sequence[Weighed],
    others: Sequence[Alternative], mean_words: float, bonus: dict[Key, float],
) -> list[tuple[Key, float]]:  # fmt: skip
    """The candidates, best first. ``bonus`` is added to the passages that a citation or an act's name speaks for."""
    if not keys:
        return []
    pairs = _pairs(terms)
    queries = [t.query if t.lexemes else NOTHING for t in terms] + [
        t.wider.query if t.wider else NOTHING for t in terms
    ]
    queries += [other.query for other in others]
    found = searching.details(connection, packs, keys, queries, [query for query, _ in pairs], FIELD_WEIGHTS)
    worth = [weight for _, weight in pairs]
    scored = [(d.key, _score(d, terms, others, worth, mean_words) + bonus.get(d.key, 0.0)) for d in found]
    order = {key: number for number, key in enumerate(keys)}
    return sorted(scored, key=lambda pair: (-pair[1], order[pair[0]]))


def _pairs(terms: Sequence[Weighed]) -> list[tuple[str, float]]:
    """Each two neighbouring words of the question as a phrase query, with the bonus that meeting it gives."""
    out = []
    known = [term for term in terms if term.lexemes]
    for one, two in itertools.pairwise(known):
        distance = max(1, two.position - one.position)
        out.append(
            (f"{any_of(one.lexemes)} <{distance}> {any_of(two.lexemes)}", PAIR_WORTH * min(one.weight, two.weight))
        )
    return out


def _score(
    detail: Detail, terms: Sequence[Weighed], others: Sequence[Alternative], pair_worth: Sequence[float], mean_words: float
) -> float:  # fmt: skip
    length = 1 - LENGTH_WORTH + LENGTH_WORTH * detail.words / max(mean_words, 1.0)
    gained = []
    for number, term in enumerate(terms):
        # ts_rank divides by the number of lexemes in the query
        own = term.weight * _saturate(detail.ranks[number] * len(term.lexemes), length)
        if term.wider:
            reached = min(1.0, detail.ranks[len(terms) + number] * term.wider.size)
            own = max(own, COMPOUND_WORTH * term.wider_weight * _saturate(reached, length))
        gained.append(own)
    for other, rank_of_it in zip(others, detail.ranks[2 * len(terms) :], strict=True):
        met = other.weight * _saturate(min(1.0, rank_of_it * other.scale), length)
        short = met - sum(gained[n] for n in other.stands_for)
        if short > 0:  # it stands in for those words, it does not come on top of them
            gained[other.stands_for[0]] += short
    score = sum(gained)
    score += sum(worth for worth, together in zip(pair_worth, detail.pairs, strict=True) if together)
    return score * NOT_IN_FORCE_WORTH if detail.status in ("repealed", "future") else score


def _saturate(met: float, length: float) -> float:
    return met * (1 + SATURATION) / (met + SATURATION * length) if met > 0 else 0.0


def is_cited(score: float) -> bool:
    """Whether a score stands in the tier of cited sections."""
    return score >= CITED_BONUS
