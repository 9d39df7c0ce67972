"""Reads Markdown as a row of blocks with offsets: headings, paragraphs, list items, table rows, code, footnotes.

Only what splitting needs is told apart. The blocks tile the text: each holds the blank lines that follow it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "item", "row", "code", "footnote"]

_LINE = re.compile(r"([^\n]*)(?:\n|$)")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:[^\n]*\n){1,200}?(?:---|\.\.\.)[ \t]*(?:\n|$)")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{3,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"\s*(?:[-*+–•]|\d{1,3}[.)]|\(?[a-zA-Z]{1,2}\)|[ivxIVX]{1,5}[.)])[ \t]+\S")
_FOOTNOTE = re.compile(r" {0,3}\[\^([^\]\s]+)\]:")
_EMPHASIS = re.compile(r"(\*\*|__|\*|_|`)(.+?)\1")


@dataclass(frozen=True)
class Block:
    """[start, end) of the text; ``level`` of a heading; ``text`` of a heading without marks, or a footnote's name."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    text: str = ""


def heading_text(raw: str) -> str:
    """A heading's words without Markdown's emphasis, on one line."""
    return " ".join(_EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", raw)).split())


def read_blocks(markdown: str) -> list[Block]:
    """The blocks in order; ``blocks[0].start == 0``, each begins where the one before ends, the last ends the text."""
    found = _Reader().read(markdown)
    starts = [0] + [block.start for block in found[1:]] + [len(markdown)]
    return [
        Block(block.kind, starts[n], starts[n + 1], block.level, block.text)
        for n, block in enumerate(found or [Block("paragraph", 0, 0)])
    ]


class _Reader:
    """Goes through the lines once; a block is noted where it starts, and ends where the next one starts."""

    def __init__(self) -> None:
        self._found: list[Block] = []
        self._fence = ""  # the mark that ends the code we are in; "---" in a front matter
        self._run = 0  # lines of the block so far; 0 after a blank line or a block of one line
        self._first = ""  # its first line

    def read(self, markdown: str) -> list[Block]:
        for match in _LINE.finditer(markdown):
            line = match.group(1)
            if self._fence:
                self._code(line, match.start())
            elif not line.strip():
                self._run = 0
            elif match.start() == 0 and line.rstrip() == "---" and _FRONT_MATTER.match(markdown):
                self._fence = "---"
                self._add("code", 0)
            else:
                self._text(line, match.start())
        return self._found

    def _code(self, line: str, offset: int) -> None:
        """A block a line, so that a long listing can be cut between lines."""
        if line.strip().startswith(self._fence):
            self._fence = ""
        elif line.strip():
            self._add("code", offset)

    def _text(self, line: str, offset: int) -> None:
        atx, fence = _ATX.match(line), _FENCE.match(line)
        if fence:
            self._fence = fence.group(1)
            self._add("code", offset)
        elif atx:
            self._add("heading", offset, len(atx.group(1)), heading_text(atx.group(2) or ""))
        elif self._run == 1 and self._found[-1].kind == "paragraph" and _UNDERLINE.match(line):
            level = 1 if line.strip().startswith("=") else 2
            self._found[-1] = Block("heading", self._found[-1].start, 0, level, heading_text(self._first))
            self._run = 0
        elif line.lstrip().startswith("|"):
            self._add("row", offset)
        elif footnote := _FOOTNOTE.match(line):
            self._add("footnote", offset, 0, footnote.group(1))
            self._run = 1
        elif _ITEM.match(line):
            self._add("item", offset)
            self._run = 1
        elif self._run == 0 and not self._goes_on(line):
            self._add("paragraph", offset)
            self._run, self._first = 1, line
        else:
            self._run += 1

    def _goes_on(self, line: str) -> bool:
        """An indented line after a blank one is a further paragraph of a list item or footnote."""
        indented = line.startswith(("    ", "\t"))
        return indented and bool(self._found) and self._found[-1].kind in ("item", "footnote")

    def _add(self, kind: BlockKind, start: int, level: int = 0, text: str = "") -> None:
        self._found.append(Block(kind, start, 0, level, text))
        self._run = 0
