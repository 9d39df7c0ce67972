"""The list of hits: arrows walk through it, Enter or a click opens the place."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QStackedWidget

from desktop.context import Context
from desktop.models.hit_list import HIT, HitList
from desktop.state.source_state import Spot
from desktop.texts import said, tr
from desktop.views.hit_delegate import HitDelegate
from desktop.views.parts import Empty
from desktop.views.source_actions import add_source_actions
from desktop.wording import citation, quotation
from engine.types import Hit


class List(QListView):
    """Scrolls by pixels, re-measures its rows when the pane changes width, leaves upwards into the box."""

    leave_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("hits")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalScrollBar().setSingleStep(24)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.leave_up.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            copy_hit(self.currentIndex().data(HIT))
        else:
            super().keyPressEvent(event)


def copy_hit(hit: Hit | None) -> None:
    if hit is not None:
        QGuiApplication.clipboard().setText(f"{quotation(hit.text.strip())} {citation(hit)}")


class HitsView(QStackedWidget):
    """Hits, or what to do when there are none."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._state = context.question
        self.model = HitList(self)
        self.list = List()
        self.list.setModel(self.model)
        self.list.setItemDelegate(HitDelegate(context.look, self.list))
        self.list.setAccessibleName(tr("Hits"))
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self.list.selectionModel().currentChanged.connect(self._walk)
        self.list.customContextMenuRequested.connect(self._menu)
        self.nothing = Empty(context, "search", "")
        self.addWidget(self.nothing)
        self.addWidget(self.list)
        self._state.hits_changed.connect(self.refresh)
        self._state.searching_changed.connect(self._say)
        context.matter.packs_changed.connect(self._say)
        self.refresh()

    def refresh(self) -> None:
        result = self._state.result
        self.model.set_hits(result.hits if result else ())
        self.list.scrollToTop()
        self._say()

    def enter(self) -> bool:
        """Put the keyboard into the list, on the first hit; False when there is none."""
        if not self.model.hits:
            return False
        self.list.setFocus()
        if not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        return True

    def _say(self) -> None:
        result = self._state.result
        self.setCurrentWidget(self.list if self.model.hits else self.nothing)
        if self.model.hits:
            return
        self.nothing.offers.setVisible(not self._state.text.strip())
        if not self._state.text.strip():
            if self._context.matter.empty:
                self.nothing.say(tr("Nothing to search yet"), tr("Drop files or folders anywhere on this window."))
            else:
                self.nothing.say(
                    tr("Type to search"),
                    tr("Words, a phrase, “aml. § 15-7”, a case number. Ctrl+Enter turns the text into a question."),
                )
        elif self._state.searching or result is None:
            self.nothing.say(tr("Searching …"))
        else:
            self.nothing.say(
                tr("No hits"),
                said(result.note) or tr("Try fewer or other words, or check which packs are switched on."),
            )

    def _walk(self, index: QModelIndex) -> None:
        if self.list.hasFocus():
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        hit = index.data(HIT)
        if hit is not None:
            series = [Spot.of_hit(other) for other in self.model.hits]
            self._context.source.show(series[index.row()], series)

    def _menu(self, at: QPoint) -> None:
        hit = self.list.indexAt(at).data(HIT)
        if hit is None:
            return
        menu = QMenu(self)
        menu.addAction(tr("Copy words with citation"), lambda: copy_hit(hit))
        menu.addAction(tr("Copy citation"), lambda: QGuiApplication.clipboard().setText(citation(hit)))
        add_source_actions(self._context, menu, hit.document)
        menu.exec(self.list.viewport().mapToGlobal(at))
