"""Answers as JSON: there and back, and plain words for a damaged file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EnvironmentProblem, UserFacingError
from engine.report.answer_json import answer_from_json, answer_to_json, answer_to_object, load_answer
from engine.types import Answer, Claim, Quote, Searched

text = st.text(max_size=40)
quotes = st.builds(
    Quote, document=text, source_id=text, title=text, label=st.none() | text, passage=text, start=st.integers(0, 10**7),
    end=st.integers(0, 10**7), page=st.none() | st.integers(0, 9999), text=text,
    status=st.sampled_from(["verified", "not_found", "cannot_check"]),
)  # fmt: skip
seconds = st.floats(0, 1e6, allow_nan=False)
answers = st.builds(
    Answer, question=text, settled=st.booleans(),
    claims=st.lists(st.builds(Claim, text=text, quotes=st.lists(quotes, max_size=2).map(tuple),
                              unsupported=st.lists(text, max_size=2).map(tuple)), max_size=2).map(tuple),
    evidence=st.lists(quotes, max_size=2).map(tuple),
    searched=st.lists(st.builds(Searched, queries=st.lists(text, max_size=2).map(tuple),
                                packs=st.lists(text, max_size=2).map(tuple), hits=st.integers(0, 99)), max_size=2).map(tuple),
    read=st.lists(text, max_size=2).map(tuple), left_out=st.lists(text, max_size=2).map(tuple), model=text,
    rounds=st.integers(0, 99), input_tokens=st.integers(0, 10**6), output_tokens=st.integers(0, 10**6),
    seconds_first_evidence=seconds, seconds_total=seconds, notes=st.lists(text, max_size=2).map(tuple), id=st.none(),
)  # fmt: skip

ONE = Answer(
    "Hvor lang er fristen?", True,
    (Claim("Én måned.", (Quote("1-a", "LOV-1", "Lov", "§ 1", "1-a-0", 3, 20, None, "fristen er én måned", "verified"),)),),
    (), (Searched(("frist",), ("Lover",), 3),), ("1-a-0",), (), "none", 1, 2, 3, 0.5, 1.25, ("Bare søk.",),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(answer=answers)
def test_there_and_back(answer: Answer) -> None:
    assert answer_from_json(answer_to_json(answer)) == answer


def test_the_keys_are_the_contracts() -> None:
    found = answer_to_object(ONE)
    assert list(found) == [
        "question", "settled", "claims", "evidence", "searched", "read", "left_out", "model", "rounds", "input_tokens",
        "output_tokens", "seconds", "notes",
    ]  # fmt: skip
    assert list(found["claims"][0]) == ["text", "quotes", "unsupported"]
    assert list(found["claims"][0]["quotes"][0]) == [
        "document", "source_id", "title", "label", "passage", "start", "end", "page", "text", "status",
    ]  # fmt: skip
    assert found["seconds"] == {"first_evidence": 0.5, "total": 1.25}
    assert found["searched"] == [{"queries": ["frist"], "packs": ["Lover"], "hits": 3}]


def test_unknown_keys_and_a_missing_log_are_forgiven() -> None:
    least = {"question": "?", "settled": False, "claims": [], "newer": {"key": 1}}
    assert answer_from_json(json.dumps(least)).evidence == ()


def test_a_status_of_its_own_is_not_believed() -> None:
    found = answer_to_object(ONE)
    found["claims"][0]["quotes"][0]["status"] = "certainly"
    assert answer_from_json(json.dumps(found)).claims[0].quotes[0].status == "not_found"


def damaged(change: Any) -> str:
    found = answer_to_object(ONE)
    change(found)
    return json.dumps(found)


DAMAGED = {
    "not JSON": "{",
    "empty": "",
    "a list": "[]",
    "a number": "3",
    "deep": "[" * 100_000,
    "no question": damaged(lambda a: a.pop("question")),
    "settled as text": damaged(lambda a: a.update(settled="yes")),
    "claims missing": damaged(lambda a: a.pop("claims")),
    "claims as text": damaged(lambda a: a.update(claims="none")),
    "a quote without text": damaged(lambda a: a["claims"][0]["quotes"][0].pop("text")),
    "an offset as text": damaged(lambda a: a["claims"][0]["quotes"][0].update(start="3")),
    "a negative offset": damaged(lambda a: a["claims"][0]["quotes"][0].update(start=-3)),
    "a true offset": damaged(lambda a: a["claims"][0]["quotes"][0].update(end=True)),
    "seconds as a list": damaged(lambda a: a.update(seconds=[])),
    "read with numbers": damaged(lambda a: a.update(read=[1])),
}


@pytest.mark.parametrize("name", list(DAMAGED))
def test_damage_is_said_plainly(name: str) -> None:
    with pytest.raises(UserFacingError, match=r"answer\.json"):
        answer_from_json(DAMAGED[name], "answer.json")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "svar på spørsmål.json"
    path.write_text("\ufeff" + answer_to_json(replace(ONE, id=None)), encoding="utf-8")
    assert load_answer(path) == ONE
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserFacingError, match="UTF-8"):
        load_answer(path)
    with pytest.raises(EnvironmentProblem, match="could not be read"):
        load_answer(tmp_path / "none.json")
