"""How long a start takes, and what the engine holds when idle: a new home, a used one, a second program, after a crash.

Each row is programs of their own, from the moment they are started; ``start`` measures the window.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from engine.store import places
from engine.store.postmaster import running
from tests.bench.report import arguments, memory_now, publish
from tests.helpers.database import new_home, remove_home
from tests.helpers.programs import kill_server
from tests.helpers.tree import ROOT

QUERY = "skjult mangel"
PROGRAM = """
import json, sys, time
from pathlib import Path
began = float(sys.argv[2])
from engine.types import SearchRequest
from engine.workspace import Workspace
imported = time.time() - began
workspace = Workspace(Path(sys.argv[1]))
opened = time.time() - began
if sys.argv[3]:
    imported_before = [matter for matter in workspace.matters() if matter.name != "Default"]
    matter = imported_before[0] if imported_before else workspace.open_sample("nb")
    hits = workspace.search(matter, SearchRequest((sys.argv[3],))).hits
    searched = time.time() - began
else:
    hits, searched = (), None
print(json.dumps({"imported": imported, "opened": opened, "searched": searched, "hits": len(hits)}), flush=True)
sys.stdin.readline()
workspace.close()
"""


class Started:
    """One program that opened the home and waits."""

    def __init__(self, home: Path, query: str) -> None:
        command = [sys.executable, "-c", PROGRAM, str(home), str(time.time()), query]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert self._process.stdout is not None
        self.times: dict[str, Any] = json.loads(self._process.stdout.readline())

    @property
    def memory(self) -> float:
        """MiB of the program alone, without the server that it may have started."""
        own = psutil.Process(self._process.pid)
        return memory_now(own) - sum(memory_now(child) for child in own.children())

    def close(self) -> float:
        """Seconds until it has ended."""
        began = time.monotonic()
        self._process.communicate("\n")
        return time.monotonic() - began

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def server_memory(home: Path) -> float:
    process = running(places.prepare(home))
    return memory_now(process) if process else 0.0


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    rows: dict[str, list[list[float]]] = {}
    home = new_home()
    try:
        for _ in range(options.runs):
            fresh = new_home()
            note(rows, "new home", started := Started(fresh, ""), fresh)
            started.close()
            remove_home(fresh)
        Started(home, QUERY).close()
        for _ in range(options.runs):
            first = Started(home, QUERY)
            note(rows, "used home", first, home)
            second = Started(home, QUERY)
            note(rows, "second program", second, home)
            second.close()
            first.kill()
            kill_server(places.prepare(home))
            third = Started(home, QUERY)
            note(rows, "after kill -9 of both", third, home)
            third.close()
    finally:
        remove_home(home)
    publish(
        "server_start",
        ["start", "engine loaded s", "open s", "first search s", "program MiB", "server MiB"],
        [[name, *(statistics.median(values) for values in zip(*found))] for name, found in rows.items()],
        keep=options.keep,
        note=f"Medians of {options.runs} programs, seconds from the start of the process; the sample matter is searched.",
        details=rows,
    )


def note(rows: dict[str, list[list[float]]], name: str, started: Started, home: Path) -> None:
    times = started.times
    if times["searched"] is not None and not times["hits"]:
        raise SystemExit(f"the first search found nothing: {QUERY}")
    searched = times["searched"] if times["searched"] is not None else float("nan")
    rows.setdefault(name, []).append(
        [times["imported"], times["opened"], searched, started.memory, server_memory(home)]
    )


if __name__ == "__main__":
    main()
