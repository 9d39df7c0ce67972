"""Reaches compounds: words that begin or end with a word asked, and the parts of a compound that was asked.

Nordic, German, Dutch and Finnish law is written in compounds: "frist" stands in "oppsigelsesfristen", and a question about
"foreldrepermisjon" is answered where "foreldre" and "permisjon" stand. What is reached so counts less than what was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.search.constants import COMPOUND_LEAST, COMPOUND_PART_LEAST, COMPOUNDS_MOST
from engine.search.query import Term
from engine.search.tsquery import any_of, quoted
from engine.store import searching
from engine.store.searching import Rows
from engine.text.tokens import stem

COMPOUNDING = frozenset({"no", "sv", "da", "de", "nl", "fi"})
LINKS = ("", "s", "e", "es", "n", "en", "er", "-")  # between the parts of a compound


@dataclass(frozen=True)
class Wider:
    """What a word reaches beyond itself: compounds with it, and its own two parts. ``passages`` bounds the matches."""

    compounds: tuple[str, ...]
    parts: tuple[str, str] | None
    passages: int

    @property
    def query(self) -> str:
        """One tsquery for all of it; empty when nothing is reached."""
        reached = [any_of(self.compounds)] if self.compounds else []
        if self.parts:
            reached.append(f"({quoted(self.parts[0])} & {quoted(self.parts[1])})")
        return " | ".join(reached)

    @property
    def size(self) -> int:
        """How many lexemes the query names: ts_rank divides by it."""
        return len(self.compounds) + (2 if self.parts else 0)


def widen(
    connection: Rows, packs: Sequence[int], terms: Sequence[Term], spoken: Iterable[str | None]
) -> dict[str, Wider]:
    """word → what it reaches, for the words that reach anything. Nothing in packs without a compounding language."""
    languages = sorted({language for language in spoken if language in COMPOUNDING})
    if not languages:
        return {}
    plain = [term for term in terms if term.word.isalpha() and len(term.word) >= COMPOUND_LEAST]
    splits = _splits(connection, packs, plain, languages)
    out = {}
    for term in plain:
        own = {x for x in term.lexemes if len(x) >= COMPOUND_LEAST}
        found: dict[str, int] = {}
        for lexeme in sorted(own):
            found.update(searching.prefixed(connection, packs, lexeme, COMPOUNDS_MOST))
            found.update(searching.suffixed(connection, packs, lexeme, COMPOUNDS_MOST))
        compounds = [x for x in found if x not in term.lexemes]
        parts, together = splits.get(term.word, (None, 0))
        if compounds or parts:
            matches = sum(found[x] for x in compounds) + together
            out[term.word] = Wider(tuple(compounds), parts, matches)
    return out


def _splits(
    connection: Rows, packs: Sequence[int], terms: Sequence[Term], languages: Sequence[str]
) -> dict[str, tuple[tuple[str, str], int]]:
    """word → its two parts as lexemes, where both stand in the packs; the split whose parts are the commonest wins."""
    ways = {term.word: list(_ways(term.word, languages)) for term in terms}
    asked = {part for pairs in ways.values() for pair in pairs for part in pair}
    counts = searching.frequencies(connection, packs, sorted(asked)) if asked else {}
    out = {}
    for word, pairs in ways.items():
        known = [
            (counts[a] * counts[b], min(counts[a], counts[b]), (a, b)) for a, b in pairs if a in counts and b in counts
        ]
        if known:
            _, together, parts = max(known)
            out[word] = (parts, together)
    return out


def _ways(word: str, languages: Sequence[str]) -> Iterable[tuple[str, str]]:
    for at in range(COMPOUND_PART_LEAST, len(word) - COMPOUND_PART_LEAST + 1):
        head, tail = word[:at], word[at:]
        for link in LINKS:
            if head.endswith(link) and len(head) - len(link) >= COMPOUND_PART_LEAST:
                bare = head[: len(head) - len(link)] if link else head
                for language in languages:
                    yield stem(bare, language), stem(tail, language)
