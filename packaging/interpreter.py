"""Finds a Python that the program runs on: 3.11 or 3.12 (bundled database has no wheel for later ones)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator

from said import Trouble

WANTED = ((3, 12), (3, 11))
_ASK = "import sys; print('%d.%d' % sys.version_info[:2])"


def find() -> list[str]:
    """The command that starts a fitting Python: the one that runs this if it fits, else one found by name.

    Raises Trouble, with what to install, if there is none.
    """
    if sys.version_info[:2] in WANTED:
        return [sys.executable]
    for command in _candidates():
        if version_of(command) in WANTED:
            return command
    raise Trouble(
        f"Ordrett needs Python 3.11 or 3.12; this is {sys.version_info[0]}.{sys.version_info[1]} and no "
        "other was found. Install one (Debian and Ubuntu: apt install python3.12 or python3.11; macOS: "
        "brew install python@3.12; Windows: python.org) and run this again."
    )


def version_of(command: list[str]) -> tuple[int, int] | None:
    """(major, minor) that a command answers with, or None if it does not start."""
    try:
        answer = subprocess.run([*command, "-c", _ASK], capture_output=True, text=True, timeout=30, check=True)
        major, minor = answer.stdout.strip().split(".")
        return int(major), int(minor)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _candidates() -> Iterator[list[str]]:
    for major, minor in WANTED:
        if path := shutil.which(f"python{major}.{minor}"):
            yield [path]
        if launcher := shutil.which("py"):
            yield [launcher, f"-{major}.{minor}"]
    if path := shutil.which("python3"):
        yield [path]
