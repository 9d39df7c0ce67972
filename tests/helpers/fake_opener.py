"""Opens a fake workspace that is as new, for the pictures: ``--workspace tests.helpers.fake_opener:open_fake``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.helpers.fake_workspace import FakeWorkspace


def open_fake(home: Path, on_progress: Callable[[str], None]) -> FakeWorkspace:
    return FakeWorkspace(home, filled=False, pace=0.03)
