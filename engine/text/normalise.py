"""Folds text the same way for index, query and quote checking, with an offset map back to the stored text.

What the database server thinks a letter is must not matter: the same file is indexed alike under every locale.
Composed letters are expected (import stores NFC); a decomposed one is composed here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

_NOTHING = (
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe"
)
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r\n\f\v\u2028\u2029\x85"
_HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00af\u2043"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\uff02"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4\u0060\uff07"
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st",
    "\u0132": "ij", "\u0133": "ij", "\u2026": "...", "\u03c2": "σ", "\u03a3": "σ", "\u017f": "s", "\u1e9e": "ß",
}  # fmt: skip


@cache
def _table() -> dict[int, str]:
    """One character to what it is folded to, before lower-casing. Superscript figures stay as they are."""
    table: dict[int, str] = {ord(c): "" for c in _NOTHING}
    table.update({ord(c): " " for c in _SPACES})
    table.update({ord(c): "-" for c in _HYPHENS})
    table.update({ord(c): '"' for c in _DOUBLE_QUOTES})
    table.update({ord(c): "'" for c in _SINGLE_QUOTES})
    table.update({ord(c): v for c, v in _LIGATURES.items()})
    table[ord("İ")] = "i"  # its lower case would be two characters
    return table


@cache
def _uneven() -> re.Pattern[str]:
    """The characters whose folded form is not exactly one character long, and combining marks."""
    odd = "".join(chr(c) for c, v in _table().items() if len(v) != 1)
    return re.compile(f"[{re.escape(odd)}]|.[\u0300-\u036f]+", re.DOTALL)


@cache
def _any_odd() -> re.Pattern[str]:
    """Any character that the table knows. Replacing these few is much faster than translating every letter."""
    return re.compile(f"[{re.escape(''.join(map(chr, _table())))}]")


@dataclass(frozen=True)
class Folded:
    """Folded text and, for each of its characters, the index of the character of the source that it came from.

    ``offsets`` has one entry more than ``text``: the length of the source, so that an end can be mapped too.
    """

    text: str
    offsets: tuple[int, ...]

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the source that the folded stretch [start, end) came from; dropped marks behind it stay out."""
        if end <= start:
            return self.offsets[start], self.offsets[start]
        return self.offsets[start], self.offsets[end - 1] + 1


def fold_text(text: str) -> str:
    """Folded text alone, fast: composed, marks and quotes unified, lower case. Runs of spaces are kept."""
    try:  # most text is in western letters, which go by a table eight times faster
        folded, dropped = _latin()
        return text.encode("latin-1").translate(folded, dropped).decode("latin-1").lower()
    except UnicodeEncodeError:
        pass
    if not unicodedata.is_normalized("NFC", text):
        text = _compose(text)
    text = text.replace("\n", " ")
    return _any_odd().sub(_folded_letter, text).lower()


@cache
def _latin() -> tuple[bytes, bytes]:
    """``_table`` for Latin-1: what each letter is folded to, and the letters that are folded to nothing."""
    table = {ord("\n"): " ", **_table()}
    folded = bytes(ord(table.get(code) or chr(code)) for code in range(256))
    return folded, bytes(code for code in range(256) if table.get(code) == "")


def _folded_letter(found: re.Match[str]) -> str:
    return _table()[ord(found.group())]


def fold(text: str) -> Folded:
    """The same text as ``fold_text`` with its offset map."""
    parts: list[str] = []
    offsets: list[int] = []
    at = 0
    for found in _uneven().finditer(text):
        begin, end = found.span()
        parts.append(fold_text(text[at:begin]))
        offsets.extend(range(at, begin))
        odd = fold_text(found.group())
        parts.append(odd)
        offsets.extend([begin] * len(odd))
        at = end
    parts.append(fold_text(text[at:]))
    offsets.extend(range(at, len(text)))
    offsets.append(len(text))
    return Folded("".join(parts), tuple(offsets))


def _compose(text: str) -> str:
    """NFC letter by letter with its marks, so that the map of ``fold`` holds; other characters stay."""
    return re.sub(".[\u0300-\u036f]+", lambda m: unicodedata.normalize("NFC", m.group()), text, flags=re.DOTALL)
