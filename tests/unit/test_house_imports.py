"""Which way the arrows of the code point: engine above desktop, and inside engine one way, in the order of its list."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.helpers.tree import imports, modules, name, parsed

# A module may import what stands above it. Parts on one line do not know each other.
ORDER = (
    ("types",),
    ("errors",),
    ("ids", "resources", "home"),
    ("settings", "log", "wire"),
    ("text",),
    ("vocabulary",),
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
    ("report", "health", "library", "checking", "samples"),
    ("answering",),
    ("workspace",),
    ("commands",),
    ("mcp", "cli", "doctor"),
)
LEVEL = {part: level for level, parts in enumerate(ORDER) for part in parts}
QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6"}
# The parts that may open the store and hand it on; the rest of the program is given an open one, or a Workspace.
OPENS_STORE = {"store", "workspace", "doctor"}


def part(dotted: str) -> str | None:
    """``engine.text.tokens`` → ``text``; None for what is not in engine or is engine itself."""
    words = dotted.split(".")
    return words[1] if words[0] == "engine" and len(words) > 1 else None


def test_engine_knows_no_window() -> None:
    faults = {
        name(path): found
        for path in modules("engine")
        if (found := {dotted.split(".")[0] for dotted in imports(path)} & (QT | {"desktop", "tests"}))
    }
    assert not faults


def test_arrows_point_one_way() -> None:
    faults = []
    for path in modules("engine"):
        own = part(name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        if own is None:
            continue
        assert own in LEVEL, f"{own} has no place in the order: give it one here and in the folder map"
        below = {other for dotted in imports(path) if (other := part(dotted)) and other != own and other in LEVEL}
        faults += [f"{name(path)} imports engine.{other}" for other in below if LEVEL[other] >= LEVEL[own]]
    assert not faults, "a module imports only what stands above it in the order"


def test_the_window_goes_through_the_workspace() -> None:
    """Desktop uses Workspace, the types and what is pure text; never the store."""
    faults = [name(path) for path in modules("desktop") if "store" in {part(dotted) for dotted in imports(path)}]
    assert not faults


def test_only_the_store_talks_to_the_database() -> None:
    faults = []
    for path in modules("engine", "desktop"):
        if name(path).startswith("engine/store/"):
            continue
        roots = {dotted.split(".")[0] for dotted in imports(path)} - _typing_only(path)
        faults += [f"{name(path)} imports {root}" for root in roots & {"psycopg", "psycopg_pool", "pgserver"}]
    assert not faults


def test_only_the_workspace_opens_the_store() -> None:
    """``Database.open`` is called in the façade alone; doctor may look at the server."""
    faults = [
        f"{name(path)}: {ast.unparse(node)[:80]}"
        for path in modules("engine", "desktop")
        if name(path).removeprefix("engine/").split("/")[0].removesuffix(".py") not in OPENS_STORE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Database.open")
    ]
    assert not faults


def _typing_only(path: Path) -> set[str]:
    """Roots imported only under ``if TYPE_CHECKING``: naming a type is not talking to the database."""
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
