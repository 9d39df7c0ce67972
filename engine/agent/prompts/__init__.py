"""The texts that models are given, one file each; a placeholder without a value is an error."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from string import Template


def prompt(name: str, **values: str) -> str:
    """The text of ``name``.txt with its placeholders filled in. KeyError when one has no value."""
    return Template(_text(name)).substitute(values).strip()


@cache
def last_lines() -> dict[str, str]:
    """By language, what a model that only chooses is told last; "other" for a language that was not told apart."""
    return tomllib.loads(resources.files(__name__).joinpath("last_line.toml").read_text(encoding="utf-8"))


@cache
def _text(name: str) -> str:
    return resources.files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
