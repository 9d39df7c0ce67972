"""Paragraphs, headings, notes and tables as pieces of a draft: words with their page and box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.convert.draft import Draft, Piece
from engine.convert.pdf.flow import join_between
from engine.convert.pdf.lines import Line
from engine.convert.pdf.paragraphs import Paragraph
from engine.convert.pdf.words import Sheet, Word


class Composer:
    """Writes paragraphs into ``draft``; knows the sheets, to turn places in frames into boxes on the page."""

    def __init__(self, draft: Draft, sheets: Mapping[int, Sheet]) -> None:
        self._draft = draft
        self._sheets = sheets
        self._line = 0

    def write(self, paragraph: Paragraph) -> None:
        if paragraph.table is not None:
            self._draft.table([[self._pieces(cell) for cell in row] for row in paragraph.table.rows])
        elif paragraph.level:
            self._draft.heading(paragraph.level, self._pieces(paragraph.lines))
        else:
            self._draft.paragraph(self._pieces(_with_bullet(paragraph.lines)))

    def _pieces(self, lines: Sequence[Line]) -> list[Piece]:
        pieces: list[Piece] = []
        for number, line in enumerate(lines):
            self._line += 1
            words = line.words
            for at, word in enumerate(words):
                if at and not word.glued:
                    pieces.append(Piece(" "))
                drop = False
                if at == len(words) - 1 and number + 1 < len(lines):
                    drop, between = join_between(word, lines[number + 1].words[0])
                text = word.text[:-1] if drop else word.text
                pieces.append(Piece(text, line.page, self._box(line, word), self._line))
            if number + 1 < len(lines) and between:
                pieces.append(Piece(between))
        return pieces

    def _box(self, line: Line, word: Word) -> tuple[float, float, float, float]:
        box = word.box or (word.left, word.top, word.right, word.bottom)
        return self._sheets[line.page].unframe(line.turn, *box)


_BULLETS = frozenset("•▪◦●○■□‣·\uf0b7\uf0a7\uf0d8\uf0fc\uf02d")


def _with_bullet(lines: Sequence[Line]) -> Sequence[Line]:
    """A bullet sign at the start becomes "-", the one form in which all documents have it."""
    words = lines[0].words
    if len(words) > 1 and words[0].text in _BULLETS:
        words[0].text = "-"
        words[1].glued = False
    return lines
