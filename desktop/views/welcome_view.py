"""The first thing a new user sees: one friendly panel that offers the sample matter and asks nothing else."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from desktop import icons
from desktop.context import Context
from desktop.texts import said, tr
from desktop.views.parts import Spinner, button, column, row
from desktop.views.welcome_art import WelcomeArt
from desktop.views.words import label
from engine.types import ImportProgress

TEXT_WIDTH = 460


class WelcomeView(QWidget):
    """Offers the sample, own files, or nothing yet."""

    sample_wanted = Signal()
    files_wanted = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        sign = QLabel()
        sign.setPixmap(icons.program_picture(56, self.devicePixelRatioF()))
        what = label(
            tr(
                "Search the file of a case and the law, ask a question, and get an answer in which every quote is checked"
                " word for word against its source."
            ),
            "lead",
            wrap=True,
        )
        what.setFixedWidth(TEXT_WIDTH)
        what.ensurePolished()
        what.setMinimumHeight(what.heightForWidth(TEXT_WIDTH))
        self.sample = button(tr("Look around in a sample matter"), self._sample, "primary")
        self.own = button(tr("Start with my own files"), self.files_wanted.emit)
        for each in (self.sample, self.own):
            each.setMinimumHeight(42)
        self.busy = QWidget()
        self._words = label(tr("The sample matter is being read …"), "muted")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(tr("Progress of the import"))
        reading = row(Spinner(context.look.colours.accent), self._words, None)
        self.busy.setLayout(column(reading, self.bar, spacing=10))
        keep = self.busy.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(keep)
        self.busy.hide()
        offline = QLabel()
        offline.setPixmap(context.picture("offline", "good", 18, self.devicePixelRatioF()))
        promise = label(tr("Everything stays on this computer. Ordrett never goes on the network."), "muted")
        text = column(
            sign, 8, label(tr("Welcome to Ordrett"), "display"), what, 12, row(self.sample, self.own, None, spacing=12),
            6, row(offline, promise, None), self.busy, spacing=12,
        )  # fmt: skip
        self.setLayout(column(None, row(None, text, 56, WelcomeArt(context), None, spacing=0), None, None))
        self.setAccessibleName(tr("Welcome to Ordrett"))

    def _sample(self) -> None:
        self.set_busy(True)
        self.sample_wanted.emit()

    def show_progress(self, progress: ImportProgress) -> None:
        self.bar.setRange(0, max(1, progress.seen))
        self.bar.setValue(progress.done)
        self._words.setText(tr("The sample matter is being read: {name}", name=PurePath(progress.current).name))

    def set_busy(self, busy: bool) -> None:
        self.busy.setVisible(busy)
        self.sample.setEnabled(not busy)
        self.own.setEnabled(not busy)


class OpeningView(QWidget):
    """Seen while the database starts, or says why it cannot."""

    again_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, accent: str) -> None:
        super().__init__()
        sign = QLabel()
        sign.setPixmap(icons.program_picture(64, self.devicePixelRatioF()))
        sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.spinner = Spinner(accent, 18)
        self.text = label(tr("Opening your matters …"), "muted")
        self.problem = label("", "large", wrap=True)
        self.problem.setFixedWidth(520)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.problem.hide()
        self.again = button(tr("Try again"), self.again_wanted.emit, "primary")
        self.quit = button(tr("Quit"), self.quit_wanted.emit)
        self.again.hide()
        self.quit.hide()
        self.setLayout(
            column(None, sign, 8, row(None, self.spinner, self.text, None), row(None, self.problem, None),
                   row(None, self.again, self.quit, None), None, None, spacing=14)
        )  # fmt: skip

    def show_busy(self) -> None:
        for widget, shown in (
            (self.spinner, True),
            (self.text, True),
            (self.problem, False),
            (self.again, False),
            (self.quit, False),
        ):
            widget.setVisible(shown)

    def say(self, text: str) -> None:
        """A sentence of the database on why opening takes a while."""
        self.text.setText(said(text))

    def show_problem(self, text: str) -> None:
        """Say why the home cannot be opened, and offer to try again."""
        self.problem.setText(said(text))
        self.problem.setMinimumHeight(self.problem.heightForWidth(520))
        for widget, shown in (
            (self.spinner, False),
            (self.text, False),
            (self.problem, True),
            (self.again, True),
            (self.quit, True),
        ):
            widget.setVisible(shown)
