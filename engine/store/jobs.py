"""The queue of an import: a job and one row for each file, attachment and archive member that was seen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import Connection

from engine.errors import UserFacingError
from engine.store.queries import sql
from engine.types import FileOutcome, FileState, ImportReport, JobState

Rows = Connection[Any]
LOCK_BASE = 0x4F72_6A6F_6200_0000  # plus the job's number: the lock of who works on it
MOST_STRIKES = 2  # times that reading a file may bring a process down before it is set aside


@dataclass(frozen=True)
class Job:
    """An import as it stands in the database. ``roots``: absolute paths of what was dropped."""

    id: int
    matter_id: int
    pack_id: int
    state: JobState
    roots: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class QueuedFile:
    """One file of a job. ``sha256`` is set for files found inside others: their bytes are kept under that hash."""

    path: str  # absolute, or "outer!inner"
    source_id: str
    root: str = ""
    sha256: str | None = None
    parent_key: str | None = None
    depth: int = 0
    number: int = 0
    strikes: int = 0
    state: FileState = "waiting"
    reason: str | None = None
    document: str | None = None


def create(connection: Rows, matter_id: int, pack_id: int, roots: Sequence[str]) -> Job:
    """A new running job without files."""
    values = {"matter": matter_id, "pack_id": pack_id, "roots": list(roots)}
    row = connection.execute(sql("job_create"), values).fetchone()
    assert row is not None
    return _job(row)


def get(connection: Rows, job: int) -> Job:
    """The job of this number. Raises UserFacingError when there is none (its pack or matter was deleted)."""
    row = connection.execute(sql("job_get"), {"job": job}).fetchone()
    if row is None:
        raise UserFacingError(f"There is no import number {job}; its pack or matter may have been deleted.")
    return _job(row)


def set_state(connection: Rows, job: int, state: JobState, seconds: float = 0.0) -> None:
    """Changes the state and adds the seconds worked since the last change."""
    connection.execute(sql("job_set_state"), {"job": job, "state": state, "seconds": seconds})


def lock(connection: Rows, job: int) -> bool:
    """Takes the job for this connection, until ``unlock`` or its end; False when another program works on it."""
    row = connection.execute(sql("job_lock"), {"lock": LOCK_BASE + job}).fetchone()
    return bool(row and row[0])


def let_go(connection: Rows, job: int, state: JobState, seconds: float) -> None:
    """Ends the work of this connection on a job. When the server went away, the next start finds it interrupted."""
    with suppress(psycopg.Error):
        connection.rollback()
        set_state(connection, job, state, seconds)
        unlock(connection, job)
        connection.commit()


def unlock(connection: Rows, job: int) -> None:
    """Lets the job go, so that it can be resumed elsewhere."""
    connection.execute(sql("job_unlock"), {"lock": LOCK_BASE + job})


def unfinished(connection: Rows) -> list[int]:
    """Jobs that a stop or a crash left, oldest first; not those that a program works on right now."""
    rows = [row[0] for row in connection.execute(sql("job_unfinished"))]
    free = []
    for job in rows:
        if lock(connection, job):
            unlock(connection, job)
            free.append(job)
    return free


def add_files(connection: Rows, job: int, files: Sequence[QueuedFile]) -> None:
    """Adds files behind those there are. Paths that the job has already are left out."""
    if files:
        values = {
            "job": job,
            "paths": [file.path for file in files],
            "sources": [file.source_id for file in files],
            "roots": [file.root for file in files],
            "hashes": [file.sha256 for file in files],
            "parents": [file.parent_key for file in files],
            "depths": [file.depth for file in files],
            "states": [file.state for file in files],
            "reasons": [file.reason for file in files],
            "documents": [file.document for file in files],
        }
        connection.execute(sql("job_add_files"), values)


def waiting(connection: Rows, job: int) -> list[QueuedFile]:
    """The files that wait to be read, in their order."""
    return [QueuedFile(*row) for row in connection.execute(sql("job_waiting"), {"job": job})]


def begin(connection: Rows, job: int, number: int) -> None:
    """Notes that a file is being read; if the program dies over it, that counts as a strike."""
    connection.execute(sql("job_begin_file"), {"job": job, "number": number})


def put_back(connection: Rows, job: int, number: int, strike: bool) -> None:
    """The file waits again; without ``strike`` as if it had never been begun."""
    connection.execute(sql("job_put_back"), {"job": job, "number": number, "strikes": 0 if strike else 1})


def finish(
    connection: Rows, job: int, number: int, state: FileState, reason: str | None = None, document: str | None = None
) -> None:
    """The final state of a file, with a plain sentence where it was not simply imported."""
    values = {"job": job, "number": number, "state": state, "reason": reason, "document": document}
    connection.execute(sql("job_finish_file"), values)


def recover(connection: Rows, job: int) -> None:
    """After a crash: files that were being read wait again, or are set aside when they were tried twice."""
    reason = "Reading the file brought the program down twice; it was set aside."
    connection.execute(sql("job_recover"), {"job": job, "most": MOST_STRIKES, "reason": reason})


def outcomes(connection: Rows, job: int) -> list[FileOutcome]:
    """Every file of the job in its order."""
    return [FileOutcome(*row) for row in connection.execute(sql("job_outcomes"), {"job": job})]


def met(connection: Rows, job: int) -> tuple[set[str], set[str]]:
    """(paths that are done, documents that they led to), for going on where a job stopped."""
    done = [(row[0], row[2]) for row in connection.execute(sql("job_done_files"), {"job": job})]
    return {path for path, _ in done}, {document for _, document in done if document}


def inner_hashes(connection: Rows, job: int) -> list[str]:
    """The hashes of the files that were found inside others."""
    return [row[0] for row in connection.execute(sql("job_inner_hashes"), {"job": job})]


def hashes_of_matter(connection: Rows, matter: int) -> set[str]:
    """The hashes of the files that were found inside others in the imports of a matter."""
    return {row[0] for row in connection.execute(sql("job_hashes_of_matter"), {"matter": matter})}


def counts(connection: Rows, job: Job) -> tuple[int, int, int]:
    """(files seen, files done, passages of the documents they led to)."""
    row = connection.execute(sql("job_counts"), {"job": job.id, "pack_id": job.pack_id}).fetchone()
    assert row is not None
    return int(row[0]), int(row[1]), int(row[2])


def report(connection: Rows, job: int) -> ImportReport:
    """The account of the job as it stands."""
    kept = get(connection, job)
    found = outcomes(connection, job)
    states = [outcome.state for outcome in found]
    return ImportReport(
        job=job,
        state=kept.state,
        seen=len(found),
        documents=states.count("imported"),
        passages=counts(connection, kept)[2],
        duplicates=states.count("duplicate"),
        needs_attention=tuple(outcome for outcome in found if outcome.state == "needs_attention"),
        failed=tuple(outcome for outcome in found if outcome.state == "failed"),
        waiting=states.count("waiting") + states.count("working"),
        seconds=kept.seconds,
    )


def _job(row: Sequence[Any]) -> Job:
    job, matter, pack_id, state, roots, seconds = row
    return Job(job, matter, pack_id, state, tuple(roots), seconds)
