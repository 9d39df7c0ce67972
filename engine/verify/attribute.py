"""Finds the sentence that carries a claim, when a small model wrote words but named no sentence.

A sentence carries a claim when it holds all its figures and most of its content words, weighed by how rare they are
among the sentences at hand; words in the claim's order and close together count more. ANSWERING, Quotes 3.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words
from engine.text.tokens import stem
from engine.verify.figures import Figure, figures
from engine.verify.polarity import negation_differs
from engine.verify.tongue import language_of
from engine.verify.units import unit_of

# Share of the claim's content words (by rarity) that the sentence must hold. Below a half, two of three sentences of the
# same section would carry it; measured with the questions' own answers, see tests/unit/verify/test_attribute.py.
LEAST_SHARE = 0.6
LEAST_WORDS = 2  # content words met; one alone is chance
FIGURE_WEIGHT = 2.0  # a figure with its unit tells as much as a word that one sentence in five holds
ORDER_WEIGHT = 0.15  # of two sentences that hold the same words, the one in the claim's order
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONG = 7  # from so many letters on, a word counts as met inside a compound ("frist" no, "oppsigelse" yes)


@dataclass(frozen=True)
class _Bag:
    stems: list[str]  # content words in order
    figures: list[Figure]


def attribute(claim: str, sentences: Sequence[str]) -> int | None:
    """The number of the sentence that carries ``claim`` best, or None when none carries it."""
    language = language_of(claim) or language_of(" ".join(sentences[:20]))
    said = _bag(claim, language)
    if not said.stems and not said.figures:
        return None
    bags = [_bag(sentence, language) for sentence in sentences]
    seen = Counter(word for bag in bags for word in set(bag.stems))
    weights = {word: math.log(1 + len(bags) / (1 + seen[word])) + 0.2 for word in set(said.stems)}
    if len(said.stems) + len(said.figures) < LEAST_WORDS:
        return _only(said, bags)
    best: tuple[float, int] | None = None
    for number, bag in enumerate(bags):
        score = _score(said, bag, weights)
        if score is not None and (best is None or score > best[0]) and not negation_differs(claim, [sentences[number]]):
            best = (score, number)
    return best[1] if best else None


def _only(said: _Bag, bags: Sequence[_Bag]) -> int | None:
    """The one sentence that holds the only figure of a claim ("10 000 kroner."); None when several do."""
    if not said.figures:
        return None
    holding = [
        number
        for number, bag in enumerate(bags)
        if set(said.stems) <= set(bag.stems) and all(any(f.stands_in(o) for o in bag.figures) for f in said.figures)
    ]
    return holding[0] if len(holding) == 1 else None


def _bag(text: str, language: str | None) -> _Bag:
    small = stop_words(language) if language else frozenset()
    found = figures(text, language)
    counted = any(
        figure.unit for figure in found
    )  # then "kroner" and "måneder" are part of a figure, not words of their own
    for figure in reversed(found):
        text = text[: figure.start] + " " + text[figure.end :]
    words = [w for w in _WORD.findall(fold_text(text)) if w not in small and not (counted and unit_of(w))]
    return _Bag([stem(w, language) for w in words], found)


def _score(said: _Bag, bag: _Bag, weights: dict[str, float]) -> float | None:
    if not all(any(figure.stands_in(other) for other in bag.figures) for figure in said.figures):
        return None
    stems = set(bag.stems)
    met = [word for word in said.stems if word in stems or _inside(word, stems)]
    figured = FIGURE_WEIGHT * len(said.figures)
    whole = sum(weights[word] for word in said.stems) + figured
    share = (sum(weights[word] for word in met) + figured) / whole
    if share < LEAST_SHARE or len(set(met)) + len(said.figures) < LEAST_WORDS:
        return None
    crowd = len(met) / max(len(bag.stems), 1)  # a short sentence that holds it all says it more plainly
    return share + ORDER_WEIGHT * _in_order(met, bag.stems) + 0.1 * crowd


def _inside(word: str, stems: set[str]) -> bool:
    return len(word) >= _LONG and any(word in other or (len(other) >= _LONG and other in word) for other in stems)


def _in_order(met: list[str], stems: list[str]) -> float:
    """Share of neighbouring words of the claim that stand in the same order in the sentence."""
    places = {word: place for place, word in reversed(list(enumerate(stems)))}
    steps = [(places[a], places[b]) for a, b in pairwise(met) if a in places and b in places]
    return sum(a < b for a, b in steps) / len(steps) if steps else 0.0
