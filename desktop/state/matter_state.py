"""Which matter is open, its packs and their documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop.jobs import Jobs
from desktop.preferences import Preferences
from engine.types import Document, Matter, Pack

if TYPE_CHECKING:  # the engine is loaded in the background, behind the first window
    from engine.workspace import Workspace


class MatterState(QObject):
    """Reads matters, packs and listings of documents in the background and tells the views."""

    matters_changed = Signal()
    matter_changed = Signal()
    packs_changed = Signal()
    documents_changed = Signal(str)  # name of the pack
    sample_progress = Signal(object)  # ImportProgress
    suggestions_changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, preferences: Preferences) -> None:
        super().__init__()
        self._workspace = workspace
        self._jobs = jobs
        self._preferences = preferences
        self.matters: list[Matter] = []
        self.matter: Matter | None = None
        self.packs: list[Pack] = []
        self.documents: dict[str, list[Document]] = {}
        self.suggestions: tuple[str, ...] = ()  # questions to begin with, of a sample matter
        self._asked: set[str] = set()

    def load(self) -> None:
        """Read the matters and open the one that was open last (or the first)."""
        self._jobs.run(lambda _: self._workspace.matters(), self._matters_read, on_error=self.failed.emit, owner=self)

    def _matters_read(self, matters: list[Matter]) -> None:
        self.matters = matters
        wanted = self.matter.name if self.matter else self._preferences.matter
        chosen = next((matter for matter in matters if matter.name == wanted), matters[0] if matters else None)
        self.matters_changed.emit()
        self.open(chosen)

    def open(self, matter: Matter | None) -> None:
        """Make ``matter`` the open one and read its packs."""
        changed = matter != self.matter
        self.matter = matter
        if matter is not None:
            self._preferences.matter = matter.name
        if changed:
            self.packs = []
            self.documents.clear()
            self._asked.clear()
            self.suggestions = ()
            self.matter_changed.emit()
            self._read_suggestions()
        self.reload_packs()

    def _read_suggestions(self) -> None:
        matter = self.matter
        if matter is not None:
            self._jobs.run(
                lambda _: self._workspace.suggestions(matter), self._suggest, on_error=self.failed.emit, owner=self
            )

    def _suggest(self, questions: tuple[str, ...]) -> None:
        self.suggestions = questions
        self.suggestions_changed.emit()

    def reload_packs(self) -> None:
        """Read the packs again, and those listings of documents that are on the screen."""
        matter = self.matter
        if matter is None:
            self.packs = []
            self.packs_changed.emit()
            return
        self._jobs.run(
            lambda _: self._workspace.packs(matter),
            self._packs_read,
            on_error=self.failed.emit,
            owner=self,
            key="packs",
        )

    def _packs_read(self, packs: list[Pack]) -> None:
        before = {pack.name: pack.documents for pack in self.packs}
        self.packs = packs
        self.packs_changed.emit()
        present = {pack.name: pack for pack in packs}
        for name in list(self._asked):
            if name not in present:
                self._asked.discard(name)
                self.documents.pop(name, None)
            elif before.get(name) != present[name].documents:
                self._read_documents(name)

    def want_documents(self, pack: str) -> None:
        """The tree shows this pack: read its listing unless that has been done."""
        if pack not in self._asked:
            self._asked.add(pack)
            self._read_documents(pack)

    def _read_documents(self, pack: str) -> None:
        matter = self.matter
        if matter is None:
            return
        self._jobs.run(
            lambda _: self._workspace.documents(matter, packs=(pack,)),
            lambda documents: self._documents_read(pack, documents),
            on_error=self.failed.emit, owner=self, key=f"documents {pack}",
        )  # fmt: skip

    def _documents_read(self, pack: str, documents: list[Document]) -> None:
        self.documents[pack] = documents
        self.documents_changed.emit(pack)

    def create(self, name: str) -> None:
        """Make a new matter and open it."""
        self._write(lambda: self._workspace.create_matter(name), lambda matter: self._created(matter))

    def _created(self, matter: Matter) -> None:
        self._preferences.matter = matter.name
        self.matter = None
        self.load()

    def delete(self, matter: Matter) -> None:
        self._write(lambda: self._workspace.delete_matter(matter.name), lambda _: self._forget(matter))

    def _forget(self, matter: Matter) -> None:
        if self.matter == matter:
            self.matter = None
        self.load()

    def open_sample(self, language: str) -> None:
        """Put the sample matter of ``language`` into this home and open it."""
        self._jobs.run(
            lambda job: self._workspace.open_sample(language, on_progress=job.report, stop=job.stop),
            self._created,
            on_error=self.failed.emit,
            on_progress=self.sample_progress.emit,
            lane="serial",
            owner=self,
        )

    def set_pack(self, pack: Pack, **settings: Any) -> None:
        matter = self.matter
        if matter is not None:
            self._write(lambda: self._workspace.set_pack(matter, pack.name, **settings), lambda _: self.reload_packs())

    def delete_pack(self, pack: Pack) -> None:
        matter = self.matter
        if matter is not None:
            self._write(lambda: self._workspace.delete_pack(matter, pack.name), lambda _: self.reload_packs())

    def _write(self, work: Any, then: Any) -> None:
        self._jobs.run(lambda _: work(), then, on_error=self.failed.emit, lane="serial", owner=self)

    @property
    def empty(self) -> bool:
        """No matter holds anything and no law is there: the home is as new."""
        return not self.packs or all(pack.documents == 0 for pack in self.packs)
