"""The tree of packs and documents: own chevrons, and rows that stay unfolded when their documents are read anew."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QTreeView

from desktop.context import Context
from desktop.models.pack_tree import NODE, Node, PackTree
from desktop.texts import tr

SHORT_PACK = 40  # a pack with no more documents than this is unfolded from the start
CHEVRON = 14


class PackTreeView(QTreeView):
    """Shows a PackTree."""

    def __init__(self, context: Context, model: PackTree) -> None:
        super().__init__()
        self._context = context
        self._unfolded: set[str] = set()
        self.setModel(model)
        self.setHeaderHidden(True)
        self.viewport().setAutoFillBackground(False)
        self.setIndentation(18)
        self.setUniformRowHeights(True)  # else Qt asks every one of ten thousand rows for its height
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Packs and documents"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.expanded.connect(lambda index: self._remember(index, True))
        self.collapsed.connect(lambda index: self._remember(index, False))
        model.modelReset.connect(self.unfold)
        model.rowsInserted.connect(lambda parent, *_: self._unfold_again(parent))
        self.unfold()

    def unfold(self) -> None:
        """Unfold the groups and the short packs."""
        model = self.model()
        for r in range(model.rowCount()):
            group = model.index(r, 0)
            self.setExpanded(group, True)
            for p in range(model.rowCount(group)):
                pack = model.index(p, 0, group)
                node: Node = pack.data(NODE)
                if node.pack is not None and (node.text in self._unfolded or 0 < node.pack.documents <= SHORT_PACK):
                    self.setExpanded(pack, True)

    def _remember(self, index: QModelIndex, unfolded: bool) -> None:
        node: Node = index.data(NODE)
        if node.pack is not None:
            (self._unfolded.add if unfolded else self._unfolded.discard)(node.text)

    def _unfold_again(self, parent: QModelIndex) -> None:
        node: Node | None = parent.data(NODE)
        if node is not None and node.pack is not None and node.text in self._unfolded:
            self.setExpanded(parent, True)

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        node: Node = index.data(NODE)
        if (node.pack is None and node.document is None) or not self.model().hasChildren(index):
            return
        name = "down" if self.isExpanded(index) else "right"
        picture = self._context.picture(name, "faint", CHEVRON, painter.device().devicePixelRatioF())
        painter.drawPixmap(rect.right() - CHEVRON - 1, rect.center().y() - CHEVRON // 2, picture)
