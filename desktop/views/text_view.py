"""The text of a document with the passage tinted and the exact words marked, scrolled to them.

The part around the words is written first and seen at once; the rest of the document is written above and below it in
small slices, so that the window stays quick with a thousand pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from desktop.context import Context
from desktop.jobs import Job
from desktop.models.markdown_blocks import Block, block_at, blocks
from desktop.texts import tr
from desktop.views.text_writer import Chunk, TextWriter

AROUND = 24  # blocks written at once on either side of the words
SLICE = 12  # blocks written at a time afterwards: about 5 ms
FILLED = 250_000  # characters written without being asked for; more comes when the reader scrolls towards it
NEAR = 2.0  # screens from the end of what is written: time to write more
SLICE_GAP_MS = 8
TEXTS_KEPT = 6
MARGIN = 26


class TextView(QTextBrowser):
    """Shows Markdown; ``open`` marks stretches of it by offset."""

    located = Signal(bool)  # whether the words to mark were found in what is shown
    drawn = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._writer = TextWriter(context.look)
        self._parsed: dict[str, list[Block]] = {}
        self._document = ""
        self._blocks: list[Block] = []
        self._chunks: list[Chunk] = []
        self._first = self._after = 0  # blocks written so far: [first, after)
        self._marks: tuple[tuple[int, int], ...] = ()
        self._passage: tuple[int, int] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(SLICE_GAP_MS)
        self._timer.timeout.connect(self._write_more)
        self._written = 0  # characters
        self._marks_due = False
        self.verticalScrollBar().valueChanged.connect(self._near_an_end)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setCursorWidth(0)  # nothing can be typed here
        self.setAccessibleName(tr("Text"))
        self.document().setDocumentMargin(MARGIN)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def loadResource(self, kind: int, name: QUrl) -> object:
        """Nothing is ever loaded: a document must not reach for files or the network."""
        return None

    def open(
        self, document: str, markdown: str, marks: Sequence[tuple[int, int]], passage: tuple[int, int] | None
    ) -> None:
        """Show ``markdown`` of ``document`` with ``marks`` marked and ``passage`` tinted."""
        self._marks, self._passage = tuple(marks), passage
        self._timer.stop()
        if document in self._parsed:
            self._show(document)
            return

        def work(_: Job) -> list[Block]:
            return blocks(markdown)

        def done(made: list[Block]) -> None:
            while len(self._parsed) >= TEXTS_KEPT:
                self._parsed.pop(next(iter(self._parsed)))
            self._parsed[document] = made
            self._show(document)

        self._context.jobs.run(work, done, owner=self, key="text")

    # ---- writing
    def _target(self) -> int | None:
        if self._marks:
            return self._marks[0][0]
        return self._passage[0] if self._passage else None

    def _show(self, document: str) -> None:
        made, target = self._parsed[document], self._target()
        middle = block_at(made, target) if target is not None else 0
        if document != self._document or not self._first <= middle < self._after:
            self._document, self._blocks = document, made
            self.document().clear()
            self._chunks, self._written = [], 0
            self._first, self._after = max(0, middle - AROUND // 2), min(len(made), middle + AROUND)
            self._chunks.append(self._written_chunk(QTextCursor(self.document()), self._first, self._after))
        self._mark()
        self._scroll_to_mark()
        self.drawn.emit()
        self._timer.start()

    def _write_more(self) -> None:
        if self._after < len(self._blocks):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            until = min(len(self._blocks), self._after + SLICE)
            self._chunks.append(self._written_chunk(cursor, self._after, until))
            self._after = until
        if self._first > 0:
            self._write_above()
        if (self._first == 0 and self._after >= len(self._blocks)) or self._written > FILLED:
            self._timer.stop()

    def _near_an_end(self, value: int) -> None:
        """The reader comes close to the first or last line that is written: write on there."""
        bar, room = self.verticalScrollBar(), self.viewport().height() * NEAR
        above = value < room and self._first > 0
        below = value > bar.maximum() - room and self._after < len(self._blocks)
        if (above or below) and not self._timer.isActive():
            QTimer.singleShot(0, self, self._write_more)

    def _written_chunk(self, cursor: QTextCursor, first: int, after: int) -> Chunk:
        """Write blocks [first, after) at ``cursor`` and mark what is to be marked in them."""
        chunk = self._writer.write(cursor, self._blocks[first:after])
        self._written += sum(length for _, length, _ in chunk.pieces)
        wanted = [*self._marks, *([self._passage] if self._passage else [])]
        self._marks_due = self._marks_due or any(chunk.spans(*stretch) for stretch in wanted)
        if self._marks_due:
            QTimer.singleShot(0, self, self._mark)
        return chunk

    def _write_above(self) -> None:
        """Write a slice above what is there and keep the lines that are seen where they are."""
        bar = self.verticalScrollBar()
        top = self._chunks[0].anchor
        before = self.cursorRect(top).top()
        start = max(0, self._first - SLICE)
        cursor = QTextCursor(self.document())
        cursor.insertBlock()
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self._chunks.insert(0, self._written_chunk(cursor, start, self._first))
        below = cursor.block().next()
        if QTextCursor(below).currentTable() is None:  # a table keeps its empty paragraph above it
            cursor.setBlockFormat(below.blockFormat())
            cursor.deleteChar()  # the empty paragraph that the writer leaves at its end
        self._first = start
        bar.setValue(bar.value() + self.cursorRect(self._chunks[1].anchor).top() - before)

    # ---- marking
    def _spans(self, start: int, end: int) -> list[tuple[int, int]]:
        return [span for chunk in self._chunks for span in chunk.spans(start, end)]

    def _mark(self) -> None:
        self._marks_due = False
        colours = self._context.look.colours
        made: list[QTextEdit.ExtraSelection] = []
        if self._passage:
            for a, b in self._spans(*self._passage)[:400]:
                made.append(self._selection(a, b, colours.band, None, whole=True))
        for mark in self._marks:
            for a, b in self._spans(*mark):
                made.append(self._selection(a, b, colours.mark, colours.mark_text))
        self.setExtraSelections(made)

    def _selection(
        self, a: int, b: int, ground: str, ink: str | None, *, whole: bool = False
    ) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(a)
        cursor.setPosition(b, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setBackground(QColor(ground))
        if ink:
            form.setForeground(QColor(ink))
        if whole:
            form.setProperty(QTextFormat.Property.FullWidthSelection, False)
        selection.cursor, selection.format = cursor, form  # type: ignore[attr-defined]
        return selection

    def _scroll_to_mark(self) -> None:
        target = self._target()
        spans = self._spans(*self._marks[0]) if self._marks else []
        self.located.emit(bool(spans) or not self._marks)
        if not spans and self._passage:
            spans = self._spans(*self._passage)
        if not spans:
            if target is None:
                self.verticalScrollBar().setValue(0)
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(spans[0][0])
        line = self.cursorRect(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + line.top() - round(self.viewport().height() * 0.3))

    def marked_words(self) -> list[str]:
        """The words that are marked now, as they stand in the view."""
        words = []
        for mark in self._marks:
            for a, b in self._spans(*mark):
                cursor = QTextCursor(self.document())
                cursor.setPosition(a)
                cursor.setPosition(b, QTextCursor.MoveMode.KeepAnchor)
                words.append(cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n"))
        return words
