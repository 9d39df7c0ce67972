"""Readers of law in child processes: one that dies, hangs or talks nonsense costs that file, never the others."""

from __future__ import annotations

import time

import psutil
import pytest

from engine.errors import EnvironmentProblem
from engine.importing import law_pool
from engine.importing.law_pool import LawPool, LawResult, LawTask
from tests.integration.importing.made import act

FAULTY = "tests.integration.importing.faulty_child"


def read(names: list[str], workers: int = 2) -> dict[str, LawResult]:
    """Every file through a pool of faulty readers."""
    found: dict[str, LawResult] = {}
    with LawPool(workers, FAULTY) as pool:
        waiting = [LawTask(n, name, act(n), 1, "norwegian", {"path": name, "root": ""}) for n, name in enumerate(names)]
        until = time.monotonic() + 60
        while len(found) < len(names):
            assert time.monotonic() < until
            if waiting:
                pool.put(waiting.pop(0))
            result = pool.next_result(0.05)
            if result is not None:
                found[result.task.name] = result
    return found


def test_a_crash_costs_that_file_alone() -> None:
    names = ["a", "b", "crash 1", "c", "d", "crash 2", "e", "f"]
    found = read(names)
    assert {name for name, result in found.items() if result.prepared is None} == {"crash 1", "crash 2"}
    assert "crash twice" in (found["crash 1"].reason or "")
    assert {result.prepared.source_id for result in found.values() if result.prepared} == {
        f"LOV-1888-06-23-{names.index(name)}" for name in "abcdef"
    }


def test_an_answer_that_is_none_is_a_crash() -> None:
    found = read(["a", "nonsense", "b"])
    assert found["nonsense"].prepared is None
    assert found["a"].prepared is not None
    assert found["b"].prepared is not None


def test_a_reader_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(law_pool, "SECONDS", 2.0)
    found = read(["a", "hang", "b", "c"])
    assert "too long" in (found["hang"].reason or "")
    assert all(found[name].prepared for name in "abc")


def test_closing_ends_children_at_work() -> None:
    begun = time.monotonic()
    with LawPool(1, FAULTY) as pool:
        pool.put(LawTask(1, "hang", act(1), 1, "norwegian", {}))
        while not psutil.Process().children():
            time.sleep(0.05)
            assert time.monotonic() - begun < 20
        children = psutil.Process().children()
        closing = time.monotonic()
    assert time.monotonic() - closing < 1.0
    _, alive = psutil.wait_procs(children, timeout=5)
    assert not [child for child in alive if "faulty_child" in " ".join(child.cmdline())]


def test_no_reader_can_be_started() -> None:
    with LawPool(1, "tests.integration.importing.no_such_module") as pool, pytest.raises(EnvironmentProblem):
        pool.next_result(30)
