"""A word or short phrase of a vocabulary: what may be one, and the keys by which a query's words find it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.text.language import LANGUAGES
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of
from engine.text.tokens import stem, tokens

MOST_WORDS = 8  # of one phrase; a longer one is a sentence, and no query holds it
RESERVED = set('[]|;"?')  # have a meaning in the CSV form


def clean(text: str) -> str:
    """A word as it is kept: composed letters, single blanks. Raises ValueError with a plain reason for what is no word."""
    word = " ".join(unicodedata.normalize("NFC", text).split())
    if not word:
        raise ValueError("a word is empty")
    if bad := sorted(set(word) & RESERVED):
        raise ValueError(f"“{word}” holds the sign {bad[0]}, which has another meaning in these files")
    if any(unicodedata.category(letter) in ("Cc", "Cs") or letter == "\ufffd" for letter in word):
        raise ValueError(f"{word!r} holds a sign that is no letter")
    parts = parts_of(word)
    if not any(part.isalpha() for part in parts):
        raise ValueError(f"“{word}” holds no word that could be searched for")
    if len(parts) > MOST_WORDS:
        raise ValueError(f"“{word}” has {len(parts)} words; a phrase can have {MOST_WORDS}")
    return word


def parts_of(word: str) -> tuple[str, ...]:
    """The words of a phrase, folded; a hyphenated word as it is written together ("e-post" → "epost")."""
    parts: dict[int, str] = {}
    joined_until = 0
    for token in tokens(fold_text(word)):
        if token.start >= joined_until and token.position not in parts:
            parts[token.position] = token.text
            joined_until = token.end  # of a joined form, which comes before its parts and spans them
    return tuple(parts.values())


def stems(word: str, languages: Iterable[str] = LANGUAGES) -> set[str]:
    """A folded word with its stems."""
    return {word, *(stem(word, language) for language in languages)}


def keys(words: Iterable[str]) -> list[str]:
    """What a group or an entry is found by: for each of its words and phrases the stems of the part that tells most."""
    found: set[str] = set()
    for word in words:
        found |= stems(_telling(parts_of(word)))
    return sorted(found)


def _telling(parts: tuple[str, ...]) -> str:
    """The longest part that is no small word, else the longest: "slått" of "slått ned"."""
    small = stop_words_of(LANGUAGES)
    return max(parts, key=lambda part: (part not in small, len(part)))
