"""The rows that search needs: frequencies, candidates, details, hits. Each function runs one named query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import Connection

from engine.ids import document_id, passage_id
from engine.store.queries import sql
from engine.types import Hit, LegalStatus

Rows = Connection[Any]


@dataclass(frozen=True)
class Scope:
    """Where a search looks: packs by id, and document keys when documents are named (None: every document)."""

    packs: tuple[int, ...]
    documents: tuple[str, ...] | None = None

    def values(self, **more: object) -> dict[str, object]:
        named = list(self.documents) if self.documents is not None else None
        return {"packs": list(self.packs), "documents": named, **more}


@dataclass(frozen=True)
class Key:
    """A passage by its key in the store."""

    pack: int
    document: str
    ordinal: int


@dataclass(frozen=True)
class Detail:
    """What ranking knows of a candidate: rank of each word, which pairs stand together, length, own number, status."""

    key: Key
    words: int
    atom: str | None
    status: LegalStatus
    ranks: tuple[float, ...]
    pairs: tuple[bool, ...]


@dataclass(frozen=True)
class ActName:
    """The names of one act of a pack."""

    pack: int
    document: str
    title: str
    short_title: str | None
    abbreviation: str | None
    status: LegalStatus


def languages(connection: Rows, packs: Sequence[int]) -> set[str | None]:
    return {row[0] for row in connection.execute(sql("search_languages"), {"packs": list(packs)})}


def frequencies(connection: Rows, packs: Sequence[int], lexemes: Sequence[str]) -> dict[str, int]:
    """lexeme → number of passages; lexemes that stand nowhere are missing."""
    values = {"packs": list(packs), "lexemes": list(lexemes)}
    return {row[0]: row[1] for row in connection.execute(sql("search_frequencies"), values)}


def prefixed(connection: Rows, packs: Sequence[int], prefix: str, limit: int) -> dict[str, int]:
    """Lexemes that begin with ``prefix``, commonest first → number of passages."""
    values = {"packs": list(packs), "prefix": prefix, "after": prefix + "\U0010ffff", "limit": limit}
    return {row[0]: row[1] for row in connection.execute(sql("search_prefixed"), values)}


def suffixed(connection: Rows, packs: Sequence[int], suffix: str, limit: int) -> dict[str, int]:
    """Lexemes that end with ``suffix``, commonest first → number of passages."""
    turned = suffix[::-1]
    values = {"packs": list(packs), "turned": turned, "after": turned + "\U0010ffff", "limit": limit}
    return {row[0]: row[1] for row in connection.execute(sql("search_suffixed"), values)}


def plain(connection: Rows, scope: Scope, query: str, phrase: str, bonus: float, limit: int) -> list[tuple[Key, float]]:
    values = scope.values(query=query, phrase=phrase, bonus=bonus, limit=limit)
    return [(Key(*row[:3]), float(row[3])) for row in connection.execute(sql("search_plain"), values)]


def by_ts_rank(connection: Rows, scope: Scope, query: str, limit: int) -> list[tuple[Key, float]]:
    values = scope.values(query=query, limit=limit)
    return [(Key(*row[:3]), float(row[3])) for row in connection.execute(sql("search_ts_rank"), values)]


def holding_rare(
    connection: Rows, scope: Scope, queries: Sequence[str], weights: Sequence[float], most: int, limit: int
) -> list[Key]:
    values = scope.values(queries=list(queries), weights=list(weights), most=most, limit=limit)
    return [Key(*row) for row in connection.execute(sql("search_rare"), values)]


def holding_all_of(connection: Rows, scope: Scope, query: str, limit: int) -> list[Key]:
    return [Key(*row) for row in connection.execute(sql("search_all_of"), scope.values(query=query, limit=limit))]


def cited(connection: Rows, scope: Scope, atoms: Sequence[str], limit: int) -> list[Key]:
    return [Key(*row) for row in connection.execute(sql("search_cited"), scope.values(atoms=list(atoms), limit=limit))]


def act_names(connection: Rows, packs: Sequence[int]) -> list[ActName]:
    return [ActName(*row) for row in connection.execute(sql("search_act_names"), {"packs": list(packs)})]


def details(
    connection: Rows, packs: Sequence[int], keys: Sequence[Key], queries: Sequence[str], pairs: Sequence[str],
    fields: Sequence[float],
) -> list[Detail]:  # fmt: skip
    values = _arrays(keys) | {
        "packs": list(packs), "queries": list(queries), "pairs": list(pairs), "fields": list(fields),
    }  # fmt: skip
    rows = connection.execute(sql("search_details"), values)
    return [Detail(Key(*r[:3]), r[3], r[4], r[5], tuple(r[6]), tuple(r[7])) for r in rows]


def hits(connection: Rows, scored: Sequence[tuple[Key, float]]) -> list[Hit]:
    """The hits of a result, in the order given; matched words are added by who knows the query."""
    rows = connection.execute(sql("search_hits"), _arrays([key for key, _ in scored]))
    scores = dict(scored)
    return [_hit(row, scores[Key(*row[:3])]) for row in rows]


def _hit(row: tuple[Any, ...], score: float) -> Hit:
    (
        pack,
        key,
        ordinal,
        source_id,
        pack_name,
        title,
        short,
        label,
        heading,
        path,
        page,
        body,
        start,
        end,
        status,
        lang,
    ) = row
    return Hit(
        passage=passage_id(pack, key, ordinal), document=document_id(pack, key), source_id=source_id, pack=pack_name,
        title=short or title, label=label, heading=heading, path=tuple(path), page=page, score=round(score, 4),
        text=body, start=start, end=end, status=status, language=lang,
    )  # fmt: skip


def _arrays(keys: Sequence[Key]) -> dict[str, object]:
    return {
        "pack_ids": [key.pack for key in keys],
        "keys": [key.document for key in keys],
        "ordinals": [key.ordinal for key in keys],
    }
