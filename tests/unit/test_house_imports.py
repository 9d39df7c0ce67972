"""Which way the arrows of the code point: engine above desktop, and inside engine one way, in the order of its list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.tree import imports, modules, name, parsed

# A module may import what stands above it. Parts on one line do not know each other.
ORDER = (
    ("types",),
    ("errors",),
    ("ids", "resources"),
    ("settings", "log"),
    ("text",),
    ("store",),
    ("convert",),
    ("law",),
    ("statistics",),
    ("importing",),
    ("search",),
    ("model",),
    ("classify",),
    ("verify",),
    ("agent",),
    ("report",),
    ("workspace",),
    ("mcp", "cli", "doctor"),
)
LEVEL = {part: level for level, parts in enumerate(ORDER) for part in parts}
QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6"}
# The parts that may open the store and hand it on; the rest of the program is given an open one, or a Workspace.
OPENS_STORE = {"store", "workspace"}


def part(dotted: str) -> str | None:
    """``engine.text.tokens`` → ``text``; None for what is not in engine or is engine itself."""
    words = dotted.split(".")
    return words[1] if words[0] == "engine" and len(words) > 1 else None


def ids(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=name(path)) for path in paths]


@pytest.mark.parametrize("path", ids(modules("engine")))
def test_engine_knows_no_window(path: Path) -> None:
    roots = {dotted.split(".")[0] for dotted in imports(path)}
    assert not roots & (QT | {"desktop", "tests"})


@pytest.mark.parametrize("path", ids(modules("engine")))
def test_arrows_point_one_way(path: Path) -> None:
    own = part(name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    if own is None:
        return
    assert own in LEVEL, f"{own} has no place in the order: give it one here and in the folder map"
    for dotted in imports(path):
        other = part(dotted)
        if other is None or other == own or other not in LEVEL:
            continue
        assert LEVEL[other] < LEVEL[own], f"engine.{own} may not import engine.{other}: it stands below"


@pytest.mark.parametrize("path", ids(modules("desktop")))
def test_the_window_goes_through_the_workspace(path: Path) -> None:
    """Desktop uses Workspace, the types and what is pure text; never the store."""
    assert "store" not in {part(dotted) for dotted in imports(path)}


@pytest.mark.parametrize("path", ids(modules("engine", "desktop")))
def test_only_the_store_talks_to_the_database(path: Path) -> None:
    roots = {dotted.split(".")[0] for dotted in imports(path)}
    if not name(path).startswith("engine/store/"):
        assert not roots & {"psycopg", "psycopg_pool", "pgserver"} - _typing_only(path)
    opens = {dotted for dotted in imports(path) if dotted == "engine.store.server"}
    if opens:
        assert name(path).split("/")[1].removesuffix(".py") in OPENS_STORE | {"cli", "doctor"}


def _typing_only(path: Path) -> set[str]:
    """Roots imported only under ``if TYPE_CHECKING``: naming a type is not talking to the database."""
    import ast

    inside: set[str] = set()
    outside: set[str] = set()
    for node in parsed(path).body:
        guarded = isinstance(node, ast.If) and ast.unparse(node.test) in (
            "TYPE_CHECKING",
            "typing.TYPE_CHECKING",
        )
        for child in ast.walk(node):
            names = [a.name for a in child.names] if isinstance(child, ast.Import) else []
            if isinstance(child, ast.ImportFrom) and child.module:
                names = [child.module]
            (inside if guarded else outside).update(n.split(".")[0] for n in names)
    return inside - outside
