"""The table of licences for the About dialog: in step with the lock, and nothing in it that may not be shipped."""

from __future__ import annotations

import re

import pytest

from tests.helpers.tree import ROOT
from tests.unit.test_house_lock import pins, plain, version

TABLE = ROOT / "resources" / "licences" / "packages.tsv"
TOOLS = {
    "ast-serialize", "colorama", "hypothesis", "iniconfig", "librt", "lxml-stubs", "mypy", "mypy-extensions",
    "packaging", "pathspec", "pluggy", "pygments", "pytest", "pytest-qt", "pytest-timeout", "ruff",
    "setuptools", "sortedcontainers", "tantivy", "types-psutil", "tzdata",
}  # fmt: skip
"""Packages of the tests and checks, and of Windows alone: the program on this platform holds none of them."""


def rows() -> list[list[str]]:
    head, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    assert head.split("\t") == ["name", "version", "licence", "note"]
    return [line.split("\t") for line in lines]


def test_every_package_of_the_program_is_listed_at_its_version() -> None:
    listed = {plain(row[0]): row[1] for row in rows()}
    for name, pin in pins().items():
        if name not in TOOLS:
            assert listed.get(name) == version(pin), f"{name}: run dev.py licences"


def test_nothing_is_under_a_licence_that_binds_the_program() -> None:
    for row in rows():
        assert row[2].strip(), f"{row[0]} has no licence"
        assert not re.search(r"(?<!L)GPL", row[2]), f"{row[0]}: {row[2]}"


@pytest.mark.parametrize(
    ("licence", "fits"),
    [("LGPL-3.0-only", True), ("MIT", True), ("GPL-3.0-only", False), ("AGPL-3.0", False), ("MIT AND GPL-2.0", False)],
)
def test_what_may_be_shipped(licence: str, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    from licences import allowed

    assert allowed(licence) == fits


def test_the_about_dialog_shows_them_all() -> None:
    from desktop.dialogs.about import licence_texts

    shown = licence_texts()
    assert all(row[0] in shown and row[2] in shown for row in rows())
