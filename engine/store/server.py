"""Starts, joins and stops the bundled PostgreSQL server of one home folder."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import IO

import psutil

from engine.errors import EnvironmentProblem, UserFacingError
from engine.store import binaries, cluster, places
from engine.store.locks import FileLock, Users
from engine.store.places import PORT, Places

Progress = Callable[[str], None]

# After kill -9 or a power cut the server first repairs itself, which took others 36 s on a slow disk.
PATIENCE_SECONDS = 120.0
TELL_AFTER_SECONDS = 1.0  # a wait shorter than this needs no word
STOP_SECONDS = 30.0
POLL_SECONDS = 0.01
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
        with self._exclusive():
            self._users.join()
            try:
                self._ensure()
                self._password = cluster.password(self.places)
            except BaseException:
                self._users.leave()
                raise
        self.seconds = time.monotonic() - began
        self._closer = weakref.finalize(self, _leave, self.places, self._users)

    def connection_settings(self, database: str) -> dict[str, str | int]:
        """What ``psycopg.connect`` needs. Starts the server again should it have died meanwhile."""
        found = cluster.read_pid_file(self.places)
        if found is None or not found.ready or _postmaster(self.places, found.pid) is None:
            with self._exclusive():
                self._ensure()
            found = cluster.read_pid_file(self.places)
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
        with self._exclusive():
            return self._users.others()

    def close(self) -> None:
        """Leaves the server; the last to leave stops it."""
        self._closer()

    def _exclusive(self) -> FileLock:
        return _exclusive(self.places, self._patience, self._tell)

    def _ensure(self) -> None:
        """Under the start lock: the server runs and takes connections when this returns."""
        if not cluster.exists(self.places):
            self._tell("Making the database (first start) …")
            cluster.create(self.places)
            self.fresh = True
        cluster.check_version(self.places)
        until = time.monotonic() + self._patience
        if self._join(until):
            return
        while not self._start(until):
            time.sleep(0.2)  # a dying server's last process still holds its memory

    def _join(self, until: float) -> bool:
        """Waits for a server that runs already. False when there is none, or none that can be reached."""
        found = cluster.read_pid_file(self.places)
        process = _postmaster(self.places, found.pid) if found else None
        if process is None:
            return False
        _wait_ready(self.places, process.is_running, until, self._tell)
        ready = cluster.read_pid_file(self.places)
        if ready is None:
            return False
        if ready.sockets and not Path(ready.sockets, f".s.PGSQL.{ready.port}").exists():
            _stop(self.places)  # somebody cleaned the temporary folder: the socket is gone, start anew
            return False
        self.joined = True
        return True

    def _start(self, until: float) -> bool:
        """Starts the server. False when the last one's processes are not all gone yet."""
        port = _free_port() if self.places.sockets is None else PORT
        try:
            cluster.configure(self.places, port)
            _rotate(self.places.log)
            with self.places.log.open("ab") as log:
                offset = log.tell()
                alive = _launch(self.places, log, _stale_pid(self.places))
        except OSError as error:
            raise places.folder_problem(self.places.home, error) from error
        if _wait_ready(self.places, alive, until, self._tell):
            self.joined = False
            return True
        with self.places.log.open("rb") as log:
            log.seek(offset)
            said = log.read().decode("utf-8", "replace")
        if "pre-existing shared memory block" in said and time.monotonic() < until:
            return False
        raise _failure(self.places, said)


def _exclusive(at: Places, patience: float, tell: Progress) -> FileLock:
    lock = FileLock(at.locks / "start.lock")
    if not lock.acquire(patience, lambda: tell("Waiting for another Ordrett that is starting or closing …")):
        raise EnvironmentProblem(
            f"Another Ordrett has been starting or closing in “{at.home}” for {patience:.0f} seconds; "
            "close it or restart the computer, then try again."
        )
    return lock


def _leave(at: Places, users: Users) -> None:
    """Runs once per opening, at ``close`` or at the end of the program."""
    with _exclusive(at, PATIENCE_SECONDS, lambda _: None):
        alone = not users.others()
        users.leave()
        if alone and at.data.exists():
            _stop(at)


def _launch(at: Places, log: IO[bytes], stale: int) -> Callable[[], bool]:
    """Starts the server process apart from ours (Ctrl+C does not reach it); returns "is it still alive?"."""
    bin_folder = binaries.folder_for(at.account)
    locale = (at.data / "locale.txt").read_text(encoding="utf-8").strip()
    # the server takes a pid in a stale file for a running server unless it is its "grandparent's" (as pg_ctl tells it)
    env = binaries.environment(locale, **({"PG_GRANDPARENT_PID": str(stale)} if stale else {}))
    if sys.platform == "win32":
        # only pg_ctl can start a server for an administrator: it drops the rights that postgres.exe refuses
        command = [bin_folder / "pg_ctl.exe", "start", "-W", "-s", "-D", at.data, "-l", at.log]
        done = subprocess.run(command, env=env, creationflags=subprocess.CREATE_NO_WINDOW, stdin=subprocess.DEVNULL)
        began = time.monotonic()
        # pg_ctl does not tell the pid: the pid file must name a living server soon
        return lambda: done.returncode == 0 and (time.monotonic() - began < 10 or _running(at) is not None)
    process = subprocess.Popen(
        [bin_folder / "postgres", "-D", at.data],
        env=env,
        cwd=at.base,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
        **binaries.account_options(at.account),  # type: ignore[call-overload]
    )
    threading.Thread(target=process.wait, name="postgres-reaper", daemon=True).start()  # leaves no zombie
    return lambda: process.poll() is None


def _wait_ready(at: Places, alive: Callable[[], bool], until: float, tell: Progress) -> bool:
    """True when the pid file says "ready"; False when the process ended before."""
    began = time.monotonic()
    told = 0.0
    while True:
        living = alive()
        found = cluster.read_pid_file(at)
        if found and found.ready and _postmaster(at, found.pid):
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


def _stale_pid(at: Places) -> int:
    """The pid of a file that a dead server left (0: none). A file without a pid, half written, is taken away."""
    found = cluster.read_pid_file(at)
    if found is None:
        return 0
    if found.pid == 0:
        (at.data / "postmaster.pid").unlink(missing_ok=True)
    return found.pid


def _running(at: Places) -> psutil.Process | None:
    found = cluster.read_pid_file(at)
    return _postmaster(at, found.pid) if found else None


def _postmaster(at: Places, pid: int) -> psutil.Process | None:
    """The process with ``pid`` if it is the server of this data folder, not a stranger that got the number."""
    if pid <= 0:
        return None
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or not process.name().lower().startswith("postgres"):
            return None
        # a server stands in its data folder; its first process also names it with -D
        here = {os.path.realpath(at.data), str(at.data)}
        return process if here & {process.cwd(), *process.cmdline()} else None
    except psutil.Error:
        return None


def _stop(at: Places) -> None:
    """Stops the server, rolling back what is open ("fast"). One that hangs is left: the next start joins it."""
    process = _running(at)
    if process is None:
        return
    try:
        if sys.platform == "win32":
            command = [binaries.folder() / "pg_ctl.exe", "stop", "-W", "-s", "-m", "fast", "-D", at.data]
            subprocess.run(command, creationflags=subprocess.CREATE_NO_WINDOW)
        else:
            process.send_signal(signal.SIGINT)
    except psutil.NoSuchProcess:
        return
    until = time.monotonic() + STOP_SECONDS
    while time.monotonic() < until and _postmaster(at, process.pid) is not None:
        time.sleep(POLL_SECONDS)


def _failure(at: Places, said: str) -> UserFacingError:
    """The plain sentence for what the server wrote before it gave up."""
    if "No space left on device" in said:
        return places.disk_full(at.base)
    if "Permission denied" in said or "Read-only file system" in said:
        return EnvironmentProblem(
            f"The database may not read or write its folder “{at.data}”; allow it, or choose another with --home."
        )
    if "checkpoint record" in said or "invalid data in file" in said or "is not a database cluster" in said:
        return UserFacingError(
            f"The database files in “{at.data}” are damaged; restore a backup into a new folder with --home."
        )
    reasons = [line.split("FATAL:", 1)[1].strip() for line in said.splitlines() if "FATAL:" in line]
    reason = f" ({reasons[-1]})" if reasons else ""
    return EnvironmentProblem(f"The database in “{at.data}” would not start{reason}; its log is “{at.log}”.")


def _rotate(log: Path) -> None:
    if not log.exists() or log.stat().st_size < LOG_BYTES:
        return
    for number in range(LOGS_KEPT - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number + 1}"))
    log.replace(log.with_name(f"{log.name}.1"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
