"""A text as the row of words that two spellings of the same quote share, each word with its place in the stored text.

What printing and converting change is gone here: case, ligatures, kinds of space, dash and quotation mark, soft
hyphens, line-end hyphens, line breaks, footnote marks, Markdown marks and punctuation. What carries meaning stays a
word of its own: numbers whole ("1,5", "15-3", "15 000"), "§", "%", currencies, comparison signs, a minus before a figure.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.text.normalise import Folded, fold, fold_text
from engine.verify.tongue import language_of

# Same length in, same length out: the offsets of the stored text must hold.
_LINE_END = re.compile(r"([-\u00ad\u2010\u2011\ufffe])([ \t]*\r?\n\s*)(?=[^\W_])")  # a printed hyphen or its soft form
_NOTHING = "\u200b"  # what folding drops
# What may fold to more or fewer characters than it has; a text without any needs no map.
_UNEVEN = re.compile(
    "[\u00ad\u0132\u0133\u0300-\u036f\u200b-\u200f\u2026\u202a-\u202e\u2060\u2066-\u2069\ufb00-\ufb06\ufeff\ufffe]"
)
_LONG_DASH = re.compile(r"[–—―]")
_MARKDOWN = re.compile(r"\*+(?!\d)|(?<!\d)\*+|\\(?=[^\w\s])")  # emphasis and escapes; they may stand inside a word
_RAISED_FIGURES = frozenset("¹²³⁰⁴⁵⁶⁷⁸⁹")
_RAISED = re.compile(r"[¹²³⁰⁴⁵⁶⁷⁸⁹]+|\[\^[^\]\s]{1,20}\]")

_TOKEN = re.compile(
    r"\d{1,3}(?:(?: {1,9}|[.,'])\d{3})+(?:[.,]\d+)?(?![^\W_])"  # 15 000 · 1.250.000,50
    r"|\d[^\W_]*(?:[-.,:/']\d[^\W_]*)*"  # 15-3 · 12.03.2024 · 1,5 · 131/12 · 3a
    r"|[^\W\d_][^\W_]*(?:-[^\W\d_][^\W_]*)*"  # words; "e-post" in one piece, and "for-\nbud", see below
    r"|§+|[%‰€$£<>≤≥=+±×°&]|(?<![^\s(])-(?=\d)"
)
# A page's number alone between blank lines: what a converter leaves of a page break inside a sentence.
_PAGE_LINE = re.compile(
    r"(?:\n[ \t]*\n|\f)\s*[-–]?[ \t]*(?:(?:side|page|seite|sida|sivu|pagina|página|blz\.?|s\.|p\.)[ \t]*)?\d{1,4}"
    r"(?:[ \t]*(?:av|of|von|van|de|di|/)[ \t]*\d{1,4})?[ \t]*[-–]?[ \t]*(?:\n[ \t]*\n|\f)",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Words:
    """``tokens[i]`` stands at ``text[slice(*place(i))]``. A hyphen between letters, at a line end or not, is left
    out of the token ("for-\\nbud" = "forbud", "e-post" = "epost"): a printed line end cannot tell which it was."""

    source: str
    plain: str  # the source with footnote marks and long dashes blanked, same length
    text: str  # folded
    tokens: tuple[str, ...]

    @cached_property
    def folded(self) -> Folded:
        """``text`` with its offset map; only a found quote needs it, and most texts fold letter for letter."""
        if len(self.text) == len(self.plain) and not _UNEVEN.search(self.plain):
            return Folded(self.text, tuple(range(len(self.text) + 1)))
        return fold(self.plain)

    @cached_property
    def language(self) -> str | None:
        """Of the text, as far as it tells."""
        return language_of(self.text)

    def place(self, number: int) -> tuple[int, int]:
        """[start, end) of a token in ``text``; found as far as asked for, since most texts are asked about once."""
        if number < 0:
            number += len(self.tokens)
        places, scan = self._scan
        while len(places) <= number:
            places.append(next(scan).span())
        return places[number]

    @cached_property
    def _scan(self) -> tuple[list[tuple[int, int]], Iterator[re.Match[str]]]:
        return [], _TOKEN.finditer(self.text)

    @cached_property
    def over_page_number(self) -> dict[int, int]:
        """From the last token before a page's number to the first behind it."""
        over: dict[int, int] = {}
        lines = list(_PAGE_LINE.finditer(self.source))
        places = [self.place(number) for number in range(len(self.tokens))] if lines else []
        starts, ends = [start for start, _ in places], [end for _, end in places]
        for line in lines:
            folded = self.folded.offsets
            before = bisect_right(ends, bisect_left(folded, line.start() + 1)) - 1
            behind = bisect_left(starts, bisect_left(folded, line.end()))
            if 0 <= before < behind < len(self.tokens):
                over[before] = behind
        return over

    @cached_property
    def back_over_page_number(self) -> dict[int, int]:
        return {behind: before for before, behind in self.over_page_number.items()}

    @cached_property
    def joined(self) -> str:
        """All tokens with one space before, between and behind."""
        return f" {' '.join(self.tokens)} "

    def index_at(self, place: int) -> int:
        """The number of the token that stands at ``place`` of ``joined``."""
        return self.joined.count(" ", 0, place) - 1

    def span(self, first: int, last: int) -> tuple[int, int]:
        """[start, end) in the stored text of the tokens ``first`` … ``last`` (inclusive)."""
        return self.folded.source_span(self.place(first)[0], self.place(last)[1])

    def between(self, left: int, right: int) -> str:
        """Folded text between two tokens; before the first (left = -1) and behind the last too."""
        start = self.place(left)[1] if left >= 0 else 0
        end = self.place(right)[0] if right < len(self.tokens) else len(self.text)
        return self.text[start:end]


def words_of(text: str) -> Words:
    """The words of ``text``."""
    plain = text
    if "\n" in text:
        plain = _LINE_END.sub(_line_end, plain)
    if not text.isascii():
        plain = _LONG_DASH.sub(_pause, plain)
    if "*" in plain or "\\" in plain:
        plain = _MARKDOWN.sub(_drop, plain)
    if "[^" in plain or not _RAISED_FIGURES.isdisjoint(plain):
        plain = _RAISED.sub(_footnote, plain)
    folded = fold_text(plain)
    tokens = tuple([t if t.isalnum() else _squeeze(t) for t in _TOKEN.findall(folded)])
    return Words(text, plain, folded, tokens)


def _drop(found: re.Match[str]) -> str:
    return _NOTHING * len(found.group())


def _line_end(found: re.Match[str]) -> str:
    """The line break behind a printed hyphen goes, when the hyphen ends a word and is no dash."""
    before = found.string[found.start() - 1 : found.start()]
    return found[1] + _NOTHING * len(found[2]) if before.isalnum() else found.group()


def _pause(dash: re.Match[str]) -> str:
    """A long dash is a pause between words and never part of one, but from figure to figure ("15–7") it is a hyphen."""
    before, after = dash.string[dash.start() - 1 : dash.start()], dash.string[dash.end() : dash.end() + 40].lstrip()
    return dash.group() if before.isdigit() and after[:1].isdigit() else " "


def _footnote(mark: re.Match[str]) -> str:
    """Raised figures behind a word or a stop are footnote marks; behind a figure or "m" they are part of it (m², 10⁶)."""
    before = mark.string[mark.start() - 1 : mark.start()]
    if mark.group()[0] != "[" and (before.isdigit() or before in ("m", "M", "") or before.isspace()):
        return mark.group()
    return " " * len(mark.group())


def _squeeze(token: str) -> str:
    if token[0] == "§":
        return "§"
    if token[0].isdigit():
        return _SPACE.sub("", token)
    return token if token == "-" else token.replace("-", "")
