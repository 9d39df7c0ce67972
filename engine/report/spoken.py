"""Puts a sentence of the engine (a note, a reason) into the language of a report.

The engine speaks English; ``resources/translations/engine`` holds its sentences as templates with {0}, {1} …, the same
that the window shows. A sentence that is not known stays as it is.
"""

from __future__ import annotations

import json
import re
from functools import cache

from engine.resources import resource_text


@cache
def _sentences(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(resource_text(f"translations/engine/{language}.json", missing="{}"))
    return found


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Templates with something to fill in, the most specific first."""
    made = []
    for template, translation in _sentences(language).items():
        parts = re.split(r"\{(\d)\}", template)
        if len(parts) > 1:
            texts = (re.escape(p) if i % 2 == 0 else f"(?P<g{p}>.+?)" for i, p in enumerate(parts))
            made.append((re.compile("".join(texts), re.DOTALL), translation))
    return tuple(sorted(made, key=lambda pair: -len(pair[0].pattern)))


def spoken(sentence: str, language: str) -> str:
    """``sentence`` in ``language`` ("nb", "en" …); what was filled in is put into it too where it is a sentence itself."""
    known = _sentences(language).get(sentence)
    if known is not None:
        return known
    for pattern, translation in _patterns(language):
        if match := pattern.fullmatch(sentence):
            values = {name[1:]: spoken(value, language) for name, value in match.groupdict().items()}
            return re.sub(r"\{(\d)\}", lambda m, values=values: values[m[1]], translation)  # type: ignore[misc]
    return sentence
