"""What the README says is true: its settings, its files, its folders, its commands."""

from __future__ import annotations

import re

import pytest

from engine.settings import ALL, table
from tests.helpers.tree import ROOT, name, tracked

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_settings_are_in_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    from settings_table import with_table

    assert with_table(README, table()) == README, "run packaging/dev.py settings"
    assert all(f"`{key}`" in README for key in ALL)


def test_every_file_that_is_linked_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README + CONTRIBUTING)
    assert links
    assert not [link for link in links if not (ROOT / link).is_file()]


def test_every_path_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:engine|desktop|resources|tests|packaging)/[\w./]*)`", README + CONTRIBUTING)
    assert len(named) > 10
    real = [path for path in named if not re.search(r"NAME|PART", path)]  # these stand for any
    assert not [path for path in real if not (ROOT / path).exists()]


def test_every_part_of_the_engine_has_its_row() -> None:
    parts = {
        name(path).split("/")[1] for path in tracked() if name(path).startswith("engine/") and path.suffix == ".py"
    }
    folders = {part for part in parts if not part.endswith(".py")}
    assert not [part for part in sorted(folders) if f"engine/{part}/" not in README]


def test_every_command_that_is_shown_exists() -> None:
    from engine.cli import parser

    shown = set(re.findall(r"\.venv/bin/ordrett (\w+)", README))
    assert {"import", "search", "ask", "verify", "export"} <= shown
    usage = parser().format_help()
    assert not [command for command in shown if not re.search(rf"^\s+{command}\b", usage, re.MULTILINE)]
