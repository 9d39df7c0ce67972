"""Shapes of a slide: their paragraphs, tables, and links to charts and diagrams, in the order of reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.numbering import numeral
from engine.convert.xml import local

_FORMS = {
    "arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman",
}  # fmt: skip
_MAX_DEPTH = 30


@dataclass
class Shape:
    """One shape. ``place``: its role ("title", "body" …); ``top``, ``left`` in English metric units."""

    place: str = ""
    top: int = 0
    left: int = 0
    paragraphs: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


def shapes_of(root: Any) -> list[Shape]:
    """All shapes with something to read, from top to bottom; those that take their place from the layout come
    first.
    """
    found: list[Shape] = []
    _collect(root, found, (0, 0), 0)
    return sorted(found, key=lambda shape: (shape.top // 200_000, shape.left))


def _collect(element: Any, found: list[Shape], offset: tuple[int, int], depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise RecursionError
    for child in element:
        name = local(child)
        if name in ("sp", "graphicFrame", "cxnSp", "pt"):
            shape = _shape(child, offset)
            if shape.paragraphs or shape.rows or shape.links:
                found.append(shape)
        elif name == "AlternateContent":
            branch = next((option for option in child if local(option) in ("Choice", "Fallback")), None)
            if branch is not None:
                _collect(branch, found, offset, depth + 1)
        elif name != "pic":
            _collect(child, found, offset, depth + 1)


def _shape(element: Any, offset: tuple[int, int]) -> Shape:
    shape = Shape()
    counts: dict[int, int] = {}
    for item in element.iter():
        name = local(item)
        if name == "ph" and not shape.place:
            shape.place = item.get("type", "body")
        elif name == "off" and not (shape.top or shape.left):
            shape.left, shape.top = _int(item.get("x")) + offset[0], _int(item.get("y")) + offset[1]
        elif name in ("chart", "relIds", "oleObj"):
            shape.links += [value for key, value in item.attrib.items() if key.endswith(("}id", "}dm"))]
    table = next((item for item in element.iter() if local(item) == "tbl"), None)
    if table is not None:
        for row in (item for item in table if local(item) == "tr"):
            shape.rows.append(
                [" ".join(" ".join(_paragraphs(cell, {})).split()) for cell in row if local(cell) == "tc"]
            )
        return shape
    shape.paragraphs = _paragraphs(element, counts)
    return shape


def _paragraphs(element: Any, counts: dict[int, int]) -> list[str]:
    out = []
    for paragraph in (item for item in element.iter() if local(item) == "p"):
        parts = []
        for run in paragraph:
            name = local(run)
            if name in ("r", "fld"):
                parts += [t.text or "" for t in run if local(t) == "t"]
            elif name == "br":
                parts.append("\n")
        text = "".join(parts)
        if text.strip():
            out.append(_numbered(paragraph, text, counts))
    return out


def _numbered(paragraph: Any, text: str, counts: dict[int, int]) -> str:
    """List numbers that the program would print become text."""
    properties = next((item for item in paragraph if local(item) == "pPr"), None)
    if properties is None:
        return text
    level = _int(properties.get("lvl"))
    for item in properties:
        if local(item) == "buAutoNum":
            counts[level] = counts.get(level, _int(item.get("startAt"), 1) - 1) + 1
            kind = item.get("type", "arabicPeriod")
            form = next((value for key, value in _FORMS.items() if kind.startswith(key)), "decimal")
            number = numeral(counts[level], form)
            return (
                f"({number}) {text}"
                if "ParenBoth" in kind
                else f"{number}) {text}"
                if "ParenR" in kind
                else f"{number}. {text}"
            )
        if local(item) == "buChar":
            return f"- {text}"
    return text


def chart_rows(root: Any) -> list[list[str]]:
    """The stored values of a chart: a row for each category, a column for each series."""
    series = [item for item in root.iter() if local(item) == "ser"]
    if not series:
        return []
    names: list[str] = []
    columns: list[list[str]] = []
    categories: list[str] = []
    for item in series:
        names.append(" ".join(_points(item, "tx")) or "")
        columns.append(_points(item, "val") or _points(item, "yVal"))
        categories = categories or _points(item, "cat") or _points(item, "xVal")
    height = max([len(categories), *(len(column) for column in columns)])
    rows = [["", *names]]
    for at in range(height):
        first = categories[at] if at < len(categories) else ""
        rows.append([first, *(column[at] if at < len(column) else "" for column in columns)])
    return rows


def _points(series: Any, kind: str) -> list[str]:
    part = next((item for item in series if local(item) == kind), None)
    return [item.text or "" for item in part.iter() if local(item) == "v"] if part is not None else []


def _int(text: str | None, default: int = 0) -> int:
    try:
        return int(text) if text is not None else default
    except ValueError:
        return default
