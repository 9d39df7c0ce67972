"""Search on the real server: what it finds, in which order, and what must hold whatever is stored."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import UserFacingError
from engine.search import search
from engine.store import packs
from engine.store.database import Database
from engine.types import Hit, SearchRequest, SearchResult
from tests.helpers.small_packs import default_matter, store_texts

NOTICE = """# Oppsigelse

## § 1 Frister

Oppsigelsesfristen er tre måneder for arbeidstakere som har vært ansatt i mer enn fem år, jf. arbeidsmiljøloven § 15-3.

## § 2 Form

Oppsigelsen skal være skriftlig. Arbeidsgiver skal ikke si opp noen muntlig.
"""
RENT = """# Husleie

Leieren skal betale husleien den første i hver måned. Utleieren kan ikke kreve mer enn avtalt leie.
Husleieloven § 9-6 gjelder for oppsigelse av leieavtalen.
"""
GERMAN = """# Mietvertrag

Der Vermieter kann den Vertrag nicht kündigen, wenn die Miete bezahlt ist. Die Kündigungsfrist beträgt drei Monate und
verlängert sich nach fünf Jahren. Das gilt auch für die Kündigung durch den Mieter.
"""


def run(database: Database, *queries: str, **more: object) -> SearchResult:
    matter = default_matter(database)
    with database.connection() as connection:
        return search(connection, packs.listing(connection, matter), SearchRequest(queries, **more))  # type: ignore[arg-type]


def found(result: SearchResult) -> list[tuple[str, str | None]]:
    return [(hit.source_id, hit.label) for hit in result.hits]


@pytest.fixture
def three(clean_database: Database) -> Database:
    store_texts(clean_database, {"oppsigelse.md": NOTICE, "husleie.md": RENT, "miete.md": GERMAN})
    return clean_database


def test_the_passage_with_more_and_rarer_words_comes_first(three: Database) -> None:
    assert found(run(three, "oppsigelsesfrist fem år"))[0] == ("oppsigelse.md", "§ 1")


def test_each_document_is_searched_by_the_stems_of_its_own_language(three: Database) -> None:
    assert run(three, "kündigte der Mieter").hits[0].source_id == "miete.md"
    assert run(three, "KÜNDIGUNG").hits[0].source_id == "miete.md"
    assert run(three, "leieavtaler").hits[0].source_id == "husleie.md"


def test_a_compound_is_reached_from_its_parts_and_the_parts_from_it(three: Database) -> None:
    assert ("oppsigelse.md", "§ 1") in found(run(three, "frist"))
    assert run(three, "Mietvertragskündigung").hits[0].source_id == "miete.md"


def test_matched_words_stand_in_the_text_where_they_are_marked(three: Database) -> None:
    hit = run(three, "oppsigelsesfrister arbeidstaker").hits[0]
    assert {"Oppsigelsesfristen", "arbeidstakere"} <= set(hit.matched)
    assert all(hit.text[a:b] in hit.matched for a, b in hit.matched_spans)


def test_a_cited_section_is_found_where_it_is_cited(three: Database) -> None:
    for spelling in ("§ 15-3", "§15–3", "aml. § 15-3", "arbeidsmiljøloven paragraf 15-3"):
        hit = run(three, spelling).hits[0]
        assert (hit.source_id, hit.label) == ("oppsigelse.md", "§ 1"), spelling
        assert any("15-3" in word for word in hit.matched)


def test_only_small_words_gets_a_plain_note(three: Database) -> None:
    result = run(three, "er det som")
    assert result.hits == ()
    assert result.note is not None
    assert "common" in result.note
    assert run(three, "xyzzyx").note is not None
    assert run(three, "  ").hits == ()


@pytest.mark.parametrize(
    "query", ["'", "\\", "a & | ! b", "§", "(((", "\x00", "'; drop table pack; --", "<->", "%", "a" * 5000]
)
def test_any_text_may_be_typed(three: Database, query: str) -> None:
    run(three, query)
    run(three, query, recipe="plain")


def test_several_wordings_are_fused(three: Database) -> None:
    names = {source for source, _ in found(run(three, "oppsigelsesfrist", "husleie"))}
    assert {"oppsigelse.md", "husleie.md"} <= names


def test_the_last_word_may_be_half_typed(three: Database) -> None:
    assert run(three, "hus lei").hits == ()  # too short to be looked for in compounds
    assert run(three, "lei", prefix=True).hits[0].source_id == "husleie.md"


def test_a_pack_that_is_off_is_never_searched_even_when_named(three: Database) -> None:
    matter = default_matter(three)
    with three.connection() as connection:
        packs.set_pack(connection, packs.get(connection, matter, "Documents"), on=False)
    assert run(three, "oppsigelse").hits == ()
    assert run(three, "oppsigelse", packs=("Documents",)).hits == ()
    with pytest.raises(UserFacingError, match="no pack"):
        run(three, "oppsigelse", packs=("Finnes ikke",))


def test_the_words_in_the_order_asked_get_a_bonus(clean_database: Database) -> None:
    store_texts(clean_database, {
        "a.md": "# A\n\nKjøperen betaler erstatning til selgeren etter avtalen om eiendommen som de har inngått.",
        "b.md": "# B\n\nSelgeren betaler erstatning til kjøperen etter avtalen om eiendommen som de har inngått.",
    })  # fmt: skip
    assert run(clean_database, "selgeren betaler erstatning").hits[0].source_id == "b.md"
    assert run(clean_database, "selgeren betaler erstatning", recipe="plain").hits[0].source_id == "b.md"


def long_document(name: str, sections: int) -> str:
    body = "\n\n".join(
        f"## § {n} Punkt\n\nErstatning kan kreves for tap nummer {n} ved brudd på avtalen."
        for n in range(1, sections + 1)
    )
    return f"# {name}\n\n{body}\n"


def test_one_document_gives_two_passages_unless_it_is_named(clean_database: Database) -> None:
    store_texts(clean_database, {f"{n}.md": long_document(f"Avtale {n}", 30) for n in range(8)})
    result = run(clean_database, "erstatning avtalen", limit=16)
    assert len(result.hits) == 16
    counts = {source: [s for s, _ in found(result)].count(source) for source, _ in found(result)}
    assert set(counts.values()) == {2}
    named = run(clean_database, "erstatning avtalen", limit=25, documents=(result.hits[0].document,))
    assert len(named.hits) == 25
    assert {hit.document for hit in named.hits} == {result.hits[0].document}


@pytest.mark.parametrize("recipe", ["ours", "plain", "ts_rank"])
def test_the_cap_never_returns_fewer_hits_than_exist(clean_database: Database, recipe: str) -> None:
    store_texts(
        clean_database,
        {"stor.md": long_document("Stor", 60), **{f"{n}.md": RENT + f"\nErstatning {n}.\n" for n in range(4)}},
    )
    documents = {hit.document for hit in run(clean_database, "erstatning", limit=6, recipe=recipe).hits}
    assert len(documents) == 5  # all that hold the word, although one of them holds it sixty times


WORDS = st.sampled_from(
    "oppsigelse frist leie husleie kündigung mieter arbeidstaker § 15-3 tre måneder skriftlig ikke".split()
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(WORDS, min_size=1, max_size=5), data=st.data())
def test_properties_of_any_query(three: Database, words: list[str], data: st.DataObject) -> None:
    query = " ".join(words)
    plain = run(three, query)
    assert found(run(three, query.upper())) == found(plain), "folding then searching equals searching folded"
    shuffled = " ".join(data.draw(st.permutations(words)))
    assert {hit.passage for hit in run(three, shuffled).hits} == {hit.passage for hit in plain.hits}
    scores = [hit.score for hit in plain.hits]
    assert scores == sorted(scores, reverse=True)


def test_adding_a_document_changes_no_text_of_another_hit(three: Database) -> None:
    def texts(hits: tuple[Hit, ...]) -> dict[str, str]:
        return {hit.passage: hit.text for hit in hits}

    before = texts(run(three, "oppsigelse").hits)
    store_texts(three, {"ny.md": "# Ny\n\nOppsigelse av noe helt annet enn arbeid og leie kommer her i tillegg."})
    after = texts(run(three, "oppsigelse").hits)
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()
