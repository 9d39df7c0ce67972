"""Which paragraphs are headings, and of which level: outline, size and weight of the font, numbering."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.convert.pdf.aligned import is_row
from engine.convert.pdf.markers import NUMBERED, depth_of_number, ends_sentence, is_ordinal
from engine.convert.pdf.paragraphs import Paragraph

_LONGEST = 220  # letters; longer bold text is emphasis
_MOST_LINES = 4
_LARGER = 1.08  # times the body's size
_LARGER_LIGHT = 1.15  # the same for text that is neither bold nor numbered: addresses under a title are often larger
_PLAIN = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class OutlineItem:
    """A bookmark: level from 1, title, page from 1 (0 unknown)."""

    level: int
    title: str
    page: int


Style = tuple[float, bool, bool]  # size, bold, capitals


class Headings:
    """Marks the headings of a file, stretch by stretch; the level of a style, once given, stays."""

    def __init__(self, body: float, outline: Sequence[OutlineItem]) -> None:
        self._body = body
        self._marks = {(_key(item.title), item.page): item.level for item in outline}
        self._loose = {_key(item.title): item.level for item in outline}
        self._rank: dict[Style, int] = {}

    def mark(self, paragraphs: Sequence[Paragraph]) -> None:
        """Sets ``level`` on the paragraphs that are headings."""
        texts = [p for p in paragraphs if p.table is None and not p.note]
        bold_body = _bold_body(texts, self._body)
        chosen: list[tuple[Paragraph, int | None]] = []
        for at, paragraph in enumerate(texts):
            text = paragraph.text.strip()
            mark = self._outline_level(paragraph, _key(text), bold_body)
            if mark and len(text) <= _LONGEST:
                chosen.append((paragraph, mark))
            elif _looks_like_one(paragraph, self._body, bold_body, texts[at + 1] if at + 1 < len(texts) else None):
                chosen.append((paragraph, None))
        self._set_levels(chosen)

    def _outline_level(self, paragraph: Paragraph, key: str, bold_body: bool) -> int | None:
        if not key:
            return None
        mark = self._marks.get((key, paragraph.page))
        return mark or (self._loose.get(key) if _stands_out(paragraph, self._body, bold_body) else None)

    def _set_levels(self, chosen: Sequence[tuple[Paragraph, int | None]]) -> None:
        """By the outline where it names the heading, else by how much the style stands out, then by
        numbering.
        """
        from_outline: dict[Style, Counter[int]] = {}
        depths: dict[Style, Counter[int]] = {}
        for paragraph, level in chosen:
            style = _style(paragraph)
            if level:
                from_outline.setdefault(style, Counter())[level] += 1
            depth = depth_of_number(paragraph.text)
            if depth is not None:
                depths.setdefault(style, Counter())[depth] += 1
        self._rank_styles({_style(p) for p, _ in chosen}, from_outline)
        for paragraph, level in chosen:
            style = _style(paragraph)
            result = level or self._rank[style]
            depth, usual = depth_of_number(paragraph.text), depths.get(style)
            if not level and depth is not None and usual and len(usual) > 1:
                result += depth - min(usual)  # one style for several depths: the number decides
            paragraph.level = max(1, min(6, result))

    def _rank_styles(self, styles: set[Style], from_outline: dict[Style, Counter[int]]) -> None:
        first = not self._rank
        for number, style in enumerate(sorted(styles, reverse=True)):
            if style in self._rank:
                continue
            known = from_outline.get(style)
            above = [self._rank[other] for other in self._rank if other > style]
            later = max(above) + 1 if above else 1
            self._rank[style] = known.most_common(1)[0][0] if known else min(6, number + 1 if first else later)


def _key(text: str) -> str:
    return _PLAIN.sub("", text.casefold())


def _bold_body(texts: Sequence[Paragraph], body: float) -> bool:
    """Whether the running text itself is bold: then weight says nothing."""
    weights = Counter[bool]()
    for paragraph in texts:
        if abs(paragraph.size - body) < 0.06 * body:
            for line in paragraph.lines:
                weights[line.bold > 0.9] += len(line.text)
    return weights[True] > weights[False]


def _stands_out(paragraph: Paragraph, body: float, bold_body: bool) -> bool:
    return paragraph.size > _LARGER * body or (paragraph.bold and not bold_body)


def _looks_like_one(paragraph: Paragraph, body: float, bold_body: bool, after: Paragraph | None) -> bool:
    text = paragraph.text.strip()
    letters = sum(1 for letter in text if letter.isalpha())
    if letters < 2 or len(text) > _LONGEST or len(paragraph.lines) > _MOST_LINES:
        return False
    if letters < 0.4 * len(text.replace(" ", "")) or any(is_row(line) for line in paragraph.lines):
        return False  # figures, or cells beside each other
    if paragraph.size < 0.9 * body:
        return False
    numbered = depth_of_number(text) is not None and not is_ordinal(text)
    larger = paragraph.size > (_LARGER if paragraph.bold or numbered else _LARGER_LIGHT) * body
    heavier = paragraph.bold and not bold_body
    if (
        paragraph.lines[0].words[0].box is not None
        and not numbered
        and (after is None or len(after.text) < 2 * len(text))
    ):
        return False  # large letters of a scan that head nothing: a signature, a stamp
    if not larger and not heavier and not _capitals(text, letters, after) and not _scanned(paragraph, text, after):
        return False
    if re.search(r"[,;:]$", text) and not larger:
        return False
    if ends_sentence(text) and not (numbered and len(text) < 90) and not (larger and len(text) < 80 and not heavier):
        return larger and paragraph.size > 1.25 * body and len(text) < 120
    if not larger and len(text) > 130:
        return False
    if text[:1].islower() and not numbered:
        return False
    if after is None and not larger:
        return numbered
    return not (paragraph.size > 3 * body and letters < 4)  # a drop cap or a figure


def _scanned(paragraph: Paragraph, text: str, after: Paragraph | None) -> bool:
    """In scans, where weight is not known: one short numbered line without a stop over running text."""
    if paragraph.lines[0].words[0].box is None or len(paragraph.lines) > 1 or len(text) > 80 or ends_sentence(text):
        return False
    found = NUMBERED.match(text)
    if found is None or found.group("letter") or is_ordinal(text) or text[-1:] in ",;:-":
        return False
    rest = text[found.end() :].strip()
    return rest[:1].isupper() and after is not None and len(after.text) > len(text)


def _capitals(text: str, letters: int, after: Paragraph | None) -> bool:
    """A short line in capitals over running text, as typewritten judgments and older contracts have it."""
    if after is None or letters < 4 or not text.isupper() or len(text) > 90 or text.endswith((".", ",", ";")):
        return False
    return len(after.text) > 150 and not after.text[:150].isupper()


def _style(paragraph: Paragraph) -> Style:
    return (round(paragraph.size * 2) / 2, paragraph.bold, paragraph.text.isupper())
