"""Answers and the steps that led to them, kept per matter as the JSON object that the command line prints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.types.json import Jsonb

from engine.errors import UserFacingError
from engine.store.queries import sql
from engine.types import Matter


@dataclass(frozen=True)
class Kept:
    """A saved answer; ``body`` is the answer object of the command line."""

    id: int
    created: str  # ISO 8601, UTC
    body: dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One step of a run (a search, a reading, what the model wrote …), in the order it happened."""

    number: int
    kind: str
    body: Any


def save(connection: Connection, matter: Matter, body: dict[str, Any]) -> int:
    """Keeps an answer; returns its id. ``body`` needs "question" and "settled"."""
    values = {
        "matter": matter.id,
        "question": _storable(body["question"]),
        "settled": bool(body["settled"]),
        "body": Jsonb(_storable(body)),
    }
    row = connection.execute(sql("answer_save"), values).fetchone()
    assert row is not None
    return int(row[0])


def listing(connection: Connection, matter: Matter) -> list[Kept]:
    """The answers of ``matter``, newest first."""
    return [_kept(row) for row in connection.execute(sql("answer_list"), {"matter": matter.id})]


def get(connection: Connection, matter: Matter, answer: int) -> Kept:
    """One answer. Raises UserFacingError when the matter has none with that id."""
    row = connection.execute(sql("answer_get"), {"matter": matter.id, "id": answer}).fetchone()
    if row is None:
        raise UserFacingError(f"“{matter.name}” has no answer number {answer}; it may have been deleted.")
    return _kept(row)


def delete(connection: Connection, matter: Matter, answer: int) -> None:
    """Deletes one answer; one that is gone already is no error."""
    connection.execute(sql("answer_delete"), {"matter": matter.id, "id": answer})


def add_step(connection: Connection, matter: Matter, run: UUID, number: int, kind: str, body: Any) -> None:
    """Writes step ``number`` (from 1) of ``run``; commit at once, so that a crash loses at most the step it is in."""
    values = {"run": run, "number": number, "matter": matter.id, "kind": kind, "body": Jsonb(_storable(body))}
    connection.execute(sql("answer_step_add"), values)


def steps(connection: Connection, matter: Matter, run: UUID) -> list[Step]:
    """The steps of a run, in order."""
    rows = connection.execute(sql("answer_step_list"), {"matter": matter.id, "run": run})
    return [Step(*row) for row in rows]


def _kept(row: tuple[int, datetime, dict[str, Any]]) -> Kept:
    number, created, body = row
    return Kept(number, created.astimezone(UTC).isoformat(), body)


def _storable(value: Any) -> Any:
    """Without what PostgreSQL cannot keep: NUL and halves of letters, which a model may write."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_storable(k): _storable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_storable(v) for v in value]
    return value
