"""Prepares the picture of a page for recognition: native resolution, no specks.

Measured on the made scans (wrong letters, raw → prepared): 200 dpi with noise 0.88 → 0.12 %, clean 0.64 →
0.16 %, fax 4.66 → 0.18 %, 150 dpi 1.16 → 0.76 %; rendering a 200 dpi scan at 300 dpi instead costs 2 %.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

Gray = npt.NDArray[np.uint8]

FINE = 300  # dpi that small type needs
COARSE = 180  # dpi below which a picture is enlarged
_NOISE = 0.8  # mean difference of light pixels from their neighbours' median; drawn pages have none
_LIGHT = 200


def prepared(picture: Gray, dpi: float) -> tuple[Gray, float]:
    """The picture to recognise and its resolution; boxes found in it are in its own pixels."""
    image = Image.fromarray(picture)
    if dpi < COARSE:
        scale = FINE / dpi
        image = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BICUBIC)
        dpi = FINE
    smooth = image.filter(ImageFilter.MedianFilter(3))
    if _noise(np.asarray(image), np.asarray(smooth)) > _NOISE:
        image = smooth
    return np.asarray(image, dtype=np.uint8), dpi


def _noise(raw: Gray, smooth: Gray) -> float:
    sample, other = raw[::3, ::3].astype(np.int16), smooth[::3, ::3].astype(np.int16)
    light = other > _LIGHT
    return float(np.abs(sample - other)[light].mean()) if light.any() else 0.0
