"""Writes the report of a checked answer in the form asked for, with what the store holds of its sources."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.errors import UserFacingError
from engine.report.build import Report, build
from engine.report.html import html
from engine.report.markdown import markdown
from engine.store import documents, passages
from engine.types import Answer, Document, Passage
from engine.verify.check import quotes_of

if TYPE_CHECKING:
    from psycopg import Connection

FORMS: dict[str, Callable[[Report], str]] = {"html": html, "md": markdown}


def write_report(connection: Connection[Any], checked: Answer, form: str, created: datetime | None = None) -> str:
    """The report as text. ``checked`` has had its quotes checked just now; documents and passages that are gone are named
    by what the answer says of them. UserFacingError for a form that is not known."""
    if form not in FORMS:
        raise UserFacingError(f"“{form}” is not a form of report; choose {' or '.join(FORMS)}.")
    read = _passages(connection, checked.read)
    wanted = {quote.document for quote in quotes_of(checked)} | {passage.document for passage in read.values()}
    return FORMS[form](build(checked, _documents(connection, wanted), read, created))


def _documents(connection: Connection[Any], wanted: set[str]) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for number in sorted(wanted):
        try:
            found[number] = documents.get(connection, number)
        except UserFacingError:
            continue  # deleted since, or an id from another home
    return found


def _passages(connection: Connection[Any], wanted: tuple[str, ...]) -> dict[str, Passage]:
    found: dict[str, Passage] = {}
    for number in dict.fromkeys(wanted):
        try:
            found.update({passage.id: passage for passage in passages.read(connection, [number])})
        except UserFacingError:
            continue
    return found
