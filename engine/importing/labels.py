"""The number that a heading or a clause carries: "§ 15-3", "3.2", "Art 8", "Kapittel 4", "Schedule 2"."""

from __future__ import annotations

import re

_WORDS = (
    "Article|Artikkel|Artikel|Articolo|Artículo|Artigo|Art|Clause|Section|Kapittel|Kapitel|Chapter|Kap|Schedule|Annex|"
    "Appendix|Exhibit|Vedlegg|Bilag|Bilaga|Anlage|Anhang|Annexe|Bijlage|Liite|Del|Part|Punkt|Klausul|Luku"
)
_LETTER = r"(?:[a-zA-Z](?![^\W_])|\s[a-z](?![^\W_])|\s[A-Z](?=\.|$))?"  # "§ 573c", "§ 9 a", "§ 28 A."
_SECTION = re.compile(rf"(§{{1,2}}\s?\d{{1,4}}(?:[-–.]\d{{1,3}}){{0,3}}{_LETTER})")
_NAMED = re.compile(rf"((?:{_WORDS})\.?\s(?:\d{{1,4}}(?:[.-]\d{{1,3}}){{0,3}}[a-z]?|[IVXLC]{{1,7}}|[A-Z]))(?![^\W_])")
_MANY = re.compile(r"(\d{1,2}(?:\.[1-9]\d?){1,4})\.?(?=\s)")
_ONE = re.compile(r"(\d{1,2})(?:\.|\))?(?=\s+[^\W\d_a-z])")
_ROMAN = re.compile(r"([IVX]{1,6})\.(?=\s)")
_MONTHS = (
    "jan|feb|mar|apr|mai|maj|may|jun|jul|aug|sep|okt|oct|nov|des|dec|dez|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|"
    "syys|loka|marras|joulu|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fév|avr|août|déc|mrt|mei"
)
_DATE = re.compile(rf"\d{{1,2}}(?:\.|\s)\s*(?:(?:{_MONTHS})\w*|\d{{1,2}}\.\s?\d{{2,4}})", re.IGNORECASE)
_AMOUNT = re.compile(r"\d[\d.,]*\s*(?:%|kr\b|nok\b|eur\b|dkk\b|sek\b|usd\b|gbp\b|€|\$|£)", re.IGNORECASE)
_EMPHASIS = re.compile(r"[*_]{1,3}")
_AFTER = re.compile(r"[\s.:)–—-]+")


def heading_label(text: str) -> tuple[str | None, str]:
    """(label, the words after it) of a heading: "3.2 Payment" → ("3.2", "Payment"); (None, text) without a number."""
    for pattern in (_SECTION, _NAMED, _MANY, _ONE, _ROMAN):
        found = pattern.match(text)
        if found and not _not_a_number(text):
            rest = _AFTER.match(text, found.end())
            words = text[rest.end() if rest else found.end() :].strip()
            return found.group(1), words or text
    return None, text


def clause_label(text: str) -> str | None:
    """The number at the start of a paragraph of a contract or an act; single figures ("1.") are items of a list."""
    start = _EMPHASIS.sub("", text[:80]).lstrip()
    for pattern in (_SECTION, _NAMED, _MANY):
        found = pattern.match(start)
        if found and not _not_a_number(start):
            return found.group(1) if _begins_clause(start, found.end()) else None
    return None


def _begins_clause(text: str, end: int) -> bool:
    """A clause's number is followed by a mark or a capital; "§ 3-9 gjelder ikke" is a sentence about another one."""
    rest = text[end:].lstrip()
    return not rest or not rest[0].islower()


def _not_a_number(text: str) -> bool:
    return bool(_DATE.match(text) or _AMOUNT.match(text))
