"""A model in a child process: it can crash, be stopped or be killed without hurting the rest of the program."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from engine.errors import Stopped
from engine.model.cpu import missing_instructions
from engine.model.protocol import Message, ModelFailed, OnRead, PromptTooLong, Reply

CONTEXT = 8192  # tokens; the loop's own limit is lower, and the starter model's cache of 8,192 takes 230 MB
LOAD_SECONDS = 180.0  # a model of 5 GB from a slow disk
SILENT_SECONDS = 120.0  # no sign of life: one chunk of 128 tokens takes 20 s on the slowest machine measured
STOP_SECONDS = 0.6  # what the child gets to obey before it is killed; the person waits at most a second
# How long a thread of llama.cpp waits for the others before it sleeps (GNU OpenMP). The library's default burns a core:
# with other programs busy on two cores, 0.3 tokens/s were written with it and 2.0 with this; on an idle machine no less.
SPINS = "2000"
_POLL = 0.05
_ENGINE_ROOT = Path(__file__).resolve().parents[2]


def child_command() -> list[str]:
    """How the child is started; a packaged program starts itself with ``--model-child``."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--model-child"]
    return [sys.executable, "-m", "engine.model.child"]


class _Crashed(ModelFailed):
    """The child ended without being asked to."""


class ModelProcess:
    """A ``ChatModel`` that runs llama.cpp on ``path``. Loaded at the first question; one question at a time."""

    def __init__(
        self, path: Path, name: str, *, family: str = "chatml", context: int = CONTEXT, threads: int | None = None
    ) -> None:
        self.name = name
        self._path = path
        self._family = family
        self._context = context
        self._threads = threads or psutil.cpu_count(logical=False) or os.cpu_count() or 1
        self._plain = False
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._complaints: deque[str] = deque(maxlen=20)  # the child's last lines on stderr, for the message

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def load(self, stop: threading.Event | None = None) -> None:
        """Starts the child and loads the model, unless that is done. Raises ModelFailed or Stopped."""
        with self._lock:
            self._ensure(stop)

    def generate(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        max_tokens: int = 256,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        on_read: OnRead | None = None,
    ) -> Reply:
        started = time.monotonic()
        with self._lock:
            self._ensure(stop)
            left = None if seconds is None else max(1.0, seconds - (time.monotonic() - started))
            result = self._ask(
                {
                    "do": "generate",
                    "messages": [{"role": m.role, "content": m.content} for m in messages],
                    "grammar": grammar,
                    "max_tokens": max_tokens,
                    "seconds": left,
                },
                stop,
                on_read,
                SILENT_SECONDS,
            )
        took = time.monotonic() - started
        return Reply(
            result["text"], result["prompt_tokens"], result["evaluated"], result["reused"], result["output_tokens"], took,
            result["finished"],
        )  # fmt: skip

    def close(self) -> None:
        """Ends the child; its memory goes back to the system."""
        self._end(patience=1.0)

    def _ensure(self, stop: threading.Event | None) -> None:
        if self.pid is not None:
            return
        if missing := missing_instructions():
            raise ModelFailed(
                f"This processor lacks {', '.join(missing).upper()}, which models need; answers without a model still work."
            )
        try:
            self._load(stop)
        except _Crashed:
            if self._plain:
                raise
            # Some machines announce instructions that they then do not run (seen: AMX in a virtual machine). The same
            # model without the special kernels is slower, but it answers.
            self._plain = True
            self._load(stop)

    def _load(self, stop: threading.Event | None) -> None:
        self._end()
        self._start()
        request = {
            "do": "load", "path": str(self._path), "context": self._context, "threads": self._threads,
            "family": self._family, "plain": self._plain,
        }  # fmt: skip
        self._ask(request, stop, None, LOAD_SECONDS)

    def _start(self) -> None:
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_ENGINE_ROOT), environment.get("PYTHONPATH")]))
        environment["PYTHONUTF8"] = "1"
        environment.setdefault("GOMP_SPINCOUNT", SPINS)
        self._lines = queue.Queue()
        self._complaints.clear()
        try:
            self._process = subprocess.Popen(
                child_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", errors="replace", env=environment,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise ModelFailed(f"The model's process could not be started ({error.strerror}).") from error
        threading.Thread(target=_pump, args=(self._process, self._lines), daemon=True).start()
        threading.Thread(target=_listen, args=(self._process, self._complaints), daemon=True).start()

    def _ask(
        self, request: dict[str, Any], stop: threading.Event | None, on_read: OnRead | None, silence: float
    ) -> dict[str, Any]:
        """One request to the child and its answer, listening to ``stop`` all the while."""
        number = next(self._numbers)
        if stop is not None and stop.is_set():
            raise Stopped
        self._send({"id": number, **request})
        heard = time.monotonic()
        told_to_stop: float | None = None
        while True:
            try:
                line = self._lines.get(timeout=_POLL)
            except queue.Empty:
                line = {}
            now = time.monotonic()
            if line is None:
                raise self._crashed()
            if line.get("id") == number:
                heard = now
                if "ok" in line:
                    return dict(line["ok"])
                if "error" in line:
                    raise self._failure(line)
                if on_read is not None:
                    on_read(line["read"], line["of"])
            if told_to_stop is None and stop is not None and stop.is_set():
                told_to_stop = now
                self._send({"id": number, "do": "stop"})
            if told_to_stop is not None and now - told_to_stop > STOP_SECONDS:
                self._end()
                raise Stopped
            if now - heard > silence:
                self._end()
                raise ModelFailed(f"The model {self.name} did not answer for {silence:.0f} seconds and was ended.")

    def _send(self, request: dict[str, Any]) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise self._crashed()
        try:
            process.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
            process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._crashed() from error

    def _failure(self, line: dict[str, Any]) -> Exception:
        kind, text = line["kind"], line["error"]
        if kind == "StopAsked":
            return Stopped()
        if kind == "TooLong":
            return PromptTooLong(f"The question with its sources is too long for the model {self.name} ({text}).")
        if kind == "ModuleNotFoundError":
            return ModelFailed(
                "The model library (llama-cpp-python) is not installed; answers without a model still work."
            )
        return ModelFailed(f"The model {self.name} failed ({text}); answers without a model still work.")

    def _crashed(self) -> _Crashed:
        process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(timeout=1)
        self._end()
        last = next((text for text in reversed(self._complaints) if text), "")
        detail = f"code {code}" + (f", “{last[:120]}”" if last else "")
        return _Crashed(f"The process of the model {self.name} ended unexpectedly ({detail}).")

    def _end(self, patience: float = 0.0) -> None:
        """Closes the child's input, which asks it to go; after ``patience`` seconds it is killed."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=5)


def _pump(process: subprocess.Popen[str], lines: queue.Queue[dict[str, Any] | None]) -> None:
    """Carries the child's lines to the waiting caller; None at the end. A line that is no JSON is not part of the protocol."""
    stream = process.stdout
    if stream is None:
        return
    with stream:
        for text in stream:
            with contextlib.suppress(ValueError):
                line = json.loads(text)
                if isinstance(line, dict):
                    lines.put(line)
    lines.put(None)


def _listen(process: subprocess.Popen[str], complaints: deque[str]) -> None:
    stream = process.stderr
    if stream is None:
        return
    with stream:
        for text in stream:
            complaints.append(text.strip())
