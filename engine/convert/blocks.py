"""Blocks of a document in reading order, and how they are written; shared by RTF and OpenDocument."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.convert.draft import Draft
from engine.convert.word.headings import FormattedBlock, formatted_headings


@dataclass
class TextBlock:
    """A paragraph, heading (level from 1) or table; ``notes`` stand under the paragraph that refers to them.

    ``bold``: all of it; ``size`` in half points, 0 when unknown. Both serve to find headings without a style.
    """

    text: str = ""
    level: int = 0
    rows: list[list[str]] | None = None
    notes: list[str] = field(default_factory=list)
    bold: bool = False
    size: int = 0
    title: bool = False


def write_blocks(draft: Draft, blocks: Sequence[TextBlock], default_size: int) -> None:
    """Writes blocks with their notes; short bold paragraphs over text become headings."""
    looks = [FormattedBlock(b.text, b.level, b.rows is not None, b.bold, b.size) for b in blocks]
    for block, level in zip(blocks, formatted_headings(looks, default_size), strict=True):
        if block.rows is not None:
            draft.table(block.rows)
        elif level:
            draft.heading(level, block.text)
        else:
            draft.paragraph(block.text)
        for note in block.notes:
            draft.paragraph(note)
