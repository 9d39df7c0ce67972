"""The small real model that tests run, from the shared folder into which the set-up fetches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model import fetch


def model_file(name: str) -> Path:
    """The file of a fetched model. The test is skipped where the set-up was told to do without models."""
    path = fetch.shared_folder() / str(fetch.entry_of(name)["file"])
    if not path.is_file():
        pytest.skip(f"{path} has not been fetched; run packaging/dev.py without --no-model")
    return path
