"""The bundled server when things go wrong: each fault that other programs were seen to die of, with real processes."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from engine.errors import EnvironmentProblem, UserFacingError
from engine.store import binaries, cluster, places, server
from engine.store.database import Database
from engine.store.places import Places
from engine.store.server import Server
from tests.helpers.database import new_home, remove_home
from tests.helpers.programs import OPEN_AND_WAIT, Program, kill_server, postmaster, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the faults are made with POSIX signals and files")


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """Another program of the same user as the server, so that the system does not tell them apart."""
    process = subprocess.Popen(["sleep", "600"], **binaries.account_options(places._account()))  # type: ignore[call-overload]
    yield process
    process.kill()
    process.wait()


def crash(home: Path) -> tuple[Places, list[str]]:
    """A power cut: program and server die at once. Gives the lines of the pid file that stays behind."""
    program = Program(home)
    assert program.line() == "started"
    at = places.prepare(home)
    program.kill()
    kill_server(at)
    return at, (at.data / "postmaster.pid").read_text(encoding="utf-8").split("\n")


def opens(home: Path) -> bool:
    with Database.open(home) as database, database.connection() as connection:
        return connection.execute("select count(*) from matter").fetchone() == (1,)


def test_a_stale_pid_that_another_program_has_now(used_home: Path, stranger: subprocess.Popen[bytes]) -> None:
    at, lines = crash(used_home)
    (at.data / "postmaster.pid").write_text("\n".join([str(stranger.pid), *lines[1:]]), encoding="utf-8")
    assert opens(used_home)
    assert stranger.poll() is None, "the stranger is left alone"


def test_a_stale_pid_that_another_homes_server_has_now(used_home: Path) -> None:
    at, lines = crash(used_home)
    elsewhere = new_home()
    other = Server(elsewhere)
    try:
        other_pid = postmaster(other.places).pid
        (at.data / "postmaster.pid").write_text("\n".join([str(other_pid), *lines[1:]]), encoding="utf-8")
        assert opens(used_home)
        assert postmaster(other.places).pid == other_pid, "the other home's server runs on"
        assert running(other.places)
    finally:
        other.close()
        remove_home(elsewhere)


def test_a_stale_pid_of_nobody(used_home: Path) -> None:
    at, lines = crash(used_home)
    (at.data / "postmaster.pid").write_text("\n".join(["99999999", *lines[1:]]), encoding="utf-8")
    assert opens(used_home)


@pytest.mark.parametrize("text", ["", "\n", "garbage\n", "12", "-5\n", "{stranger}", "{stranger}\n/some/wh"])
def test_a_half_written_pid_file(used_home: Path, text: str, stranger: subprocess.Popen[bytes]) -> None:
    at = places.prepare(used_home)
    (at.data / "postmaster.pid").write_text(text.format(stranger=stranger.pid), encoding="utf-8")
    assert opens(used_home)
    assert stranger.poll() is None


def test_a_pid_file_that_is_not_utf8(used_home: Path) -> None:
    at = places.prepare(used_home)
    (at.data / "postmaster.pid").write_bytes(b"99999999\n/home/\xe5/\xff\n1\n5432\n/run/\xe5\n")
    assert opens(used_home)


def test_what_was_committed_survives_kill_9_of_the_server(used_home: Path) -> None:
    with Database.open(used_home) as database:
        with database.connection() as connection:
            connection.execute("insert into matter (name) select 'Sak ' || n from generate_series(1, 20000) n")
        assert database.server is not None
        kill_server(database.server.places)
    with Database.open(used_home) as database, database.connection() as connection:
        assert connection.execute("select count(*) from matter").fetchone() == (20001,)


def slow_to_start(home: Path, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the server of ``home`` takes so long to get ready, as a repair on a slow disk does."""
    real = binaries.folder_for(places.prepare(home).account)  # a copy where the checkout is closed to the server
    folder = home / "bin"
    folder.mkdir()
    script = folder / "postgres"
    script.write_text(f'#!/bin/sh\nsleep {seconds}\nexec "{real}/postgres" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(binaries, "folder_for", lambda _: folder)


def test_a_slow_recovery_is_waited_for_and_told(used_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(used_home)
    slow_to_start(used_home, 3, monkeypatch)
    told: list[str] = []
    with Database.open(used_home, told.append) as database, database.connection() as connection:
        connection.execute("select 1")
    assert any("checking its data after an unclean stop" in sentence for sentence in told)
    assert server.PATIENCE_SECONDS >= 60, "others needed 36 s"


def test_patience_ends_plainly_and_the_next_start_joins(used_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_to_start(used_home, 2, monkeypatch)
    with pytest.raises(EnvironmentProblem, match="not become ready in 1 seconds; wait until the disk is quiet"):
        Server(used_home, patience=1)
    again = Server(used_home)
    assert again.joined, "the first server came up meanwhile"
    again.close()
    assert not running(again.places)


def test_a_killed_program_leaves_a_server_that_the_next_start_joins(used_home: Path) -> None:
    program = Program(used_home)
    assert program.line() == "started"
    at = places.prepare(used_home)
    before = postmaster(at).pid
    program.kill()
    assert postmaster(at).pid == before
    with Database.open(used_home) as database:
        assert database.server is not None
        assert database.server.joined
        assert database.server.others() == [], "the dead do not count"
    assert not running(at), "and the last living one stops it"


def test_a_server_that_dies_under_an_open_program_is_started_again(used_home: Path) -> None:
    with Database.open(used_home) as database:
        with database.connection() as connection:
            connection.execute("insert into matter (name) values ('kept')")
        assert database.server is not None
        kill_server(database.server.places)
        with database.connection() as connection:
            assert connection.execute("select count(*) from matter").fetchone() == (2,)


def test_a_server_that_dies_in_the_middle_of_a_step_is_said_plainly(used_home: Path) -> None:
    with Database.open(used_home) as database:
        assert database.server is not None
        at = database.server.places

        def step() -> None:
            with database.connection() as connection:
                connection.execute("insert into matter (name) values ('lost')")
                kill_server(at)
                connection.execute("select 1")

        with pytest.raises(EnvironmentProblem, match="stopped in the middle of this step"):
            step()
        assert opens(used_home), "what was not committed is not there"


def test_a_server_that_dies_without_a_word_is_said_plainly(used_home: Path) -> None:
    with Database.open(used_home) as database:

        def step() -> None:
            with database.connection() as connection:
                os.kill(connection.info.backend_pid, signal.SIGKILL)
                connection.execute("select pg_sleep(5)")

        with pytest.raises(EnvironmentProblem, match="stopped in the middle of this step"):
            step()


def test_a_query_that_outlives_its_server_is_waited_for(used_home: Path) -> None:
    with Database.open(used_home) as database:
        assert database.server is not None
        at = database.server.places
        settings = database.server.connection_settings("ordrett")
        busy = psycopg.connect(**settings)  # type: ignore[arg-type]
        thread = threading.Thread(target=_count, args=(busy,))
        thread.start()
        time.sleep(0.3)
        first = postmaster(at)
        worker = psutil.Process(busy.info.backend_pid)
        first.kill()
        psutil.wait_procs([first], timeout=10)
        assert worker.is_running(), "the query must outlive the server for this test to mean anything"
        assert opens(used_home)
        thread.join()
        busy.close()


def _count(connection: psycopg.Connection) -> None:
    with contextlib.suppress(psycopg.Error):  # it may end with its query or be cut off after it
        connection.execute("select count(*) from generate_series(1, 10000000)")


def test_a_socket_folder_that_a_cleaner_took_away(used_home: Path) -> None:
    program = Program(used_home)
    assert program.line() == "started"
    shutil.rmtree(used_home / "run")
    with Database.open(used_home) as database:
        assert database.server is not None
        assert not database.server.joined
        with database.connection() as connection:
            connection.execute("select 1")
    program.kill()


def test_a_first_start_that_was_cut_short(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "postgres.new").mkdir()
    (home / "postgres.new" / "half").write_text("made", encoding="utf-8")
    (home / "postgres.password").write_text("old", encoding="utf-8")
    Server(home).close()  # the server came up, but the program died before it made the database
    assert opens(home)
    assert not (home / "postgres.new").exists()
    assert not (home / "postgres.password").exists()


def test_data_of_a_newer_postgresql_are_refused(used_home: Path) -> None:
    version = used_home / "postgres" / "PG_VERSION"
    version.write_text("18\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match=r"newer version of Ordrett \(PostgreSQL 18, this one has 16\)"):
        Database.open(used_home)
    version.write_text("14\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match=r"is of PostgreSQL 14 .* make a backup with the version that made it"):
        Database.open(used_home)


def test_damaged_data_are_said_plainly(used_home: Path) -> None:
    (used_home / "postgres" / "global" / "pg_control").write_bytes(b"\0" * 8192)
    with pytest.raises(UserFacingError, match="restore a backup"):
        Database.open(used_home)


def test_a_missing_password_file_is_said_plainly(used_home: Path) -> None:
    (used_home / "postgres" / cluster.PASSWORD).unlink()
    with pytest.raises(UserFacingError, match="is missing"):
        Database.open(used_home)
    assert not running(places.prepare(used_home)), "no server is left that nobody can open"


READ_ONLY = """
import os, sys
from pathlib import Path
from engine.errors import EnvironmentProblem
from engine.store.database import Database
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)  # root may write anywhere
try:
    Database.open(Path(sys.argv[1]))
except EnvironmentProblem as error:
    print(error)
"""


@pytest.mark.parametrize("inside", ["", "new folder"])
def test_a_read_only_folder(home: Path, inside: str) -> None:
    home.chmod(0o555)
    program = Program(home / inside, READ_ONLY)
    said = program.close()
    home.chmod(0o755)
    assert said == (
        f"Ordrett cannot write to its folder “{home / inside}” (Permission denied); "
        "allow writing there or choose another folder with --home."
    )


def test_a_home_that_became_read_only(used_home: Path) -> None:
    everything = [used_home, *(p for p in used_home.iterdir() if p.is_dir())]
    for path in everything:
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
        path.chmod(0o555)
    said = Program(used_home, READ_ONLY).close()
    for path in everything:
        path.chmod(0o755)
    assert "cannot write to its folder" in said
    assert "\n" not in said


def test_a_file_where_the_folder_should_be(home: Path) -> None:
    (home / "file").write_text("a letter", encoding="utf-8")
    with pytest.raises(EnvironmentProblem, match="cannot write to its folder"):
        Database.open(home / "file")


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """A disk of 60 MB of its own, enough for a new data folder and little more."""
    disk = home / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60m,mode=755", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk can only be made by root, outside a locked-down container")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
    return filler


def test_too_little_space_for_a_first_start(small_disk: Path) -> None:
    with pytest.raises(EnvironmentProblem, match="MB free and Ordrett needs 300 MB"):
        Database.open(small_disk / "home")


def test_a_full_disk_at_the_first_start(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SPACE_NEEDED", 0)
    filler = fill(small_disk)
    os.truncate(filler, filler.stat().st_size - 10_000_000)
    with pytest.raises(EnvironmentProblem, match="is full; free some space"):
        Database.open(small_disk / "home")


def test_a_full_disk_at_a_later_start_and_space_again(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SPACE_NEEDED", 0)
    assert opens(small_disk / "home")
    filler = fill(small_disk)
    with pytest.raises(EnvironmentProblem, match="is full; free some space"):
        Database.open(small_disk / "home")
    filler.unlink()
    assert opens(small_disk / "home")


def test_a_disk_that_fills_while_saving(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SPACE_NEEDED", 0)
    with Database.open(small_disk / "home") as database:

        def save() -> None:
            with database.connection() as connection:
                connection.execute(
                    "create table big as select repeat(md5(n::text), 50) from generate_series(1, 100000) n"
                )

        with pytest.raises(EnvironmentProblem, match="nothing of this step was saved"):
            save()
        with database.connection() as connection:
            assert connection.execute("select count(*) from matter").fetchone() == (1,), "and it works on"


def test_ctrl_c_in_the_terminal_does_not_reach_the_server(used_home: Path) -> None:
    program = Program(used_home, OPEN_AND_WAIT)
    program.line()
    first = postmaster(places.prepare(used_home))
    assert os.getpgid(first.pid) != os.getpgid(program.process.pid)
    program.process.send_signal(signal.SIGINT)
    program.process.communicate()
    assert not running(places.prepare(used_home)), "the program that was interrupted stopped it on its way out"
