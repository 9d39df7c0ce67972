"""The small words of each language: too common to search for, and what tells languages apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.resources import resource_text
from engine.text.normalise import fold_text


@cache
def stop_words(language: str) -> frozenset[str]:
    """Folded small words of one language (ISO 639-1); empty for a language without a list."""
    text = resource_text(f"stopwords/{language}.txt", missing="")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(fold_text(word) for line in lines for word in line.split())


def stop_words_of(languages: Iterable[str]) -> frozenset[str]:
    """The small words of several languages together."""
    return frozenset().union(*(stop_words(language) for language in languages))
