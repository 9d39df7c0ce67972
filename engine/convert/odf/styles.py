"""Styles and list definitions of OpenDocument files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.numbering import numeral

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
DC = "{http://purl.org/dc/elements/1.1/}"
_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none"}
_POINTS = re.compile(r"([\d.]+)pt")


@dataclass
class OdfStyle:
    """Settings of one style; None is inherited. ``size`` in half points."""

    parent: str | None = None
    bold: bool | None = None
    size: int | None = None
    hidden: bool | None = None
    raised: bool | None = None
    list_style: str | None = None
    title: bool = False
    outline: int | None = None


@dataclass
class ListLevel:
    """How one level of a list is numbered; ``bullet`` for signs without a number."""

    form: str = "decimal"
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown: int = 1  # levels shown, its own included
    bullet: bool = False
    pattern: str = ""  # LibreOffice's own, with separators between the levels: "%1%.%2%"


@dataclass
class OdfStyles:
    """By name; automatic styles of the content stand over those of the styles part."""

    styles: dict[str, OdfStyle] = field(default_factory=dict)
    lists: dict[str, dict[int, ListLevel]] = field(default_factory=dict)
    outline: dict[int, ListLevel] = field(default_factory=dict)

    def read(self, root: Any) -> None:
        """Adds the styles of a part."""
        for item in root.iter(f"{STYLE}style"):
            self.styles[item.get(f"{STYLE}name", "")] = _style(item)
        for item in root.iter(f"{TEXT}list-style"):
            self.lists[item.get(f"{STYLE}name", "")] = _levels(item)
        for item in root.iter(f"{TEXT}outline-style"):
            self.outline = _levels(item)

    def chain(self, name: str | None) -> list[OdfStyle]:
        found: list[OdfStyle] = []
        while name and name in self.styles and len(found) < 20:
            found.append(self.styles[name])
            name = self.styles[name].parent
        return found

    def get(self, names: list[str | None], setting: str) -> Any:
        """The value of a setting for nested styles, innermost first; None when nobody sets it."""
        for name in names:
            for style in self.chain(name):
                value = getattr(style, setting)
                if value is not None:
                    return value
        return None


def _style(item: Any) -> OdfStyle:
    style = OdfStyle(parent=item.get(f"{STYLE}parent-style-name"))
    name = (item.get(f"{STYLE}display-name") or item.get(f"{STYLE}name") or "").lower()
    style.title = name == "title"
    level = item.get(f"{STYLE}default-outline-level")
    style.outline = int(level) if level and level.isdigit() else None
    style.list_style = item.get(f"{STYLE}list-style-name")
    text = item.find(f"{STYLE}text-properties")
    if text is not None:
        weight = text.get(f"{FO}font-weight")
        style.bold = None if weight is None else weight == "bold" or (weight.isdigit() and int(weight) >= 600)
        size = _POINTS.fullmatch(text.get(f"{FO}font-size") or "")
        style.size = round(2 * float(size.group(1))) if size else None
        display = text.get(f"{TEXT}display")
        style.hidden = None if display is None else display == "none"
        position = text.get(f"{STYLE}text-position")
        style.raised = (
            None if position is None else position.startswith("super") or re.match(r"[1-9]\d*%", position) is not None
        )
    return style


def _levels(item: Any) -> dict[int, ListLevel]:
    levels = {}
    for child in item:
        number = child.get(f"{TEXT}level")
        if not number or not number.isdigit():
            continue
        pattern = next((value for key, value in child.attrib.items() if key.endswith("}num-list-format")), "")
        levels[int(number)] = ListLevel(
            form=_FORMS.get(child.get(f"{STYLE}num-format", ""), "decimal"),
            prefix=child.get(f"{STYLE}num-prefix", ""),
            suffix=child.get(f"{STYLE}num-suffix", ""),
            start=_int(child.get(f"{TEXT}start-value"), 1),
            shown=_int(child.get(f"{TEXT}display-levels"), 1),
            bullet=child.tag.endswith(("bullet", "image")),
            pattern=pattern,
        )
    return levels


def _int(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() else default


class Counter:
    """Counts the items of lists and of numbered headings."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[int, int]] = {}

    def restart(self, key: str) -> None:
        self._counts.pop(key, None)

    def next(self, key: str, levels: dict[int, ListLevel], level: int, start: int | None = None) -> str:
        """The number of the next item on a level (from 1), "-" for bullets, "" for none."""
        definition = levels.get(level)
        if definition is None:
            return ""
        if definition.bullet:
            return "-"
        counts = self._counts.setdefault(key, {})
        counts[level] = start if start is not None else counts.get(level, definition.start - 1) + 1
        for deeper in [at for at in counts if at > level]:
            del counts[deeper]
        if definition.form == "none" and not definition.pattern:
            return ""
        return _printed(levels, level, counts)


def _printed(levels: dict[int, ListLevel], level: int, counts: dict[int, int]) -> str:
    definition = levels[level]

    def number(at: int) -> str:
        other = levels.get(at, ListLevel())
        return numeral(counts.get(at, other.start), other.form)

    if "%" in definition.pattern:
        return re.sub(r"%(\d+)%", lambda found: number(int(found.group(1))), definition.pattern).strip()
    first = max(1, level - definition.shown + 1)
    numbers = [number(at) for at in range(first, level + 1)]
    return f"{definition.prefix}{'.'.join(part for part in numbers if part)}{definition.suffix}".strip()
