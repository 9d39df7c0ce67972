"""Fuses result lists by reciprocal rank and caps how much one document may give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from engine.search.constants import RECIPROCAL_RANK_K

Item = TypeVar("Item", bound=Hashable)


def reciprocal_rank(
    lists: Sequence[Sequence[Item]], weights: Sequence[float] | None = None
) -> list[tuple[Item, float]]:
    """Items of all lists, best first, with score Σ weight / (60 + rank), ranks from 1. Ties keep the first list's order."""
    scores: dict[Item, float] = defaultdict(float)
    for number, ranked in enumerate(lists):
        weight = weights[number] if weights else 1.0
        for rank, item in enumerate(ranked, 1):
            scores[item] += weight / (RECIPROCAL_RANK_K + rank)
    return sorted(scores.items(), key=lambda pair: -pair[1])


def cap(items: Iterable[Item], document: Callable[[Item], Hashable], most: int, limit: int) -> list[Item]:
    """The first ``limit`` items with at most ``most`` of one document."""
    taken: list[Item] = []
    counts: dict[Hashable, int] = defaultdict(int)
    for item in items:
        if counts[document(item)] < most:
            counts[document(item)] += 1
            taken.append(item)
            if len(taken) == limit:
                break
    return taken
