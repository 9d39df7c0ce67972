"""The shared part of the benches: tables, the kept results, peak memory."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.bench import report


@pytest.fixture
def own_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(report, "OUTPUT", tmp_path / "out")
    return tmp_path


def test_a_table_is_markdown_with_numbers_to_the_right() -> None:
    lines = report.table(["what", "n"], [["a|b", 1234], ["c", 5]]).splitlines()
    assert lines == ["| what |     n |", "|------|------:|", "| a\\|b | 1,234 |", "| c    |     5 |"]


def test_keeping_replaces_only_its_own_section(own_output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report.publish("one", ["x"], [[1]], keep=True)
    report.publish("two", ["x"], [[2]], keep=True, note="Fell short.")
    report.publish("one", ["x"], [[3]], keep=True)
    text = (own_output / "RESULTS.md").read_text(encoding="utf-8")
    assert text.count("## one") == text.count("## two") == 1
    assert "|   3 |" in text
    assert "|   1 |" not in text
    assert "Fell short." in text
    assert report.commit() in text
    assert "|   3 |" in capsys.readouterr().out


def test_without_keep_only_json_is_written(own_output: Path) -> None:
    report.publish("one", ["x", "y"], [["a", 0.5]], keep=False, details={"deep": [1]})
    data = json.loads((own_output / "out" / "one.json").read_text(encoding="utf-8"))
    assert data["rows"] == [{"x": "a", "y": 0.5}]
    assert data["details"] == {"deep": [1]}
    assert not (own_output / "RESULTS.md").exists()


def test_peak_memory_sees_what_was_held_for_a_while() -> None:
    with report.PeakMemory(every=0.02) as memory:
        held = bytearray(64 * 2**20)
        time.sleep(0.3)
        before = memory.peak
        del held
    assert before >= 64
