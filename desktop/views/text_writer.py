"""Writes blocks into a QTextDocument and remembers where each character of the source has gone."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTableFormat,
)

from desktop.models.markdown_blocks import Block, Run
from desktop.style import Look

HEADING_STEPS = {1: 9, 2: 6, 3: 3, 4: 2}  # pixels above the running text
LINE_HEIGHT = 138.0  # per cent
INDENT = 26  # pixels a list level


@dataclass
class Chunk:
    """Some blocks as written: pairs (source start, length, place relative to ``anchor``), sorted by source."""

    anchor: QTextCursor  # moves along when text is written above it
    pieces: list[tuple[int, int, int]] = field(default_factory=list)

    def spans(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where ``source[start:end]`` stands in the document: positions of the stretches that are there."""
        base = self.anchor.position()
        found: list[tuple[int, int]] = []
        for source, length, place in self.pieces:
            a, b = max(start, source), min(end, source + length)
            if a < b:
                span = (base + place + a - source, base + place + b - source)
                if found and span[0] - found[-1][1] <= 1:
                    found[-1] = (found[-1][0], span[1])
                else:
                    found.append(span)
        return found


class TextWriter:
    """Formats of one look; ``write`` puts blocks at a cursor."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._size = look.base + 2

    def write(self, cursor: QTextCursor, blocks: list[Block]) -> Chunk:
        """Write ``blocks`` at ``cursor``, which stands at the start of an empty paragraph and stays in one after them."""
        anchor = QTextCursor(cursor)
        anchor.setKeepPositionOnInsert(True)
        chunk = Chunk(anchor)
        base = cursor.position()
        cursor.beginEditBlock()
        for block in blocks:
            if block.kind == "table":
                self._table(cursor, block, chunk, base)
            else:
                cursor.setBlockFormat(self._block_format(block))
                if block.kind == "item":
                    cursor.insertText(f"{block.marker}\t", self._char_format(block, Run("", -1)))
                for run in block.runs:
                    self._run(cursor, block, run, chunk, base)
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        cursor.endEditBlock()
        anchor.setKeepPositionOnInsert(False)
        return chunk

    def _run(self, cursor: QTextCursor, block: Block, run: Run, chunk: Chunk, base: int) -> None:
        place = cursor.position() - base
        cursor.insertText(run.text.replace("\n", "\u2028"), self._char_format(block, run))
        if run.start >= 0:
            chunk.pieces.append((run.start, len(run.text), place))

    def _table(self, cursor: QTextCursor, block: Block, chunk: Chunk, base: int) -> None:
        width = max((len(row) for row in block.rows), default=0)
        if not width:
            return
        form = QTextTableFormat()
        form.setBorder(1)
        form.setBorderBrush(QBrush(QColor(self._look.colours.border_strong)))
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(6)
        form.setTopMargin(6)
        form.setBottomMargin(10)
        form.setHeaderRowCount(1)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table = cursor.insertTable(len(block.rows), width, form)
        for r, row in enumerate(block.rows):
            for c, cell in enumerate(row):
                inside = table.cellAt(r, c).firstCursorPosition()
                for run in cell:
                    place = inside.position() - base
                    inside.insertText(run.text, self._char_format(block, run))
                    if run.start >= 0:
                        chunk.pieces.append((run.start, len(run.text), place))
        cursor.setPosition(table.lastCursorPosition().position() + 1)

    def _block_format(self, block: Block) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setBottomMargin(9)
        if block.kind == "heading":
            form.setTopMargin(24 - 3 * min(block.level, 4))
            form.setHeadingLevel(block.level)
            form.setLineHeight(118.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        elif block.kind == "item":
            form.setLeftMargin(INDENT * block.level)
            form.setTextIndent(-INDENT)
            form.setTabPositions([QTextOption.Tab(INDENT * block.level, QTextOption.TabType.LeftTab)])
            form.setBottomMargin(5)
        elif block.kind == "quote":
            form.setLeftMargin(INDENT)
        elif block.kind == "rule":
            form.setProperty(
                QTextFormat.Property.BlockTrailingHorizontalRulerWidth,
                QTextLength(QTextLength.Type.PercentageLength, 100),
            )
        return form

    def _char_format(self, block: Block, run: Run) -> QTextCharFormat:
        form = QTextCharFormat()
        heading = block.kind == "heading"
        size = self._size + (HEADING_STEPS.get(block.level, 1) if heading else 0)
        form.setFontFamilies([self._look.sans if heading else self._look.serif])
        form.setProperty(QTextFormat.Property.FontPixelSize, size - (1 if block.kind == "table" else 0))
        form.setForeground(QColor(self._look.colours.muted if block.kind == "quote" else self._look.colours.text))
        if heading or run.bold:
            form.setFontWeight(QFont.Weight.DemiBold)
        if run.italic:
            form.setFontItalic(True)
        if run.code or block.kind == "code":
            form.setFontFamilies(["Cascadia Mono", "SF Mono", "Noto Sans Mono", "DejaVu Sans Mono", "monospace"])
        return form
