"""The window by key and mouse, on the fake workspace."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.main_window import MainWindow
from desktop.views.question_view import ANSWER, HITS
from desktop.views.source_view import PAGE, TEXT
from tests.desktop.conftest import Start


def search(window: MainWindow, qtbot: QtBot, words: str) -> None:
    window.question.box.edit.setFocus()
    window.question.box.edit.selectAll()
    qtbot.keyClicks(window.question.box.edit, words)
    state = window.question._state
    qtbot.waitUntil(lambda: state.result is not None and state.result.queries == (words,) and not state.searching)


def ask(window: MainWindow, qtbot: QtBot, words: str) -> None:
    window.question.box.edit.setPlainText(words)
    qtbot.keyClick(window.question.box.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.question._state.answer is not None, timeout=15_000)


def test_typing_finds_and_arrows_open(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "oppsigelsesfrist")
    hits = window.question.hits
    assert hits.model.hits[0].label == "§ 15-3"
    assert window.question.stack.currentIndex() == HITS
    qtbot.keyClick(window.question.box.edit, Qt.Key.Key_Down)
    assert hits.list.hasFocus()
    qtbot.waitUntil(lambda: window.source.stack.currentIndex() == TEXT)
    qtbot.waitUntil(lambda: "oppsigelsesfrist" in " ".join(window.source.text.marked_words()))
    qtbot.keyClick(hits.list, Qt.Key.Key_Up)
    assert window.question.box.edit.hasFocus()


def test_hit_in_a_pdf_opens_its_page_with_the_words_marked(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "bunnsvillen")
    window.question.hits.enter()
    qtbot.waitUntil(lambda: window.source.stack.currentIndex() == PAGE)
    qtbot.waitUntil(lambda: bool(window.source.page.marks) and window.source.page.page_count > 0)
    (boxes,) = window.source.page.marks.values()
    assert len(boxes) == 1
    assert boxes[0].width() > 20


def test_words_that_cannot_be_located_open_the_text_and_say_so(app: App, window: MainWindow, qtbot: QtBot) -> None:
    app.workspace.lose_boxes = True  # type: ignore[union-attr]
    search(window, qtbot, "bunnsvillen")
    window.question.hits.enter()
    qtbot.waitUntil(lambda: window.source.stack.currentIndex() == TEXT)
    assert window.source.banner.isVisible()
    qtbot.waitUntil(lambda: window.source.text.marked_words() == ["bunnsvillen"])


def test_ask_click_quote_and_copy(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot, "Hvor lang er den alminnelige foreldelsesfrist?")
    assert window.question.stack.currentIndex() == ANSWER
    card = window.question.answer.cards[0]
    assert card.quote.status == "verified"
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.source.text.marked_words() == [card.quote.text])
    assert card.property("shown") is True
    qtbot.keyClick(card, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert card.quote.text in copied
    assert card.quote.title in copied


def test_stop_ends_the_answer(start: Start, qtbot: QtBot) -> None:
    window = start(pace=0.2).window
    assert window is not None
    window.question.box.edit.setPlainText("Når må kjøperen reklamere?")
    window.question.ask()
    qtbot.waitUntil(lambda: bool(window.question._state.steps), timeout=10_000)
    assert window.question.answer.trace.isVisible()
    qtbot.mouseClick(window.question.answer.trace.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.question._state.asking is None, timeout=2000)


def test_export_writes_the_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(window, qtbot, "Hvor lang er den alminnelige foreldelsesfrist?")
    offered: list[str] = []

    def choose(parent: object, title: str, name: str, kinds: str) -> tuple[str, str]:
        offered.append(name)
        return str(tmp_path / "svar.md"), kinds.split(";;")[1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    qtbot.mouseClick(window.question.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (tmp_path / "svar.md").is_file())
    assert offered[0].endswith("Hvor lang er den alminnelige foreldelsesfrist.html")
    assert "foreldelsesfrist" in (tmp_path / "svar.md").read_text(encoding="utf-8")
