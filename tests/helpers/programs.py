"""Other programs that use a home, as real processes, and the server processes of one home, to be killed by id."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from engine.store import postmaster as server_process
from engine.store.places import Places

ROOT = Path(__file__).parents[2]

OPEN_AND_WAIT = """
import sys
from pathlib import Path
from engine.store.database import Database
database = Database.open(Path(sys.argv[1]))
print("joined" if database.server.joined else "started", flush=True)
sys.stdin.readline()
database.close()
print("closed", flush=True)
"""


class Program:
    """A second Ordrett on a home: says "started" or "joined", closes when told to, or is killed."""

    def __init__(self, home: Path, script: str = OPEN_AND_WAIT) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, str(home)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def close(self) -> str:
        said, _ = self.process.communicate("\n", timeout=60)
        return said.strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def postmaster(places: Places) -> psutil.Process:
    found = server_process.read_pid_file(places)
    assert found is not None
    return psutil.Process(found.pid)


def running(places: Places) -> bool:
    """Whether any server process stands in this data folder."""
    for process in psutil.process_iter(["name"]):
        try:
            if process.name().startswith("postgres") and process.cwd() == str(places.data):
                return process.status() != psutil.STATUS_ZOMBIE
        except psutil.Error:
            continue
    return False


def kill_server(places: Places) -> None:
    """kill -9 of every process of this home's server, as a power cut would."""
    first = postmaster(places)
    everyone = [first, *first.children(recursive=True)]
    for process in everyone:
        process.kill()
    psutil.wait_procs(everyone, timeout=10)


def wait_until(true: Callable[[], bool], seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.02)
    return true()
