"""Figures of a text in one form whatever their spelling: numbers with units, dates, sections and case numbers.

"seks måneder" = "6 måneder" = "six months"; "12. mars 2024" = "12.03.2024" = "2024-03-12"; "1.250.000,50" = "1 250 000.50".
A spelling that can be read in two ways ("1.250", "03/04/2024") keeps both readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from engine.text.citations import find_citations
from engine.text.normalise import Folded, fold
from engine.verify.numbers import ARTICLES, Counting, counting, guessed
from engine.verify.tongue import language_of
from engine.verify.units import MONTH, month_number, same_unit, unit_at, unit_before, unit_of

Date = tuple[int | None, int | None, int | None]  # year, month, day


@dataclass(frozen=True)
class Figure:
    """One figure at [start, end) of its text. Exactly one of the readings is filled; a number's ``values`` and a date's
    ``dates`` hold every way to read it."""

    start: int
    end: int
    written: str
    values: frozenset[Fraction] = frozenset()
    unit: str | None = None
    dates: frozenset[Date] = frozenset()
    atom: str | None = None  # a citation (see engine.text.citations) or a number that is a name

    def stands_in(self, other: Figure) -> bool:
        """Whether ``other`` says the same or more ("mars 2024" stands in "12. mars 2024", never the other way)."""
        if self.atom is not None:
            return self.atom == other.atom
        if self.dates:
            return any(_within(mine, theirs) for mine in self.dates for theirs in other.dates)
        if not self.values.isdisjoint(other.values) and same_unit(self.unit, other.unit):
            return True
        return self.unit is None and any(Fraction(year) in self.values for year, _, _ in other.dates if year)


def _within(claimed: Date, printed: Date) -> bool:
    return all(mine is None or mine == theirs for mine, theirs in zip(claimed, printed, strict=True))


_YEAR = r"(?:1[5-9]\d\d|20\d\d|21\d\d)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_OF = r"(?:\s*(?:de|del|of|dei))?"
_DATES = (
    re.compile(rf"(?<![\w.,/-])(?P<d>{_DAY})(?:\.|st|nd|rd|th|er|º|°|ª)?{_OF}\s*(?P<name>{MONTH})\b\.?(?:,?{_OF}\s*(?P<y>{_YEAR})\b)?"),
    re.compile(rf"\b(?P<name>{MONTH})\b\.?\s+(?P<d>{_DAY})(?:st|nd|rd|th)?(?![\w.-]*\d)(?:,?\s+(?P<y>{_YEAR})\b)?"),
    re.compile(rf"\b(?P<name>{MONTH})\b\.?,?{_OF}\s+(?P<y>{_YEAR})\b"),
    re.compile(rf"(?<![\w./-])(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?![\w/-])"),
    re.compile(rf"(?<![\w./-])(?P<d>{_DAY})(?P<mark>[./-])\s?(?P<m>0?[1-9]|1[0-2]|[12]\d|3[01])(?P=mark)\s?(?P<y>{_YEAR}|\d\d)(?![\w/-])"),
)  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w])(?P<whole>\d{1,3}(?:[ .,']\d{3})+(?!\d)|\d+)(?P<part>[.,]\d+)?(?P<tail>[^\W_]*)(?P<fraction>/\d+)?"
)
# Numbers that are names: "2.1.4", "3a", "2024/1234", "LOV-2005-06-17-62", "23-045612TVI-TOSL".
_NAMED = re.compile(
    r"(?<![\w.])(?!\d{1,3}(?:\.\d{3})+(?![\d.]))(?:\d+(?:\.\d+){2,}|\d+[a-z](?![^\W_])|\d+/\d{3,}|[^\W\d_]+(?:-\d+){2,}|\d+-\d{3,}[^\W_]+(?:-[^\W_]+)*)(?!\w)"
)
_PART = re.compile(
    r"\b(?:abs(?:\.|atz)|satz|nr\.|ledd|punkt|bokstav|stk\.|lid)\s?$"
)  # shown with the number it goes with
_WORD = re.compile(r"[^\W\d_]+")
_TO = re.compile(
    r"\s*(?:-|til|to|bis|till|tot|à|a|au|al|ate|até|og|eller|oder|und|and|or|och|eller|en|of|et|ou|y|o|e|ja|tai)?\s*"
)
_FRACTIONS = {
    "halvparten": (1, 2), "halvdelen": (1, 2), "hälften": (1, 2), "half": (1, 2), "hälfte": (1, 2), "helft": (1, 2), "puolet": (1, 2),
    "moitié": (1, 2), "mitad": (1, 2), "metà": (1, 2), "metade": (1, 2), "tredjedel": (1, 3), "tredel": (1, 3), "drittel": (1, 3),
    "kolmasosa": (1, 3), "tiers": (1, 3), "terzo": (1, 3), "tercio": (1, 3), "terço": (1, 3), "fjerdedel": (1, 4), "firedel": (1, 4),
    "fjärdedel": (1, 4), "viertel": (1, 4), "quarter": (1, 4), "neljäsosa": (1, 4), "quart": (1, 4), "cuarto": (1, 4), "femtedel": (1, 5),
    "tidel": (1, 10), "tiendedel": (1, 10), "zehntel": (1, 10), "fünftel": (1, 5),
}  # fmt: skip


def figures(text: str, language: str | None = None) -> list[Figure]:
    """Every figure of ``text``, in order; ``language`` is what to take it for when it does not say itself."""
    return _Reader(text, language).read()


class _Reader:
    """Takes figures out of a text, the most telling form first; what one form took, no other reads."""

    def __init__(self, text: str, language: str | None) -> None:
        self.source = text
        self.folded: Folded = fold(text)
        self.text = self.folded.text
        self.taken = bytearray(len(self.text))
        self.found: list[Figure] = []
        own = language_of(text)
        self.counting: Counting = counting(own) if own else guessed(language)

    def read(self) -> list[Figure]:
        self._citations()
        self._dates()
        self._named()
        self._digits()
        self._words()
        return sorted(self.found, key=lambda f: f.start)

    def _add(self, start: int, end: int, **reading: object) -> None:
        begin, stop = self.folded.source_span(start, end)
        self.found.append(Figure(begin, stop, self.source[begin:stop], **reading))  # type: ignore[arg-type]
        self.taken[start:end] = b"\1" * (end - start)

    def _free(self, start: int, end: int) -> bool:
        return not any(self.taken[start:end])

    def _citations(self) -> None:
        for citation in find_citations(self.text):
            self._add(citation.start, citation.end, atom=citation.atom)

    def _dates(self) -> None:
        for pattern in _DATES:
            for found in pattern.finditer(self.text):
                if self._free(*found.span()) and (dates := _dates_of(found)):
                    self._add(*found.span(), dates=dates)

    def _named(self) -> None:
        for found in _NAMED.finditer(self.text):
            if self._free(*found.span()) and not (found.group()[-1].isalpha() and unit_at(self.text, found.end() - 1)):
                self._add(*found.span(), atom=found.group())

    def _digits(self) -> None:
        numbers = [m for m in _NUMBER.finditer(self.text) if self._free(*m.span())]
        units: str | None = None
        following: re.Match[str] | None = None
        for found in reversed(numbers):  # "3 til 6 måneder": the unit of the last is that of the first
            end = found.end()
            values, end = _times(_values(found), self.text, end, self.counting)
            unit = unit_of(found["tail"]) if found["tail"] else None
            unit = unit or unit_at(self.text, end) or unit_before(self.text, found.start())
            if unit is None and following and _TO.fullmatch(self.text, found.end(), following.start()):
                unit = units
            begin = _PART.search(self.text, max(0, found.start() - 10), found.start())
            self._add(begin.start() if begin else found.start(), end, values=values, unit=unit)
            units, following = unit, found

    def _words(self) -> None:
        spans = [m.span() for m in _WORD.finditer(self.text) if self._free(*m.span())]
        words = [self.text[a:b] for a, b in spans]
        at = 0
        while at < len(words):
            read = self._one(words, spans, at)
            if read is None:
                at += 1
                continue
            value, end, taken, unit = read
            unit = unit or self._shared_unit(words, spans, at + taken, end)
            self._add(spans[at][0], end, values=frozenset({value}), unit=unit)
            at += taken

    def _shared_unit(self, words: list[str], spans: list[tuple[int, int]], at: int, end: int) -> str | None:
        """The unit of a later number that this one shares: "tre eller seks måneder"."""
        if at + 1 >= len(words) or not _TO.fullmatch(self.text, end, spans[at + 1][0]):
            return None
        later = self._one(words, spans, at + 1)
        return later[3] if later else None

    def _one(
        self, words: list[str], spans: list[tuple[int, int]], at: int
    ) -> tuple[Fraction, int, int, str | None] | None:
        """(value, end, words taken, unit) of the number word, fraction or glued word ("sechsmonatig") at ``at``."""
        word = words[at]
        if word in _FRACTIONS:
            return Fraction(*_FRACTIONS[word]), spans[at][1], 1, "share"
        if read := self.counting.read(words, at):
            value, taken = read
            end = spans[at + taken - 1][1]
            return Fraction(value), end, taken, unit_at(self.text, end)
        if word in ARTICLES and (unit := unit_at(self.text, spans[at][1])) in (
            "day",
            "workday",
            "week",
            "month",
            "year",
            "hour",
        ):
            return Fraction(1), spans[at][1], 1, unit
        for length in range(min(len(word) - 2, 12), 1, -1):
            value_of = self.counting.words.get(word[:length])
            if value_of is None and word[:length] in ("ett", "ein", "et", "one"):
                value_of = 1
            if value_of and (glued := _glued_unit(word[length:])):
                return Fraction(value_of), spans[at][1], 1, glued
        return None


_GLUED = (
    ("month", re.compile(r"(?:måned|månad|monat|maand)")),
    ("year", re.compile(r"(?:års|årig|år$|jahres|jährig|jahrig|jarig|vuoti)")),
    ("week", re.compile(r"(?:ukers|uke|vecko|veckors|ugers|uges|wöchig|wochen|weekse)")),
    ("day", re.compile(r"(?:dagers|dages|dagars|dags|tägig|daags|päiväi)")),
    ("hour", re.compile(r"(?:timers|timars|timmars|stündig)")),
)


def _glued_unit(rest: str) -> str | None:
    """The unit of "seks|månedersfrist", "sechs|monatig", "tre|årig"."""
    return next((unit for unit, pattern in _GLUED if pattern.match(rest)), None)


def _values(found: re.Match[str]) -> frozenset[Fraction]:
    whole, part = found["whole"], found["part"]
    digits = re.sub(r"\D", "", whole)
    values = {Fraction(f"{digits}.{part[1:]}") if part else Fraction(digits)}
    if part and len(part) == 4 and digits != "0" and not found["fraction"]:
        values.add(Fraction(digits + part[1:]))
    marks = re.findall(r"\D", whole)
    if len(marks) == 1 and marks[0] in ".," and not part:
        values.add(Fraction(f"{whole.partition(marks[0])[0]}.{whole.partition(marks[0])[2]}"))
    if found["fraction"] and int(found["fraction"][1:]) and not part:
        values = {Fraction(int(digits), int(found["fraction"][1:]))}
    return frozenset(values)


def _times(values: frozenset[Fraction], text: str, end: int, counts: Counting) -> tuple[frozenset[Fraction], int]:
    """ "1,5 millioner" → 1,500,000, and the place behind it."""
    scale = re.match(r"\s?([^\W\d_]+)\.?", text[end : end + 20])
    times = counts.scales.get(scale.group(1)) if scale else None
    if scale is None or times is None or times < 1000:
        return values, end
    return frozenset(v * times for v in values), end + scale.end(1)


def _dates_of(found: re.Match[str]) -> frozenset[Date]:
    parts = found.groupdict()
    year = int(parts["y"]) if parts.get("y") else None
    if year is not None and year < 100:
        year += 2000 if year < 70 else 1900
    day = int(parts["d"]) if parts.get("d") else None
    if parts.get("name"):
        return frozenset({(year, month_number(parts["name"]), day)})
    month = int(parts["m"])
    readings = {(year, month, day)} if month <= 12 else set()
    if parts.get("mark") == "/" and day is not None and day <= 12 and month <= 31:
        readings.add((year, day, month))
    return frozenset(readings)
