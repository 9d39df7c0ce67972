"""The open database of a home: the bundled server or a firm's own, a pool of connections, an up-to-date schema."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.sql import SQL, Identifier
from psycopg_pool import ConnectionPool, PoolTimeout

from engine.errors import EnvironmentProblem, UserFacingError
from engine.store import matters, migrate, vocabulary
from engine.store.queries import sql
from engine.store.server import Progress, Server

NAME = "ordrett"
ADDRESS_VARIABLE = "ORDRETT_DATABASE"
POOL_SIZE = 8  # window, search while typing, import and an answer at once, with room to spare
WAIT_SECONDS = 30.0  # for a free connection; all 8 busy for so long is a fault of ours
OLDEST_SERVER = 150000  # a firm's server: "nulls not distinct" came with PostgreSQL 15
LOST = (psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown, psycopg.errors.CannotConnectNow)
SAMPLE = "«§ æøå ß 😀» “ÆØÅ” – \u00a0"


class Database:
    """Connections to one database with the schema of this program. Safe to use from any thread."""

    def __init__(self, pool: ConnectionPool[Connection], server: Server | None) -> None:
        self._pool = pool
        self.server = server  # None: a firm's own server

    @classmethod
    def open(cls, home: Path, on_progress: Progress | None = None) -> Database:
        """Opens the database of ``home``, or the one that ORDRETT_DATABASE names; makes or migrates its schema.

        ``on_progress`` gets a plain sentence when something takes a while. Raises EnvironmentProblem (folder, disk,
        server out of reach) and UserFacingError (data newer than the program, a server that cannot fold letters).
        """
        address = os.environ.get(ADDRESS_VARIABLE)
        if address:
            return cls._prepare(address, {}, None)
        server = Server(home, on_progress)
        try:
            with server.exclusive():
                created = _create_if_missing(server)
            return cls._prepare("", lambda: server.connection_settings(NAME), server, self_test=created)
        except BaseException:
            server.close()
            raise

    @classmethod
    def _prepare(
        cls,
        address: str,
        settings: dict[str, Any] | Callable[[], dict[str, Any]],
        server: Server | None,
        self_test: bool = True,
    ) -> Database:
        # one connection by itself first: its error says more than a pool that cannot fill
        try:
            with psycopg.connect(address, **(settings() if callable(settings) else settings)) as first:
                if self_test:
                    check_letters(first)
                migrate.bring_up_to_date(first)
                matters.ensure_default(first)  # a person always has one to work in
                vocabulary.refresh_all(first)  # the program may be newer than what it loaded
        except psycopg.OperationalError as error:
            where = "the database server of ORDRETT_DATABASE" if server is None else "its database"
            raise EnvironmentProblem(f"Ordrett cannot open {where} ({str(error).strip()}).") from error
        pool: ConnectionPool[Connection] = ConnectionPool(
            address,
            kwargs=settings,
            min_size=1,
            max_size=POOL_SIZE,
            timeout=WAIT_SECONDS,
            check=ConnectionPool.check_connection,  # a server that was started again costs no error
            open=True,
        )
        return cls(pool, server)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """One transaction: committed on leaving without an error, rolled back otherwise. Rows are tuples."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except PoolTimeout as error:
            raise EnvironmentProblem(
                "The database does not answer; wait until the computer is less busy, or close Ordrett and open it again."
            ) from error
        except psycopg.errors.DiskFull as error:
            raise EnvironmentProblem(
                "The disk is full, nothing of this step was saved; free some space and try again."
            ) from error
        except psycopg.OperationalError as error:
            # a server that dies at once says nothing: the client library's own errors carry no code
            if error.sqlstate is not None and not isinstance(error, LOST):
                raise
            raise EnvironmentProblem(
                "The database stopped in the middle of this step, nothing of it was saved; try again."
            ) from error

    def close(self) -> None:
        """Closes the connections and leaves the server, which stops when nobody else uses it."""
        self._pool.close()
        if self.server is not None:
            self.server.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_letters(connection: Connection) -> str:
    """The self-test of a database: keeps and folds the letters of legal text. Returns "UTF8, locale".

    Raises UserFacingError with what is wrong: search would silently miss words otherwise.
    """
    row = connection.execute(sql("database_self_test"), {"sample": SAMPLE}).fetchone()
    assert row is not None
    encoding, locale, lowered, lexemes, round_trip, version = row
    if encoding != "UTF8" or round_trip != SAMPLE:
        raise UserFacingError(
            f"The database keeps its text in {encoding} and would lose letters; it must be made with encoding UTF8."
        )
    if lowered != "åpning" or "'oppsigelse'" not in lexemes or "'kündigung'" not in lexemes:
        raise UserFacingError(
            f"The database uses the locale “{locale}” and does not know letters such as Å; it must be made with a "
            "UTF-8 locale such as C.UTF-8 or en_US.UTF-8."
        )
    if version < OLDEST_SERVER:
        raise UserFacingError("The database server is too old; Ordrett needs PostgreSQL 15 or newer.")
    return f"{encoding}, {locale}"


def _create_if_missing(server: Server) -> bool:
    """Makes the database "ordrett" on a new server (or after a first start that was cut short)."""
    if not server.fresh:
        try:
            psycopg.connect(**server.connection_settings(NAME)).close()  # type: ignore[arg-type]
            return False
        except psycopg.OperationalError:
            pass
    settings: dict[str, Any] = server.connection_settings("postgres")
    with psycopg.connect(autocommit=True, **settings) as connection:
        row = connection.execute(sql("database_exists"), {"name": NAME}).fetchone()
        if row and row[0]:
            return False
        connection.execute(SQL(sql("database_create")).format(name=Identifier(NAME)))
    return True
