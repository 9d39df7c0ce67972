"""The language of a claim or a quote: one short sentence, in which a single small word may deceive ("den", "to", "de").

Counts the small words of every language and the letters that few languages write; unlike ``engine.text.language`` it
takes near ties inside Scandinavia, whose words and figures are read alike here.
"""

from __future__ import annotations

import re

from engine.text.language import LANGUAGES
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words

_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 1500  # characters; a quote is shorter
# Letters and what they speak for; a word with one counts as much as a small word.
_LETTERS = {
    "å": ("no", "da", "sv"), "ø": ("no", "da"), "æ": ("no", "da"), "ß": ("de",), "ü": ("de",), "ñ": ("es",), "ã": ("pt",), "õ": ("pt",),
    "ê": ("fr", "pt"), "è": ("fr", "it"), "ç": ("fr", "pt"), "ij": ("nl",), "ää": ("fi",), "ö": ("sv", "de", "fi"), "ä": ("sv", "de", "fi"),
    "ù": ("it", "fr"), "ó": ("es", "pt"), "í": ("es", "pt"), "ò": ("it",),
}  # fmt: skip
_SCANDINAVIAN = ("no", "da", "sv")
_LEAST = 2.0  # hits


def language_of(*texts: str) -> str | None:
    """ISO 639-1 code of the first text that tells its language, or None."""
    for text in texts:
        if found := _tell(text):
            return found
    return None


def _tell(text: str) -> str | None:
    words = _WORD.findall(fold_text(text[:_SAMPLE]))
    points = dict.fromkeys(LANGUAGES, 0.0)
    for word in words:
        for language in LANGUAGES:
            if word in stop_words(language):
                points[language] += 1
        for letter, languages in _LETTERS.items():
            if letter in word:
                for language in languages:
                    points[language] += 1
    ranked = sorted(points, key=lambda one: -points[one])
    best, second = ranked[0], ranked[1]
    if points[best] < _LEAST:
        return None
    if points[best] - points[second] >= 1:
        return best
    tied = [one for one in LANGUAGES if points[best] - points[one] < 1]
    return tied[0] if all(one in _SCANDINAVIAN for one in tied) else None
