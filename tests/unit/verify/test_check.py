"""The one check of saved quotes: true to the stored text, or not verified."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.types import Answer, Claim, Quote
from engine.verify.check import all_verified, check_answer, check_quote, quotes_of, relocate

TEXT = (
    "§ 15-3. Oppsigelsesfrister\n\n(1) Er ikke annet avtalt, gjelder en oppsigelsesfrist på minst én måned for begge parter.\n\n"
    "(2) Arbeidstaker kan ikke fraskrive seg fristen, og den er unable to lapse."
)
WORDS = "gjelder en oppsigelsesfrist på minst én måned for begge parter."


def quote(words: str = WORDS, start: int | None = None, end: int | None = None, document: str = "1-abc") -> Quote:
    at = TEXT.find(words) if start is None else start
    return Quote(
        document, "LOV-2005-06-17-62", "Arbeidsmiljøloven", "§ 15-3", "1-abc-0", at,
        at + len(words) if end is None else end, None, words, "not_found",
    )  # fmt: skip


def test_the_stored_words_at_their_place_are_verified() -> None:
    assert check_quote(quote(), TEXT).status == "verified"


def test_a_passage_may_stand_for_its_document() -> None:
    at = TEXT.find("(1)")
    assert check_quote(quote(), TEXT[at:], base=at).status == "verified"


@pytest.mark.parametrize("number", range(len(WORDS.split())))
def test_one_changed_word_is_not_found(number: int) -> None:
    words = WORDS.split()
    words[number] = "seks" if words[number] != "seks" else "to"
    changed = replace(quote(), text=" ".join(words))
    assert check_quote(changed, TEXT).status == "not_found"
    assert relocate(changed, TEXT).status == "not_found"


@pytest.mark.parametrize(
    "words",
    [
        WORDS.replace("én", "en"),
        WORDS.replace(".", ""),
        WORDS.upper(),
        WORDS.replace(" ", "  ", 1),
        WORDS.removesuffix(" for begge parter."),
        WORDS + " ",
    ],
)
def test_nothing_is_forgiven_a_saved_quote(words: str) -> None:
    assert check_quote(replace(quote(), text=words), TEXT).status == "not_found"


def test_moved_by_another_parse_it_carries_its_new_place() -> None:
    moved = "En ny innledning.\n\n" + TEXT
    checked = check_quote(quote(), moved)
    assert checked.status == "verified"
    assert moved[checked.start : checked.end] == WORDS


def test_moved_it_must_still_be_whole_words() -> None:
    inside = quote("able to lapse.", start=0, end=len("able to lapse."))
    assert check_quote(inside, TEXT).status == "not_found"
    denied = quote("(2) Arbeidstaker kan", start=0, end=len("(2) Arbeidstaker kan"))
    assert check_quote(denied, TEXT).status == "not_found"


def test_read_anew_the_words_become_the_new_ones() -> None:
    hyphened = TEXT.replace("oppsigelsesfrist på", "oppsigelses-\nfrist på")
    assert check_quote(quote(), hyphened).status == "not_found"
    again = relocate(quote(), hyphened)
    assert again.status == "verified"
    assert again.text == hyphened[again.start : again.end]
    assert "oppsigelses-\nfrist" in again.text


@pytest.mark.parametrize("text", [None, "", " \n\n "])
def test_without_a_text_it_cannot_be_checked(text: str | None) -> None:
    assert check_quote(quote(), text).status == "cannot_check"
    assert relocate(quote(), text).status == "cannot_check"


def test_too_short_a_quote_is_no_quote() -> None:
    assert check_quote(quote("én måned"), TEXT).status == "not_found"


@pytest.mark.parametrize(("start", "end"), [(-5, 10), (10, 10), (50, 20), (10**9, 10**9 + 10)])
def test_offsets_that_cannot_be(start: int, end: int) -> None:
    assert check_quote(quote(start=start, end=end), TEXT).status == "not_found"


def test_an_answer_is_checked_whole_and_each_document_read_once() -> None:
    good, gone = quote(), quote(document="2-gone")
    answer = Answer(
        "?", True, (Claim("En måned.", (good, replace(good, text=WORDS.replace("én", "to")))),), (gone, good), (), (), (),
        "none", 0, 0, 0, 0.0, 0.0,
    )  # fmt: skip
    asked: list[str] = []

    def text_of(document: str) -> str | None:
        asked.append(document)
        return TEXT if document == "1-abc" else None

    checked = check_answer(answer, text_of)
    assert [q.status for q in quotes_of(checked)] == ["verified", "not_found", "cannot_check", "verified"]
    assert sorted(asked) == ["1-abc", "2-gone"]
    assert not all_verified(checked)
    assert check_answer(checked, text_of) == checked


@settings(max_examples=300, deadline=None)
@given(text=st.text("abc æ.\n15-", max_size=120), start=st.integers(-5, 130), end=st.integers(-5, 130), data=st.data())
def test_verified_is_always_literal(text: str, start: int, end: int, data: st.DataObject) -> None:
    words = data.draw(st.one_of(st.just(text[max(0, start) : max(0, end)]), st.text("abc æ.\n15-", max_size=60)))
    checked = check_quote(quote(words, start=start, end=end), text)
    if checked.status == "verified":
        assert text[checked.start : checked.end] == checked.text == words
