"""Copies of originals under their own names, for opening them in other programs.

The store keeps originals by hash, without a name, and nothing may change them: a copy is handed out, read-only, so that a
word processor asks for another place to save to.
"""

from __future__ import annotations

import contextlib
import shutil
import stat
from pathlib import Path, PurePath

from engine.types import Document

FOLDER = "opened"


def named_copy(home: Path, original: Path, document: Document) -> Path:
    """The file of ``document`` under its own name in ``<home>/opened``; made when it is not there yet."""
    name = PurePath(document.source_id.replace("\\", "/").split("!")[-1]).name or document.title
    target = home / FOLDER / document.sha256[:12] / name
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, target)
        target.chmod(stat.S_IRUSR)
    return target


def forget_copies(home: Path) -> None:
    """Take the copies away; one that another program still holds open is left for the next time."""
    folder = home / FOLDER
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_file():
            with contextlib.suppress(OSError):
                path.chmod(stat.S_IRUSR | stat.S_IWUSR)  # Windows deletes no read-only file
                path.unlink()
