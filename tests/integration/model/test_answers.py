"""Answers with real models: what a small one says parses, a dead one leaves the evidence, the starter model answers."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from engine.agent.actions import grammar, parse
from engine.agent.ask import ask
from engine.agent.ports import Limits, Profile
from engine.agent.shown import Shown, Source
from engine.errors import Stopped
from engine.model.catalog import known_models
from engine.model.protocol import Message
from engine.model.runtime import ModelProcess
from engine.verify.check import all_verified, check_answer
from tests.helpers.models import model_file
from tests.helpers.shelf import working_life

pytestmark = pytest.mark.model

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"


@pytest.fixture(scope="module")
def small() -> Iterator[ModelProcess]:
    process = ModelProcess(model_file("smollm2"), "smollm2", context=4096)
    yield process
    process.close()


@pytest.mark.parametrize(
    ("offered", "quotes"),
    [
        (("search", "read", "find_document", "outline", "answer"), "words"),
        (("answer",), "ids"),
        (("claim",), "words"),
        (("claim",), "ids"),
    ],
)
def test_what_a_small_model_writes_under_our_grammars_parses(
    small: ModelProcess, offered: tuple[str, ...], quotes: str
) -> None:
    shelf, shown = working_life(), Shown()
    for passage in shelf.passages()[:3]:
        source = Source.of(passage)
        shown.document_key(source.document)
        shown.fresh(source, source.sentences())
    text = "\n".join(passage.text for passage in shelf.passages()[:3])
    reply = small.generate(
        [Message("system", "Reply in JSON."), Message("user", f"{text}\n\n{QUESTION}")],
        grammar=grammar(offered, shown, quotes), max_tokens=500,
    )  # fmt: skip
    action = parse(reply.text, offered, shown)
    assert action.do in offered
    assert action.claims or action.do not in ("answer", "claim") or not action.settled or offered != ("claim",)
    assert set(action.ids) <= set(shown.passage_keys() + shown.document_keys())


def test_the_smallest_model_gets_to_an_answer_that_holds(small: ModelProcess) -> None:
    """It talks nonsense; every quote stands in its source all the same, and what was read is kept between rounds."""
    shelf = working_life()
    counters: list[dict[str, Any]] = []
    answer = ask(
        shelf, QUESTION, model=small, profile=Profile("agent", "words"), limits=Limits(rounds=3, seconds=120),
        save_step=lambda kind, body: counters.append(body) if kind == "model" else None,
    )  # fmt: skip
    assert answer.model == "smollm2"
    assert 1 <= answer.rounds <= 3
    assert answer.evidence
    assert all_verified(check_answer(answer, shelf.text_of))
    later = [counter["reused"] for counter in counters[1:]]
    assert all(reused > 300 for reused in later), "a round begins with what the round before has read"


def test_a_killed_model_ends_in_the_evidence_answer(small: ModelProcess) -> None:
    small.load()
    pid = small.pid
    assert pid is not None
    threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
    answer = ask(working_life(), QUESTION, model=small, profile=Profile("agent", "words"))
    assert answer.settled
    assert answer.claims[0].quotes[0].status == "verified"
    assert any("ended unexpectedly" in note for note in answer.notes)


def test_stop_ends_an_answer_within_a_second(small: ModelProcess) -> None:
    small.load()
    stop = threading.Event()
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        stop.set()

    threading.Timer(0.4, press).start()
    with pytest.raises(Stopped):
        ask(working_life(), QUESTION + " Og hva med ferie?", model=small, profile=Profile("agent", "words"), stop=stop)
    assert time.monotonic() - pressed[0] < 1.0


@pytest.mark.slow
def test_the_starter_model_answers_from_the_right_section() -> None:
    entry = next(entry for entry in known_models() if entry.name == "starter")
    process = ModelProcess(model_file("starter"), entry.name, family=entry.family)
    shelf = working_life()
    try:
        answer = ask(shelf, QUESTION, model=process, profile=Profile(entry.role, entry.quotes))
    finally:
        process.close()
    assert answer.settled
    assert answer.claims[0].quotes[0].label == "§ 15-3"
    assert "måneder" in answer.claims[0].text
    assert answer.claims[0].unsupported == ()
    assert answer.input_tokens < 1200
    assert all_verified(check_answer(answer, shelf.text_of))
