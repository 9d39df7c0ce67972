"""The one door to background work: results, errors and progress come back on the main thread.

Work runs in named lanes of plain Python threads. Nothing that Qt owns lives in a working thread, so nothing can be freed
twice: a job is a plain object, and one bridge object that lives as long as the program carries closures to the main thread.
No call into Qt's widgets inside a job.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Literal

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.errors import Stopped

Lane = Literal["serial", "pool", "search", "pages"]

# serial: whatever writes (imports, settings of packs), one after another. search: one search at a time, so that typing
# cannot pile up work on two cores. pages: PDFium must not be entered by two threads.
LANES: dict[Lane, int] = {"serial": 1, "pool": 4, "search": 1, "pages": 1}
CLOSE_SECONDS = 5.0  # the workspace answers to a stop within one second; the rest is patience for a slow disk


class Bridge(QObject):
    """Carries a closure from any thread to the thread that made the bridge (the main thread)."""

    posted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.posted.connect(self._run, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _run(self, closure: Callable[[], None]) -> None:
        closure()


class Job:
    """One piece of background work. ``stop`` is the event that the work must heed."""

    def __init__(self, jobs: Jobs, owner: QObject | None, on_progress: Callable[[Any], None] | None) -> None:
        self.stop = threading.Event()
        self.dropped = False  # nobody wants the result any more
        self._jobs = jobs
        self._owner = owner
        self._on_progress = on_progress
        self._latest: list[Any] = []
        self._lock = threading.Lock()
        self.future: Future[None] | None = None

    def cancel(self) -> None:
        """Ask the work to stop; its result or error still arrives."""
        self.stop.set()

    def drop(self) -> None:
        """Ask the work to stop and forget it: no callback is called any more."""
        self.dropped = True
        self.stop.set()
        if self.future is not None:
            self.future.cancel()

    def report(self, progress: Any) -> None:
        """From the working thread: show this progress. Only the newest one that waits is delivered."""
        with self._lock:
            first = not self._latest
            self._latest[:] = [progress]
        if first:
            self._jobs.post(self._deliver_progress)

    def tell(self, event: Any) -> None:
        """From the working thread: deliver this event; none is skipped, order is kept."""
        self._jobs.post(lambda: self._call(self._on_progress, event))

    def _deliver_progress(self) -> None:
        with self._lock:
            newest, self._latest = self._latest, []
        if newest:
            self._call(self._on_progress, newest[0])

    def _call(self, callback: Callable[[Any], None] | None, value: Any) -> None:
        if callback is None or self.dropped:
            return
        if self._owner is not None and not shiboken6.isValid(self._owner):
            return
        callback(value)


class Jobs:
    """Runs work in lanes and brings the outcome to the main thread. Make it there."""

    def __init__(self, on_unhandled: Callable[[BaseException], None]) -> None:
        """``on_unhandled`` gets (on the main thread) every error for which the caller gave no ``on_error``."""
        self._bridge = Bridge()
        self._on_unhandled = on_unhandled
        self._lanes = {
            lane: ThreadPoolExecutor(size, thread_name_prefix=f"ordrett-{lane}") for lane, size in LANES.items()
        }
        self._running: set[Job] = set()
        self._keyed: dict[str, Job] = {}
        self._closed = False

    def run(
        self,
        work: Callable[[Job], Any],
        on_done: Callable[[Any], None] | None = None,
        *,
        on_error: Callable[[BaseException], None] | None = None,
        on_progress: Callable[[Any], None] | None = None,
        lane: Lane = "pool",
        owner: QObject | None = None,
        key: str | None = None,
    ) -> Job:
        """Start ``work(job)`` in ``lane``. Its return value goes to ``on_done``, its exception to ``on_error``.

        ``owner``: when that object is gone by then, nothing is called. ``key``: a later job with the same key makes this
        one stale; a stale job is stopped and its result is dropped. After ``close`` nothing is started any more.
        """
        job = Job(self, owner, on_progress)
        if self._closed:
            job.drop()
            return job
        if key is not None:
            before = self._keyed.get(key)
            if before is not None:
                before.drop()
            self._keyed[key] = job
        self._running.add(job)

        def body() -> None:
            try:
                result = None if job.dropped else work(job)
            except BaseException as error:
                failure = error
                self.post(lambda: self._finish(job, lambda: self._fail(job, on_error, failure)))
            else:
                self.post(lambda: self._finish(job, lambda: job._call(on_done, result)))

        job.future = self._lanes[lane].submit(body)
        return job

    def drop(self, key: str) -> None:
        """Forget the job that runs under ``key``, if any."""
        job = self._keyed.pop(key, None)
        if job is not None:
            job.drop()

    def post(self, closure: Callable[[], None]) -> None:
        """Run ``closure`` on the main thread soon; from any thread."""
        if not self._closed and shiboken6.isValid(self._bridge):
            self._bridge.posted.emit(closure)

    def busy(self) -> int:
        """How many jobs have been started and not yet finished or dropped."""
        return sum(1 for job in self._running if not job.dropped)

    def close(self, seconds: float = CLOSE_SECONDS) -> bool:
        """Stop everything and wait for it; True when all threads came home in time."""
        self._closed = True
        futures = []
        for job in list(self._running):
            job.drop()
            if job.future is not None:
                futures.append(job.future)
        for executor in self._lanes.values():
            executor.shutdown(wait=False, cancel_futures=True)
        started = time.monotonic()
        waiting = wait(futures, timeout=seconds).not_done
        return not waiting and time.monotonic() - started <= seconds

    def _finish(self, job: Job, deliver: Callable[[], None]) -> None:
        self._running.discard(job)
        deliver()

    def _fail(self, job: Job, on_error: Callable[[BaseException], None] | None, error: BaseException) -> None:
        if isinstance(error, Stopped) and on_error is None:
            return
        job._call(on_error or self._on_unhandled, error)
