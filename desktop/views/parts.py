"""Small building blocks that every view uses: buttons by kind, rows and columns, folds, a spinner, empty states."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.context import Context
from desktop.views.words import label

GAP = 8  # the step that all distances are multiples of


def button(text: str, on_click: Callable[[], object] | None = None, kind: str = "") -> QPushButton:
    made = QPushButton(text)
    made.setProperty("kind", kind)
    made.setAccessibleName(text)
    made.setAutoDefault(False)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def tool(context: Context, icon: str, name: str, on_click: Callable[[], object] | None = None) -> QToolButton:
    """A button with an icon alone; ``name`` is its tool tip and what a screen reader says."""
    made = QToolButton()
    made.setIcon(context.icon(icon))
    made.setIconSize(QSize(18, 18))
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def row(
    *items: QWidget | QLayout | int | None, spacing: int = GAP, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Things side by side; None is a stretch, a number an empty distance."""
    return _fill(QHBoxLayout(), items, spacing, margins)  # type: ignore[return-value]


def column(
    *items: QWidget | QLayout | int | None, spacing: int = GAP, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Things one above the other; None is a stretch, a number an empty distance."""
    return _fill(QVBoxLayout(), items, spacing, margins)  # type: ignore[return-value]


def _fill(
    layout: QHBoxLayout | QVBoxLayout, items: tuple[QWidget | QLayout | int | None, ...], spacing: int,
    margins: tuple[int, int, int, int],
) -> QHBoxLayout | QVBoxLayout:  # fmt: skip
    layout.setSpacing(spacing)
    layout.setContentsMargins(*margins)
    for item in items:
        if item is None:
            layout.addStretch(1)
        elif isinstance(item, int):
            layout.addSpacing(item)
        elif isinstance(item, QLayout):
            layout.addLayout(item)
        else:
            layout.addWidget(item)
    return layout


def line() -> QFrame:
    made = QFrame()
    made.setProperty("line", True)
    made.setFixedHeight(1)
    return made


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while layout.count():
        item = layout.takeAt(0)
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def restyle(widget: QWidget) -> None:
    """Read the style sheet again after a property that it looks at has changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


class Choice(QComboBox):
    """A drop-down with a chevron of our own: a style sheet can only show one from a file, in one colour."""

    def __init__(self, context: Context, name: str) -> None:
        super().__init__()
        self._context = context
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        picture = self._context.picture("down", "muted", 16, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - 26, (self.height() - 16) // 2, picture)


class Fold(QWidget):
    """A heading that folds what stands below it in and out."""

    toggled = Signal(bool)

    def __init__(self, context: Context, title: str, body: QWidget, *, unfolded: bool = False) -> None:
        super().__init__()
        self._context = context
        self._body = body
        self.head = QToolButton()
        self.head.setText(title)
        self.head.setAccessibleName(title)
        self.head.setProperty("kind", "fold")
        self.head.setCheckable(True)
        self.head.setChecked(unfolded)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setIconSize(QSize(16, 16))
        self.head.setMinimumWidth(1)  # a long heading must not make everything beside it wider than the pane
        self.head.toggled.connect(self._set)
        self.setLayout(column(row(self.head, None), body, spacing=4))
        self._set(unfolded)

    def _set(self, unfolded: bool) -> None:
        self.head.setIcon(self._context.icon("down" if unfolded else "right"))
        self._body.setVisible(unfolded)
        self.toggled.emit(unfolded)


class Spinner(QWidget):
    """A turning arc: something is being done. It turns only while it is seen."""

    def __init__(self, colour: str, side: int = 16) -> None:
        super().__init__()
        self._colour = QColor(colour)
        self._angle = 0
        self.setFixedSize(side, side)
        self._timer = QTimer(self)
        self._timer.setInterval(60)
        self._timer.timeout.connect(self._turn)

    def _turn(self) -> None:
        self._angle = (self._angle - 24) % 360
        self.update()

    def showEvent(self, event: QEvent) -> None:
        self._timer.start()

    def hideEvent(self, event: QEvent) -> None:
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(QRect(2, 2, self.width() - 4, self.height() - 4), self._angle * 16, 270 * 16)


class Empty(QWidget):
    """What to do where there is nothing yet: a picture, a sentence, a hint, perhaps buttons."""

    def __init__(self, context: Context, icon: str, title: str, hint: str = "", *actions: QWidget) -> None:
        super().__init__()
        picture = QLabel()
        picture.setPixmap(context.picture(icon, "faint", 36, self.devicePixelRatioF()))
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = label(title, "large", wrap=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint = label(hint, "muted", wrap=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setVisible(bool(hint))
        words = column(picture, self.title, self.hint, spacing=GAP)
        if actions:
            words.addSpacing(GAP)
        for action in actions:
            words.addLayout(row(None, action, None))
        self.below = column(spacing=6)
        self.offers = QWidget()
        self.offers.setLayout(self.below)
        words.addWidget(self.offers)
        self.setLayout(column(None, words, None, None, margins=(GAP * 4, GAP * 3, GAP * 4, GAP * 3)))

    def say(self, title: str, hint: str = "") -> None:
        self.title.setText(title)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))


class KeyFrame(QFrame):
    """A card that can be reached with Tab and opened with Enter, Space or a click."""

    opened = Signal()
    copied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not event.modifiers():
            self.opened.emit()
        else:
            super().keyPressEvent(event)


class Offer(KeyFrame):
    """A sentence with an icon that can be chosen, over as many lines as it needs."""

    def __init__(self, context: Context, icon: str, text: str) -> None:
        super().__init__()
        self.setProperty("card", "quote")
        self.setAccessibleName(text)
        sign = QLabel()
        sign.setPixmap(context.picture(icon, "accent", 18, self.devicePixelRatioF()))
        inside = row(column(sign, None), label(text, wrap=True), spacing=10, margins=(12, 9, 12, 9))
        inside.setStretch(1, 1)
        self.setLayout(inside)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.opened.emit()
