"""The façade that desktop, command line and MCP use; nothing else opens the store.

Every method may be called from any thread. Long ones take ``on_progress`` (called from the working thread) and a
``stop`` event; they return within a second of ``stop.set()``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.types import (
    Answer,
    Box,
    Check,
    Document,
    FileOutcome,
    ImportProgress,
    ImportReport,
    Matter,
    ModelInfo,
    OutlineEntry,
    Pack,
    PackKind,
    Passage,
    SearchRequest,
    SearchResult,
)


class Workspace:
    """One open home folder: its server, its matters and packs, its models."""

    def __init__(self, home: Path) -> None:
        """Starts (or joins) the database of ``home`` and brings its schema up to date.

        Raises EnvironmentProblem when the folder cannot be used, UserFacingError when the data is newer than the program.
        """
        raise NotImplementedError

    def close(self) -> None: ...

    def __enter__(self) -> Workspace: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    # ---- matters and packs
    def matters(self) -> list[Matter]: ...
    def matter(self, name: str) -> Matter: ...  # UserFacingError when there is none
    def create_matter(self, name: str) -> Matter: ...
    def delete_matter(self, name: str) -> None: ...
    def packs(self, matter: Matter) -> list[Pack]: ...  # its own document packs, and law and statistics packs
    def pack(self, matter: Matter, name: str) -> Pack: ...
    def create_pack(self, matter: Matter, name: str, kind: PackKind, **settings: str) -> Pack: ...
    def set_pack(self, matter: Matter, name: str, **settings: Any) -> Pack: ...  # stemmer, description, on
    def delete_pack(self, matter: Matter, name: str) -> None: ...

    # ---- import
    def import_paths(
        self,
        matter: Matter,
        paths: Sequence[Path],
        *,
        pack: str | None = None,
        kind: PackKind = "documents",
        password: str | None = None,
        on_progress: Callable[[ImportProgress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> ImportReport: ...
    def unfinished_imports(self) -> list[int]: ...  # job ids that a crash or a stop left
    def resume_import(
        self,
        job: int,
        *,
        on_progress: Callable[[ImportProgress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> ImportReport: ...
    def import_outcomes(self, job: int) -> list[FileOutcome]: ...

    # ---- documents
    def documents(self, matter: Matter, *, packs: Sequence[str] = ()) -> list[Document]: ...
    def document(self, document: str) -> Document: ...  # with its Markdown
    def outline(self, document: str) -> list[OutlineEntry]: ...
    def read(self, passages: Sequence[str]) -> list[Passage]: ...
    def boxes(self, document: str, start: int, end: int) -> list[Box]: ...  # where that stretch stands on its pages
    def original(self, document: str) -> Path | None: ...  # the kept copy of the file; None for law and archives

    # ---- search and answers
    def search(self, matter: Matter, request: SearchRequest) -> SearchResult: ...
    def ask(
        self,
        matter: Matter,
        question: str,
        *,
        model: str | None = None,
        history: Sequence[tuple[str, str]] = (),
        on_event: Callable[[str, Any], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Answer: ...
    def verify(self, answer: Answer) -> Answer: ...  # the same answer, each quote checked again
    def answers(self, matter: Matter) -> list[Answer]: ...
    def export(self, answer: Answer, form: str) -> str: ...  # "html" or "md"

    # ---- models and health
    def models(self) -> list[ModelInfo]: ...
    def add_model(self, name_or_file: str, on_progress: Callable[[int, int], None] | None = None) -> ModelInfo: ...
    def use_model(self, name: str) -> None: ...
    def remove_model(self, name: str) -> None: ...
    def doctor(self) -> list[Check]: ...
