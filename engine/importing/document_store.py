"""Stores one document of an import with its outcome in one transaction, or finds that the pack holds it already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.ids import document_id, document_key
from engine.importing.run import Run
from engine.store import documents, jobs
from engine.store.documents import Known
from engine.store.indexing import Prepared
from engine.store.jobs import QueuedFile
from engine.types import FileState

UNCHANGED = "Unchanged since an earlier import."


@dataclass(frozen=True)
class Outcome:
    """What became of a file: its state, a plain reason where it was not simply imported, the document's id and key."""

    state: FileState
    reason: str | None = None
    document: str | None = None
    key: str | None = None


def held_bytes(run: Run, file: QueuedFile, sha256: str, met: set[str]) -> Outcome | None:
    """The outcome when the pack holds a document of these bytes, so that the file need not be read; else None.

    One that has files inside it is read again all the same, so that these are accounted for.
    """
    with run.database.connection() as connection:
        for known in _alike(connection, run, file, sha256, None):
            if known.sha256 == sha256:
                same = _is_same(known, file, met)
                return None if same and known.attachments else _held(run, known, same)
    return None


def store(
    run: Run, file: QueuedFile, prepared: Prepared, inner: Sequence[QueuedFile], met: set[str]
) -> tuple[Outcome, list[QueuedFile]]:
    """Stores the document unless the pack holds it; queues the files found inside it; notes the outcome. One transaction.

    Returns the outcome and the inner files as queued.
    """
    pack = run.pack.id
    with run.database.connection() as connection:
        documents.lock_pack(connection, pack)
        alike = _alike(connection, run, file, prepared.sha256, prepared.text_sha256)
        twin = next((k for k in alike if k.sha256 == prepared.sha256), None) or next(
            (k for k in alike if k.text_sha256 == prepared.text_sha256 and k.origin != file.path), None
        )
        if twin is not None:
            same = twin.sha256 == prepared.sha256 and _is_same(twin, file, met)
            outcome = _held(run, twin, same)
            if same:
                source = {"path": file.path, "root": file.root}
                documents.found_again(connection, pack, twin.key, file.parent_key, source)
        else:
            documents.store(connection, pack, [prepared])
            for old in alike:
                if old.origin == file.path:
                    documents.adopt(connection, pack, old.key, prepared.key)
                    documents.delete(connection, pack, [old.key])
            outcome = Outcome("imported", None, document_id(pack, prepared.key), prepared.key)
        queued = _queue(connection, run, file, inner, outcome.key)
        jobs.finish(connection, run.job.id, file.number, outcome.state, outcome.reason, outcome.document)
    if outcome.key and outcome.state == "imported":
        met.add(outcome.key)
    return outcome, queued


def finish(
    run: Run, file: QueuedFile, outcome: Outcome, met: set[str], inner: Sequence[QueuedFile] = ()
) -> list[QueuedFile]:
    """Notes the outcome of a file that brings no new document; returns the files inside it as queued."""
    with run.database.connection() as connection:
        if outcome.key and outcome.state == "imported":
            source = {"path": file.path, "root": file.root}
            documents.found_again(connection, run.pack.id, outcome.key, file.parent_key, source)
        queued = _queue(connection, run, file, inner, outcome.key)
        jobs.finish(connection, run.job.id, file.number, outcome.state, outcome.reason, outcome.document)
    if outcome.key and outcome.state == "imported":
        met.add(outcome.key)
    return queued


def _alike(connection: documents.Rows, run: Run, file: QueuedFile, sha256: str, text_sha256: str | None) -> list[Known]:
    return documents.alike(connection, run.pack.id, key=document_key(sha256), text_sha256=text_sha256, origin=file.path)


def _is_same(known: Known, file: QueuedFile, met: set[str]) -> bool:
    """True when the file is the one that the document was read from, or the same file in a moved folder."""
    return known.origin == file.path or (known.source_id == file.source_id and known.key not in met)


def _held(run: Run, known: Known, same: bool) -> Outcome:
    document = document_id(run.pack.id, known.key)
    if same:
        return Outcome("imported", UNCHANGED, document, known.key)
    return Outcome("duplicate", f"The same as “{known.source_id}”.", document, known.key)


def _queue(
    connection: documents.Rows, run: Run, file: QueuedFile, inner: Sequence[QueuedFile], key: str | None
) -> list[QueuedFile]:
    if not inner:
        return []
    parent = key or file.parent_key  # what lies in an archive hangs on what the archive hangs on
    jobs.add_files(connection, run.job.id, [replace(queued, parent_key=parent) for queued in inner])
    paths = {queued.path for queued in inner}
    return [queued for queued in jobs.waiting(connection, run.job.id) if queued.path in paths]
