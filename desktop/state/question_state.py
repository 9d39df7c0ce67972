"""The one box: what is typed, the hits for it, the answer that is being made, and the answers made before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.jobs import Job, Jobs
from desktop.state.matter_state import MatterState
from engine.errors import Stopped
from engine.types import Answer, Claim, Matter, Quote, SearchRequest, SearchResult

if TYPE_CHECKING:  # the engine is loaded in the background, behind the first window
    from engine.workspace import Workspace

DEBOUNCE_MS = 100  # a fast typist's gap between two keys; slower typing searches at every key
HITS_SHOWN = 40
HISTORY_TURNS = 3  # earlier questions of this sitting that a follow-up may refer to
EVIDENCE_ONLY = "none"  # the name that asks for an answer without a model


@dataclass(frozen=True)
class Step:
    """One line of the live trace."""

    kind: str  # "search", "read" or "note"
    text: str
    count: int | None = None


class QuestionState(QObject):
    """Searches as the text changes, asks on command, and keeps the outcome for the views."""

    hits_changed = Signal()
    searching_changed = Signal()
    answer_changed = Signal()  # trace, evidence, claims or the whole answer
    history_changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs, matter: MatterState) -> None:
        super().__init__()
        self._workspace = workspace
        self._jobs = jobs
        self._matter = matter
        self.text = ""
        self.result: SearchResult | None = None
        self.searching = False
        self.asking: str | None = None  # the question that is being answered
        self.stopping = False
        self.steps: list[Step] = []
        self.evidence: tuple[Quote, ...] = ()
        self.claims: tuple[Claim, ...] = ()
        self.answer: Answer | None = None
        self.history: list[Answer] = []
        self._turns: list[tuple[str, str]] = []
        self._ask_job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._search)
        matter.matter_changed.connect(self._new_matter)
        matter.packs_changed.connect(self.search_again)

    # ---- search
    def type(self, text: str) -> None:
        """The text in the box is now ``text``; search for it once the typing pauses."""
        if text == self.text:
            return
        self.text = text
        if text.strip():
            self._set_searching(True)
            self._timer.start()
        else:
            self._timer.stop()
            self._jobs.drop("search")
            self._set_searching(False)
            self.result = None
            self.hits_changed.emit()

    def search_now(self) -> None:
        if self.text.strip():
            self._timer.stop()
            self._search()

    def search_again(self) -> None:
        """Packs were switched on or off, or filled: the hits may differ."""
        if self.text.strip() and not self._timer.isActive():
            self._search()

    def _search(self) -> None:
        matter, text = self._matter.matter, self.text.strip()
        if matter is None or not text:
            self._set_searching(False)
            return
        request = SearchRequest(queries=(text,), limit=HITS_SHOWN, prefix=not self.text[-1:].isspace())
        self._set_searching(True)
        self._jobs.run(
            lambda _: self._workspace.search(matter, request), self._found, on_error=self._search_failed, lane="search",
            owner=self, key="search",
        )  # fmt: skip

    def _found(self, result: SearchResult) -> None:
        self._set_searching(False)
        self.result = result
        self.hits_changed.emit()

    def _search_failed(self, error: BaseException) -> None:
        self._set_searching(False)
        self.failed.emit(error)

    def _set_searching(self, searching: bool) -> None:
        if searching != self.searching:
            self.searching = searching
            self.searching_changed.emit()

    # ---- ask
    def ask(self, question: str, model: str | None = None) -> None:
        """Answer ``question`` from the open matter; evidence and trace arrive as they are found."""
        matter, question = self._matter.matter, question.strip()
        if matter is None or not question or self.asking is not None:
            return
        self.asking, self.stopping = question, False
        self.steps, self.evidence, self.claims, self.answer = [], (), (), None
        history = tuple(self._turns[-HISTORY_TURNS:])

        def work(job: Job) -> Answer:
            answer = self._workspace.ask(
                matter, question, model=model, history=history, stop=job.stop,
                on_event=lambda kind, value: job.tell((kind, value)),
            )  # fmt: skip
            return replace(answer, id=self._workspace.save_answer(matter, answer))

        self._ask_job = self._jobs.run(
            work, self._answered, on_error=self._ask_failed, on_progress=self._heard, owner=self, key="ask"
        )
        self.answer_changed.emit()

    def stop(self) -> None:
        if self._ask_job is not None and self.asking is not None and not self.stopping:
            self.stopping = True
            self._ask_job.cancel()
            self.answer_changed.emit()

    def _heard(self, event: tuple[str, Any]) -> None:
        kind, value = event
        if self.asking is None:
            return
        if kind == "evidence":
            self.evidence = tuple(value)
        elif kind == "claim":
            self.claims = (*self.claims, value)
        elif kind in ("search", "searched"):
            self.steps.append(Step("search", " · ".join(value.queries), value.hits))
        elif kind == "read":
            self.steps.append(Step("read", value if isinstance(value, str) else " · ".join(map(str, value))))
        else:
            self.steps.append(Step("note", str(value)))
        self.answer_changed.emit()

    def _answered(self, answer: Answer) -> None:
        self.asking, self._ask_job = None, None
        self._turns.append((answer.question, " ".join(claim.text for claim in answer.claims)))
        self.show_answer(answer)
        self.load_history()

    def _ask_failed(self, error: BaseException) -> None:
        self.asking, self._ask_job = None, None
        self.answer_changed.emit()
        if not isinstance(error, Stopped):
            self.failed.emit(error)

    # ---- answers made before
    def show_earlier(self, answer: Answer) -> None:
        """Show an answer of before; its quotes are checked again first, for its sources may have changed."""
        self._jobs.run(
            lambda _: self._workspace.verify(answer),
            self.show_answer,
            on_error=self.failed.emit,
            owner=self,
            key="earlier",
        )

    def show_answer(self, answer: Answer) -> None:
        self.answer, self.evidence, self.claims = answer, answer.evidence, answer.claims
        self.answer_changed.emit()

    def load_history(self) -> None:
        matter = self._matter.matter
        if matter is not None:
            self._jobs.run(
                lambda _: self._workspace.answers(matter), self._history_read, on_error=self.failed.emit, owner=self,
                key="history",
            )  # fmt: skip

    def _history_read(self, answers: list[Answer]) -> None:
        self.history = answers
        self.history_changed.emit()

    def export(self, answer: Answer, form: str, path: Path, then: Any) -> None:
        """Write ``answer`` as "html" or "md" to ``path``; ``then(path)`` when it stands there."""

        def work(_: Job) -> Path:
            path.write_text(self._workspace.export(answer, form), encoding="utf-8")
            return path

        self._jobs.run(work, then, on_error=self.failed.emit, owner=self)

    def _new_matter(self) -> None:
        matter: Matter | None = self._matter.matter
        self._jobs.drop("search")
        self._jobs.drop("ask")
        self.asking, self._ask_job, self.answer, self.result = None, None, None, None
        self.steps, self.evidence, self.claims, self.history, self._turns = [], (), (), [], []
        self.hits_changed.emit()
        self.answer_changed.emit()
        self.history_changed.emit()
        if matter is not None:
            self.load_history()
