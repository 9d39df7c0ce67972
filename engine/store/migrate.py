"""Brings a database to the schema of this program: schema.sql for a new one, numbered migrations for an old one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import LiteralString

from psycopg import Connection

from engine.errors import UserFacingError
from engine.store.queries import sql

VERSION_KEY = "schema_version"
LOCK_KEY = 0x4F72_6472_6574_74  # "Ordrett"; any number that nobody else locks will do


@cache
def migrations() -> dict[int, LiteralString]:
    """Number → SQL of every file ``NNNN_name.sql``, in order."""
    folder = files("engine.store.migrations")
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return {int(f.name[:4]): f.read_text(encoding="utf-8") for f in found}


def schema() -> LiteralString:
    """The schema of a new database."""
    return files("engine.store").joinpath("schema.sql").read_text(encoding="utf-8")


def newest() -> int:
    """The schema version of this program."""
    return max(migrations())


def version(connection: Connection) -> int | None:
    """The schema version of the database; None when it is empty."""
    row = connection.execute(sql("migrate_has_meta")).fetchone()
    if row is None or not row[0]:
        return None
    found = connection.execute(sql("meta_get"), {"key": VERSION_KEY}).fetchone()
    return int(found[0]) if found else 0


def bring_up_to_date(connection: Connection) -> bool:
    """Makes or migrates the schema in the open transaction; True when something was done.

    Two programs may call this at once: the second waits and finds the work done. Raises UserFacingError when the
    database is newer than the program.
    """
    if _current(connection):
        return False
    connection.execute(sql("migrate_lock"), {"key": LOCK_KEY})
    if _current(connection):  # another program was faster
        return False
    if version(connection) is None:
        connection.execute(schema())
        _record(connection, newest())
    else:
        apply_migrations(connection)
    return True


def apply_migrations(connection: Connection) -> None:
    """Runs every migration that the database has not had yet, and records each."""
    done = version(connection) or 0
    for number, text in migrations().items():
        if number > done:
            connection.execute(text)
            _record(connection, number)


def _current(connection: Connection) -> bool:
    found = version(connection)
    if found is not None and found > newest():
        raise UserFacingError(
            f"This database was made by a newer version of Ordrett (schema {found}, this one knows {newest()}); "
            "install the newer version, or choose another folder with --home."
        )
    return found == newest()


def _record(connection: Connection, number: int) -> None:
    connection.execute(sql("meta_set"), {"key": VERSION_KEY, "value": str(number)})
