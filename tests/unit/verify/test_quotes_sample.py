"""A small run of the bench ``quotes``: law in eight languages, real damage, every kind of falsehood."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from engine.types import Quote
from engine.verify.check import check_quote
from engine.verify.match import find_quote
from tests.bench.quotes import check
from tests.bench.quotes_cases import Text, texts
from tests.bench.quotes_damage import PRINTING, true_cases
from tests.bench.quotes_false import FALSE, false_cases
from tests.helpers.tree import ROOT

SAMPLE = ROOT / "tests" / "data" / "quotes" / "passages.jsonl"
EACH = 8  # texts a language


def made() -> list[Text]:
    lines = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    languages = {
        line["language"]: [one["passage"] for one in lines if one["language"] == line["language"]] for line in lines
    }
    rng = Random(7)
    return [text for language, passages in languages.items() for text in texts(language, passages, rng, EACH)]


@pytest.fixture(scope="module")
def sample() -> list[Text]:
    return made()


def test_no_falsehood_is_found(sample: list[Text]) -> None:
    rng = Random(11)
    tallies = check(case for text in sample for case in false_cases(text, rng))
    assert set(tallies) == set(FALSE)
    assert sum(len(tally.micros) for tally in tallies.values()) > 600
    assert [case for tally in tallies.values() for case in tally.wrong] == []


def test_true_quotes_are_found_in_every_damage(sample: list[Text]) -> None:
    rng = Random(11)
    tallies = check(case for text in sample for case in true_cases(text, rng))
    assert set(PRINTING) < set(tallies)
    wrong = Counter(case.kind for tally in tallies.values() for case in tally.wrong)
    assert set(wrong) <= {"light scan errors"}
    assert wrong["light scan errors"] <= 0.1 * len(tallies["light scan errors"].micros)


def test_a_found_quote_holds_and_one_changed_word_of_it_does_not(sample: list[Text]) -> None:
    """What was found is true to its source when it is checked later, and no longer when a word of it was changed."""
    rng = Random(3)
    for text in sample:
        found = find_quote(text.passage, text.sentence)
        words = text.passage[found.start : found.end]
        quote = Quote("1-a", "s", "t", None, "1-a-0", found.start, found.end, None, words, "not_found")
        assert check_quote(quote, text.passage).status == "verified"
        changed = FALSE["another word"](text, rng)
        assert changed is not None
        for saved in (changed, changed[: len(words)].ljust(len(words))):
            other = Quote("1-a", "s", "t", None, "1-a-0", found.start, found.end, None, saved, "verified")
            assert check_quote(other, text.passage).status == "not_found"
