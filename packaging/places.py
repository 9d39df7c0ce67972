"""Where things stand: the tree, its environment, and the caches outside that several checkouts share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
VENV = TREE / ".venv"
LOCK = TREE / "packaging" / "requirements.txt"
STAMP = VENV / "ordrett-set-up.json"


def venv_python() -> Path:
    """The interpreter of the tree's own environment (it may not exist yet)."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def cache() -> Path:
    """The folder for what is costly to make again: built wheels and models. ``ORDRETT_CACHE`` moves it."""
    if chosen := os.environ.get("ORDRETT_CACHE"):
        return Path(chosen)
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ordrett" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ordrett"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ordrett"
