"""A text as the row of words that two spellings of the same quote share, each word with its place in the stored text.

What printing and converting change is gone here: case, ligatures, kinds of space, dash and quotation mark, soft
hyphens, line-end hyphens, line breaks, footnote marks, Markdown marks and punctuation. What carries meaning stays a
word of its own: numbers whole ("1,5", "15-3", "15 000"), "§", "%", currencies, comparison signs, a minus before a figure.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from engine.text.normalise import Folded, fold

# Same length in, same length out: the offsets of the stored text must hold.
_LINE_END_SOFT = re.compile(r"[\u00ad\ufffe](?=[ \t]*\r?\n)")  # converters keep the printed hyphen as a soft one
_LONG_DASH = re.compile(r"(?<!\d)[–—―]|[–—―](?!\s*\d)")  # a pause between words, never part of one
_FOOTNOTE = re.compile(r"(?<=[^\W\d]|[.,;:!?)\]»”\"])(?:(?<![mM])[²³]|[¹⁰⁴⁵⁶⁷⁸⁹])+|\[\^[^\]\s]{1,20}\]")

_TOKEN = re.compile(
    r"\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d+)?(?![^\W_])"  # 15 000 · 1.250.000,50
    r"|\d[^\W_]*(?:(?:-\s*|[.,:/'])\d[^\W_]*)*"  # 15-3 · 12.03.2024 · 1,5 · 131/12 · 3a
    r"|[^\W\d_][^\W_]*(?:-\s*[^\W\d_][^\W_]*)*"  # words; "for-\nbud" and "kjøps- og" in one piece, see below
    r"|§+|[%‰€$£<>≤≥=+±×°&]|(?<![^\s(])-(?=\d)"
)
_JOINT = re.compile(r"[-\s]+")


@dataclass(frozen=True)
class Words:
    """``tokens[i]`` stands at ``folded.text[starts[i]:ends[i]]``. A hyphen between letters, at a line end or not, is left
    out of the token ("for-\\nbud" = "forbud", "e-post" = "epost"): a printed line end cannot tell which it was."""

    source: str
    folded: Folded
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @cached_property
    def joined(self) -> str:
        """All tokens with one space before, between and behind."""
        return f" {' '.join(self.tokens)} "

    @cached_property
    def _places(self) -> list[int]:
        places, at = [], 1
        for token in self.tokens:
            places.append(at)
            at += len(token) + 1
        return places

    def index_at(self, place: int) -> int:
        """The number of the token that stands at ``place`` of ``joined``."""
        return bisect_left(self._places, place)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """[start, end) in the stored text of the tokens ``first`` … ``last`` (inclusive)."""
        return self.folded.source_span(self.starts[first], self.ends[last])

    def between(self, left: int, right: int) -> str:
        """Folded text between two tokens; before the first (left = -1) and behind the last too."""
        start = self.ends[left] if left >= 0 else 0
        end = self.starts[right] if right < len(self.tokens) else len(self.folded.text)
        return self.folded.text[start:end]


def words_of(text: str) -> Words:
    """The words of ``text``."""
    plain = text
    if "\u00ad" in plain or "\ufffe" in plain:
        plain = _LINE_END_SOFT.sub("-", plain)
    if not plain.isascii():
        plain = _LONG_DASH.sub(" ", plain)
    plain = _FOOTNOTE.sub(lambda m: " " * len(m.group()), plain)
    folded = fold(plain)
    tokens, starts, ends = [], [], []
    for found in _TOKEN.finditer(folded.text):
        token = found.group()
        start, end = found.span()
        if "-" in token or " " in token:
            token = _squeeze(token)
        elif token[0] == "§":
            token = "§"
        tokens.append(token)
        starts.append(start)
        ends.append(end)
    return Words(text, folded, tuple(tokens), tuple(starts), tuple(ends))


def _squeeze(token: str) -> str:
    if token == "-":
        return token
    if token[0].isdigit():
        return re.sub(r"\s+", "", token)
    return _JOINT.sub("", token)
