"""Both roads to the schema, schema.sql and the migrations, end at the same place; and who may walk them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from engine.errors import UserFacingError
from engine.store import migrate
from engine.store.database import Database

# every property of the schema that a query or a person could notice, as text
CATALOGS = {
    "columns": """select table_name, column_name, ordinal_position, data_type, udt_name, is_nullable, column_default,
        is_identity, identity_generation, collation_name
        from information_schema.columns where table_schema = 'public'""",
    "indexes": "select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'",
    "constraints": """select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace""",
    "options": "select relname, relkind, reloptions, relpersistence from pg_class where relnamespace = 'public'::regnamespace",
    "column storage": """select attrelid::regclass::text, attname, attstorage, attcompression, attstattarget
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and attnum > 0""",
    "functions": "select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace",
    "triggers": "select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal",
}


@pytest.fixture
def two_databases(session_database: Database) -> Iterator[tuple[Connection, Connection]]:
    """Two empty databases on the session's server."""
    assert session_database.server is not None
    settings = session_database.server.connection_settings("postgres")
    names = ("schema_a", "schema_b")
    with psycopg.connect(autocommit=True, **settings) as admin:  # type: ignore[arg-type]
        for name in names:
            admin.execute(SQL("create database {}").format(Identifier(name)))
        first, second = (psycopg.connect(**settings | {"dbname": name}) for name in names)  # type: ignore[arg-type]
        try:
            yield first, second
        finally:
            first.close()
            second.close()
            for name in names:
                admin.execute(SQL("drop database {} with (force)").format(Identifier(name)))


def catalogue(connection: Connection) -> dict[str, list[str]]:
    return {what: sorted(map(repr, connection.execute(query))) for what, query in CATALOGS.items()}  # type: ignore[call-overload]


def test_migrations_from_nothing_give_the_schema_of_a_new_database(
    two_databases: tuple[Connection, Connection],
) -> None:
    new, old = two_databases
    migrate.bring_up_to_date(new)
    migrate.apply_migrations(old)
    expected, found = catalogue(new), catalogue(old)
    assert expected["columns"], "the catalogs of a schema cannot be empty"
    for what in CATALOGS:
        assert found[what] == expected[what], f"migrations/ and schema.sql differ in {what}"
    assert migrate.version(new) == migrate.version(old) == migrate.newest()


def test_migrations_are_numbered_without_gaps() -> None:
    assert list(migrate.migrations()) == list(range(1, len(migrate.migrations()) + 1))


def test_a_second_call_has_nothing_to_do(two_databases: tuple[Connection, Connection]) -> None:
    connection, _ = two_databases
    assert migrate.bring_up_to_date(connection) is True
    connection.commit()
    assert migrate.bring_up_to_date(connection) is False


def test_a_newer_database_is_refused_plainly(two_databases: tuple[Connection, Connection]) -> None:
    connection, _ = two_databases
    migrate.bring_up_to_date(connection)
    connection.execute("update meta set value = '9999' where key = 'schema_version'")
    with pytest.raises(UserFacingError, match="newer version of Ordrett"):
        migrate.bring_up_to_date(connection)


def test_two_programs_at_once_make_the_schema_once(two_databases: tuple[Connection, Connection]) -> None:
    first, _ = two_databases
    second = psycopg.connect(first.info.dsn, password=first.info.password)
    done: list[bool] = []

    def other() -> None:
        done.append(migrate.bring_up_to_date(second))
        second.commit()

    try:
        assert migrate.bring_up_to_date(first) is True
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(0.3)
        assert thread.is_alive(), "the second must wait for the first to commit"
        first.commit()
        thread.join(10)
        assert done == [False]
    finally:
        second.close()
