"""Locks that die with their process, and the folders of a home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store import places
from engine.store.locks import FileLock, Users

HOLD = """
import sys, time
from pathlib import Path
from engine.store.locks import Users
Users(Path(sys.argv[1])).join()
print("held", flush=True)
time.sleep(600)
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen([sys.executable, "-c", HOLD, folder], stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_two_locks_on_one_file_exclude_each_other_even_in_one_process(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "l"), FileLock(tmp_path / "l")
    assert first.try_acquire()
    assert not first.try_acquire(), "not reentrant"
    assert not second.try_acquire()
    first.release()
    first.release()
    assert second.try_acquire()
    second.release()


def test_waiting_for_a_lock_ends_with_patience_or_the_lock(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "l"), FileLock(tmp_path / "l")
    first.try_acquire()
    told: list[bool] = []
    assert not second.acquire(0.15, lambda: told.append(True))
    assert told == [True], "said once"
    threading.Timer(0.1, first.release).start()
    with second:
        assert second.acquire(10)


def test_users_are_counted_while_they_live(tmp_path: Path) -> None:
    mine, other = Users(tmp_path), Users(tmp_path)
    mine.join()
    assert mine.others() == []
    other.join()
    assert mine.others() == [os.getpid()]
    process = holder(tmp_path)
    assert sorted(mine.others()) == sorted([os.getpid(), process.pid])
    process.kill()
    process.communicate()
    assert mine.others() == [os.getpid()], "a killed program does not count"
    other.leave()
    other.leave()
    mine.leave()
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.parametrize(
    ("folder", "right"), [("/a/run", True), ("/a/" + "å" * 50, False), ("/a/" + "x" * 84, True), ("/a, b/run", False)]
)
def test_the_length_of_a_socket_path_is_counted_in_bytes(folder: str, right: bool) -> None:
    assert places.fits(Path(folder)) is right


@pytest.fixture
def short_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o777)
    monkeypatch.setattr(places.tempfile, "gettempdir", lambda: str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("target", ["elsewhere", "nowhere"])
def test_a_socket_folder_that_somebody_else_made_is_not_used(short_temporary_folder: Path, target: str) -> None:
    """In a folder that all may write to, another user could wait for us with a folder or a link of that name."""
    home = Path("/nowhere") / ("x" * 100)
    first = places._sockets(home, None)
    assert first.parent == short_temporary_folder
    first.rmdir()
    (short_temporary_folder / "elsewhere").mkdir()
    first.symlink_to(short_temporary_folder / target)
    second = places._sockets(home, None)
    assert second != first
    assert not second.is_symlink()
    second.rmdir()


def test_a_full_disk_is_told_from_a_closed_folder() -> None:
    assert "is full" in str(places.folder_problem(Path("h"), OSError(28, "No space left on device")))
    assert "cannot write" in str(places.folder_problem(Path("h"), OSError(13, "Permission denied")))
