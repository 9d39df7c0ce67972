"""The child process: takes one file at a time over its standard input and answers on its standard output.

In:  ``{"path", "workdir", "password", "limits": {…}, "result"}``, one JSON object a line.
Out: ``{"progress": [done, total]}`` any number of times, then ``{"ok": true}`` (the result lies in the file
``result``) or ``{"failed": [kind, reason]}``. The child ends when its input ends, also in the middle of a
file.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any, TextIO

from engine.convert.context import Context
from engine.convert.errors import ConversionFailed
from engine.convert.formats import convert_here
from engine.convert.limits import Limits
from engine.convert.wire import save

# Doors to the network and to other programs. The hook stays shut for the whole life of the child.
_FORBIDDEN = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.sendto",
    "socket.sendmsg",
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "webbrowser.open",
)


def _deny(event: str, _: tuple[Any, ...]) -> None:
    if event in _FORBIDDEN:
        raise PermissionError(f"{event} is not allowed while a file is converted")


def _limit_memory(limits: Limits) -> None:
    """Address space on Linux, where it is honest; elsewhere the parent watches the resident size alone."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError, ValueError):
            # Twice: what is mapped but never touched (fonts, OCR data, arenas of threads) counts here as
            # well.
            resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes * 2, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _lines(stream: TextIO) -> queue.Queue[str]:
    """Reads jobs in a thread of its own, so that the end of the input (the program is gone) ends a running
    job too.
    """
    jobs: queue.Queue[str] = queue.Queue()

    def pump() -> None:
        for line in stream:
            jobs.put(line)
        os._exit(0)

    threading.Thread(target=pump, daemon=True).start()
    return jobs


class _Answers:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last = 0.0

    def send(self, message: dict[str, Any]) -> None:
        self._stream.write(json.dumps(message) + "\n")
        self._stream.flush()

    def progress(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last > 0.05:
            self._last = now
            self.send({"progress": [done, total]})


def _run(job: dict[str, Any], answers: _Answers) -> None:
    limits = Limits(**job["limits"])
    _limit_memory(limits)
    path = Path(job["path"])
    context = Context(Path(job["workdir"]), job["password"], limits, answers.progress, path.name)
    try:
        save(convert_here(path, context), Path(job["result"]))
    except ConversionFailed as failure:
        answers.send({"failed": [failure.kind, failure.reason]})
    except MemoryError:
        answers.send({"failed": ["memory", "The file needs more memory than a conversion may use."]})
    except RecursionError:
        answers.send({"failed": ["corrupt", "The file is nested too deeply to be read."]})
    except Exception as error:  # a fault in the file that the converter did not foresee, or a bug of ours
        import traceback

        traceback.print_exc(file=sys.stderr)
        answers.send(
            {
                "failed": [
                    "crash",
                    f"The file could not be read: its content is not as expected ({type(error).__name__}).",
                ]
            }
        )
    else:
        answers.send({"ok": True})


def main() -> None:
    """Serves jobs until the input ends. Libraries that print do so to the error stream, never among the
    answers.
    """
    answers = _Answers(os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n"))
    jobs = _lines(os.fdopen(os.dup(0), "r", encoding="utf-8"))
    os.dup2(2, 1)
    sys.addaudithook(_deny)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract's own threads slow each other down
    answers.send({"ready": True})
    while True:
        _run(json.loads(jobs.get()), answers)


if __name__ == "__main__":
    main()
