"""The shape of the files: one thing each, said in the first line; small; no stubs; SQL apart; nothing hidden in them."""

from __future__ import annotations

import ast
import re
import statistics
import unicodedata
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.helpers.tree import ROOT, modules, name, parsed, tracked

LONGEST = 400
LONGEST_VIEW = 300
MEDIAN = 150
TEXT_SUFFIXES = {".py", ".sql", ".toml", ".md", ".txt", ".tsv", ".csv", ".json", ".qss", ".css", ".svg", ".ts", ".gbnf"}
# Real text of law, mail and data may hold any character; it is material, not source.
MATERIAL = ("tests/data/*", "resources/sample/*", "resources/licences/*", "packaging/licences/*")

# Emptied before the first release: what is named here is being written right now.
BEING_WRITTEN = {"engine/workspace.py"}
STUB = re.compile(r"NotImplementedError|\b(TODO|FIXME|XXX)\b|pass\s+# *stub")
SQL = re.compile(
    r"\s*(select\b[\s\S]*\bfrom\b|insert\s+into\b|update\s+\w+\s+set\b|delete\s+from\b|truncate\s+\w"
    r"|(create|alter|drop)\s+(or\s+replace\s+)?(table|index|unique|schema|type|function|view|role|database|extension)\b"
    r"|with\s+(recursive\s+)?\w+\s+as\s*(not\s+)?(materialized\s*)?\()",
    re.IGNORECASE,
)
# Said in pieces, so that this file does not hold them itself.
WORKPLACE = [
    "/wo" + "rk/",
    "/tm" + "p/[a-z]",
    r"\.li" + "brary",
    "before" + "-stop",
    "(helper|developer|CI) se" + "ssion",
]
REGISTRIES = [
    "pypi" + r"\.org",
    "pythonhosted" + r"\.org",
    "debian" + r"\.org/",
    "registry" + r"\.npmjs",
    "/opt/py" + "pi",
]


def each(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=name(path)) for path in paths]


def is_material(path: Path) -> bool:
    return any(fnmatch(name(path), pattern) for pattern in MATERIAL)


def source_texts() -> list[Path]:
    return [path for path in tracked() if path.suffix in TEXT_SUFFIXES and not is_material(path)]


@pytest.mark.parametrize("path", each(modules()))
def test_a_module_says_what_it_is_for(path: Path) -> None:
    if not path.read_text(encoding="utf-8").strip():
        assert path.name == "__init__.py"
        return
    first = (ast.get_docstring(parsed(path)) or "").split("\n")[0]
    assert len(first) >= 20, "the first line of a module says what it is for"
    assert first[-1] in ".:;!?)" or len(first) < 120


@pytest.mark.parametrize("path", each(modules()))
def test_a_module_does_one_thing(path: Path) -> None:
    limit = LONGEST_VIEW if name(path).startswith("desktop/views/") else LONGEST
    assert len(path.read_text(encoding="utf-8").splitlines()) <= limit


def test_most_modules_are_small() -> None:
    lengths = {name(p): len(p.read_text(encoding="utf-8").splitlines()) for p in modules("engine", "desktop")}
    written = {path: lines for path, lines in lengths.items() if lines}
    median = statistics.median(written.values())
    longest = max(written, key=lambda path: written[path])
    print(f"{len(written)} modules, median {median:.0f} lines, longest {longest}: {written[longest]}")
    assert median <= MEDIAN


@pytest.mark.parametrize(
    "path", each([p for p in modules("engine", "desktop", "packaging") if name(p) not in BEING_WRITTEN])
)
def test_nothing_is_left_undone(path: Path) -> None:
    found = [line for line in path.read_text(encoding="utf-8").splitlines() if STUB.search(line)]
    assert not found


@pytest.mark.parametrize("path", each(modules("engine", "desktop")))
def test_no_sql_inside_python(path: Path) -> None:
    docstrings = {id(node.value) for node in ast.walk(parsed(path)) if isinstance(node, ast.Expr)}
    texts = [
        node.value
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]
    assert not [text for text in texts if SQL.match(text)], "SQL stands in engine/store/queries/*.sql"


@pytest.mark.parametrize("path", each(modules("engine", "desktop")))
def test_only_the_store_executes_sql(path: Path) -> None:
    if name(path).startswith("engine/store/"):
        return
    called = {
        node.func.attr
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & {"execute", "executemany", "cursor"}


def test_the_sql_pattern_knows_sql_from_speech() -> None:
    for text in ("SELECT 1 FROM t", "\n  with a as (select 1)", "insert into x", "Update pack set a = 1"):
        assert SQL.match(text), text
    for text in ("Select a file", "Delete the matter?", "Update available", "with a note as agreed", "created"):
        assert not SQL.match(text), text


@pytest.mark.parametrize("path", each(source_texts()))
def test_no_character_hides_in_the_source(path: Path) -> None:
    """Bidirectional controls, zero-width and other invisible characters are written as escapes, never raw."""
    text = path.read_text(encoding="utf-8")
    hidden = {
        f"line {number}: U+{ord(ch):04X}"
        for number, line in enumerate(text.split("\n"), 1)
        for ch in line
        if ch not in " \t\r" and (unicodedata.category(ch) in ("Cf", "Cc", "Co", "Zl", "Zp", "Zs"))
    }
    assert not hidden


@pytest.mark.parametrize("path", each([p for p in source_texts() if not name(p).startswith(".ci/")]))
def test_the_product_speaks_of_itself_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for word in WORKPLACE + REGISTRIES:
        assert not re.search(word, text), f"{word} does not belong in the product"


def test_every_resource_has_its_source_and_licence() -> None:
    table = ROOT / "resources" / "SOURCES.tsv"
    head, *rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    assert head == ["path", "source", "licence"]
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in rows)
    files = [name(p).removeprefix("resources/") for p in tracked() if name(p).startswith("resources/")]
    for file in files:
        assert file == "SOURCES.tsv" or any(fnmatch(file, row[0]) for row in rows), f"{file} is not in SOURCES.tsv"
    for row in rows:
        assert any(fnmatch(file, row[0]) for file in files), f"{row[0]} names no file"


def test_every_folder_of_test_data_lists_its_sources() -> None:
    data = ROOT / "tests" / "data"
    parts = {p.relative_to(data).parts[0] for p in tracked() if p.is_relative_to(data) and p.parent != data}
    for part in sorted(parts):
        table = data / part / "SOURCES.tsv"
        assert table in tracked(), f"tests/data/{part} has no SOURCES.tsv"
        listed = [line.split("\t")[0] for line in table.read_text(encoding="utf-8").splitlines()[1:]]
        for path in tracked():
            if path.is_relative_to(data / part) and path != table:
                file = path.relative_to(data / part).as_posix()
                assert any(fnmatch(file, pattern) for pattern in listed), f"tests/data/{part}/{file} is not listed"
