"""Is an act in force? Lovdata says so in free text; this reads it.

The rule, checked by hand against every act of the collection of November 2025 that it calls future or repealed:
- no text at all: in force (32 old acts, none of which waits for a date);
- a date on or before the day of the collection: in force, also where other parts wait for the King's decision;
- only later dates, or words without a date ("Kongen bestemmer", "Ikkje i kraft", "Fra den tid Avtalen trer i
  kraft"): future, except that a year alone ("Inntektsåret 1998") counts as its first day;
- "A – B" or "A, oppheves B" with B past: repealed, unless a further date starts a part that has no end.
"""

from __future__ import annotations

import re
from datetime import date

from engine.types import LegalStatus

ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
ENDS = re.compile(r"(?:–|-|opphev\w*|til)\s+(\d{4}-\d{2}-\d{2})")
YEAR = re.compile(r"\b(1[6-9]\d{2}|20\d{2})\b")


def dates(text: str) -> list[date]:
    """Every ISO date in the text, in its order; a string that is no date (2009-02-30) is left out."""
    found = []
    for match in ISO_DATE.finditer(text):
        try:
            found.append(date.fromisoformat(match.group()))
        except ValueError:
            continue
    return found


def first_date(text: str | None) -> date | None:
    """The first date of a metadata field, or None."""
    found = dates(text or "")
    return found[0] if found else None


def earliest(text: str | None) -> date | None:
    """The day the first part of the act came or comes into force; None where no day is set."""
    text = text or ""
    ends = {match.group(1) for match in ENDS.finditer(text)}
    starts = [day for day in dates(text) if day.isoformat() not in ends]
    if starts:
        return min(starts)
    year = YEAR.search(ISO_DATE.sub("", text))
    return date(int(year.group()), 1, 1) if year else None


def act_status(text: str | None, day: date) -> LegalStatus:
    """Status on ``day`` of an act whose "in force from" field reads ``text`` (None or empty when absent)."""
    if not (text or "").strip():
        return "in_force"
    assert text is not None
    ends = {found for match in ENDS.finditer(text) if (found := first_date(match.group(1)))}
    starts = [found for found in dates(text) if found not in ends]
    if sum(end < day for end in ends) >= max(1, len(starts)):
        return "repealed"
    start = earliest(text)
    return "in_force" if start and start <= day else "future"
