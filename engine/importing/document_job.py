"""Imports documents: converts file after file in child processes and stores each with its outcome.

Several files are converted at a time. A file that brings its converter down waits and is tried once more at the end;
the second time it is set aside. Files found inside others are queued with the transaction that stores their outer file.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections import deque
from contextlib import closing
from pathlib import Path

from engine.convert.worker import ConverterPool
from engine.errors import Stopped
from engine.importing import originals
from engine.importing.document_file import FileReader
from engine.importing.run import Run
from engine.importing.walk import find_files
from engine.store import documents, jobs
from engine.store.jobs import QueuedFile

WORKERS = max(1, min(6, (os.cpu_count() or 2) - 1))  # one core stays for the window and the database
WALK_BATCH = 500  # files noted in one transaction while folders are walked


def import_documents(run: Run) -> None:
    """Works through the job. Raises Stopped, or EnvironmentProblem; either way the job can be resumed."""
    _walk(run)
    try:
        shutil.rmtree(run.work_folder, ignore_errors=True)
        run.work_folder.mkdir(parents=True)
    except OSError as error:
        raise originals.problem_of(error, run.work_folder) from error
    try:
        with ConverterPool(WORKERS) as converters, closing(FileReader(run, converters)) as files:
            _DocumentJob(run, files).work()
            _remove_unused(run, files.kept)
            if files.stored:
                with run.database.connection() as connection:
                    documents.learn(connection, whole=True)
    finally:
        shutil.rmtree(run.work_folder, ignore_errors=True)
    with run.database.connection() as connection:
        documents.lock_pack(connection, run.pack.id)
        documents.mark_vanished(connection, run.pack.id, run.job.id)
        documents.flush_index(connection)


def _remove_unused(run: Run, kept: set[str]) -> None:
    """Deletes the copies of files that brought no document: duplicates, containers, what could not be read."""
    with run.database.connection() as connection:
        hashes = [*kept, *jobs.inner_hashes(connection, run.job.id)]
        originals.remove(run.home, documents.unused(connection, hashes))


def _walk(run: Run) -> None:
    """Notes every file of the roots; on resuming, those that are not noted yet."""
    batch: list[QueuedFile] = []
    for root in map(Path, run.job.roots):
        for file in find_files(root, run.home):
            if run.stop.is_set():
                raise Stopped
            batch.append(file)
            if len(batch) >= WALK_BATCH:
                _note(run, batch)
                run.tell(len(batch), 0, 0, file.path)
    _note(run, batch)


def _note(run: Run, batch: list[QueuedFile]) -> None:
    with run.database.connection() as connection:
        jobs.add_files(connection, run.job.id, batch)
    batch.clear()


class _DocumentJob:
    def __init__(self, run: Run, files: FileReader) -> None:
        self._run = run
        self._files = files
        with run.database.connection() as connection:
            self._waiting = deque(jobs.waiting(connection, run.job.id))
            self._seen, self._done, self._passages = jobs.counts(connection, run.job)
        self._changed = threading.Condition()
        self._busy = 0
        self._problem: BaseException | None = None
        self._current = ""

    def work(self) -> None:
        threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(WORKERS)]
        for thread in threads:
            thread.start()
        begun = self._done
        while any(thread.is_alive() for thread in threads):
            with self._changed:
                self._changed.wait(0.1)
                self._tell(begun)
                if self._problem is not None or self._run.stop.is_set():
                    self._files.abort()
        if self._problem is not None:
            raise self._problem

    def _tell(self, begun: int) -> None:
        run = self._run
        now = self._done - begun
        left = run.seconds / now * (self._seen - self._done) if now else None
        run.tell(self._seen, self._done, self._passages, self._current, left)

    def _serve(self) -> None:
        while (file := self._next()) is not None:
            try:
                self._current = file.path
                result = self._files.read(file, self._page)
            except BaseException as problem:  # shown by the thread that waits for all
                with self._changed:
                    self._problem = self._problem or problem
                    self._busy -= 1
                    self._changed.notify_all()
                return
            with self._changed:
                self._busy -= 1
                if result.again:
                    self._waiting.append(result.file)
                else:
                    self._done += 1
                    self._passages += result.passages
                self._waiting.extendleft(reversed(result.inner))  # the files of a mail come right after it
                self._seen += len(result.inner)
                self._changed.notify_all()

    def _next(self) -> QueuedFile | None:
        """The next file; None when all is done, when something stands in the way, or when the person stopped."""
        with self._changed:
            while True:
                if self._problem is None and self._run.stop.is_set():
                    self._problem = Stopped()
                if self._problem is not None:
                    return None
                if self._waiting:
                    self._busy += 1
                    return self._waiting.popleft()
                if self._busy == 0:
                    return None
                self._changed.wait(0.2)  # a file in work may bring more

    def _page(self, path: str, done: int, total: int) -> None:
        self._current = f"{path} ({done}/{total})"
