"""Where the files that ship with the program lie, in a checkout and in an installed program."""

from __future__ import annotations

import sys
from pathlib import Path


def resources_folder() -> Path:
    """The ``resources`` folder: beside the packages in a checkout, beside the program in a frozen build."""
    frozen = getattr(sys, "_MEIPASS", None)
    return Path(frozen) / "resources" if frozen else Path(__file__).resolve().parent.parent / "resources"


def resource_text(name: str, missing: str | None = None) -> str:
    """The text of one resource file; ``missing`` is returned where there is none, else FileNotFoundError."""
    path = resources_folder() / name
    if missing is not None and not path.is_file():
        return missing
    return path.read_text(encoding="utf-8")
