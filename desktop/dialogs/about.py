"""About: version, what goes over the network (nothing), and the licences of what is inside."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QTabWidget, QWidget

from desktop import VERSION, icons
from desktop.context import Context
from desktop.texts import tr
from desktop.views.parts import button, column, label, row
from engine.resources import resources_folder

COMPONENTS = (  # distribution, what the person would call it; licences are read from the packages themselves
    ("PySide6_Essentials", "Qt for Python"), ("pgserver", "PostgreSQL, pgvector"), ("psycopg", "psycopg"),
    ("pypdfium2", "PDFium"), ("PyStemmer", "Snowball"), ("lxml", "lxml, libxml2"), ("markdown-it-py", "markdown-it"),
    ("python-docx", "python-docx"), ("charset-normalizer", "charset-normalizer"), ("tesserocr", "Tesseract"),
    ("numpy", "NumPy"), ("rapidfuzz", "RapidFuzz"), ("llama_cpp_python", "llama.cpp"), ("platformdirs", "platformdirs"),
)  # fmt: skip


def licence_of(distribution: str) -> str | None:
    """ "name version: licence", as the installed package declares it; None where it is not installed."""
    try:
        about = metadata.metadata(distribution)
    except metadata.PackageNotFoundError:
        return None
    licence = about.get("License-Expression") or ""
    if not licence:
        classes = [c.rsplit(" :: ", 1)[-1] for c in about.get_all("Classifier") or [] if c.startswith("License ::")]
        licence = ", ".join(classes) or (about.get("License") or "").split("\n")[0][:80]
    return f"{about['Name']} {about['Version']}: {licence}"


def licence_texts() -> str:
    """One line for each component, then the full texts that ship with the program."""
    lines = []
    for distribution, name in COMPONENTS:
        found = licence_of(distribution)
        if found:
            lines.append(f"{name} — {found}")
    folder = resources_folder() / "licences"
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
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
