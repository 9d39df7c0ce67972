"""Matters, packs and answers: what they promise, and that one matter never sees another."""

from __future__ import annotations

import time
from uuid import uuid4

import pytest
from psycopg import Connection

from engine.errors import UserFacingError
from engine.store import answers, matters, packs
from engine.store.database import Database
from engine.types import Matter


def default(connection: Connection) -> Matter:
    return matters.get(connection, "Default")


def test_a_new_database_has_the_default_matter(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        assert [m.name for m in matters.listing(connection)] == ["Default"]
        assert default(connection).created.endswith("+00:00")


@pytest.mark.parametrize("name", ["Sak 12/2026 – «Åse mot Øre»", "日本 ß 😀", "a'b\"c%s\\d", "x" * 200])
def test_any_name_will_do(clean_database: Database, name: str) -> None:
    with clean_database.connection() as connection:
        made = matters.create(connection, f"  {name} ")
        assert made.name == name
        assert matters.get(connection, name) == made
        assert packs.create(connection, made, name, "documents").name == name


def test_decomposed_letters_are_the_same_name(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        made = matters.create(connection, "Sak A\u030as")
        assert made.name == "Sak Ås"
        packs.create(connection, made, "Bilag a\u030a", "documents")
        assert packs.get(connection, made, "Bilag å").name == "Bilag å"
        assert matters.get(connection, "Sak A\u030as") == made


@pytest.mark.parametrize("name", ["", "   ", "\u00a0", "a\nb", "a\0b", "x" * 201, "\ud800"])
def test_names_that_are_none(clean_database: Database, name: str) -> None:
    with clean_database.connection() as connection:
        with pytest.raises(UserFacingError, match="name of a matter"):
            matters.create(connection, name)
        with pytest.raises(UserFacingError, match="name of a pack"):
            packs.create(connection, default(connection), name, "documents")


def test_a_name_that_is_taken(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        with pytest.raises(UserFacingError, match="already a matter called “Default”"):
            matters.create(connection, "Default")
        matter = default(connection)
        packs.create(connection, matter, "Norske lover", "law")
        for kind in ("law", "documents"):
            with pytest.raises(UserFacingError, match="already a pack called “Norske lover”"):
                packs.create(connection, matter, "Norske lover", kind)  # type: ignore[arg-type]
        assert [p.name for p in packs.listing(connection, matter)] == ["Norske lover"], "the transaction goes on"


def test_what_is_not_there_is_answered_with_what_is(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matters.create(connection, "Andre")
        with pytest.raises(UserFacingError, match="no matter called “Tredje”; there are: “Default”, “Andre”"):
            matters.get(connection, "Tredje")
        with pytest.raises(UserFacingError, match="no pack called “x” in “Default”; there are: none"):
            packs.get(connection, default(connection), "x")


def test_one_matter_never_lists_anothers_packs(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        a, b = matters.create(connection, "A"), matters.create(connection, "B")
        packs.create(connection, a, "bilag", "documents")
        packs.create(connection, b, "bilag", "documents", description="of B")
        packs.create(connection, b, "hemmelig", "documents")
        law = packs.create(connection, a, "lover", "law")
        figures = packs.create(connection, b, "tall", "statistics")
        assert [(p.name, p.matter_id) for p in packs.listing(connection, a)] == [
            ("bilag", a.id),
            ("lover", None),
            ("tall", None),
        ]
        assert packs.get(connection, a, "bilag").matter_id == a.id
        assert packs.get(connection, b, "bilag").description == "of B"
        assert packs.get(connection, b, "lover") == law
        assert packs.get(connection, a, "tall") == figures
        with pytest.raises(UserFacingError, match="no pack called “hemmelig” in “A”"):
            packs.get(connection, a, "hemmelig")
        with pytest.raises(UserFacingError, match="no pack called “hemmelig” in “A”"):
            packs.delete(connection, a, "hemmelig")


def test_settings_of_a_pack(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matter = default(connection)
        pack = packs.create(connection, matter, "bilag", "documents")
        assert (pack.stemmer, pack.description, pack.on, pack.documents) == ("auto", "", True, 0)
        changed = packs.set_pack(connection, pack, stemmer="Norwegian", description="Fra «banken»", on="off")
        assert (changed.stemmer, changed.description, changed.on) == ("norwegian", "Fra «banken»", False)
        assert packs.get(connection, matter, "bilag") == changed == packs.by_id(connection, pack.id)
        assert packs.set_pack(connection, pack, on=True).on
        assert packs.set_pack(connection, pack, description="").description == ""
        for wrong in ({"stemmer": "klingon"}, {"on": "perhaps"}, {"colour": "red"}):
            with pytest.raises(UserFacingError):
                packs.set_pack(connection, pack, **wrong)
        with pytest.raises(UserFacingError, match="kinds are documents, law and statistics"):
            packs.create(connection, matter, "x", "poems")  # type: ignore[arg-type]


def test_ensure_makes_a_pack_once_and_of_one_kind(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matter = default(connection)
        assert packs.ensure(connection, matter, "lover", "law") == packs.ensure(connection, matter, "lover", "law")
        with pytest.raises(UserFacingError, match="holds law, not documents"):
            packs.ensure(connection, matter, "lover", "documents")


LARGE_PACK = 20_000  # passages; a law archive has 28,500


def fill(connection: Connection, pack_id: int, passages: int = 50) -> None:
    """A pack as import leaves it: ten passages a document, an index row each, terms, a job with a file."""
    connection.execute(
        """insert into document (pack_id, key, source_id, title, markdown, sha256, text_sha256, converter, converter_version)
        select %s, 'k' || n, 's' || n, 't', 'text', 'x', 'y', 'c', '1' from generate_series(1, %s) n""",
        [pack_id, passages // 10],
    )
    connection.execute(
        """insert into passage (pack_id, document_key, ordinal, kind, start_at, end_at, body)
        select %s, 'k' || (n %% (%s / 10) + 1), n, 'text', 0, 4, 'text' from generate_series(1, %s) n""",
        [pack_id, passages, passages],
    )
    connection.execute(
        """insert into passage_index (pack_id, document_key, ordinal, words, lexemes)
        select pack_id, document_key, ordinal, 1, 'text:1'::tsvector from passage where pack_id = %s""",
        [pack_id],
    )
    connection.execute("insert into term values (%s, 'text', %s)", [pack_id, passages])


def rows(connection: Connection, pack_id: int) -> list[int]:
    found = []
    for table in ("passage_index", "passage", "document", "term"):
        row = connection.execute(f"select count(*) from {table} where pack_id = %s", [pack_id]).fetchone()
        assert row is not None
        found.append(row[0])
    return found


def test_a_deleted_pack_takes_its_rows_and_no_others(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matter = default(connection)
        gone = packs.create(connection, matter, "gone", "documents")
        stays = packs.create(connection, matter, "stays", "documents")
        fill(connection, gone.id)
        fill(connection, stays.id)
        packs.delete(connection, matter, "gone")
        assert rows(connection, gone.id) == [0, 0, 0, 0]
        assert rows(connection, stays.id) == [50, 50, 5, 1]
        assert packs.by_id(connection, gone.id) is None


def test_a_large_pack_is_deleted_fast(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        pack = packs.create(connection, default(connection), "large", "documents")
        fill(connection, pack.id, LARGE_PACK)
    began = time.monotonic()
    with clean_database.connection() as connection:
        packs.delete(connection, default(connection), "large")
    seconds = time.monotonic() - began
    print(f"{LARGE_PACK} passages deleted in {seconds:.2f} s")
    assert seconds < 10, "row by row through the foreign keys takes minutes"


def test_a_deleted_matter_takes_its_own_and_leaves_what_is_shared(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matter = matters.create(connection, "Sak")
        own = packs.create(connection, matter, "bilag", "documents")
        law = packs.create(connection, matter, "lover", "law")
        fill(connection, own.id)
        fill(connection, law.id)
        answers.save(connection, matter, {"question": "?", "settled": False})
        answers.add_step(connection, matter, uuid4(), 1, "search", {})
        matters.delete(connection, "Sak")
        assert [m.name for m in matters.listing(connection)] == ["Default"]
        assert rows(connection, own.id) == [0, 0, 0, 0]
        assert rows(connection, law.id) == [50, 50, 5, 1]
        assert answers.listing(connection, default(connection)) == []


BODY = {"question": "Hva er «fristen» – § 15-3? 😀", "settled": True, "claims": [{"text": "å", "quotes": []}]}


def test_answers_come_back_as_they_were(clean_database: Database) -> None:
    with clean_database.connection() as connection:
        matter, other = default(connection), matters.create(connection, "Other")
        first = answers.save(connection, matter, BODY)
        second = answers.save(connection, matter, {"question": "2", "settled": False})
        assert [kept.id for kept in answers.listing(connection, matter)] == [second, first]
        assert answers.get(connection, matter, first).body == BODY
        assert answers.listing(connection, other) == []
        with pytest.raises(UserFacingError, match=f"“Other” has no answer number {first}"):
            answers.get(connection, other, first)
        answers.delete(connection, other, first)
        assert answers.get(connection, matter, first).body == BODY, "another matter cannot delete it"
        answers.delete(connection, matter, first)
        answers.delete(connection, matter, first)
        assert [kept.id for kept in answers.listing(connection, matter)] == [second]


def test_what_a_model_may_write_can_be_kept(clean_database: Database) -> None:
    """NUL and half a letter: PostgreSQL refuses both."""
    with clean_database.connection() as connection:
        matter = default(connection)
        kept = answers.save(connection, matter, {"question": "a\0b", "settled": False, "notes": ["\ud83d", {"k\0": 1}]})
        assert answers.get(connection, matter, kept).body == {
            "question": "ab",
            "settled": False,
            "notes": ["?", {"k": 1}],
        }


def test_steps_stand_in_order_and_a_step_written_twice_is_one(clean_database: Database) -> None:
    run = uuid4()
    with clean_database.connection() as connection:
        matter = default(connection)
        answers.add_step(connection, matter, run, 2, "read", {"passages": ["1-ab-1"]})
        answers.add_step(connection, matter, run, 1, "search", {"queries": ["frist"]})
        answers.add_step(connection, matter, run, 2, "read", {"passages": ["1-ab-2"]})
        answers.add_step(connection, matter, uuid4(), 1, "search", {})
        assert answers.steps(connection, matter, run) == [
            answers.Step(1, "search", {"queries": ["frist"]}),
            answers.Step(2, "read", {"passages": ["1-ab-2"]}),
        ]
        assert answers.steps(connection, matters.create(connection, "Other"), run) == []
