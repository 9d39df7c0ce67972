"""Text hygiene, once for all converters: composed letters, no ligatures, soft hyphens or control characters.

``clean`` gives the new text and, unless nothing moved, a map from every old offset to the new one, so that
pages and boxes stay right. The rules (requirement: reference "pitfalls" 2, 10):

* NFC; the Latin ligatures U+FB00–FB06 become letters;
* soft hyphens, zero-width and direction marks, byte order marks and the marker U+FFFE go out;
* every kind of blank becomes a plain space (also NBSP and tab), every kind of line end becomes "\\n";
* non-breaking and Unicode hyphens become "-" ("§ 4‑19" must be found as "§ 4-19"); en and em dashes stay;
* private bullets of the Symbol and Wingdings fonts become "•"; other control characters and lone surrogates
  go out.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_GONE = "\ufffc\u00ad\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff" + "".join(
    chr(c) for span in ((0x202A, 0x202F), (0x2066, 0x206A)) for c in range(*span)
)
_BLANKS = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_HYPHENS = "\u2010\u2011"
_LINE_ENDS = "\r\x0b\x0c\x85\u2028\u2029\x1c\x1d\x1e"
_BULLETS = "\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf02d\uf06e"
_REPLACE: dict[str, str] = (
    dict(_LIGATURES)
    | dict.fromkeys(_GONE, "")
    | dict.fromkeys(_BLANKS, " ")
    | dict.fromkeys(_HYPHENS, "-")
    | dict.fromkeys(_LINE_ENDS, "\n")
    | dict.fromkeys(_BULLETS, "•")
)
_CONTROLS = "".join(chr(c) for c in (*range(0x20), *range(0x7F, 0xA0)) if chr(c) not in "\n" and chr(c) not in _REPLACE)
_REPLACE |= dict.fromkeys(_CONTROLS, "")
# A base with its marks (composed as one), the line end of Windows, or a character of the table above.
_MARKS = "\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
_VANISH = re.escape("".join(letter for letter, new in _REPLACE.items() if not new))
_SPOT = re.compile(
    f"\r\n|[^{_MARKS}{_VANISH}](?:[{_VANISH}]*[{_MARKS}])+|[{re.escape(''.join(_REPLACE))}]|[\ud800-\udfff]|[\u1100-\u11ff]+"
)
_SINGLETON = re.compile("[\u0340\u0341\u0343\u0344\u0374\u037e\u0387\u2126\u212a\u212b\uf900-\ufaff]")


class OffsetMap:
    """From offsets of the text before to offsets of the text after: steps at the places where something
    changed.
    """

    def __init__(self, steps: list[tuple[int, int]]) -> None:
        # (old offset, new offset): from there on both run at the same pace, until the next step
        self._old = [old for old, _ in steps]
        self._new = [new for _, new in steps]

    def __call__(self, old: int) -> int:
        at = bisect_right(self._old, old) - 1
        new = self._new[at] + (old - self._old[at])
        if at + 1 < len(self._new):  # inside a place that shrank
            new = min(new, self._new[at + 1])
        return new


def _replacement(found: str) -> str:
    if len(found) == 1:
        if found in _REPLACE:
            return _REPLACE[found]
        return "" if "\ud800" <= found <= "\udfff" else unicodedata.normalize("NFC", found)
    if found == "\r\n":
        return "\n"
    return unicodedata.normalize("NFC", "".join(_REPLACE.get(c, c) for c in unicodedata.normalize("NFC", found)))


def clean(text: str) -> tuple[str, OffsetMap | None]:
    """The text after hygiene, and the map of offsets (None: every offset stayed)."""
    if text.isascii() and text.isprintable():
        return text, None
    pattern = _SPOT if _SINGLETON.search(text) is None else re.compile(f"{_SPOT.pattern}|{_SINGLETON.pattern}")
    out: list[str] = []
    steps = [(0, 0)]
    last = length = 0
    for spot in pattern.finditer(text):
        new = _replacement(spot.group())
        start, end = spot.span()
        out.append(text[last:start])
        out.append(new)
        length += start - last + len(new)
        if len(new) != end - start:
            steps.append((end, length))
        last = end
    if not last:
        return text, None
    out.append(text[last:])
    return "".join(out), (OffsetMap(steps) if len(steps) > 1 else None)


def cleaned(text: str) -> str:
    """The text after hygiene, where no offsets hang on it (titles, names, fields)."""
    return clean(text)[0]
