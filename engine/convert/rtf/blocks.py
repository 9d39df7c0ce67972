"""Paragraphs and table rows of RTF as they end."""

from __future__ import annotations

import re

from engine.convert.blocks import TextBlock
from engine.convert.rtf.state import Paragraph, Row, RtfDocument, State


class BlockBuilder:
    """Turns what was collected into blocks of the document."""

    def __init__(self) -> None:
        self.document = RtfDocument()
        self.state = State()
        self.styles: dict[int, int] = {}  # style number → outline level from 0
        self.paragraph = Paragraph()
        self.row = Row()
        self.cell: list[str] = []
        self.rows: list[list[str]] = []

    def take_paragraph(self) -> TextBlock | None:
        paragraph, self.paragraph = self.paragraph, Paragraph()
        text = "".join(paragraph.parts)
        if not text.strip():
            if paragraph.notes:
                self.paragraph.notes = paragraph.notes
            return None
        outline = self.state.outline if self.state.outline is not None else self.styles.get(self.state.style)
        level = outline + 1 if outline is not None and 0 <= outline < 9 else 0
        text = re.sub(r"^\s*[•▪◦·](?:\s+|$)", "- ", text)
        bold = paragraph.letters > 0 and paragraph.bold >= paragraph.letters
        return TextBlock(text, min(6, level), None, paragraph.notes, bold, paragraph.size)

    def end_paragraph(self) -> None:
        if self.state.target in ("header", "footer", "note", "comment"):
            self.paragraph.parts.append("\n")
            return
        block = self.take_paragraph()
        if self.state.table:
            if block:
                self.cell.append(block.text)
            return
        self.end_table()
        if block:
            self.document.blocks.append(block)

    def end_cell(self) -> None:
        block = self.take_paragraph()
        if block:
            self.cell.append(block.text)
        self.row.cells.append(" ".join(" ".join(self.cell).split()))
        self.cell = []

    def end_row(self) -> None:
        cells, merges = self.row.cells, self.row.merges
        row = []
        for at, text in enumerate(cells):
            merge = merges[at] if at < len(merges) else ""
            if merge == "down" and not text and self.rows and at < len(self.rows[-1]):
                text = self.rows[-1][at]
            row.append(text)
        self.row.cells = []
        if any(row):
            self.rows.append(row)

    def end_table(self) -> None:
        if self.row.cells:
            self.end_row()
        if not self.rows:
            return
        width = max(len(row) for row in self.rows)
        used = [at for at in range(width) if any(at < len(row) and row[at] for row in self.rows)]
        rows = [[row[at] if at < len(row) else "" for at in used] for row in self.rows]
        self.rows = []
        if len(used) == 1:
            self.document.blocks += [TextBlock(row[0]) for row in rows]
        else:
            self.document.blocks.append(TextBlock(rows=rows))
