"""Finds citations of law and decisions in folded text and writes each as one atom, however it was spelt.

"§ 15-7", "§15–7", "paragraf 15-7", "§§ 15-7 og 15-8" → ``§15-7`` (and ``§15-8``); "art. 6(1)(f)" → ``art6`` and ``art6.1.f``;
"Rt. 2001 s. 248" → ``rt2001s248``; "HR-2020-1-A" → ``hr-2020-1-a``; "C-131/12" → ``c-131/12``.
The act that a citation names ("aml. § 15-7", "BGB § 573", "§ 573 BGB") is given as written; who knows the packs resolves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from engine.text.stopwords import stop_words_of

CitationKind = Literal["section", "article", "case"]


@dataclass(frozen=True)
class Citation:
    """One citation: its atom, the place [start, end) in the folded text, the act named beside it, if any."""

    kind: CitationKind
    atom: str
    start: int
    end: int
    act: str | None = None


# A letter may follow with a space ("§ 9 a"), but not one that is a small word in the text ("§ 2-1 i loven", "§ 3 y 4").
_LETTER = r"(?:[a-z](?![^\W\d_]|\d)|\s[a-df-hj-nq-tv-xz](?![^\W_]))?"
_NUMBER = rf"\d{{1,4}}{_LETTER}(?:-\d{{1,4}}{_LETTER}){{0,2}}"
_LABEL = re.compile(r"^\W*(?:§+|paragraf|section)?\s*(\d{1,4}\s?[a-z]?(?:-\d{1,4}\s?[a-z]?){0,2})\W*$")
_JOIN = (
    r"\s*(?:,|;|\bog\b|\bund\b|\boch\b|\band\b|\beller\b|\boder\b|\bor\b|\bjf\.?|\bet\b|\by\b|\be\b|\ben\b|\bja\b|/)\s*"
)
# A pattern that begins with letters, not with \b or a choice, is searched many times faster; so the boundary stands
# behind the first letters, and each sign or word for a section has patterns of its own, tried where it stands in the text.
_SIGNS = {
    "§": r"§+",
    "paragra": r"paragra(?<!\wparagra)(?:fen\b|fane?\b|f(?:ene|er)?\b|ph(?:en|s)?\b)",
    "section": r"section(?<!\wsection)s?\b",
    "sec.": r"sec\.(?<!\wsec\.)",
    "pykälä": r"pykälä(?<!\wpykälä)\b",
}
_DIGIT = re.compile(r"\d")
_NUMBERS = re.compile(_NUMBER)
# Lists ("§§ 3, 4 og 5 a") and ranges ("§§ 3 til 7").
_LISTED = {
    sign: re.compile(rf"{pattern}\s*(?:§+\s*)?(?P<list>{_NUMBER}(?:{_JOIN}(?:§+\s*)?{_NUMBER})*)")
    for sign, pattern in _SIGNS.items()
}
_RANGED = {
    sign: re.compile(rf"{pattern}\s*(?P<from>\d{{1,4}})\s+(?:til|bis|to|till)\s+(?P<to>\d{{1,4}})\b")
    for sign, pattern in _SIGNS.items()
}
_ARTICLE = re.compile(
    r"art(?<!\wart)(?:(?:icle|ikkel|ikel|igo|ículo|icolo)?s?\.?|ikla)\s*(?P<number>\d{1,4}[a-z]?)"
    r"(?P<parts>(?:\s?\(\w{1,4}\)){0,4})"
)
# Decisions: what a text must hold for a pattern to be worth a try, and the pattern.
_CASES = tuple(
    (needed, re.compile(pattern))
    for needed, pattern in (
        (("hr-",), r"hr-(?<!\whr-)\d{4}-\d{1,5}-[a-z]{1,2}\b"),
        (("rt",), r"rt(?<!\wrt)\.?\s*(?:-\s*)?\d{4}\s*(?:s\.|side|-)\s*\d{1,4}\b"),
        (("c-", "t-", "f-"), r"\b[ctf]-\d{1,4}/\d{2}\b"),
        (("[",), r"\[\d{4}\]\s*[a-z]{2,6}(?:\s+[a-z]{2,5})?\s+\d{1,5}\b"),
        (("la-", "lb-", "le-", "lf-", "lg-", "lh-"), r"l[abefgh]-(?<!\w\w\w-)\d{4}-\d{1,6}(?:-\d)?\b"),
        (("nja",), r"nja(?<!\wnja)\s+\d{4}\s*s\.\s*\d{1,4}\b"),
        (("u",), r"u(?<!\wu)\.?\s?\d{4}\.\d{1,5}(?:/\d)?\s?[hvø]\b"),
        (("zr ", "zb "), r"\b(?:[ivx]{1,4}a?)\s+z[rb]\s+\d{1,4}/\d{2}\b"),
        (("ecli:",), r"ecli:(?<!\wecli:)[a-z]{2}:\w+:\d{4}:[\w.]+"),
    )
)
_YEAR = re.compile(r"[0-9]{4}")
_NINES = bytes(57 if chr(code) in "0123456789" else 32 for code in range(256))
_SLASHED = re.compile(r"\d/\d\d")
_BEFORE_YEAR = ("hr", "rt", "nja", "u", "la", "lb", "le", "lf", "lg", "lh", "[", ":")
_ACT_BEFORE = re.compile(r"(?P<act>[^\W\d_][^\W_]*(?:[-.][^\W_]+)*\.?)\s*,?\s*$")
_ACT_AFTER = re.compile(
    r"^(?:\s*(?:abs(?:atz|\.)?|nr\.?|satz|s\.|ledd|bokstav|punktum|första|andra|stycket|stk\.?|lid|annet|første|tredje|\d+\.?|[ivx]+\b))*"
    r"\s+(?:i\s+|of\s+the\s+|of\s+|des\s+|der\s+|van\s+(?:de\s+|het\s+)?)?(?P<act>[^\W\d_][^\W_]+)"
)


def find_citations(folded: str, *, acts: bool = True) -> list[Citation]:
    """Every citation of ``folded`` (see ``normalise.fold_text``), in order of appearance.

    ``acts=False`` leaves out the act named beside each, which the index does not keep and which costs most.
    """
    if not _DIGIT.search(folded):
        return []
    found = [*_sections(folded, acts), *_articles(folded, acts), *_cases(folded)]
    return sorted(found, key=lambda c: (c.start, c.end, c.atom))


def section_atom(label: str) -> str | None:
    """The atom of a section's own printed number, folded: "§ 15-3" → "§15-3", "art 8" → "art8"; None without one."""
    if m := _LABEL.match(label):  # alone, every letter is part of the number
        return _atom(m.group(1))
    if (m := next(_matches(_LISTED, _signs_in(label), label), None)) and (number := _NUMBERS.match(m.group("list"))):
        return _atom(number.group())
    if m := _ARTICLE.search(label):
        return f"art{m.group('number')}"
    return None


def _atom(number: str) -> str:
    return "§" + "".join(number.split())


def _signs_in(text: str) -> list[str]:
    """The signs and words for "section" that stand in the text. Looking for each costs most where there is none."""
    signs = ["§"] if "§" in text else []
    if "paragra" in text:
        signs.append("paragra")
    if "sec" in text:
        signs.extend(sign for sign in ("section", "sec.") if sign in text)
    if "pyk" in text:
        signs.append("pykälä")
    return signs


def _matches(patterns: dict[str, re.Pattern[str]], signs: list[str], text: str) -> Iterator[re.Match[str]]:
    """The matches behind these signs, in order; one inside another ("paragraf § 5") is left out."""
    if len(signs) == 1:
        yield from patterns[signs[0]].finditer(text)
        return
    end = 0
    for m in sorted((m for sign in signs for m in patterns[sign].finditer(text)), key=re.Match.start):
        if m.start() >= end:
            end = m.end()
            yield m


def _sections(text: str, acts: bool) -> list[Citation]:
    out: list[Citation] = []
    signs = _signs_in(text)
    if not signs:
        return out
    for m in _matches(_LISTED, signs, text):
        act = _act_beside(text, m.start(), m.end()) if acts else None
        for number in _NUMBERS.finditer(m.group("list")):
            start = m.start() if not out or out[-1].end <= m.start() else m.start("list") + number.start()
            out.append(Citation("section", _atom(number.group()), start, m.start("list") + number.end(), act))
    for m in _matches(_RANGED, signs, text):
        low, high = int(m.group("from")), int(m.group("to"))
        if low < high <= low + 50:  # a longer "range" is two separate numbers
            act = _act_beside(text, m.start(), m.end()) if acts else None
            out.extend(Citation("section", f"§{n}", m.start(), m.end(), act) for n in range(low + 1, high + 1))
    return out


def _articles(text: str, acts: bool) -> list[Citation]:
    out: list[Citation] = []
    for m in _ARTICLE.finditer(text):
        act = _act_beside(text, m.start(), m.end()) if acts else None
        out.append(Citation("article", f"art{m.group('number')}", m.start(), m.end(), act))
        parts = re.findall(r"\((\w+)\)", m.group("parts"))
        if parts:
            out.append(Citation("article", ".".join([f"art{m.group('number')}", *parts]), m.start(), m.end(), act))
    return out


def _cases(text: str) -> list[Citation]:
    out: list[Citation] = []
    if not _may_hold_case(text):
        return out
    for needed, pattern in _CASES:
        for part in needed:
            if part in text:
                out.extend(Citation("case", _case_atom(m.group()), *m.span()) for m in pattern.finditer(text))
                break
    return out


def _may_hold_case(text: str) -> bool:
    """Every decision has a running number with a year ("131/12"), or a year behind one of a few marks; most years have
    neither, and then nine patterns need not be tried."""
    if "/" in text and _SLASHED.search(text):
        return True
    if b"9999" not in text.encode("latin-1", "replace").translate(_NINES):
        return False  # no four figures in a row: told without a search that looks at every letter
    return any(
        text[max(0, m.start() - 8) : m.start()].rstrip(" -.").endswith(_BEFORE_YEAR) for m in _YEAR.finditer(text)
    )


def _case_atom(written: str) -> str:
    if m := re.match(r"rt\W*(\d{4})\D+(\d{1,4})$", written):
        return f"rt{m.group(1)}s{m.group(2)}"
    return re.sub(r"[\s.\[\]]+", "", written)


@cache
def _small() -> frozenset[str]:
    return stop_words_of(("no", "sv", "da", "en", "de", "fi", "nl", "fr", "es", "it", "pt"))


def _act_beside(text: str, start: int, end: int) -> str | None:
    """The word before ("aml. § …") or after ("§ … BGB", "§ … i arbeidsmiljøloven") that may name an act."""
    before = _ACT_BEFORE.search(text[max(0, start - 60) : start])
    if before and before.group("act") not in _small():  # "was steht in § 573 BGB"
        return before.group("act")
    if m := _ACT_AFTER.match(text[end : end + 60]):
        return m.group("act")
    return None
