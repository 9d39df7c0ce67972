"""What every bench does with its numbers: a table to read, JSON to keep, a section of RESULTS.md, peak memory."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import psutil

from engine.store.places import MARKER
from tests.helpers.tree import ROOT

RESULTS = ROOT / "tests" / "bench" / "RESULTS.md"
OUTPUT = ROOT / "bench-output"
HEAD = """# Results

The newest table of each bench. Each says the command, the day, the machine and the commit that made it.
"""
Row = Sequence[object]


def arguments(description: str) -> argparse.ArgumentParser:
    """A parser with the options that every bench has; add your own to it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--keep", action="store_true", help="replace this bench's section of RESULTS.md")
    return parser


def publish(
    name: str,
    columns: Sequence[str],
    rows: Sequence[Row],
    *,
    keep: bool,
    note: str = "",
    details: Mapping[str, object] | None = None,
) -> None:
    """Print the table, write it and ``details`` as JSON and, if ``keep``, put it into RESULTS.md.

    ``note`` is a sentence or two under the table: what the data is, what falls short.
    """
    text = table(columns, rows)
    print(text + ("\n\n" + note if note else ""), flush=True)
    OUTPUT.mkdir(exist_ok=True)
    data = {"bench": name, "date": str(date.today()), "machine": machine(), "commit": commit(), "note": note}
    data |= {"rows": [dict(zip(columns, row, strict=True)) for row in rows], "details": dict(details or {})}
    out = OUTPUT / f"{name}.json"
    out.write_text(json.dumps(data, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    if keep:
        command = " ".join(["packaging/dev.py bench", name, *(a for a in sys.argv[1:] if a != "--keep")])
        made = f"`{command}` · {date.today()} · {machine()} · commit {commit()}"
        _keep(name, "\n\n".join(filter(None, (made, text, note))))


def table(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """A Markdown table with its columns aligned, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(head), 3, *(len(row[i]) for row in cells), 0) for i, head in enumerate(columns)]
    right = [bool(rows) and all(isinstance(row[i], int | float) for row in rows) for i in range(len(columns))]

    def line(values: Sequence[str]) -> str:
        padded = (v.rjust(w) if r else v.ljust(w) for v, w, r in zip(values, widths, right, strict=True))
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (w + 1) + (":" if r else "-") for w, r in zip(widths, right, strict=True)) + "|"
    return "\n".join([line(list(columns)), rule, *(line(row) for row in cells)])


def machine() -> str:
    """Cores, processor, memory, system, Python: what a number depends on."""
    memory = f"{psutil.virtual_memory().total / 2**30:.0f} GB"
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} cores {_processor()}, {memory}, {platform.system()} {platform.machine()}, {python}"


def commit() -> str:
    """The short hash of the checkout, with ``+`` when files differ from it."""
    head = _git("rev-parse", "--short", "HEAD") or "unknown"
    return head + ("+" if _git("status", "--porcelain") else "")


class PeakMemory:
    """Measures the most memory that this process and its children held together, in MiB, while it is open.

    Shared pages count once (PSS, on Linux): the database server's processes share their buffers.
    """

    def __init__(self, home: Path | None = None, every: float = 0.2) -> None:
        """``home``: the server of that home counts too (it may not be a child of this process)."""
        self.peak = 0.0
        self._home = home
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(self._every):
            servers = server_of(self._home) if self._home else []
            self.peak = max(self.peak, memory_now(psutil.Process(), *servers))


def memory_now(*roots: psutil.Process) -> float:
    """MiB held by processes and their children at this moment, each counted once."""
    total = 0
    for process in {each for root in roots for each in (root, *root.children(recursive=True))}:
        try:
            full = process.memory_full_info()
            total += getattr(full, "pss", 0) or full.uss
        except psutil.Error:
            continue
    return total / 2**20


def server_of(home: Path) -> list[psutil.Process]:
    """The processes of the database server that keeps its data under ``home`` (or aside, for root's closed homes)."""
    folders = [home.resolve()]
    if (aside := home / MARKER).exists():
        folders.append(Path(aside.read_text(encoding="utf-8").strip()))
    found = []
    for process in psutil.process_iter(["name"]):
        try:
            if process.info["name"].startswith("postgres") and any(map(Path(process.cwd()).is_relative_to, folders)):
                found.append(process)
        except psutil.Error:
            continue
    return found


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value).replace("|", "\\|")


def _keep(name: str, body: str) -> None:
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else HEAD
    sections = dict(re.findall(r"^## (\S+)\n\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    sections[name] = body
    parts = [f"## {title}\n\n{content.strip()}\n" for title, content in sorted(sections.items())]
    RESULTS.write_text(HEAD + "\n" + "\n".join(parts), encoding="utf-8")


def _processor() -> str:
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.stdout.strip()
