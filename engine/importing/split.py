"""Cuts a document's Markdown into passages: a few paragraphs under one heading, the whole text covered.

The same text always gives the same passages. No passage holds text from under two headings; a heading without text of
its own belongs to the passage of the heading that follows it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from engine.importing.blocks import Block, read_blocks
from engine.importing.labels import clause_label, heading_label
from engine.store.drafts import NewPassage
from engine.text.sentences import sentences
from engine.types import Page

# From the design (IMPORT, Passage): long enough to be understood alone, short enough to be read by a small model.
LEAST = 400
MOST = 1_800

_REFERENCE = re.compile(r"\[\^([^\]\s]+)\](?!:)")
_LAST_SPACE = re.compile(r"\s(?=\S*$)")


@dataclass(frozen=True)
class _Atom:
    """A stretch that is not cut further. ``clause`` is the number it begins with; ``glued``: stays with the one before."""

    start: int
    end: int
    clause: str | None = None
    glued: bool = False
    footnote: bool = False

    @property
    def size(self) -> int:
        return self.end - self.start


@dataclass(frozen=True)
class _Section:
    """What stands under one heading. ``start`` is where its (first) heading begins."""

    start: int
    heading: str | None
    label: str | None
    path: tuple[str, ...]
    blocks: tuple[Block, ...]


def split(markdown: str, pages: Sequence[Page] = ()) -> tuple[NewPassage, ...]:
    """The passages in order; together they are the whole text. Empty when the text is nothing but white space."""
    if not markdown.strip():
        return ()
    notes = _Footnotes(markdown)
    starts = [page.start for page in pages]
    passages = []
    for section in _sections(read_blocks(markdown)):
        for number, atoms in enumerate(_groups(_atoms(markdown, section.blocks))):
            start = section.start if number == 0 else atoms[0].start
            end = atoms[-1].end
            loose = all(atom.footnote for atom in atoms)
            passages.append(
                NewPassage(
                    start=start,
                    end=end,
                    label=None if loose else _label(atoms) or section.label,
                    heading=None if loose else section.heading,
                    path=() if loose else section.path,
                    page=_page(markdown, pages, starts, atoms[0].start, end),
                    notes="" if loose else notes.of(start, end),
                )
            )
    return tuple(passages)


def _sections(blocks: list[Block]) -> list[_Section]:
    """The text cut at its headings. A heading alone waits for the next that has text; at the very end it stands alone."""
    sections: list[_Section] = []
    above: list[tuple[int, str]] = []
    waiting: int | None = None
    at = 0
    while at < len(blocks):
        block = blocks[at]
        heading = block if block.kind == "heading" else None
        if heading:
            above = [(level, text) for level, text in above if level < heading.level]
            at += 1
        body = at
        while at < len(blocks) and blocks[at].kind != "heading":
            at += 1
        start = block.start if waiting is None else waiting
        if at == body and at < len(blocks):
            waiting = start
        else:
            label, words = heading_label(heading.text) if heading else (None, "")
            own = tuple(blocks[body:at]) or (block,)
            sections.append(_Section(start, words or None, label, tuple(text for _, text in above), own))
            waiting = None
        if heading and heading.text:
            above.append((heading.level, heading.text))
    return sections


def _atoms(markdown: str, blocks: Sequence[Block]) -> list[_Atom]:
    """Paragraphs, items, rows and lines of code; a paragraph that is too long for a passage as its sentences."""
    atoms: list[_Atom] = []
    for block in blocks:
        text = markdown[block.start : block.end]
        footnote = block.kind == "footnote"
        clause = clause_label(text.lstrip()) if block.kind in ("paragraph", "item") else None
        # the ruler under a table's head and the closing of a fence say nothing without the line before
        glued = block.kind == "row" and not text.strip(" |:-\n\t") and bool(atoms)
        glued = glued or (footnote and bool(atoms) and f"[^{block.text}]" in markdown[atoms[-1].start : atoms[-1].end])
        if len(text) <= MOST or block.kind in ("row", "heading"):
            atoms.append(_Atom(block.start, block.end, clause, glued, footnote))
        else:
            cuts = _cuts(text)
            ends = [*cuts[1:], len(text)]
            for number, (start, end) in enumerate(zip(cuts, ends, strict=True)):
                first = number == 0
                atoms.append(
                    _Atom(block.start + start, block.start + end, clause if first else None, glued and first, footnote)
                )
    return atoms


def _cuts(text: str) -> list[int]:
    """Where a long paragraph may be cut: at sentences, and where one alone is too long at its last space before the end."""
    starts = [0, *[start for start, _ in sentences(text)][1:]]
    cuts: list[int] = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        cuts.append(start)
        while end - start > MOST:
            space = _LAST_SPACE.search(text, start + LEAST, start + MOST)
            start = space.end() if space else start + MOST
            cuts.append(start)
    return cuts


def _groups(atoms: list[_Atom]) -> list[list[_Atom]]:
    """The atoms of one section as passages: none over ``MOST`` where that can be, few under ``LEAST``."""
    total = sum(atom.size for atom in atoms)
    even = total / -(-total // MOST)
    groups: list[list[_Atom]] = [[]]
    length = 0
    for atom in atoms:
        new_clause = atom.clause is not None and length >= LEAST
        full = length + atom.size > MOST or length >= even or new_clause
        if groups[-1] and full and not atom.glued:
            groups.append([])
            length = 0
        groups[-1].append(atom)
        length += atom.size
    return _even_out(groups)


def _even_out(groups: list[list[_Atom]]) -> list[list[_Atom]]:
    """Groups that came out too short join a neighbour, or take atoms from the one before."""
    done: list[list[_Atom]] = []
    for group in groups:
        if done and min(_size(group), _size(done[-1])) < LEAST:
            if _size(group) + _size(done[-1]) <= MOST:
                done[-1] = done[-1] + group
                continue
            while _size(group) < LEAST and len(done[-1]) > 1 and not done[-1][-1].glued:
                moved = done[-1][-1]
                if _size(done[-1]) - moved.size < LEAST or _size(group) + moved.size > MOST:
                    break
                done[-1] = done[-1][:-1]
                group = [moved, *group]
        done.append(group)
    return done


def _size(group: list[_Atom]) -> int:
    return group[-1].end - group[0].start


def _label(atoms: list[_Atom]) -> str | None:
    """The clause a passage begins with; "3.1–3.3" where it holds several."""
    clauses = [atom.clause for atom in atoms if atom.clause]
    if not clauses or atoms[0].clause is None:
        return None
    return clauses[0] if len(clauses) == 1 else f"{clauses[0]}–{clauses[-1]}"


def _page(markdown: str, pages: Sequence[Page], starts: list[int], start: int, end: int) -> int | None:
    """The page on which the passage's first character of text stands."""
    if not pages:
        return None
    while start < end and markdown[start].isspace():
        start += 1
    at = bisect_right(starts, start) - 1
    return pages[max(at, 0)].number


class _Footnotes:
    """Footnotes of the document, so that a passage can carry those it refers to."""

    def __init__(self, markdown: str) -> None:
        self._markdown = markdown
        self._texts: dict[str, str] = {}
        if "[^" in markdown:
            for block in read_blocks(markdown):
                if block.kind == "footnote":
                    text = " ".join(markdown[block.start : block.end].split())
                    self._texts.setdefault(block.text, text.partition("]:")[2].strip())

    def of(self, start: int, end: int) -> str:
        """The footnotes referred to in [start, end) and not standing in it, one a line ("3 Text of the note")."""
        if not self._texts:
            return ""
        text = self._markdown[start:end]
        names = dict.fromkeys(found.group(1) for found in _REFERENCE.finditer(text))
        return "\n".join(
            f"{name} {self._texts[name]}" for name in names if name in self._texts and f"[^{name}]:" not in text
        )
