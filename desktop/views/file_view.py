"""The left pane: matter switcher, packs and documents as a tree, the import."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from desktop.context import Context
from desktop.models.pack_tree import NODE, Node, PackTree
from desktop.state.source_state import Spot
from desktop.texts import tr
from desktop.views.import_panel import ImportPanel
from desktop.views.pack_tree_view import PackTreeView
from desktop.views.parts import Empty, button, column, row
from desktop.views.source_actions import add_source_actions
from desktop.views.tree_delegate import TreeDelegate
from desktop.views.words import Elided
from engine.types import Pack, PackKind


class MatterButton(QPushButton):
    """The name of the open matter; a long one is cut in the middle, where it says least."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setProperty("kind", "row")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(40)
        sign, chevron = QLabel(), QLabel()
        sign.setPixmap(context.picture("matter", "accent", 20, self.devicePixelRatioF()))
        chevron.setPixmap(context.picture("down", "muted", 16, self.devicePixelRatioF()))
        self._name = Elided("", "matter", Qt.TextElideMode.ElideMiddle)
        for part in (sign, chevron, self._name):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = row(sign, self._name, chevron, spacing=9, margins=(8, 4, 6, 4))
        inside.setStretch(1, 1)
        self.setLayout(inside)

    def show_name(self, name: str) -> None:
        self._name.show_text(name)
        self.setAccessibleName(tr("Matter: {name}", name=name))
        self.setToolTip(name)


class FileView(QWidget):
    """Shows the open matter; a click on a document opens it on the right."""

    new_matter_wanted = Signal()
    delete_matter_wanted = Signal()
    delete_pack_wanted = Signal(object)  # Pack
    details_wanted = Signal(object)  # Run
    password_wanted = Signal(object)  # FileOutcome

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("filePane")
        self.setAccessibleName(tr("File"))
        self._context = context
        self._state = context.matter
        self.switcher = MatterButton(context)
        self.switcher.clicked.connect(self._show_matters)
        self.model = PackTree(self._state, self)
        self.tree = self._make_tree()
        self.empty = Empty(
            context,
            "folder",
            tr("Nothing in this matter yet"),
            tr("Drop files, folders or mails anywhere on this window."),
        )
        self.add_button = button(tr("Add …"), self._show_add)
        self.add_button.setIcon(context.icon("add", "accent"))
        self.imports = ImportPanel(context)
        self.imports.details_wanted.connect(self.details_wanted)
        self.imports.password_wanted.connect(self.password_wanted)
        foot = column(self.imports, self.add_button, spacing=10, margins=(12, 8, 12, 12))
        head = column(self.switcher, margins=(10, 12, 10, 0))
        tree = row(self.tree, margins=(12, 0, 2, 0))
        whole = column(head, self.empty, tree, foot, spacing=0)
        whole.setStretch(1, 1)
        whole.setStretch(2, 1)
        self.setLayout(whole)
        self._state.matter_changed.connect(self._say_matter)
        self._state.matters_changed.connect(self._say_matter)
        self._state.packs_changed.connect(self._packs_changed)
        self._say_matter()
        self._packs_changed()

    def _make_tree(self) -> PackTreeView:
        tree = PackTreeView(self._context, self.model)
        delegate = TreeDelegate(self._context, tree)
        delegate.switched.connect(self._switch)
        tree.setItemDelegate(delegate)
        tree.customContextMenuRequested.connect(self._menu)
        tree.clicked.connect(self._clicked)
        tree.activated.connect(self._open)
        return tree

    # ---- showing
    def _say_matter(self) -> None:
        matter = self._state.matter
        name = matter.name if matter else tr("No matter")
        self.switcher.show_name(name)
        self.add_button.setEnabled(matter is not None)

    def _packs_changed(self) -> None:
        has = bool(self._state.packs)
        self.tree.setVisible(has)
        self.empty.setVisible(not has)

    # ---- hands
    def _clicked(self, index: QModelIndex) -> None:
        node: Node = index.data(NODE)
        if node.document is None:
            self.tree.setExpanded(index, not self.tree.isExpanded(index))
        else:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        node: Node = index.data(NODE)
        if node.document is not None:
            self._context.source.show(Spot(node.document.id, title=node.text))

    def _switch(self, pack: Pack) -> None:
        self._state.set_pack(pack, on=not pack.on)

    def _show_add(self) -> None:
        menu = QMenu(self)
        menu.addAction(self._context.icon("document"), tr("Add files …"), lambda: self.choose_files("documents"))
        menu.addAction(self._context.icon("folder"), tr("Add a folder …"), self.choose_folder)
        menu.addSeparator()
        menu.addAction(self._context.icon("law"), tr("Add law …"), lambda: self.choose_files("law"))
        menu.exec(self.add_button.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))

    def _show_matters(self) -> None:
        menu = QMenu(self)
        for matter in self._state.matters:
            action = menu.addAction(matter.name.replace("&", "&&"), lambda matter=matter: self._state.open(matter))
            action.setCheckable(True)
            action.setChecked(matter == self._state.matter)
        menu.addSeparator()
        menu.addAction(self._context.icon("add"), tr("New matter …"), self.new_matter_wanted.emit)
        if self._state.matter is not None:
            menu.addAction(self._context.icon("trash"), tr("Delete this matter …"), self.delete_matter_wanted.emit)
        menu.exec(self.switcher.mapToGlobal(self.switcher.rect().bottomLeft()))

    def _menu(self, at: QPoint) -> None:
        index = self.tree.indexAt(at)
        node: Node | None = index.data(NODE)
        if node is None or (node.pack is None and node.document is None):
            return
        menu = QMenu(self)
        if node.document is not None:
            menu.addAction(self._context.icon("page"), tr("Open"), lambda: self._open(index))
            add_source_actions(self._context, menu, node.document.id)
        elif node.pack is not None:
            pack = node.pack
            menu.addAction(tr("Switch off") if pack.on else tr("Switch on"), lambda: self._switch(pack))
            menu.addSeparator()
            menu.addAction(self._context.icon("trash"), tr("Delete …"), lambda: self.delete_pack_wanted.emit(pack))
        menu.exec(self.tree.viewport().mapToGlobal(at))

    def choose_files(self, kind: PackKind) -> None:
        """Ask for files and import them; folders are dropped or chosen from the menu."""
        title = tr("Add law") if kind == "law" else tr("Add files")
        names, _ = QFileDialog.getOpenFileNames(self, title, self._context.preferences.folder)
        self._take([Path(name) for name in names], kind)

    def choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Add a folder"), self._context.preferences.folder)
        self._take([Path(name)] if name else [], "documents")

    def _take(self, paths: list[Path], kind: PackKind) -> None:
        if paths:
            self._context.preferences.folder = str(paths[0].parent)
            self._context.imports.add(paths, kind)
