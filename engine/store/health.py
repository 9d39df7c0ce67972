"""The checks of ``ordrett doctor`` that concern the home, its disk and its database."""

from __future__ import annotations

import shutil
from pathlib import Path

import psycopg

from engine.errors import UserFacingError
from engine.store import migrate
from engine.store.database import Database, check_letters
from engine.store.queries import sql
from engine.types import Check

LEAST_FREE = 2 * 1024**3  # bytes; a case of 400 files takes about 1 GB with its index and kept originals


def checks(database: Database, home: Path) -> list[Check]:
    """One line each: home, disk, server, letters, schema. Never raises for what a check finds."""
    return [home_check(home), disk_check(home), *database_checks(database)]


def home_check(home: Path) -> Check:
    return Check("home", home.is_dir(), str(home) if home.is_dir() else f"{home} is missing")


def disk_check(folder: Path, least: int = LEAST_FREE) -> Check:
    free = shutil.disk_usage(folder).free
    detail = f"{free / 1024**3:.1f} GB free"
    if free < least:
        detail += f"; free some space, {least / 1024**3:.0f} GB is the least for a case"
    return Check("disk", free >= least, detail)


def database_checks(database: Database) -> list[Check]:
    try:
        with database.connection() as connection:
            row = connection.execute(sql("health_server")).fetchone()
            assert row is not None
            return [_server(database, *row), _letters(connection), _schema(connection)]
    except (UserFacingError, psycopg.Error) as error:
        return [Check("database", False, str(error).strip().splitlines()[0])]


def _server(database: Database, version: str, size: int, users: int) -> Check:
    detail = f"PostgreSQL {version}, {size / 1024**2:.0f} MB of data"
    server = database.server
    if server is None:
        return Check("database", True, f"{detail}, a server of your own, {users} connections")
    how = "joined" if server.joined else "started"
    detail += f", {how} in {server.seconds:.2f} s"
    others = len(server.others())
    if others:
        detail += f", shared with {others} other program{'s' if others > 1 else ''}"
    if server.places.aside:
        detail += f"; running as root, so the data stand in {server.places.data}"
    elif server.places.account is not None:
        detail += f"; running as root, the server as {server.places.account.name}"
    return Check("database", True, detail)


def _letters(connection: psycopg.Connection) -> Check:
    try:
        return Check("letters", True, check_letters(connection))
    except UserFacingError as error:
        return Check("letters", False, str(error))


def _schema(connection: psycopg.Connection) -> Check:
    found = migrate.version(connection)
    return Check("schema", found == migrate.newest(), f"version {found}")
