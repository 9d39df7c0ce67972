"""The lock pins every package that the program and its tests stand on, at the versions that pyproject.toml allows."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

from tests.helpers.tree import ROOT

LOCK = ROOT / "packaging" / "requirements.txt"
BUILT_APART = "llama-cpp-python"
"""Compiled for the processor by packaging/llama_wheel.py, which names its version."""


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, Requirement]:
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {plain(requirement.name): requirement for requirement in map(Requirement, lines)}


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = list(project["project"]["dependencies"])
    for part in project["project"]["optional-dependencies"].values():
        lines += part
    return [Requirement(line) for line in lines + project["build-system"]["requires"]]


def version(pin: Requirement) -> str:
    (only,) = pin.specifier
    assert only.operator == "=="
    return only.version


def test_every_line_pins_one_version() -> None:
    assert all(version(pin) for pin in pins().values())


def test_every_package_of_the_project_is_pinned_as_allowed() -> None:
    for requirement in wanted():
        if plain(requirement.name) == BUILT_APART:
            built = (ROOT / "packaging" / "llama_wheel.py").read_text(encoding="utf-8")
            assert f'VERSION = "{version(requirement)}"' in built
            continue
        pin = pins()[plain(requirement.name)]
        assert requirement.specifier.contains(version(pin)), f"{requirement} is pinned as {pin}: run dev.py lock"


def test_what_those_need_is_pinned_too() -> None:
    """Walks what is installed, from the project's packages down."""
    todo = [(plain(requirement.name), frozenset(requirement.extras)) for requirement in wanted()]
    seen: set[tuple[str, frozenset[str]]] = set()
    while todo:
        item = todo.pop()
        if item in seen or (found := installed(item[0])) is None:
            continue
        seen.add(item)
        assert item[0] in pins() or item[0] == BUILT_APART, f"{item[0]} is not in the lock: run dev.py lock"
        for line in found.requires or []:
            need = Requirement(line)
            extras = item[1] or frozenset({""})
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras):
                todo.append((plain(need.name), frozenset(need.extras)))
    assert len(seen) > 20


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None
