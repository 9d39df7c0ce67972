"""How long a start takes to the first window, to the main window and to the first search, and what an idle program holds.

Each run starts the real program in a process of its own on a home that holds the acts archive (with ``--sample-only``,
or where the archive is not at hand, the sample matter), drawn off screen. A warm start is one where the disk's cache
knows the files; a start of the machine is not measured.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from tests.bench import report
from tests.helpers.corpora import CorpusMissing, shared

QUERY = "oppsigelsesfrist seks år"
ACTS = "corpora/lovdata/gjeldende-lover.tar.bz2"
IDLE_SECONDS = 10.0  # after the first search: what is held then is what stays
LONGEST_SECONDS = 120.0
STEPS = {
    "first_window": "first window on the screen",
    "engine": "workspace open (server started, schema checked)",
    "main_window": "main window on the screen",
    "search": "first search answered",
    "again": "the same search again, alone",
}


def main() -> int:
    parser = report.arguments(__doc__ or "")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sample-only", action="store_true", help="a home with the sample matter, not all acts")
    parser.add_argument("--home", type=Path, help="measure on this home as it is")
    parser.add_argument("--child", action="store_true", help="used by the bench itself")
    options = parser.parse_args()
    if options.child:
        return child(options.home)
    if options.home:
        return measure(options.home, options.runs, "the home given", options.keep)
    with tempfile.TemporaryDirectory(prefix="ordrett-start-") as folder:
        os.chmod(folder, 0o755)  # a server that root starts runs as another user
        home = Path(folder) / "home"
        return measure(home, options.runs, fill(home, options.sample_only), options.keep)


def fill(home: Path, sample_only: bool) -> str:
    """Put something to search into a new home; returns what."""
    from engine.workspace import Workspace

    with Workspace(home) as workspace:
        if not sample_only:
            try:
                workspace.import_paths(workspace.matter("Default"), [shared(ACTS)], kind="law")
                return "all Norwegian acts"
            except CorpusMissing as missing:
                print(f"{missing}; the sample matter is measured instead.", file=sys.stderr)
        workspace.open_sample("nb")
        return "the sample matter"


def measure(home: Path, runs: int, what: str, keep: bool) -> int:
    """Start the program ``runs`` times and once more before, unmeasured, so that the disk's cache is warm."""
    found = [one_run(home) for _ in range(runs + 1)][1:]
    rows: list[report.Row] = []
    for step, name in STEPS.items():
        values = [run["ms"][step] for run in found]
        rows.append([f"{name}, ms", round(statistics.median(values)), round(min(values)), round(max(values))])
    for part, name in (("window", "window process, idle, MB"), ("server", "database server, idle, MB")):
        values = [run["mb"][part] for run in found]
        rows.append([name, round(statistics.median(values)), round(min(values)), round(max(values))])
    whole = [run["mb"]["window"] + run["mb"]["server"] for run in found]
    rows.append(["together, MB", round(statistics.median(whole)), round(min(whole)), round(max(whole))])
    note = f"{runs} warm starts on {what}, without a model. Memory is PSS: pages shared by processes count once."
    report.publish("start", ["", "median", "least", "most"], rows, keep=keep, note=note, details={"runs": found})
    return 0


def one_run(home: Path) -> dict[str, Any]:
    """One start in a process of its own; milliseconds count from before that process existed."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "ORDRETT_BENCH_ZERO": repr(time.time())}
    command = [sys.executable, "-m", "tests.bench.start", "--child", "--home", str(home)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True)
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))


def child(home: Path) -> int:
    """The program as ``python -m desktop`` starts it, with a watch on what is on the screen."""
    zero = float(os.environ["ORDRETT_BENCH_ZERO"])
    ms: dict[str, float] = {}
    mb: dict[str, float] = {}

    def reached(step: str) -> None:
        ms.setdefault(step, (time.time() - zero) * 1000)

    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop.app import App, open_workspace

    application = QApplication(sys.argv[:1])

    def opener(at: Path, on_progress: Callable[[str], None]) -> Any:
        workspace = open_workspace(at, on_progress)
        reached("engine")
        return workspace

    app = App(application, home, opener)
    app.start()

    def watch() -> None:
        """Every 5 ms: what is there now that was not before?"""
        if app.opening is not None and app.opening.isVisible():
            reached("first_window")
        if app.window is not None and app.window.isVisible() and "main_window" not in ms:
            application.processEvents()  # until it is drawn
            reached("main_window")
            first_search()
        if time.time() - zero > LONGEST_SECONDS:
            application.quit()

    def first_search() -> None:
        from engine.types import SearchRequest

        workspace = app.workspace
        assert workspace is not None
        matter = next((m for m in workspace.matters() if m.name != "Default"), workspace.matter("Default"))
        assert workspace.search(matter, SearchRequest(queries=(QUERY,))).hits
        reached("search")
        started = time.perf_counter()
        workspace.search(matter, SearchRequest(queries=(QUERY,)))
        ms["again"] = (time.perf_counter() - started) * 1000
        QTimer.singleShot(int(IDLE_SECONDS * 1000), weigh)

    def weigh() -> None:
        """Before the end, which stops the server."""
        mb["server"] = report.memory_now(*report.server_of(home))
        mb["window"] = report.memory_now(psutil.Process(), *report.server_of(home)) - mb["server"]
        application.quit()

    timer = QTimer()
    timer.timeout.connect(watch)
    timer.start(5)
    application.exec()
    app.close()
    print(json.dumps({"ms": ms, "mb": mb}))
    return 0 if "again" in ms else 1


if __name__ == "__main__":
    sys.exit(main())
