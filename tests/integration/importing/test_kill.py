"""A program killed in the middle of an import leaves neither gaps nor doubles; the next start goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.importing import importer
from engine.store import matters, packs
from engine.store.database import Database
from tests.helpers.tree import ROOT
from tests.integration.importing.made import check_counts, collection

PROGRAM = """
import sys
from pathlib import Path
from engine.importing import importer
from engine.store import matters
from engine.store.database import Database
home, *paths = map(Path, sys.argv[1:])
with Database.open(home) as database:
    with database.connection() as connection:
        matter = matters.get(connection, "Default")
    importer.run_import(database, home, matter, paths)
"""


def start(home: Path, path: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(home), str(path)], env=environment, cwd=ROOT)


def count(database: Database, query: str) -> int:
    with database.connection() as connection:
        row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0


def kill_when(database: Database, program: subprocess.Popen[bytes], query: str) -> None:
    until = time.monotonic() + 60
    while not count(database, query):
        assert program.poll() is None, "the import ended before it could be killed"
        assert time.monotonic() < until
        time.sleep(0.02)
    program.kill()
    program.wait()


def test_law_goes_on_after_a_kill(home: Path, tmp_path: Path) -> None:
    path = collection(tmp_path / "lover.tar.bz2", 400)
    with Database.open(home) as database:
        program = start(home, path)
        kill_when(database, program, "select count(*) from import_file")
        left = count(database, "select count(*) from document")
        assert 0 < left < 400
        assert left == count(database, "select count(*) from import_file where state = 'imported'")
        jobs = wait_for_unfinished(database)
        report = importer.resume(database, home, jobs[0])
        assert (report.state, report.seen, report.documents, report.duplicates) == ("done", 400, 400, 0)
        assert count(database, "select count(distinct source_id) from document") == 400
        with database.connection() as connection:
            pack = packs.get(connection, matters.get(connection, "Default"), "Norwegian law")
        check_counts(database, pack.id)
        assert importer.unfinished(database) == []


def test_documents_go_on_after_a_kill(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    for number in range(60):
        text = f"# Brev {number}\n\n" + f"Dette er brev nummer {number} om saken. " * 200
        (folder / f"brev {number:02}.md").write_text(text, encoding="utf-8")
    (folder / "mail.eml").write_bytes(
        b"From: a@example.no\r\nTo: b@example.no\r\nSubject: Vedlegg\r\nMessage-ID: <1@example.no>\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSe vedlegg om fristen.\r\n'
        b'--x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="notat.txt"\r\n\r\n'
        b"Notatet sier at fristen er fjorten dager.\r\n--x--\r\n"
    )
    with Database.open(home) as database:
        program = start(home, folder)
        kill_when(database, program, "select count(*) - 5 > 0 or null from document having count(*) > 5")
        assert count(database, "select count(*) from document") < 62
        jobs = wait_for_unfinished(database)
        report = importer.resume(database, home, jobs[0])
        assert (report.state, report.seen, report.documents) == ("done", 62, 62), importer.outcomes(database, jobs[0])
        assert count(database, "select count(*) from document") == 62
        assert count(database, "select count(distinct source_id) from document") == 62
        check_counts(database, 1)
        assert not list((home / "work").glob("*/*"))


def wait_for_unfinished(database: Database) -> list[int]:
    """The server notices after a moment that the killed program's connection is gone."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        found = importer.unfinished(database)
        if found:
            return found
        time.sleep(0.1)
    pytest.fail("the killed import is not found to be unfinished")
