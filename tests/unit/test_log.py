"""The log: one line an entry, UTF-8, rotating, and without text of documents even when something breaks."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import log
from engine.errors import EnvironmentProblem

SECRET = "Kari Nordmann skal ha oppreisning"


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Path]:
    yield log.start(tmp_path)
    log.stop()


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def files() -> list[logging.FileHandler]:
    """The files that entries go to now (pytest listens too)."""
    return [h for h in logging.getLogger(log.NAME).handlers if isinstance(h, logging.FileHandler)]


def test_entries_are_lines_in_utf8(written: Path) -> None:
    log.get("import").info("%s files of pack “%s”", 400, "Bilag Å 😀")
    log.get("import").debug("not wanted")
    assert text(written).count("\n") == 1
    assert "INFO" in text(written)
    assert "ordrett.import: 400 files of pack “Bilag Å 😀”" in text(written)


def test_line_breaks_and_length_cannot_flood_it(written: Path) -> None:
    log.get("import").warning("a\nb\r\nc\u2028d")
    log.get("import").warning("x" * 5000)
    log.get("import").warning("half \ud83d")
    lines = text(written).splitlines()
    assert lines[0].endswith("a b c d")
    assert lines[1].endswith(f"… ({len('x' * 5000) + lines[1].index('xxx')} letters)")
    assert "\\ud83d" in lines[2]
    assert len(lines) == 3


def test_an_error_leaves_its_place_but_not_its_words(written: Path) -> None:
    def read() -> int:
        return int(SECRET)

    try:
        try:
            read()
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError:
        log.get("import").exception("document %s could not be read", "3-0a1b2c3d4e5f")
    found = text(written)
    assert "document 3-0a1b2c3d4e5f could not be read" in found
    assert "ValueError" in found
    assert "KeyError" in found
    assert "test_log.py" in found
    assert "read" in found
    assert "Nordmann" not in found


def test_words_about_disk_and_folders_are_kept(written: Path) -> None:
    try:
        raise EnvironmentProblem("The disk is full")
    except EnvironmentProblem:
        log.get("import").exception("stopped")
    assert "EnvironmentProblem: The disk is full" in text(written)


def test_it_rotates_and_keeps_a_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BYTES", 5000)
    folder = log.start(tmp_path).parent
    for _ in range(200):
        log.get("x").info("y" * 240)
    log.stop()
    assert sorted(p.name for p in folder.iterdir()) == [
        "ordrett.log",
        *(f"ordrett.log.{n}" for n in range(1, log.KEPT + 1)),
    ]
    assert all(p.stat().st_size <= 5000 for p in folder.iterdir())


def test_starting_again_does_not_write_twice(written: Path, tmp_path: Path) -> None:
    other = log.start(tmp_path / "other")
    log.get("x").info("once")
    assert text(other).count("once") == 1
    assert "once" not in text(written)
    assert len(files()) == 1


def test_a_log_that_cannot_be_made_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file", encoding="utf-8")
    with pytest.raises(EnvironmentProblem, match="cannot write its log"):
        log.start(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_a_full_disk_does_not_stop_the_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / log.FILE).symlink_to("/dev/full")
    log.start(tmp_path)
    log.get("x").error("cannot be written")
    log.stop()
    assert capsys.readouterr() == ("", "")
