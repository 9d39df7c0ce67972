"""File locks that the operating system lets go when their process dies, and the list of who uses a home folder."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

POLL_SECONDS = 0.05  # how often a waiting lock is tried again; a person does not notice 50 ms


class FileLock:
    """An exclusive lock on a file of its own; it ends with ``release`` or with the process, however that dies.

    ``flock`` on POSIX (bound to this open file, so two locks in one process exclude each other), the first byte
    through ``msvcrt`` on Windows.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def try_acquire(self) -> bool:
        """Takes the lock if it is free. Raises OSError when the file cannot be made."""
        if self._file is not None:
            return False
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        if _lock(file):
            self._file = file
            return True
        os.close(file)
        return False

    def acquire(self, patience: float, on_wait: Callable[[], None] | None = None) -> bool:
        """Waits up to ``patience`` seconds; ``on_wait`` is called once if it has to wait at all."""
        until = time.monotonic() + patience
        waited = False
        while not self.try_acquire():
            if time.monotonic() > until:
                return False
            if not waited and on_wait is not None:
                on_wait()
            waited = True
            time.sleep(POLL_SECONDS)
        return True

    def release(self) -> None:
        if self._file is not None:
            _unlock(self._file)
            os.close(self._file)
            self._file = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class Users:
    """Who uses a home: each use holds a lock on a file of its own, so the dead are told from the living.

    Call ``join``, ``others`` and ``leave`` only while holding the home's start lock.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: FileLock | None = None

    def join(self) -> None:
        own = FileLock(self._folder / f"user-{os.getpid()}-{secrets.token_hex(4)}.lock")
        if not own.try_acquire():  # a fresh random name cannot be taken
            raise RuntimeError(f"{own.path} was locked before it was made")
        self._own = own

    def others(self) -> list[int]:
        """Process ids of the living users but this one; files that dead ones left are removed."""
        found = []
        for path in self._folder.glob("user-*.lock"):
            if self._own is not None and path == self._own.path:
                continue
            lock = FileLock(path)
            if lock.try_acquire():
                lock.release()
                path.unlink(missing_ok=True)
            else:
                found.append(int(path.name.split("-")[1]))
        return found

    def leave(self) -> None:
        if self._own is not None:
            self._own.release()
            self._own.path.unlink(missing_ok=True)
            self._own = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
