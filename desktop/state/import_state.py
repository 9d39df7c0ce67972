"""The imports that run, wait or have ended since the window opened, with what became of each file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.jobs import Job, Jobs
from desktop.preferences import Preferences
from desktop.state.matter_state import MatterState
from engine.errors import Stopped
from engine.types import FileOutcome, ImportProgress, ImportReport, Matter, PackKind

if TYPE_CHECKING:  # the engine is loaded in the background, behind the first window
    from engine.workspace import Workspace

PROBLEM_STATES = ("needs_attention", "failed")
LOOK_MS = 3000  # how often a running import is asked which files need attention


@dataclass
class Run:
    """One import, from the drop to its report."""

    matter: Matter
    paths: tuple[Path, ...]
    kind: PackKind
    password: str | None = None
    resume: int | None = None
    state: Literal["waiting", "running", "stopping", "ended"] = "waiting"
    progress: ImportProgress | None = None
    report: ImportReport | None = None
    error: BaseException | None = None
    problems: tuple[FileOutcome, ...] = ()
    job: Job | None = field(default=None, repr=False)

    @property
    def number(self) -> int | None:
        """The id of the import job in the store, once known."""
        return self.report.job if self.report else self.progress.job if self.progress else self.resume


class ImportState(QObject):
    """Queues imports in the serial lane and keeps the newest one for the view."""

    changed = Signal()
    ended = Signal(object)  # Run
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, preferences: Preferences, matter: MatterState) -> None:
        super().__init__()
        self._workspace = workspace
        self._jobs = jobs
        self._preferences = preferences
        self._matter = matter
        self.runs: list[Run] = []
        self.unfinished: list[int] = []
        self._look = QTimer(self)
        self._look.setInterval(LOOK_MS)
        self._look.timeout.connect(self._read_problems)

    @property
    def current(self) -> Run | None:
        """The import to show: the one that runs, else the last that ended."""
        active = [run for run in self.runs if run.state != "ended"]
        return active[0] if active else (self.runs[-1] if self.runs else None)

    @property
    def waiting(self) -> int:
        return sum(1 for run in self.runs if run.state == "waiting")

    @property
    def running(self) -> bool:
        return any(run.state != "ended" for run in self.runs)

    def look_for_unfinished(self) -> None:
        """Ask the store for imports that a crash or a stop left."""
        self._jobs.run(
            lambda _: self._workspace.unfinished_imports(), self._unfinished_read, on_error=self.failed.emit, owner=self
        )

    def _unfinished_read(self, jobs: list[int]) -> None:
        self.unfinished = jobs
        self.changed.emit()

    def add(self, paths: Sequence[Path], kind: PackKind = "documents", password: str | None = None) -> None:
        """Import files and folders into the open matter (law and statistics are shared by all matters)."""
        matter = self._matter.matter
        if matter is None or not paths:
            return
        if kind == "documents":
            self._preferences.remember_roots(matter.id, [str(path) for path in paths])
        self._start(Run(matter, tuple(paths), kind, password))

    def rescan(self) -> bool:
        """Import again what was dropped on the open matter before; False when nothing was."""
        matter = self._matter.matter
        roots = [Path(root) for root in self._preferences.roots(matter.id)] if matter else []
        present = tuple(root for root in roots if root.exists())
        if matter is None or not present:
            return False
        self._start(Run(matter, present, "documents"))
        return True

    def resume(self) -> None:
        """Go on with every import that was left unfinished."""
        matter = self._matter.matter
        jobs, self.unfinished = self.unfinished, []
        for job in jobs if matter else ():
            self._start(Run(matter, (), "documents", resume=job))

    def dismiss_unfinished(self) -> None:
        self.unfinished = []
        self.changed.emit()

    def dismiss(self) -> None:
        """Put the ended imports out of sight."""
        self.runs = [run for run in self.runs if run.state != "ended"]
        self.changed.emit()

    def stop(self) -> None:
        """Stop the import that runs; what it has read stays."""
        run = self.current
        if run is not None and run.job is not None and run.state in ("waiting", "running"):
            run.state = "stopping"
            run.job.cancel()
            self.changed.emit()

    def _start(self, run: Run) -> None:
        self.runs = [*(old for old in self.runs if old.state != "ended"), run]

        def work(job: Job) -> ImportReport:
            if job.stop.is_set():
                raise Stopped
            if run.resume is not None:
                return self._workspace.resume_import(run.resume, on_progress=job.report, stop=job.stop)
            return self._workspace.import_paths(
                run.matter, run.paths, kind=run.kind, password=run.password, on_progress=job.report, stop=job.stop
            )

        run.job = self._jobs.run(
            work, lambda report: self._end(run, report=report), on_error=lambda error: self._end(run, error=error),
            on_progress=lambda progress: self._progress(run, progress), lane="serial", owner=self,
        )  # fmt: skip
        self._look.start()
        self.changed.emit()

    def _progress(self, run: Run, progress: ImportProgress) -> None:
        if run.state == "waiting":
            run.state = "running"
        run.progress = progress
        self.changed.emit()

    def _end(self, run: Run, report: ImportReport | None = None, error: BaseException | None = None) -> None:
        run.state = "ended"
        run.report, run.error = report, None if isinstance(error, Stopped) else error
        if report is not None:
            run.problems = (*report.failed, *report.needs_attention)
        if not self.running:
            self._look.stop()
        self.changed.emit()
        self.ended.emit(run)
        self._matter.reload_packs()
        if run.error is not None:
            self.failed.emit(run.error)

    def _read_problems(self) -> None:
        run = self.current
        if run is None or run.number is None or run.state == "ended":
            return
        number = run.number

        def read(_: Job) -> tuple[FileOutcome, ...]:
            return tuple(o for o in self._workspace.import_outcomes(number) if o.state in PROBLEM_STATES)

        def show(problems: tuple[FileOutcome, ...]) -> None:
            if run.state != "ended" and problems != run.problems:
                run.problems = problems
                self.changed.emit()

        self._jobs.run(read, show, on_error=self.failed.emit, owner=self, key="problems")
