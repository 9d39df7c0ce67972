"""The door to background work: order, progress, stale results, errors, stopping, gone owners."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from desktop.jobs import Job, Jobs
from engine.errors import Stopped


@pytest.fixture
def errors() -> list[BaseException]:
    return []


@pytest.fixture
def jobs(qtbot: QtBot, errors: list[BaseException]) -> Iterator[Jobs]:
    made = Jobs(errors.append)
    yield made
    assert made.close(5)


def test_result_arrives_on_the_main_thread(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[Any] = []
    main = QThread.currentThread()
    jobs.run(
        lambda _: threading.current_thread().name, lambda name: seen.append((name, QThread.currentThread() is main))
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0].startswith("ordrett-pool")
    assert seen[0][1]


def test_error_goes_to_its_handler_and_else_to_the_common_one(
    jobs: Jobs, qtbot: QtBot, errors: list[BaseException]
) -> None:
    own: list[BaseException] = []

    def fail(_: Job) -> None:
        raise ValueError("no")

    jobs.run(fail, on_error=own.append)
    jobs.run(fail)
    qtbot.waitUntil(lambda: bool(own) and bool(errors))
    assert isinstance(own[0], ValueError)
    assert isinstance(errors[0], ValueError)


def test_a_stop_is_no_error(jobs: Jobs, qtbot: QtBot, errors: list[BaseException]) -> None:
    def work(job: Job) -> None:
        job.stop.wait(5)
        raise Stopped

    job = jobs.run(work)
    job.cancel()
    qtbot.waitUntil(lambda: jobs.busy() == 0)
    assert errors == []


def test_a_later_job_with_the_same_key_drops_the_earlier_one(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[str] = []
    gate = threading.Event()

    def slow(job: Job) -> str:
        gate.wait(5)
        return "old"

    jobs.run(slow, seen.append, key="search")
    jobs.run(lambda _: "new", seen.append, key="search")
    qtbot.waitUntil(lambda: seen == ["new"])
    gate.set()
    qtbot.wait(50)
    assert seen == ["new"]


def test_serial_lane_runs_one_at_a_time_and_in_order(jobs: Jobs, qtbot: QtBot) -> None:
    active = 0
    most = 0
    order: list[int] = []

    def work(number: int) -> int:
        nonlocal active, most
        active += 1
        most = max(most, active)
        time.sleep(0.005)
        active -= 1
        return number

    for number in range(8):
        jobs.run(lambda _, n=number: work(n), order.append, lane="serial")
    qtbot.waitUntil(lambda: len(order) == 8)
    assert order == list(range(8))
    assert most == 1


def test_progress_is_thinned_but_events_are_not(jobs: Jobs, qtbot: QtBot) -> None:
    reports: list[int] = []
    events: list[int] = []
    done: list[None] = []

    def report(job: Job) -> None:
        for number in range(500):
            job.report(number)

    def tell(job: Job) -> None:
        for number in range(500):
            job.tell(number)

    jobs.run(report, done.append, on_progress=reports.append)
    jobs.run(tell, done.append, on_progress=events.append)
    qtbot.waitUntil(lambda: len(done) == 2)
    assert events == list(range(500))
    assert reports[-1] == 499
    assert len(reports) < 500


def test_nothing_is_called_for_an_owner_that_is_gone(jobs: Jobs, qtbot: QtBot) -> None:
    import shiboken6

    owner = QObject()
    seen: list[int] = []
    gate = threading.Event()
    jobs.run(lambda _: gate.wait(5), lambda _: seen.append(1), owner=owner)
    shiboken6.delete(owner)
    gate.set()
    qtbot.waitUntil(lambda: jobs.busy() == 0)
    assert seen == []


def test_close_stops_what_runs(qtbot: QtBot) -> None:
    jobs = Jobs(lambda error: None)
    started = threading.Event()

    def work(job: Job) -> None:
        started.set()
        job.stop.wait(30)

    jobs.run(work)
    assert started.wait(5)
    before = time.monotonic()
    assert jobs.close(5)
    assert time.monotonic() - before < 2
    assert jobs.run(lambda _: 1).dropped


def test_binding_keeps_its_references() -> None:
    """A version of the binding that loses a reference to None at every call aborts the program after some thousand calls."""
    import sys

    from PySide6.QtCore import QTimer

    timer = QTimer()
    before = sys.getrefcount(None)
    for _ in range(400):
        timer.setInterval(5)
    assert sys.getrefcount(None) > before - 200
