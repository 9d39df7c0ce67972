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


# Letters beyond a–z that a language writes; a word with another is no word of it.
_BEYOND = {
    "no": "æøåéèêóòôüäö", "da": "æøåéüäö", "sv": "åäöéàü", "en": "é", "de": "äöüßéèàçñ", "fi": "åäöšž", "nl": "éèëïöüáóêà",
    "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "it": "àèéìíîòóùú", "pt": "áâãàçéêíóôõúü",
}  # fmt: skip
_PLAIN = "abcdefghijklmnopqrstuvwxyz"


@cache
def _alphabet(language: str) -> frozenset[str]:
    return frozenset(_PLAIN + _BEYOND.get(language, ""))


@cache
def _anywhere() -> frozenset[str]:
    """Letters of any of the eleven."""
    return frozenset(_PLAIN).union(*map(_alphabet, _BEYOND))


def foreign(word: str, language: str | None) -> bool:
    """Whether a folded word has a letter that its language (or, unknown, none of the eleven) writes."""
    return not (_alphabet(language) if language else _anywhere()).issuperset(word)


def is_no_word(word: str, language: str | None, low: int = 0, high: int | None = None) -> bool:
    """Whether a folded word cannot be one of the language, for a run that touches its letters [low, high); False where
    nothing is known of the language."""
    if language is None or len(word) < LEAST_LETTERS or not (known := _known(language)):
        return False
    return not known.issuperset(runs(word)[low if low < 2 else low - 1 : None if high is None else high + 1])
