"""Finds the files of what was dropped: a file is itself, a folder everything in it, by name."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.errors import UserFacingError
from engine.store.jobs import QueuedFile

# What systems and office programs leave in folders; nobody's document.
LITTER_NAMES = frozenset({".ds_store", "thumbs.db", "desktop.ini", ".directory"})
LITTER_STARTS = ("._", "~$", ".~lock.")
LITTER_FOLDERS = frozenset({"__macosx", ".git", ".svn", "$recycle.bin", "system volume information"})


def check_paths(paths: Sequence[Path]) -> list[Path]:
    """The dropped paths as absolute ones, each once. Raises UserFacingError when there is nothing at one of them."""
    roots: list[Path] = []
    for path in paths:
        absolute = Path(os.path.abspath(path))
        if not os.path.lexists(absolute):
            raise UserFacingError(f"There is no file or folder “{path}”; check its name.")
        if absolute not in roots:
            roots.append(absolute)
    if not roots:
        raise UserFacingError("Nothing was named to import; name files or folders.")
    return roots


def find_files(root: Path, without: Path | None = None) -> Iterator[QueuedFile]:
    """The files of one root in the order of their paths; ``without`` is a folder (our own home) that is passed over.

    What cannot be listed or named is given as failed, with its reason. Links to folders are not followed.
    """
    if not root.is_dir():
        yield _file(root, root.name, root)
        return
    problems: list[OSError] = []
    for folder, names, files in os.walk(root, onerror=problems.append):
        here = Path(folder)
        names[:] = sorted(n for n in names if n.lower() not in LITTER_FOLDERS and here / n != without)
        for name in sorted(files):
            if not is_litter(name):
                yield _file(here / name, (here / name).relative_to(root).as_posix(), root)
        while problems:
            yield _unlisted(problems.pop(), root)
    while problems:
        yield _unlisted(problems.pop(), root)


def is_litter(name: str) -> bool:
    """True for files that no person made: .DS_Store, Thumbs.db, lock files of office programs."""
    lowered = name.lower()
    return lowered in LITTER_NAMES or lowered.startswith(LITTER_STARTS)


def clean_name(name: str) -> str:
    """A name as it is stored: composed letters, and a sign for bytes that are no text."""
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return unicodedata.normalize("NFC", readable).replace("\0", "\ufffd")


def _file(path: Path, relative: str, root: Path) -> QueuedFile:
    if clean_name(str(path)).count("\ufffd") != str(path).count("\ufffd"):
        reason = "The name of the file is not valid text; rename it and import it again."
        return QueuedFile(clean_name(str(path)), clean_name(relative), str(root), state="failed", reason=reason)
    if not path.is_file():
        if path.is_symlink():
            reason = "The link points to a file that is not there."
        else:
            reason = "This is not a file with content (a pipe, socket or device)."
        return QueuedFile(str(path), clean_name(relative), str(root), state="failed", reason=reason)
    return QueuedFile(str(path), clean_name(relative), str(root))


def _unlisted(problem: OSError, root: Path) -> QueuedFile:
    path = Path(problem.filename or root)
    relative = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
    reason = f"The folder cannot be listed ({(problem.strerror or 'unknown error').lower()}); check its permissions."
    return QueuedFile(clean_name(str(path)), clean_name(relative), str(root), state="failed", reason=reason)
