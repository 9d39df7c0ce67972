"""Finds what else a query means: groups of the packs that hold one of its words or phrases, and the words they bring.

Groups widen quietly: what is reached by a synonym counts less than the word itself, and the words as typed keep their
pairs, their highlights and their place in the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.search.constants import (
    ALTERNATIVES_MOST,
    PHRASE_GAP,
    PHRASE_SCALE,
    PHRASES_MOST,
    POINTED_WORTH,
    SYNONYM_CLOSE,
    SYNONYM_WORTH,
)
from engine.search.query import Query
from engine.search.rarity import rarity
from engine.search.tsquery import all_of, any_of
from engine.store import vocabulary
from engine.store.searching import Rows
from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of
from engine.text.tokens import stem, tokens
from engine.types import SynonymGroup
from engine.vocabulary.words import parts_of, stems

Parts = tuple[tuple[str, ...], ...]  # for each word of a synonym the lexemes that may stand for it


@dataclass(frozen=True)
class Meaning:
    """One place of a query that a group speaks of. ``stands_for``: indices of the query's terms that it covers;
    ``certain``: False when the words may be of another language than the group, and must not stand in the packs."""

    stands_for: tuple[int, ...]
    options: tuple[Parts, ...]
    certain: bool = True
    pointed: bool = False  # by words that are asked and not searched themselves


@dataclass(frozen=True)
class Alternative:
    """A tsquery of words that may stand in for terms of the query, with what meeting it is worth."""

    stands_for: tuple[int, ...]
    query: str
    scale: float  # of ts_rank: it divides by the number of lexemes of an any-of query, and favours words side by side
    passages: int
    weight: float  # with what the synonym is worth against the word asked


def meanings(connection: Rows, packs: Sequence[int], query: Query, spoken: Iterable[str | None]) -> list[Meaning]:
    """What the groups of the packs add to a query. Nothing for a query without words."""
    languages = sorted({language for language in spoken if language})
    asked_in = detect_question(query.text)
    reading = [*languages, asked_in] if asked_in and asked_in not in languages else languages
    said = [(token.position, token.text) for token in tokens(fold_text(query.text))]
    if not said:
        return []
    wanted = {key for _, text in said for key in stems(text, reading)}
    found = vocabulary.groups_holding(connection, packs, wanted)
    small = stop_words_of(languages)
    out = []
    for group in found:
        if group.asked_in and asked_in and group.asked_in != asked_in:
            continue
        for places, pointed, others in _met(group, said, reading):
            options = tuple(dict.fromkeys(filter(None, (_option(parts, languages, small) for parts in others))))
            covered = tuple(n for n, term in enumerate(query.terms) if term.position in places)
            if options and covered:
                out.append(Meaning(covered, options, not group.asked_in or bool(asked_in), pointed))
    return out


def alternatives(
    found: Sequence[Meaning], counts: Mapping[str, int], own: Mapping[int, float], total: int
) -> list[Alternative]:
    """The tsqueries that the meanings give. ``own``: weight of each term of the query that stands in the packs."""
    out: list[Alternative] = []
    for meaning in found:
        if not meaning.certain and any(n in own for n in meaning.stands_for):
            continue
        weights = [own[n] for n in meaning.stands_for if n in own]
        known = len(weights) == len(meaning.stands_for) and not meaning.pointed
        most = sum(weights) if known else math.inf  # no more than the words themselves
        worth = POINTED_WORTH if meaning.pointed else SYNONYM_WORTH
        words, phrases = _standing(meaning.options, counts, total)
        for bucket in _buckets(words):
            lexemes = [lexeme for one, _ in bucket for lexeme in one]
            passages = min(total, sum(held for _, held in bucket))
            weight = worth * min(most, rarity(passages, total))
            out.append(Alternative(meaning.stands_for, any_of(lexemes), len(lexemes), passages, weight))
        for parts, held in phrases:
            query = all_of([any_of(part) for part in parts])
            out.append(
                Alternative(
                    meaning.stands_for,
                    query,
                    1.0 if meaning.pointed else PHRASE_SCALE,
                    held,
                    worth * min(most, rarity(held, total)),
                )
            )
    return sorted(out, key=lambda other: -other.weight)[:ALTERNATIVES_MOST]


def concepts(found: Sequence[Meaning], counts: Mapping[str, int], total: int) -> dict[int, int]:
    """term → the passages that hold one of the rarer words of its meaning. A word of everyday speech that a few passages
    hold by chance tells no more than what it means, so the term is weighed as if it stood in these too."""
    out: dict[int, int] = {}
    for meaning in found:
        words, _ = _standing(meaning.options, counts, total)
        if len(meaning.stands_for) == 1 and words and meaning.certain:
            (number,) = meaning.stands_for
            out[number] = max(out.get(number, 0), sum(held for _, held in _buckets(words)[0]))
    return out


def lexemes_of(found: Iterable[Meaning]) -> list[str]:
    """Every lexeme that the meanings name, for one look at how common each is."""
    return [lexeme for meaning in found for option in meaning.options for part in option for lexeme in part]


def _met(
    group: SynonymGroup, said: Sequence[tuple[int, str]], reading: Sequence[str]
) -> Iterator[tuple[set[int], bool, list[tuple[str, ...]]]]:
    """(positions of the query where one of the group's phrases stands, what is searched for it besides), longest phrase first."""
    searched = [parts_of(word) for word in group.words]
    taken: set[int] = set()
    for phrase in sorted([*searched, *map(parts_of, group.asked)], key=len, reverse=True):
        places = _places(phrase, said, reading)
        if places and not places & taken:
            taken |= places
            yield places, phrase not in searched, [other for other in searched if not _same(other, phrase, reading)]


def _places(phrase: Sequence[str], said: Sequence[tuple[int, str]], reading: Sequence[str]) -> set[int]:
    """The positions where the words of a phrase stand in order, a few others between them; empty when they do not."""
    ways = [{position for position, text in said if _alike(part, text, reading)} for part in phrase]
    for first in sorted(ways[0]):
        places = [first]
        for way in ways[1:]:
            following = [p for p in way if 0 < p - places[-1] <= PHRASE_GAP + 1]
            if not following:
                break
            places.append(min(following))
        else:
            return set(places)
    return set()


def _alike(one: str, two: str, reading: Sequence[str]) -> bool:
    return one == two or any(stem(one, language) == stem(two, language) for language in reading)


def _same(one: Sequence[str], two: Sequence[str], reading: Sequence[str]) -> bool:
    return len(one) == len(two) and all(_alike(a, b, reading) for a, b in zip(one, two, strict=True))


def _option(parts: Sequence[str], languages: Sequence[str], small: frozenset[str]) -> Parts | None:
    """A synonym as the index knows it; None when small words, which are not indexed, leave too little of a phrase."""
    kept = [part for part in parts if part not in small]
    if not kept or (len(kept) == 1 and len(parts) > 1):
        return None
    return tuple(tuple(dict.fromkeys([*(stem(part, language) for language in languages), part])) for part in kept)


def _standing(
    options: Sequence[Parts], counts: Mapping[str, int], total: int
) -> tuple[list[tuple[tuple[str, ...], int]], list[tuple[Parts, int]]]:
    """The single words and the phrases that stand in the packs, each with the most passages it can match."""
    words, phrases = [], []
    for option in options:
        present = [tuple(lexeme for lexeme in part if lexeme in counts) for part in option]
        if not all(present):
            continue
        held = min(min(total, sum(counts[lexeme] for lexeme in part)) for part in present)
        if len(present) == 1:
            words.append((present[0], held))
        else:
            phrases.append((tuple(present), held))
    return words, sorted(phrases, key=lambda pair: pair[1])[:PHRASES_MOST]


def _buckets(words: Sequence[tuple[tuple[str, ...], int]]) -> list[list[tuple[tuple[str, ...], int]]]:
    """Rare and common words apart, so that a common one does not drag down the rare ones; each is one query."""
    ordered = sorted(words, key=lambda pair: pair[1])
    if not ordered:
        return []
    most = ordered[0][1] * SYNONYM_CLOSE
    return [bucket for bucket in ([w for w in ordered if w[1] <= most], [w for w in ordered if w[1] > most]) if bucket]
