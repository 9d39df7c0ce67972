"""Tells a scanner's error from a word: a run of three letters that no word of the language has.

The runs of each language are kept in ``resources/trigrams``, made from its law by ``tests/bench/quotes_letters.py``; a
language without a file has none, and then nothing is called an error.
"""

from __future__ import annotations

from functools import cache

from engine.resources import resource_text

FOLDER = "trigrams"
LEAST_LETTERS = 2


def runs(word: str) -> list[str]:
    """Every run of three letters of a folded word, its ends marked ``^`` and ``$``."""
    whole = f"^{word}$"
    return [whole[i : i + 3] for i in range(len(whole) - 2)]


@cache
def _known(language: str) -> frozenset[str]:
    lines = resource_text(f"{FOLDER}/{language}.txt", missing="").splitlines()
    return frozenset(run for line in lines if not line.startswith("#") for run in line.split())


def is_no_word(word: str, language: str | None) -> bool:
    """Whether a folded word cannot be one of the language; False where nothing is known of the language."""
    if language is None or len(word) < LEAST_LETTERS or not (known := _known(language)):
        return False
    return not known.issuperset(runs(word))
