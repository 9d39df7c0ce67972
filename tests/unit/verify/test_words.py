"""A text as words with their places: what carries meaning stays, what printing does goes, and every place is true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.text.normalise import fold, fold_text
from engine.verify.words import words_of

TOKENS = {
    "kr 15 000, 1.250.000,50 og 1,5 %": ["kr", "15000", "1.250.000,50", "og", "1,5", "%"],
    "§§ 12-2 og 15-3 a": ["§", "12-2", "og", "15-3", "a"],
    "C-131/12, 12.03.2024": ["c", "131/12", "12.03.2024"],
    "for-\nbud, e-post, kjøps- og salg": ["forbud", "epost", "kjøps", "og", "salg"],
    "for\u00adbud og for\u00ad\nbud": ["forbud", "og", "forbud"],
    "§ 15-\n3 og 1998–2000": ["§", "15-3", "og", "1998-2000"],
    "ordet – en tanke—strek": ["ordet", "en", "tanke", "strek"],
    "**Fet** og u**halv**fet \\[1\\]": ["fet", "og", "uhalvfet", "1"],
    "ordet¹ er 120 m² (note[^2]).³": ["ordet", "er", "120", "m²", "note"],
    "minus -5 og 3-5": ["minus", "-", "5", "og", "3-5"],
    "l'employeur, don’t": ["l", "employeur", "don", "t"],
    "a < b & c": ["a", "<", "b", "&", "c"],
    "": [],
    "… — « » *": [],
}


@pytest.mark.parametrize("text", list(TOKENS))
def test_tokens(text: str) -> None:
    assert list(words_of(text).tokens) == TOKENS[text]


PIECES = st.sampled_from(
    ["avtale", "ﬁnne", "e\u0301n", "a\u00ad", "\u200b", "…", "12", "-", "–", "\n", " ", "\u00a0", "§", "²", "**", "\\[", "ĲS", "ſ", "İ", "ß", "\ufeff", "Å", "«", "'"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(text=st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text(max_size=80)))
def test_every_place_is_that_of_its_word(text: str) -> None:
    words = words_of(text)
    assert words.folded.text == fold(words.plain).text == words.text
    assert words.folded.offsets == fold(words.plain).offsets
    assert len(words.plain) == len(text)
    for number in range(len(words.tokens)):
        start, end = words.span(number, number)
        assert 0 <= start < end <= len(text)
        assert letters(fold_text(text[start:end])) == letters(words.tokens[number])
    assert words.joined.split() == list(words.tokens)


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())
