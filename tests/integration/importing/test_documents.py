"""Documents through the whole importer: a folder with good and bad files, duplicates, attachments, changes."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.errors import EnvironmentProblem
from engine.importing import importer
from engine.store import documents, matters, packs
from engine.store.database import Database
from engine.types import Document, FileOutcome, ImportReport, Matter
from tests.integration.importing.made import DATA, check_counts

CONTRACT = (
    "# Kjøpekontrakt\n\n## § 1 Frist\n\nKjøper skal betale innen fjorten dager etter at boligen ble overtatt, og har ikke rett "
    "til å holde noe tilbake. Partene må avtale hvilke feil som ble funnet, og dele utgiftene mellom seg etter avtale.\n"
)
MAIL = (
    "From: Kari <kari@example.no>\r\nTo: ola@example.no\r\nDate: Mon, 3 Mar 2025 10:00:00 +0100\r\nSubject: {subject}\r\n"
    "Message-ID: <{subject}@example.no>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
    "--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHei, her er {subject} om kjelleren.\r\n{parts}--x--\r\n"
)
PART = "--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename={name}\r\n\r\n{text}\r\n"


@pytest.fixture
def matter(clean_database: Database) -> Matter:
    with clean_database.connection() as connection:
        return matters.get(connection, "Default")


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "sak"
    folder.mkdir()
    return folder


def run(database: Database, tmp_path: Path, matter: Matter, *paths: Path) -> ImportReport:
    return importer.run_import(database, tmp_path / "home", matter, paths)


def held(database: Database) -> dict[str, Document]:
    with database.connection() as connection:
        found = packs.listing(connection, matters.get(connection, "Default"))
        return {d.source_id: d for d in documents.listing(connection, [pack.id for pack in found])}


def by_name(database: Database, report: ImportReport) -> dict[str, FileOutcome]:
    return {Path(o.path).name: o for o in importer.outcomes(database, report.job)}


def adds_up(report: ImportReport) -> bool:
    return report.seen == report.documents + report.duplicates + len(report.needs_attention) + len(report.failed)


def mail(subject: str, **attachments: str) -> str:
    parts = "".join(PART.format(name=name, text=text) for name, text in attachments.items())
    return MAIL.format(subject=subject, parts=parts)


def test_folder_with_good_and_bad_files(clean_database: Database, matter: Matter, tmp_path: Path, case: Path) -> None:
    (case / "under").mkdir()
    (case / "kontrakt.md").write_text(CONTRACT, encoding="utf-8")
    (case / "under" / "kopi av kontrakt.md").write_text(CONTRACT, encoding="utf-8")
    (case / "under" / "samme tekst.md").write_text(CONTRACT.replace("\n\n", "\n\n\n"), encoding="utf-8")
    (case / "tom.txt").write_bytes(b"")
    (case / "bare blanke.txt").write_bytes(b"   \n\n  \n")
    (case / "ødelagt.pdf").write_bytes(b"%PDF-1.7\n" + b"\0" * 200)
    (case / "brev.docx").write_bytes(b"PK\x03\x04" + b"\0" * 100)
    (case / "Thumbs.db").write_bytes(b"x")
    shutil.copy(DATA / "nl-19880506-022.xml", case / "permitteringslønnsloven.xml")
    report = run(clean_database, tmp_path, matter, case)
    assert report.state == "done"
    assert adds_up(report)
    assert (report.seen, report.documents, report.duplicates) == (8, 2, 2)
    states = {name: outcome.state for name, outcome in by_name(clean_database, report).items()}
    assert states == {
        "kontrakt.md": "imported", "kopi av kontrakt.md": "duplicate", "samme tekst.md": "duplicate",
        "tom.txt": "needs_attention", "bare blanke.txt": "needs_attention", "ødelagt.pdf": "failed",
        "brev.docx": "failed", "permitteringslønnsloven.xml": "imported",
    }  # fmt: skip
    reasons = [o.reason for o in by_name(clean_database, report).values() if o.state != "imported"]
    assert all(reason and reason.endswith(".") for reason in reasons)
    assert "“kontrakt.md”" in (by_name(clean_database, report)["samme tekst.md"].reason or "")
    found = held(clean_database)
    assert set(found) == {"kontrakt.md", "LOV-1988-05-06-22"}  # an act keeps its official id among documents too
    assert found["kontrakt.md"].language == "no"
    assert found["kontrakt.md"].title == "Kjøpekontrakt"
    original = importer.original(tmp_path / "home", found["kontrakt.md"].sha256)
    assert original is not None
    assert original.read_text(encoding="utf-8") == CONTRACT
    kept = [path for path in (tmp_path / "home" / "originals").rglob("*") if path.is_file()]
    assert len(kept) == 2, "copies of files that brought no document are removed"
    check_counts(clean_database, 1)


def test_attachments_are_children_and_all_are_accounted_for(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    inner = mail("inner", **{"takst.txt": "Takstmannen fant fukt i kjelleren.", "tom.txt": ""})
    outer = mail("outer", **{"notat.txt": "Notat om fukten i kjelleren."})
    nested = PART.format(name="videre.eml", text=inner).replace("text/plain; charset=utf-8", "message/rfc822", 1)
    (case / "brev.eml").write_text(
        outer.replace("--x--\r\n", nested.replace("--x\r\n", "--x\r\n") + "--x--\r\n"), encoding="utf-8"
    )
    (case / "notat.txt").write_text("Notat om fukten i kjelleren.", encoding="utf-8")
    report = run(clean_database, tmp_path, matter, case)
    assert adds_up(report)
    outcomes = importer.outcomes(clean_database, report.job)
    names = [o.path.removeprefix(f"{case}{os.sep}") for o in outcomes]
    assert names[:2] == ["brev.eml", "notat.txt"]
    assert "brev.eml!notat.txt" in names
    found = held(clean_database)
    assert found["brev.eml"].parent is None
    child = found.get("brev.eml!notat.txt") or found["notat.txt"]
    assert child.parent in (found["brev.eml"].id, None)
    assert report.duplicates == 1
    again = run(clean_database, tmp_path, matter, case)
    assert (again.seen, again.documents, again.duplicates) == (report.seen, report.documents, report.duplicates)
    assert {d.id for d in held(clean_database).values()} == {d.id for d in found.values()}
    check_counts(clean_database, 1)


def test_only_what_changed_is_read_again_and_what_vanished_is_marked(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    for name in ("a", "b", "c"):
        (case / f"{name}.md").write_text(f"# {name}\n\nTeksten i {name} om saken.", encoding="utf-8")
    run(clean_database, tmp_path, matter, case)
    before = held(clean_database)
    (case / "b.md").write_text("# b\n\nEn ny tekst om saken.", encoding="utf-8")
    (case / "c.md").unlink()
    (case / "d.md").write_text("# d\n\nTeksten i d om saken.", encoding="utf-8")
    report = run(clean_database, tmp_path, matter, case)
    after = held(clean_database)
    assert (report.seen, report.documents) == (3, 3)
    assert after["a.md"].id == before["a.md"].id
    assert after["b.md"].id != before["b.md"].id
    assert after["c.md"].meta.get("gone") is True
    assert set(after) == {"a.md", "b.md", "c.md", "d.md"}
    check_counts(clean_database, 1)


def test_files_of_one_name_from_two_folders_are_two_documents(
    clean_database: Database, matter: Matter, tmp_path: Path
) -> None:
    for name in ("en", "to"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "avtale.md").write_text(f"# Avtale {name}\n\nAvtalen gjelder {name}.", encoding="utf-8")
    report = run(clean_database, tmp_path, matter, tmp_path / "en", tmp_path / "to")
    assert (report.seen, report.documents) == (2, 2)
    with clean_database.connection() as connection:
        assert len(documents.listing(connection, [1])) == 2


def test_names_with_odd_letters(clean_database: Database, matter: Matter, tmp_path: Path, case: Path) -> None:
    for number, name in enumerate(("æøå ß 😀.md", "linje\nskift.md", "to  blanke.md", "tegn'\"%s.md", "e\u0301.md")):
        (case / name).write_text(f"# {number}\n\nTeksten i fil {number}.", encoding="utf-8")
    report = run(clean_database, tmp_path, matter, case)
    assert (report.seen, report.documents) == (5, 5), report.failed
    assert "é.md" in held(clean_database)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has file names that are no text")
def test_name_that_is_no_text_is_said_plainly(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    with open(os.fsencode(case) + b"/brev \xe6.txt", "wb") as file:
        file.write(b"hei")
    report = run(clean_database, tmp_path, matter, case)
    assert report.seen == 1
    assert "rename" in (report.failed[0].reason or "")


def test_links_and_vanished_files(clean_database: Database, matter: Matter, tmp_path: Path, case: Path) -> None:
    (case / "borte.txt").symlink_to(case / "finnes ikke.txt")
    (case / "løkke").symlink_to(case)
    (case / "brev.md").write_text("# Brev\n\nBrevet om saken.", encoding="utf-8")
    report = run(clean_database, tmp_path, matter, case)
    assert (report.seen, report.documents, len(report.failed)) == (2, 1, 1)
    assert "not there" in (report.failed[0].reason or "")


def test_file_that_vanishes_during_the_import(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    for number in range(6):
        (case / f"{number}.md").write_text(f"# Brev {number}\n\nBrev {number} om saken.", encoding="utf-8")

    def on_progress(progress: object) -> None:
        (case / "5.md").unlink(missing_ok=True)

    report = importer.run_import(clean_database, tmp_path / "home", matter, [case], on_progress=on_progress)
    assert adds_up(report)
    assert (report.seen, report.documents) == (6, 5)
    assert report.failed[0].reason == "The file is no longer there."


def test_unwritable_home_pauses_the_import(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    (case / "brev.md").write_text("# Brev\n\nBrevet om saken.", encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    (home / "originals").write_text("in the way", encoding="utf-8")
    with pytest.raises(EnvironmentProblem, match="cannot be written"):
        run(clean_database, tmp_path, matter, case)
    jobs = importer.unfinished(clean_database)
    assert len(jobs) == 1
    (home / "originals").unlink()
    report = importer.resume(clean_database, home, jobs[0])
    assert (report.state, report.documents) == ("done", 1)


def test_stop_within_a_second_and_go_on(clean_database: Database, matter: Matter, tmp_path: Path, case: Path) -> None:
    for number in range(40):
        text = f"# Brev {number}\n\n" + f"Brev nummer {number} om saken. " * 500
        (case / f"{number:02}.md").write_text(text, encoding="utf-8")
    stop = threading.Event()
    stopped = 0.0

    def on_progress(progress: object) -> None:
        nonlocal stopped
        if not stop.is_set() and getattr(progress, "done", 0) >= 3:
            stopped = time.monotonic()
            stop.set()

    home = tmp_path / "home"
    report = importer.run_import(clean_database, home, matter, [case], on_progress=on_progress, stop=stop)
    assert time.monotonic() - stopped < 1.0
    assert report.state == "paused"
    assert report.waiting == 40 - report.documents > 0
    assert importer.resume(clean_database, home, report.job).documents == 40
    check_counts(clean_database, 1)


def test_a_file_that_brings_the_program_down_twice_is_set_aside(
    clean_database: Database, matter: Matter, tmp_path: Path, case: Path
) -> None:
    (case / "brev.md").write_text("# Brev\n\nBrevet om saken.", encoding="utf-8")
    stop = threading.Event()
    stop.set()
    job = importer.run_import(clean_database, tmp_path / "home", matter, [case], stop=stop).job
    with clean_database.connection() as connection:  # as two crashes in the middle of the file would leave it
        connection.execute(
            "insert into import_file (job_id, number, path, source_id, state, strikes, root) "
            "values (%s, 1, %s, 'brev.md', 'working', 2, %s)",
            [job, str(case / "brev.md"), str(case)],
        )
    report = importer.resume(clean_database, tmp_path / "home", job)
    assert len(report.failed) == 1
    assert "twice" in (report.failed[0].reason or "")
