"""Starts, joins and stops the bundled PostgreSQL server of one home folder."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable
from pathlib import Path

from engine.errors import EnvironmentProblem
from engine.store import cluster, places, postmaster
from engine.store.locks import FileLock, Users
from engine.store.places import PORT, Places

Progress = Callable[[str], None]

# After kill -9 or a power cut the server first repairs itself, which took others 36 s on a slow disk.
PATIENCE_SECONDS = 120.0
TELL_AFTER_SECONDS = 1.0  # a wait shorter than this needs no word
POLL_SECONDS = 0.01
RETRY_SECONDS = 0.2
NOT_YET = (
    "pre-existing shared memory block",  # a query of a killed server is still running
    'lock file "postmaster.pid" already exists',
)
LOG_BYTES = 1_000_000  # at each start a longer log is set aside
LOGS_KEPT = 3


class Server:
    """The bundled server of one home, shared by all programs that have the home open; the last one stops it."""

    def __init__(self, home: Path, on_progress: Progress | None = None, patience: float = PATIENCE_SECONDS) -> None:
        """Starts the server, or joins one that runs already.

        Raises EnvironmentProblem for a folder that cannot be used, a full disk, or a server that does not get ready
        within ``patience`` seconds; UserFacingError for data of another PostgreSQL version.
        """
        began = time.monotonic()
        self._tell = on_progress or (lambda _: None)
        self._patience = patience
        self.places = places.prepare(home)
        self.fresh = False  # True when this start made the data folder
        self.joined = False
        self._users = Users(self.places.locks)
        self._password = ""
        with self.exclusive():
            self._users.join()
            try:
                self._ensure()
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt) and not self._users.others():
                    postmaster.stop(self.places)
                self._users.leave()
                raise
        self.seconds = time.monotonic() - began
        self._closer = weakref.finalize(self, _leave, self.places, self._users, os.getpid())

    def connection_settings(self, database: str) -> dict[str, str | int]:
        """What ``psycopg.connect`` needs. Starts the server again should it have died meanwhile."""
        found = postmaster.read_pid_file(self.places)
        if found is None or not found.ready or postmaster.identify(self.places, found.pid) is None:
            with self.exclusive():
                self._ensure()
            found = postmaster.read_pid_file(self.places)
        assert found is not None
        return {
            "host": found.sockets or "127.0.0.1",
            "port": found.port or PORT,
            "user": cluster.ROLE,
            "password": self._password,
            "dbname": database,
            "sslmode": "disable",
            "gssencmode": "disable",
        }

    def others(self) -> list[int]:
        """Process ids of the other programs (or other openings in this one) that use the home now."""
        with self.exclusive():
            return self._users.others()

    def close(self) -> None:
        """Leaves the server; the last to leave stops it."""
        self._closer()

    def exclusive(self) -> FileLock:
        """Only one program at a time starts, stops or sets up the server of a home (not reentrant)."""
        return _exclusive(self.places, self._patience, self._tell)

    def _ensure(self) -> None:
        """Under the start lock: the server runs and takes connections when this returns."""
        if not cluster.exists(self.places):
            self._tell("Making the database (first start) …")
            cluster.create(self.places)
            self.fresh = True
        cluster.check_version(self.places)
        self._password = cluster.password(self.places)
        until = time.monotonic() + self._patience
        while not self._join(until) and not self._start(until):
            time.sleep(RETRY_SECONDS)

    def _join(self, until: float) -> bool:
        """Waits for a server that runs already. False when there is none, or none that can be reached."""
        found = postmaster.read_pid_file(self.places)
        process = postmaster.identify(self.places, found.pid) if found else None
        if process is None:
            return False
        pid = process.pid

        def alive() -> bool:
            return postmaster.identify(self.places, pid) is not None

        if not _wait_ready(self.places, pid, alive, until, self._tell):
            return False
        ready = postmaster.read_pid_file(self.places)
        if ready is None:
            return False
        if ready.sockets and not Path(ready.sockets, f".s.PGSQL.{ready.port}").exists():
            postmaster.stop(self.places)  # somebody cleaned the temporary folder: the socket is gone, start anew
            return False
        self.joined = True
        return True

    def _start(self, until: float) -> bool:
        """Starts the server. False when another one has not quite ended, or has just started: try again."""
        port = postmaster.free_port() if self.places.sockets is None else PORT
        try:
            cluster.configure(self.places, port)
            _rotate(self.places.log)
            with self.places.log.open("ab") as log:
                offset = log.tell()
                pid, alive = postmaster.launch(self.places, log, postmaster.stale_pid(self.places))
        except OSError as error:
            raise places.folder_problem(self.places.home, error) from error
        if _wait_ready(self.places, pid, alive, until, self._tell):
            self.joined = False
            return True
        with self.places.log.open("rb") as log:
            log.seek(offset)
            said = log.read().decode("utf-8", "replace")
        if any(words in said for words in NOT_YET) and time.monotonic() < until:
            return False
        raise postmaster.failure(self.places, said)


def _exclusive(at: Places, patience: float, tell: Progress) -> FileLock:
    lock = FileLock(at.locks / "start.lock")
    if not lock.acquire(patience, lambda: tell("Waiting for another Ordrett that is starting or closing …")):
        raise EnvironmentProblem(
            f"Another Ordrett has been starting or closing in “{at.home}” for {patience:.0f} seconds; "
            "close it or restart the computer, then try again."
        )
    return lock


def _leave(at: Places, users: Users, pid: int) -> None:
    """Runs once per opening, at ``close`` or at the end of the program; a forked child leaves it to its parent."""
    if os.getpid() != pid or not at.locks.exists():  # without its home a server ends by itself
        return
    with _exclusive(at, PATIENCE_SECONDS, lambda _: None):
        alone = not users.others()
        users.leave()
        if alone and at.data.exists():
            postmaster.stop(at)
            places.tidy(at)


def _wait_ready(at: Places, pid: int | None, alive: Callable[[], bool], until: float, tell: Progress) -> bool:
    """True when the pid file says that ``pid`` (None: any server) is ready; False when it ended before."""
    began = time.monotonic()
    told = 0.0
    while True:
        living = alive()
        found = postmaster.read_pid_file(at)
        if found and found.ready and found.pid == (pid or found.pid) and postmaster.identify(at, found.pid):
            return True
        if not living:
            return False
        waited = time.monotonic() - began
        if time.monotonic() > until:
            raise EnvironmentProblem(
                f"The database in “{at.data}” has not become ready in {waited:.0f} seconds; wait until the disk is "
                f"quiet and start Ordrett again (its log is “{at.log}”)."
            )
        if waited - told > TELL_AFTER_SECONDS:
            told = waited
            tell(f"The database is checking its data after an unclean stop, {waited:.0f} s …")
        time.sleep(POLL_SECONDS if waited < 1 else 10 * POLL_SECONDS)


def _rotate(log: Path) -> None:
    if not log.exists() or log.stat().st_size < LOG_BYTES:
        return
    for number in range(LOGS_KEPT - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number + 1}"))
    log.replace(log.with_name(f"{log.name}.1"))
