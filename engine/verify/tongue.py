"""The language of a claim or a quote: one short sentence, in which a single small word may deceive ("den", "to", "de").

Counts the small words of every language and the letters that few languages write; unlike ``engine.text.language`` it
takes near ties inside Scandinavia, whose words and figures are read alike here.
"""

from __future__ import annotations

import re
from functools import cache

from engine.text.language import LANGUAGES
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words

_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 1000  # characters; a quote is shorter
# Letters and what they speak for; one counts as much as a small word.
_LETTERS = {
    "å": ("no", "da", "sv"), "ø": ("no", "da"), "æ": ("no", "da"), "ß": ("de",), "ü": ("de",), "ñ": ("es",), "ã": ("pt",), "õ": ("pt",),
    "ê": ("fr", "pt"), "è": ("fr", "it"), "ç": ("fr", "pt"), "ij": ("nl",), "ää": ("fi",), "ö": ("sv", "de", "fi"), "ä": ("sv", "de", "fi"),
    "ù": ("it", "fr"), "ó": ("es", "pt"), "í": ("es", "pt"), "ò": ("it",),
}  # fmt: skip
_SCANDINAVIAN = ("no", "da", "sv")
_LEAST = 2  # hits


def language_of(*texts: str) -> str | None:
    """ISO 639-1 code of the first text that tells its language, or None."""
    for text in texts:
        if found := _tell(text):
            return found
    return None


def _tell(text: str) -> str | None:
    folded = fold_text(text[:_SAMPLE])
    points = dict.fromkeys(LANGUAGES, 0)
    speakers = _speakers()
    for word in _WORD.findall(folded):
        for language in speakers.get(word, ()):
            points[language] += 1
    for letter, languages in _LETTERS.items():
        if count := folded.count(letter):
            for language in languages:
                points[language] += count
    ranked = sorted(points, key=lambda one: -points[one])
    best, second = ranked[0], ranked[1]
    if points[best] < _LEAST:
        return None
    if points[best] > points[second]:
        return best
    tied = [one for one in LANGUAGES if points[one] == points[best]]
    return tied[0] if all(one in _SCANDINAVIAN for one in tied) else None


@cache
def _speakers() -> dict[str, tuple[str, ...]]:
    """Small word → the languages that have it."""
    words: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for word in stop_words(language):
            words[word] = (*words.get(word, ()), language)
    return words
