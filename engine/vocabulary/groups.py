"""Synonym groups as a file: TOML (``[[group]]`` with ``words``) or CSV (one group a line, a word in each cell).

Words that lead to a group and are not searched themselves are ``asked`` in TOML and begin with ``?`` in CSV. A group that
serves questions in one language only has ``asked_in = "en"`` in TOML, ``[en]`` as its first cell in CSV.
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
    groups = [group for row in rows if (group := _group(row, faults))]
    if not groups and not faults.found:
        faults.add(1, "there is no group of synonyms in this file")
    faults.refuse_if_any()
    return groups


def write_groups(path: Path, groups: Iterable[SynonymGroup]) -> None:
    """Writes groups as TOML or CSV, as the name of the file says; reading it again gives the same groups."""
    write_text(path, groups_text(groups, toml=is_toml(path)))


def groups_text(groups: Iterable[SynonymGroup], *, toml: bool) -> str:
    if not toml:
        return csv_text(
            [*([f"[{g.asked_in}]"] if g.asked_in else []), *g.words, *(f"?{word}" for word in g.asked)] for g in groups
        )
    parts = []
    for group in groups:
        tag = f"asked_in = {toml_value(group.asked_in)}\n" if group.asked_in else ""
        asked = f"asked = {toml_value(group.asked)}\n" if group.asked else ""
        parts.append(f"[[group]]\n{tag}words = {toml_value(group.words)}\n{asked}")
    return "\n".join(parts)


Row = tuple[int, Sequence[str], Sequence[str], Any]  # line, words, asked, language


def _toml_rows(name: str, text: str, faults: Faults) -> list[Row]:
    rows: list[Row] = []
    for line, table in toml_tables(name, text, "group", ("version", "entry")):
        if unknown := sorted(set(table) - {"words", "asked", "asked_in"}):
            faults.add(line, f"“{unknown[0]}” has no meaning in a group; it has words, asked and asked_in")
        words: Any = table.get("words")
        asked: Any = table.get("asked", [])
        if not _are_texts(words) or not _are_texts(asked):
            faults.add(line, 'a group needs its words as a list: words = ["…", "…"]')
        else:
            rows.append((line, words, asked, table.get("asked_in")))
    return rows


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _csv_rows(text: str) -> list[Row]:
    rows: list[Row] = []
    for line, cells in csv_rows(text):
        tag = _TAG.fullmatch(cells[0])
        found = [cell for cell in (cells[1:] if tag else cells) if cell]
        words = [cell for cell in found if not cell.startswith("?")]
        asked = [cell[1:] for cell in found if cell.startswith("?")]
        rows.append((line, words, asked, tag[1] if tag else None))
    return rows


def _group(row: Row, faults: Faults) -> SynonymGroup | None:
    line, words, asked, asked_in = row
    known: dict[str, str] = {}
    for word in (*words, *asked):
        try:
            kept = clean(word)
        except ValueError as error:
            faults.add(line, str(error))
            return None
        known.setdefault(fold_text(kept), kept)
    searched = [known[key] for key in dict.fromkeys(fold_text(clean(word)) for word in words)]
    if asked_in is not None and asked_in not in LANGUAGES:
        faults.add(line, f"“{asked_in}” is not a language; there are: {', '.join(sorted(LANGUAGES))}")
    elif len(known) < 2:
        faults.add(line, "a group needs at least two different words")
    elif not searched:
        faults.add(line, "a group needs a word that is searched, besides those that are asked")
    elif len(known) > MOST_IN_GROUP:
        faults.add(line, f"a group can have {MOST_IN_GROUP} words; this one has {len(known)}")
    else:
        return SynonymGroup(tuple(searched), asked_in, tuple(w for w in known.values() if w not in searched))
    return None
