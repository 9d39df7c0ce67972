"""About: version, what goes over the network (nothing), and the licences of what is inside."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QTabWidget, QWidget

from desktop import VERSION, icons
from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import button, column, row
from desktop.views.words import label
from engine.resources import resource_text, resources_folder

PACKAGES = "licences/packages.tsv"  # written by `packaging/dev.py licences` from what the packages say


def licence_texts() -> str:
    """One line for each package and for each part inside one, then the full texts that ship with the program."""
    rows = [line.split("\t") for line in resource_text(PACKAGES).splitlines()[1:]]
    lines = [f"{' '.join(filter(None, (name, version)))} — {licence} ({note})" for name, version, licence, note in rows]
    for path in sorted((resources_folder() / "licences").glob("*.txt")):
        lines += ["", "─" * 40, path.stem, "", path.read_text(encoding="utf-8", errors="replace")]
    return "\n".join(lines)


class AboutDialog(QDialog):
    """Two tabs: the program, the licences."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Ordrett"))
        self.setMinimumSize(560, 420)
        sign = QLabel()
        sign.setPixmap(icons.program_picture(64, parent.devicePixelRatioF()))
        words = column(label("Ordrett", "title"), label(tr("Version {version}", version=VERSION), "muted"), spacing=2)
        tabs = QTabWidget()
        tabs.addTab(self._program(context, parent.devicePixelRatioF()), tr("The program"))
        licences = QPlainTextEdit(licence_texts())
        licences.setReadOnly(True)
        licences.setAccessibleName(tr("Licences"))
        holder = QWidget()
        holder.setLayout(column(licences, margins=(0, 12, 0, 0)))
        tabs.addTab(holder, tr("Licences"))
        close = button(tr("Close"), self.accept, "primary")
        self.setLayout(
            column(row(sign, words, None, spacing=16), tabs, row(None, close), spacing=16, margins=(24, 22, 24, 18))
        )

    def _program(self, context: Context, density: float) -> QWidget:
        holder = QWidget()
        shield = QLabel()
        shield.setPixmap(context.picture("offline", "good", 22, density))
        network = label(tr("Network: none"), "strong")
        network.setObjectName("network")
        promise = label(
            tr(
                "Ordrett never goes on the network: no telemetry, no updates in the background, no cloud. Your documents, questions and answers stay in the folder below."
            ),
            "muted",
            wrap=True,
        )
        check = QLabel()
        check.setPixmap(context.picture("quote", "accent", 22, density))
        quotes = label(tr("What stands in quotation marks"), "strong")
        how = label(
            tr(
                "is read from the stored source, never from what a model wrote, and is compared with it character by character before it is shown as verified."
            ),
            "muted",
            wrap=True,
        )
        home = label(context.home, "muted", wrap=True, selectable=True)
        rows = column(
            _entry(shield, network, promise), _entry(check, quotes, how), label(tr("Folder of this program’s data"), "section"),
            home, None, label(tr("Licensed under the Apache License 2.0."), "small"), spacing=14, margins=(2, 18, 2, 0),
        )  # fmt: skip
        holder.setLayout(rows)
        return holder


def _entry(sign: QLabel, title: QLabel, text: QLabel) -> QWidget:
    holder = QWidget()
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    inner = row(sign, column(title, text, spacing=3), spacing=14)
    inner.setStretch(1, 1)
    holder.setLayout(inner)
    return holder
