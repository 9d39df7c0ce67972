"""Child processes that read acts, several at a time, so that a hostile or broken file cannot hurt the program."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from engine.errors import EnvironmentProblem
from engine.importing.frames import read_frame, write_frame
from engine.importing.law_child import unpacked
from engine.store.indexing import Prepared

SECONDS = 120.0  # for one act: the largest takes 2
AHEAD = 3  # tasks that a child has before it
TRIES = 2  # a file over which its reader dies twice is set aside
CRASHED = "The file made its reader crash twice; it was set aside."
TOO_SLOW = "Reading the file took too long twice; it was set aside."
_ROOT = Path(__file__).resolve().parents[2]  # the folder that holds the package "engine"


@dataclass(frozen=True)
class LawTask:
    """One file to read. ``source_id`` overrides the act's own, for the rare second act of one id."""

    number: int
    name: str
    data: bytes
    pack: int
    stemmer: str
    source: dict[str, str]
    source_id: str = ""


@dataclass(frozen=True)
class LawResult:
    """What became of a task: the rows, or a plain reason why there are none."""

    task: LawTask
    prepared: Prepared | None
    reason: str | None = None


class _Child:
    """One child process with the tasks it was sent and has not answered, oldest first."""

    def __init__(self, module: str) -> None:
        self.process = _start(module)
        self.tasks: deque[LawTask] = deque()
        self.room = threading.Semaphore(AHEAD)  # for further tasks
        self.since = time.monotonic()  # when the oldest task came to be the oldest
        self.late = False


class LawPool:
    """``workers`` children, fed through ``put``; results come through ``next_result``. Use as a context.

    Each child has a few tasks ahead of it, so that it need not wait for this process to be scheduled.
    """

    def __init__(self, workers: int, child_module: str = "engine.importing.law_child") -> None:
        self._module = child_module
        self._results: queue.Queue[LawResult | EnvironmentProblem] = queue.Queue()
        # a little ahead of the readers, not more: the archive must not pile up in memory
        self._tasks: queue.Queue[LawTask] = queue.Queue(maxsize=workers * AHEAD)
        self._again: deque[LawTask] = deque()  # of children that died
        self._tries: Counter[int] = Counter()
        self._closed = False
        self._children: list[_Child | None] = [None] * workers
        self._threads = [threading.Thread(target=self._feed, args=(n,), daemon=True) for n in range(workers)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> LawPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, task: LawTask) -> None:
        """Waits until a reader is nearly free. Returns at once, without effect, on a closed pool."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._tasks.put(task, timeout=0.1)
                return

    def next_result(self, seconds: float) -> LawResult | None:
        """A result, in any order; None when there is none within ``seconds``. Raises EnvironmentProblem."""
        try:
            result = self._results.get(timeout=seconds)
        except queue.Empty:
            self._check_clock()
            return None
        if isinstance(result, EnvironmentProblem):
            raise result
        return result

    def close(self) -> None:
        """Ends the children, also those at work."""
        self._closed = True
        for child in self._children:
            _kill(child)  # its thread then finds it dead, and cleans up
        for thread in self._threads:
            thread.join(5)

    def _check_clock(self) -> None:
        """Kills a child that takes too long; its receiver then finds it dead."""
        for child in self._children:
            if child is not None and child.tasks and time.monotonic() - child.since > SECONDS:
                child.late = True
                _kill(child)

    def _feed(self, number: int) -> None:
        """Keeps one child fed, and starts it anew when it dies."""
        try:
            while not self._closed:
                child = self._children[number] = _Child(self._module)
                receiver = threading.Thread(target=self._receive, args=(child,), daemon=True)
                receiver.start()
                while receiver.is_alive() and not self._closed:
                    if child.room.acquire(timeout=0.1):
                        self._send(child, self._next_task(receiver))
                _kill(child)
                receiver.join()
                self._take_back(child)
                _end(child.process)
        except EnvironmentProblem as problem:
            self._results.put(problem)

    def _next_task(self, receiver: threading.Thread) -> LawTask | None:
        """The next task, waited for; None when the child has died meanwhile or the pool is closed."""
        while receiver.is_alive() and not self._closed:
            with contextlib.suppress(IndexError):
                return self._again.popleft()
            with contextlib.suppress(queue.Empty):
                return self._tasks.get(timeout=0.1)
        return None

    def _send(self, child: _Child, task: LawTask | None) -> None:
        if task is None:
            return
        if not child.tasks:
            child.since = time.monotonic()
        child.tasks.append(task)
        message = {
            "name": task.name, "pack": task.pack, "stemmer": task.stemmer, "source_id": task.source_id,
            "source": task.source,
        }  # fmt: skip
        with contextlib.suppress(OSError, ValueError):  # a dead child is found by its receiver
            write_frame(cast(IO[bytes], child.process.stdin), message, task.data)

    def _receive(self, child: _Child) -> None:
        """Takes the answers of one child until it ends, or says something that is no answer."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            while (answer := read_frame(cast(IO[bytes], child.process.stdout))) is not None:
                message, blob = answer
                prepared = None if "failed" in message else unpacked(message, blob)
                task = child.tasks.popleft()
                child.since = time.monotonic()
                child.room.release()
                self._results.put(LawResult(task, prepared, None if prepared else str(message["failed"])))

    def _take_back(self, child: _Child) -> None:
        """What a dead child had not answered is read by another; the file it died over only once more."""
        if child.tasks and not self._closed:
            culprit = child.tasks[0]
            self._tries[culprit.number] += 1
            if self._tries[culprit.number] >= TRIES:
                child.tasks.popleft()
                self._results.put(LawResult(culprit, None, TOO_SLOW if child.late else CRASHED))
            self._again.extend(child.tasks)


def _start(module: str) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", module]
    if getattr(sys, "frozen", False):  # an installed program has no interpreter: it starts itself in this role
        command = [sys.executable, "--law-child"]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise EnvironmentProblem("The reader of law cannot be started; restart the program.") from error
    try:
        ready = read_frame(cast(IO[bytes], process.stdout))
    except (OSError, ValueError):
        ready = None
    if ready is None:
        process.kill()
        _end(process)
        raise EnvironmentProblem("The reader of law does not start; the installation seems damaged.")
    return process


def _kill(child: _Child | None) -> None:
    if child is not None:
        with contextlib.suppress(OSError):
            child.process.kill()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Cleans up after a child that was killed; nobody may be reading from it any more."""
    process.wait()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
