"""The middle pane: the box, the tabs *Hits* and *Answer*, earlier questions, export."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QMenu, QStackedWidget, QToolButton, QWidget

from desktop.context import Context
from desktop.texts import number, tr
from desktop.views.answer_view import AnswerView
from desktop.views.ask_box import AskBox
from desktop.views.hits_view import HitsView
from desktop.views.parts import Offer, clear, column, line, row, tool
from desktop.views.words import label
from desktop.wording import file_name_for, pack_title
from engine.types import Answer

HISTORY_SHOWN = 25
OFFERED = 4  # questions to begin with; more would be a list to read
HITS, ANSWER = 0, 1


class QuestionView(QWidget):
    """Joins box, hits and answer; holds no state of its own but the tab."""

    told = Signal(str)  # something worth a line at the foot of the window

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("questionPane")
        self.setAccessibleName(tr("Question"))
        self._context = context
        self._state = context.question
        self.box = AskBox(context)
        self.hits = HitsView(context)
        self.answer = AnswerView(context)
        self.scope = label("", "small")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.hits)
        self.stack.addWidget(self.answer)
        self.tabs = [self._tab(tr("Hits"), HITS), self._tab(tr("Answer"), ANSWER)]
        self._group = QButtonGroup(self)
        for tab in self.tabs:
            self._group.addButton(tab)
        self.history = tool(context, "history", tr("Earlier questions"), self._show_history)
        self.export_button = tool(context, "export", tr("Export the answer"), self.export)
        bar = row(*self.tabs, None, self.export_button, self.history, spacing=4, margins=(20, 0, 14, 0))
        top = column(self.box, self.scope, spacing=6, margins=(16, 16, 16, 4))
        self.setLayout(column(top, bar, line(), self.stack, spacing=0))
        self.box.edit.textChanged.connect(self._typed)
        self.box.edit.ask.connect(self.ask)
        self.box.edit.search.connect(self._enter)
        self.box.edit.leave_down.connect(self.hits.enter)
        self.hits.list.leave_up.connect(self.box.edit.setFocus)
        context.matter.suggestions_changed.connect(self._suggest)
        self._suggest()
        self._state.hits_changed.connect(self._count)
        self._state.answer_changed.connect(self._enable)
        self._state.history_changed.connect(self._enable)
        context.matter.packs_changed.connect(self._say_scope)
        self.box.edit.setPlainText(self._state.text)
        self.box.edit.selectAll()
        self.show_tab(ANSWER if self._state.asking or self._state.answer else HITS)
        self._count()
        self._enable()
        self._say_scope()

    def _tab(self, text: str, which: int) -> QToolButton:
        made = QToolButton()
        made.setText(text)
        made.setAccessibleName(text)
        made.setCheckable(True)
        made.setProperty("kind", "tab")
        made.clicked.connect(lambda: self.show_tab(which))
        return made

    def show_tab(self, which: int) -> None:
        self.tabs[which].setChecked(True)
        self.stack.setCurrentIndex(which)

    def focus_box(self) -> None:
        self.box.edit.setFocus()
        self.box.edit.selectAll()

    def escape(self) -> None:
        """Esc: stop the answer that is being made, else clear the box."""
        if self._state.asking is not None:
            self._state.stop()
        else:
            self.box.edit.clear()
            self.box.edit.setFocus()

    def ask(self) -> None:
        question = self.box.edit.toPlainText().strip()
        if question and self._state.asking is None:
            self._state.ask(question)
            self.show_tab(ANSWER)

    def _suggest(self) -> None:
        """Offer the questions that come with a sample matter, where nothing is shown yet."""
        for empty in (self.hits.nothing, self.answer.empty):
            clear(empty.below)
            for question in self._context.matter.suggestions[:OFFERED]:
                offer = Offer(self._context, "ask", question)
                offer.opened.connect(lambda question=question: self._ask_suggested(question))
                empty.below.addWidget(offer)

    def _ask_suggested(self, question: str) -> None:
        self.box.edit.setPlainText(question)
        self.ask()

    def _typed(self) -> None:
        self._state.type(self.box.edit.toPlainText())
        if self.box.edit.hasFocus() and self._state.asking is None:
            self.show_tab(HITS)

    def _enter(self) -> None:
        self.show_tab(HITS)
        if not self.hits.enter():
            self._state.search_now()

    def _count(self) -> None:
        result = self._state.result
        count = len(result.hits) if result else 0
        self.tabs[HITS].setText(f"{tr('Hits')}  {number(count)}" if result else tr("Hits"))

    def _say_scope(self) -> None:
        on = [pack for pack in self._context.matter.packs if pack.on]
        passages = sum(pack.passages for pack in on)
        text = tr("Searches {packs}", packs=", ".join(pack_title(pack.name) for pack in on)) if on else ""
        self.scope.setText(f"{text} · {tr('{n} passages', passages)}" if on and len(text) < 60 else text[:90])
        self.scope.setVisible(bool(on))

    def _enable(self) -> None:
        self.export_button.setEnabled(self._state.answer is not None)
        self.history.setEnabled(bool(self._state.history))

    def _show_history(self) -> None:
        menu = QMenu(self)
        for answer in self._state.history[:HISTORY_SHOWN]:
            text = answer.question if len(answer.question) <= 70 else answer.question[:68] + " …"
            menu.addAction(text.replace("&", "&&"), lambda answer=answer: self._show_earlier(answer))
        menu.exec(self.history.mapToGlobal(self.history.rect().bottomLeft()))

    def _show_earlier(self, answer: Answer) -> None:
        self._state.show_earlier(answer)
        self.show_tab(ANSWER)

    def export(self) -> None:
        """Ask where to, and write the answer there as HTML or Markdown."""
        answer = self._state.answer
        if answer is None:
            return
        folder = Path(self._context.preferences.folder or Path.home())
        kinds = {tr("Web page (*.html)"): "html", tr("Markdown (*.md)"): "md"}
        name, kind = QFileDialog.getSaveFileName(
            self, tr("Export the answer"), str(folder / file_name_for(answer.question, "html")), ";;".join(kinds)
        )
        if not name:
            return
        path = Path(name)
        form = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html"}.get(path.suffix.lower())
        if form is None:
            form = kinds.get(kind, "html")
            path = path.with_name(f"{path.name}.{form}")
        self._context.preferences.folder = str(path.parent)
        self._state.export(answer, form, path, lambda done: self.told.emit(tr("Saved: {path}", path=done)))
