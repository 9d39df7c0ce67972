"""Folding: golden pairs, the offset map, and that both functions agree on any text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.normalise import fold, fold_text

GOLDEN = [
    ("ÅPNING", "åpning"),
    ("«skal ikke»", '"skal ikke"'),
    ("§\u00a015–7", "§ 15-7"),
    ("oppsigelses\u00advern", "oppsigelsesvern"),
    ("ﬁnne eﬀekt", "finne effekt"),
    ("o\u0308 e\u0301", "ö é"),
    ("linje\nskift", "linje skift"),
    ("vent…", "vent..."),
    ("ΣΑΣ", "σασ"),
    ("İstanbul", "istanbul"),
    ("„Kündigung“", '"kündigung"'),
]


@pytest.mark.parametrize(("written", "folded"), GOLDEN)
def test_golden(written: str, folded: str) -> None:
    assert fold_text(written) == folded
    assert fold(written).text == folded


@given(st.text())
def test_both_functions_agree_and_the_map_is_whole(text: str) -> None:
    folded = fold(text)
    assert folded.text == fold_text(text)
    assert len(folded.offsets) == len(folded.text) + 1
    assert list(folded.offsets) == sorted(folded.offsets)
    assert folded.offsets[-1] == len(text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold_text(unicodedata.normalize("NFC", text))
    assert fold_text(once) == fold_text(unicodedata.normalize("NFC", once))


@given(st.text(alphabet="abcæøå§ -–ﬁ\u00ad…«»\n", min_size=1), st.data())
def test_a_folded_stretch_leads_back_to_its_source(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    if not folded.text:
        return
    start = data.draw(st.integers(0, len(folded.text) - 1))
    end = data.draw(st.integers(start + 1, len(folded.text)))
    begin, stop = folded.source_span(start, end)
    assert folded.text[start:end] in fold_text(text[begin:stop])
