"""What a lawyer does in a sitting, by key and mouse: drops, stops, finds, switches; on the fake workspace."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.dialogs.ask import LineDialog
from desktop.dialogs.error import BugDialog, ToldDialog
from desktop.main_window import MainWindow
from desktop.models.outcome_list import OUTCOME
from desktop.models.pack_tree import NODE
from desktop.views.source_view import TEXT
from engine.errors import UserFacingError
from tests.desktop.conftest import Start


def drop(window: QWidget, *paths: Path, at: QPoint | None = None) -> None:
    """As the window system tells it: the drag enters, then the files are let go."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    where = at or QPoint(300, 300)
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, QDragEnterEvent(where, *rest))
    assert window.overlay.isVisible()
    QApplication.sendEvent(window, QDropEvent(QPointF(where), *rest, QEvent.Type.Drop))


def folder_with(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "Fra klienten"
    folder.mkdir()
    for number in range(count):
        (folder / f"Brev {number:03}.txt").write_text(f"# Brev {number}\n\nOm drenering nummer {number}.", "utf-8")
    return folder


def shown_dialog(window: QWidget, kind: type[QDialog], qtbot: QtBot) -> QDialog:
    qtbot.waitUntil(lambda: any(d.isVisible() for d in window.findChildren(kind)))
    return next(d for d in window.findChildren(kind) if d.isVisible())


def test_first_start_offers_the_sample_and_opens_it(start: Start, qtbot: QtBot) -> None:
    window = start(filled=False, matter="").window
    assert window is not None
    assert window.stages.currentWidget() is window.welcome
    qtbot.mouseClick(window.welcome.sample, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.stages.currentWidget() is window.splitter, timeout=10_000)
    assert window.windowTitle().startswith("Berg mot Solli")
    offers = window.question.answer.empty.findChildren(QWidget, options=Qt.FindChildOption.FindChildrenRecursively)
    assert any(getattr(offer, "text", str)() == "Når må kjøperen senest reklamere?" for offer in offers)


def test_drop_a_folder_and_see_what_became_of_each_file(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, 12)
    (folder / "broken.txt").write_text("x", "utf-8")
    (folder / "locked.txt").write_text("y", "utf-8")
    (folder / "Kopi.txt").write_bytes((folder / "Brev 003.txt").read_bytes())
    drop(window, folder)
    panel = window.files.imports
    qtbot.waitUntil(lambda: panel.bar.isVisible() and panel.bar.value() > 3)
    assert "of 15" in panel.numbers.text()
    qtbot.waitUntil(lambda: panel.title.text() == "Import finished", timeout=10_000)
    assert panel.numbers.text() == "12 documents read · 1 duplicate · 1 needs attention · 1 could not be read"
    reasons = [panel.model.index(r).data(OUTCOME).reason for r in range(panel.model.rowCount())]
    assert any("password" in reason for reason in reasons)
    assert any("damaged" in reason for reason in reasons)
    tree = window.files.model
    qtbot.waitUntil(lambda: any("Brev 011" in name for name in names_in(tree)))


def names_in(tree: object) -> list[str]:
    found: list[str] = []

    def walk(parent: object) -> None:
        for r in range(tree.rowCount(parent)):  # type: ignore[attr-defined]
            index = tree.index(r, 0, parent)  # type: ignore[attr-defined]
            found.append(index.data(NODE).text)
            walk(index)

    from PySide6.QtCore import QModelIndex

    walk(QModelIndex())
    return found


def test_a_drop_on_the_right_goes_to_the_law(app: App, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    act = tmp_path / "lov.txt"
    act.write_text("§ 1. Lov om prøver.", "utf-8")
    drop(window, act, at=QPoint(window.width() - 60, 300))
    context = app.context
    assert context is not None
    qtbot.waitUntil(lambda: context.imports.current is not None and context.imports.current.state == "ended")
    assert context.imports.current is not None
    assert context.imports.current.kind == "law"


def test_stop_an_import(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    window = start(pace=0.1).window
    assert window is not None
    drop(window, folder_with(tmp_path, 100))
    panel = window.files.imports
    qtbot.waitUntil(lambda: panel.bar.value() >= 2, timeout=10_000)
    before = time.monotonic()
    qtbot.mouseClick(panel.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.title.text() == "Import stopped", timeout=3000)
    assert time.monotonic() - before < 2
    assert "not yet read" in panel.numbers.text()
    assert panel.resume.isVisible()


def test_a_locked_file_is_read_with_its_password(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    locked = tmp_path / "locked avtale.txt"
    locked.write_text("# Avtale\n\nHemmelig.", "utf-8")
    drop(window, locked)
    panel = window.files.imports
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1 and panel.title.text() == "Import finished", timeout=5000)
    panel.password_wanted.emit(panel.model.index(0).data(OUTCOME))
    dialog = shown_dialog(window, LineDialog, qtbot)
    assert isinstance(dialog, LineDialog)
    qtbot.keyClicks(dialog.field, "hunter2")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.numbers.text() == "1 document read", timeout=5000)


def test_rescan_reads_only_what_is_new(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, 3)
    drop(window, folder)
    panel = window.files.imports
    qtbot.waitUntil(lambda: panel.numbers.text() == "3 documents read", timeout=5000)
    (folder / "Nytt brev.txt").write_text("# Nytt\n\nHelt nytt.", "utf-8")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: panel.numbers.text() == "1 document read · 3 duplicates", timeout=5000)


def test_find_in_document(window: MainWindow, qtbot: QtBot) -> None:
    tree = window.files.tree
    qtbot.waitUntil(lambda: "Avhendingslova" in names_in(window.files.model))
    law = window.files.model.index(1, 0)
    act = window.files.model.index(0, 0, window.files.model.index(0, 0, law))
    tree.scrollTo(act)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(act).center())
    source = window.source
    qtbot.waitUntil(lambda: source.stack.currentIndex() == TEXT and source.title.whole_text() == "Avhendingslova")
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert source.find.isVisible()
    qtbot.keyClicks(source.find.field, "rimeleg  tid")
    qtbot.waitUntil(lambda: source.text.marked_words() == ["rimeleg tid"])
    assert source.find.count.text() == "1 of 1"
    source.find.field.setText("eigedomen")
    qtbot.waitUntil(lambda: source.find.count.text().startswith("1 of ") and source.find.count.text() != "1 of 1")
    qtbot.keyClick(source.find.field, Qt.Key.Key_Return)
    assert source.find.count.text().startswith("2 of ")
    qtbot.keyClick(source.find.field, Qt.Key.Key_Escape)
    assert not source.find.isVisible()


def test_next_and_previous_walk_through_the_hits(window: MainWindow, qtbot: QtBot) -> None:
    window.question.box.edit.setPlainText("reklamasjon mangel")
    qtbot.waitUntil(lambda: window.question.hits.model.rowCount() > 2)
    window.question.hits.enter()
    qtbot.waitUntil(lambda: window.source.count.isVisible())
    first = window.source.count.text()
    qtbot.keyClick(window, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.source.count.text() != first)
    qtbot.keyClick(window, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.source.count.text() == first)


def test_escape_clears_and_ctrl_l_returns(window: MainWindow, qtbot: QtBot) -> None:
    edit = window.question.box.edit
    edit.setPlainText("mangel")
    window.files.tree.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert edit.hasFocus()
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.toPlainText() == ""
    qtbot.waitUntil(lambda: window.question.hits.currentIndex() == 0)


def test_a_pack_that_is_switched_off_is_not_searched(window: MainWindow, qtbot: QtBot) -> None:
    window.question.box.edit.setPlainText("oppsigelsesfrist")
    qtbot.waitUntil(lambda: window.question.hits.model.rowCount() > 0)
    tree, model = window.files.tree, window.files.model
    pack = model.index(0, 0, model.index(1, 0))
    area = tree.visualRect(pack)
    tree.scrollTo(pack)
    spot = QPoint(area.right() - 18, tree.visualRect(pack).center().y())
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    qtbot.waitUntil(lambda: not pack.data(NODE).pack.on)
    qtbot.waitUntil(lambda: window.question.hits.model.rowCount() == 0)


@pytest.mark.parametrize(("language", "word"), [("nb", "Treff"), ("en", "Hits")])
def test_language_and_theme_change_at_once_and_nothing_is_lost(
    start: Start, qtbot: QtBot, language: str, word: str
) -> None:
    app = start(language="nb" if language == "en" else "en")
    window = app.window
    assert window is not None
    window.question.box.edit.setPlainText("reklamasjon")
    qtbot.waitUntil(lambda: window.question.hits.model.rowCount() > 0)
    hits = window.question.hits.model.rowCount()
    window.question.hits.enter()
    qtbot.waitUntil(lambda: app.context is not None and app.context.source.shown is not None)
    window.actions_by_name[f"language {language}"].trigger()
    window.actions_by_name["theme dark"].trigger()
    qtbot.waitUntil(lambda: app.window is not window and app.look.colours.dark)
    fresh = app.window
    assert fresh is not None
    assert fresh.question.tabs[0].text().startswith(word)
    assert fresh.question.box.edit.toPlainText() == "reklamasjon"
    assert fresh.question.hits.model.rowCount() == hits
    assert fresh.source.stack.currentIndex() == TEXT


def test_a_plain_error_is_told_and_a_bug_has_details(app: App, window: MainWindow, qtbot: QtBot) -> None:
    app.workspace.fail = UserFacingError("The disk is full; free some space.")  # type: ignore[union-attr]
    window.question.box.edit.setPlainText("mangel")
    told = shown_dialog(window, ToldDialog, qtbot)
    assert any("disk is full" in w.text() for w in told.findChildren(QWidget) if hasattr(w, "text"))  # type: ignore[attr-defined]
    told.close()
    app.workspace.fail = RuntimeError("unexpected")  # type: ignore[union-attr]
    window.question.box.edit.setPlainText("frist")
    bug = shown_dialog(window, BugDialog, qtbot)
    assert isinstance(bug, BugDialog)
    assert "RuntimeError: unexpected" in bug._details
    bug.close()


def test_everything_that_takes_the_keyboard_has_a_name(window: MainWindow, qtbot: QtBot) -> None:
    window.question.box.edit.setPlainText("Når må kjøperen reklamere?")
    window.question.ask()
    qtbot.waitUntil(lambda: window.question._state.answer is not None, timeout=15_000)
    nameless = [
        f"{type(w).__name__} {w.objectName()} in {type(w.parentWidget()).__name__}"
        for w in window.findChildren(QWidget)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and w.isEnabledTo(window)
        and not w.accessibleName()
        and not (isinstance(w, QToolButton) and w.text())
        and w.objectName() != "qt_menubar_ext_button"
        and not w.objectName().startswith("qt_")
    ]
    assert nameless == []


def test_window_and_panes_are_kept(start: Start, app: App, window: MainWindow, qtbot: QtBot) -> None:
    window.splitter.setSizes([333, 500, 600])
    window.resize(1300, 820)
    window.keep()
    again = MainWindow(app.context)  # type: ignore[arg-type]
    qtbot.addWidget(again)
    again.show()
    assert not app.preferences.state("window").isEmpty()  # type: ignore[union-attr]
    assert again.splitter.sizes()[0] > 260  # 220 where nothing was kept: the screen of the tests is small


def test_quit_while_files_are_read_asks_first(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    window = start(pace=0.1).window
    assert window is not None
    drop(window, folder_with(tmp_path, 50))
    qtbot.waitUntil(lambda: window.files.imports.bar.value() >= 1, timeout=10_000)
    window.close()
    assert window.isVisible()
    dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
    qtbot.mouseClick(dialog.do_button, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: not window.isVisible())
