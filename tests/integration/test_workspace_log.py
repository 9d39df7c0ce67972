"""The workspace keeps a log in its home: faults with their place, never with the words that were being read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UserFacingError
from engine.workspace import Workspace


def test_a_fault_is_logged_without_its_words_and_a_plain_error_is_not(used_home: Path) -> None:
    with pytest.raises(ValueError), Workspace(used_home):
        int("Kari Nordmann")
    with pytest.raises(UserFacingError), Workspace(used_home) as workspace:
        workspace.matter("Hemmelig")
    text = (used_home / "logs" / "ordrett.log").read_text(encoding="utf-8")
    assert "ValueError" in text
    assert "Nordmann" not in text
    assert "Hemmelig" not in text


def test_doctor_has_a_line_for_everything(used_home: Path) -> None:
    with Workspace(used_home) as workspace:
        checks = {check.name: check.detail for check in workspace.doctor()}
    expected = {"home", "disk", "database", "letters", "schema", "stemmers", "scans", "processor", "model"}
    assert set(checks) == expected
    assert all(checks.values())
