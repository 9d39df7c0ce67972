"""Synonyms and dictionaries of packs: kept, replaced, looked up, and filled from what ships with the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from psycopg import Connection

from engine.store.queries import sql
from engine.text.language import STEMMERS
from engine.types import DictionaryEntry, SynonymGroup
from engine.vocabulary import shipped
from engine.vocabulary.words import keys

Rows = Connection[Any]
Part = Literal["synonyms", "dictionary"]

LEAST_SHARE = (
    0.1  # of a pack's documents in a language before its vocabulary is loaded; old acts are taken for neighbours'
)


def groups(connection: Rows, pack_id: int) -> list[SynonymGroup]:
    """The synonym groups of a pack, in the order of their file."""
    return [_group(row) for row in connection.execute(sql("vocabulary_groups"), {"pack_id": pack_id})]


def entries(connection: Rows, pack_id: int) -> list[DictionaryEntry]:
    """The dictionary of a pack, in the order of its file."""
    return [_entry(row) for row in connection.execute(sql("vocabulary_entries"), {"pack_id": pack_id})]


def groups_holding(connection: Rows, packs: Sequence[int], wanted: Iterable[str]) -> list[SynonymGroup]:
    """Groups that a word may belong to; ``wanted`` are words with their stems. The caller compares whole phrases."""
    values = {"packs": list(packs), "keys": sorted(wanted)}
    return [_group(row) for row in connection.execute(sql("vocabulary_groups_holding"), values)]


def entries_holding(connection: Rows, packs: Sequence[int], wanted: Iterable[str]) -> list[tuple[str, DictionaryEntry]]:
    """(name of the pack, entry) for entries that a word may belong to; the caller compares whole phrases."""
    values = {"packs": list(packs), "keys": sorted(wanted)}
    return [(row[0], _entry(row[1:])) for row in connection.execute(sql("vocabulary_entries_holding"), values)]


def set_groups(connection: Rows, pack_id: int, chosen: Sequence[SynonymGroup]) -> None:
    """Puts a person's groups in place of those that are there; the program leaves them alone from now on."""
    _replace_groups(connection, pack_id, chosen)
    _note(connection, pack_id, "synonyms", "", edited=True)


def set_entries(connection: Rows, pack_id: int, chosen: Sequence[DictionaryEntry]) -> None:
    """Puts a person's dictionary in place of the one that is there; the program leaves it alone from now on."""
    _replace_entries(connection, pack_id, chosen)
    _note(connection, pack_id, "dictionary", "", edited=True)


def take_shipped(connection: Rows, pack_id: int, stemmer: str, part: Part, *, law: bool) -> None:
    """Gives up a person's own words and goes back to what ships with the program: nothing, for a pack that is no law."""
    _note(connection, pack_id, part, "none:0", edited=False)
    if law:
        refresh(connection, pack_id, stemmer)
    else:
        _PARTS[part](connection, pack_id, [])


def refresh(connection: Rows, pack_id: int, stemmer: str) -> None:
    """Loads what ships for the languages of a law pack, where a person has not put their own and it is not there yet."""
    wanted = {language: shipped.shipped_version(language) or 0 for language in _languages(connection, pack_id, stemmer)}
    if not any(_due(connection, pack_id, part, wanted) for part in _PARTS):
        return
    connection.execute(sql("document_lock_pack"), {"pack_id": pack_id})  # another program may be at it
    for part, replace in _PARTS.items():
        if _due(connection, pack_id, part, wanted):
            replace(connection, pack_id, list(wanted))
            kept = " ".join(f"{language}:{version}" for language, version in wanted.items())
            _note(connection, pack_id, part, kept, edited=False)


def _due(connection: Rows, pack_id: int, part: Part, wanted: Mapping[str, int]) -> bool:
    """Whether a part lacks a language or holds an older edition. An older program never takes back a newer one's."""
    known = {row[0]: (row[1], row[2]) for row in _state(connection, pack_id)}
    text, edited = known.get(part, ("", False))
    if edited:
        return False
    kept = {language: int(version) for language, _, version in (item.partition(":") for item in text.split())}
    return kept.keys() != wanted.keys() or any(kept[language] < version for language, version in wanted.items())


def refresh_all(connection: Rows) -> None:
    """Brings every law pack to the vocabularies of this program: after an update of the program, or of the schema."""
    for pack_id, stemmer in connection.execute(sql("vocabulary_law_packs")).fetchall():
        refresh(connection, pack_id, stemmer)


def _languages(connection: Rows, pack_id: int, stemmer: str) -> list[str]:
    """The languages of a pack for which a vocabulary ships: its stemmer's, else those of its documents."""
    if stemmer in STEMMERS:
        found = [STEMMERS[stemmer]]
    else:
        counts = dict(connection.execute(sql("vocabulary_languages"), {"pack_id": pack_id}).fetchall())
        least = LEAST_SHARE * sum(counts.values())
        found = sorted(language for language, count in counts.items() if count >= least)
    return [language for language in found if shipped.shipped_version(language) is not None]


def _shipped_groups(connection: Rows, pack_id: int, languages: Sequence[str]) -> None:
    _replace_groups(connection, pack_id, [g for language in languages for g in shipped.shipped_groups(language)])


def _shipped_entries(connection: Rows, pack_id: int, languages: Sequence[str]) -> None:
    _replace_entries(connection, pack_id, [e for language in languages for e in shipped.shipped_entries(language)])


_PARTS: dict[Part, Callable[[Rows, int, Sequence[str]], None]] = {
    "synonyms": _shipped_groups,
    "dictionary": _shipped_entries,
}


def _replace_groups(connection: Rows, pack_id: int, chosen: Sequence[SynonymGroup]) -> None:
    connection.execute(sql("vocabulary_delete_groups"), {"pack_id": pack_id})
    rows = [
        {
            "pack_id": pack_id, "number": n, "words": list(g.words), "asked_in": g.asked_in, "asked": list(g.asked),
            "keys": keys([*g.words, *g.asked]),
        }
        for n, g in enumerate(chosen, 1)
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.executemany(sql("vocabulary_add_group"), rows)


def _replace_entries(connection: Rows, pack_id: int, chosen: Sequence[DictionaryEntry]) -> None:
    connection.execute(sql("vocabulary_delete_entries"), {"pack_id": pack_id})
    rows = [
        {
            "pack_id": pack_id, "number": n, "word": e.word, "instead": list(e.instead), "senses": list(e.senses),
            "searches": list(e.searches), "rule": e.rule, "keys": keys([e.word, *e.instead]),
        }
        for n, e in enumerate(chosen, 1)
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.executemany(sql("vocabulary_add_entry"), rows)


def _state(connection: Rows, pack_id: int) -> list[tuple[str, str, bool]]:
    return connection.execute(sql("vocabulary_state"), {"pack_id": pack_id}).fetchall()


def _note(connection: Rows, pack_id: int, part: Part, kept: str, *, edited: bool) -> None:
    values = {"pack_id": pack_id, "part": part, "shipped": kept, "edited": edited}
    connection.execute(sql("vocabulary_set_state"), values)


def _group(row: Sequence[Any]) -> SynonymGroup:
    return SynonymGroup(tuple(row[0]), row[1], tuple(row[2]))


def _entry(row: Sequence[Any]) -> DictionaryEntry:
    return DictionaryEntry(row[0], tuple(row[1]), tuple(row[2]), tuple(row[3]), row[4])
