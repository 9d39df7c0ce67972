"""Words sources for the model: headed passages with their sentences, each sent once, within a number of characters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.evidence import Sentence
from engine.agent.shown import Shown, Source

CLIPPED = 600  # characters of one sentence that are shown; longer ones are tables or lists run together


def headed(shown: Shown, source: Source, spans: Sequence[tuple[int, int]], *, with_ids: bool) -> str:
    """A passage's heading and the given sentences that were not sent before; empty when there are none.

    The document's title stands at its first appearance only. Sentences that do not follow each other are set apart by
    a line break, so that nothing reads as one piece that is not.
    """
    first = not shown.knows_document(source.document)
    fresh = shown.fresh(source, spans)
    if not fresh:
        return ""
    document = shown.document_key(source.document)
    title = f"{source.title} " if first else ""
    page = f", p. {source.page}" if source.page and not source.label else ""
    lines = [f"[{shown.passage_key(source)}] {title}({document}) {source.address}{page}".rstrip()]
    for key, start, end in fresh:
        text = " ".join(source.text[start:end].split())
        text = text if len(text) <= CLIPPED else text[:CLIPPED] + " (cut)"
        lines.append(f"{key}: {text}" if with_ids else f"- {text}")
    return "\n".join(lines)


def evidence_note(shown: Shown, found: Sequence[Sentence], most: int, *, with_ids: bool) -> str:
    """The best sentences of a search, gathered under their passages, at most ``most`` characters.

    Passages come in the order of their best sentence; the sentence before and after the very best one is shown too, for
    a rule and its condition often share a section.
    """
    chosen: dict[str, tuple[Source, set[tuple[int, int]]]] = {}
    left = most
    for place, sentence in enumerate(found):
        source = Source.of(sentence.hit)
        span = (sentence.quote.start - source.start, sentence.quote.end - source.start)
        spans = [span, *(_neighbours(source, span) if place == 0 else ())]
        for one in spans:
            cost = min(one[1] - one[0], CLIPPED) + (0 if source.passage in chosen else 60)
            if one in shown.sent(source) or cost > left:
                continue
            entry = chosen.setdefault(source.passage, (source, set()))
            if one not in entry[1]:
                entry[1].add(one)
                left -= cost
    blocks = [headed(shown, source, sorted(spans), with_ids=with_ids) for source, spans in chosen.values()]
    return "\n\n".join(block for block in blocks if block)


def _neighbours(source: Source, span: tuple[int, int]) -> list[tuple[int, int]]:
    places = source.sentences()
    if span not in places:
        return []
    at = places.index(span)
    return [places[i] for i in (at - 1, at + 1) if 0 <= i < len(places)]


def whole_passage(shown: Shown, source: Source, most: int, *, with_ids: bool) -> str:
    """A passage in full, but for what was sent before; cut at ``most`` characters with a line that says so."""
    spans: list[tuple[int, int]] = []
    left = most
    cut = False
    for start, end in source.sentences():
        if (start, end) in shown.sent(source):
            continue
        if end - start > left:
            cut = True
            break
        spans.append((start, end))
        left -= end - start
    text = headed(shown, source, spans, with_ids=with_ids)
    if not text:
        return f"[{shown.passage_key(source)}] was shown above in full."
    return text + ("\n(the rest of this passage is left out)" if cut else "")
