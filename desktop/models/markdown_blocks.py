"""Markdown as a flat list of blocks whose every character knows where it stands in the source.

The text view needs to mark ``markdown[start:end]`` in what it shows. markdown-it-py gives lines for blocks and nothing for
words, so the words of each block are found again in its source, in order; a piece that is not found stays unmapped and can
then not be marked (the view says so) rather than be marked in a wrong place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

SHORT_LINE = 50  # characters: text that was wrapped by a program has longer lines than this, but for the last

BlockKind = Literal["heading", "paragraph", "item", "quote", "code", "rule", "table"]


@dataclass(frozen=True)
class Run:
    """Text in one style; ``start`` is where its first character stands in the Markdown, or -1."""

    text: str
    start: int
    bold: bool = False
    italic: bool = False
    code: bool = False


@dataclass(frozen=True)
class Block:
    """A paragraph, heading, list item, or a table (whose cells are lists of runs)."""

    kind: BlockKind
    start: int  # offset of its first line in the Markdown
    level: int = 0  # of a heading 1 to 6, of a list item its depth from 1
    marker: str = ""  # "•" or "1." of a list item's first paragraph
    runs: tuple[Run, ...] = ()
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()


# "a. …", "(2) …", "– …" at the start of a source line: acts and contracts number their lines so, and a reader needs them
_LISTED = re.compile(r"\(?(?:[a-zæøå]|[ivx]{1,4}|\d{1,3})[.)]\s|[–—•-]\s")


@cache
def _parser() -> MarkdownIt:
    # text_join would merge escaped characters into their neighbours, whose length in the source differs
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("text_join")


@dataclass
class _State:
    lists: list[int | None] = field(default_factory=list)  # next number of each open list, None for bullets
    marker: str = ""
    quote: int = 0


def blocks(markdown: str) -> list[Block]:
    """The blocks of ``markdown`` in order. Takes about a second for a megabyte: call it in a job."""
    tokens = _parser().parse(markdown)
    lines = _line_starts(markdown)
    made: list[Block] = []
    state = _State()
    position = 0
    while position < len(tokens):
        token = tokens[position]
        start = lines[token.map[0]] if token.map else (made[-1].start if made else 0)
        if token.type == "table_open":
            end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
            made.append(Block("table", start, rows=_table(markdown, lines, tokens[position:end])))
            position = end
        elif token.type in ("fence", "code_block"):
            found = markdown.find(token.content, start)
            made.append(Block("code", start, runs=(Run(token.content.rstrip("\n"), found, code=True),)))
        elif token.type == "hr":
            made.append(Block("rule", start))
        elif token.type == "inline":
            made.append(_text_block(markdown, lines, tokens[position - 1], token, state))
        else:
            _track(token, state)
        position += 1
    return made


def _track(token: Token, state: _State) -> None:
    if token.type == "bullet_list_open":
        state.lists.append(None)
    elif token.type == "ordered_list_open":
        state.lists.append(int(token.attrs.get("start", 1)))
    elif token.type in ("bullet_list_close", "ordered_list_close"):
        state.lists.pop()
    elif token.type == "list_item_open":
        number = state.lists[-1]
        state.marker = "•" if number is None else f"{number}{token.markup or '.'}"
        if number is not None:
            state.lists[-1] = number + 1
    elif token.type == "blockquote_open":
        state.quote += 1
    elif token.type == "blockquote_close":
        state.quote -= 1


def _text_block(markdown: str, lines: list[int], opening: Token, token: Token, state: _State) -> Block:
    first = token.map[0] if token.map else 0
    runs = tuple(_runs(markdown, lines, token, first))
    start = lines[first]
    if opening.type == "heading_open":
        return Block("heading", start, int(opening.tag[1:]), runs=runs)
    if state.lists:
        marker, state.marker = state.marker, ""
        return Block("item", start, len(state.lists), marker, runs)
    return Block("quote" if state.quote else "paragraph", start, runs=runs)


def _table(markdown: str, lines: list[int], tokens: list[Token]) -> tuple[tuple[tuple[Run, ...], ...], ...]:
    rows: list[tuple[tuple[Run, ...], ...]] = []
    cells: list[tuple[Run, ...]] = []
    first, pointer, head = 0, 0, False
    for token in tokens:
        if token.type == "tr_open":
            first = token.map[0] if token.map else first
            cells, pointer = [], lines[first]
        elif token.type in ("th_open", "td_open"):
            head = token.type == "th_open"
        elif token.type == "inline":
            found = markdown.find(token.content, pointer, _line_end(markdown, lines, first)) if token.content else -1
            pointer = found + len(token.content) if found >= 0 else pointer
            offsets = [found + i for i in range(len(token.content) + 1)] if found >= 0 else None
            cells.append(tuple(_style(token, offsets, bold=head)))
        elif token.type == "tr_close":
            rows.append(tuple(cells))
    return tuple(rows)


def _runs(markdown: str, lines: list[int], token: Token, first: int) -> Iterator[Run]:
    """The styled pieces of one inline token with their places; its content is source lines less their lead."""
    offsets: list[int] = []
    for number, content in enumerate(token.content.split("\n")):
        line = first + number
        found = -1
        if line < len(lines):
            found = markdown.find(content, lines[line], _line_end(markdown, lines, line))
        offsets += [found + i if found >= 0 else -1 for i in range(len(content) + 1)]
    yield from _style(token, offsets)


def _style(token: Token, offsets: list[int] | None, *, bold: bool = False) -> Iterator[Run]:
    """``offsets[i]`` is where character i of the token's content stands in the source (-1: unknown)."""
    content, p = token.content, 0
    strong, emphasis = (1 if bold else 0), 0
    for child in token.children or []:
        if child.type in ("strong_open", "strong_close"):
            strong += child.nesting
        elif child.type in ("em_open", "em_close"):
            emphasis += child.nesting
        elif child.type == "link_close" and child.markup != "autolink":
            p = max(p, content.find(")", content.find("](", p)) + 1)
        elif child.type in ("softbreak", "hardbreak"):
            at = content.find("\n", p)
            keep = child.type == "hardbreak" or (at >= 0 and _is_line(content, at))
            yield Run("\n" if keep else " ", offsets[at] if offsets and at >= 0 else -1)
            p = at + 1 if at >= 0 else p
        elif child.content and child.type in ("text", "text_special", "code_inline"):
            written = child.markup if child.type == "text_special" else child.content
            at = content.find(written, p)
            start = offsets[at] if offsets and 0 <= at < len(offsets) else -1
            p = at + len(written) if at >= 0 else p
            yield Run(child.content, start, strong > 0, emphasis > 0, child.type == "code_inline")


def _is_line(content: str, at: int) -> bool:
    """Whether the line break at ``at`` is the writer's own (an address, a list), not a wrapped line."""
    before = at - (content.rfind("\n", 0, at) + 1)
    return before < SHORT_LINE or _LISTED.match(content, at + 1) is not None


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _line_end(text: str, lines: list[int], line: int) -> int:
    return lines[line + 1] - 1 if line + 1 < len(lines) else len(text)


def block_at(made: list[Block], offset: int) -> int:
    """The number of the block that holds the character at ``offset``."""
    return max(0, bisect_right([block.start for block in made], offset) - 1)
