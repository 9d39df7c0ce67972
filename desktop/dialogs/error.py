"""What the person is told when something went wrong: a plain sentence, or a bug with details that can be saved."""

from __future__ import annotations

import platform
import traceback
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QPlainTextEdit, QWidget

from desktop import VERSION
from desktop.context import Context
from desktop.texts import said, tr
from desktop.views.parts import Fold, button, column, row
from desktop.views.words import label
from engine.errors import Stopped, UserFacingError


def show_error(context: Context, parent: QWidget, error: BaseException) -> None:
    """A UserFacingError as its sentence; a stop as nothing; all else as a bug."""
    if isinstance(error, Stopped):
        return
    if isinstance(error, UserFacingError):
        ToldDialog(context, parent, said(str(error))).open()
    else:
        BugDialog(context, parent, error).open()


def details_of(error: BaseException) -> str:
    """What a developer needs: versions and the traceback. It holds no text of documents."""
    lines = [
        f"Ordrett {VERSION}", f"Python {platform.python_version()}, Qt {qVersion()}", platform.platform(), "",
        *traceback.format_exception(error),
    ]  # fmt: skip
    return "\n".join(line.rstrip("\n") for line in lines)


class ToldDialog(QDialog):
    """One plain sentence."""

    def __init__(self, context: Context, parent: QWidget, text: str) -> None:
        super().__init__(parent)
        self.setWindowTitle("Ordrett")
        self.setMinimumWidth(460)
        sign = QLabel()
        sign.setPixmap(context.picture("warning", "caution", 28, parent.devicePixelRatioF()))
        words = label(text, wrap=True, selectable=True)
        close = button(tr("Close"), self.accept, "primary")
        top = row(column(sign, None), words, spacing=16)
        top.setStretch(1, 1)
        self.setLayout(column(top, None, row(None, close), spacing=18, margins=(24, 22, 24, 18)))
        close.setFocus()


class BugDialog(QDialog):
    """“This is our mistake”, with the details folded."""

    def __init__(self, context: Context, parent: QWidget, error: BaseException) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A fault in Ordrett"))
        self.setMinimumWidth(520)
        self._details = details_of(error)
        sign = QLabel()
        sign.setPixmap(context.picture("error", "bad", 32, parent.devicePixelRatioF()))
        shown = QPlainTextEdit(self._details)
        shown.setReadOnly(True)
        shown.setMinimumHeight(220)
        shown.setAccessibleName(tr("Details"))
        words = column(
            label(tr("Something in Ordrett went wrong"), "title"),
            label(tr("This is our mistake, not yours. What was read and saved is safe. You can go on working; if it happens again, save the details and give them to whoever looks after Ordrett for you."), wrap=True),
            label(tr("Nothing has been sent anywhere."), "muted"),
        )  # fmt: skip
        top = row(column(sign, None), words, spacing=16)
        top.setStretch(1, 1)
        save = button(tr("Save details …"), self._save)
        close = button(tr("Close"), self.accept, "primary")
        close.setFocus()
        self.setLayout(
            column(
                top,
                Fold(context, tr("Details"), shown),
                None,
                row(None, save, close),
                spacing=14,
                margins=(22, 20, 22, 18),
            )
        )

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save details"), str(Path.home() / "ordrett-fault.txt"))
        if name:
            Path(name).write_text(self._details, encoding="utf-8")
