"""Which countries a text names, and which a source can speak for."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache

from engine.resources import resource_text
from engine.text.normalise import fold_text

LEAST_LETTERS = 4  # of a beginning that may be followed by anything; "fins" must not be met in "finsnitt"
LONGEST_ENDING = 7  # letters after the beginning: inflections, not compounds of other things


@dataclass(frozen=True)
class Country:
    """``pattern`` finds its names in folded text; its law is written in ``languages``."""

    code: str
    languages: frozenset[str]
    pattern: re.Pattern[str]


@cache
def countries() -> tuple[Country, ...]:
    """The countries of ``resources/countries.toml``."""
    table = tomllib.loads(resource_text("countries.toml"))
    return tuple(
        Country(code, frozenset(entry["languages"]), _pattern(tuple(entry["words"]))) for code, entry in table.items()
    )


def named(text: str) -> list[Country]:
    """The countries that a text names, by name or adjective."""
    folded = fold_text(text)
    return [country for country in countries() if country.pattern.search(folded)]


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    ways = [
        re.escape(word[1:]) if word.startswith("=") else re.escape(word) + rf"[^\W\d_]{{0,{LONGEST_ENDING}}}"
        for word in map(fold_text, words)
    ]
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(ways)})(?![^\W\d_])")
