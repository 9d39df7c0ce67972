"""``ordrett import``, ``documents``, ``outline`` and ``read``."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from engine.commands.shared import Parsers, as_json, command, matter_of, open_workspace, print_json, print_rows
from engine.errors import UserFacingError
from engine.types import ImportProgress, ImportReport
from engine.wire import document_json, outline_json, passage_json, report_json


def add(parsers: Parsers) -> None:
    drop = command(parsers, "import", run_import, "import files, folders and archives")
    drop.add_argument("paths", nargs="+", metavar="PATH")
    drop.add_argument("--pack", metavar="NAME")
    drop.add_argument("--kind", choices=["documents", "law", "statistics"], default="documents")
    drop.add_argument("--password", metavar="P", help="for locked files of this import")
    command(parsers, "resume", resume, "go on with imports that were interrupted")
    listing = command(parsers, "documents", documents, "list the documents")
    listing.add_argument("--pack", action="append", default=[], metavar="NAME")
    command(parsers, "outline", outline, "the headings of a document").add_argument("document", metavar="DOC")
    command(parsers, "read", read, "print passages whole").add_argument("passages", nargs="+", metavar="PASSAGE")


def run_import(options: argparse.Namespace) -> int:
    if not all(path.strip() for path in options.paths):
        raise UserFacingError("One of the paths is empty; name the files or folders to import.")
    stop = _stop_on_interrupt()
    with open_workspace(options) as workspace:
        report = workspace.import_paths(
            matter_of(workspace, options), [Path(p) for p in options.paths], pack=options.pack, kind=options.kind,
            password=options.password, on_progress=_progress(), stop=stop,
        )  # fmt: skip
    return _report(options, report)


def resume(options: argparse.Namespace) -> int:
    stop = _stop_on_interrupt()
    with open_workspace(options) as workspace:
        jobs = workspace.unfinished_imports()
        codes = [
            _report(options, workspace.resume_import(job, on_progress=_progress(), stop=stop))
            for job in jobs
            if not stop.is_set()
        ]
        if not jobs and not as_json(options):
            print("No import is waiting.")
    return max(codes, default=0)


def documents(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        rows = workspace.documents(matter_of(workspace, options), packs=options.pack)
        print_rows(options, map(document_json, rows), lambda d: f"{d['document']}  {d['title']}  ({d['source_id']})")
    return 0


def outline(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        rows = workspace.outline(options.document, matter=matter_of(workspace, options))
        print_rows(
            options, map(outline_json, rows), lambda e: f"{'  ' * (e['level'] - 1)}{e['heading']}  [{e['passage']}]"
        )
    return 0


def read(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        read_now = workspace.read(options.passages, matter=matter_of(workspace, options))
        print_rows(options, map(passage_json, read_now), _passage_text)
    return 0


def _passage_text(passage: dict[str, Any]) -> str:
    where = " › ".join([passage["title"], *passage["path"]])
    return f"[{passage['passage']}] {where}\n{passage['text']}\n"


def _stop_on_interrupt() -> threading.Event:
    """Ctrl+C stops after the file in hand; what was imported stays, the rest waits."""
    stop = threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
    return stop


def _progress() -> Any:
    """One line on stderr, written anew where that is a screen, at most twice a second where it is a file."""
    screen = sys.stderr.isatty()
    last = [0.0]

    def show(progress: ImportProgress) -> None:
        left = "" if progress.seconds_left is None else f", about {progress.seconds_left:.0f} s left"
        text = f"{progress.done} of {progress.seen} files, {progress.passages} passages{left}: {progress.current}"
        if screen:
            print(f"\r\033[K{text[:150]}", end="", file=sys.stderr, flush=True)
        elif progress.seconds - last[0] >= 2:
            last[0] = progress.seconds
            print(text, file=sys.stderr, flush=True)

    return show


def _report(options: argparse.Namespace, report: ImportReport) -> int:
    """Prints the account. 1, with a plain line, when the import was stopped or nothing of it could be read."""
    if as_json(options):
        print_json(report_json(report))
    else:
        print(
            f"{report.seen} seen: {report.documents} documents ({report.passages} passages), {report.duplicates} "
            f"duplicates, {len(report.needs_attention)} need attention, {len(report.failed)} failed; {report.seconds:.1f} s"
        )
        for outcome in (*report.needs_attention, *report.failed):
            print(f"  {outcome.path}: {outcome.reason}")
    if report.state != "done":
        print("The import was stopped before its end; go on with it by “ordrett resume”.", file=sys.stderr)
        return 1
    if report.seen and not report.documents and not report.duplicates:
        print("Nothing of this could be imported; the reason stands beside each file.", file=sys.stderr)
        return 1
    return 0
