"""Small questions to the person: a name, a password, yes or no."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from desktop.texts import tr
from desktop.views.parts import button, column, row
from desktop.views.words import label


class LineDialog(QDialog):
    """One line of text; ``then`` gets it unless the person cancels."""

    def __init__(
        self, parent: QWidget, title: str, hint: str, done: str, then: Callable[[str], None], *, secret: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        self._then = then
        self.field = QLineEdit()
        self.field.setAccessibleName(title)
        if secret:
            self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.done_button = button(done, self._accept, "primary")
        self.done_button.setDefault(True)
        self.done_button.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.done_button.setEnabled(bool(text.strip())))
        cancel = button(tr("Cancel"), self.reject)
        self.setLayout(
            column(label(title, "title"), label(hint, "muted", wrap=True), self.field, None, row(None, cancel, self.done_button),
                   spacing=14, margins=(24, 22, 24, 18))
        )  # fmt: skip
        self.field.setFocus()

    def _accept(self) -> None:
        self.accept()
        self._then(self.field.text().strip())


class ConfirmDialog(QDialog):
    """Asks before something is lost; the safe button has the focus."""

    def __init__(self, parent: QWidget, title: str, text: str, do: str, then: Callable[[], None]) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(440)
        self._then = then
        cancel = button(tr("Cancel"), self.reject)
        self.do_button = button(do, self._accept, "primary")
        self.setLayout(
            column(label(title, "title"), label(text, wrap=True), None, row(None, cancel, self.do_button), spacing=14,
                   margins=(24, 22, 24, 18))
        )  # fmt: skip
        cancel.setFocus()

    def _accept(self) -> None:
        self.accept()
        self._then()
