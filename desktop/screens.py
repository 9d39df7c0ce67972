"""Drives the window through its states and grabs each: the other half of ``desktop.screenshots``."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget

from desktop.app import App
from desktop.dialogs.about import AboutDialog
from desktop.dialogs.ask import ConfirmDialog, LineDialog
from desktop.dialogs.error import BugDialog, show_error
from desktop.dialogs.import_report import ImportReportDialog
from desktop.dialogs.models import ModelsDialog
from desktop.dialogs.settings import SettingsDialog
from desktop.views.outline_panel import OutlinePanel
from desktop.views.question_view import ANSWER, HITS
from desktop.views.welcome_view import OpeningView
from engine.errors import UserFacingError

if TYPE_CHECKING:
    from desktop.main_window import MainWindow
    from desktop.screenshots import Look

PATIENCE = 180.0


class Screens:
    """One look, one home, one window; ``take_all`` walks through everything."""

    def __init__(self, look: Look, out: Path, folder: Path, opener: Callable[..., Any], only: str) -> None:
        self._look, self._out, self._folder, self._only = look, out, folder, only
        self._taken = 0
        self.application = QApplication([])
        out.mkdir(parents=True, exist_ok=True)
        self.app = App(self.application, folder / "home", opener)
        self.app.preferences.language = look.language
        self.app.preferences.theme = look.theme  # type: ignore[assignment]
        self.app.look = self.app._dress()

    # ---- tools
    def settle(self, seconds: float = 0.25) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.application.processEvents()
            time.sleep(0.005)

    def wait(self, what: Callable[[], object], seconds: float = PATIENCE) -> None:
        until = time.monotonic() + seconds
        while not what():
            if time.monotonic() > until:
                raise TimeoutError("a screen did not come")
            self.application.processEvents()
            time.sleep(0.005)

    def take(self, name: str, widget: QWidget | None = None) -> None:
        if self._only and self._only not in name:
            return
        self.settle()
        (widget or self.window).grab().save(str(self._out / f"{name}.png"))
        self._taken += 1

    @property
    def window(self) -> MainWindow:
        assert self.app.window is not None
        return self.app.window

    # ---- the walk
    def take_all(self) -> int:
        from desktop.screenshots import QUESTIONS, UNSETTLED

        words, question = QUESTIONS[self._look.language]
        self._opening()
        self._welcome()
        self._hits(words)
        self._sources()
        self._answers(question, UNSETTLED)
        self._import()
        self._dialogs()
        self._pop_ups()
        self._empty_matter()
        self.app.close()
        return self._taken

    def _opening(self) -> None:
        view = OpeningView(self.app.look.colours.accent)
        view.resize(640, 420)
        view.show()
        self.take("01-opening", view)
        view.show_problem(
            "The folder of Ordrett’s data is on a disk that is full; free 200 MB on it and try again. (/home/nora/.local/share/Ordrett)"
        )
        self.take("02-opening-problem", view)
        view.close()

    def _welcome(self) -> None:
        self.app.start()
        self.wait(lambda: self.app.window is not None)
        self.window.resize(*self._look.size)
        self.take("03-welcome")
        self.window.welcome.sample.click()
        self.settle(0.1)
        self.take("04-welcome-busy")
        self.wait(lambda: self.window.stages.currentIndex() == 0 and self.context.matter.packs)
        self.settle(1.0)
        self.take("05-matter")

    @property
    def context(self) -> Any:
        return self.app.context

    def _search(self, words: str) -> None:
        self.window.question.box.edit.setPlainText(words)
        self.window.question.show_tab(HITS)
        self.wait(lambda: self.context.question.result and self.context.question.result.queries == (words,))

    def _hits(self, words: str) -> None:
        self._search("zzyzx qwfp")
        self.take("10-no-hits")
        self._search(words)
        self.take("11-hits")
        self.window.question.hits.enter()
        self.settle(1.0)
        self.take("12-hit-open")

    def _sources(self) -> None:
        hits = self.window.question.hits
        for row, hit in enumerate(hits.model.hits):
            if hit.page is not None:
                hits.list.setCurrentIndex(hits.model.index(row))
                self.settle(1.5)
                self.take("13-page-marked")
                self.window.source.text_button.click()
                self.settle(0.6)
                self.take("14-text-of-page")
                self.window.source.page_button.click()
                self.window.source.page.zoom_by(2.0)
                self.settle(1.5)
                self.take("15-page-zoomed")
                self.window.source.page.fit_width()
                self.window.source._say("These words could not be located on the page. They are marked in the text.")
                self.take("16-banner")
                break
        self.window.source.find.enter()
        self.window.source.find.field.setText("mangel")
        self.settle(1.0)
        self.take("17-find")
        self.window.source.find.leave()

    def _answers(self, question: str, unsettled: str) -> None:
        self.window.question.box.edit.setPlainText(question)
        self.window.question.ask()
        self.wait(lambda: self.context.question.evidence or self.context.question.answer)
        self.settle(0.3)
        self.take("20-answering")
        self.wait(lambda: self.context.question.answer)
        self.settle(0.5)
        cards = self.window.question.answer.cards
        if cards:
            cards[0].chosen.emit(cards[0].quote)
            self.settle(1.2)
        self.take("21-answer")
        bar = self.window.question.answer.scroll.verticalScrollBar()
        bar.setValue(bar.maximum())
        self.take("22-answer-end")
        self.window.question.box.edit.setPlainText(unsettled)
        self.window.question.ask()
        self.wait(lambda: self.context.question.asking is None)
        self.take("23-not-settled")

    def _import(self) -> None:
        folder = self._folder / "Fra klienten"
        folder.mkdir()
        for number in range(60):
            (folder / f"Brev {number:02} til kommunen.txt").write_text(f"Brev nummer {number} om drenering.", "utf-8")
        (folder / "Kopi av brev.txt").write_text("Brev nummer 3 om drenering.", "utf-8")
        (folder / "Bilag 4 tomt.txt").write_text("", "utf-8")
        (folder / "broken avtale.pdf").write_bytes(b"%PDF-1.7\n% cut off")
        (folder / "locked regnskap.docx").write_bytes(b"\xd0\xcf\x11\xe0 not a document")
        self.context.imports.add([folder])
        self.wait(lambda: self._progressed() or self._ended())
        self.take("30-importing")
        self.wait(self._ended)
        self.settle(0.6)
        self.take("31-import-ended")

    def _progressed(self) -> bool:
        run = self.context.imports.current
        return bool(run and run.progress and run.progress.done > run.progress.seen // 3)

    def _ended(self) -> bool:
        run = self.context.imports.current
        return bool(run and run.state == "ended")

    def _dialogs(self) -> None:
        window, context = self.window, self.context
        about = AboutDialog(context, window)
        dialogs: list[tuple[str, QDialog]] = [
            ("40-about", about),
            ("42-models", ModelsDialog(context, window)),
            ("43-settings", SettingsDialog(context, window)),
            ("44-report", ImportReportDialog(context, window, context.imports.current)),
            ("45-fault", BugDialog(context, window, ValueError("an example"))),
            ("46-new-matter", LineDialog(window, "New matter", "A name that you will know it by.", "Create", print)),
            ("47-delete", ConfirmDialog(window, "Delete this matter?", "Its documents are deleted.", "Delete", print)),
        ]
        for name, dialog in dialogs:
            dialog.show()
            self.settle(0.4)
            self.take(name, dialog)
            if dialog is about:
                from PySide6.QtWidgets import QTabWidget

                about.findChildren(QTabWidget)[0].setCurrentIndex(1)
                self.take("41-licences", dialog)
            dialog.close()
        show_error(
            context, window, UserFacingError("“Kontrakt.pdf” is locked with a password; enter it to read the file.")
        )
        self.settle()
        box = self.application.activeModalWidget()
        if box is not None:
            self.take("48-told", box)
            box.close()

    def _pop_ups(self) -> None:
        window = self.window
        window.question.show_tab(ANSWER)
        shown = self.context.source.shown
        if shown is not None:
            panel = OutlinePanel(self.context, shown.outline, window.source)
            panel.resize(420, 420)
            panel.show()
            self.take("50-outline", panel)
            panel.close()
        menus = [action.menu() for action in window.menuBar().actions()]
        for number, menu in enumerate(menus):
            if isinstance(menu, QMenu):
                menu.popup(window.mapToGlobal(window.rect().topLeft()))
                self.take(f"51-menu-{number}", menu)
                menu.close()
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._folder))])
        drag = QDragEnterEvent(
            QPointF(300, 300).toPoint(),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        self.application.sendEvent(window, drag)
        self.take("52-drop")
        window.overlay.hide()

    def _empty_matter(self) -> None:
        self.context.imports.dismiss()
        self.window.question.box.edit.clear()
        self.context.matter.create("Hansen mot Nordlys AS")
        self.wait(lambda: self.context.matter.matter and self.context.matter.matter.name == "Hansen mot Nordlys AS")
        self.settle(0.6)
        self.take("60-new-matter")
