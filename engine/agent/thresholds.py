"""Tells whether a condition of a sentence fits a figure of the question: after six years "at least ten years" does not.

Only lower bounds are read ("minst", "mer enn", "at least", "mindestens" …): law grades terms and sums by them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.verify.figures import Figure, figures
from engine.verify.units import same_unit

_AT_LEAST = re.compile(
    r"(?:minst|mindst|minimum|at least|not less than|mindestens|wenigstens|vähintään|minstens|ten minste|au moins|al menos|"
    r"por lo menos|almeno|pelo menos)\s*$",
    re.IGNORECASE,
)
_MORE_THAN = re.compile(
    r"(?:mer enn|meir enn|over|mere end|mer än|more than|over|exceeding|mehr als|länger als|über|yli|enemmän kuin|meer dan|"
    r"langer dan|plus de|más de|più di|oltre|mais de)\s*$",
    re.IGNORECASE,
)
_REACH = 20  # characters before a figure in which its bound stands


def asked_figures(question: str) -> list[Figure]:
    """The figures of a question that a condition can be held against: numbers with a unit."""
    return [figure for figure in figures(question) if figure.values and figure.unit]


def misses(asked: Sequence[Figure], sentence: str) -> bool:
    """Whether the sentence sets a lower bound that a figure of the question, in the same unit, does not reach."""
    if not asked:
        return False
    for bound in figures(sentence):
        before = sentence[max(0, bound.start - _REACH) : bound.start]
        at_least, more_than = _AT_LEAST.search(before), _MORE_THAN.search(before)
        if not bound.values or bound.unit is None or not (at_least or more_than):
            continue
        for figure in asked:
            if not same_unit(figure.unit, bound.unit):
                continue
            most, least = max(figure.values), min(bound.values)
            if most < least or (more_than and most == least):
                return True
    return False
