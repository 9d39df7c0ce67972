"""Turns text into the lexemes that are indexed and searched. Index and query go through here, and nowhere else.

A token is a run of letters and figures of the folded text; a word with an inner hyphen gives its parts and, of letters
alone, the joined word too ("e-post" → e, post, epost). A citation gives one atom (``engine.text.citations``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import local
from typing import Any

import Stemmer

from engine.text.citations import find_citations, section_atom
from engine.text.language import STEMMER_OF
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words

# Limits of PostgreSQL's tsvector: positions end at 16,383, 255 of one lexeme; a lexeme must be under 2 KB.
LAST_POSITION = 16_383
MOST_POSITIONS = 255
_DIGITS = [str(number) for number in range(LAST_POSITION + 1)]  # looked up faster than written anew
LONGEST_TOKEN = 60  # longer "words" are base64, rulers or table lines, never searched for

# A gap between fields, so that no phrase runs from a heading into the text below it.
FIELD_GAP = 5

# Marks of notes ("prisavslag¹", "ⁱ") are no part of the word that they hang on.
_LETTER = r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵛˣˡᶜ]"
_WORD = re.compile(rf"{_LETTER}+(?:-{_LETTER}+)*")
_REST = re.compile(rf"{_LETTER}*(?:-{_LETTER}+)*")
# Each Latin-1 letter, figure and hyphen to itself, everything else to a blank.
_SPACED = bytes(code if re.match(rf"{_LETTER}|-", chr(code)) else 32 for code in range(256))
_stemmers = local()
_tables = local()
HYPHENED = "-"  # stands in the table for a word that is taken apart
MOST_LEXEMES = 400_000  # of one language held at a time, about 40 MB; then it starts anew


@dataclass(frozen=True)
class Token:
    """One word of a text: folded, with its place [start, end) in the folded text and its position among the words."""

    text: str
    start: int
    end: int
    position: int


@dataclass(frozen=True)
class IndexRow:
    """What the index keeps of a passage: a tsvector literal, its number of body words, its own number as an atom."""

    lexemes: str
    words: int
    atom: str | None
    distinct: frozenset[str]


def tokens(folded: str) -> Iterator[Token]:
    """The words of folded text in order; the parts of a hyphened word follow each other, the joined one shares the first's place."""
    position = 0
    for m in _WORD.finditer(folded):
        word = m.group()
        if "-" not in word:
            position += 1
            if len(word) <= LONGEST_TOKEN:
                yield Token(word, m.start(), m.end(), position)
            continue
        parts = word.split("-")
        joined = "".join(parts)
        if joined.isalpha() and len(joined) <= LONGEST_TOKEN:
            yield Token(joined, m.start(), m.end(), position + 1)
        at = m.start()
        for part in parts:
            position += 1
            if len(part) <= LONGEST_TOKEN:
                yield Token(part, at, at + len(part), position)
            at += len(part) + 1


def stem(word: str, language: str | None) -> str:
    """The Snowball stem of a folded word; the word itself in no language, and for anything with a figure in it."""
    if language is None or not word.isalpha():
        return word
    return str(_stemmer(language).stemWord(word))


def _stemmer(language: str) -> Any:
    """PyStemmer's objects may not be shared between threads."""
    held: dict[str, Any] = _stemmers.__dict__
    if language not in held:
        held[language] = Stemmer.Stemmer(STEMMER_OF[language], 0)
    return held[language]


class _Lexemes(dict[str, str]):
    """word → its lexeme in one language, "" for one that is not indexed; filled as words are met."""

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self._language = language
        self._parts: dict[str, list[tuple[str, int]]] = {}
        self._small = stop_words(language) if language else frozenset()

    def __missing__(self, word: str) -> str:
        if len(self) > MOST_LEXEMES:
            self.clear()
        if "-" in word:
            self[word] = HYPHENED
            return HYPHENED
        small = word in self._small or len(word) > LONGEST_TOKEN
        lexeme = "" if small else stem(word, self._language)
        self[word] = lexeme
        return lexeme

    def parts(self, word: str) -> list[tuple[str, int]]:
        """The lexemes of a hyphened word with their places from 0; "§ 3-9" and its like come again and again."""
        held = self._parts.get(word)
        if held is None:
            if len(self._parts) > MOST_LEXEMES:
                self._parts.clear()
            held = [(lexeme, token.position - 1) for token in tokens(word) if (lexeme := self[token.text])]
            self._parts[word] = held
        return held


def _lexemes(language: str | None) -> _Lexemes:
    held: dict[str | None, _Lexemes] = _tables.__dict__.setdefault("tables", {})
    return held.setdefault(language, _Lexemes(language))


def index_row(
    *, title: str, path: Iterable[str], heading: str, label: str | None, body: str, language: str | None
) -> IndexRow:
    """The index row of one passage. Weights: A its own heading and number, B the title of its document, C the headings
    above it, D its text. ``body`` is the text without its heading; small words of the language are left out."""
    places: dict[str, str] = {}
    own = section_atom(fold_text(label)) if label else None
    at = _place(places, _field(heading, language), 0, "A")
    if own:
        places[own] = f"{places[own]},1A" if own in places else "1A"
    at = _place(places, _field(title, language), at, "B")
    for part in path:
        at = _place(places, _field(part, language), at, "C")
    read = _read(body, language)
    _place(places, read, at, "")
    literal = " ".join([f"'{lexeme}':{_first_positions(where)}" for lexeme, where in places.items()])
    return IndexRow(literal, read.words, own, frozenset(places))


@dataclass(frozen=True)
class _Field:
    """The lexemes of one text with their positions from 1, and how many words it has, small ones included."""

    lexemes: list[tuple[str, int]]
    words: int


@lru_cache(maxsize=4096)
def _field(text: str, language: str | None) -> _Field:
    """Titles and headings return in passage after passage."""
    return _read(text, language)


def _words(folded: str) -> list[str]:
    """What ``_WORD`` finds. Text in western letters, which is nearly all, goes a way five times faster."""
    try:
        spaced = folded.encode("latin-1").translate(_SPACED)
    except UnicodeEncodeError:
        return _WORD.findall(folded)
    if b"-" in spaced:  # only those between two letters or figures are part of a word
        spaced = b" " + spaced + b" "
        while b"--" in spaced:
            spaced = spaced.replace(b"--", b"  ")
        spaced = spaced.replace(b" -", b"  ").replace(b"- ", b"  ")
    return spaced.decode("latin-1").split()


def _read(text: str, language: str | None) -> _Field:
    folded = fold_text(text)
    known = _lexemes(language)
    words = _words(folded)
    found: list[tuple[str, int]] = []
    further = 1  # positions count from 1, and a hyphened word takes one for each of its parts
    for number, lexeme in enumerate(map(known.__getitem__, words)):
        if lexeme == HYPHENED:
            word = words[number]
            found.extend([(part, number + further + place) for part, place in known.parts(word)])
            further += word.count("-")
        elif lexeme:
            found.append((lexeme, number + further))
    near = counted = 0  # so many words stand before that place
    for citation in find_citations(folded, acts=False):
        if citation.end < counted:  # one inside another
            found.append((citation.atom, len(_words(folded[: citation.end]))))
            continue
        near += len(_words(folded[counted : citation.end]))
        rest = _REST.match(folded, citation.end)  # of a word that a citation ends inside: "§ 3-15e"
        counted = rest.end() if rest else citation.end
        found.append((citation.atom, near))
    return _Field(found, len(words) + further - 1)


def _place(places: dict[str, str], field: _Field, at: int, letter: str) -> int:
    """Adds a field's lexemes behind position ``at``; returns where the next field begins."""
    for lexeme, position in field.lexemes:
        position += at
        place = _DIGITS[position] if position < LAST_POSITION else _DIGITS[LAST_POSITION]
        held = places.get(lexeme)
        places[lexeme] = f"{held},{place}{letter}" if held else f"{place}{letter}"
    return at + field.words + FIELD_GAP


def _first_positions(places: str) -> str:
    """No more positions than the database keeps of one lexeme."""
    return places if len(places) < MOST_POSITIONS else ",".join(places.split(",")[:MOST_POSITIONS])
