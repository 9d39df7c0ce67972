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
    above it, D its text. ``body`` is the text without its heading; small words of the language are left out.

    A lexeme may stand in the literal twice, once for the titles and once for the rest; the database makes one of them.
    """
    above = _above(title, tuple(path), language)
    places: dict[str, str] = {}
    own = section_atom(fold_text(label)) if label else None
    at = _place(places, _field(heading, language), above.end, "A")
    if own:
        first = f"{above.end + 1}A"
        places[own] = f"{places[own]},{first}" if own in places else first
    words = _place_text(places, fold_text(body), language, at)
    return IndexRow(f"{above.literal} {_literal(places)}".strip(), words, own, above.distinct.union(places))


@dataclass(frozen=True)
class _Above:
    """What stands above a passage, made ready once for all passages under it; ``end``: where the next field begins."""

    literal: str
    distinct: frozenset[str]
    end: int


@lru_cache(maxsize=1024)
def _above(title: str, path: tuple[str, ...], language: str | None) -> _Above:
    places: dict[str, str] = {}
    at = _place(places, _field(title, language), 0, "B")
    for part in path:
        at = _place(places, _field(part, language), at, "C")
    return _Above(_literal(places), frozenset(places), at)


def _literal(places: dict[str, str]) -> str:
    return " ".join([f"'{lexeme}':{_first_positions(where)}" for lexeme, where in places.items()])


@dataclass(frozen=True)
class _Field:
    """The lexemes of one text with their positions from 1, and how many words it has, small ones included."""

    lexemes: list[tuple[str, int]]
    words: int


@lru_cache(maxsize=4096)
def _field(text: str, language: str | None) -> _Field:
    """Titles and headings return in passage after passage."""
    return _read(text, language)


class _Cut:
    """A folded text cut into words: what ``_WORD`` finds, for western letters by a table and five times faster."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._before = 0
        try:
            spaced = folded.encode("latin-1").translate(_SPACED)
        except UnicodeEncodeError:
            self._spaced = None
            self.words: list[str] = _WORD.findall(folded)
            return
        if b"-" in spaced:  # only those between two letters or figures are part of a word
            spaced = b" " + spaced + b" "
            self._before = 1
            while b"--" in spaced:
                spaced = spaced.replace(b"--", b"  ")
            spaced = spaced.replace(b" -", b"  ").replace(b"- ", b"  ")
        self._spaced = spaced
        self.words = spaced.decode("latin-1").split()

    def up_to(self, end: int) -> int:
        """How many words begin before the place ``end`` of the folded text."""
        if self._spaced is None:
            return len(_WORD.findall(self._folded, 0, end))
        return len(self._spaced[: end + self._before].split())


def _read(text: str, language: str | None) -> _Field:
    """A short text: its lexemes one by one, in order."""
    folded = fold_text(text)
    known = _lexemes(language)
    cut = _Cut(folded)
    words = cut.words
    found: list[tuple[str, int]] = []
    further = 1  # positions count from 1, and a hyphened word takes one for each of its parts
    for number, lexeme in enumerate(map(known.__getitem__, words)):
        if lexeme == HYPHENED:
            word = words[number]
            found.extend([(part, number + further + place) for part, place in known.parts(word)])
            further += word.count("-")
        elif lexeme:
            found.append((lexeme, number + further))
    found.extend((citation.atom, cut.up_to(citation.end)) for citation in find_citations(folded, acts=False))
    return _Field(found, len(words) + further - 1)


def _place_text(places: dict[str, str], folded: str, language: str | None, at: int) -> int:
    """The same for the text of a passage, straight into ``places``: nine tenths of all that is indexed come this way.

    Returns how many words it has.
    """
    known = _lexemes(language)
    cut = _Cut(folded)
    words = cut.words
    get = places.get
    behind = at + 1
    for number, lexeme in enumerate(map(known.__getitem__, words)):
        if not lexeme:
            continue
        if lexeme == HYPHENED:
            word = words[number]
            for part, place in known.parts(word):
                _put(places, part, number + behind + place)
            behind += word.count("-")
            continue
        position = number + behind
        if position >= LAST_POSITION:
            position = LAST_POSITION
        held = get(lexeme)
        places[lexeme] = _DIGITS[position] if held is None else f"{held},{_DIGITS[position]}"
    for citation in find_citations(folded, acts=False):
        _put(places, citation.atom, at + cut.up_to(citation.end))
    return len(words) + behind - at - 1


def _put(places: dict[str, str], lexeme: str, position: int) -> None:
    place = _DIGITS[min(position, LAST_POSITION)]
    places[lexeme] = f"{places[lexeme]},{place}" if lexeme in places else place


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
