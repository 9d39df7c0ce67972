"""Documents: stored whole with passages, index rows and term counts in one transaction; listed, read, deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import Connection

from engine.errors import UserFacingError
from engine.ids import document_id, document_key, split_document_id
from engine.store.indexing import Prepared, unpack_boxes
from engine.store.queries import sql
from engine.types import Box, Document, LegalStatus, Page

Rows = Connection[Any]


@dataclass(frozen=True)
class Known:
    """What import must know of a document that a pack holds already. ``origin`` and ``root``: paths it came from."""

    key: str
    source_id: str
    sha256: str
    text_sha256: str
    gone: bool
    parent_key: str | None
    origin: str | None
    root: str | None
    passages: int
    attachments: int  # files found inside it


def lock_pack(connection: Rows, pack_id: int) -> None:
    """Waits until no other transaction writes into the pack, so that its counters stay exact.

    Every transaction that writes documents begins with it. Raises UserFacingError when the pack was deleted meanwhile.
    """
    if connection.execute(sql("document_lock_pack"), {"pack_id": pack_id}).fetchone() is None:
        raise UserFacingError("The pack was deleted while files were imported into it; the import stops.")
    connection.execute(sql("document_plan_by_index"))


def store(connection: Rows, pack_id: int, documents: Sequence[Prepared]) -> None:
    """Adds documents whose keys the pack does not hold. The caller holds the lock of the pack and commits."""
    if not documents:
        return
    connection.execute(sql("document_without_row_checks"))
    for name, rows in (
        ("document_copy", [d.document_row for d in documents]),
        ("document_copy_passages", [d.passage_rows for d in documents]),
        ("document_copy_index", [d.index_rows for d in documents]),
    ):
        with connection.cursor() as cursor, cursor.copy(sql(name)) as copy:
            for row in rows:
                copy.write(row)
    terms: Counter[str] = Counter()
    for document in documents:
        terms.update(document.terms)
    _change_terms(connection, pack_id, terms)
    _count(
        connection,
        pack_id,
        len(documents),
        sum(document.passages for document in documents),
        sum(document.words for document in documents),
    )


def delete(connection: Rows, pack_id: int, keys: Sequence[str]) -> None:
    """Deletes documents with all that hangs on them. The caller holds the lock of the pack and commits."""
    if not keys:
        return
    values = {"pack_id": pack_id, "keys": list(keys)}
    for name in ("document_delete_terms", "document_delete_unused_terms"):
        connection.execute(sql(name), values)
    row = connection.execute(sql("document_delete_index"), values).fetchone()
    passages, words = row if row else (0, 0)
    connection.execute(sql("document_delete_passages"), values)
    deleted = connection.execute(sql("document_delete"), values).rowcount
    _count(connection, pack_id, -deleted, -passages, -words)


def known(connection: Rows, pack_id: int) -> dict[str, Known]:
    """key → what import must know, of every document of the pack."""
    rows = connection.execute(sql("document_known"), {"pack_id": pack_id})
    return {row[0]: Known(*row) for row in rows}


def alike(connection: Rows, pack_id: int, *, key: str, text_sha256: str | None, origin: str) -> list[Known]:
    """The documents of the pack with these bytes, this text, or from this place."""
    values = {"pack_id": pack_id, "key": key, "text_sha256": text_sha256, "origin": origin}
    return [Known(*row) for row in connection.execute(sql("document_alike"), values)]


def adopt(connection: Rows, pack_id: int, old_key: str, new_key: str) -> None:
    """Files found inside a document that is replaced belong to the new one from now on."""
    connection.execute(sql("document_adopt"), {"pack_id": pack_id, "old_key": old_key, "new_key": new_key})


def mark_vanished(connection: Rows, pack_id: int, job: int) -> None:
    """Marks documents from the folders of a finished job that the job did not meet. A file that could not be read
    this time has not vanished, nor has what was found inside it before."""
    connection.execute(sql("document_mark_vanished"), {"pack_id": pack_id, "job": job})


def hashes(connection: Rows, pack_ids: Sequence[int]) -> set[str]:
    """The hashes of the files that the documents of some packs were read from."""
    return {row[0] for row in connection.execute(sql("document_hashes"), {"packs": list(pack_ids)})}


def unused(connection: Rows, hashes: Sequence[str]) -> set[str]:
    """Those of the hashes that no document of any pack was read from."""
    packs = [row[0] for row in connection.execute(sql("document_every_pack"))]
    values = {"packs": packs, "hashes": list(hashes), "keys": [document_key(sha256) for sha256 in hashes]}
    used = {row[0] for row in connection.execute(sql("document_used_hashes"), values)}
    return set(hashes) - used


def mark_gone(connection: Rows, pack_id: int, keys: Sequence[str], gone: bool) -> None:
    """Marks documents as no longer in the collection or folder they came from, or as there again."""
    if keys:
        connection.execute(sql("document_mark_gone"), {"pack_id": pack_id, "keys": list(keys), "gone": gone})


def found_again(connection: Rows, pack_id: int, key: str, parent_key: str | None, source: Mapping[str, str]) -> None:
    """A document that is known already is there this time too; ``source`` ("path" and "root") says where.

    An empty root leaves the place alone: a lone file that is also part of a collection stays part of it.
    """
    values = {"pack_id": pack_id, "key": key, "parent_key": parent_key, **source}
    connection.execute(sql("document_found_again"), values)


def statuses(connection: Rows, pack_id: int, root: str) -> list[tuple[str, LegalStatus, str, str | None]]:
    """(key, status, "in force from" as printed, newest day it tells of as ISO date) of each act of a collection."""
    rows = connection.execute(sql("document_statuses"), {"pack_id": pack_id, "root": root})
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def set_status(connection: Rows, pack_id: int, key: str, before: LegalStatus, status: LegalStatus) -> None:
    """Changes the status of an act from ``before``, and of its sections with it."""
    values = {"pack_id": pack_id, "key": key, "before": before, "status": status}
    connection.execute(sql("document_set_status"), values)
    connection.execute(sql("document_set_passage_status"), values)


def learn(connection: Rows, whole: bool) -> None:
    """Refreshes what the planner knows: of documents alone, or (``whole``) of all that an import fills.

    Without it a table that grew from nothing is still planned for as empty: any index looks as good as the right one,
    and checking the foreign keys of new passages takes ever longer.
    """
    connection.execute(sql("document_sample_less"))
    connection.execute(sql("index_statistics" if whole else "document_statistics"))


def flush_index(connection: Rows) -> None:
    """Sorts what was stored since the last time into the word index; without it searches stay right but slow down."""
    connection.execute(sql("index_flush"))


def listing(connection: Rows, pack_ids: Sequence[int]) -> list[Document]:
    """The documents of some packs without their Markdown, by pack and source id."""
    return [_document(row) for row in connection.execute(sql("document_list"), {"packs": list(pack_ids)})]


def get(connection: Rows, document: str) -> Document:
    """One document with its Markdown. Raises UserFacingError when there is none with this id."""
    pack_id, key = split_document_id(document)
    row = connection.execute(sql("document_get"), {"pack_id": pack_id, "key": key}).fetchone()
    if row is None:
        raise UserFacingError(f"There is no document “{document}”; it may have been deleted or replaced by a new one.")
    return _document(row[:-1], markdown=row[-1])


def markdown(connection: Rows, document: str) -> str | None:
    """The Markdown of a document; None when there is none with this id (deleted, replaced, or a made-up id)."""
    pack_id, key = split_document_id(document)
    row = connection.execute(sql("document_markdown"), {"pack_id": pack_id, "key": key}).fetchone()
    return str(row[0]) if row else None


def boxes(connection: Rows, document: str, start: int, end: int) -> list[Box]:
    """The boxes that touch [start, end) of the Markdown; none for formats without pages."""
    pack_id, key = split_document_id(document)
    row = connection.execute(sql("document_boxes"), {"pack_id": pack_id, "key": key}).fetchone()
    return [box for box in unpack_boxes(row[0]) if box.start < end and box.end > start] if row else []


def _change_terms(connection: Rows, pack_id: int, terms: Mapping[str, int]) -> None:
    """Sorted, so that two imports never wait for each other in a ring."""
    lexemes = sorted(terms)
    counts = " ".join(str(terms[lexeme]) for lexeme in lexemes)
    if lexemes:
        values = {"pack_id": pack_id, "lexemes": " ".join(lexemes), "counts": counts}
        connection.execute(sql("document_add_terms"), values)


def _count(connection: Rows, pack_id: int, documents: int, passages: int, words: int) -> None:
    values = {"pack_id": pack_id, "documents": documents, "passages": passages, "words": words}
    connection.execute(sql("document_count"), values)


def _document(row: Iterable[Any], markdown: str = "") -> Document:
    (
        pack_id, key, pack, source_id, title, short, abbreviation, language, status, sha256, converter, version,
        passages, pages, warnings, parent_key, media_type, meta,
    ) = row  # fmt: skip
    checked: LegalStatus = status
    return Document(
        id=document_id(pack_id, key),
        pack_id=pack_id,
        pack=pack,
        source_id=source_id,
        title=title,
        short_title=short,
        abbreviation=abbreviation,
        language=language,
        status=checked,
        sha256=sha256,
        converter=converter,
        converter_version=version,
        passages=passages,
        pages=tuple(Page(*page) for page in pages),
        warnings=tuple(warnings),
        parent=document_id(pack_id, parent_key) if parent_key else None,
        media_type=media_type,
        meta=meta,
        markdown=markdown,
    )
