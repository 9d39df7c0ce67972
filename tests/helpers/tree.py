"""The repository's own files, for the tests that read the house rules off them."""

from __future__ import annotations

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = ("engine", "desktop", "packaging", "tests")


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that git tracks or would track; without git, every file outside hidden and cache folders."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
        return tuple(ROOT / name for name in names if (ROOT / name).is_file())
    hidden = {"__pycache__"}
    paths = (path for path in ROOT.rglob("*") if path.is_file())
    return tuple(p for p in paths if not any(x in hidden or x.startswith(".") for x in p.relative_to(ROOT).parts))


def modules(*folders: str) -> list[Path]:
    """The Python files of these top-level folders, test data aside."""
    wanted = folders or CODE
    return [
        path
        for path in tracked()
        if path.suffix == ".py" and name(path).split("/")[0] in wanted and not name(path).startswith("tests/data/")
    ]


def name(path: Path) -> str:
    """The path as the repository writes it: relative, with slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=name(path))


def imports(path: Path) -> set[str]:
    """The dotted names that a file imports, anywhere in it; ``from a import b`` gives both ``a`` and ``a.b``."""
    package = name(path).removesuffix(".py").removesuffix("/__init__").split("/")
    parent = package if path.name == "__init__.py" else package[:-1]
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = parent[: len(parent) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found
