"""Finds written words in a source: the one rule that decides whether something may be shown as a quote.

Found means that every word of the quote stands in the source, in the same order, in one piece, with nothing but
printing between them. What is shown is always read from the source. Rules after ``reference`` d.1:

1. Equal after normalisation (see ``words``): found.
2. Equal but for punctuation, Markdown marks, a page number between two halves, letters that a scanner confuses, figures
   for number words, a number of the section or a bare article set before it: found and marked ``differs``; at least 85 %
   of the quote's letters must be those of the source.
3. One ellipsis between two runs of at least five words, in order, in one paragraph, at most 200 characters apart and
   with no word between that denies or takes back: found as the whole stretch of the source, marked ``differs``.
4. All else is not found: a changed, added, missing or moved word, a changed figure, under 12 characters, and a quote that
   stops just before (or begins just after) the "not" of its own clause.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.verify.loose import MOST_UNLIKE, align
from engine.verify.negation import denies, holds_negation
from engine.verify.words import Words, words_of

MatchStatus = Literal["found", "not_found", "too_short"]

LEAST_CHARACTERS = 12  # shorter runs stand in any text by chance (PEERS 29)
ELLIPSIS_WORDS = 5  # each side; fewer could be put together at will
ELLIPSIS_GAP = 200  # characters left out at most
CONTEXT = 80  # characters beside a stretch that tell whether it begins and ends with whole words

_ELLIPSIS = re.compile(r"[\[(]?\s*(?:…|\.\.\.+|\. \. \.)\s*[\])]?")
_CLAUSE = re.compile(r"[,.;:!?()|]|\n\s*\n")


@dataclass(frozen=True)
class Match:
    """Where the quote stands in the source: ``source[start:end]`` is what may be shown. ``differs``: the quote was
    written otherwise than printed there (never in its words or figures)."""

    status: MatchStatus
    start: int = 0
    end: int = 0
    differs: bool = False


NOT_FOUND = Match("not_found")


def long_enough(words: str) -> bool:
    """Whether a quote has the least length, white space at its ends not counted."""
    return len(words.strip()) >= LEAST_CHARACTERS


def find_quote(source: str | Words, words: str) -> Match:
    """Looks for ``words`` in ``source``; give ``words_of(source)`` when several quotes are looked for in one text.

    Time grows with the length of both, never with their product.
    """
    if not long_enough(words):
        return Match("too_short")
    where = source if isinstance(source, Words) else words_of(source)
    quote = words_of(words)
    if not quote.tokens or len(quote.tokens) > 2 * len(where.tokens):
        return NOT_FOUND
    return _whole(where, quote) or _with_ellipsis(where, words) or _loosely(where, quote)


def _whole(where: Words, quote: Words) -> Match | None:
    """Every word, in one piece; the first place whose clause does not go on with a "not" that the quote left out."""
    at = where.joined.find(quote.joined)
    while at >= 0:
        first = where.index_at(at + 1)
        last = first + len(quote.tokens) - 1
        if not cuts_negation(where, first, last):
            start, end = _with_marks(where, quote, first, last)
            return Match("found", start, end, _differs(where, quote, first, last))
        at = where.joined.find(quote.joined, at + 1)
    return None


def _loosely(where: Words, quote: Words) -> Match:
    found = align(where, quote)
    if found is None or found.unlike > MOST_UNLIKE:
        return NOT_FOUND
    if cuts_negation(where, found.first, found.last):
        return NOT_FOUND
    start, end = where.span(found.first, found.last)
    return Match("found", start, end, found.skipped > 0 or _differs(where, quote, found.first, found.last))


def _with_ellipsis(where: Words, words: str) -> Match | None:
    parts = [p for p in _ELLIPSIS.split(words) if p.strip()]
    if len(parts) == 1 and len(parts[0]) < len(words.strip()):
        return _whole(where, words_of(parts[0]))  # dots at an end only
    if len(parts) != 2:
        return None
    head, tail = (words_of(p) for p in parts)
    if min(len(head.tokens), len(tail.tokens)) < ELLIPSIS_WORDS:
        return None
    at = where.joined.find(head.joined)
    while at >= 0:
        first = where.index_at(at + 1)
        head_last = first + len(head.tokens) - 1
        follow = where.joined.find(tail.joined, at + len(head.joined) - 1)
        if follow >= 0:
            tail_first = where.index_at(follow + 1)
            last = tail_first + len(tail.tokens) - 1
            if _may_leave_out(where, head_last, tail_first) and not cuts_negation(where, first, last):
                start, end = where.span(first, last)
                return Match("found", start, end, True)
        at = where.joined.find(head.joined, at + 1)
    return None


def _may_leave_out(where: Words, head_last: int, tail_first: int) -> bool:
    gap_start, gap_end = where.span(head_last, head_last)[1], where.span(tail_first, tail_first)[0]
    gap = where.source[gap_start:gap_end]
    if len(gap) > ELLIPSIS_GAP or re.search(r"\n\s*\n", gap):
        return False
    return not holds_negation(where.between(head_last, tail_first), where.text)


def cuts_negation(where: Words, first: int, last: int) -> bool:
    """Whether the words ``first`` … ``last`` leave out a denying word that stands right beside them in their clause:
    "Avtalen gjelder" out of "Avtalen gjelder ikke" says the opposite of its source."""
    for beside, gap in ((first - 1, (first - 1, first)), (last + 1, (last, last + 1))):
        if not 0 <= beside < len(where.tokens) or not denies(where.tokens[beside], where.text):
            continue
        start = where.folded.offsets[where.place(gap[0])[1]]
        end = where.folded.offsets[where.place(gap[1])[0]]
        if not _CLAUSE.search(where.source, start, end):
            return True
    return False


def _with_marks(where: Words, quote: Words, first: int, last: int) -> tuple[int, int]:
    """The span of the words, and of the closing mark behind them when the quote has it too ("… 3 år." with its stop)."""
    start, end = where.span(first, last)
    tail = quote.text[quote.place(-1)[1] :]
    here = where.text[where.place(last)[1] :]
    taken = 0
    while taken < min(len(tail), len(here)) and tail[taken] == here[taken] and tail[taken] in ".,;:!?)\"'»":
        taken += 1
    if taken:
        end = where.folded.source_span(where.place(last)[1], where.place(last)[1] + taken)[1]
    head = quote.text[: quote.place(0)[0]]
    if head.endswith("(") and where.text[: where.place(first)[0]].endswith("("):
        start = where.folded.source_span(where.place(first)[0] - 1, where.place(first)[0])[0]
    return start, end


def _differs(where: Words, quote: Words, first: int, last: int) -> bool:
    """Whether punctuation inside the quote was written otherwise; spaces and hyphens are printing."""
    here = where.text[where.place(first)[0] : where.place(last)[1]]
    there = quote.text[quote.place(0)[0] : quote.place(-1)[1]]
    return here != there and re.sub(r"[\s-]+", "", here) != re.sub(r"[\s-]+", "", there)


def cut_short(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` cuts a word or a figure in two, or leaves out the "not" beside it."""
    low = max(0, start - CONTEXT)
    where = words_of(text[low : end + CONTEXT])
    inside = [
        i for i in range(len(where.tokens)) if where.span(i, i)[1] > start - low and where.span(i, i)[0] < end - low
    ]
    if not inside:
        return True
    first, last = where.span(inside[0], inside[-1])
    return first < start - low or last > end - low or cuts_negation(where, inside[0], inside[-1])
