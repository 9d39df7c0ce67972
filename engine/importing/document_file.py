"""Reads one file of an import: hash, convert, split, store, and say what became of it."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.convert.context import safe_name
from engine.convert.errors import ConversionFailed
from engine.convert.worker import ConverterPool
from engine.errors import EnvironmentProblem, Stopped
from engine.importing import originals
from engine.importing.build import build_document
from engine.importing.document_store import Outcome, finish, held_bytes, store
from engine.importing.law_pool import LawPool, LawTask
from engine.importing.run import Run
from engine.importing.walk import clean_name
from engine.law import is_law
from engine.law.lovdata import SNIFF_BYTES
from engine.law.sources import MOST_BYTES
from engine.store import documents, jobs
from engine.store.indexing import Prepared, prepare
from engine.store.jobs import MOST_STRIKES, QueuedFile
from engine.types import Attachment, FileState

MOST_DEPTH = 8  # mail in mail, archive in mail …; deeper is made to hurt (design, Import)
ATTENTION = frozenset({"password", "wrong_password", "empty", "no_text"})  # what the person can do something about
STRIKES = frozenset({"crash", "timeout", "memory"})  # what may have been the moment's fault: tried once more
TOO_DEEP = f"The file lies more than {MOST_DEPTH} files deep inside others and was left aside."
EMPTY = "The file is empty (0 bytes)."
GONE = "The file is no longer there."
CHANGED = "The file was being written while it was read; import it again."

LEARN_AT = frozenset({10, 50, 250, 1250, 6250, 31250})  # documents, after which the planner is told of them

PageProgress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class FileResult:
    """What became of one file. ``again``: it waits for a second try. ``inner``: files found inside it, queued."""

    file: QueuedFile
    again: bool = False
    passages: int = 0
    inner: list[QueuedFile] = field(default_factory=list)


class FileReader:
    """Reads files for one run, from several threads."""

    def __init__(self, run: Run, converters: ConverterPool) -> None:
        self._run = run
        self._converters = converters
        with run.database.connection() as connection:
            _, met = jobs.met(connection, run.job.id)
        self._met = {document.rpartition("-")[2] for document in met}  # keys that the job led to so far
        self.stored = 0  # documents
        self.kept: set[str] = set()  # hashes of the copies made
        self._law: LawPool | None = None
        self._law_lock = threading.Lock()
        self._hashes: set[str] = set()  # of files in work
        self._released = threading.Condition()

    def abort(self) -> None:
        """Breaks off what is being converted; those files wait again."""
        self._converters.close()

    def close(self) -> None:
        """Ends the reader of acts, if one was needed."""
        if self._law is not None:
            self._law.close()

    def read(self, file: QueuedFile, page: PageProgress) -> FileResult:
        """Reads and stores one file. Raises Stopped and EnvironmentProblem after putting the file back in the queue."""
        run = self._run
        with run.database.connection() as connection:
            jobs.begin(connection, run.job.id, file.number)
        file = replace(file, strikes=file.strikes + 1)
        try:
            with tempfile.TemporaryDirectory(prefix="ordrett-", dir=self._run.work_folder) as folder:
                return self._read(file, Path(folder), page)
        except (Stopped, EnvironmentProblem):
            with run.database.connection() as connection:
                jobs.put_back(connection, run.job.id, file.number, strike=False)
            raise

    def _read(self, file: QueuedFile, folder: Path, page: PageProgress) -> FileResult:
        if file.depth > MOST_DEPTH:
            return self._end(file, Outcome("failed", TOO_DEEP))
        try:
            path = self._on_disk(file, folder)
            before = path.stat()
            if before.st_size == 0:
                return self._end(file, Outcome("needs_attention", EMPTY))
            sha256 = file.sha256 or self._keep(path)
        except FileNotFoundError:
            return self._end(file, Outcome("failed", GONE))
        except PermissionError:
            return self._end(file, Outcome("failed", "The file may not be read; check its permissions."))
        except OSError as error:
            return self._end(
                file, Outcome("failed", f"The file cannot be read ({(error.strerror or 'error').lower()}).")
            )
        with self._alone(sha256):
            outcome = held_bytes(self._run, file, sha256, self._met)
            if outcome is not None:
                return self._end(file, outcome)
            return self._convert(file, path, before, sha256, folder / "inside", page)

    def _on_disk(self, file: QueuedFile, folder: Path) -> Path:
        """The file itself, or a copy under its own name of one that was found inside another."""
        if file.sha256 is None:
            return Path(file.path)
        path = folder / safe_name(file.path.rpartition("!")[2])
        kept = originals.place(self._run.home, file.sha256)
        with kept.open("rb"):  # raises when it is not there
            pass
        try:
            shutil.copyfile(kept, path)
        except OSError as error:
            raise originals.problem_of(error, folder) from error
        return path

    @contextmanager
    def _alone(self, sha256: str) -> Iterator[None]:
        """Of two files with the same bytes the second waits, so that it is found to be a duplicate."""
        with self._released:
            while sha256 in self._hashes:
                if self._run.stop.is_set():
                    raise Stopped
                self._released.wait(0.1)
            self._hashes.add(sha256)
        try:
            yield
        finally:
            with self._released:
                self._hashes.discard(sha256)
                self._released.notify_all()

    def _convert(
        self, file: QueuedFile, path: Path, before: os.stat_result, sha256: str, inside: Path, page: PageProgress
    ) -> FileResult:
        run = self._run
        source = {"path": file.path, "root": file.root}
        if (start := self._act(path)) is not None:
            return self._read_act(file, start, source)
        try:
            converted = self._converters.convert(
                path, workdir=inside, password=run.password, stop=run.stop,
                progress=lambda done, total: page(file.path, done, total),
            )  # fmt: skip
        except ConversionFailed as failure:
            return self._failed(file, failure)
        if not _is_untouched(path, before):
            return self._end(file, Outcome("needs_attention", CHANGED))
        inner = self._inner(file, converted.attachments)
        if not converted.markdown.strip():
            return self._container(file, inner)
        document = build_document(converted, file.source_id, sha256, source, file.parent_key)
        return self._store(file, prepare(run.pack.id, run.pack.stemmer, document), inner)

    def _store(self, file: QueuedFile, prepared: Prepared, inner: list[QueuedFile]) -> FileResult:
        outcome, queued = store(self._run, file, prepared, inner, self._met)
        stored = outcome.state == "imported" and outcome.reason is None
        if stored:
            self.stored += 1
            if self.stored in LEARN_AT:
                with self._run.database.connection() as connection:
                    documents.learn(connection, whole=False)
        return FileResult(file, passages=prepared.passages if stored else 0, inner=queued)

    def _act(self, path: Path) -> bytes | None:
        """The bytes of a file that is an act, else None."""
        try:
            with path.open("rb") as opened:
                start = opened.read(SNIFF_BYTES)
                return start + opened.read(MOST_BYTES) if is_law(start) else None
        except OSError:
            return None  # the converter says what is wrong with it

    def _read_act(self, file: QueuedFile, data: bytes, source: dict[str, str]) -> FileResult:
        """An act that lies among the documents of a case; it keeps its official id."""
        run = self._run
        with self._law_lock:
            if self._law is None:
                self._law = LawPool(1)
            self._law.put(LawTask(file.number, source["path"], data, run.pack.id, run.pack.stemmer, source))
            while (result := self._law.next_result(0.1)) is None:
                if run.stop.is_set():
                    raise Stopped
        if result.prepared is None:
            return self._end(file, Outcome("failed", result.reason))
        return self._store(file, result.prepared, [])

    def _inner(self, file: QueuedFile, attachments: tuple[Attachment, ...]) -> list[QueuedFile]:
        """The files found inside, their bytes kept so that they can be read after a crash too."""
        return [
            QueuedFile(
                path=f"{file.path}!{clean_name(attachment.name)}",
                source_id=f"{file.source_id}!{clean_name(attachment.name)}",
                root=file.root,
                sha256=self._keep(Path(attachment.path)),
                depth=file.depth + 1,
            )
            for attachment in attachments
        ]

    def _keep(self, path: Path) -> str:
        sha256 = originals.keep(self._run.home, path)
        self.kept.add(sha256)
        return sha256

    def _container(self, file: QueuedFile, inner: list[QueuedFile]) -> FileResult:
        """An archive: nothing but the files inside it."""
        if not inner:
            return self._end(file, Outcome("needs_attention", "The file opens, but no text was found in it."))
        reason = f"Holds {len(inner)} files." if len(inner) > 1 else "Holds 1 file."
        return self._end(file, Outcome("imported", reason), inner)

    def _failed(self, file: QueuedFile, failure: ConversionFailed) -> FileResult:
        if failure.kind in STRIKES and file.strikes < MOST_STRIKES:
            with self._run.database.connection() as connection:
                jobs.put_back(connection, self._run.job.id, file.number, strike=True)
            return FileResult(file, again=True)
        state: FileState = "needs_attention" if failure.kind in ATTENTION else "failed"
        return self._end(file, Outcome(state, failure.reason))

    def _end(self, file: QueuedFile, outcome: Outcome, inner: list[QueuedFile] | None = None) -> FileResult:
        return FileResult(file, inner=finish(self._run, file, outcome, self._met, inner or []))


def _is_untouched(path: Path, before: os.stat_result) -> bool:
    """False when somebody wrote the file since; what was read then is not what its hash says."""
    try:
        now = path.stat()
    except OSError:
        return True  # gone by now, but it was read whole
    return (now.st_mtime_ns, now.st_size) == (before.st_mtime_ns, before.st_size)
