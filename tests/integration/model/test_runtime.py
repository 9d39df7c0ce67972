"""The real llama.cpp in its child process, with a small real model: prefix, grammar, stop, crash, nonsense."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.errors import Stopped
from engine.model import runtime
from engine.model.protocol import Message, ModelFailed, PromptTooLong
from engine.model.runtime import ModelProcess
from tests.helpers.models import model_file

pytestmark = pytest.mark.model

RULES = "\n".join(f"§ {n} The tenant shall give notice {n} weeks before moving out." for n in range(1, 12))
FIRST = [Message("system", "You answer from the sources."), Message("user", f"{RULES}\n\nHow much notice?")]
GRAMMAR = (
    'root ::= "{\\"words\\":\\"" char{1,60} "\\",\\"settled\\":" ("true" | "false") "}"\nchar ::= [^"\\\\\\x00-\\x1f]'
)


@pytest.fixture(scope="module")
def model() -> Iterator[ModelProcess]:
    process = ModelProcess(model_file("smollm2"), "smollm2", context=2048)
    yield process
    process.close()


def test_a_grammar_binds_the_model(model: ModelProcess) -> None:
    reply = model.generate(FIRST, grammar=GRAMMAR, max_tokens=100)
    answer = json.loads(reply.text)
    assert set(answer) == {"words", "settled"}
    assert reply.output_tokens > 5
    assert reply.finished == "end"


def test_the_same_question_gets_the_same_words(model: ModelProcess) -> None:
    texts = {model.generate(FIRST, max_tokens=12).text for _ in range(2)}
    assert len(texts) == 1
    assert texts.pop().strip()


def test_what_was_read_is_kept_for_the_next_round(model: ModelProcess) -> None:
    model.generate([Message("user", "Something else entirely, so that nothing is kept.")], max_tokens=4)
    first = model.generate(FIRST, max_tokens=20)
    more = [*FIRST, Message("assistant", first.text), Message("user", "And for shops?")]
    second = model.generate(more, max_tokens=4)
    third = model.generate([*more, Message("assistant", second.text), Message("user", "Why?")], max_tokens=4)
    assert first.evaluated + first.reused == first.prompt_tokens
    assert second.reused >= first.prompt_tokens - 1, "the whole first prompt was still in the cache"
    assert second.evaluated < 60
    assert third.reused > second.reused, "the kept prefix grows from round to round"


def test_reading_reports_its_progress(model: ModelProcess) -> None:
    seen: list[tuple[int, int]] = []
    long = [Message("user", f"{RULES}\n{RULES[::-1]}")]
    model.generate(long, max_tokens=2, on_read=lambda done, total: seen.append((done, total)))
    assert len(seen) >= 2, "a long prompt is read in chunks"
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.parametrize("delay", [0.0, 0.15, 0.6])
def test_stop_takes_less_than_a_second(model: ModelProcess, delay: float) -> None:
    """While reading the prompt and while writing alike; the cache stays usable."""
    model.load()
    stop = threading.Event()
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        stop.set()

    threading.Timer(delay, press).start()
    with pytest.raises(Stopped):
        model.generate([Message("user", f"{delay} {RULES} {RULES}")], max_tokens=900, stop=stop)
    assert time.monotonic() - pressed[0] < 1.0
    assert model.generate(FIRST, max_tokens=3).output_tokens == 3


def test_time_runs_out_and_what_was_written_is_returned(model: ModelProcess) -> None:
    grammar = "root ::= [a-z ]{800}"
    reply = model.generate(FIRST, grammar=grammar, max_tokens=900, seconds=1.0)
    assert reply.finished == "time"
    assert reply.text


def test_a_prompt_too_long_is_said_and_the_next_one_works(model: ModelProcess) -> None:
    with pytest.raises(PromptTooLong, match="too long for the model smollm2"):
        model.generate([Message("user", RULES * 20)])
    assert model.generate(FIRST, max_tokens=3).output_tokens == 3


def test_a_broken_grammar_is_an_error_and_not_a_crash(model: ModelProcess) -> None:
    before = model.pid
    with pytest.raises(ModelFailed, match="grammar"):
        model.generate(FIRST, grammar="root ::= (", max_tokens=3)
    assert model.generate(FIRST, max_tokens=3).output_tokens == 3
    assert before is None or model.pid == before


def test_kill_is_told_and_the_next_question_starts_a_new_process(model: ModelProcess) -> None:
    model.load()
    pid = model.pid
    assert pid is not None
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(ModelFailed, match="ended unexpectedly"):
        model.generate([Message("user", f"kill {RULES}")], max_tokens=900)
    assert model.pid is None
    assert model.generate(FIRST, max_tokens=3).output_tokens == 3
    assert model.pid not in (None, pid)


def test_two_questions_at_once_wait_for_each_other(model: ModelProcess) -> None:
    replies: list[int] = []
    threads = [
        threading.Thread(target=lambda: replies.append(model.generate(FIRST, max_tokens=5).output_tokens))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert replies == [5, 5, 5]


def test_a_path_with_letters_of_every_kind(tmp_path: Path) -> None:
    folder = tmp_path / "Modeller på Ærø, модели 模型"
    folder.mkdir()
    path = folder / "små modell.gguf"
    try:
        os.link(model_file("smollm2"), path)
    except OSError:
        shutil.copyfile(model_file("smollm2"), path)
    process = ModelProcess(path, "liten", context=512)
    try:
        assert process.generate([Message("user", "Hei på deg, § 5!")], max_tokens=3).output_tokens == 3
    finally:
        process.close()


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "nonsense.gguf"
    path.write_bytes(b"GGUF" + os.urandom(4000))
    process = ModelProcess(path, "nonsense")
    with pytest.raises(ModelFailed, match="nonsense"):
        process.generate([Message("user", "hello")])
    process.close()


def test_close_frees_the_process_and_end_of_the_parent_would_too(model: ModelProcess) -> None:
    model.load()
    child = psutil.Process(model.pid)
    model.close()
    assert not child.is_running()
    assert model.generate(FIRST, max_tokens=2).output_tokens == 2, "it is loaded again when it is needed"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("import sys; sys.exit(3)", "code 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGILL)", "ended unexpectedly"),
        ("print('hello, I am no protocol', flush=True); import time; time.sleep(0.3)", "ended unexpectedly"),
        ("import sys; print('out of memory', file=sys.stderr); sys.exit(1)", "out of memory"),
    ],
)
def test_a_child_that_dies_at_once(monkeypatch: pytest.MonkeyPatch, body: str, said: str) -> None:
    monkeypatch.setattr(runtime, "child_command", lambda: [sys.executable, "-c", body])
    process = ModelProcess(Path("m.gguf"), "dying")
    with pytest.raises(ModelFailed, match=said):
        process.generate([Message("user", "hello")])
    assert process.pid is None


def test_a_crash_of_the_special_kernels_is_tried_again_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    body = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "load" and not asked["plain"]:
        os.abort()
    ok = {"context": 9} if asked["do"] == "load" else dict(
        text="fine", prompt_tokens=1, evaluated=1, reused=0, output_tokens=1, finished="end")
    print(json.dumps({"id": asked["id"], "ok": ok}), flush=True)
"""
    monkeypatch.setattr(runtime, "child_command", lambda: [sys.executable, "-c", body])
    process = ModelProcess(Path("m.gguf"), "fallen")
    assert process.generate([Message("user", "hello")]).text == "fine"
    process.close()


def test_a_child_that_does_not_obey_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    body = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "load":
        print(json.dumps({"id": asked["id"], "ok": {"context": 9}}), flush=True)
    else:
        time.sleep(60)
"""
    monkeypatch.setattr(runtime, "child_command", lambda: [sys.executable, "-c", body])
    process = ModelProcess(Path("m.gguf"), "deaf")
    process.load()
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    started = time.monotonic()
    with pytest.raises(Stopped):
        process.generate([Message("user", "hello")], stop=stop)
    assert time.monotonic() - started < 1.2
    assert process.pid is None
    monkeypatch.setattr(runtime, "SILENT_SECONDS", 0.5)
    with pytest.raises(ModelFailed, match="did not answer"):
        process.generate([Message("user", "hello")])
    process.close()
