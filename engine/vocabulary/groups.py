"""Synonym groups as a file: TOML (``[[group]]`` with ``words``) or CSV (one group a line, a word in each cell).

In CSV a first cell in brackets, ``[en]``, says that the group serves questions in that language only; ``asked_in`` in TOML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.text.language import LANGUAGES
from engine.text.normalise import fold_text
from engine.types import SynonymGroup
from engine.vocabulary.faults import Faults
from engine.vocabulary.sheets import csv_rows, csv_text, is_toml, read_text, toml_tables, toml_value, write_text
from engine.vocabulary.words import clean

MOST_IN_GROUP = 60  # words; a longer list is no group of one meaning
_TAG = re.compile(r"\[\s*(.*?)\s*\]")


def read_groups(path: Path) -> list[SynonymGroup]:
    """The groups of a file. Raises VocabularyError with the line of every fault, UserFacingError for an unreadable file."""
    toml = is_toml(path)
    return groups_from(path.name, read_text(path), toml=toml)


def groups_from(name: str, text: str, *, toml: bool) -> list[SynonymGroup]:
    """The groups of a text; ``name`` is the file that errors speak of."""
    faults = Faults(name)
    rows = _toml_rows(name, text, faults) if toml else _csv_rows(text)
    groups = [group for line, words, asked_in in rows if (group := _group(line, words, asked_in, faults))]
    if not groups and not faults.found:
        faults.add(1, "there is no group of synonyms in this file")
    faults.refuse_if_any()
    return groups


def write_groups(path: Path, groups: Iterable[SynonymGroup]) -> None:
    """Writes groups as TOML or CSV, as the name of the file says; reading it again gives the same groups."""
    write_text(path, groups_text(groups, toml=is_toml(path)))


def groups_text(groups: Iterable[SynonymGroup], *, toml: bool) -> str:
    if not toml:
        return csv_text([*([f"[{group.asked_in}]"] if group.asked_in else []), *group.words] for group in groups)
    parts = []
    for group in groups:
        tag = f"asked_in = {toml_value(group.asked_in)}\n" if group.asked_in else ""
        parts.append(f"[[group]]\n{tag}words = {toml_value(group.words)}\n")
    return "\n".join(parts)


def _toml_rows(name: str, text: str, faults: Faults) -> list[tuple[int, Sequence[Any], Any]]:
    rows: list[tuple[int, Sequence[Any], Any]] = []
    for line, table in toml_tables(name, text, "group", ("version", "entry")):
        if unknown := sorted(set(table) - {"words", "asked_in"}):
            faults.add(line, f"“{unknown[0]}” has no meaning in a group; it has words and asked_in")
        words = table.get("words")
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            faults.add(line, 'a group needs its words as a list: words = ["…", "…"]')
        else:
            rows.append((line, words, table.get("asked_in")))
    return rows


def _csv_rows(text: str) -> list[tuple[int, Sequence[str], str | None]]:
    rows: list[tuple[int, Sequence[str], str | None]] = []
    for line, cells in csv_rows(text):
        tag = _TAG.fullmatch(cells[0])
        words = [cell for cell in (cells[1:] if tag else cells) if cell]
        rows.append((line, words, tag[1] if tag else None))
    return rows


def _group(line: int, words: Sequence[str], asked_in: Any, faults: Faults) -> SynonymGroup | None:
    known: dict[str, str] = {}
    for word in words:
        try:
            kept = clean(word)
        except ValueError as error:
            faults.add(line, str(error))
            return None
        known.setdefault(fold_text(kept), kept)
    if asked_in is not None and asked_in not in LANGUAGES:
        faults.add(line, f"“{asked_in}” is not a language; there are: {', '.join(sorted(LANGUAGES))}")
    elif len(known) < 2:
        faults.add(line, "a group needs at least two different words")
    elif len(known) > MOST_IN_GROUP:
        faults.add(line, f"a group can have {MOST_IN_GROUP} words; this one has {len(known)}")
    else:
        return SynonymGroup(tuple(known.values()), asked_in)
    return None
