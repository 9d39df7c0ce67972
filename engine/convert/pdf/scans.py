"""Pages that are pictures: recognised at their own resolution, and text layers of scanners checked against
that.
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

from engine.convert.ocr.data import find
from engine.convert.ocr.picture import FINE
from engine.convert.ocr.recognise import Recogniser, Scan
from engine.convert.ocr.sheet import to_sheet
from engine.convert.pdf.assemble import PageRead
from engine.convert.pdf.opening import largest_image
from engine.convert.pdf.words import Sheet
from engine.text.language import STEMMER_OF
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of

# A scan is rendered at its own resolution between these (dpi); else, and for drawn letters, at the fine one.
_LEAST, _MOST = 70, 450
_MOST_PIXELS = 40_000_000  # an A2 page at 300 dpi; larger ones are rendered coarser
_SAMPLES = 2  # pages whose text layer is checked against our own reading before the others are trusted
_GOOD_SHARE = 0.9  # of our reading's share of common words: a layer that reaches it is as good


class ScanReader:
    """Recognises pages of one document. ``missing``: pages that would need data which is not installed."""

    def __init__(self) -> None:
        self.confidence: dict[int, float] = {}
        self.missing: list[int] = []
        self.replaced: list[int] = []  # pages whose text layer was worse than our reading
        self.unreadable: list[int] = []  # pictures in which no text was found
        self._recogniser: Recogniser | None = None
        self._looked = False
        self._layers: list[bool] = []  # verdicts on sampled layers

    def close(self) -> None:
        if self._recogniser is not None:
            self._recogniser.close()

    def read(self, page: Any, sheet: Sheet) -> PageRead | None:
        """The page by recognition; None when there is nothing to recognise with, or no text was found."""
        if not self._ready():
            self.missing.append(sheet.number)
            return None
        scan = self._scan(page)
        if not scan.blocks:
            self.unreadable.append(sheet.number)
            return None
        new, blocks = to_sheet(scan, sheet.number, sheet.width, sheet.height)
        self.confidence[sheet.number] = round(scan.confidence, 1)
        return PageRead(new, blocks=blocks)

    def check_layer(self, page: Any, sheet: Sheet) -> PageRead | None:
        """For a scan with a text layer: our reading if it is better, None to keep the layer."""
        if len(self._layers) >= _SAMPLES and all(self._layers) and share_of_common(sheet) > 0.15:
            return None
        if not self._ready():
            return None
        ours = self.read(page, sheet)
        if ours is None:
            return None
        good = is_as_good(sheet, ours.sheet)
        self._layers.append(good)
        if good:
            self.confidence.pop(sheet.number, None)
            return None
        self.replaced.append(sheet.number)
        return ours

    def _ready(self) -> bool:
        if not self._looked:
            self._looked = True
            data = find()
            if data is not None:
                with contextlib.suppress(RuntimeError, ImportError):
                    self._recogniser = Recogniser(data)
        return self._recogniser is not None

    def _scan(self, page: Any) -> Scan:
        assert self._recogniser is not None
        width, height = page.get_size()
        cover, native = largest_image(page)
        dpi = native if cover > 0.5 and _LEAST <= native <= _MOST else FINE
        scale = min(dpi / 72, (_MOST_PIXELS / max(1.0, width * height)) ** 0.5)
        bitmap = page.render(scale=scale, grayscale=True)
        picture = np.array(bitmap.to_numpy(), dtype=np.uint8)
        if picture.ndim == 3:
            picture = picture[:, :, 0]
        bitmap.close()
        return self._recogniser.read(picture, 72 * scale)


def _words(sheet: Sheet) -> list[str]:
    return fold_text(" ".join(word.text.strip('.,;:()«»"') for words in sheet.words.values() for word in words)).split()


def share_of_common(sheet: Sheet) -> float:
    """Share of words that are small common words of any of the languages: low in garbled text."""
    words = _words(sheet)
    common = stop_words_of(STEMMER_OF)
    return sum(1 for word in words if word in common) / len(words) if words else 0.0


def is_as_good(layer: Sheet, ours: Sheet) -> bool:
    """Whether a text layer may stay: as many common words, about as long, and no "§" lost."""
    if layer.letters < 0.8 * ours.letters:
        return False
    signs = [sum("§" in word for word in _words(sheet)) for sheet in (layer, ours)]
    return signs[0] >= signs[1] and share_of_common(layer) >= _GOOD_SHARE * share_of_common(ours)
