"""Footnotes: small text at the foot of a page that begins with the mark by which the text above
refers to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.convert.pdf.paragraphs import Paragraph
from engine.convert.pdf.words import raise_digits

_SMALLER = 0.94  # of the body's size
_MARK = re.compile(r"^([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}|\d{1,3}|[*†‡§]{1,3})(?=[\s\S])")
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def mark_notes(page: Sequence[Paragraph], body: float, height: float) -> None:
    """Marks the footnotes among the paragraphs of one page, and writes their numbers as superscripts."""
    texts = [p for p in page if p.table is None]
    lowest = max((p.lines[-1].base for p in texts if p.size >= _SMALLER * body), default=0.0)
    for at, paragraph in enumerate(texts):
        first = paragraph.lines[0]
        if paragraph.size >= _SMALLER * body or first.base < 0.35 * height:
            continue
        column = [p for p in texts if p is not paragraph and p.size >= _SMALLER * body and _over(p, paragraph)]
        if any(p.lines[-1].base > paragraph.lines[-1].base for p in column):
            continue  # body text follows below it: a caption or a quotation
        mark = _MARK.match(first.text)
        if mark:
            paragraph.note = True
            word = first.words[0]
            if mark.group(1) == word.text:
                word.text = raise_digits(word.text) or word.text
        elif at and texts[at - 1].note and first.base > lowest:
            paragraph.note = True  # a further paragraph of the same note


def _over(one: Paragraph, other: Paragraph) -> bool:
    """Whether the two stand in the same column."""
    left, right = min(line.left for line in one.lines), max(line.right for line in one.lines)
    return min(right, max(line.right for line in other.lines)) - max(left, min(line.left for line in other.lines)) > 0


def note_mark(paragraph: Paragraph) -> str | None:
    """The mark at the start of a note."""
    found = _MARK.match(paragraph.lines[0].text)
    return found.group(1) if found else None


def place_notes(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Moves each note behind the paragraph on its page that refers to it; the others stay where
    they stand.
    """
    out: list[Paragraph] = []
    pending: list[Paragraph] = []
    for paragraph in paragraphs:
        (pending if paragraph.note else out).append(paragraph)
    behind: dict[int, list[Paragraph]] = {}
    last = -1
    for note in pending:
        mark = note_mark(note)
        here = [at for at, p in enumerate(out) if p.table is None and any(line.page == note.page for line in p.lines)]
        home = next((at for at in here if mark and _refers(out[at], mark, note.page)), None)
        if home is None and mark:  # the note was moved to the next page
            home = next((at for at, p in enumerate(out) if p.table is None and _refers(p, mark, note.page - 1)), None)
        if home is None:
            home = last if last >= 0 and not mark else (here[-1] if here else _before(out, note.page))
        behind.setdefault(home, []).append(note)
        last = home
    placed = list(behind.get(-1, ()))
    for at, paragraph in enumerate(out):
        placed.append(paragraph)
        placed.extend(behind.get(at, ()))
    return placed


def _refers(paragraph: Paragraph, mark: str, page: int) -> bool:
    for line in paragraph.lines:
        if line.page != page:
            continue
        for word in line.words:
            if (
                (word.raised and word.text.strip("()") == mark)
                or mark in _RAISED.findall(word.text)
                or (mark[0] in "*†‡" and word.text.endswith(mark))
            ):
                return True
    return False


def _before(paragraphs: Sequence[Paragraph], page: int) -> int:
    """Index of the last paragraph that begins before the end of ``page``; -1 when there is none."""
    found = -1
    for at, paragraph in enumerate(paragraphs):
        if paragraph.page <= page:
            found = at
    return found
