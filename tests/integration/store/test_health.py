"""What ``ordrett doctor`` says about the machine, the home and the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import health as store_health
from engine.store.database import Database


def test_a_sound_home_passes_every_check(session_database: Database) -> None:
    assert session_database.server is not None
    found = {c.name: c for c in store_health.checks(session_database, session_database.server.places.home)}
    assert list(found) == ["home", "disk", "database", "letters", "schema"]
    assert found["database"].ok
    assert found["database"].detail.startswith("PostgreSQL 16")
    assert "started in" in found["database"].detail
    assert found["letters"].detail.startswith("UTF8, ")
    assert all(c.ok for c in found.values()), found


def test_a_second_program_is_told_of(session_database: Database) -> None:
    assert session_database.server is not None
    with Database.open(session_database.server.places.home) as second:
        assert "joined in" in store_health.database_checks(second)[0].detail
        assert "shared with 1 other program" in store_health.database_checks(second)[0].detail


def test_a_disk_that_is_nearly_full(tmp_path: Path) -> None:
    check = store_health.disk_check(tmp_path, least=2**60)
    assert not check.ok
    assert "free some space" in check.detail


def test_a_home_that_is_gone(tmp_path: Path) -> None:
    assert not store_health.home_check(tmp_path / "gone").ok


def test_a_database_out_of_order_is_one_failed_check(
    session_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with session_database.connection() as connection:
        connection.execute("alter table meta rename to mislaid")
    try:
        assert [(c.name, c.ok) for c in store_health.database_checks(session_database)][-1] == ("schema", False)
    finally:
        with session_database.connection() as connection:
            connection.execute("alter table mislaid rename to meta")
