"""The shape of the files: one thing each, said in the first line; small; no stubs; SQL apart; nothing hidden in them."""

from __future__ import annotations

import ast
import re
import statistics
import unicodedata
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

from tests.helpers.tree import ROOT, modules, name, parsed, tracked

LONGEST = 400
LONGEST_VIEW = 300
MEDIAN = 150
TEXT_SUFFIXES = {".py", ".sql", ".toml", ".md", ".txt", ".tsv", ".csv", ".json", ".qss", ".css", ".svg", ".ts", ".gbnf"}
# Real text of law, mail and data may hold any character; it is material, not source.
MATERIAL = ("tests/data/*", "resources/sample/*", "resources/licences/*", "packaging/licences/*")

STUB = re.compile(r"NotImplementedError|\b(TODO|FIXME|XXX)\b|pass\s+# *stub")
SQL = re.compile(
    r"\s*(select\b[\s\S]*\bfrom\b|insert\s+into\b|update\s+\w+\s+set\b|delete\s+from\b|truncate\s+\w"
    r"|(create|alter|drop)\s+(or\s+replace\s+)?(table|index|unique|schema|type|function|view|role|database|extension)\b"
    r"|with\s+(recursive\s+)?\w+\s+as\s*(not\s+)?(materialized\s*)?\()",
    re.IGNORECASE,
)
HIDDEN = {"Cf", "Cc", "Co", "Zl", "Zp", "Zs"}
"""Unicode categories that a reader cannot see (an ordinary space and a tab aside)."""

# Said in pieces, so that this file does not hold them itself.
WORKPLACE = [
    "/wo" + "rk/",
    "/tm" + "p/[a-z]",
    r"/\.li" + "brary",
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


def faults(paths: list[Path], rule: Callable[[Path], object]) -> list[str]:
    """``path: what is wrong`` for every file for which the rule gives something."""
    return [f"{name(path)}: {wrong}" for path in paths if (wrong := rule(path))]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def source_texts() -> list[Path]:
    material = [path for path in tracked() if any(fnmatch(name(path), pattern) for pattern in MATERIAL)]
    return [path for path in tracked() if path.suffix in TEXT_SUFFIXES and path not in material]


def test_a_module_says_what_it_is_for() -> None:
    def rule(path: Path) -> str:
        if path.name == "__init__.py" and not text_of(path).strip():
            return ""
        first = (ast.get_docstring(parsed(path)) or "").split("\n")[0]
        return "" if len(first) >= 20 else "its first line does not say what it is for"

    assert not faults(modules(), rule)


def test_a_module_does_one_thing() -> None:
    def rule(path: Path) -> str:
        limit = LONGEST_VIEW if name(path).startswith("desktop/views/") else LONGEST
        lines = len(text_of(path).splitlines())
        return f"{lines} lines, more than {limit}" if lines > limit else ""

    assert not faults(modules(), rule)


def test_most_modules_are_small() -> None:
    lengths = {name(p): len(text_of(p).splitlines()) for p in modules("engine", "desktop")}
    written = {path: lines for path, lines in lengths.items() if lines}
    median = statistics.median(written.values())
    longest = max(written, key=lambda path: written[path])
    print(f"{len(written)} modules, median {median:.0f} lines, longest {longest}: {written[longest]}")
    assert median <= MEDIAN


def test_nothing_is_left_undone() -> None:
    def rule(path: Path) -> list[str]:
        return [line.strip() for line in text_of(path).splitlines() if STUB.search(line)]

    assert not faults(modules("engine", "desktop", "packaging"), rule)


def test_no_sql_inside_python() -> None:
    def rule(path: Path) -> list[str]:
        docstrings = {id(node.value) for node in ast.walk(parsed(path)) if isinstance(node, ast.Expr)}
        return [
            node.value[:60]
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
            if SQL.match(node.value)
        ]

    assert not faults(modules("engine", "desktop"), rule), "SQL stands in engine/store/queries/*.sql"


def test_only_the_store_executes_sql() -> None:
    def rule(path: Path) -> set[str]:
        called = {
            node.func.attr
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        return called & {"execute", "executemany", "cursor"}

    others = [path for path in modules("engine", "desktop") if not name(path).startswith("engine/store/")]
    assert not faults(others, rule)


def test_the_sql_pattern_knows_sql_from_speech() -> None:
    for text in ("SELECT 1 FROM t", "\n  with a as (select 1)", "insert into x", "Update pack set a = 1"):
        assert SQL.match(text), text
    for text in ("Select a file", "Delete the matter?", "Update available", "with a note as agreed", "created"):
        assert not SQL.match(text), text


def test_no_character_hides_in_the_source() -> None:
    """Bidirectional controls, zero-width and other invisible characters are written as escapes, never raw."""

    def rule(path: Path) -> list[str]:
        return [
            f"line {number} U+{ord(ch):04X}"
            for number, line in enumerate(text_of(path).split("\n"), 1)
            for ch in line
            if ch not in " \t\r" and unicodedata.category(ch) in HIDDEN
        ]

    assert not faults(source_texts(), rule)


def test_the_product_speaks_of_itself_alone() -> None:
    pattern = re.compile("|".join(WORKPLACE + REGISTRIES))

    def rule(path: Path) -> str:
        found = pattern.search(text_of(path))
        return found.group() if found else ""

    assert not faults([path for path in source_texts() if not name(path).startswith(".ci/")], rule)


def test_every_resource_has_its_source_and_licence() -> None:
    table = ROOT / "resources" / "SOURCES.tsv"
    head, *rows = [line.split("\t") for line in text_of(table).splitlines()]
    assert head == ["path", "source", "licence"]
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in rows)
    files = [name(path).removeprefix("resources/") for path in tracked() if name(path).startswith("resources/")]
    unlisted = [f for f in files if f != "SOURCES.tsv" and not any(fnmatch(f, row[0]) for row in rows)]
    assert not unlisted, "not in resources/SOURCES.tsv"
    assert not [row[0] for row in rows if not any(fnmatch(file, row[0]) for file in files)], "these rows name no file"


def test_every_folder_of_test_data_lists_its_sources() -> None:
    data = ROOT / "tests" / "data"
    inside = [path for path in tracked() if path.is_relative_to(data) and path.parent != data]
    unlisted = []
    for part in sorted({path.relative_to(data).parts[0] for path in inside}):
        table = data / part / "SOURCES.tsv"
        assert table in inside, f"tests/data/{part} has no SOURCES.tsv"
        listed = [line.split("\t")[0] for line in text_of(table).splitlines()[1:]]
        files = [path for path in inside if path.is_relative_to(data / part) and path != table]
        names = [path.relative_to(data / part).as_posix() for path in files]
        unlisted += [f"tests/data/{part}/{f}" for f in names if not any(fnmatch(f, pattern) for pattern in listed)]
    assert not unlisted
