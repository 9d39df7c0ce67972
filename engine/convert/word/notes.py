"""Footnotes and endnotes: their signs, in the order of reference, and their contents."""

from __future__ import annotations

from typing import Any

from engine.convert.word.numbering import numeral
from engine.convert.word.parts import W, WordPackage, value

_SUPERSCRIPT = str.maketrans("0123456789ivxlc", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵛˣˡᶜ")
_SIGNS = "*†‡§"


class Notes:
    """Gives each note its sign when it is first referred to: "¹", "ⁱ", "*"."""

    def __init__(self, package: WordPackage, body: Any) -> None:
        self._content: dict[tuple[str, str], Any] = {}
        self._marks: dict[tuple[str, str], str] = {}
        self._format = {"footnote": "decimal", "endnote": "lowerRoman"}  # Word's defaults
        for kind in ("footnote", "endnote"):
            root = package.part(kind + "s")
            for item in root.iterfind(f"{W}{kind}") if root is not None else ():
                if item.get(W + "type") in (None, "normal"):
                    self._content[kind, item.get(W + "id", "")] = item
            form = value(body.find(f".//{W}sectPr/{W}{kind}Pr/{W}numFmt"))
            if form is None:
                settings = package.part("settings")
                form = value(settings.find(f"{W}{kind}Pr/{W}numFmt")) if settings is not None else None
            if form:
                self._format[kind] = form

    def mark(self, kind: str, identity: str) -> str:
        """The sign of a note, as superscript."""
        key = (kind, identity)
        if key not in self._content:
            return ""
        if key not in self._marks:
            number = 1 + sum(1 for other, _ in self._marks if other == kind)
            form = self._format[kind]
            if form == "chicago":
                sign = _SIGNS[(number - 1) % 4] * ((number - 1) // 4 + 1)
            else:
                sign = numeral(number, form).translate(_SUPERSCRIPT)
            self._marks[key] = sign
        return self._marks[key]

    def content(self, kind: str, identity: str) -> Any | None:
        return self._content.get((kind, identity))

    def unused(self) -> list[tuple[str, str]]:
        """Notes that no paragraph refers to."""
        return [key for key in self._content if key not in self._marks]
