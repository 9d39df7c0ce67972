"""Children that hang, die, grow, lie or call out never hurt the program, and the next file goes on."""

import threading
import time
from pathlib import Path

import pytest

from engine.convert.errors import ConversionFailed
from engine.convert.limits import MIB, Limits
from engine.convert.worker import ConverterPool, convert
from engine.errors import Stopped

UNRULY = "tests.unit.convert.unruly_child"


def write(folder: Path, text: str) -> Path:
    path = folder / "file.txt"
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def pool():
    with ConverterPool(1, Limits(quiet_seconds=2, memory_bytes=200 * MIB), UNRULY) as pool:
        yield pool


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("!hang", "timeout", "too long"),
        ("!die", "crash", "crash"),
        ("!grow", "memory", "memory"),
        ("!raise", "crash", "ZeroDivisionError"),
        ("!network", "crash", "PermissionError"),
        ("!lie", "crash", "no usable result"),
    ],
)
def test_unruly_child_is_reported_and_replaced(pool, tmp_path, text, kind, words):
    with pytest.raises(ConversionFailed) as caught:
        pool.convert(write(tmp_path, text), workdir=tmp_path / "work")
    assert caught.value.kind == kind
    assert words in caught.value.reason
    assert pool.convert(write(tmp_path, "Avtalen"), workdir=tmp_path / "work").markdown == "Avtalen"
    assert not list((tmp_path / "work").glob("result-*")), "results of killed children must not pile up"


def test_printing_libraries_cannot_forge_an_answer(pool, tmp_path):
    assert pool.convert(write(tmp_path, "!print"), workdir=tmp_path / "work").markdown == "!print"


def test_stop_within_a_second(pool, tmp_path):
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    begun = time.monotonic()
    with pytest.raises(Stopped):
        pool.convert(write(tmp_path, "!hang"), workdir=tmp_path / "work", stop=stop)
    assert time.monotonic() - begun < 1.3


def test_stop_while_waiting_for_a_place(pool, tmp_path):
    stop = threading.Event()
    path = write(tmp_path, "!work")

    def work() -> None:
        with pytest.raises(Stopped):
            pool.convert(path, workdir=tmp_path / "a", stop=stop)

    first = threading.Thread(target=work)
    first.start()
    time.sleep(0.3)
    threading.Timer(0.2, stop.set).start()
    begun = time.monotonic()
    with pytest.raises(Stopped):
        pool.convert(path, workdir=tmp_path / "b", stop=stop)
    assert time.monotonic() - begun < 1
    first.join(5)
    assert not first.is_alive()


def test_progress_keeps_a_slow_file_alive_and_is_told(pool, tmp_path):
    stop = threading.Event()
    seen: list[tuple[int, int]] = []
    threading.Timer(3.0, stop.set).start()  # longer than the quiet limit of this pool
    with pytest.raises(Stopped):
        pool.convert(
            write(tmp_path, "!work"),
            workdir=tmp_path / "w",
            stop=stop,
            progress=lambda done, total: seen.append((done, total)),
        )
    assert len(seen) > 10
    assert all(total == 600 for _, total in seen)


def test_close_ends_running_children(tmp_path):
    pool = ConverterPool(1, child_module=UNRULY)
    raised = []

    def run() -> None:
        try:
            pool.convert(write(tmp_path, "!hang"), workdir=tmp_path / "work")
        except Stopped as stopped:
            raised.append(stopped)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.8)
    (child,) = pool._busy
    pool.close()
    thread.join(3)
    assert raised
    assert child.process.poll() is not None


def test_child_ends_when_the_program_is_gone(tmp_path):
    with ConverterPool(1, child_module=UNRULY) as pool:
        pool.convert(write(tmp_path, "x"), workdir=tmp_path / "work")
        (child,) = pool._idle
        child.send(
            {
                "path": str(write(tmp_path, "!hang")),
                "workdir": "w",
                "password": None,
                "limits": {},
                "result": "r",
            }
        )
        time.sleep(0.2)
        child.process.stdin.close()  # what the child sees when the program is killed
        assert child.process.wait(3) == 0


def test_children_are_kept_between_files(tmp_path):
    with ConverterPool(1) as pool:
        pool.convert(write(tmp_path, "x"), workdir=tmp_path / "work")
        (first,) = pool._idle
        pool.convert(write(tmp_path, "y"), workdir=tmp_path / "work")
        assert pool._idle == [first]


def test_plain_function_and_size_limit(tmp_path):
    assert convert(write(tmp_path, "æ"), workdir=tmp_path / "w").markdown == "æ"
    with pytest.raises(ConversionFailed) as caught:
        convert(write(tmp_path, "x" * 100), workdir=tmp_path / "w", limits=Limits(file_bytes=10))
    assert caught.value.kind == "too_big"


def test_missing_file(tmp_path):
    with pytest.raises(ConversionFailed) as caught:
        convert(tmp_path / "gone.txt", workdir=tmp_path / "w")
    assert "no longer there" in caught.value.reason
