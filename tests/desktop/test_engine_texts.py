"""What the engine says in English (errors, reasons, notes, warnings) is put into Norwegian, and nothing stale is kept."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from desktop.texts import said

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "resources" / "translations" / "engine" / "nb.json"
# Told to a model, to a developer, or written into a report in its own language: never shown in the window.
NOT_SHOWN = (
    "agent/actions.py", "agent/opening.py", "agent/nudges.py", "agent/tools.py", "report/labels.py", "report/answer_json.py",
    "report/write.py", "model/fetch.py", "commands/", "cli.py", "mcp.py",
)  # fmt: skip
# Single sentences of modules that else speak to the person.
TO_THE_MODEL = (
    "Answer now, as before.",
    "That is not settled by these sentences. Search with words that the sources would use.",
    "You did exactly that already. Do something else, or answer.",
)
LEAST_WORDS = 4


def template(node: ast.AST) -> str | None:
    """The text of a string, with {0}, {1} … where something is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        text, number = "", 0
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += str(part.value)
            else:
                text += f"{{{number}}}"
                number += 1
        return text
    return None


def sentences() -> dict[str, str]:
    """Every sentence in the engine's code that is no docstring → the module that says it."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name = path.relative_to(ROOT / "engine").as_posix()
        if name.startswith(NOT_SHOWN):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        apart = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        apart |= {id(p) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for p in ast.walk(n) if p is not n}
        for node in ast.walk(tree):
            text = None if id(node) in apart else template(node)
            if text and len(text.split()) >= LEAST_WORDS and text.endswith((".", "…")) and re.match(r"[A-Z“{\"]", text):
                found.setdefault(text, name)
    return found


def table() -> dict[str, str]:
    made: dict[str, str] = json.loads(TABLE.read_text(encoding="utf-8"))
    return made


def test_every_sentence_is_put_into_norwegian() -> None:
    missing = [f"{module}: {text}" for text, module in sentences().items() if text not in table()]
    missing = [line for line in missing if not line.endswith(TO_THE_MODEL)]
    assert missing == [], f"add these to {TABLE.relative_to(ROOT)}"


def test_what_is_filled_in_is_kept() -> None:
    for text, made in table().items():
        assert set(re.findall(r"\{\d\}", made)) <= set(re.findall(r"\{\d\}", text)), text
        assert made.strip(), text


@pytest.fixture
def norwegian() -> object:
    before = QLocale()
    QLocale.setDefault(QLocale("nb"))
    yield None
    QLocale.setDefault(before)


@pytest.mark.usefixtures("norwegian")
def test_said() -> None:
    assert said("The file is empty (0 bytes).") == "Filen er tom (0 byte)."
    assert said("The same as “Brev 3.txt”.") == "Samme innhold som «Brev 3.txt»."
    assert (
        said("This is a ZIP archive, a kind that cannot be read as text.")
        == "Filen er et ZIP-arkiv og kan ikke leses som tekst."
    )
    nested = "The model did not keep to the form of an answer; the evidence is shown."
    assert said(nested) == "Modellen holdt seg ikke til svarformen. Stedene fra kildene vises."
    assert said("Something that nobody has written yet.") == "Something that nobody has written yet."
    assert said(None) == ""
