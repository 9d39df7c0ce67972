"""What both ways of importing share while they run: the job, its connection to the store, progress, stopping."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.store.database import Database
from engine.store.jobs import Job
from engine.types import ImportProgress, Pack

Progress = Callable[[ImportProgress], None]
PROGRESS_SECONDS = 0.2  # between two reports


@dataclass
class Run:
    """One import at work in this process. ``password``: for locked files, never stored."""

    database: Database
    home: Path
    job: Job
    pack: Pack
    on_progress: Progress | None
    stop: threading.Event
    password: str | None = None
    begun: float = field(default_factory=time.monotonic)
    _told: float = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since this process began, those of earlier runs of the job apart."""
        return time.monotonic() - self.begun

    @property
    def work_folder(self) -> Path:
        """The folder for what is unpacked meanwhile; nothing of an earlier run of the job is in it."""
        return self.home / "work" / str(self.job.id)

    def tell(
        self, seen: int, done: int, passages: int, current: str, left: float | None = None, always: bool = False
    ) -> None:
        """Reports progress, not more often than the window can show it."""
        now = time.monotonic()
        if self.on_progress is not None and (always or now - self._told >= PROGRESS_SECONDS):
            self._told = now
            total = self.job.seconds + self.seconds
            self.on_progress(ImportProgress(self.job.id, seen, done, passages, current, total, left))
