"""Joins what a page or column end has cut: paragraphs that run on, words that were hyphenated."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.convert.pdf.markers import ends_sentence, is_marker
from engine.convert.pdf.paragraphs import Paragraph
from engine.convert.pdf.words import Word

# After "kjøps-" these go on a list of half words ("kjøps- og leieavtalen"); the hyphen and a blank stay.
_AND = frozenset(
    [
        "og",
        "eller",
        "und",
        "oder",
        "bzw",
        "bzw.",
        "och",
        "samt",
        "sowie",
        "noch",
        "en",
        "of",
        "ja",
        "tai",
        "and",
        "or",
        "as",
        "et",
        "ou",
        "y",
        "e",
        "o",
        "to",
        "bis",
        "til",
        "till",
    ]
)
_CASE_NUMBER = re.compile(r"(?:\d|[A-ZÆØÅÄÖÜ]{2,})[-‑]$")


def follow_on(paragraphs: Iterable[Paragraph]) -> list[Paragraph]:
    """Appends to each paragraph the one that continues it after a column or page break."""
    out: list[Paragraph] = []
    open_at: int | None = None  # the last running paragraph; notes and tables may stand between
    for paragraph in paragraphs:
        if paragraph.note or paragraph.table is not None:
            out.append(paragraph)
            if paragraph.table is not None:
                open_at = None
            continue
        if open_at is not None and _continues(out[open_at], paragraph):
            out[open_at].lines.extend(paragraph.lines)
            out[open_at].edges = paragraph.edges
            continue
        open_at = len(out)
        out.append(paragraph)
    return out


def _continues(one: Paragraph, other: Paragraph) -> bool:
    last, first = one.lines[-1], other.lines[0]
    if last.page == first.page and last.base < first.base and abs(last.left - first.left) < 2 * last.size:
        return False  # the same column: the paragraph rules have already spoken
    if one.level or other.level or abs(last.size - first.size) > 0.06 * last.size:
        return False
    if one.bold != other.bold and len(one.lines) < 3:
        return False
    text, start = one.lines[-1].text, first.text
    if re.search(r"\w[-‑]$", text) and start[:1].islower():
        return True
    if ends_sentence(text) or text.endswith(":"):
        return False
    if start[:1].islower():
        return not is_marker(start) or not other.opens
    reach = one.edges[1] - last.right
    return not other.opens and not is_marker(start) and reach < 2.5 * last.size


def join_between(last: Word, first: Word) -> tuple[bool, str]:
    """How two lines meet: (whether the hyphen at the end goes, what stands between)."""
    if not last.text.endswith(("-", "‑", "\u00ad")) or len(last.text) < 2:
        return False, " "
    if last.text.endswith("\u00ad"):
        return True, ""
    start = first.text
    bare = re.sub(r"[^\w]", "", start).casefold()
    if not last.text[-2].isalnum():
        return False, " "
    if start[:1].isdigit() or _CASE_NUMBER.search(last.text):
        return False, ""  # "§ 3-" + "7", "TVI-" + "TOSL": the hyphen is part of it
    if bare in _AND or start.casefold() in _AND:
        return False, " "
    if not start[:1].islower():
        return False, ""  # "Müller-" + "Lüdenscheidt": a hyphenated name
    if "-" in last.text[:-1] and last.text.count("-") >= 2:
        return False, ""
    return True, ""
