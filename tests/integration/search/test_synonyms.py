"""Synonyms and dictionaries on the real server: what they find, what they count, whose they are, and how they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.search import search
from engine.search.discover import discover
from engine.search.related import related
from engine.store import packs, vocabulary
from engine.store.database import Database
from engine.types import DictionaryEntry, Pack, SearchRequest, SearchResult, SynonymGroup
from engine.vocabulary import shipped
from engine.vocabulary.groups import read_groups, write_groups
from tests.helpers.small_packs import default_matter, store_texts

TEXTS = {
    "oppsigelse.md": "# Lov om arbeid\n\n## § 1 Vern\n\nOppsigelse av en arbeidstaker må ha saklig grunn i virksomhetens forhold.\n",
    "sparken.md": "# Notat om dagen\n\n## § 4 Annet\n\nDen som får sparken blir sint. Ingen vil ha det slik på en vanlig dag.\n",
    "straff.md": "# Lov om straff\n\n## § 2 Kroppskrenkelse\n\nMed bot straffes den som øver vold mot en annen person.\n",
    "varsel.md": "# Lov om brev\n\n## § 3 Annet\n\nDen som fratrer en stilling, skal ha skriftlig varsel i god tid.\n",
}
# Small words alone: they tell the language of a short text and are not indexed.
NORWEGIAN = "\nHva jeg ikke må etter dette, kan noen gjøre nå uten meg, selv om det blir slik mellom disse.\n"
GROUPS = [
    SynonymGroup(("sparken", "oppsigelse", "skriftlig varsel")),
    SynonymGroup(("kroppskrenkelse", "vold"), None, ("slå ned", "slått ned", "slo ned")),
    SynonymGroup(("fire", "oppsigelse"), "en"),
]


def store(database: Database, texts: dict[str, str], pack: str = "Lov") -> Pack:
    return store_texts(database, {name: text + NORWEGIAN for name, text in texts.items()}, pack=pack, kind="law")


def law(database: Database, groups: list[SynonymGroup] = GROUPS) -> Pack:
    pack = store(database, TEXTS)
    with database.connection() as connection:
        vocabulary.set_groups(connection, pack.id, groups)
    return pack


def run(database: Database, query: str, **more: object) -> SearchResult:
    with database.connection() as connection:
        reach = packs.listing(connection, default_matter(database))
        return search(connection, reach, SearchRequest((query,), **more))  # type: ignore[arg-type]


def found(result: SearchResult) -> list[str]:
    return [hit.source_id for hit in result.hits]


def test_a_synonym_finds_and_counts_less_than_the_word_itself(clean_database: Database) -> None:
    law(clean_database)
    result = run(clean_database, "sparken")
    assert found(result)[0] == "sparken.md"
    assert set(found(result)) == {"sparken.md", "oppsigelse.md", "varsel.md"}
    assert result.hits[0].score > 1.1 * result.hits[1].score
    assert found(run(clean_database, "oppsigelse"))[0] == "oppsigelse.md"
    assert found(run(clean_database, "sparken", synonyms=False)) == ["sparken.md"]


def test_the_published_recipe_searches_them_too(clean_database: Database) -> None:
    law(clean_database)
    assert "oppsigelse.md" in found(run(clean_database, "sparken", recipe="plain"))
    assert found(run(clean_database, "sparken", recipe="plain", synonyms=False)) == ["sparken.md"]


def test_a_phrase_is_met_with_words_between_and_inflected(clean_database: Database) -> None:
    law(clean_database)
    for query in ("naboen slo meg ned", "Jeg ble slått helt ned", "å slå noen ned"):
        assert found(run(clean_database, query))[0] == "straff.md", query
    assert "straff.md" not in found(run(clean_database, "ned han slo"))
    assert "straff.md" not in found(run(clean_database, "slått på glemmeboken"))


def test_of_a_synonym_in_several_words_all_must_be_met(clean_database: Database) -> None:
    law(clean_database)
    store(clean_database, {"brev.md": "# Brev\n\nDette er bare et skriftlig svar som alle kan lese i ro."})
    assert "varsel.md" in found(run(clean_database, "sparken"))
    assert "brev.md" not in found(run(clean_database, "sparken"))


def test_matched_synonyms_are_marked(clean_database: Database) -> None:
    law(clean_database)
    hits = {hit.source_id: hit for hit in run(clean_database, "sparken").hits}
    assert "Oppsigelse" in hits["oppsigelse.md"].matched
    assert {"skriftlig", "varsel"} <= set(hits["varsel.md"].matched)


def test_a_group_of_another_language_serves_its_questions_alone(clean_database: Database) -> None:
    law(clean_database)
    assert found(run(clean_database, "can they fire me for this"))[0] == "oppsigelse.md"
    assert found(run(clean_database, "fire"))[0] == "oppsigelse.md"  # a word that the packs do not know
    store(clean_database, {"fire.md": "# Uker\n\nFristen er fire uker fra den dagen hun ble varslet om det."})
    assert found(run(clean_database, "hva er fire uker")) == ["fire.md"]
    assert found(run(clean_database, "fire uker")) == ["fire.md"]


def test_a_pack_that_is_off_or_not_asked_brings_no_synonyms(clean_database: Database) -> None:
    law(clean_database)
    store_texts(clean_database, {"brev.md": TEXTS["oppsigelse.md"] + "\nEt brev.\n"})
    assert "brev.md" in found(run(clean_database, "sparken"))
    assert found(run(clean_database, "sparken", packs=("Documents",))) == []
    with clean_database.connection() as connection:
        packs.set_pack(connection, packs.get(connection, default_matter(clean_database), "Lov"), on=False)
    assert found(run(clean_database, "sparken")) == []


def test_groups_are_replaced_and_come_back_from_a_file(clean_database: Database, tmp_path: Path) -> None:
    pack = law(clean_database)
    with clean_database.connection() as connection:
        for name in ("ord.csv", "ord.toml"):
            write_groups(tmp_path / name, vocabulary.groups(connection, pack.id))
            vocabulary.set_groups(connection, pack.id, [SynonymGroup(("sparken", "vold"))])
            assert vocabulary.groups(connection, pack.id) == [SynonymGroup(("sparken", "vold"))]
            vocabulary.set_groups(connection, pack.id, read_groups(tmp_path / name))
            assert vocabulary.groups(connection, pack.id) == GROUPS
    assert "oppsigelse.md" in found(run(clean_database, "sparken"))


def test_many_groups_keep_a_search_bounded(clean_database: Database) -> None:
    """However many words a group or a query holds, the rank of a candidate looks at a bounded number of queries."""
    words = [f"ord{n:02}x".replace("0", "a").replace("1", "b").replace("2", "c") for n in range(60)]
    law(clean_database, [SynonymGroup(("sparken", *words[i : i + 20], "oppsigelse")) for i in range(0, 60, 20)] * 20)
    assert "oppsigelse.md" in found(run(clean_database, "sparken " + " ".join(words)))


def test_a_law_pack_is_born_with_the_vocabulary_of_its_language(clean_database: Database) -> None:
    matter = default_matter(clean_database)
    with clean_database.connection() as connection:
        norwegian = packs.create(connection, matter, "Norsk", "law", stemmer="norwegian")
        finnish = packs.create(connection, matter, "Suomi", "law", stemmer="finnish")
        mine = packs.create(connection, matter, "Sak", "documents", stemmer="norwegian")
        assert vocabulary.groups(connection, norwegian.id) == list(shipped.shipped_groups("no"))
        assert vocabulary.entries(connection, norwegian.id) == list(shipped.shipped_entries("no"))
        assert vocabulary.groups(connection, finnish.id) == []
        assert vocabulary.groups(connection, mine.id) == []
        packs.set_pack(connection, finnish, stemmer="norwegian")
        assert vocabulary.groups(connection, finnish.id) == list(shipped.shipped_groups("no"))


def test_a_pack_without_a_stemmer_gets_that_of_its_documents(clean_database: Database) -> None:
    pack = store(clean_database, TEXTS)
    with clean_database.connection() as connection:
        vocabulary.refresh(connection, pack.id, pack.stemmer)
        assert vocabulary.groups(connection, pack.id) == list(shipped.shipped_groups("no"))


def test_a_newer_edition_replaces_the_old_one_but_not_what_a_person_wrote(
    clean_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    matter = default_matter(clean_database)
    own = [SynonymGroup(("mitt", "eget"))]
    newer = (SynonymGroup(("nytt", "ord")),)
    with clean_database.connection() as connection:
        pack = packs.create(connection, matter, "Norsk", "law", stemmer="norwegian")
        edited = packs.create(connection, matter, "Endret", "law", stemmer="norwegian")
        vocabulary.set_groups(connection, edited.id, own)
        version = shipped.shipped_version("no") or 0
        monkeypatch.setattr(shipped, "shipped_groups", lambda language: newer)
        vocabulary.refresh_all(connection)
        assert vocabulary.groups(connection, pack.id) != list(newer), "the same edition is not loaded again"
        monkeypatch.setattr(shipped, "shipped_version", lambda language: version - 1)
        vocabulary.refresh_all(connection)
        assert vocabulary.groups(connection, pack.id) != list(newer), "an older program takes nothing back"
        monkeypatch.setattr(shipped, "shipped_version", lambda language: version + 1)
        vocabulary.refresh_all(connection)
        assert vocabulary.groups(connection, pack.id) == list(newer)
        assert vocabulary.groups(connection, edited.id) == own
        vocabulary.take_shipped(connection, edited.id, edited.stemmer, "synonyms", law=True)
        assert vocabulary.groups(connection, edited.id) == list(newer)


def test_related_terms_come_from_dictionary_and_synonyms_of_packs_that_are_on(clean_database: Database) -> None:
    pack = law(clean_database)
    entry = DictionaryEntry(
        "sparken", ("oppsigelse",), ("på dagen: avskjed",), ("saklig grunn",), "Saklig grunn kreves."
    )
    with clean_database.connection() as connection:
        vocabulary.set_entries(connection, pack.id, [DictionaryEntry("leie", ("husleie",)), entry])
        reach = packs.listing(connection, default_matter(clean_database))
        told = related(connection, reach, "Sparken")
        assert told.entries == (("Lov", entry),)
        assert told.synonyms == ("oppsigelse", "skriftlig varsel")
        assert related(connection, reach, "oppsigelsen").entries == (("Lov", entry),)
        assert related(connection, reach, "slått ned").synonyms == ("kroppskrenkelse", "vold")
        assert related(connection, reach, "ned").synonyms == ()
        assert related(connection, reach, "?!").entries == ()
        packs.set_pack(connection, pack, on=False)
        assert related(connection, packs.listing(connection, default_matter(clean_database)), "sparken").entries == ()


def test_discovered_terms_are_those_that_the_hits_share(clean_database: Database) -> None:
    texts = {
        f"{n}.md": f"# Sak {n}\n\nHusleie og depositum på konto; utleieren nummer{n} krever mer husleie denne måneden.\n"
        for n in range(5)
    }
    other = {f"{n}x.md": f"# Annet {n}\n\nUtleieren har lest et annet brev om noe helt annet.\n" for n in range(30)}
    store(clean_database, {**texts, **other})
    with clean_database.connection() as connection:
        reach = packs.listing(connection, default_matter(clean_database))
        terms = discover(connection, reach, SearchRequest(("husleie",)))
    words = [term.term for term in terms]
    assert words[0] in ("depositum", "konto", "krever", "måneden")
    assert "utleieren" in words
    assert words.index("depositum") < words.index("utleieren"), "common elsewhere too"
    assert not {"husleie", "og", "på", "nummer1", "mer"} & set(words)
    assert all(term.hits >= 2 for term in terms)
    assert len(terms) <= 12
