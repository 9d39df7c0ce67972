"""The façade that desktop, command line and MCP use; nothing else opens the store.

Every method may be called from any thread. Long ones take ``on_progress`` (called from the working thread) and a
``stop`` event; they return within a second of ``stop.set()``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from engine import health, log
from engine.answering import Answering
from engine.checking import Checking
from engine.errors import Stopped, UserFacingError
from engine.importing import importer, originals
from engine.library import MatterLibrary
from engine.model.catalog import Catalog
from engine.report.answer_json import answer_from_object, answer_to_object
from engine.report.write import write_report
from engine.samples import sample_for, samples
from engine.settings import Settings
from engine.store import answers, documents, jobs, matters, packs, passages, vocabulary
from engine.store.database import Database
from engine.store.jobs import Rows
from engine.types import (
    Answer,
    Box,
    Check,
    DictionaryEntry,
    Discovered,
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
    Related,
    SearchRequest,
    SearchResult,
    SynonymGroup,
)

Progress = Callable[[ImportProgress], None]


class Workspace:
    """One open home folder: its server, its matters and packs, its models."""

    def __init__(self, home: Path, on_progress: Callable[[str], None] | None = None) -> None:
        """Starts (or joins) the database of ``home`` and brings its schema up to date.

        ``on_progress`` gets a plain sentence when that takes a while. Raises EnvironmentProblem when the folder cannot be
        used, UserFacingError when the data is newer than the program.
        """
        self.home = home
        self._database = Database.open(home, on_progress)
        self._answering = Answering(self._database, home)
        log.start(home)

    def close(self) -> None:
        """Ends the model and leaves the server, which stops when no other program uses this home."""
        self._answering.close()
        self._database.close()
        log.stop()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, (UserFacingError, Stopped)):
            log.get("workspace").error("a fault of the program", exc_info=error)
        self.close()

    # ---- matters and packs

    def matters(self) -> list[Matter]:
        with self._database.connection() as connection:
            return matters.listing(connection)

    def matter(self, name: str) -> Matter:
        """The matter of that name; UserFacingError, naming those there are, when there is none."""
        with self._database.connection() as connection:
            return matters.get(connection, name)

    def create_matter(self, name: str) -> Matter:
        with self._database.connection() as connection:
            return matters.create(connection, name)

    def delete_matter(self, name: str) -> None:
        """The matter with its documents, answers and the copies of its files that no other matter has."""
        with self._database.connection() as connection:
            matter = matters.get(connection, name)
            kept = documents.hashes(connection, [p.id for p in packs.listing(connection, matter) if p.matter_id])
            kept |= jobs.hashes_of_matter(connection, matter.id)
            matters.delete(connection, name)
        self._forget_files(kept)

    def _forget_files(self, hashes: set[str]) -> None:
        with self._database.connection() as connection:
            unused = documents.unused(connection, sorted(hashes))
        originals.remove(self.home, unused)

    def packs(self, matter: Matter) -> list[Pack]:
        """The matter's own packs, then law and statistics, which every matter shares."""
        with self._database.connection() as connection:
            return packs.listing(connection, matter)

    def pack(self, matter: Matter, name: str) -> Pack:
        with self._database.connection() as connection:
            return packs.get(connection, matter, name)

    def create_pack(self, matter: Matter, name: str, kind: PackKind, **settings: str) -> Pack:
        with self._database.connection() as connection:
            return packs.create(connection, matter, name, kind, **settings)

    def set_pack(self, matter: Matter, name: str, **settings: Any) -> Pack:
        """Changes stemmer, description or on."""
        with self._database.connection() as connection:
            return packs.set_pack(connection, packs.get(connection, matter, name), **settings)

    def delete_pack(self, matter: Matter, name: str) -> None:
        """The pack with its documents and the copies of its files that no other pack has."""
        with self._database.connection() as connection:
            kept = documents.hashes(connection, [packs.get(connection, matter, name).id])
            packs.delete(connection, matter, name)
        self._forget_files(kept)

    # ---- synonyms and dictionaries

    def synonyms(self, matter: Matter, pack: str) -> list[SynonymGroup]:
        """The synonym groups of a pack."""
        with self._database.connection() as connection:
            return vocabulary.groups(connection, packs.get(connection, matter, pack).id)

    def set_synonyms(self, matter: Matter, pack: str, groups: Sequence[SynonymGroup]) -> None:
        """Puts other groups in place of a pack's; ``engine.vocabulary.groups`` reads and writes them as files."""
        with self._database.connection() as connection:
            vocabulary.set_groups(connection, packs.get(connection, matter, pack).id, groups)

    def dictionary(self, matter: Matter, pack: str) -> list[DictionaryEntry]:
        """The dictionary of a pack."""
        with self._database.connection() as connection:
            return vocabulary.entries(connection, packs.get(connection, matter, pack).id)

    def set_dictionary(self, matter: Matter, pack: str, entries: Sequence[DictionaryEntry]) -> None:
        """Puts another dictionary in place of a pack's; ``engine.vocabulary.dictionary`` reads and writes it as a file."""
        with self._database.connection() as connection:
            vocabulary.set_entries(connection, packs.get(connection, matter, pack).id, entries)

    def take_shipped_words(self, matter: Matter, pack: str, part: Literal["synonyms", "dictionary"]) -> None:
        """Gives up a person's own synonyms or dictionary for what ships with the program."""
        with self._database.connection() as connection:
            chosen = packs.get(connection, matter, pack)
            vocabulary.take_shipped(connection, chosen.id, chosen.stemmer, part, law=chosen.kind == "law")

    def related_terms(self, matter: Matter, word: str) -> Related:
        """What the packs' dictionaries and synonyms say of a word."""
        return MatterLibrary(self._database, matter).related(word)

    def discover_terms(self, matter: Matter, request: SearchRequest) -> list[Discovered]:
        """The words that the best passages of a query share."""
        return MatterLibrary(self._database, matter).discover(request)

    # ---- import

    def import_paths(
        self,
        matter: Matter,
        paths: Sequence[Path],
        *,
        pack: str | None = None,
        kind: PackKind = "documents",
        password: str | None = None,
        on_progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> ImportReport:
        """Imports files, folders and archives; see ``engine.importing.importer``."""
        return importer.run_import(
            self._database, self.home, matter, paths, pack=pack, kind=kind, password=password,
            on_progress=on_progress, stop=stop,
        )  # fmt: skip

    def unfinished_imports(self) -> list[int]:
        """Jobs that a crash or a stop left, oldest first."""
        return importer.unfinished(self._database)

    def resume_import(
        self, job: int, *, on_progress: Progress | None = None, stop: threading.Event | None = None
    ) -> ImportReport:
        return importer.resume(self._database, self.home, job, on_progress=on_progress, stop=stop)

    def import_outcomes(self, job: int) -> list[FileOutcome]:
        """Every file and attachment of an import with its state and reason."""
        return importer.outcomes(self._database, job)

    def open_sample(
        self, language: str, *, on_progress: Progress | None = None, stop: threading.Event | None = None
    ) -> Matter:
        """The sample matter of a language of the interface, imported the first time."""
        sample = sample_for(language)
        with self._database.connection() as connection:
            existing = [matter for matter in matters.listing(connection) if matter.name == sample.name]
            matter = existing[0] if existing else matters.create(connection, sample.name)
        for wanted in sample.packs:
            with self._database.connection() as connection:
                pack = packs.ensure(connection, matter, wanted.name, wanted.kind)
                packs.set_pack(connection, pack, description=wanted.description)
            self.import_paths(
                matter, wanted.paths, pack=wanted.name, kind=wanted.kind, on_progress=on_progress, stop=stop
            )
        return matter

    def suggestions(self, matter: Matter) -> tuple[str, ...]:
        """Questions to begin with, where the matter is a sample."""
        return next((sample.questions for sample in samples() if sample.name == matter.name), ())

    # ---- documents

    def documents(self, matter: Matter, *, packs: Sequence[str] = ()) -> list[Document]:
        """Documents of the packs named, or of all in reach, without their Markdown."""
        chosen = [pack for pack in self.packs(matter) if not packs or pack.name in packs]
        with self._database.connection() as connection:
            return documents.listing(connection, [pack.id for pack in chosen])

    def document(self, document: str, *, matter: Matter | None = None) -> Document:
        """One document with its Markdown. With ``matter``, here and below: UserFacingError for what is not in its reach."""
        with self._database.connection() as connection:
            self._check_reach(connection, matter, [document])
            return documents.get(connection, document)

    def outline(self, document: str, *, matter: Matter | None = None) -> list[OutlineEntry]:
        with self._database.connection() as connection:
            self._check_reach(connection, matter, [document])
            documents.get(connection, document)  # a plain word for one that does not exist
            return passages.outline(connection, document)

    def read(self, wanted: Sequence[str], *, matter: Matter | None = None) -> list[Passage]:
        """Passages by id, in the order asked for."""
        with self._database.connection() as connection:
            self._check_reach(connection, matter, [passage.rpartition("-")[0] for passage in wanted])
            return passages.read(connection, wanted)

    def passages(self, document: str) -> list[Passage]:
        """All passages of a document, in order."""
        with self._database.connection() as connection:
            return passages.of_document(connection, document)

    def boxes(self, document: str, start: int, end: int) -> list[Box]:
        """Where the stretch [start, end) of a document's Markdown stands on its pages."""
        with self._database.connection() as connection:
            return documents.boxes(connection, document, start, end)

    def original(self, document: str) -> Path | None:
        """The kept copy of the file that a document was read from; None for law."""
        with self._database.connection() as connection:
            found = documents.get(connection, document)
        return importer.original(self.home, found.sha256)

    def _check_reach(self, connection: Rows, matter: Matter | None, wanted: Sequence[str]) -> None:
        """One matter never sees another: an id of another matter's document is as unknown as one that never was."""
        if matter is None:
            return
        reach = {pack.id for pack in packs.listing(connection, matter)}
        for document in wanted:
            pack = document.partition("-")[0]
            if re.fullmatch(r"[0-9]{1,18}", pack) and int(pack) not in reach:
                raise UserFacingError(f"There is no document “{document}” in the matter “{matter.name}”.")

    # ---- search and answers

    def search(self, matter: Matter, request: SearchRequest) -> SearchResult:
        return MatterLibrary(self._database, matter).search(request)

    def ask(
        self,
        matter: Matter,
        question: str,
        *,
        model: str | None = None,
        history: Sequence[tuple[str, str]] = (),
        on_event: Callable[[str, Any], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Answer:
        """The checked answer to a question; see ``engine.agent.ask``. ``model``: a name, "none", or None for the one in use."""
        return self._answering.ask(matter, question, model=model, history=history, on_event=on_event, stop=stop)

    def verify(self, answer: Answer, *, matter: Matter | None = None) -> Answer:
        """The same answer with every quote checked again, word for word and by its place, as the sources stand now.

        With ``matter``, quotes of documents out of its reach cannot be checked.
        """
        with self._database.connection() as connection:
            reach = {pack.id for pack in packs.listing(connection, matter)} if matter else None
            return Checking(connection, reach).check(answer)

    def save_answer(self, matter: Matter, answer: Answer) -> int:
        with self._database.connection() as connection:
            return answers.save(connection, matter, answer_to_object(answer))

    def answers(self, matter: Matter) -> list[Answer]:
        """Saved answers, newest first, as they were saved; ``verify`` checks one again."""
        with self._database.connection() as connection:
            return [answer_from_object({**kept.body, "id": kept.id}) for kept in answers.listing(connection, matter)]

    def export(self, answer: Answer, form: str, *, matter: Matter | None = None) -> str:
        """The report of an answer as "html" or "md"; its quotes are checked again first."""
        checked = self.verify(answer, matter=matter)
        with self._database.connection() as connection:
            return write_report(connection, checked, form)

    # ---- models and health

    @property
    def settings(self) -> Settings:
        return Settings(self.home)

    def models(self) -> list[ModelInfo]:
        return Catalog(self.home).models(self.settings.get("model"))

    def add_model(self, name_or_file: str, on_progress: Callable[[int, int], None] | None = None) -> ModelInfo:
        return Catalog(self.home).add(name_or_file, on_progress)

    def use_model(self, name: str) -> None:
        Catalog(self.home).use(name)
        self.settings.set("model", name)

    def remove_model(self, name: str) -> None:
        Catalog(self.home).remove(name)

    def doctor(self) -> list[Check]:
        return [*health.checks(self._database, self.home), health.model_check(self.models())]
