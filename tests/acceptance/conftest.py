"""A home with the sample acts imported through the command line, shared by the acceptance tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.resources import resources_folder
from tests.helpers.command_line import CommandLine


@pytest.fixture(scope="session")
def acts() -> Path:
    """Ten Norwegian acts as Lovdata publishes them."""
    return resources_folder() / "sample" / "no" / "lover" / "utvalgte-lover.tar.bz2"


@pytest.fixture(scope="session")
def ordrett(tmp_path_factory: pytest.TempPathFactory, acts: Path) -> CommandLine:
    """The command line on a home that holds the sample acts."""
    run = CommandLine(tmp_path_factory.mktemp("å home") / "Ordrett")
    done = run("import", str(acts), "--kind", "law", "--json")
    assert done.code == 0, done.err
    assert done.json["failed"] == []
    return run


@pytest.fixture
def fresh(tmp_path: Path) -> CommandLine:
    """The command line on an empty home."""
    return CommandLine(tmp_path / "home")
