"""Draws words as shapes: signatures and the lettering of floor plans are pictures in real files, not text."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

logging.getLogger("fontTools").setLevel(logging.ERROR)  # it warns of a font's odd creation date
FONTS = Path("/usr/share/fonts")
KRISTI = "truetype/kristi/Kristi.ttf"
DANCING = "opentype/dancingscript/DancingScript-Regular.otf"
LATO = "truetype/lato/Lato-Regular.ttf"
LATO_BOLD = "truetype/lato/Lato-Bold.ttf"


@cache
def opened(font: str) -> TTFont:
    return TTFont(FONTS / font)


def path(words: str, font: str, size: float) -> tuple[str, float, tuple[float, float, float, float]]:
    """(SVG path data, width, bounds) of words set at ``size`` with the baseline at 0; y grows downwards."""
    face = opened(font)
    glyphs, names = face.getGlyphSet(), face.getBestCmap()
    scale = size / face["head"].unitsPerEm
    drawn, bounds = SVGPathPen(glyphs, ntos=lambda number: f"{number:.2f}".rstrip("0").rstrip(".")), BoundsPen(glyphs)
    at = 0.0
    for sign in words:
        glyph = glyphs[names[ord(sign)]]
        for pen in (drawn, bounds):
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, at, 0)))
        at += glyph.width * scale
    return drawn.getCommands(), at, bounds.bounds or (0, 0, 0, 0)


def signature(name: str, font: str, size: float, colour: str = "#1d2f66") -> str:
    """A signature as an SVG picture, cut to its ink; one unit is a point."""
    data, _, (left, top, right, bottom) = path(name, font, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right - left + 2:.1f}pt" height="{bottom - top + 2:.1f}pt"'
        f' viewBox="{left - 1:.1f} {top - 1:.1f} {right - left + 2:.1f} {bottom - top + 2:.1f}">'
        f'<path d="{data}" fill="{colour}"/></svg>'
    )


SIGNATURES = {
    "Gunnar Åsbrekk": (KRISTI, 25),
    "Marte Tverrlid": (DANCING, 19),
    "Sindre Holmvassli": (KRISTI, 26),
    "Roar Stenvåg": (KRISTI, 26),
    "Anette Lyngmark": (DANCING, 20),
    "Henrik Dalvåg-Moe": (KRISTI, 27),
    "Joachim Brüggenthal": (KRISTI, 27),
}


def write_signatures(folder: Path) -> None:
    """``sign-<name>.svg`` for everybody who signs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (font, size) in SIGNATURES.items():
        (folder / f"sign-{name}.svg").write_text(signature(name, font, size), encoding="utf-8")
