"""Copies of imported files, kept by hash: for showing the page of a quote, and for files found inside others."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import EnvironmentProblem

FOLDER = "originals"
BUFFER = 1024 * 1024
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def place(home: Path, sha256: str) -> Path:
    """Where the copy of the file with this hash lies, or would."""
    return home / FOLDER / sha256[:2] / sha256


def find(home: Path, sha256: str) -> Path | None:
    """The copy, or None when there is none."""
    path = place(home, sha256)
    return path if path.is_file() else None


def hash_file(path: Path) -> str:
    """SHA-256 of the bytes. Raises OSError when the file cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def keep(home: Path, path: Path) -> str:
    """Copies a file and gives its SHA-256; a copy that is there already is left alone.

    Raises OSError when the file cannot be read, EnvironmentProblem when the copy cannot be written.
    """
    folder = home / FOLDER
    with path.open("rb") as source:
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=folder)
        temporary = Path(name)
        digest = hashlib.sha256()
        try:
            with os.fdopen(handle, "wb") as copy:
                while data := source.read(BUFFER):
                    digest.update(data)
                    with _writing(folder):
                        copy.write(data)
                with _writing(folder):
                    copy.flush()
            final = place(home, digest.hexdigest())
            if not final.is_file():
                with _writing(folder):
                    final.parent.mkdir(exist_ok=True)
                    temporary.replace(final)
        finally:
            temporary.unlink(missing_ok=True)
    return digest.hexdigest()


def remove(home: Path, hashes: Iterable[str]) -> None:
    """Deletes copies that nothing refers to."""
    for sha256 in hashes:
        with contextlib.suppress(OSError):
            place(home, sha256).unlink(missing_ok=True)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tells what stands in the way of writing, so that it is not taken for a fault of the file that is read."""
    try:
        yield
    except OSError as error:
        raise problem_of(error, folder) from error


def problem_of(error: OSError, folder: Path) -> EnvironmentProblem:
    """The plain sentence for an error of writing into ``folder``."""
    if error.errno in _FULL:
        return EnvironmentProblem("The disk is full, so the import pauses; free some space and go on with it.")
    return EnvironmentProblem(
        f"The folder {folder} cannot be written; check its permissions, then go on with the import."
    )
