"""The bundled server in good times: where it stands, who may reach it, how it is shared, what it logs."""

from __future__ import annotations

import shutil
import stat
import sys
import tempfile
from pathlib import Path

import psutil
import psycopg
import pytest

from engine.store import binaries, cluster, places
from engine.store.database import Database, check_letters
from engine.store.server import Server
from tests.helpers.database import new_home, remove_home
from tests.helpers.programs import Program, postmaster, running, wait_until


def works(database: Database) -> bool:
    with database.connection() as connection:
        return connection.execute("select count(*) from matter").fetchone() == (1,)


@pytest.mark.parametrize(
    "name", ["Application Support", "Mine øl og å", 'it\'s "quoted" $HOME \\n', "Hansen, Ås", "日本 ß 😀"]
)
def test_any_folder_name_will_do(home: Path, name: str) -> None:
    folder = home / name
    with Database.open(folder) as database:
        assert works(database)
        assert database.server is not None
        sockets = database.server.places.sockets
        assert database.server.connection_settings("x")["host"] == str(sockets)
        # only a comma, which the client cannot take, moves the socket out of the home
        assert (sockets == folder / "run") is ("," not in name)


def test_a_path_too_long_for_a_socket_puts_it_in_a_private_folder(home: Path) -> None:
    folder = home / ("mappe å " * 12) / ("b" * 60)
    with Database.open(folder) as database:
        assert works(database)
        assert database.server is not None
        sockets = database.server.places.sockets
        assert sockets is not None
        assert sockets.parent in (Path(tempfile.gettempdir()), Path("/tmp"))
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
        second = Server(folder)
        assert second.joined
        second.close()
        assert sockets.exists(), "the first still uses it"
    assert not sockets.exists()


def test_only_the_person_can_reach_it(used_home: Path) -> None:
    with Database.open(used_home) as database:
        assert database.server is not None
        at = database.server.places
        assert at.sockets == used_home / "run"
        assert stat.S_IMODE(at.sockets.stat().st_mode) == 0o700
        assert stat.S_IMODE(at.data.stat().st_mode) == 0o700
        assert stat.S_IMODE((at.data / cluster.PASSWORD).stat().st_mode) == 0o600
        listening = [c for c in postmaster(at).net_connections("inet") if c.status == psutil.CONN_LISTEN]
        assert not listening, "no TCP port on Linux and macOS"
        settings = database.server.connection_settings("ordrett")
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(**settings | {"password": "guess"})  # type: ignore[arg-type]
        assert "trust" not in (at.data / "pg_hba.conf").read_text(encoding="utf-8")


def test_letters_of_law_survive(session_database: Database) -> None:
    with session_database.connection() as connection:
        assert check_letters(connection).startswith("UTF8, ")


def test_a_second_program_shares_the_server_and_the_last_one_stops_it(used_home: Path) -> None:
    first = Database.open(used_home)
    assert first.server is not None
    at = first.server.places
    other = Program(used_home)
    assert other.line() == "joined"
    assert first.server.others() == [other.process.pid]
    first.close()
    assert running(at), "the other program still uses it"
    assert other.close() == "closed"
    assert not running(at), "the last one out stops the server"


def test_two_programs_at_once_on_a_new_home(home: Path) -> None:
    programs = [Program(home), Program(home), Program(home)]
    assert sorted(p.line() for p in programs) == ["joined", "joined", "started"]
    assert [p.close() for p in programs] == ["closed"] * 3
    assert not running(places.prepare(home))


def test_closing_twice_is_harmless_and_the_data_stay(used_home: Path) -> None:
    database = Database.open(used_home)
    with database.connection() as connection:
        connection.execute("insert into matter (name) values ('Sak 1/2026 «Å»')")
    database.close()
    database.close()
    with Database.open(used_home) as again:
        assert again.server is not None
        assert not again.server.joined
        with again.connection() as connection:
            assert ("Sak 1/2026 «Å»",) in connection.execute("select name from matter").fetchall()


def test_an_error_rolls_back_the_transaction(clean_database: Database) -> None:
    def half() -> None:
        with clean_database.connection() as connection:
            connection.execute("insert into matter (name) values ('half')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert works(clean_database)


def test_a_program_that_forgets_to_close_stops_the_server_when_it_ends(used_home: Path) -> None:
    script = """
import sys
from pathlib import Path
from engine.store.server import Server
server = Server(Path(sys.argv[1]))
print("started", flush=True)
"""
    program = Program(used_home, script)
    assert program.line() == "started"
    assert program.process.wait(30) == 0
    program.kill()
    assert not running(places.prepare(used_home))


@pytest.mark.skipif(
    sys.platform == "win32" or places._account() is None, reason="only root has closed homes to work around"
)
def test_a_home_of_root_that_nobody_else_can_reach(home: Path) -> None:
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    inner = closed / "hjem"
    try:
        with Database.open(inner) as database:
            assert works(database)
            assert database.server is not None
            assert database.server.places.aside
            assert stat.S_IMODE(closed.stat().st_mode) == 0o700, "closed folders stay closed"
            assert database.server.places.account is not None
            assert postmaster(database.server.places).uids().real == database.server.places.account.uid
        with Database.open(inner) as again:
            assert again.server is not None
            assert not again.server.fresh, "the same data are found again"
    finally:
        remove_home(inner)


@pytest.mark.skipif(places._account() is None, reason="only root has closed homes to work around")
def test_data_of_a_temporary_home_that_is_gone_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = new_home()
    monkeypatch.setattr(places.tempfile, "gettempdir", lambda: str(temporary))
    first, second = temporary / "closed" / "first", temporary / "closed" / "second"
    first.parent.mkdir(mode=0o700)
    gone = places.prepare(first).base
    (gone / "postgres").mkdir()
    kept = places.prepare(second).base
    assert gone.parent == temporary / "ordrett-root"
    shutil.rmtree(first)
    places.prepare(temporary / "closed" / "third")
    assert not gone.exists()
    assert kept.exists()
    remove_home(temporary)


@pytest.mark.skipif(places._account() is None, reason="only root needs programs that another user can run")
def test_programs_in_a_closed_installation_are_copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binaries, "ROOT_FOLDER", new_home())
    monkeypatch.setattr(binaries, "reachable", lambda _: False)
    account = places._account()
    copied = binaries.folder_for(account)
    assert copied.is_relative_to(binaries.ROOT_FOLDER)
    assert binaries.folder_for(account) == copied
    home = new_home()
    with Database.open(home) as database:
        assert works(database)
    remove_home(home)
    remove_home(binaries.ROOT_FOLDER)


def test_the_log_holds_no_text_of_documents(used_home: Path) -> None:
    with Database.open(used_home) as database:
        for statement in (
            "insert into matter (name) values ('Hemmelig sak'), ('Hemmelig sak')",
            "select 'Hemmelig sak'::integer",
            "select hemmelig sak from matter",
        ):
            with pytest.raises(psycopg.Error), database.connection() as connection:
                connection.execute(statement)
        assert database.server is not None
        log = database.server.places.log.read_text(encoding="utf-8")
    assert "ready to accept connections" in log
    assert "emmelig" not in log


def test_a_long_log_is_set_aside_at_the_next_start(used_home: Path) -> None:
    Server(used_home).close()
    log = used_home / "logs" / "postgres.log"
    for number in range(5):
        log.write_bytes(b"x" * 1_000_001)
        Server(used_home).close()
        assert log.stat().st_size < 10_000, number
    assert sorted(p.name for p in log.parent.glob("postgres.log*")) == [
        "postgres.log",
        "postgres.log.1",
        "postgres.log.2",
        "postgres.log.3",
    ]


def test_a_firms_own_server_is_used_instead(
    home: Path, session_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert session_database.server is not None
    settings = session_database.server.connection_settings("firm")
    with psycopg.connect(autocommit=True, **settings | {"dbname": "postgres"}) as admin:  # type: ignore[arg-type]
        admin.execute("create database firm")
        try:
            monkeypatch.setenv("ORDRETT_DATABASE", psycopg.conninfo.make_conninfo("", **settings))
            with Database.open(home) as database:
                assert database.server is None
                assert works(database)
                assert not (home / "postgres").exists()
            admin.execute("drop database firm with (force)")
            admin.execute("create database firm template template0 locale 'C' encoding 'UTF8'")
            with pytest.raises(Exception, match="locale “C”"):
                Database.open(home)
        finally:
            admin.execute("drop database if exists firm with (force)")


def test_a_server_that_is_out_of_reach_is_said_plainly(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDRETT_DATABASE", f"postgresql://anna@/sak?host={home}")
    with pytest.raises(Exception, match="cannot open the database server of ORDRETT_DATABASE"):
        Database.open(home)


def test_nothing_is_left_running(used_home: Path) -> None:
    server = Server(used_home)
    first = postmaster(server.places)
    server.close()
    assert wait_until(lambda: not first.is_running())
    assert not (server.places.data / "postmaster.pid").exists()
