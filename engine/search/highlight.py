"""Marks in a hit what matched: words by their stem, citations by their atom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.text.citations import find_citations
from engine.text.normalise import fold
from engine.text.tokens import stem, tokens
from engine.types import Hit


def mark(
    hit: Hit, lexemes: Iterable[str], atoms: Iterable[str], phrases: Iterable[Sequence[Sequence[str]]] = ()
) -> Hit:
    """The hit with the words that met the query, as written there, and their places in its text.

    ``phrases``: for each word of a phrase the lexemes that may stand for it; marked where all its words are met.
    """
    wanted, cited = set(lexemes), set(atoms)
    folded = fold(hit.text)
    words = [(token.start, token.end, {token.text, stem(token.text, hit.language)}) for token in tokens(folded.text)]
    held = {lexeme for _, _, own in words for lexeme in own}
    for phrase in phrases:
        if all(held.intersection(part) for part in phrase):
            wanted.update(lexeme for part in phrase for lexeme in part)
    spans = [(start, end) for start, end, own in words if own & wanted]
    spans += [(c.start, c.end) for c in find_citations(folded.text) if c.atom in cited] if cited else []
    places = _merge(folded.source_span(a, b) for a, b in spans)
    matched = tuple(dict.fromkeys(hit.text[a:b] for a, b in places))
    return replace(hit, matched=matched, matched_spans=tuple(places))


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
