"""The whole suite's ground rules: no socket leaves the machine, Qt draws off screen, slow tests wait to be asked."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import network_guard, network_namespace
from tests.helpers.database import (  # noqa: F401 - fixtures for all
    clean_database,
    home,
    home_once_opened,
    session_database,
    used_home,
)

# Set before anything imports Qt or starts a child.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_notes = Path(tempfile.mkdtemp(prefix="ordrett-guard-"))
os.environ[network_guard.NOTES] = str(_notes / "denied.txt")
_children = str(Path(__file__).parent / "helpers" / "child_guard")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_children, os.environ.get("PYTHONPATH"))))
_own_network = network_namespace.enter()
network_guard.watch()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests are left out unless asked for with --slow or by a -m expression."""
    if config.getoption("--slow") or config.getoption("-m"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(_notes, ignore_errors=True)


@pytest.fixture(autouse=True, scope="session")
def only_local_sockets() -> Iterator[None]:
    """Fails the run at its end if anything, of whatever process, tried to reach another machine."""
    yield
    denied = network_guard.denied()
    assert not denied, "sockets were opened to other machines:\n" + "\n".join(denied)
    if _own_network:
        assert network_namespace.attempts() == 0, "a program that is not Python tried to reach another machine"
