"""The original pages, one below the other, with boxes over the marked words.

Only tiles that are seen are drawn, one at a time in the "pages" lane; the number of tiles in memory is capped, so that
memory does not grow with the square of the zoom.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea

from desktop.context import Context
from desktop.texts import tr
from desktop.views.page_files import PageFile, open_pages
from desktop.views.page_marks import marks_by_page
from engine.types import Box

TILE = 640  # device pixels a side
TILES_A_JOB = 8  # drawn before the window is told: a screen full
TILES_KEPT = 96  # x 640 x 640 x 4 bytes = 157 MB at most
ZOOM_MIN, ZOOM_MAX = 0.25, 4.0  # logical pixels a point
FIT_MAX = 1.7  # fitting the width stops here: larger is uncomfortable to read
MARGIN, BETWEEN = 18, 14

Tile = tuple[int, int, int, int]  # page, scale in thousandths, column, row


class PageView(QAbstractScrollArea):
    """Shows a PDF or a picture; ``mark`` puts boxes over words and scrolls to the first."""

    page_changed = Signal(int)  # number of the page in the middle, from 1
    first_drawn = Signal()
    failed = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._file: PageFile | None = None
        self._path: Path | None = None
        self._marks: dict[int, list[QRectF]] = {}
        self._first: QRectF | None = None
        self._first_page = 0
        self._zoom: float | None = None  # None: as wide as the pane
        self._tops: list[float] = []
        self._tiles: OrderedDict[Tile, QImage] = OrderedDict()
        self._drawing = False
        self._page = 0
        self._await_first = False
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setAccessibleName(tr("Page"))
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setSingleStep(40)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    # ---- what is shown
    def open(self, path: Path, boxes: Sequence[Box], page: int | None) -> None:
        """Show ``path`` with ``boxes`` marked, scrolled to the first of them or to ``page`` (from 1)."""
        self._marks = marks_by_page(boxes)
        self._first_page = min(self._marks) if self._marks else (page or 1)
        first = self._marks.get(self._first_page)
        self._first = first[0] if first else None
        self._await_first = True
        if path == self._path and self._file is not None:
            self._reveal()
            return
        self._path, old = path, self._file
        self._file = None
        self._tiles.clear()
        self.viewport().update()

        def work(_: object) -> PageFile:
            if old is not None:
                old.close()
            return open_pages(path)

        self._context.jobs.run(
            work, self._opened, on_error=self._open_failed, lane="pages", owner=self, key="page file"
        )

    def _opened(self, file: PageFile) -> None:
        self._file = file
        self._reveal()

    def _open_failed(self, error: BaseException) -> None:
        self._path = None
        self.failed.emit(error)

    @property
    def page_count(self) -> int:
        return len(self._file.sizes) if self._file else 0

    @property
    def marks(self) -> dict[int, list[QRectF]]:
        """The marked rectangles by page number, in points from the top left corner."""
        return self._marks

    def zoom_by(self, factor: float) -> None:
        middle = (self.verticalScrollBar().value() + self.viewport().height() / 2) / max(1.0, self._height())
        self._zoom = min(ZOOM_MAX, max(ZOOM_MIN, self._scale() * factor))
        self._arrange()
        self.verticalScrollBar().setValue(round(middle * self._height() - self.viewport().height() / 2))

    def fit_width(self) -> None:
        self._zoom = None
        self._reveal()

    # ---- geometry, in logical pixels
    def _scale(self) -> float:
        if self._zoom is not None or self._file is None:
            return self._zoom or 1.0
        widest = max(width for width, _ in self._file.sizes)
        return max(ZOOM_MIN, min(FIT_MAX, (self.viewport().width() - 2 * MARGIN) / widest))

    def _height(self) -> float:
        return self._tops[-1] if self._tops else 0.0

    def _arrange(self) -> None:
        sizes = self._file.sizes if self._file else []
        scale, y = self._scale(), float(MARGIN)
        self._tops = []
        for _, height in sizes:
            self._tops.append(y)
            y += height * scale + BETWEEN
        self._tops.append(y - BETWEEN + MARGIN)
        port = self.viewport().size()
        widest = max((width for width, _ in sizes), default=0) * scale + 2 * MARGIN
        for bar, whole, seen in (
            (self.verticalScrollBar(), self._height(), port.height()),
            (self.horizontalScrollBar(), widest, port.width()),
        ):
            bar.setRange(0, max(0, round(whole - seen)))
            bar.setPageStep(seen)
        self._scrolled()

    def _reveal(self) -> None:
        self._arrange()
        if not self.page_count:
            return
        number = max(1, min(self.page_count, self._first_page))
        top = self._tops[number - 1] - MARGIN
        if self._first is not None:
            top = self._tops[number - 1] + self._first.center().y() * self._scale() - self.viewport().height() * 0.38
        self.verticalScrollBar().setValue(round(top))
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().maximum() // 2)
        self._page = 0
        self._scrolled()
        self.viewport().update()

    def _page_rect(self, number: int) -> QRectF:
        assert self._file is not None
        width, height = (side * self._scale() for side in self._file.sizes[number])
        across = max(float(MARGIN), (self.viewport().width() - width) / 2) - self.horizontalScrollBar().value()
        return QRectF(across, self._tops[number] - self.verticalScrollBar().value(), width, height)

    def _seen_pages(self) -> list[int]:
        port = QRectF(self.viewport().rect())
        return [number for number in range(self.page_count) if self._page_rect(number).intersects(port)]

    def _scrolled(self) -> None:
        middle = self.verticalScrollBar().value() + self.viewport().height() * 0.45
        number = sum(1 for top in self._tops[:-1] if top <= middle)
        if number and number != self._page:
            self._page = number
            self.page_changed.emit(number)
        self.viewport().update()

    # ---- drawing
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = self._context.look.colours
        painter.fillRect(self.viewport().rect(), QColor(colours.desk))
        missing: list[Tile] = []
        for number in self._seen_pages():
            area = self._page_rect(number)
            painter.fillRect(area.adjusted(-1, -1, 1, 1), QColor(colours.border_strong))
            painter.fillRect(area, QColor("white"))
            missing += self._paint_tiles(painter, number, area)
            self._paint_marks(painter, number, area)
        painter.end()
        if missing:
            self._draw_missing(missing[:TILES_A_JOB])
        elif self._file is not None and self._await_first:
            self._await_first = False
            self.first_drawn.emit()

    def _paint_tiles(self, painter: QPainter, number: int, area: QRectF) -> list[Tile]:
        density = self.devicePixelRatioF()
        thousandths = round(self._scale() * density * 1000)
        port = QRectF(self.viewport().rect()).translated(-area.topLeft()).intersected(QRectF(QPointF(), area.size()))
        missing = []
        side = TILE / density
        for down in range(int(port.top() // side), int(port.bottom() // side) + 1):
            for across in range(int(port.left() // side), int(port.right() // side) + 1):
                tile = (number, thousandths, across, down)
                image = self._tiles.get(tile)
                if image is None:
                    missing.append(tile)
                    continue
                self._tiles.move_to_end(tile)
                corner = QPointF(area.left() + across * side, area.top() + down * side)
                size = QPointF(image.width() / density, image.height() / density)
                painter.drawImage(QRectF(corner, corner + size), image)
        return missing

    def _paint_marks(self, painter: QPainter, number: int, area: QRectF) -> None:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#FFE07A"))  # paper is white in both themes
        scale = self._scale()
        for box in self._marks.get(number + 1, ()):
            painter.drawRoundedRect(
                QRectF(area.left() + box.left() * scale, area.top() + box.top() * scale, box.width() * scale, box.height() * scale),
                2, 2,
            )  # fmt: skip
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

    def _draw_missing(self, tiles: list[Tile]) -> None:
        if self._drawing or self._file is None:
            return
        self._drawing, file = True, self._file

        def work(_: object) -> dict[Tile, QImage]:
            return {tile: _render(file, tile) for tile in tiles}

        def done(images: dict[Tile, QImage]) -> None:
            self._drawing = False
            if file is self._file:
                self._tiles.update(images)
                while len(self._tiles) > TILES_KEPT:
                    self._tiles.popitem(last=False)
            self.viewport().update()

        def failed(error: BaseException) -> None:
            self._drawing = False
            self._await_first = False
            self.failed.emit(error)

        self._context.jobs.run(work, done, on_error=failed, lane="pages", owner=self)

    # ---- hands
    def resizeEvent(self, event: QResizeEvent) -> None:
        middle = (self.verticalScrollBar().value() + self.viewport().height() / 2) / max(1.0, self._height())
        super().resizeEvent(event)
        self._arrange()
        self.verticalScrollBar().setValue(round(middle * self._height() - self.viewport().height() / 2))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1.1 if event.angleDelta().y() > 0 else 1 / 1.1)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        moves = {
            Qt.Key.Key_PageDown: bar.value() + bar.pageStep() - 40, Qt.Key.Key_PageUp: bar.value() - bar.pageStep() + 40,
            Qt.Key.Key_Down: bar.value() + 60, Qt.Key.Key_Up: bar.value() - 60, Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: bar.maximum(), Qt.Key.Key_Space: bar.value() + bar.pageStep() - 40,
        }  # fmt: skip
        if Qt.Key(event.key()) in moves:
            bar.setValue(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


def _render(file: PageFile, tile: Tile) -> QImage:
    """One tile of a page; in the "pages" lane."""
    number, thousandths, across, down = tile
    scale = thousandths / 1000
    width, height = file.sizes[number]
    whole = QRect(0, 0, max(1, round(width * scale)), max(1, round(height * scale)))
    area = QRect(across * TILE, down * TILE, TILE, TILE).intersected(whole)
    return QImage(1, 1, QImage.Format.Format_RGB32) if area.isEmpty() else file.render(number, scale, area)
