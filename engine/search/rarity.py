"""How much a word tells by how few passages hold it."""

from __future__ import annotations

import math


def rarity(passages: int, total: int) -> float:
    """BM25's inverse document frequency, never negative."""
    return math.log(1 + (total - passages + 0.5) / (passages + 0.5))
