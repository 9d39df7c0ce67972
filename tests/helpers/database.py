"""Fixtures: one bundled server for the whole test session, and a database with nothing in it for each test."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg.sql import SQL, Identifier

from engine.store import matters
from engine.store.database import Database
from engine.store.places import MARKER

KEPT = {"meta"}  # tables that hold the program's own state, not a person's


MEMORY_DISK = Path("/dev/shm")
MEMORY_NEEDED = 2 * 1024**3  # bytes free; a home takes 50 MB, a law archive 400


def new_home() -> Path:
    """A temporary home that the server's own user can pass through too (tests may run as root).

    On a disk in memory where there is one: a first start waits for the disk several times, and on a busy machine each
    wait takes seconds.
    """
    roomy = MEMORY_DISK.is_dir() and shutil.disk_usage(MEMORY_DISK).free > MEMORY_NEEDED
    home = Path(tempfile.mkdtemp(prefix="ordrett-test-", dir=MEMORY_DISK if roomy else None))
    home.chmod(0o755)
    return home


def remove_home(home: Path) -> None:
    """Deletes a home and the data that stand aside when root's home is closed to others."""
    marker = home / MARKER
    if marker.exists():
        shutil.rmtree(marker.read_text(encoding="utf-8").strip(), ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)


def empty(database: Database) -> None:
    """Takes every row out of every table but meta, starts the numbers at 1 again and makes the Default matter."""
    with database.connection() as connection:
        found = connection.execute(
            "select tablename from pg_catalog.pg_tables where schemaname = current_schema() and tablename <> all(%s)",
            [sorted(KEPT)],
        )
        tables = SQL(", ").join(Identifier(name) for (name,) in found)
        connection.execute(SQL("truncate {} restart identity cascade").format(tables))
        matters.ensure_default(connection)


@pytest.fixture
def home() -> Iterator[Path]:
    """A new, empty home folder; deleted after the test."""
    made = new_home()
    yield made
    remove_home(made)


@pytest.fixture(scope="session")
def home_once_opened() -> Iterator[Path]:
    """A home that was opened and closed once; only to be copied."""
    made = new_home()
    Database.open(made).close()
    yield made
    remove_home(made)


@pytest.fixture
def used_home(home: Path, home_once_opened: Path) -> Path:
    """A home that was opened and closed before: a copy, which is faster than a first start."""
    shutil.copytree(home_once_opened, home, dirs_exist_ok=True, copy_function=shutil.copy2)
    for path in (home / "postgres", *(home / "postgres").rglob("*"), home / "run"):
        _same_owner(home_once_opened / path.relative_to(home), path)
    return home


def _same_owner(source: Path, target: Path) -> None:
    found = source.stat()
    os.chown(target, found.st_uid, found.st_gid)


@pytest.fixture(scope="session")
def session_database() -> Iterator[Database]:
    """The database of the whole session. Use ``clean_database`` unless the test does not mind what others left."""
    made = new_home()
    with Database.open(made) as database:
        yield database
    remove_home(made)


@pytest.fixture
def clean_database(session_database: Database) -> Database:
    """The session's database with the Default matter and nothing else."""
    empty(session_database)
    return session_database
