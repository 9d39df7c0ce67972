"""The window on the real engine: the sample matter is imported, searched, asked and exported, by key and mouse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.main_window import MainWindow
from desktop.views.source_view import PAGE, TEXT
from engine.workspace import Workspace
from tests.desktop.test_stories import drop, names_in
from tests.helpers.database import new_home, remove_home

SLOW = 120_000  # ms: a first start makes a database, on a machine that may be busy with other tests


@pytest.fixture(scope="module")
def sample_home() -> Iterator[Path]:
    """A home with the Norwegian sample matter, made once for this file."""
    home = new_home()
    with Workspace(home) as workspace:
        workspace.open_sample("nb")
    yield home
    remove_home(home)


@pytest.fixture
def app(qtbot: QtBot, sample_home: Path) -> Iterator[App]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = App(application, sample_home)
    made.preferences.language = "nb"
    made.preferences.theme = "light"
    made.preferences.matter = "Boligkjøp Tjernhaugveien 14"
    made.look = made._dress()
    failures: list[BaseException] = []
    made.start()
    qtbot.waitUntil(lambda: made.window is not None, timeout=SLOW)
    assert made.context is not None
    assert made.window is not None
    made.context.failed.connect(failures.append)
    made.window.resize(1440, 900)
    yield made
    window, made.window = made.window, None
    made.close()
    window.hide()
    window.deleteLater()
    made.context.deleteLater()
    QApplication.processEvents()
    assert failures == []


@pytest.fixture
def window(app: App) -> MainWindow:
    assert app.window is not None
    return app.window


def search(window: MainWindow, qtbot: QtBot, words: str) -> None:
    window.question.box.edit.setFocus()
    window.question.box.edit.selectAll()
    qtbot.keyClicks(window.question.box.edit, words)
    state = window.question._state
    qtbot.waitUntil(
        lambda: state.result is not None and state.result.queries == (words,) and not state.searching, timeout=30_000
    )


def ask(window: MainWindow, qtbot: QtBot, words: str) -> None:
    window.question.box.edit.setPlainText(words)
    qtbot.keyClick(window.question.box.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.question._state.answer is not None, timeout=60_000)


def test_the_sample_is_there(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "Avhendingslova" in names_in(window.files.model), timeout=20_000)
    names = names_in(window.files.model)
    assert "Saksdokumenter" in names
    assert len(names) > 20
    assert window.windowTitle() == "Boligkjøp Tjernhaugveien 14 – Ordrett"


def test_a_section_is_found_by_its_citation_and_marked_in_the_act(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "avhendingslova § 4-19 reklamasjon")
    first = window.question.hits.model.hits[0]
    assert (first.title, first.label) == ("Avhendingslova", "§ 4-19")
    qtbot.keyClick(window.question.box.edit, Qt.Key.Key_Down)
    text = window.source.text
    qtbot.waitUntil(lambda: window.source.stack.currentIndex() == TEXT and bool(text.marked_words()), timeout=20_000)
    assert any("eklamasjon" in word for word in text.marked_words())
    assert window.source.title.whole_text() == "Avhendingslova § 4-19"


def test_a_page_of_the_contract_opens_with_exactly_these_words_marked(window: MainWindow, qtbot: QtBot) -> None:
    search(window, qtbot, "reklamasjon mangel kontrakt")
    hits = window.question.hits
    row = next(n for n, hit in enumerate(hits.model.hits) if hit.source_id.endswith("signert.pdf") and hit.matched)
    hit = hits.model.hits[row]
    hits.list.setFocus()
    hits.list.setCurrentIndex(hits.model.index(row))
    page = window.source.page
    qtbot.waitUntil(lambda: window.source.stack.currentIndex() == PAGE and page.page_count > 0, timeout=20_000)
    qtbot.waitUntil(lambda: not page._await_first, timeout=20_000)
    assert words_under_marks(window) == [word.rstrip(".,") for word in hit.matched]
    assert not window.source.banner.isVisible()


def words_under_marks(window: MainWindow) -> list[str]:
    """What PDFium reads inside the marked rectangles, in the order of the page."""
    import pypdfium2 as pdfium

    shown = window.source._shown
    assert shown is not None
    assert shown.original is not None
    pdf = pdfium.PdfDocument(shown.original)
    words = []
    for number, boxes in window.source.page.marks.items():
        page = pdf[number - 1]
        text, height = page.get_textpage(), page.get_height()
        for box in boxes:
            found = text.get_text_bounded(box.left(), height - box.bottom(), box.right(), height - box.top())
            words.append(re.sub(r"\s+", " ", found).strip(" .,"))
        text.close()
        page.close()
    pdf.close()
    return words


def test_ask_open_the_quote_and_export(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(window, qtbot, "Når må kjøperen senest reklamere over en mangel?")
    cards = window.question.answer.cards
    assert cards
    assert all(card.quote.status == "verified" for card in cards)
    qtbot.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    source, quote = window.source, cards[0].quote
    qtbot.waitUntil(lambda: source._shown is not None and source._shown.document.id == quote.document, timeout=20_000)
    if source.stack.currentIndex() == TEXT:
        qtbot.waitUntil(lambda: bool(source.text.marked_words()), timeout=20_000)
        assert " ".join(" ".join(source.text.marked_words()).split()) == " ".join(quote.text.split())
    else:
        assert source.page.marks
    for ending, sign in (("html", "<html"), ("md", "#")):
        target = tmp_path / f"svar.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, target=target: (str(target), ""))
        window.question.export()
        qtbot.waitUntil(target.is_file, timeout=20_000)
        written = target.read_text(encoding="utf-8")
        assert sign in written
        assert "reklamere" in written
    qtbot.waitUntil(lambda: bool(window.question._state.history), timeout=20_000)
    assert window.question._state.history[0].question == "Når må kjøperen senest reklamere over en mangel?"


def test_drop_a_folder(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "Fra klienten"
    folder.mkdir()
    (folder / "Brev.txt").write_text("Vannet sto fire centimeter over gulvet i vaskerommet.", "utf-8")
    (folder / "Kopi.txt").write_text("Vannet sto fire centimeter over gulvet i vaskerommet.", "utf-8")
    (folder / "Tomt.txt").write_text("", "utf-8")
    (folder / "Ødelagt.pdf").write_bytes(b"%PDF-1.7\n")
    drop(window, folder)
    panel = window.files.imports
    qtbot.waitUntil(lambda: panel.title.text() == "Innlesingen er ferdig", timeout=60_000)
    assert panel.numbers.text().startswith("1 dokument lest · 1 duplikat")
    assert panel.model.rowCount() == 2
    search(window, qtbot, "fire centimeter vaskerommet")
    assert window.question.hits.model.hits[0].title.startswith("Brev")
