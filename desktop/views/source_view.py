"""The right pane: the original page or the text of a source, with the words marked."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QStackedWidget, QToolButton, QWidget

from desktop.context import Context
from desktop.state.source_state import Shown, Spot
from desktop.texts import tr
from desktop.views.find_bar import FindBar
from desktop.views.outline_panel import OutlinePanel
from desktop.views.page_view import PageView
from desktop.views.parts import Empty, column, row, tool
from desktop.views.source_actions import add_source_actions
from desktop.views.text_view import TextView
from desktop.views.words import Elided, chip, label
from desktop.views.zoom_pill import ZoomPill
from desktop.wording import document_title, place, quotation, source_line

NOTHING, PAGE, TEXT = 0, 1, 2


class SourceView(QWidget):
    """Chooses page or text; a place that cannot be located on its page is shown in the text, and that is said."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("sourcePane")
        self.setAccessibleName(tr("Source"))
        self._context = context
        self._state = context.source
        self._wants_text = False  # the person pressed *Text* for this document
        self._shown: Shown | None = None
        self.page = PageView(context)
        self.zoom = ZoomPill(context, self.page, self.page.zoom_by)
        self.text = TextView(context)
        self.find = FindBar(context)
        self.banner = self._make_banner()
        self.stack = QStackedWidget()
        self.stack.addWidget(
            Empty(
                context,
                "page",
                tr("The source appears here"),
                tr("Choose a hit, a quote or a document; its words are marked on the page."),
            )
        )
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.text)
        self.head = self._make_head()
        self.setLayout(column(self.head, self.find, self.banner, self.stack, spacing=0))
        self._state.shown_changed.connect(self.refresh)
        self._state.series_changed.connect(self._count)
        self.page.page_changed.connect(self._say_place)
        self.page.failed.connect(self._page_failed)
        self.text.located.connect(self._text_located)
        self.refresh()
        self._count()

    # ---- building
    def _make_head(self) -> QWidget:
        context = self._context
        self.title = Elided("", "strong", mode=Qt.TextElideMode.ElideMiddle)
        self.place = Elided("", "small")
        self.status = chip("", "caution")
        self.page_button, self.text_button = self._segment(tr("Page"), "left"), self._segment(tr("Text"), "right")
        self.page_button.clicked.connect(lambda: self._choose(text=False))
        self.text_button.clicked.connect(lambda: self._choose(text=True))
        self.count = label("", "small")
        self.before = tool(context, "up", tr("Previous quote or hit (Alt+Up)"), lambda: self._state.step(-1))
        self.next = tool(context, "down", tr("Next quote or hit (Alt+Down)"), lambda: self._state.step(1))
        self.outline = tool(context, "outline", tr("Outline"), self._show_outline)
        self.find_button = tool(context, "search", tr("Find in this document (Ctrl+F)"), self.find.enter)
        self.more = tool(context, "more", tr("More"), self._show_menu)
        segments = row(self.page_button, self.text_button, spacing=0)
        first = row(self.title, self.status, self.count, self.before, self.next, spacing=4)
        second = row(self.place, self.outline, self.find_button, self.more, 6, segments, spacing=2)
        first.setStretch(0, 1)
        second.setStretch(0, 1)
        head = QFrame()
        head.setObjectName("sourceHead")
        head.setLayout(column(first, second, spacing=6, margins=(16, 12, 12, 10)))
        return head

    def _segment(self, text: str, side: str) -> QToolButton:
        made = QToolButton()
        made.setText(text)
        made.setAccessibleName(text)
        made.setCheckable(True)
        made.setProperty("kind", "segment")
        made.setProperty("side", side)
        if not hasattr(self, "_segments"):
            self._segments = QButtonGroup(self)
        self._segments.addButton(made)
        return made

    def _make_banner(self) -> QWidget:
        self._banner_text = label("", wrap=True)
        frame = QFrame()
        frame.setProperty("card", "banner")
        frame.setLayout(row(self._banner_text, margins=(12, 8, 12, 8)))
        holder = QWidget()
        holder.setLayout(row(frame, margins=(12, 10, 12, 2)))
        holder.hide()
        return holder

    # ---- showing
    def refresh(self) -> None:
        """Show what the state holds."""
        shown = self._state.shown
        if shown is not None and (self._shown is None or shown.document.id != self._shown.document.id):
            self._wants_text = False
            if self.find.isVisible() and not self.find.field.hasFocus():
                self.find.leave()
        self._shown = shown
        self.banner.hide()
        for widget in (self.page_button, self.text_button, self.outline, self.find_button, self.more):
            widget.setEnabled(shown is not None)
        self.head.setVisible(shown is not None)
        if shown is None:
            self.stack.setCurrentIndex(NOTHING)
            self.title.show_text("")
            self.place.show_text("")
            self.status.hide()
            return
        document = shown.document
        self.title.show_text(source_line(document_title(document), shown.spot.label, None))
        self._say_place(shown.spot.page)
        status = {"repealed": tr("Repealed"), "future": tr("Not yet in force")}.get(document.status, "")
        self.status.setText(status)
        self.status.setVisible(bool(status))
        self.outline.setEnabled(bool(shown.outline))
        self.page_button.setEnabled(shown.has_pages)
        lost = shown.has_pages and bool(shown.spot.marks) and not shown.boxes
        if lost and not self._wants_text:
            self._say(tr("These words could not be located on the page. They are marked in the text."))
        self._draw(text=self._wants_text or lost or not shown.has_pages)

    def _draw(self, *, text: bool) -> None:
        shown = self._shown
        if shown is None:
            return
        (self.text_button if text else self.page_button).setChecked(True)
        if text:
            self.stack.setCurrentIndex(TEXT)
            self.text.open(shown.document.id, shown.document.markdown, shown.spot.marks, shown.spot.passage)
        elif shown.original is not None:
            self.stack.setCurrentIndex(PAGE)
            self.page.open(shown.original, shown.boxes, shown.spot.page)

    def _choose(self, *, text: bool) -> None:
        self._wants_text = text
        self.banner.hide()
        self._draw(text=text)

    def _page_failed(self, error: BaseException) -> None:
        self._say(str(error))
        self._draw(text=True)

    def _text_located(self, located: bool) -> None:
        if not located:
            self._say(tr("These words could not be located in the text; their passage is shown."))

    def _say(self, text: str) -> None:
        self._banner_text.setText(text)
        self.banner.show()

    def _say_place(self, page: int | None) -> None:
        if self._shown is None:
            return
        document = self._shown.document
        label_shown = self._shown.spot.label
        where = place(None if label_shown and label_shown in self.title.whole_text() else label_shown, None)
        if page is not None and document.pages:
            printed = next((p.label for p in document.pages if p.number == page and p.label), None)
            of = tr("page {page} of {pages}", page=printed or page, pages=len(document.pages))
            where = f"{where} · {of}" if where else of
        name = PurePath(document.source_id.split("!")[-1]).name
        self.place.show_text(" · ".join(part for part in (where, name) if part))

    def _count(self) -> None:
        many = len(self._state.series) > 1
        for widget in (self.count, self.before, self.next):
            widget.setVisible(many)
        if many:
            self.count.setText(tr("{at} of {all}", at=self._state.position + 1, all=len(self._state.series)))
            self.before.setEnabled(self._state.position > 0)
            self.next.setEnabled(self._state.position < len(self._state.series) - 1)

    # ---- hands
    def find_in_document(self) -> None:
        if self._shown is not None:
            self.find.enter()

    def _show_outline(self) -> None:
        if self._shown is not None:
            panel = OutlinePanel(self._context, self._shown.outline, self)
            panel.pop_up(self.stack.mapToGlobal(self.stack.rect().topRight()), self.stack.size())

    def _show_menu(self) -> None:
        shown = self._shown
        if shown is None:
            return
        menu = QMenu(self)
        menu.addAction(tr("Copy citation"), self.copy_citation)
        menu.addAction(tr("Fit to width"), self.page.fit_width).setEnabled(self.stack.currentIndex() == PAGE)
        add_source_actions(self._context, menu, shown.document.id)
        menu.exec(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def copy_citation(self) -> None:
        """The marked words, if any, and where they stand."""
        shown = self._shown
        if shown is None:
            return
        spot: Spot = shown.spot
        line = source_line(document_title(shown.document), spot.label, spot.page)
        words = " … ".join(shown.document.markdown[a:b] for a, b in spot.marks[:1])
        QGuiApplication.clipboard().setText(f"{quotation(words)} {line}" if words else line)
