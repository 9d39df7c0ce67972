"""Which model answers, kept loaded between questions, and the run of one question with its steps saved as they happen."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.agent.ask import ask
from engine.agent.ports import Limits, OnEvent, Profile
from engine.library import MatterLibrary
from engine.model.catalog import Catalog
from engine.model.protocol import ChatModel
from engine.model.runtime import ModelProcess
from engine.settings import AGENT_ROUNDS, AGENT_SECONDS, AGENT_TOKENS, MODEL, Settings
from engine.store import answers, documents
from engine.store.database import Database
from engine.types import Answer, Matter, Page, Quote
from engine.verify.place import page_at

NO_MODEL = "none"


class Answering:
    """Answers questions in one home. The model stays loaded, so that its first tokens need not be read again."""

    def __init__(self, database: Database, home: Path) -> None:
        self._database = database
        self._home = home
        self._lock = threading.Lock()
        self._model: ChatModel | None = None

    def ask(
        self, matter: Matter, question: str, *, model: str | None, history: Sequence[tuple[str, str]],
        on_event: OnEvent | None, stop: threading.Event | None,
    ) -> Answer:  # fmt: skip
        """The answer to one question. ``model``: a name, "none", or None for the one in the settings.

        Raises UserFacingError for a model that is not known or not here, Stopped when ``stop`` was set.
        """
        chosen, profile = self._choose(model)
        settings = Settings(self._home)
        limits = Limits(settings.get(AGENT_ROUNDS), float(settings.get(AGENT_SECONDS)), settings.get(AGENT_TOKENS))
        answer = ask(
            MatterLibrary(self._database, matter), question, model=chosen, profile=profile, history=history,
            limits=limits, on_event=on_event, save_step=self._saver(matter), stop=stop,
        )  # fmt: skip
        return self._with_pages(answer)

    def _with_pages(self, answer: Answer) -> Answer:
        """The page of each quote itself: a passage may begin on the page before."""
        pages: dict[str, tuple[Page, ...]] = {}

        def placed(quote: Quote) -> Quote:
            if quote.page is None:
                return quote
            if quote.document not in pages:
                with self._database.connection() as connection:
                    pages[quote.document] = documents.get(connection, quote.document).pages
            return replace(quote, page=page_at(pages[quote.document], quote.start) or quote.page)

        claims = tuple(replace(c, quotes=tuple(map(placed, c.quotes))) for c in answer.claims)
        return replace(answer, claims=claims, evidence=tuple(map(placed, answer.evidence)))

    def close(self) -> None:
        """Ends the model's process."""
        with self._lock:
            if self._model is not None:
                self._model.close()
                self._model = None

    def _choose(self, name: str | None) -> tuple[ChatModel | None, Profile | None]:
        wanted = name if name is not None else Settings(self._home).get(MODEL)
        if not wanted or wanted == NO_MODEL:
            return None, None
        catalog = Catalog(self._home)
        path, entry = catalog.installed(wanted), catalog.entry(wanted)
        with self._lock:
            if self._model is not None and self._model.name != entry.name:
                self._model.close()
                self._model = None
            if self._model is None:
                self._model = ModelProcess(path, entry.name, family=entry.family)
            return self._model, Profile(entry.role, entry.quotes)

    def _saver(self, matter: Matter) -> Callable[[str, Any], None]:
        """Writes each step of the run as it happens, numbered from 1."""
        run = uuid.uuid4()
        steps = iter(range(1, 1_000_000))

        def save(kind: str, body: Any) -> None:
            with self._database.connection() as connection:
                answers.add_step(connection, matter, run, next(steps), kind, body)

        return save
