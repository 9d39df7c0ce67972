"""Whether a quote stands where it says: in that passage, under that number, on that page of that source.

To a court a wrong section is as bad as a wrong word, so a quote whose place was changed is not found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from engine.types import Document, Page, Passage, Quote


def page_at(pages: Sequence[Page], offset: int) -> int | None:
    """The number of the page on which the character at ``offset`` stands; None in a document without pages."""
    if not pages:
        return None
    return pages[max(0, bisect_right([page.start for page in pages], offset) - 1)].number


def check_place(quote: Quote, passage: Passage | None, document: Document | None) -> Quote:
    """The quote, not found where its passage, number, source, title or page is not the one that the store holds."""
    if quote.status != "verified":
        return quote
    if passage is None or document is None:
        return replace(quote, status="cannot_check")
    inside = passage.document == quote.document and passage.start <= quote.start and quote.end <= passage.end
    pages = {passage.page, page_at(document.pages, quote.start), page_at(document.pages, max(quote.end - 1, 0))}
    named = (
        quote.label == passage.label
        and quote.source_id == document.source_id
        and quote.title in (document.title, document.short_title)
        and quote.page in pages
    )
    return quote if inside and named else replace(quote, status="not_found")
