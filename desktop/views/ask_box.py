"""The one box: searches as you type, asks on Ctrl+Enter, grows with the question."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QToolButton

from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import button, restyle, row

LINES_SHOWN = 4  # a longer question scrolls


class Edit(QPlainTextEdit):
    """The text of the box. Enter never makes a line by accident: Shift+Enter does."""

    ask = Signal()
    search = Signal()
    leave_down = Signal()
    focused = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self.fit)

    def fit(self) -> None:
        """Take as many lines as the question has."""
        lines = max(1, int(self.document().size().height()))  # QPlainTextEdit measures in lines
        height = min(LINES_SHOWN, lines) * self.fontMetrics().lineSpacing() + 6
        many = lines > LINES_SHOWN
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        if self.height() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QEvent) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.ask.emit()
            elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
            else:
                self.search.emit()
            return
        last_line = self.textCursor().blockNumber() == self.blockCount() - 1
        if event.key() == Qt.Key.Key_Down and last_line:
            self.leave_down.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)


class AskBox(QFrame):
    """The box with its magnifying glass, the button that clears it, and *Ask*."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setObjectName("askBox")
        self.edit = Edit()
        self.edit.setPlaceholderText(tr("Search, or ask a question"))
        self.edit.setAccessibleName(tr("Search, or ask a question"))
        glass = QToolButton()
        glass.setIcon(context.icon("search", "faint"))
        glass.setIconSize(QSize(20, 20))
        glass.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        glass.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clear_button = QToolButton()
        self.clear_button.setIcon(context.icon("close", "faint"))
        self.clear_button.setToolTip(tr("Clear (Esc)"))
        self.clear_button.setAccessibleName(tr("Clear"))
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clear_button.clicked.connect(self.edit.clear)
        self.ask_button = button(tr("Ask"), self.edit.ask.emit, "primary")
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        self.ask_button.setToolTip(tr("Answer from the sources ({keys})", keys=keys))
        self.setLayout(row(glass, self.edit, self.clear_button, self.ask_button, spacing=6, margins=(8, 7, 7, 7)))
        self.edit.focused.connect(self._show_focus)
        self.edit.textChanged.connect(self._enable)
        self.setFocusProxy(self.edit)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._enable()

    def _show_focus(self, focused: bool) -> None:
        self.setProperty("focused", focused)
        restyle(self)

    def _enable(self) -> None:
        some = bool(self.edit.toPlainText().strip())
        self.clear_button.setVisible(some)
        self.ask_button.setEnabled(some)
