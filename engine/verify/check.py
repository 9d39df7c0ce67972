"""The one function that says whether a quote stands in its source: for answering, saving, reloading and exporting.

Verified means: the stored text of the quote's document at [start, end) is the quote's text, character for character.

Offsets belong to one parse. When they do not hold but the very same characters stand elsewhere in the same document as
whole words (a new converter moved them), the quote is verified and carries the new offsets: it is still true to its
source. A text whose length is not the length of its own offsets has been edited and is never looked for elsewhere; nor
is anything forgiven here, not even a comma: a saved quote is either the source's own text or it is not.
``relocate`` is the forgiving one, for quotes of a document that was read anew; it replaces the words by the source's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.types import Answer, Quote
from engine.verify.match import cut_short, find_quote, long_enough


def check_quote(quote: Quote, text: str | None, base: int = 0) -> Quote:
    """The quote with its status: verified, not_found, or cannot_check when there is no text to look in.

    ``text`` is the document's stored text, or a part of it that begins at offset ``base`` (a passage).
    """
    if text is None or not text.strip():
        return replace(quote, status="cannot_check")
    if not long_enough(quote.text):
        return replace(quote, status="not_found")
    start, end = quote.start - base, quote.end - base
    if 0 <= start < end <= len(text) and text[start:end] == quote.text:
        return replace(quote, status="verified")
    if end - start == len(quote.text) and (moved := _nearest(text, quote.text, start)) is not None:
        return replace(quote, status="verified", start=moved + base, end=moved + base + len(quote.text))
    return replace(quote, status="not_found")


def check_answer(answer: Answer, text_of: Callable[[str], str | None]) -> Answer:
    """The same answer with every quote of its claims and its evidence checked; ``text_of`` gives the stored text of a
    document by id, None when there is none. Each document is fetched once."""
    texts: dict[str, str | None] = {}

    def checked(quote: Quote) -> Quote:
        if quote.document not in texts:
            texts[quote.document] = text_of(quote.document)
        return check_quote(quote, texts[quote.document])

    claims = tuple(replace(c, quotes=tuple(checked(q) for q in c.quotes)) for c in answer.claims)
    return replace(answer, claims=claims, evidence=tuple(checked(q) for q in answer.evidence))


def quotes_of(answer: Answer) -> Iterator[Quote]:
    """Every quote of an answer: those of its claims, then the evidence."""
    for claim in answer.claims:
        yield from claim.quotes
    yield from answer.evidence


def all_verified(answer: Answer) -> bool:
    """Whether no quote of the answer is anything but verified; true of an answer without quotes."""
    return all(q.status == "verified" for q in quotes_of(answer))


def relocate(quote: Quote, text: str | None, base: int = 0) -> Quote:
    """The quote found again in a new parse of its document, with the words as they stand there now; see ``find_quote``."""
    checked = check_quote(quote, text, base)
    if checked.status != "not_found" or text is None:
        return checked
    found = find_quote(text, quote.text)
    if found.status != "found":
        return checked
    words = text[found.start : found.end]
    return replace(quote, status="verified", start=found.start + base, end=found.end + base, text=words)


def _nearest(text: str, words: str, near: int) -> int | None:
    """The place of ``words`` nearest to ``near`` where they are whole words of their clause."""
    places, at = [], text.find(words)
    while at >= 0:
        places.append(at)
        at = text.find(words, at + 1)
    for place in sorted(places, key=lambda p: abs(p - near)):
        if not cut_short(text, place, place + len(words)):
            return place
    return None
