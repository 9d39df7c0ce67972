"""Files of synonyms and dictionaries: what is read from them, what is refused and on which line, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import UserFacingError
from engine.text.normalise import fold_text
from engine.types import DictionaryEntry, SynonymGroup
from engine.vocabulary.dictionary import dictionary_text, entries_from, read_dictionary, write_dictionary
from engine.vocabulary.faults import VocabularyError
from engine.vocabulary.groups import groups_from, groups_text, read_groups, write_groups
from engine.vocabulary.words import clean, keys, parts_of

GROUPS = """# words of the office
[[group]]
words = ["sparken", "si opp", "oppsigelse"]

[[group]]
asked_in = "en"
words = ["fire", "oppsigelse"]

[[group]]
words = ["heve", "angrerett"]
asked = ["gå fra kjøpet"]
"""
ENTRIES = """[[entry]]
word = "sparken"
instead = ["oppsigelse", "avskjed"]
senses = ["Oppsigelse: med frist", "Avskjed: på dagen"]
searches = ["saklig grunn oppsigelse"]
rule = "Arbeidsmiljøloven § 15-7: saklig begrunnet."
"""


def faults(text: str, *, toml: bool = True, dictionary: bool = False) -> tuple[tuple[int, str], ...]:
    read = entries_from if dictionary else groups_from
    with pytest.raises(VocabularyError) as refused:
        read("ord.toml" if toml else "ord.csv", text, toml=toml)
    assert "nothing was changed" in str(refused.value)
    return refused.value.faults


def test_groups_of_both_forms() -> None:
    expected = [SynonymGroup(("sparken", "si opp", "oppsigelse")), SynonymGroup(("fire", "oppsigelse"), "en")]
    expected.append(SynonymGroup(("heve", "angrerett"), None, ("gå fra kjøpet",)))
    assert groups_from("x.toml", GROUPS, toml=True) == expected
    for text in (
        "sparken;si opp;oppsigelse\n\n# note\n[en];fire;oppsigelse\nheve;?gå fra kjøpet;angrerett\n",
        "sparken,si opp , oppsigelse,,\r\n[ en ],fire,oppsigelse\r\nheve,angrerett,? gå fra kjøpet",
        "sparken\tsi  opp\toppsigelse\n[en]\tfire\toppsigelse\toppsigelse\nheve\tangrerett\t?gå fra kjøpet",
    ):
        assert groups_from("x.csv", text, toml=False) == expected


def test_a_dictionary_of_both_forms() -> None:
    expected = [
        DictionaryEntry(
            "sparken", ("oppsigelse", "avskjed"), ("Oppsigelse: med frist", "Avskjed: på dagen"),
            ("saklig grunn oppsigelse",), "Arbeidsmiljøloven § 15-7: saklig begrunnet.",
        )
    ]  # fmt: skip
    assert entries_from("x.toml", ENTRIES, toml=True) == expected
    table = (
        "Word;Instead;Rule;Senses;Searches\n"
        "sparken;oppsigelse|avskjed;Arbeidsmiljøloven § 15-7: saklig begrunnet.;"
        "Oppsigelse: med frist | Avskjed: på dagen;saklig grunn oppsigelse\n"
    )
    assert entries_from("x.csv", table, toml=False) == expected


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[[group]]\nwords = ['a', ", 2, "not TOML"),
        ('[[group]]\nwords = ["a", "b"]\n\n[[group]]\nwords = ["c"]\n', 4, "at least two different words"),
        ('[[group]]\nwords = ["Feil", "feil"]\n', 1, "at least two different words"),
        ('\n\n[[group]]\nwords = ["a", ""]\n', 3, "a word is empty"),
        ('[[group]]\nwords = "a, b"\n', 1, "needs its words as a list"),
        ('[[group]]\nwords = ["a", 3]\n', 1, "needs its words as a list"),
        ('[[group]]\nord = ["a", "b"]\nwords = ["a", "b"]\n', 1, "“ord” has no meaning in a group"),
        ('# x\nsynonyms = ["a", "b"]\n', 2, "“synonyms” has no meaning here"),
        ('[group]\nwords = ["a", "b"]\n', 1, "must be written [[group]]"),
        ('[[group]]\nasked_in = "engelsk"\nwords = ["a", "b"]\n', 1, "“engelsk” is not a language"),
        ('[[group]]\nwords = ["a|b", "c"]\n', 1, "the sign |"),
        ('[[group]]\nwords = ["123", "c"]\n', 1, "no word that could be searched for"),
        ('[[group]]\nwords = ["den som selger noe til en annen for penger i hånden", "c"]\n', 1, "a phrase can have 8"),
        ("", 1, "there is no group"),
        (ENTRIES, 1, "there is no group"),
    ],
)
def test_a_faulty_file_of_groups_says_which_line(text: str, line: int, said: str) -> None:
    found = faults(text)
    assert found[0][0] == line
    assert said in found[0][1]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a;b\nc\n", 2, "at least two different words"),
        ("a;b\n\n\n[zz];c;d\n", 4, "“zz” is not a language"),
        ('a;b\n"c\nd";e\nf\n', 4, "at least two different words"),  # a cell over two lines
        ("?gå fra kjøpet;?angre", 1, "a word that is searched"),
        ("\n\n", 1, "there is no group"),
    ],
)
def test_a_faulty_list_says_which_line(text: str, line: int, said: str) -> None:
    found = faults(text, toml=False)
    assert found[0][0] == line
    assert said in found[0][1]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("ord;forklaring\na;b\n", 1, "the first line must name the columns"),
        ("word;instead\na;b;c\n", 2, "3 cells stand under 2 columns"),
        ("word;instead\na;\n", 2, "says nothing"),
        ("word;instead\n;b\n", 2, "a word is empty"),
        ("", 1, "there is no entry"),
    ],
)
def test_a_faulty_dictionary_says_which_line(text: str, line: int, said: str) -> None:
    found = faults(text, toml=False, dictionary=True)
    assert found[0][0] == line
    assert said in found[0][1]


def test_faulty_entries_in_toml() -> None:
    text = '[[entry]]\nword = "a"\n\n[[entry]]\nword = "b"\ninstead = "c"\n\n[[entry]]\nword = "c"\nregel = "x"\n'
    assert [(line, said[:9]) for line, said in faults(text, dictionary=True)] == [
        (1, "“a” says "), (4, "“instead”"), (8, "“regel” h"),
    ]  # fmt: skip


def test_every_fault_is_told_a_few_are_said() -> None:
    with pytest.raises(VocabularyError) as refused:
        groups_from("x.csv", "a;b\n" + "c\n" * 9, toml=False)
    assert [line for line, _ in refused.value.faults] == list(range(2, 11))
    assert str(refused.value).count("line ") == 5
    assert "and 4 more" in str(refused.value)


def test_files_of_other_kinds_and_encodings(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"neither a TOML nor a CSV"):
        read_groups(tmp_path / "ord.xlsx")
    with pytest.raises(UserFacingError, match=r"could not be read"):
        read_groups(tmp_path / "ord.csv")
    with pytest.raises(UserFacingError, match=r"could not be written"):
        write_groups(tmp_path / "none" / "ord.csv", [SynonymGroup(("a", "b"))])
    old = tmp_path / "excel.csv"
    old.write_bytes("kjøper;kjøpar\n".encode("cp1252"))
    assert read_groups(old) == [SynonymGroup(("kjøper", "kjøpar"))]
    bad = tmp_path / "bad.toml"
    bad.write_bytes('[[group]]\nwords = ["kjøper", "b"]\n'.encode("latin-1"))
    with pytest.raises(VocabularyError, match="line 2: a letter is not in UTF-8"):
        read_groups(bad)


WORDS = st.text("abcæøåßäö -’'./§&éAB", min_size=1, max_size=20).filter(lambda text: _is_word(text)).map(clean)
TEXTS = st.lists(
    st.text("abcæø ,;.\"'§#\\=[]\x7f", min_size=1).map(lambda t: " ".join(t.split())).filter(bool), max_size=3
)


def _is_word(text: str) -> bool:
    try:
        return bool(clean(text))
    except ValueError:
        return False


@settings(max_examples=60)
@given(
    words=st.lists(WORDS, min_size=2, max_size=5, unique_by=fold_text),
    asked_in=st.sampled_from([None, "en", "de"]),
    asked=st.integers(0, 4),
    toml=st.booleans(),
)
def test_groups_come_back_as_they_went(words: list[str], asked_in: str | None, asked: int, toml: bool) -> None:
    cut = max(1, len(words) - asked)
    groups = [SynonymGroup(tuple(words[:cut]), asked_in, tuple(words[cut:])), SynonymGroup(("x", "y"))]
    assert groups_from("x", groups_text(groups, toml=toml).removeprefix("\ufeff"), toml=toml) == groups


@settings(max_examples=60)
@given(word=WORDS, instead=st.lists(WORDS, max_size=3, unique=True), senses=TEXTS, searches=TEXTS, toml=st.booleans())
def test_a_dictionary_comes_back_as_it_went(
    word: str, instead: list[str], senses: list[str], searches: list[str], toml: bool
) -> None:
    entries = [DictionaryEntry(word, tuple(instead), tuple(senses), tuple(searches), "Regel; med «tegn», § 1.")]
    assert entries_from("x", dictionary_text(entries, toml=toml).removeprefix("\ufeff"), toml=toml) == entries


def test_round_trip_through_files(tmp_path: Path) -> None:
    for name in ("ord.toml", "ord.csv"):
        path = tmp_path / name
        write_groups(path, groups_from("x.toml", GROUPS, toml=True))
        assert read_groups(path) == groups_from("x.toml", GROUPS, toml=True)
        write_dictionary(path, entries_from("x.toml", ENTRIES, toml=True))
        assert read_dictionary(path) == entries_from("x.toml", ENTRIES, toml=True)


def test_a_phrase_is_found_by_the_word_that_tells_most() -> None:
    assert parts_of("E-post fra Nav") == ("epost", "fra", "nav")
    assert "slått" in keys(["slått ned"])
    assert "ned" not in keys(["slått ned"])
    assert {"oppsigelse", "oppsig"} <= set(keys(["Oppsigelse"]))
