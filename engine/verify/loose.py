"""Lays a quote word by word along its source where they are not spelt alike, and allows only what cannot change meaning.

Allowed: letters that a scanner confuses, inside words too long to be another word; a space that a scanner lost or
added; a page number that stands alone between two halves of a sentence; and, before the first word, the number of the
section or a bare article where the source begins its sentence. Every other unlike word ends the attempt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.verify.confusion import confusable
from engine.verify.letters import is_no_word
from engine.verify.negation import wide
from engine.verify.words import Words

MOST_UNLIKE = 0.15  # of the quote's letters: one piece of the source carries 85 % of it (PEERS 29)
MOST_CONFUSED = (
    8  # one confused word in so many, and one more: "light" noise; a page worse than that must be read again
)
LEAST_PIECED = 4  # letters of a word that a lost space may join or an added one part
ANCHORS = 4  # longest words of the quote tried as a fixed point; with so many, one is likely undamaged
MOST_PLACES = 60  # of one anchor

_OWN_NUMBER = re.compile(
    r"\s*(?:(?:§+|art(?:ikkel|icle|ikel|icolo|ículo|igo|\.)?|section|paragraf|nr\.|\bno\.)\s*\d[\w-]*\.?|\(?\d{1,3}[.)]|\(?[a-z][.)])\s*"
)
_BARE = re.compile(r"\s*(?:en|ei|et|den|det|der|die|das|the|a|an|le|la|les|el|los|las|il|lo|gli|os|as|de|het)\s+")
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?:;]|\n|\)|\|)[\s*_>#|\"'«“„-]*$")


@dataclass(frozen=True)
class Aligned:
    """The words ``first`` … ``last`` of the source; ``unlike`` is the share of the quote's letters not found there."""

    first: int
    last: int
    unlike: float
    skipped: int  # words left out at the front of the quote


def align(where: Words, quote: Words) -> Aligned | None:
    """The first place where the whole quote can be laid along the source."""
    for skipped in _beginnings(quote):
        tokens = quote.tokens[skipped:]
        if len(tokens) < 2:
            continue
        letters = sum(map(len, quote.tokens))
        for anchor, place in _anchors(where, tokens):
            found = _lay(where, tokens, anchor, place)
            if found is None or (skipped and not _begins_sentence(where, found[0])):
                continue
            first, last, unlike, confused = found
            if confused > 1 + len(tokens) // MOST_CONFUSED:
                continue
            unlike += sum(map(len, quote.tokens[:skipped]))
            return Aligned(first, last, unlike / letters, skipped)
    return None


def _beginnings(quote: Words) -> Iterator[int]:
    """How many words to leave out at the front: none; its own number; an article; both."""
    yield 0
    text = quote.text
    seen = {0}
    number = _OWN_NUMBER.match(text)
    for at in (number.end() if number else 0, 0):
        bare = _BARE.match(text, at)
        for end in (at, bare.end() if bare else at):
            skipped = sum(quote.place(number)[0] < end for number in range(len(quote.tokens)))
            if skipped not in seen:
                seen.add(skipped)
                yield skipped


def _begins_sentence(where: Words, first: int) -> bool:
    """Whether a sentence of the source begins here, and has no number of its own that the quote's would contradict."""
    before = where.tokens[first - 1] if first else ""
    if before[:1].isdigit() or before == "§" or len(before) == 1:
        return False
    start = where.span(first, first)[0]
    return bool(_SENTENCE_BEFORE.search(where.source, max(0, start - 12), start))


def _anchors(where: Words, tokens: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """(number in the quote, number in the source) of the quote's longest words."""
    longest = sorted(range(len(tokens)), key=lambda i: (-len(tokens[i]), i))[:ANCHORS]
    for number in longest:
        wanted = f" {tokens[number]} "
        at, tried = where.joined.find(wanted), 0
        while at >= 0 and tried < MOST_PLACES:
            yield number, where.index_at(at + 1)
            at, tried = where.joined.find(wanted, at + 1), tried + 1


def _lay(where: Words, tokens: tuple[str, ...], anchor: int, place: int) -> tuple[int, int, int, int] | None:
    """(first, last, unlike letters, confused words), walking both ways from the anchor."""
    right = _walk(where, tokens[anchor + 1 :], place, 1)
    if right is None:
        return None
    left = _walk(where, tokens[:anchor][::-1], place, -1)
    if left is None:
        return None
    return left[0], right[0], left[1] + right[1], left[2] + right[2]


def _walk(where: Words, tokens: tuple[str, ...], place: int, step: int) -> tuple[int, int, int] | None:
    """(number of the outermost word of the source, unlike letters, confused words), or None at the first that differs."""
    source = where.tokens
    at, number, unlike, confused = place, 0, 0, 0
    while number < len(tokens):
        following = _next(where, at, step)
        ahead = [source[i] for i in (following, following + step) if 0 <= i < len(source)]
        if not ahead:
            return None
        word = tokens[number]
        if word == ahead[0]:
            at, number = following, number + 1
            continue
        confused += 1
        if cost := confusable(word, ahead[0], lambda: where.language):
            at, number, unlike = following, number + 1, unlike + cost
        elif len(ahead) == 2 and _same_pieces(word, ahead[::step], where):
            at, number, unlike = following + step, number + 1, unlike + 1
        elif number + 1 < len(tokens) and _same_pieces(ahead[0], [word, tokens[number + 1]][::step], where):
            at, number, unlike = following, number + 2, unlike + 1
        else:
            return None
    return at, unlike, confused


def _next(where: Words, at: int, step: int) -> int:
    """The number of the next word, one that stands alone on its line as the number of a page passed over."""
    if step > 0:
        return where.over_page_number.get(at, at + 1)
    return where.back_over_page_number.get(at, at - 1)


def _same_pieces(whole: str, pieces: list[str], where: Words) -> bool:
    """A space lost or added between words, or between a word and a figure; never one that makes or hides a denying word
    ("not able", "notable")."""
    if "".join(pieces) != whole:
        return False
    if not whole.isalpha():
        return sorted(p.isdigit() + 2 * p.isalpha() for p in pieces) == [1, 2]
    if wide(None).isdisjoint(pieces) or wide(where.language).isdisjoint(pieces):
        return len(whole) >= LEAST_PIECED
    return is_no_word(whole, where.language, len(pieces[0]) - 1, len(pieces[0]) + 1)
