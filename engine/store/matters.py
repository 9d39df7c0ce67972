"""Matters: the cases that documents, questions and answers belong to."""

from __future__ import annotations

from datetime import UTC, datetime

from psycopg import Connection

from engine.errors import UserFacingError
from engine.store import packs
from engine.store.queries import sql
from engine.types import Matter

DEFAULT = "Default"


def ensure_default(connection: Connection) -> None:
    """Makes the matter "Default" in a database that has none."""
    connection.execute(sql("matter_ensure_default"), {"name": DEFAULT})


def listing(connection: Connection) -> list[Matter]:
    """Every matter, oldest first."""
    return [_matter(row) for row in connection.execute(sql("matter_list"))]


def get(connection: Connection, name: str) -> Matter:
    """The matter called ``name``. Raises UserFacingError, naming those that exist, when there is none."""
    row = connection.execute(sql("matter_get"), {"name": packs.composed(name)}).fetchone()
    if row is None:
        existing = ", ".join(f"“{m.name}”" for m in listing(connection)) or "none"
        raise UserFacingError(f"There is no matter called “{name}”; there are: {existing}.")
    return _matter(row)


def create(connection: Connection, name: str) -> Matter:
    """A new, empty matter. Raises UserFacingError for an empty name or one that is taken."""
    clean = packs.clean_name(name, "matter")
    row = connection.execute(sql("matter_create"), {"name": clean}).fetchone()
    if row is None:
        raise UserFacingError(f"There is already a matter called “{clean}”; choose another name.")
    return _matter(row)


def delete(connection: Connection, name: str) -> None:
    """Deletes a matter with its packs, answers and jobs; shared packs stay."""
    matter = get(connection, name)
    for (pack_id,) in connection.execute(sql("matter_packs"), {"matter": matter.id}).fetchall():
        packs.delete_rows(connection, pack_id)
    connection.execute(sql("matter_delete"), {"matter": matter.id})


def _matter(row: tuple[int, str, datetime]) -> Matter:
    number, name, created = row
    return Matter(id=number, name=name, created=created.astimezone(UTC).isoformat())
