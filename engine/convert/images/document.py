"""The converter of pictures: every frame is a page."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize
from engine.convert.errors import ConversionFailed
from engine.convert.ocr.data import find
from engine.convert.ocr.picture import Gray
from engine.convert.ocr.recognise import Recogniser
from engine.convert.ocr.sheet import to_sheet
from engine.convert.pdf.assemble import PageRead, assemble
from engine.types import Converted

NAME, VERSION = "image", "1"
_A4_WIDTH = 8.27  # inches, for pictures that do not say how large a pixel is
_PLAUSIBLE = (60, 1200)  # dpi; other values (72 of screens is kept) are defaults of programs
_MOST_FRAMES = 5000
_UNREADABLE = "The picture holds no text that could be read."


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed: "corrupt", "too_big", or "no_text" for photos and when OCR data is missing."""
    data = find()
    if data is None:
        raise ConversionFailed("This is a picture, and OCR data is not installed.", "no_text")
    Image.MAX_IMAGE_PIXELS = context.limits.image_pixels
    draft = Draft()
    recogniser = Recogniser(data)
    pages: list[PageRead] = []
    confidence: dict[int, float] = {}
    try:
        for number, count, picture, dpi in _frames(path):
            scan = recogniser.read(picture, dpi)
            height, width = (side * 72.0 / dpi for side in picture.shape)
            sheet, blocks = to_sheet(scan, number, width, height)
            pages.append(PageRead(sheet, blocks=blocks))
            if blocks:
                confidence[number] = round(scan.confidence, 1)
            context.progress(number, count)
    finally:
        recogniser.close()
    assemble(pages, [], draft)
    if draft.empty:
        raise ConversionFailed(_UNREADABLE, "no_text")
    mean = round(sum(confidence.values()) / len(confidence), 1)
    if mean < 75:
        draft.warn("The picture is hard to read; compare the text with it.")
    sizes = [PageSize(page.sheet.number, None, page.sheet.width, page.sheet.height) for page in pages]
    return draft.finish(
        NAME, VERSION, sizes, meta={"page_count": len(pages), "recognised": {"pages": confidence, "mean": mean}}
    )


def _frames(path: Path) -> Iterator[tuple[int, int, Gray, float]]:
    """(number, count, picture in grey, dpi) of each frame, upright as its camera noted."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                count = min(getattr(image, "n_frames", 1), _MOST_FRAMES)
                if image.format == "GIF" and count > 1:
                    count = 1  # an animation shows one page
                for index in range(count):
                    image.seek(index)
                    yield index + 1, count, _grey(image), _dpi(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ConversionFailed("The picture has more pixels than the limit.", "too_big") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise ConversionFailed("The picture is damaged or cut short.", "corrupt") from error


def _grey(image: Any) -> Gray:
    frame = image.copy()
    with contextlib.suppress(Exception):  # broken camera notes
        frame = ImageOps.exif_transpose(frame)
    if frame.mode in ("RGBA", "LA", "PA") or "transparency" in frame.info:
        frame = frame.convert("RGBA")
        white = Image.new("RGBA", frame.size, "white")
        frame = Image.alpha_composite(white, frame)
    if frame.mode.startswith("I;16"):
        return (np.asarray(frame, dtype=np.uint16) >> 8).astype(np.uint8)
    return np.asarray(frame.convert("L"), dtype=np.uint8)


def _dpi(image: Any) -> float:
    found = image.info.get("dpi")
    value = float(found[0]) if isinstance(found, tuple) and found and found[0] else 0.0
    if _PLAUSIBLE[0] <= value <= _PLAUSIBLE[1] and value not in (72.0, 96.0):
        return value
    return float(max(72.0, min(600.0, min(image.size) / _A4_WIDTH)))
