"""Citations: one atom however they are written, and the act named beside them."""

import pytest

from engine.text.citations import find_citations, section_atom
from engine.text.normalise import fold_text

SPELLINGS = [
    ("§ 15-7", ["§15-7"]),
    ("§15–7", ["§15-7"]),
    ("§\u00a015-7", ["§15-7"]),
    ("§§ 15-7 og 15-8", ["§15-7", "§15-8"]),
    ("§§ 15-7, 15-8 og 15-9", ["§15-7", "§15-8", "§15-9"]),
    ("aml. § 15-7 annet ledd", ["§15-7"]),
    ("arbeidsmiljøloven paragraf 15-7", ["§15-7"]),
    ("Hva sier § 2-1 i loven?", ["§2-1"]),
    ("§ 9 a i ferieloven", ["§9a"]),
    ("§ 9a", ["§9a"]),
    ("§§ 3 til 6", ["§3", "§4", "§5", "§6"]),
    ("strl. § 321", ["§321"]),
    ("BGB § 573", ["§573"]),
    ("§ 573 Abs. 2 BGB", ["§573"]),
    ("art. 6(1)(f)", ["art6", "art6.1.f"]),
    ("artikkel 8", ["art8"]),
    ("Article 17", ["art17"]),
    ("Rt. 2001 s. 248", ["rt2001s248"]),
    ("Rt-2001-248", ["rt2001s248"]),
    ("HR-2020-1-A", ["hr-2020-1-a"]),
    ("C-131/12", ["c-131/12"]),
    ("[2019] UKSC 5", ["2019uksc5"]),
    ("ingen henvisning, bare 15 dager", []),
]


@pytest.mark.parametrize(("text", "atoms"), SPELLINGS)
def test_spellings(text: str, atoms: list[str]) -> None:
    assert [c.atom for c in find_citations(fold_text(text))] == atoms


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("aml. § 15-7", "aml."),
        ("arbeidsmiljøloven § 15-7", "arbeidsmiljøloven"),
        ("§ 573 Abs. 2 BGB", "bgb"),
        ("§ 9 i ferieloven", "ferieloven"),
    ],
)
def test_the_act_beside(text: str, act: str) -> None:
    assert find_citations(fold_text(text))[0].act == act


@pytest.mark.parametrize(
    ("label", "atom"),
    [("§ 15-3", "§15-3"), ("§ 9 i", "§9i"), ("§ 9A-9", "§9a-9"), ("Art 8", "art8"), ("3.2", None)],
)
def test_labels(label: str, atom: str | None) -> None:
    assert section_atom(fold_text(label)) == atom


def test_a_small_word_before_the_sign_is_no_act() -> None:
    assert [c.act for c in find_citations("was steht in § 573 bgb?")] == ["bgb"]
    assert [c.act for c in find_citations("hva sier aml. § 15-7?")] == ["aml."]
