"""Words of one PDF page with their place on the page as shown.

Text that runs sideways gets a *frame* of its own, in which it is upright (u to the right, v downwards);
layout works in frames, and boxes are turned back when the words are written out.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium

# Up to here a fraction of the font size: the gap that ends a word although pdfium saw no blank (measured:
# letter spacing of headings reaches 0.25, the narrowest gutters of tables begin at 0.6).
_WORD_GAP = 0.5
# The height of a line's box around the base line, in font sizes; the same for all fonts, whose own figures
# lie.
ASCENT, DESCENT = 0.80, 0.22
VALUE = -1  # "font" of words that are form values: they stand apart from the words printed beside them
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_BLANK = frozenset(" \t\r\n\x0b\x0c\xa0\u2002\u2003\u2009\u200a\u202f\u3000\u200b")
_HYPHEN_MARK = (0x02, 0xFFFE)  # how pdfium shows a hyphen that it takes for one at a line end


@dataclass(slots=True)
class Word:
    """Letters without a blank between them. Places are those of the frame, in points; ``base`` is the base
    line.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False
    italic: bool = False
    glued: bool = False  # no blank before it: a change of size or style inside a word
    raised: bool = False
    font: int = 0
    box: tuple[float, float, float, float] | None = None  # measured, in the frame; else from base line and size

    @property
    def top(self) -> float:
        return self.base - ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base + DESCENT * self.size


@dataclass(slots=True)
class Sheet:
    """One page as read: words by the direction in which they run, and what speaks for or against its text."""

    number: int
    width: float
    height: float
    words: dict[int, list[Word]] = field(default_factory=dict)  # turn in degrees, counter-clockwise → words
    letters: int = 0
    unknown: int = 0  # letters without a usable Unicode value
    invisible: int = 0  # letters in render mode 3: the text layer of a scan
    outside: int = 0  # letters beyond the edge of the page

    @property
    def turn(self) -> int:
        """The direction of most of the text."""
        return max(self.words, key=lambda turn: sum(len(w.text) for w in self.words[turn]), default=0)

    def unframe(
        self, turn: int, left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float]:
        """A rectangle of a frame as a rectangle of the page as shown."""
        w, h = self.width, self.height
        if turn == 90:
            return top, h - right, bottom, h - left
        if turn == 180:
            return w - right, h - bottom, w - left, h - top
        if turn == 270:
            return w - bottom, left, w - top, right
        return left, top, right, bottom


@dataclass(slots=True)
class _Style:
    """What the characters of one text object share."""

    size: float
    bold: bool
    italic: bool
    turn: int
    skewed: bool
    visible: bool
    font: int


class Geometry:
    """From pdfium's page space (y upwards, before /Rotate) to the page as shown (y downwards)."""

    def __init__(self, page: Any) -> None:
        self.rotation = (pdfium.FPDFPage_GetRotation(page) % 4) * 90
        box = pdfium.FS_RECTF()
        if not pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(box)) or box.right <= box.left:
            box.left, box.bottom, box.right, box.top = 0, 0, 612, 792
        self.left, self.bottom, self.right, self.top = box.left, box.bottom, box.right, box.top
        width, height = box.right - box.left, abs(box.top - box.bottom)
        self.width, self.height = (height, width) if self.rotation in (90, 270) else (width, height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self.rotation == 90:
            return y - self.bottom, x - self.left
        if self.rotation == 180:
            return self.right - x, y - self.bottom
        if self.rotation == 270:
            return self.top - y, self.right - x
        return x - self.left, self.top - y

    def frame(self, turn: int, x: float, y: float) -> tuple[float, float]:
        """A point of the shown page in the frame of text with that turn."""
        if turn == 90:
            return self.height - y, x
        if turn == 180:
            return self.width - x, self.height - y
        if turn == 270:
            return y, self.width - x
        return x, y


def read_sheet(page: Any, number: int) -> Sheet:
    """All words of a page (a pypdfium2 page), in the order in which the file draws them."""
    geometry = Geometry(page.raw)
    sheet = Sheet(number, geometry.width, geometry.height)
    text = pdfium.FPDFText_LoadPage(page.raw)
    if not text:
        return sheet
    try:
        _Reader(page.raw, text, geometry, sheet).run()
    finally:
        pdfium.FPDFText_ClosePage(text)
    return sheet


class _Reader:
    def __init__(self, page: Any, text: Any, geometry: Geometry, sheet: Sheet) -> None:
        self.page, self.text, self.geometry, self.sheet = page, text, geometry, sheet
        self.styles: dict[int, _Style] = {}
        self.letters: list[str] = []
        self.word: Word | None = None
        self.turn = 0
        self.after_blank = True
        self.last_object, self.last_left, self.last_bottom = 0, 0.0, 0.0

    def run(self) -> None:
        text, rect = self.text, pdfium.FS_RECTF()
        x, y = ctypes.c_double(), ctypes.c_double()
        box_of, object_of = pdfium.FPDFText_GetLooseCharBox, pdfium.FPDFText_GetTextObject
        unicode_of, origin_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharOrigin
        rect_ref, x_ref, y_ref = ctypes.byref(rect), ctypes.byref(x), ctypes.byref(y)
        style: _Style | None = None
        last = None
        for index in range(pdfium.FPDFText_CountChars(text)):
            code = unicode_of(text, index)
            letter = "-" if code in _HYPHEN_MARK else chr(code) if 0 < code <= 0x10FFFF else ""
            if letter in _BLANK:
                self.close()
                self.after_blank = True
                continue
            owner = object_of(text, index)
            address = ctypes.addressof(owner.contents) if owner else 0
            if address != last or style is None:
                style = self.styles.get(address) or self.style(address, owner, index)
                last = address
            if not box_of(text, index, rect_ref):
                continue
            if letter == "\u00ad":  # drawn, so it is a hyphen that the font names wrongly; without width it is none
                letter = "-" if rect.right - rect.left > 0.5 else ""
                if not letter:
                    continue
            self.count(letter, style)
            if self.joins(letter or "\ufffd", address, style, rect):
                continue
            if origin_of(text, index, x_ref, y_ref):
                self.last_object, self.last_left, self.last_bottom = address, rect.left, rect.bottom
                self.take(letter or "\ufffd", style, rect, x.value, y.value)
        self.close()

    def count(self, letter: str, style: _Style) -> None:
        self.sheet.letters += 1
        if not letter or letter == "\ufffd" or "\ue000" <= letter <= "\uf8ff":
            self.sheet.unknown += 1
        if not style.visible:
            self.sheet.invisible += 1

    def joins(self, letter: str, address: int, style: _Style, rect: Any) -> bool:
        """The usual case, made fast: the next letter of the word in the same text object, on the same base
        line.
        """
        word = self.word
        if word is None or address != self.last_object or rect.bottom != self.last_bottom:
            return False
        if rect.left == self.last_left:  # a ligature that pdfium has taken apart: its letters share one box
            self.letters.append(letter)
            return True
        if style.turn or self.geometry.rotation:
            return False
        left, right = rect.left - self.geometry.left, rect.right - self.geometry.left
        gap = left - word.right
        if not -0.7 * word.size < gap < _WORD_GAP * word.size or right > self.geometry.width + 1:
            return False
        if letter == self.letters[-1] and gap < 0.15 * word.size - (right - left):
            return False  # perhaps drawn twice
        self.letters.append(letter)
        if right > word.right:
            word.right = right
        self.last_left = rect.left
        return True

    def style(self, address: int, owner: Any, index: int) -> _Style:
        size = pdfium.FPDFText_GetFontSize(self.text, index)
        matrix = pdfium.FS_MATRIX()
        scale, angle = 1.0, 0.0
        if pdfium.FPDFText_GetMatrix(self.text, index, ctypes.byref(matrix)):
            scale = math.hypot(matrix.c, matrix.d) or 1.0
            angle = math.degrees(math.atan2(matrix.b, matrix.a))
        shown = (angle - self.geometry.rotation) % 360
        turn = int(round(shown / 90.0) * 90) % 360
        weight = pdfium.FPDFText_GetFontWeight(self.text, index)
        flags = ctypes.c_int()
        buffer = ctypes.create_string_buffer(128)
        pdfium.FPDFText_GetFontInfo(self.text, index, buffer, 128, ctypes.byref(flags))
        name = buffer.value.lower()
        mode = pdfium.FPDFTextObj_GetTextRenderMode(owner) if owner else 0
        style = _Style(
            size=max(0.1, abs(size * scale)),
            bold=weight >= 600
            or b"bold" in name
            or b"black" in name
            or b"heavy" in name
            or bool(flags.value & (1 << 18)),
            italic=bool(flags.value & (1 << 6)) or b"italic" in name or b"oblique" in name,
            turn=turn,
            skewed=abs((shown - turn + 180) % 360 - 180) > 3,
            visible=mode not in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP),
            font=hash(name),
        )
        self.styles[address] = style
        return style

    def take(self, letter: str, style: _Style, rect: Any, x: float, y: float) -> None:
        """Adds a letter to the word it belongs to, or begins a new one."""
        geometry, turn = self.geometry, style.turn
        _, base = geometry.frame(turn, *geometry.point(x, y))
        ax, _ = geometry.frame(turn, *geometry.point(rect.left, rect.top))
        bx, _ = geometry.frame(turn, *geometry.point(rect.right, rect.bottom))
        left, right = (ax, bx) if ax <= bx else (bx, ax)
        if not (-2 <= left <= 20_000 and -2 <= base <= 20_000) or self.beyond(turn, left, right, base):
            self.sheet.outside += 1
            return
        word, size = self.word, style.size
        if word is not None:
            gap = left - word.right
            same = turn == self.turn and abs(size - word.size) < 0.08 * size and abs(base - word.base) < 0.12 * size
            near = -0.7 * size < gap < _WORD_GAP * size
            if letter == self.letters[-1] and same and abs(left - (word.right - (right - left))) < 0.15 * size:
                return  # drawn twice to look bold
            if same and near and style.bold == word.bold and style.italic == word.italic:
                self.letters.append(letter)
                word.right = max(word.right, right)
                return
            touching = (
                turn == self.turn
                and -0.35 * size < gap < 0.12 * max(size, word.size)
                and abs(base - word.base) < 0.8 * max(size, word.size)
            )
            self.close()
            self.after_blank = not touching
        self.word = Word("", left, right, base, size, style.bold, style.italic, not self.after_blank, font=style.font)
        self.letters = [letter]
        self.turn = turn
        self.after_blank = False

    def beyond(self, turn: int, left: float, right: float, base: float) -> bool:
        wide, high = (
            (self.geometry.height, self.geometry.width)
            if turn in (90, 270)
            else (self.geometry.width, self.geometry.height)
        )
        return right < -1 or left > wide + 1 or base < -1 or base > high + 20

    def close(self) -> None:
        if self.word is not None:
            self.word.text = "".join(self.letters)
            self.sheet.words.setdefault(self.turn, []).append(self.word)
            self.word = None


def raise_digits(text: str) -> str | None:
    """Digits as superscript characters ("12" → "¹²"); None when there is more than digits in it."""
    return text.translate(_SUPERSCRIPT) if text.isdigit() and text.isascii() else None
