"""List numbers as Word would print them: "§ 1", "1.1", "(a)", "iv.". They are text of the document, not
decoration.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.parts import W, on, value
from engine.convert.word.styles import Styles

_PLACE = re.compile(r"%(\d)")


@dataclass
class Level:
    """One level of a list definition."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int | None = None  # number of the level after which it begins anew; 0 never
    legal: bool = False  # all numbers in decimal


@dataclass
class _List:
    levels: dict[int, Level] = field(default_factory=dict)
    style_link: str | None = None


@dataclass
class _Instance:
    abstract: str
    levels: dict[int, Level] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    begun: bool = False


class Numbering:
    """Counts paragraph by paragraph. Feed paragraphs in document order."""

    def __init__(self, root: Any | None, styles: Styles) -> None:
        self._lists: dict[str, _List] = {}
        self._instances: dict[str, _Instance] = {}
        self._counts: dict[str, dict[int, int]] = {}
        if root is None:
            return
        for item in root.iterfind(f"{W}abstractNum"):
            found = _List(style_link=value(item.find(f"{W}numStyleLink")))
            for level in item.iterfind(f"{W}lvl"):
                found.levels[_int(level.get(W + "ilvl"))] = _level(level)
            self._lists[item.get(W + "abstractNumId", "")] = found
        for item in root.iterfind(f"{W}num"):
            instance = _Instance(value(item.find(f"{W}abstractNumId")) or "")
            for override in item.iterfind(f"{W}lvlOverride"):
                at = _int(override.get(W + "ilvl"))
                start = value(override.find(f"{W}startOverride"))
                if start is not None:
                    instance.starts[at] = _int(start)
                level = override.find(f"{W}lvl")
                if level is not None:
                    instance.levels[at] = _level(level)
            self._instances[item.get(W + "numId", "")] = instance
        for instance in self._instances.values():  # a list that borrows the definition of a list style
            found_or_none = self._lists.get(instance.abstract)
            if found_or_none is not None and found_or_none.style_link:
                number, _ = styles.numbering(found_or_none.style_link)
                other = self._instances.get(number or "")
                if other is not None:
                    instance.abstract = other.abstract

    def next(self, number_id: str, level: int) -> str:
        """The number (or "-" for a bullet) of the next paragraph of that list and level; "" when it shows
        none.
        """
        instance = self._instances.get(number_id)
        if instance is None or number_id == "0":
            return ""
        definition = self._definition(instance, level)
        if definition is None:
            return ""
        counts = self._counts.setdefault(instance.abstract, {})
        if not instance.begun:
            instance.begun = True
            for at, start in instance.starts.items():
                counts[at] = start - 1
        counts[level] = counts.get(level, definition.start - 1) + 1
        for deeper in [at for at in counts if at > level]:
            below = self._definition(instance, deeper)
            if below is None or below.restart is None or (below.restart and level < below.restart):
                del counts[deeper]
        if definition.format == "bullet":
            return "-"
        if definition.format == "none" and "%" in definition.text:
            return _PLACE.sub("", definition.text).strip()
        return self._print(instance, definition, level, counts)

    def _definition(self, instance: _Instance, level: int) -> Level | None:
        if level in instance.levels:
            return instance.levels[level]
        found = self._lists.get(instance.abstract)
        return found.levels.get(level) if found else None

    def _print(self, instance: _Instance, definition: Level, level: int, counts: dict[int, int]) -> str:
        def place(found: re.Match[str]) -> str:
            at = int(found.group(1)) - 1
            other = self._definition(instance, at) or Level()
            count = counts.get(at, other.start if at != level else definition.start)
            return numeral(count, "decimal" if definition.legal and other.format != "none" else other.format)

        return _PLACE.sub(place, definition.text).strip()


def _int(text: str | None) -> int:
    try:
        return int(text or 0)
    except ValueError:
        return 0


def _level(item: Any) -> Level:
    start, restart = value(item.find(f"{W}start")), value(item.find(f"{W}lvlRestart"))
    # Newer formats stand in an AlternateContent whose fallback is decimal: take the one that is there.
    form = item.find(f".//{W}numFmt")
    return Level(
        start=_int(start) if start is not None else 0,
        format=value(form) or "decimal",
        text=value(item.find(f"{W}lvlText")) or "",
        restart=None if restart is None else _int(restart),
        legal=bool(on(item.find(f"{W}isLgl"))),
    )


def numeral(count: int, form: str) -> str:
    """A number in one of Word's formats."""
    if form in ("lowerLetter", "upperLetter") and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)  # … z, aa, bb
        return letter.upper() if form == "upperLetter" else letter
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        return roman(count).upper() if form == "upperRoman" else roman(count)
    if form == "decimalZero":
        return f"{count:02d}"
    if form == "ordinal":
        tens = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
        return f"{count}{tens}"
    if form in ("none", "bullet"):
        return ""
    return str(count)


def roman(count: int) -> str:
    out = ""
    for worth, sign in (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
        (5, "v"), (4, "iv"), (1, "i"),
    ):  # fmt: skip
        while count >= worth:
            out += sign
            count -= worth
    return out
