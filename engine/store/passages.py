"""Passages: read by id, and the outline of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from psycopg import Connection

from engine.errors import UserFacingError
from engine.ids import document_id, passage_id, split_document_id, split_passage_id
from engine.store.queries import sql
from engine.types import OutlineEntry, Passage

Rows = Connection[Any]
_HEADING = re.compile(r"(#{1,6})[ \t]+([^\n]+)")


def read(connection: Rows, passages: Sequence[str]) -> list[Passage]:
    """The passages in the order asked for. Raises UserFacingError for an id that no pack holds."""
    keys = [split_passage_id(passage) for passage in passages]
    values = {
        "packs": sorted({pack for pack, _, _ in keys}),
        "pack_ids": [pack for pack, _, _ in keys],
        "keys": [key for _, key, _ in keys],
        "ordinals": [ordinal for _, _, ordinal in keys],
    }
    found = [_passage(row) for row in connection.execute(sql("passage_read"), values)]
    missing = set(passages) - {passage.id for passage in found}
    if missing:
        raise UserFacingError(
            f"There is no passage “{min(missing)}”; its document may have been replaced by a new one."
        )
    return found


def of_document(connection: Rows, document: str) -> list[Passage]:
    """Every passage of a document in its order; empty when there is no such document."""
    pack_id, key = split_document_id(document)
    rows = connection.execute(sql("passage_of_document"), {"pack_id": pack_id, "key": key})
    return [_passage(row) for row in rows]


def outline(connection: Rows, document: str) -> list[OutlineEntry]:
    """The headings of a document, each with the passage that it opens. A document without headings has none."""
    entries = []
    for passage in of_document(connection, document):
        for number, (level, heading) in enumerate(opening_headings(passage.text)):
            last = number == len(opening_headings(passage.text)) - 1
            label = passage.label if last else None
            entries.append(OutlineEntry(level, heading, label, passage.id, passage.page))
    return entries


def opening_headings(text: str) -> list[tuple[int, str]]:
    """(level, text) of the headings that a passage begins with."""
    found = []
    for line in text.split("\n"):
        heading = _HEADING.fullmatch(line.strip())
        if heading:
            found.append((len(heading.group(1)), heading.group(2).strip()))
        elif line.strip():
            break
    return found


def _passage(row: Sequence[Any]) -> Passage:
    pack_id, key, ordinal, source_id, pack, title, *rest = row
    kind, label, heading, path, start, end, page, status, text, language, notes = rest
    return Passage(
        id=passage_id(pack_id, key, ordinal),
        document=document_id(pack_id, key),
        source_id=source_id,
        pack=pack,
        title=title,
        ordinal=ordinal,
        kind=kind,
        label=label,
        heading=heading,
        path=tuple(path),
        start=start,
        end=end,
        page=page,
        status=status,
        text=text,
        language=language,
        notes=notes,
    )
