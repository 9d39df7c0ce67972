"""The one object that views get: workspace, background jobs, preferences, look, and the states they show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon, QPixmap

from desktop import icons
from desktop.jobs import Jobs
from desktop.preferences import Preferences
from desktop.state.import_state import ImportState
from desktop.state.matter_state import MatterState
from desktop.state.question_state import QuestionState
from desktop.state.source_state import SourceState
from desktop.style import Look

if TYPE_CHECKING:  # the engine is loaded in the background, behind the first window
    from engine.workspace import Workspace


class Context(QObject):
    """Made once per open workspace; outlives the window, which is built anew when language or look change."""

    failed = Signal(object)  # an error to be shown
    look_wanted = Signal()  # language, theme or font size were changed

    def __init__(
        self, workspace: Workspace, jobs: Jobs, preferences: Preferences, look: Callable[[], Look], home: str
    ) -> None:
        super().__init__()
        self.home = home  # shown in About
        self.workspace = workspace
        self.jobs = jobs
        self.preferences = preferences
        self._look = look
        self.matter = MatterState(workspace, jobs, preferences)
        self.imports = ImportState(workspace, jobs, preferences, self.matter)
        self.question = QuestionState(workspace, jobs, self.matter)
        self.source = SourceState(workspace, jobs)
        for state in (self.matter, self.imports, self.question, self.source):
            state.failed.connect(self.failed)
        self.matter.matter_changed.connect(self.source.clear)

    @property
    def look(self) -> Look:
        return self._look()

    def icon(self, name: str, colour: str = "muted") -> QIcon:
        """A line icon in one of the colours of the palette (by field name), accent while switched on."""
        colours = self.look.colours
        return icons.icon(name, getattr(colours, colour), colours.accent)

    def picture(self, name: str, colour: str, size: int, density: float) -> QPixmap:
        return icons.pixmap(name, getattr(self.look.colours, colour), size, density)
