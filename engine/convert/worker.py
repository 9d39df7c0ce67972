"""Converts files in child processes that can hang, crash or grow without hurting the program.

A pool keeps its children between files (starting Python costs more than reading most files) and replaces one
that was killed. ``convert`` may be called from several threads; each call holds one child.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from engine.convert.errors import FAILURE_KINDS, ConversionFailed, FailureKind
from engine.convert.limits import DEFAULT_LIMITS, Limits
from engine.convert.wire import load
from engine.errors import EnvironmentProblem, Stopped
from engine.types import Converted

_TICK = 0.1  # how often the parent looks at stop, clock and memory
_FILES_PER_CHILD = 300  # then a fresh one: native libraries leak a little with every file
_START_SECONDS = 60.0  # a cold start with a virus scanner looking at every module
_ROOT = Path(__file__).resolve().parents[2]  # the folder that holds the package "engine"


class _Child:
    """One child process and the thread that reads its answers."""

    def __init__(self, module: str) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH")))),
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, "-m", module]
        if getattr(sys, "frozen", False):  # an installed program has no interpreter: it starts itself in this role
            command = [sys.executable, "--convert-child"]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in kill()
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            creationflags=flags,
        )
        self.answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.files = 0
        self._watch = psutil.Process(self.process.pid)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with contextlib.suppress(ValueError):
                answer = json.loads(line)
                if isinstance(answer, dict):
                    self.answers.put(answer)
        self.answers.put(None)  # the child is gone

    def send(self, job: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # a child that died is found by its missing answer
            self.process.stdin.write((json.dumps(job) + "\n").encode())
            self.process.stdin.flush()

    def memory(self) -> int:
        """Resident bytes; 0 once it is gone."""
        try:
            return int(self._watch.memory_info().rss)
        except psutil.Error:
            return 0

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
        self._reader.join(5)
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


class ConverterPool:
    """Up to ``workers`` children. Use it as a context manager, or call ``close``."""

    def __init__(
        self, workers: int = 1, limits: Limits = DEFAULT_LIMITS, child_module: str = "engine.convert.child"
    ) -> None:
        self.limits = limits
        self._module = child_module
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(max(1, workers))
        self._closed = False

    def __enter__(self) -> ConverterPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all children, also those at work; their callers get Stopped."""
        with self._lock:
            self._closed = True
            children = [*self._idle, *self._busy]
            self._idle.clear()
        for child in children:
            child.kill()

    def convert(
        self,
        path: Path,
        *,
        workdir: Path,
        password: str | None = None,
        stop: threading.Event | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Converted:
        """One file → its Markdown, pages and boxes; attachments lie in ``workdir`` afterwards.

        ``progress(done, total)`` counts pages where the format has them, called from this thread.
        Raises ConversionFailed with a plain reason, Stopped within a second of ``stop.set()``,
        EnvironmentProblem when no child can be started or the disk is full.
        """
        while not self._places.acquire(timeout=_TICK):
            if self._closed or (stop is not None and stop.is_set()):
                raise Stopped
        try:
            return self._convert(path, workdir, password, stop, progress)
        finally:
            self._places.release()

    def _convert(
        self,
        path: Path,
        workdir: Path,
        password: str | None,
        stop: threading.Event | None,
        progress: Callable[[int, int], None] | None,
    ) -> Converted:
        try:
            workdir.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(".json", "result-", workdir)
            os.close(handle)
        except OSError as error:
            raise EnvironmentProblem(
                f"The work folder {workdir} cannot be written; free some disk space or check its permissions."
            ) from error
        result = Path(name)
        child = self._take(stop)
        usable = False
        try:
            child.send(
                {
                    "path": str(path.absolute()),
                    "workdir": str(workdir.absolute()),
                    "password": password,
                    "limits": asdict(self.limits),
                    "result": str(result.absolute()),
                }
            )
            failure = self._wait(child, stop, progress)
            usable = failure is None or failure.kind not in ("memory", "crash")
            if failure is not None:
                raise failure
            try:
                return load(result, workdir)
            except (ValueError, OSError) as error:
                raise ConversionFailed("The converter gave no usable result for this file.", "crash") from error
        finally:
            with contextlib.suppress(OSError):
                result.unlink(missing_ok=True)
            self._give_back(child, usable)

    def _wait(
        self, child: _Child, stop: threading.Event | None, progress: Callable[[int, int], None] | None
    ) -> ConversionFailed | None:
        """Until the child answers: None for "ok", or the failure that it reports. Raises when it must be
        killed.
        """
        begun = quiet_since = time.monotonic()
        while True:
            try:
                answer = child.answers.get(timeout=_TICK)
            except queue.Empty:
                answer = {}
            now = time.monotonic()
            if self._closed or (stop is not None and stop.is_set()):
                raise Stopped
            if answer is None:
                raise _death(child)
            if "ok" in answer:
                return None
            if "failed" in answer:
                return _failure(answer["failed"])
            if "progress" in answer:
                quiet_since = now
                if progress is not None:
                    done, total = answer["progress"]
                    progress(int(done), int(total))
            if child.memory() > self.limits.memory_bytes:
                raise ConversionFailed("The file needs more memory than a conversion may use.", "memory")
            if now - quiet_since > self.limits.quiet_seconds or now - begun > self.limits.total_seconds:
                raise ConversionFailed("Reading the file took too long and was stopped.", "timeout")

    def _take(self, stop: threading.Event | None) -> _Child:
        with self._lock:
            if self._closed:
                raise Stopped
            child = self._idle.pop() if self._idle else None
            if child is not None:
                self._busy.add(child)
        if child is not None and child.process.poll() is None:
            return child
        if child is not None:
            self._give_back(child, False)
        try:
            child = _Child(self._module)
        except OSError as error:
            raise EnvironmentProblem("The converter cannot be started; restart the program.") from error
        with self._lock:
            self._busy.add(child)
        self._await_ready(child, stop)
        return child

    def _await_ready(self, child: _Child, stop: threading.Event | None) -> None:
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            try:
                answer = child.answers.get(timeout=_TICK)
            except queue.Empty:
                answer = {}
            if answer and "ready" in answer:
                return
            if self._closed or (stop is not None and stop.is_set()):
                self._give_back(child, False)
                raise Stopped
            if answer is None:
                break
        self._give_back(child, False)
        raise EnvironmentProblem("The converter does not start; the installation seems damaged.")

    def _give_back(self, child: _Child, usable: bool) -> None:
        child.files += 1
        with self._lock:
            self._busy.discard(child)
            if usable and not self._closed and child.files < _FILES_PER_CHILD and child.process.poll() is None:
                self._idle.append(child)
                return
        child.kill()


def _failure(answer: object) -> ConversionFailed:
    kind, reason = (
        answer if isinstance(answer, list) and len(answer) == 2 else ("crash", "The converter gave no usable answer.")
    )
    checked: FailureKind = kind if kind in FAILURE_KINDS else "crash"
    return ConversionFailed(str(reason), checked)


def _death(child: _Child) -> ConversionFailed:
    code = child.process.wait()
    if code in (-9, 137):  # Linux kills what eats all memory
        return ConversionFailed(
            "The converter was killed while reading the file; it may need too much memory.", "memory"
        )
    return ConversionFailed(
        "The file made its converter crash; it is damaged or of a kind that is not handled yet.", "crash"
    )


def convert(
    path: Path,
    *,
    workdir: Path,
    password: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    stop: threading.Event | None = None,
) -> Converted:
    """One file in a child of its own; see ``ConverterPool.convert``, which is faster for many."""
    with ConverterPool(1, limits) as pool:
        return pool.convert(path, workdir=workdir, password=password, stop=stop)
