"""Markdown in the text view: what is marked is exactly what stands at the offsets, however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.models.markdown_blocks import Block, block_at, blocks
from desktop.views.text_view import TextView
from tests.helpers.fake_sources import CASE_FILES

MARKDOWN = """# Kontrakt

Innledning med **fete ord** og *kursiv*, en [lenke](https://eksempel.no/a(b)) og `kode`, samt 5 \\* 3 &amp; mer.

Andre linje som er så lang som linjer er når et program har brutt dem og
fortsetter her, også denne linjen er lang, og den viser til det som kommer

Til
Kari Solli

Ledd som
a. første punkt,
b. andre punkt.

- ett
- to med **vekt**
  og mer

3. tre
4. fire

> Et sitat fra dommen.

| Post | Beløp |
| --- | ---: |
| Forskudd | kr 745 000 |
| Rest \\| slutt | kr 1 |

---

Slutt på dokumentet.
"""


def runs(made: list[Block]) -> list[tuple[str, int]]:
    flat = [run for block in made for run in block.runs]
    flat += [run for block in made for row in block.rows for cell in row for run in cell]
    return [(run.text, run.start) for run in flat]


def test_every_run_stands_where_it_says() -> None:
    for text, start in runs(blocks(MARKDOWN)):
        if start >= 0 and text not in (" ", "\n", "*", "&", "|"):
            assert MARKDOWN[start : start + len(text)] == text


def test_kinds_and_markers() -> None:
    made = blocks(MARKDOWN)
    assert [block.kind for block in made] == [
        "heading", "paragraph", "paragraph", "paragraph", "paragraph", "item", "item", "item", "item", "quote", "table", "rule", "paragraph",
    ]  # fmt: skip
    assert [block.marker for block in made if block.kind == "item"] == ["•", "•", "3.", "4."]
    breaks = [[run.text for run in block.runs if run.text in (" ", "\n")] for block in made[2:5]]
    assert breaks == [[" "], ["\n"], ["\n", "\n"]]


@pytest.mark.parametrize("source", [text for _, text in CASE_FILES], ids=[name for name, _ in CASE_FILES])
def test_case_files_are_mapped_whole(source: str) -> None:
    unmapped = [text for text, start in runs(blocks(source)) if start < 0 and text.strip()]
    assert unmapped == []


@given(st.text(alphabet="ab*_[]()`#>-|\\&;.1 \n", max_size=80))
def test_any_text_maps_to_itself(source: str) -> None:
    for text, start in runs(blocks(source)):
        if start >= 0 and text not in (" ", "\n"):
            written = source[start : start + len(text)]
            assert written == text or source[start] in "\\&"


@pytest.fixture
def view(app: App, qtbot: QtBot) -> TextView:
    assert app.window is not None
    made = app.window.source.text
    app.window.source.stack.setCurrentWidget(made)
    return made


def open_and_wait(view: TextView, qtbot: QtBot, text: str, *marks: tuple[int, int], name: str = "1-a") -> None:
    with qtbot.waitSignal(view.drawn):
        view.open(name, text, marks, None)
    qtbot.waitUntil(lambda: not view._timer.isActive(), timeout=20_000)


@pytest.mark.parametrize(
    "words",
    ["fete ord", "lenke", "dem og\nfortsetter", "tre", "Et sitat fra dommen.", "kr 745 000", "dokumentet", "kode"],
)
def test_words_are_marked_exactly(view: TextView, qtbot: QtBot, words: str) -> None:
    start = MARKDOWN.index(words)
    open_and_wait(view, qtbot, MARKDOWN, (start, start + len(words)))
    assert " ".join(view.marked_words()) == words.replace("\n", " ")


def test_a_mark_across_paragraphs(view: TextView, qtbot: QtBot) -> None:
    start, end = MARKDOWN.index("Innledning"), MARKDOWN.index("her, også")
    open_and_wait(view, qtbot, MARKDOWN, (start, end))
    marked = " ".join(view.marked_words())
    assert marked.startswith("Innledning med fete ord og kursiv")
    assert marked.endswith("fortsetter ")


def test_the_middle_of_a_long_document_is_seen_at_once_and_stays_in_view(view: TextView, qtbot: QtBot) -> None:
    parts = [f"## Kapittel {n}\n\nAvsnitt nummer {n} om " + "reklamasjon og mangel " * 20 for n in range(400)]
    source = "\n\n".join(parts)
    start = source.index("Avsnitt nummer 250")
    mark = (start, start + len("Avsnitt nummer 250"))
    with qtbot.waitSignal(view.drawn):
        view.open("1-long", source, [mark], None)
    assert view.marked_words() == ["Avsnitt nummer 250"]

    def seen() -> bool:
        selection = view.extraSelections()[-1]
        rect = view.cursorRect(selection.cursor)
        return bool(view.viewport().rect().intersects(rect))

    assert seen()
    qtbot.waitUntil(lambda: not view._timer.isActive(), timeout=30_000)
    assert view.marked_words() == ["Avsnitt nummer 250"]
    assert seen()
    text = view.document().toPlainText()
    assert all(f"Avsnitt nummer {n} om" in text for n in (0, 1, 17, 249, 251, 399))
    assert text.index("Kapittel 0") < text.index("Kapittel 1\n") < text.index("Kapittel 399")


def test_what_cannot_be_found_is_not_marked(view: TextView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.located) as told:
        open_and_wait(view, qtbot, "Kort tekst.", (400, 420), name="1-short")
    assert told.args == [False]
    assert view.marked_words() == []


def test_block_at() -> None:
    made = blocks(MARKDOWN)
    assert made[block_at(made, MARKDOWN.index("Et sitat"))].kind == "quote"
    assert block_at(made, 0) == 0
    assert made[block_at(made, len(MARKDOWN))].kind == "paragraph"


def test_nothing_is_fetched(view: TextView, qtbot: QtBot, tmp_path: Path) -> None:
    secret = tmp_path / "picture.png"
    secret.write_bytes(b"x")
    open_and_wait(view, qtbot, f"![bilde]({secret.as_uri()}) tekst <img src='{secret}'>", name="1-img")
    assert view.loadResource(2, secret.as_uri()) is None  # type: ignore[arg-type]
