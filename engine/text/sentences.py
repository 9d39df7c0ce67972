"""Cuts text into sentences by offset, knowing what a full stop means in legal text in the eleven languages.

A cut never falls inside "§ 3-9.", "14. oktober", "art. 6", "nr. 3", "Abs. 2", initials or a decimal figure. Lines of
lists and headings are sentences of their own.
"""

from __future__ import annotations

import re

from engine.resources import resource_text

MOST_CHARACTERS = 1200  # a "sentence" longer than this is a list without stops; it is cut at "; " where it can be

_END = re.compile(r"[.!?…][\"'”»)\]]*(?=\s|$)")
_LINE = re.compile(r"\n+")
_ORDINAL = re.compile(r"(?:^|[\s(])\d{1,3}\.$")
_INITIAL = re.compile(r"(?:^|[\s(.])[^\W\d_]\.$")
_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*)\.$")
_LOWER_NEXT = re.compile(r"\s+[\"'«“(]*[a-zà-öø-ÿ]")
_DIGIT_NEXT = re.compile(r"\s+\d")
_MARKUP = re.compile(r"(?:#{1,6}\s+|[-*–]\s+|>\s*)")


def _abbreviations() -> frozenset[str]:
    lines = resource_text("abbreviations.txt").splitlines()
    return frozenset(w.lower().rstrip(".") for line in lines if not line.startswith("#") for w in line.split())


_ABBREVIATIONS = _abbreviations()


def sentences(text: str) -> list[tuple[int, int]]:
    """[start, end) of each sentence, in order, without white space at the ends and without Markdown marks before."""
    out: list[tuple[int, int]] = []
    at = 0
    for line_end in [m.start() for m in _LINE.finditer(text)] + [len(text)]:
        out.extend(_of_line(text, at, line_end))
        at = line_end
    return out


def _of_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    begin = start
    for stop in _END.finditer(text, start, end):
        if _is_end(text, begin, stop.start(), stop.end(), end):
            _add(out, text, begin, stop.end())
            begin = stop.end()
    _add(out, text, begin, end)
    return out


def _is_end(text: str, begin: int, dot: int, after: int, line_end: int) -> bool:
    """Whether the mark at ``dot`` ends a sentence; ``after`` is the place behind it and its closing quotes."""
    if after >= line_end or text[dot] in "!?":
        return True
    if _LOWER_NEXT.match(text, after, line_end):
        return False
    head = text[begin : dot + 1]
    if _ORDINAL.search(head[-6:]) and not _section_number(head):
        return False  # "14. oktober", "1. ledd", a list number
    if _INITIAL.search(head[-4:]):
        return False
    word = _WORD_BEFORE.search(head[-20:])
    return not (word and word.group(1).lower() in _ABBREVIATIONS)


def _section_number(head: str) -> bool:
    """ "… etter § 9." ends a sentence although a figure stands before the stop."""
    return bool(re.search(r"(?:§|\bkap\.?|\bnr\.?|\bart\.?)\s*\d{1,3}\.$", head[-14:]))


def _add(out: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if mark := _MARKUP.match(text, start, end):
        start = mark.end()
    while end - start > MOST_CHARACTERS and (cut := text.find("; ", start + 200, start + MOST_CHARACTERS)) > 0:
        out.append((start, cut + 1))
        start = cut + 2
    if end > start:
        out.append((start, end))
