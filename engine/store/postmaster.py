"""The server process of one data folder: how it is started, told from strangers, stopped, and what it died of."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

import psutil

from engine.errors import EnvironmentProblem, UserFacingError
from engine.store import binaries, places
from engine.store.places import Places

STOP_SECONDS = 30.0
POLL_SECONDS = 0.01
SETTLE_SECONDS = 10.0  # Windows: from pg_ctl's return to the pid file
DAMAGED = ("checkpoint record", "invalid data in file", "database files are incompatible", "incorrect checksum")


@dataclass(frozen=True)
class PidFile:
    """What postmaster.pid says. It is written in steps, so all but the pid may be missing still."""

    pid: int
    port: int | None = None
    sockets: str | None = None
    ready: bool = False


def read_pid_file(places: Places) -> PidFile | None:
    """None when there is no such file; ``pid`` is 0 when it is empty or holds no number (half written)."""
    try:
        raw = (places.data / "postmaster.pid").read_bytes()
    except FileNotFoundError:
        return None
    # lines: pid, data folder, start time, port, socket folder, address, shared memory, state
    lines = raw.decode("utf-8", "surrogateescape").split("\n") + [""] * 8
    first = lines[0].strip()
    return PidFile(
        pid=int(first) if first.isascii() and first.isdigit() else 0,
        port=int(lines[3]) if lines[3].strip().isdigit() else None,
        sockets=lines[4].strip("\r") or None,
        ready=lines[7].strip() == "ready",
    )


def launch(at: Places, log: IO[bytes], stale: int) -> tuple[int | None, Callable[[], bool]]:
    """Starts the server process apart from ours (Ctrl+C does not reach it).

    Returns its pid (None when pg_ctl keeps it to itself) and the question whether it is still alive.
    """
    bin_folder = binaries.folder_for(at.account)
    locale = (at.data / "locale.txt").read_text(encoding="utf-8").strip()
    # the server takes a pid in a stale file for a running server unless it is its "grandparent's" (as pg_ctl tells it)
    env = binaries.environment(locale, **({"PG_GRANDPARENT_PID": str(stale)} if stale else {}))
    if sys.platform == "win32":
        # only pg_ctl can start a server for an administrator: it drops the rights that postgres.exe refuses
        command = [str(bin_folder / "pg_ctl.exe"), "start", "-W", "-s", "-D", str(at.data), "-l", str(at.log)]
        done = subprocess.run(command, env=env, creationflags=subprocess.CREATE_NO_WINDOW, stdin=subprocess.DEVNULL)
        began = time.monotonic()
        # pg_ctl is silent about the pid: the pid file must name a living server soon

        def alive() -> bool:
            settled = time.monotonic() - began > SETTLE_SECONDS
            return done.returncode == 0 and (not settled or running(at) is not None)

        return None, alive
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
    return process.pid, lambda: process.poll() is None


def identify(at: Places, pid: int) -> psutil.Process | None:
    """The process with ``pid`` if it is the server of this data folder, not a stranger that got the number."""
    if pid <= 0:
        return None
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or not process.name().lower().startswith("postgres"):
            return None
        ours = {_spelling(os.path.realpath(at.data)), _spelling(str(at.data))}
        # a server's first process names its data folder with -D, and stands in it
        if ours & {_spelling(word) for word in process.cmdline()} or _spelling(process.cwd()) in ours:
            return process
    except psutil.Error:
        pass
    return None


def _spelling(path: str) -> str:
    """One spelling of a path: Windows' programs mix slashes and letter cases."""
    return os.path.normcase(os.path.normpath(path))


def running(at: Places) -> psutil.Process | None:
    found = read_pid_file(at)
    return identify(at, found.pid) if found else None


def stale_pid(at: Places) -> int:
    """The pid of a file that a dead server left (0: none). A file without a pid, half written, is taken away."""
    found = read_pid_file(at)
    if found is None:
        return 0
    if found.pid == 0:
        (at.data / "postmaster.pid").unlink(missing_ok=True)
    return found.pid


def stop(at: Places) -> None:
    """Stops the server, rolling back what is open ("fast"). One that hangs is left: the next start joins it."""
    process = running(at)
    if process is None:
        return
    try:
        if sys.platform == "win32":
            command = [str(binaries.folder() / "pg_ctl.exe"), "stop", "-W", "-s", "-m", "fast", "-D", str(at.data)]
            subprocess.run(command, creationflags=subprocess.CREATE_NO_WINDOW)
        else:
            process.send_signal(signal.SIGINT)
    except psutil.NoSuchProcess:
        return
    until = time.monotonic() + STOP_SECONDS
    while time.monotonic() < until and identify(at, process.pid) is not None:
        time.sleep(POLL_SECONDS)


def failure(at: Places, said: str) -> UserFacingError:
    """The plain sentence for what the server wrote before it gave up."""
    if "No space left on device" in said:
        return places.disk_full(at.base)
    if "Permission denied" in said or "Read-only file system" in said:
        return EnvironmentProblem(
            f"The database may not read or write its folder “{at.data}”; allow it, or choose another with --home."
        )
    if any(words in said for words in DAMAGED):
        return UserFacingError(
            f"The database files in “{at.data}” are damaged; restore a backup into a new folder with --home."
        )
    reasons = [line.split("FATAL:", 1)[1].strip() for line in said.splitlines() if "FATAL:" in line]
    reason = f" ({reasons[-1]})" if reasons else ""
    return EnvironmentProblem(f"The database in “{at.data}” would not start{reason}; its log is “{at.log}”.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
