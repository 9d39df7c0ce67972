"""Imports what was dropped: makes the job, runs it, resumes it, and gives the account of it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EnvironmentProblem, Stopped, UserFacingError
from engine.importing import kinds, originals
from engine.importing.document_job import import_documents
from engine.importing.law_job import import_law
from engine.importing.run import Progress, Run
from engine.importing.walk import check_paths
from engine.store import jobs, packs, vocabulary
from engine.store.database import Database
from engine.types import FileOutcome, ImportReport, JobState, Matter, Pack, PackKind


def run_import(
    database: Database,
    home: Path,
    matter: Matter,
    paths: Sequence[Path],
    *,
    pack: str | None = None,
    kind: PackKind = "documents",
    password: str | None = None,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> ImportReport:
    """Imports files, folders and archives into a pack, by default into "Documents" of the matter.

    What is law by its content goes into the law pack of its language when no pack is named. On ``stop`` the job is
    left paused. Raises UserFacingError when nothing can be begun, EnvironmentProblem when the disk or the database
    stands in the way (the job is left paused and can be resumed).
    """
    if kind == "statistics":
        raise UserFacingError("Statistics cannot be imported yet; import documents or law.")
    roots = check_paths(paths)
    found = [kinds.languages_of_law(root) for root in roots]
    if pack is None and all(whole for _, whole in found):
        kind = "law"
    language = next((language for languages, _ in found for language in languages), None)
    with database.connection() as connection:
        chosen = _pack(connection, matter, pack, kind, language)
        job = jobs.create(connection, matter.id, chosen.id, [str(root) for root in roots])
    run = Run(database, home, job, chosen, on_progress, stop or threading.Event(), password)
    return _work(run)


def resume(
    database: Database,
    home: Path,
    job: int,
    *,
    password: str | None = None,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> ImportReport:
    """Goes on with a job that a stop or a crash left; one that is done is only reported.

    Raises UserFacingError when there is no such job.
    """
    with database.connection() as connection:
        kept = jobs.get(connection, job)
        chosen = packs.by_id(connection, kept.pack_id)
        if kept.state in ("done", "cancelled") or chosen is None:
            return jobs.report(connection, job)
    return _work(Run(database, home, kept, chosen, on_progress, stop or threading.Event(), password))


def cancel(database: Database, job: int) -> ImportReport:
    """Gives up what is left of a job; what it imported stays."""
    with database.connection() as connection:
        jobs.set_state(connection, job, "cancelled")
        return jobs.report(connection, job)


def unfinished(database: Database) -> list[int]:
    """Jobs that a crash or a stop left, oldest first; not those that are being worked on."""
    with database.connection() as connection:
        return jobs.unfinished(connection)


def outcomes(database: Database, job: int) -> list[FileOutcome]:
    """Every file, attachment and archive member of an import with its state and reason."""
    with database.connection() as connection:
        return jobs.outcomes(connection, job)


def report(database: Database, job: int) -> ImportReport:
    """The account of a job as it stands."""
    with database.connection() as connection:
        return jobs.report(connection, job)


def original(home: Path, sha256: str) -> Path | None:
    """The kept copy of an imported file; None for law, and when it is not there."""
    return originals.find(home, sha256)


def _pack(connection: jobs.Rows, matter: Matter, name: str | None, kind: PackKind, language: str | None) -> Pack:
    """The pack to import into, made if it is not there. A pack that is named is taken as it is, law or documents."""
    existing = {pack.name: pack for pack in packs.listing(connection, matter)}
    if name is not None and name in existing and existing[name].kind != "statistics":
        return existing[name]
    if kind != "law":
        own = [pack for pack in existing.values() if pack.kind == "documents"]
        if name is None and own and kinds.DOCUMENTS not in existing:
            return own[0]  # a matter that has a pack of its own keeps its files together
        return packs.ensure(connection, matter, name or kinds.DOCUMENTS, "documents")
    default, stemmer, description = kinds.law_pack(language)
    if default in existing and name is None:
        return packs.ensure(connection, matter, default, "law")
    return packs.create(connection, matter, name or default, "law", stemmer=stemmer, description=description)


def _work(run: Run) -> ImportReport:
    """Works on the job while holding its lock, and notes how it ended."""
    state: JobState = "interrupted"
    with run.database.connection() as holder:
        if not jobs.lock(holder, run.job.id):
            raise UserFacingError("This import is being worked on by another window; wait for it or close that one.")
        holder.commit()  # the lock belongs to the connection, so that no transaction stays open meanwhile
        try:
            jobs.set_state(holder, run.job.id, "running")
            jobs.recover(holder, run.job.id)
            holder.commit()
            if run.pack.kind == "law":
                import_law(run)
                vocabulary.refresh(holder, run.pack.id, run.pack.stemmer)  # now its languages are known
                holder.commit()
            else:
                import_documents(run)
            state = "done"
        except Stopped:
            state = "paused"
        except EnvironmentProblem:
            state = "paused"
            raise
        finally:
            jobs.let_go(holder, run.job.id, state, run.seconds)
    with run.database.connection() as connection:
        account = jobs.report(connection, run.job.id)
    done = account.seen - account.waiting
    run.tell(account.seen, done, account.passages, "", 0.0 if state == "done" else None, always=True)
    return account
