"""One picture of a page → its words with boxes (pixels) and confidence, in Tesseract's reading order."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.convert.ocr.data import OcrData
from engine.convert.ocr.picture import Gray, prepared

# Normal pages score 91–95, a page on its side 36 (measured): below this the way up is looked for.
_TURNED = 70.0
# Signs without a letter or figure below this are specks and rules. Words are kept, however unsure.
_NOISE = 60.0
_NOISY_LINE = 38.0
# Photos give a few unsure "words"; a page of text that bad could not be quoted from anyway.
_PHOTO = 45.0
_PHOTO_LETTERS, _PHOTO_SURE = 20, 70.0


@dataclass
class ScanWord:
    """A word and its box in pixels of the upright picture."""

    text: str
    left: int
    top: int
    right: int
    bottom: int
    confidence: float


@dataclass
class ScanLine:
    """Words of a line; top and bottom of the line as a whole."""

    words: list[ScanWord]
    top: int
    bottom: int


@dataclass
class Scan:
    """Blocks of lines. ``turn``: how far the text is turned counter-clockwise on the picture as given."""

    blocks: list[list[ScanLine]] = field(default_factory=list)
    confidence: float = 0.0
    turn: int = 0
    dpi: float = 300.0  # of the pixels that the boxes count

    @property
    def letters(self) -> int:
        return sum(len(word.text) for block in self.blocks for line in block for word in line.words)


class Recogniser:
    """Holds Tesseract open: loading the model takes a second."""

    def __init__(self, data: OcrData) -> None:
        """Raises RuntimeError when the data cannot be loaded."""
        import tesserocr

        self._library: Any = tesserocr
        self._data = data
        self._api: Any = tesserocr.PyTessBaseAPI(path=str(data.folder), lang=data.language, psm=tesserocr.PSM.AUTO)
        self._orientation: Any = None

    def close(self) -> None:
        self._api.End()
        if self._orientation is not None:
            self._orientation.End()

    def read(self, picture: Gray, dpi: float) -> Scan:
        """The words of a page in grey (rows × columns, 0 black); ``dpi`` of the picture as it was scanned."""
        picture, dpi = prepared(picture, dpi)
        scan = self._recognise(picture, dpi)
        if scan.confidence < _TURNED and picture.size:
            turn = self._turn(picture, dpi)
            if turn:
                other = self._recognise(upright(picture, turn), dpi)
                if other.confidence > scan.confidence:
                    other.turn = turn
                    return other
        return scan

    def _set(self, api: Any, picture: Gray, dpi: float) -> None:
        rows, columns = picture.shape
        api.SetImageBytes(np.ascontiguousarray(picture).tobytes(), columns, rows, 1, columns)
        api.SetSourceResolution(round(dpi))

    def _recognise(self, picture: Gray, dpi: float) -> Scan:
        self._set(self._api, picture, dpi)
        table = self._api.GetTSVText(0)
        self._api.Clear()
        scan = _scan(table)
        scan.dpi = dpi
        return scan

    def _turn(self, picture: Gray, dpi: float) -> int:
        """Degrees by which the text is turned counter-clockwise; 0 when that cannot be told."""
        if self._data.orientation is None:
            return 0
        if self._orientation is None:
            with contextlib.suppress(RuntimeError):
                self._orientation = self._library.PyTessBaseAPI(
                    path=str(self._data.orientation), lang="osd", psm=self._library.PSM.OSD_ONLY
                )
        if self._orientation is None:
            return 0
        self._set(self._orientation, picture, dpi)
        found = self._orientation.DetectOrientationScript()
        self._orientation.Clear()
        # Tesseract counts clockwise (measured: 270 for a page whose text runs upwards, which is our 90).
        return -int(found["orient_deg"]) % 360 if found and found["orient_conf"] > 0.5 else 0


def upright(picture: Gray, turn: int) -> Gray:
    """The picture with text that is turned counter-clockwise by ``turn`` degrees set upright."""
    return np.rot90(picture, k=-(turn // 90))


def _scan(table: str) -> Scan:
    """From Tesseract's tab-separated table: level, page, block, paragraph, line, word, left, top, width,
    height, conf, text.
    """
    scan = Scan()
    weight = total = 0.0
    block: list[ScanLine] = []
    line: ScanLine | None = None
    for row in table.split("\n"):
        cells = row.split("\t")
        if len(cells) < 11:
            continue
        level, left, top, width, height = int(cells[0]), *(int(cell) for cell in cells[6:10])
        if level == 2:
            block = []
            scan.blocks.append(block)
        elif level == 4:
            line = ScanLine([], top, top + height)
            block.append(line)
        elif level == 5 and line is not None and len(cells) > 11 and cells[11].strip():
            confidence = float(cells[10])
            text = cells[11].strip()
            total += confidence * len(text)
            weight += len(text)
            if confidence >= _NOISE or any(letter.isalnum() for letter in text):
                line.words.append(ScanWord(text, left, top, left + width, top + height, confidence))
    scan.confidence = total / weight if weight else 0.0
    for block in scan.blocks:
        block[:] = [kept for kept in block if kept.words and _is_text(kept)]
    scan.blocks = [kept_block for kept_block in scan.blocks if kept_block]
    if scan.confidence < _PHOTO or (scan.letters < _PHOTO_LETTERS and scan.confidence < _PHOTO_SURE):
        scan.blocks = []
    return scan


def _is_text(line: ScanLine) -> bool:
    """Not a rule, a stain or a picture that was taken for letters."""
    letters = sum(len(word.text) for word in line.words)
    mean = sum(word.confidence * len(word.text) for word in line.words) / letters
    return mean >= _NOISY_LINE and any(any(c.isalnum() for c in word.text) for word in line.words)
