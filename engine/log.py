"""The program's own log: rotating, UTF-8, in the home folder, and never with text of documents in it."""

from __future__ import annotations

import contextlib
import logging
import os
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from engine.errors import EnvironmentProblem

NAME = "ordrett"
FILE = "ordrett.log"
BYTES = 1_000_000  # a year of ordinary work
KEPT = 5
LONGEST = 300  # letters of one entry; an entry says what happened, it does not quote


def get(part: str) -> logging.Logger:
    """The logger of a part: ``log.get("import").info("%s files", 400)``. Log counts, ids and names, no text."""
    return logging.getLogger(f"{NAME}.{part}")


def start(home: Path, level: int = logging.INFO) -> Path:
    """From now on entries go to ``home/logs/ordrett.log``; returns that path. A second call moves them.

    Raises EnvironmentProblem when the folder cannot be written to.
    """
    path = home / "logs" / FILE
    stop()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = _Handler(path, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise EnvironmentProblem(
            f"Ordrett cannot write its log “{path}” ({error.strerror}); allow writing there or choose another folder "
            "with --home."
        ) from error
    handler.setFormatter(_Formatter())
    logger = logging.getLogger(NAME)
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False
    return path


def stop() -> None:
    """Closes the log file; entries go nowhere until the next ``start``."""
    logger = logging.getLogger(NAME)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        with contextlib.suppress(OSError):  # a full disk: the last entries are lost, nothing else
            handler.close()
    logger.propagate = True


class _Handler(RotatingFileHandler):
    """Goes on in the full file when another program holds it open and it cannot be set aside (Windows)."""

    def doRollover(self) -> None:
        try:
            super().doRollover()
        except OSError:
            if self.stream is None:
                self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """A log that cannot be written (full disk) must not stop the work that it tells of."""


class _Formatter(logging.Formatter):
    """One line an entry; of an error its kind and where in our code it was, not its words."""

    def __init__(self) -> None:
        super().__init__(f"%(asctime)s %(levelname)s {os.getpid()} %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record)
        line = " ".join(self.formatMessage(record).splitlines())
        if len(line) > LONGEST:
            line = f"{line[:LONGEST]} … ({len(line)} letters)"
        if record.exc_info and record.exc_info[1] is not None:
            line += f"\n{self.formatException(record.exc_info)}"
        return line

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Kind of error and the lines of code it passed; its words only where they speak of disk and folders.

        Words of other errors may hold what was being read: "invalid literal for int(): 'Kari Nordmann'".
        """
        error = ei[1]
        if error is None:
            return ""
        frames = traceback.extract_tb(ei[2])
        lines = [f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]
        words = f": {error}"[:LONGEST] if isinstance(error, EnvironmentProblem) else ""
        code = f" {error.sqlstate}" if getattr(error, "sqlstate", None) else ""  # type: ignore[attr-defined]
        lines.append(f"  {type(error).__name__}{code}{words}")
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if cause is not None:
            lines += ["  from", self.formatException((type(cause), cause, cause.__traceback__))]
        return "\n".join(lines)
