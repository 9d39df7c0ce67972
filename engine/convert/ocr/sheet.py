"""A recognised page as the sheet and blocks that the layout of PDF pages works on."""

from __future__ import annotations

from statistics import median

from engine.convert.ocr.recognise import Scan, ScanLine
from engine.convert.pdf.lines import Block, Fragment, Line
from engine.convert.pdf.words import ASCENT, DESCENT, Sheet, Word

# Specks make boxes higher, capitals make letters wider: only when both say so is a line set in a larger font.
_LARGER = 1.3
_LETTERS = 0.85  # height of most words in font sizes


def to_sheet(scan: Scan, number: int, width: float, height: float) -> tuple[Sheet, list[Block]]:
    """Sheet (points) and blocks in reading order. ``width`` and ``height``: of the page as shown,
    in points.
    """
    sheet = Sheet(number, width, height)
    points = 72.0 / scan.dpi
    lines = [line for block in scan.blocks for line in block]
    usual = (median(map(_height, lines)), median(map(_width, lines))) if lines else (10.0, 5.0)
    words: list[Word] = []
    blocks: list[Block] = []
    for found in scan.blocks:
        block = Block()
        for line in found:
            own = _words(line, points, usual)
            words += own
            size = own[0].size
            fragment = Fragment(own, own[0].left, own[-1].right, own[0].top, own[0].bottom, own[0].base, size)
            block.lines.append(Line([fragment], number, scan.turn))
        block.column = (min(line.left for line in block.lines), max(line.right for line in block.lines))
        blocks.append(block)
    sheet.words[scan.turn] = words
    sheet.letters = sum(len(word.text) for word in words)
    return sheet, blocks


def _height(line: ScanLine) -> float:
    """Height of the letters: of a skewed line the box as a whole is higher than any of its words."""
    heights = sorted(word.bottom - word.top for word in line.words if len(word.text) > 2) or [line.bottom - line.top]
    return heights[int(0.75 * (len(heights) - 1))]


def _width(line: ScanLine) -> float:
    """Mean width of a letter."""
    return sum(word.right - word.left for word in line.words) / sum(len(word.text) for word in line.words)


def _words(line: ScanLine, points: float, usual: tuple[float, float]) -> list[Word]:
    ratio = min(_height(line) / usual[0], _width(line) / usual[1])
    size = round(usual[0] * points / _LETTERS * (ratio if ratio > _LARGER else 1.0), 1)
    middle = median((word.top + word.bottom) / 2 for word in line.words) * points
    base = middle + (ASCENT - DESCENT) / 2 * size
    line.words.sort(key=lambda word: word.left)
    words = []
    for found in line.words:
        box = (found.left * points, found.top * points, found.right * points, found.bottom * points)
        words.append(Word(found.text, box[0], box[2], base, size, box=box))
    return words
