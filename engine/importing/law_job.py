"""Imports law: acts stream out of files and archives through reader processes into the store.

Reading and stemming happen in child processes while this one unpacks and the database writes; what is in memory at a
time are a few acts. Acts are stored in the order of the archive, some at a time in one transaction together with what
became of them, so that a kill at any moment leaves neither gaps nor doubles.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import date

from engine.errors import Stopped
from engine.ids import document_id
from engine.importing.law_members import Member, Unpacking
from engine.importing.law_pool import LawPool, LawResult, LawTask
from engine.importing.run import Run
from engine.law.status import act_status
from engine.store import documents, jobs
from engine.store.documents import Known
from engine.store.indexing import Prepared
from engine.store.jobs import QueuedFile

READERS = max(1, min(4, os.cpu_count() or 1))
BATCH_PASSAGES = 3_000  # of one transaction: counting terms once for many acts costs a fifth of once for each
BATCH_SECONDS = 3.0  # or this long, so that search finds them soon and little is done twice after a kill
FLUSH_PASSAGES = 8_000  # between two sortings of the word index, which the readers do not wait for
COLLECTION = 50  # acts that together tell the day of their collection; a few do not, and are told for today
UNCHANGED = "Unchanged since an earlier import."


def import_law(run: Run) -> None:
    """Works through the job. Raises Stopped, or EnvironmentProblem; either way the job can be resumed."""
    with LawPool(READERS) as pool:
        _LawJob(run, pool).work()


class _LawJob:
    def __init__(self, run: Run, pool: LawPool) -> None:
        self._run = run
        self._pool = pool
        with run.database.connection() as connection:
            self._known = documents.known(connection, run.pack.id)
            done, met = jobs.met(connection, run.job.id)
            self._seen, _, self._passages = jobs.counts(connection, run.job)
        self._done = done
        self._met = {document.rpartition("-")[2] for document in met}  # keys of documents this job led to
        self._of_source = {known.source_id: known for known in self._known.values()}
        self._results: dict[int, LawResult] = {}
        self._outcomes: list[QueuedFile] = []  # of the batch
        self._new: list[Prepared] = []
        self._old: list[str] = []  # keys of documents that the batch replaces
        self._found_again: list[tuple[str, dict[str, str]]] = []
        self._failed_origins: set[str] = set()
        self._since_flush = 0
        self._learnt = self._known_before = len(self._known)  # documents the planner knows of
        self._stored_at = time.monotonic()

    def work(self) -> None:
        with Unpacking(self._run, self._pool, self._done, self._known) as members:
            self._tell(None)
            while (member := members.next()) is not None:
                self._settle(member, self._await(member.number) if member.task else None)
                if self._batch_passages >= BATCH_PASSAGES or time.monotonic() - self._stored_at > BATCH_SECONDS:
                    self._store()
                self._tell(member)
        self._store()
        self._finish(members.whole)

    @property
    def _batch_passages(self) -> int:
        return sum(document.passages for document in self._new)

    def _await(self, number: int) -> LawResult:
        """The result of one task, which others may overtake."""
        while number not in self._results:
            if self._run.stop.is_set():
                raise Stopped
            result = self._pool.next_result(0.1)
            if result is not None:
                self._results[result.task.number] = result
        return self._results.pop(number)

    def _settle(self, member: Member, result: LawResult | None) -> None:
        """Decides what becomes of one member and adds it to the batch."""
        file = member.file
        if result is not None and result.prepared is None:
            file = replace(file, state="failed", reason=result.reason)
        if file.state == "failed":
            self._failed_origins.add(member.origin["path"])
        else:
            file = self._place(file, member, result.prepared if result else None, result.task if result else None)
        self._outcomes.append(file)

    def _place(self, file: QueuedFile, member: Member, prepared: Prepared | None, task: LawTask | None) -> QueuedFile:
        """A readable act: new, changed, unchanged, or the second copy of one of this job."""
        key = prepared.key if prepared else member.key
        held = self._known.get(key)
        pack = self._run.pack.id
        if held is not None:
            document = document_id(pack, key)
            if key in self._met:
                reason = f"The same file as “{held.source_id}”."
                return replace(file, source_id=held.source_id, state="duplicate", reason=reason, document=document)
            self._met.add(key)
            self._found_again.append((key, member.origin))
            return replace(file, source_id=held.source_id, state="imported", reason=UNCHANGED, document=document)
        assert prepared is not None
        assert task is not None
        before = self._of_source.get(prepared.source_id)
        if before is not None and before.key in self._met:
            prepared = self._under_own_id(prepared, task)
            before = self._of_source.get(prepared.source_id)
        if before is not None:
            self._old.append(before.key)
            self._known.pop(before.key, None)
        self._new.append(prepared)
        self._remember(prepared, member)
        return replace(file, source_id=prepared.source_id, state="imported", document=document_id(pack, key))

    def _under_own_id(self, prepared: Prepared, task: LawTask) -> Prepared:
        """A second act of one official id (another language, or a slip of the source) under an id of its own."""
        number = 2
        while (name := f"{prepared.source_id}-{number}") in self._of_source:
            if self._of_source[name].key not in self._met:
                break
            number += 1
        self._pool.put(replace(task, source_id=name))
        result = self._await(task.number)
        return result.prepared or prepared

    def _remember(self, prepared: Prepared, member: Member) -> None:
        known = Known(
            prepared.key, prepared.source_id, prepared.sha256, prepared.text_sha256, False, None,
            member.origin["path"], member.origin["root"], prepared.passages, 0,
        )  # fmt: skip
        self._known[prepared.key] = self._of_source[prepared.source_id] = known
        self._met.add(prepared.key)

    def _store(self) -> None:
        """One transaction: acts that are replaced go, new ones come, and every member of the batch has its outcome."""
        if self._outcomes:
            passages = self._batch_passages
            pack = self._run.pack.id
            with self._run.database.connection() as connection:
                documents.lock_pack(connection, pack)
                documents.delete(connection, pack, self._old)
                documents.store(connection, pack, self._new)
                for key, origin in self._found_again:
                    documents.found_again(connection, pack, key, None, origin)
                jobs.add_files(connection, self._run.job.id, self._outcomes)
            self._seen += len(self._outcomes)
            self._passages += passages
            self._since_flush += passages
            for pending in (self._outcomes, self._new, self._old, self._found_again):
                pending.clear()
            self._learn()
        if self._since_flush >= FLUSH_PASSAGES:
            self._flush()
        self._stored_at = time.monotonic()

    def _flush(self) -> None:
        with self._run.database.connection() as connection:
            documents.flush_index(connection)
        self._since_flush = 0

    def _learn(self) -> None:
        """Each time the pack has grown to twice of what the planner knows of it."""
        if len(self._known) >= 2 * self._learnt:
            with self._run.database.connection() as connection:
                documents.learn(connection, whole=False)
            self._learnt = len(self._known)

    def _finish(self, collections: set[str]) -> None:
        """The collections as a whole: what vanished from them, what is in force on their day."""
        pack = self._run.pack.id
        with self._run.database.connection() as connection:
            documents.lock_pack(connection, pack)
            for root in sorted(filter(None, collections)):
                vanished = [
                    known.key
                    for known in self._known.values()
                    if known.root == root
                    and not known.gone
                    and known.key not in self._met
                    and known.origin not in self._failed_origins
                ]
                documents.mark_gone(connection, pack, vanished, True)
                self._settle_statuses(connection, root)
            if self._learnt != self._known_before:
                documents.learn(connection, whole=True)
        if self._since_flush:
            self._flush()

    def _settle_statuses(self, connection: documents.Rows, root: str) -> None:
        """Tells which acts are in force on the day the collection is of, which readers cannot know beforehand.

        The collection shows every act as it was on that day, so it would be wrong to show some as they are today.
        """
        found = documents.statuses(connection, self._run.pack.id, root)
        known = [day for _, _, _, day in found if day]
        if len(known) < COLLECTION:
            return
        day = date.fromisoformat(max(known))
        for key, before, text, _ in found:
            status = act_status(text, day)
            if status != before:
                documents.set_status(connection, self._run.pack.id, key, before, status)

    def _tell(self, member: Member | None) -> None:
        run = self._run
        seen = self._seen + len(self._outcomes)
        fraction = member.fraction if member and member.fraction < 1 else 0.0
        left = run.seconds * (1 - fraction) / fraction if fraction > 0.02 else None  # too early to tell
        name = member.file.path.rpartition("!")[2] if member else run.job.roots[0]
        run.tell(seen, self._seen, self._passages, name, left)
