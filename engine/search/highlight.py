"""Marks in a hit what matched: words by their stem, citations by their atom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.text.citations import find_citations
from engine.text.normalise import fold
from engine.text.tokens import stem, tokens
from engine.types import Hit


def mark(hit: Hit, lexemes: Iterable[str], atoms: Iterable[str]) -> Hit:
    """The hit with the words that met the query, as written there, and their places in its text."""
    wanted, cited = set(lexemes), set(atoms)
    folded = fold(hit.text)
    spans = [
        (token.start, token.end)
        for token in tokens(folded.text)
        if token.text in wanted or stem(token.text, hit.language) in wanted
    ]
    spans += [(c.start, c.end) for c in find_citations(folded.text) if c.atom in cited] if cited else []
    places = _merge(folded.source_span(a, b) for a, b in spans)
    words = tuple(dict.fromkeys(hit.text[a:b] for a, b in places))
    return replace(hit, matched=words, matched_spans=tuple(places))


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
