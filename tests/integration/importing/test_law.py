"""Law through the whole importer: counts, what changed, what vanished, bad members, two acts of one id."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from engine.errors import UserFacingError
from engine.importing import importer
from engine.store import documents, matters, packs, passages
from engine.store.database import Database
from engine.types import Document, ImportReport, Matter, Pack
from tests.integration.importing.made import DATA, act, archive, check_counts, collection

LAW = "Norwegian law"


@pytest.fixture
def matter(clean_database: Database) -> Matter:
    with clean_database.connection() as connection:
        return matters.get(connection, "Default")


def law_pack(database: Database, matter: Matter) -> Pack:
    with database.connection() as connection:
        return packs.get(connection, matter, LAW)


def held(database: Database, pack: Pack) -> dict[str, Document]:
    with database.connection() as connection:
        return {document.source_id: document for document in documents.listing(connection, [pack.id])}


def account(report: ImportReport) -> tuple[int, int, int, int, int]:
    return (
        report.seen, report.documents, report.duplicates, len(report.needs_attention), len(report.failed) + report.waiting
    )  # fmt: skip


def test_collection_is_imported_into_the_law_pack(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    members = {f"nl/{path.name}": path.read_bytes() for path in sorted(DATA.glob("*.xml"))}
    path = archive(tmp_path / "gjeldende-lover.tar.bz2", members)
    report = importer.run_import(clean_database, tmp_path, matter, [path])  # law by its content, without being told
    assert account(report) == (10, 10, 0, 0, 0)
    assert report.state == "done"
    pack = law_pack(clean_database, matter)
    assert (pack.kind, pack.matter_id, pack.stemmer) == ("law", None, "norwegian")
    assert pack.description
    assert pack.passages == report.passages > 100
    check_counts(clean_database, pack.id)
    found = held(clean_database, pack)
    assert found["LOV-1992-07-03-93"].abbreviation == "avhl"
    assert found["LOV-2025-06-20-104"].status == "future"
    with clean_database.connection() as connection:
        entries = passages.outline(connection, found["LOV-1992-07-03-93"].id)
        section = next(entry for entry in entries if entry.label == "§ 3-9")
        text = passages.read(connection, [section.passage])[0]
    assert section.heading.startswith("§ 3-9. Eigedom selt")
    assert text.notes.startswith("Endra med lov 7 juni 2019")
    assert text.path == ("Kapittel 3. Tilstand og tilhøyrsle",)
    assert not (tmp_path / "originals").exists()


def test_only_what_changed_is_stored_anew(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    first = {f"nl/{n}.xml": act(n) for n in (1, 2, 3)}
    importer.run_import(clean_database, tmp_path, matter, [archive(tmp_path / "lover.tar.bz2", first)])
    before = held(clean_database, law_pack(clean_database, matter))
    (tmp_path / "new").mkdir()
    second = {"nl/1.xml": act(1), "nl/2.xml": act(2, "endretord"), "nl/4.xml": act(4)}
    path = archive(tmp_path / "new" / "lover (1).tar.bz2", second)
    report = importer.run_import(clean_database, tmp_path, matter, [path])
    assert account(report) == (3, 3, 0, 0, 0)
    reasons = [outcome.reason for outcome in importer.outcomes(clean_database, report.job)]
    assert reasons == ["Unchanged since an earlier import.", None, None]
    pack = law_pack(clean_database, matter)
    after = held(clean_database, pack)
    assert after["LOV-1888-06-23-1"].id == before["LOV-1888-06-23-1"].id
    assert after["LOV-1888-06-23-2"].id != before["LOV-1888-06-23-2"].id
    assert after["LOV-1888-06-23-3"].meta.get("gone") is True
    assert "gone" not in after["LOV-1888-06-23-4"].meta
    check_counts(clean_database, pack.id)
    # the third comes back
    importer.run_import(clean_database, tmp_path, matter, [archive(tmp_path / "lover.tar.bz2", first)])
    again = held(clean_database, pack)
    assert "gone" not in again["LOV-1888-06-23-3"].meta
    assert again["LOV-1888-06-23-4"].meta.get("gone") is True
    check_counts(clean_database, pack.id)


def test_bad_members_are_listed_and_the_rest_goes_on(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    whole = act(1)
    members = {
        "nl/1.xml": whole, "nl/half.xml": whole[: len(whole) // 2], "nl/copy.xml": whole, "nl/readme.txt": b"hei",
        "../out.xml": act(5), "nl/2.xml": act(2),
    }  # fmt: skip
    report = importer.run_import(
        clean_database, tmp_path, matter, [archive(tmp_path / "l.tar.bz2", members)], kind="law"
    )
    assert account(report) == (6, 2, 1, 0, 3)
    reasons = {outcome.path.rpartition("!")[2]: outcome.reason or "" for outcome in report.failed}
    assert "not well-formed" in reasons["nl/half.xml"]
    assert "not an act" in reasons["nl/readme.txt"]
    assert "outside the archive" in reasons["../out.xml"]
    duplicate = next(o for o in importer.outcomes(clean_database, report.job) if o.state == "duplicate")
    assert duplicate.reason == "The same file as “LOV-1888-06-23-1”."
    assert duplicate.document
    check_counts(clean_database, law_pack(clean_database, matter).id)


def test_two_acts_of_one_id_are_both_kept(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    members = {"nl/a.xml": act(1), "nl/b.xml": act(1, "annet"), "nl/c-nn.xml": act(1, "nynorsk")}
    for _ in range(2):
        report = importer.run_import(clean_database, tmp_path, matter, [archive(tmp_path / "l.tar", members)])
        assert account(report) == (3, 3, 0, 0, 0)
        found = held(clean_database, law_pack(clean_database, matter))
        assert sorted(found) == ["LOV-1888-06-23-1", "LOV-1888-06-23-1-2", "LOV-1888-06-23-1-nn"]


def test_damaged_archive_is_one_failed_file_and_nothing_vanishes(
    clean_database: Database, matter: Matter, tmp_path: Path
) -> None:
    path = collection(tmp_path / "lover.tar.bz2", 5)
    importer.run_import(clean_database, tmp_path, matter, [path])
    path.write_bytes(path.read_bytes()[:-400])
    report = importer.run_import(clean_database, tmp_path, matter, [path], kind="law")
    assert report.state == "done"
    assert "damaged archive" in (report.failed[-1].reason or "")
    found = held(clean_database, law_pack(clean_database, matter))
    assert len(found) == 5
    assert not any(document.meta.get("gone") for document in found.values())


def test_a_lone_act_stays_part_of_its_collection(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    path = archive(tmp_path / "lover.tar.bz2", {"nl/1.xml": act(1), "nl/2.xml": act(2)})
    importer.run_import(clean_database, tmp_path, matter, [path])
    (tmp_path / "en.xml").write_bytes(act(1))
    report = importer.run_import(clean_database, tmp_path, matter, [tmp_path / "en.xml"])
    assert account(report) == (1, 1, 0, 0, 0)
    importer.run_import(clean_database, tmp_path, matter, [archive(tmp_path / "lover.tar.bz2", {"nl/2.xml": act(2)})])
    found = held(clean_database, law_pack(clean_database, matter))
    assert found["LOV-1888-06-23-1"].meta.get("gone") is True


def test_statuses_are_those_of_the_collections_day(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    """An act that begins after the day of the collection is future in it, however late it is imported."""
    plain = act(1).decode()
    begins = '<dt class="dateInForce">I kraft fra</dt><dd class="dateInForce">2022-01-01</dd><dt class="dokid">'
    late = plain.replace('<dt class="dokid">', begins, 1).encode()
    assert late != plain.encode()
    members = {f"nl/{n}.xml": act(n) for n in range(2, 60)} | {"nl/1.xml": late}  # tells of 2021-09-09
    importer.run_import(clean_database, tmp_path, matter, [archive(tmp_path / "lover.tar.bz2", members)])
    pack = law_pack(clean_database, matter)
    found = held(clean_database, pack)
    assert found["LOV-1888-06-23-1"].status == "future"
    assert found["LOV-1888-06-23-2"].status == "in_force"
    with clean_database.connection() as connection:
        statuses = {p.status for p in passages.of_document(connection, found["LOV-1888-06-23-1"].id)}
    assert statuses == {"future", "repealed"}  # one of its sections is a repealed shell


def test_stop_returns_within_a_second_and_the_job_can_go_on(
    clean_database: Database, matter: Matter, tmp_path: Path
) -> None:
    path = collection(tmp_path / "lover.tar.bz2", 300)
    stop = threading.Event()
    stopped_at = 0.0

    def on_progress(progress: object) -> None:
        nonlocal stopped_at
        if not stop.is_set() and getattr(progress, "done", 0) > 0:
            stopped_at = time.monotonic()
            stop.set()

    report = importer.run_import(clean_database, tmp_path, matter, [path], on_progress=on_progress, stop=stop)
    assert time.monotonic() - stopped_at < 1.0
    assert report.state == "paused"
    assert 0 < report.seen < 300
    assert importer.unfinished(clean_database) == [report.job]
    done = importer.resume(clean_database, tmp_path, report.job)
    assert account(done) == (300, 300, 0, 0, 0)
    assert importer.unfinished(clean_database) == []
    check_counts(clean_database, law_pack(clean_database, matter).id)


def test_cancelled_job_is_not_resumed(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    report = importer.run_import(clean_database, tmp_path, matter, [collection(tmp_path / "l.tar.bz2", 3)], stop=stop)
    assert importer.unfinished(clean_database) == [report.job]
    assert importer.cancel(clean_database, report.job).state == "cancelled"
    assert importer.unfinished(clean_database) == []
    assert importer.resume(clean_database, tmp_path, report.job).state == "cancelled"


def test_what_cannot_be_begun_is_said_plainly(clean_database: Database, matter: Matter, tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="There is no file or folder"):
        importer.run_import(clean_database, tmp_path, matter, [tmp_path / "nothing"])
    with pytest.raises(UserFacingError, match="Statistics cannot be imported yet"):
        importer.run_import(clean_database, tmp_path, matter, [DATA], kind="statistics")
    with pytest.raises(UserFacingError, match="There is no import number 99"):
        importer.resume(clean_database, tmp_path, 99)
