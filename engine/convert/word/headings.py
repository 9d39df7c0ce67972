"""Headings that are only formatted as such: short paragraphs, wholly bold, perhaps larger, over
running text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_LONGEST = 120  # letters
_LARGER = 1.1  # times the size of the running text


@dataclass(frozen=True)
class FormattedBlock:
    """How a paragraph looks. ``size`` in half points; ``level`` by its style, 0 for none; ``table``: it is no
    text.
    """

    text: str
    level: int
    table: bool
    bold: bool
    size: int


def formatted_headings(blocks: Sequence[FormattedBlock], default_size: int) -> list[int]:
    """The level of every block: that of its style, or one for headings by format, or 0."""
    sizes = Counter[int]()
    for block in blocks:
        if not block.table and not block.level and not block.bold:
            sizes[block.size] += len(block.text)
    body = sizes.most_common(1)[0][0] if sizes else default_size
    last = 1
    known: dict[int, int] = {}
    levels = []
    for at, block in enumerate(blocks):
        level = block.level
        if level:
            last = level
            known.setdefault(block.size, level)
        elif (
            not block.table and block.bold and _may_head(block, blocks[at + 1] if at + 1 < len(blocks) else None, body)
        ):
            larger = [known[size] for size in known if size > block.size]
            level = known.get(block.size) or min(6, max(larger, default=0 if known else last) + 1)
        levels.append(level)
    return levels


def _may_head(block: FormattedBlock, after: FormattedBlock | None, body: int) -> bool:
    text = block.text.strip()
    if not 2 <= len(text) <= _LONGEST or "\n" in text or text.endswith((".", ",", ";", ":")) or text.startswith("- "):
        return False
    if not any(letter.isalpha() for letter in text):
        return False
    if block.size > _LARGER * body:
        return True
    return after is not None and not after.table and not after.bold and len(after.text) > len(text)
