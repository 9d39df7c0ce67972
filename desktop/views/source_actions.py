"""What can be done with the file behind a document: open it in its own program, show it in its folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu

from desktop.context import Context
from desktop.jobs import Job
from desktop.opened import named_copy
from desktop.texts import tr
from engine.errors import UserFacingError


def add_source_actions(context: Context, menu: QMenu, document: str) -> None:
    """Add *Open original* and *Show in folder* for a document's id."""
    menu.addSeparator()
    menu.addAction(context.icon("open"), tr("Open original"), lambda: open_original(context, document))
    menu.addAction(context.icon("folder"), tr("Show in folder"), lambda: show_in_folder(context, document))


def open_original(context: Context, document: str) -> None:
    """Open a read-only copy of the file in the program that the person uses for such files."""
    _with_original(context, document, lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))))


def show_in_folder(context: Context, document: str) -> None:
    _with_original(context, document, reveal)


def reveal(path: Path) -> None:
    """Show a file in the file browser of the system, selected where the system can do that."""
    if sys.platform == "win32":
        subprocess.Popen(["explorer", f"/select,{path}"])
    elif sys.platform == "darwin":
        subprocess.Popen(["open", "-R", str(path)])
    else:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def _with_original(context: Context, document: str, then: Callable[[Path], object]) -> None:
    def find(_: Job) -> Path | None:
        kept = context.workspace.original(document)
        return None if kept is None else named_copy(Path(context.home), kept, context.workspace.document(document))

    def found(path: Path | None) -> None:
        if path is None:
            text = tr("This text came out of an archive or a law collection; there is no file of its own to open.")
            context.failed.emit(UserFacingError(text))
        else:
            then(path)

    context.jobs.run(find, found, on_error=context.failed.emit)
