"""Writes tsquery literals. Lexemes are quoted, so that nothing in a query can be read as an operator."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.search.query import Term


def quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def any_of(lexemes: Sequence[str]) -> str:
    """``('a' | 'b')``"""
    return "(" + " | ".join(map(quoted, lexemes)) + ")"


def all_of(parts: Sequence[str]) -> str:
    return " & ".join(parts)


def in_order(terms: Sequence[Term]) -> str:
    """The words as they were asked, each as far from the next as in the question; empty for fewer than two."""
    if len(terms) < 2:
        return ""
    text = any_of(terms[0].lexemes)
    for before, term in itertools.pairwise(terms):
        text += f" <{max(1, term.position - before.position)}> {any_of(term.lexemes)}"
    return text
