"""The open matter as a tree: what belongs to it, the law, the statistics; packs; documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from desktop.models.hit_list import Index
from desktop.state.matter_state import MatterState
from desktop.texts import said, tr
from desktop.wording import document_title, pack_title
from engine.types import Document, Pack

NODE = Qt.ItemDataRole.UserRole


@dataclass(eq=False)
class Node:
    """A row: a group (neither pack nor document), a pack, or a document with its attachments below it."""

    text: str
    parent: Node | None = None
    pack: Pack | None = None
    document: Document | None = None
    kind: str = ""
    children: list[Node] = field(default_factory=list)
    loaded: bool = True

    @property
    def row(self) -> int:
        return self.parent.children.index(self) if self.parent else 0


class PackTree(QAbstractItemModel):
    """Groups → packs → documents → attachments; the documents of a pack are read when it is unfolded."""

    def __init__(self, state: MatterState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._root = Node("")
        state.packs_changed.connect(self.rebuild)
        state.documents_changed.connect(self.fill)
        self.rebuild()

    def rebuild(self) -> None:
        """Read the packs of the state anew; a tree of the same packs keeps its shape and its unfolded rows."""
        shown = [node for group in self._root.children for node in group.children if node.pack]
        if {(p.name, p.kind) for p in self._state.packs} == {(node.text, node.kind) for node in shown}:
            fresh = {pack.name: pack for pack in self._state.packs}
            for node in shown:
                node.pack = fresh[node.text]
                index = self._index(node)
                self.dataChanged.emit(index, index)
            return
        self.beginResetModel()
        self._root = Node("")
        for kind, title in (("documents", tr("Documents")), ("law", tr("Law")), ("statistics", tr("Statistics"))):
            packs = [pack for pack in self._state.packs if pack.kind == kind]
            if packs:
                group = Node(title, self._root, kind=kind)
                group.children = [Node(p.name, group, pack=p, kind=kind, loaded=False) for p in packs]
                self._root.children.append(group)
        self.endResetModel()
        for pack in self._state.packs:
            if pack.name in self._state.documents:
                self.fill(pack.name)

    def fill(self, name: str) -> None:
        """The listing of pack ``name`` has come."""
        node = next((n for g in self._root.children for n in g.children if n.text == name), None)
        if node is None:
            return
        index = self._index(node)
        if node.children:
            self.beginRemoveRows(index, 0, len(node.children) - 1)
            node.children = []
            self.endRemoveRows()
        made = _document_nodes(self._state.documents.get(name, []), node)
        node.loaded = True
        if made:
            self.beginInsertRows(index, 0, len(made) - 1)
            node.children = made
            self.endInsertRows()

    # ---- Qt's side
    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else None
        return node if isinstance(node, Node) else self._root

    def _index(self, node: Node) -> QModelIndex:
        return self.createIndex(node.row, 0, node) if node.parent else QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        children = self._node(parent).children
        return self.createIndex(row, column, children[row]) if 0 <= row < len(children) else QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        above = self._node(index).parent
        return QModelIndex() if above is None or above is self._root else self._index(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._node(parent).children)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        node = self._node(parent)
        return bool(node.children) or (node.pack is not None and node.pack.documents > 0)

    def canFetchMore(self, parent: Index) -> bool:
        return not self._node(parent).loaded

    def fetchMore(self, parent: Index) -> None:
        node = self._node(parent)
        node.loaded = True
        self._state.want_documents(node.text)

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = self._node(index)
        if node.pack is None and node.document is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self._node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tool_tip(node)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _tool_tip(node) or node.text
        return None


def _document_nodes(documents: list[Document], pack: Node) -> list[Node]:
    """The documents of a pack, attachments under the mail or archive that they came in."""
    nodes = {d.id: Node(document_title(d), pack, document=d, kind=pack.kind) for d in documents}
    top = []
    for document in documents:
        node = nodes[document.id]
        above = nodes.get(document.parent or "")
        if above is None or above is node:
            top.append(node)
        else:
            node.parent = above
            above.children.append(node)
    return top


def _tool_tip(node: Node) -> str | None:
    if node.pack is not None:
        lines = [
            pack_title(node.text),
            tr("{n} documents", node.pack.documents),
            tr("{n} passages", node.pack.passages),
        ]
        lines += [said(node.pack.description)] if node.pack.description else []
        lines += [] if node.pack.on else [tr("Switched off: it is not searched")]
        return "\n".join(lines)
    if node.document is not None:
        pages = len(node.document.pages)
        lines = [node.document.title, node.document.source_id, *([tr("{n} pages", pages)] if pages else [])]
        return "\n".join([*lines, *map(said, node.document.warnings)])
    return None
