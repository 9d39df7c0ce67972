"""Every string of the window has its translation; none is stale; placeholders agree; numbers have both forms."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from desktop.texts import catalogue

DESKTOP = Path(__file__).resolve().parents[2] / "desktop"


def strings() -> dict[str, bool]:
    """English text → whether a number decides its form; fails on a text that is not written out."""
    found: dict[str, bool] = {}
    for path in sorted(DESKTOP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr":
                text = node.args[0]
                assert isinstance(text, ast.Constant), (
                    f"{path.name}:{node.lineno}: tr() needs a text that is written out"
                )
                found[text.value] = found.get(text.value, False) or len(node.args) > 1
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


LANGUAGES = sorted(path.stem for path in (DESKTOP.parent / "resources" / "translations").glob("*.json"))


def test_norwegian_and_english_are_there() -> None:
    assert {"nb", "en"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_complete(language: str) -> None:
    texts, wanted = catalogue(language), strings()
    needed = {text for text, counted in wanted.items() if counted or language != "en"}
    assert needed - set(texts) == set(), "missing"
    for text in needed:
        made = texts[text]
        forms = list(made.values()) if isinstance(made, dict) else [made]
        assert isinstance(made, dict) == wanted[text], f"{text}: a counted text needs one and other"
        for form in forms:
            assert form.strip(), text
            assert placeholders(form) == placeholders(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stale(language: str) -> None:
    assert set(catalogue(language)) - set(strings()) == set()


def test_menu_keys_are_unique_in_each_language() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        menus = [texts.get(t, t) for t in strings() if t.startswith("&")]
        keys = [text[text.index("&") + 1].casefold() for text in menus]
        assert len(keys) == len(set(keys)), (language, menus)
