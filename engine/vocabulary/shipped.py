"""The vocabularies that ship with the program, one file a language; loaded into law packs of that language."""

from __future__ import annotations

import re
from functools import cache

from engine.resources import resource_text
from engine.types import DictionaryEntry, SynonymGroup
from engine.vocabulary.dictionary import entries_from
from engine.vocabulary.groups import groups_from


@cache
def shipped_version(language: str) -> int | None:
    """The number of the shipped vocabulary of a language (ISO 639-1), raised with every change; None where there is none."""
    found = re.search(r"(?m)^version\s*=\s*(\d+)", _text(language))
    return int(found[1]) if found else None


@cache
def shipped_groups(language: str) -> tuple[SynonymGroup, ...]:
    return tuple(groups_from(_name(language), _text(language), toml=True))


@cache
def shipped_entries(language: str) -> tuple[DictionaryEntry, ...]:
    return tuple(entries_from(_name(language), _text(language), toml=True))


def _name(language: str) -> str:
    return f"vocabulary/{language}.toml"


@cache
def _text(language: str) -> str:
    return resource_text(_name(language), missing="")
