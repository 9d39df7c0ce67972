"""Named queries: one ``.sql`` file each, its first line says what it is for. ``sql("name")`` reads one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import LiteralString


@cache
def sql(name: str) -> LiteralString:
    """The text of ``name.sql``. LiteralString because it comes from the program, never from a person."""
    return files(__name__).joinpath(f"{name}.sql").read_text(encoding="utf-8")


def names() -> list[str]:
    """Every named query, for the test that parses and runs them all."""
    return sorted(f.name.removesuffix(".sql") for f in files(__name__).iterdir() if f.name.endswith(".sql"))
