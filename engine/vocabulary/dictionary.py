"""A dictionary as a file: TOML (``[[entry]]``) or CSV with the columns word, instead, senses, searches, rule.

Lists stand in one cell of CSV, parted by "|".
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.types import DictionaryEntry
from engine.vocabulary.faults import Faults
from engine.vocabulary.sheets import csv_rows, csv_text, is_toml, read_text, toml_tables, toml_value, write_text
from engine.vocabulary.words import clean

COLUMNS = ("word", "instead", "senses", "searches", "rule")
LISTS = ("instead", "senses", "searches")
LONGEST = 2000  # characters of a rule, a sense or a search; longer is a text that belongs into a document


def read_dictionary(path: Path) -> list[DictionaryEntry]:
    """The entries of a file. Raises VocabularyError with the line of every fault, UserFacingError for an unreadable file."""
    toml = is_toml(path)
    return entries_from(path.name, read_text(path), toml=toml)


def entries_from(name: str, text: str, *, toml: bool) -> list[DictionaryEntry]:
    """The entries of a text; ``name`` is the file that errors speak of."""
    faults = Faults(name)
    rows = _toml_rows(name, text, faults) if toml else _csv_rows(text, faults)
    entries = [entry for line, row in rows if (entry := _entry(line, row, faults))]
    if not entries and not faults.found:
        faults.add(1, "there is no entry of a dictionary in this file")
    faults.refuse_if_any()
    return entries


def write_dictionary(path: Path, entries: Iterable[DictionaryEntry]) -> None:
    """Writes entries as TOML or CSV, as the name of the file says; reading it again gives the same entries."""
    write_text(path, dictionary_text(entries, toml=is_toml(path)))


def dictionary_text(entries: Iterable[DictionaryEntry], *, toml: bool) -> str:
    if not toml:
        rows = [[e.word, *(" | ".join(getattr(e, name)) for name in LISTS), e.rule] for e in entries]
        return csv_text([COLUMNS, *rows])
    return "\n".join(map(_toml_entry, entries))


def _toml_entry(entry: DictionaryEntry) -> str:
    lines = ["[[entry]]", f"word = {toml_value(entry.word)}"]
    lines += [f"{name} = {toml_value(getattr(entry, name))}" for name in LISTS if getattr(entry, name)]
    if entry.rule:
        lines.append(f"rule = {toml_value(entry.rule)}")
    return "\n".join(lines) + "\n"


def _toml_rows(name: str, text: str, faults: Faults) -> list[tuple[int, dict[str, Any]]]:
    rows = []
    for line, table in toml_tables(name, text, "entry", ("version", "group")):
        if unknown := sorted(set(table) - set(COLUMNS)):
            faults.add(line, f"“{unknown[0]}” has no meaning in an entry; it has {', '.join(COLUMNS)}")
        elif wrong := next((key for key, value in table.items() if not _fits(key, value)), None):
            form = 'a list of texts: ["…", "…"]' if wrong in LISTS else 'a text: "…"'
            faults.add(line, f"“{wrong}” must be {form}")
        else:
            rows.append((line, table))
    return rows


def _fits(key: str, value: object) -> bool:
    if key in LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str)


def _csv_rows(text: str, faults: Faults) -> list[tuple[int, dict[str, Any]]]:
    found = csv_rows(text)
    if not found:
        return []
    line, head = found[0]
    names = [cell.lower() for cell in head]
    if "word" not in names or set(names) - set(COLUMNS):
        faults.add(line, f"the first line must name the columns: {', '.join(COLUMNS)}")
        return []
    rows = []
    for line, cells in found[1:]:
        if len(cells) > len(names):
            faults.add(line, f"{len(cells)} cells stand under {len(names)} columns")
            continue
        row: dict[str, Any] = dict(zip(names, cells, strict=False))
        for name in LISTS:
            row[name] = row.get(name, "").split("|")
        rows.append((line, row))
    return rows


def _entry(line: int, row: dict[str, Any], faults: Faults) -> DictionaryEntry | None:
    try:
        word = clean(row.get("word", ""))
        instead = tuple(dict.fromkeys(clean(item) for item in row.get("instead", []) if item.strip()))
    except ValueError as error:
        faults.add(line, str(error))
        return None
    senses, searches = (_texts(row.get(name, [])) for name in ("senses", "searches"))
    rule = " ".join(row.get("rule", "").split())
    if not (instead or senses or searches or rule):
        faults.add(line, f"“{word}” says nothing: it needs at least one of {', '.join(COLUMNS[1:])}")
    elif any("|" in item for item in (*senses, *searches)):
        faults.add(line, "the sign | parts the items of a list and cannot stand inside one")
    elif any(len(item) > LONGEST for item in (*senses, *searches, rule)):
        faults.add(line, f"a text is longer than {LONGEST} letters")
    else:
        return DictionaryEntry(word, instead, senses, searches, rule)
    return None


def _texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for item in items if (text := " ".join(item.split())))
