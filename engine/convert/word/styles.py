"""Styles of a Word document: what a paragraph or run inherits (outline level, list, weight, size, hidden)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.parts import W, on, value

_HEADING = re.compile(r"^heading (\d)$", re.I)
_DEFAULT_SIZE = 20  # half points, by the standard, when a file names none


@dataclass
class Style:
    """One style with its own settings; None means inherited."""

    id: str
    name: str
    based_on: str | None
    outline: int | None = None
    number_id: str | None = None
    number_level: int | None = None
    bold: bool | None = None
    hidden: bool | None = None
    size: int | None = None
    raised: bool | None = None


@dataclass
class Look:
    """Resolved settings of a run."""

    bold: bool = False
    hidden: bool = False
    size: int = _DEFAULT_SIZE
    raised: bool = False


@dataclass
class Styles:
    """All styles by id, with inheritance."""

    by_id: dict[str, Style] = field(default_factory=dict)
    default_paragraph: str | None = None
    default_size: int = _DEFAULT_SIZE

    @classmethod
    def read(cls, root: Any | None) -> Styles:
        styles = cls()
        if root is None:
            return styles
        size = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr/{W}sz")
        styles.default_size = _number(value(size)) or _DEFAULT_SIZE
        for item in root.iterfind(f"{W}style"):
            style = _style(item)
            styles.by_id[style.id] = style
            if item.get(W + "type") == "paragraph" and item.get(W + "default") in ("1", "true"):
                styles.default_paragraph = style.id
        return styles

    def chain(self, style_id: str | None) -> list[Style]:
        """The style and those that it is based on, nearest first."""
        chain: list[Style] = []
        while style_id in self.by_id and len(chain) < 20:
            style = self.by_id[style_id]
            if style in chain:
                break
            chain.append(style)
            style_id = style.based_on
        return chain

    def outline(self, style_id: str | None) -> int | None:
        """Outline level from 0, by the style's setting or its built-in English name; None for body text."""
        for style in self.chain(style_id):
            if style.outline is not None:
                return style.outline if style.outline < 9 else None
            named = _HEADING.match(style.name)
            if named:
                return int(named.group(1)) - 1
        return None

    def is_title(self, style_id: str | None) -> bool:
        return any(style.name.lower() == "title" for style in self.chain(style_id))

    def numbering(self, style_id: str | None) -> tuple[str | None, int | None]:
        """List id and level that a paragraph gets from its style."""
        number, level = None, None
        for style in self.chain(style_id):
            number = number if number is not None else style.number_id
            level = level if level is not None else style.number_level
        return number, level

    def look(self, paragraph: str | None, character: str | None, direct: Any | None) -> Look:
        """The look of a run: direct settings, then its character style, then the paragraph's style."""
        layers = [_settings(direct)] if direct is not None else []
        layers += self.chain(character) + self.chain(paragraph or self.default_paragraph)
        look = Look(size=self.default_size)
        for name in ("bold", "hidden", "size", "raised"):
            for layer in layers:
                found = getattr(layer, name)
                if found is not None:
                    setattr(look, name, found)
                    break
        return look


def _number(text: str | None) -> int | None:
    try:
        return int(float(text)) if text else None
    except ValueError:
        return None


def _style(item: Any) -> Style:
    style = _settings(item.find(f"{W}rPr"))
    style.id = item.get(W + "styleId", "")
    style.name = value(item.find(f"{W}name")) or ""
    style.based_on = value(item.find(f"{W}basedOn"))
    style.outline = _number(value(item.find(f"{W}pPr/{W}outlineLvl")))
    style.number_id = value(item.find(f"{W}pPr/{W}numPr/{W}numId"))
    style.number_level = _number(value(item.find(f"{W}pPr/{W}numPr/{W}ilvl")))
    return style


def _settings(properties: Any | None) -> Style:
    style = Style("", "", None)
    if properties is not None:
        style.bold = on(properties.find(f"{W}b"))
        style.hidden = on(properties.find(f"{W}vanish"))
        style.size = _number(value(properties.find(f"{W}sz")))
        align = value(properties.find(f"{W}vertAlign"))
        style.raised = None if align is None else align == "superscript"
    return style
