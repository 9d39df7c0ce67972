"""Ruling lines of a page: the straight strokes and thin bars that tables are drawn with."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pypdfium2.raw as pdfium

from engine.convert.pdf.words import Geometry

_MOST_OBJECTS = 4000  # a page with more is a drawing or a map, not a table
_MOST_SEGMENTS = 400  # of one path
_THIN = 2.6  # points: a filled bar up to here is a line
_SHORT = 4.0


@dataclass
class Rules:
    """Horizontal (y, x0, x1) and vertical (x, y0, y1) strokes, in the frame of the page's text."""

    horizontal: list[tuple[float, float, float]] = field(default_factory=list)
    vertical: list[tuple[float, float, float]] = field(default_factory=list)


def rules_of(page: Any, turn: int) -> Rules:
    """All ruling lines of a pypdfium2 page."""
    rules = Rules()
    geometry = Geometry(page.raw)
    count = pdfium.FPDFPage_CountObjects(page.raw)
    for index in range(min(count, _MOST_OBJECTS)):
        item = pdfium.FPDFPage_GetObject(page.raw, index)
        _object(item, geometry, turn, rules, None, 0)
    return rules


def _object(item: Any, geometry: Geometry, turn: int, rules: Rules, outer: Any, depth: int) -> None:
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind == pdfium.FPDF_PAGEOBJ_PATH:
        _path(item, geometry, turn, rules, outer)
    elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < 3:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix))
        for index in range(min(pdfium.FPDFFormObj_CountObjects(item), _MOST_OBJECTS)):
            _object(
                pdfium.FPDFFormObj_GetObject(item, index), geometry, turn, rules, _product(matrix, outer), depth + 1
            )


def _product(inner: Any, outer: Any) -> Any:
    if outer is None:
        return inner
    return pdfium.FS_MATRIX(
        inner.a * outer.a + inner.b * outer.c,
        inner.a * outer.b + inner.b * outer.d,
        inner.c * outer.a + inner.d * outer.c,
        inner.c * outer.b + inner.d * outer.d,
        inner.e * outer.a + inner.f * outer.c + outer.e,
        inner.e * outer.b + inner.f * outer.d + outer.f,
    )


def _path(item: Any, geometry: Geometry, turn: int, rules: Rules, outer: Any) -> None:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, ctypes.byref(fill), ctypes.byref(stroke))
    if not fill.value and not stroke.value:
        return
    count = pdfium.FPDFPath_CountSegments(item)
    if count < 2 or count > _MOST_SEGMENTS:
        return
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix))
    matrix = _product(matrix, outer)
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    for index in range(count + 1):
        segment = pdfium.FPDFPath_GetPathSegment(item, index) if index < count else None
        kind = pdfium.FPDFPathSegment_GetType(segment) if segment else pdfium.FPDF_SEGMENT_MOVETO
        if kind == pdfium.FPDF_SEGMENT_MOVETO and points:
            _polygon(points, bool(stroke.value), rules)
            points = []
        if segment is None or not pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y)):
            continue
        if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            return  # a curve: no table
        px = matrix.a * x.value + matrix.c * y.value + matrix.e
        py = matrix.b * x.value + matrix.d * y.value + matrix.f
        points.append(geometry.frame(turn, *geometry.point(px, py)))
        if pdfium.FPDFPathSegment_GetClose(segment):
            points.append(points[0])


def _polygon(points: list[tuple[float, float]], stroke: bool, rules: Rules) -> None:
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    top, bottom = min(p[1] for p in points), max(p[1] for p in points)
    if bottom - top <= _THIN and right - left > _SHORT:
        rules.horizontal.append(((top + bottom) / 2, left, right))
    elif right - left <= _THIN and bottom - top > _SHORT:
        rules.vertical.append(((left + right) / 2, top, bottom))
    elif stroke:
        for (ax, ay), (bx, by) in pairwise(points):
            if abs(ay - by) < 0.8 and abs(ax - bx) > _SHORT:
                rules.horizontal.append(((ay + by) / 2, min(ax, bx), max(ax, bx)))
            elif abs(ax - bx) < 0.8 and abs(ay - by) > _SHORT:
                rules.vertical.append(((ax + bx) / 2, min(ay, by), max(ay, by)))
