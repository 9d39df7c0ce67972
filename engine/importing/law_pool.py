"""Child processes that read acts, several at a time, so that a hostile or broken file cannot hurt the program."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast

from engine.errors import EnvironmentProblem
from engine.importing.frames import read_frame, write_frame
from engine.importing.law_child import unpacked
from engine.store.indexing import Prepared

SECONDS = 120.0  # for one act: the largest takes 2
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


@dataclass
class _Reader:
    """A thread with its child."""

    thread: threading.Thread | None = None
    process: subprocess.Popen[bytes] | None = None
    since: float | None = None  # when the task in hand began
    late: bool = field(default=False)


class LawPool:
    """``workers`` children, fed through ``put``; results come through ``next_result``. Use as a context."""

    def __init__(self, workers: int) -> None:
        self._results: queue.Queue[LawResult | EnvironmentProblem] = queue.Queue()
        # a little ahead of the readers, not more: the archive must not pile up in memory
        self._tasks: queue.Queue[LawTask] = queue.Queue(maxsize=workers * 3)
        self._closed = False
        self._readers = [_Reader() for _ in range(workers)]
        for reader in self._readers:
            reader.thread = threading.Thread(target=self._serve, args=(reader,), daemon=True)
            reader.thread.start()
        self._watch = threading.Thread(target=self._watch_clock, daemon=True)
        self._watch.start()

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
            return None
        if isinstance(result, EnvironmentProblem):
            raise result
        return result

    def close(self) -> None:
        """Ends the children, also those at work."""
        self._closed = True
        for reader in self._readers:
            _kill(reader.process)  # its thread then finds it dead, and cleans up
        for reader in self._readers:
            if reader.thread is not None:
                reader.thread.join(5)

    def _serve(self, reader: _Reader) -> None:
        try:
            while not self._closed:
                with contextlib.suppress(queue.Empty):
                    task = self._tasks.get(timeout=0.1)
                    self._results.put(self._read(reader, task))
        except EnvironmentProblem as problem:
            self._results.put(problem)
        finally:
            _end(reader.process)

    def _read(self, reader: _Reader, task: LawTask) -> LawResult:
        reader.late = False
        for _ in range(TRIES):
            if self._closed:
                break
            answer = self._ask(reader, task)
            if answer is not None:
                message, blob = answer
                if "failed" in message:
                    return LawResult(task, None, str(message["failed"]))
                with contextlib.suppress(KeyError, ValueError, TypeError, AttributeError):
                    return LawResult(task, unpacked(message, blob))
            _end(reader.process)
            reader.process = None
        return LawResult(task, None, TOO_SLOW if reader.late else CRASHED)

    def _ask(self, reader: _Reader, task: LawTask) -> tuple[dict[str, Any], bytes] | None:
        """The child's answer; None when it died over the file."""
        process = reader.process = reader.process or _start()
        message = {
            "name": task.name, "pack": task.pack, "stemmer": task.stemmer, "source_id": task.source_id,
            "source": task.source,
        }  # fmt: skip
        reader.since = time.monotonic()
        try:
            write_frame(cast(IO[bytes], process.stdin), message, task.data)
            return read_frame(cast(IO[bytes], process.stdout))
        except (OSError, ValueError):
            return None
        finally:
            reader.since = None

    def _watch_clock(self) -> None:
        """Ends a child that takes too long; its thread then finds it dead."""
        while not self._closed:
            time.sleep(0.2)
            for reader in self._readers:
                since = reader.since
                if since is not None and time.monotonic() - since > SECONDS:
                    reader.late, reader.since = True, None
                    _kill(reader.process)


def _start() -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "engine.importing.law_child"]
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
        _end(process)
        raise EnvironmentProblem("The reader of law does not start; the installation seems damaged.")
    return process


def _kill(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None:
        with contextlib.suppress(OSError):
            process.kill()


def _end(process: subprocess.Popen[bytes] | None) -> None:
    """Kills and cleans up; only the thread that reads from the child may do this."""
    if process is None:
        return
    _kill(process)
    process.wait()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
