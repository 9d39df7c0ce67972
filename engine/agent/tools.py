"""The tools of an answer: what each is called, takes and gives, and how many bytes of result it may send.

The nine of the design are search, read, find_document and outline, here, and related_terms, discover_terms and the
three for statistics, which join them when their parts exist. Results are texts with ids that the next tool takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.agent.actions import Action
from engine.agent.evidence import Sentence, bearing
from engine.agent.notes import evidence_note, whole_passage
from engine.agent.ports import Library, OnEvent
from engine.agent.shown import Shown, Source
from engine.search.terms import WordWeight
from engine.text.normalise import fold_text
from engine.text.tokens import tokens
from engine.types import Document, Hit, Searched, SearchRequest

HITS = 8  # passages of one search whose sentences are weighed
DOCUMENTS_LISTED = 6
HEADINGS_LISTED = 40

_TEXTS = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 3}


@dataclass(frozen=True)
class Tool:
    """``schema`` is JSON Schema of the arguments; ``cap`` the most characters of a result, a token being 2 to 4."""

    name: str
    description: str
    schema: dict[str, Any]
    cap: int


TOOLS = (
    Tool(
        "search",
        "Search the documents. Give one to three wordings, each a few words that the documents themselves would use.",
        {"type": "object", "properties": {"queries": _TEXTS}, "required": ["queries"]},
        2400,
    ),
    Tool(
        "read",
        "Read passages in full, by the ids shown in brackets.",
        {"type": "object", "properties": {"passages": _TEXTS}, "required": ["passages"]},
        3600,
    ),
    Tool(
        "find_document",
        "Find a document by its name.",
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
        900,
    ),
    Tool(
        "outline",
        "List the headings of a document, with the ids of their passages.",
        {"type": "object", "properties": {"document": {"type": "string"}}, "required": ["document"]},
        1600,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}


@dataclass
class Desk:
    """One run's working place: the library, the question with its words, and what was found and shown so far."""

    library: Library
    question: str
    words: tuple[WordWeight, ...]
    shown: Shown
    on_event: OnEvent
    with_ids: bool = False
    searched: list[Searched] = field(default_factory=list)
    hits: dict[str, Hit] = field(default_factory=dict)  # every passage found, by id
    sentences: list[Sentence] = field(default_factory=list)  # every sentence weighed, best first within each search
    opened: set[str] = field(default_factory=set)  # documents of which a passage was read in full

    def found(self, searched: Searched, hits: tuple[Hit, ...], sentences: list[Sentence]) -> None:
        """Keeps the outcome of one search."""
        self.searched.append(searched)
        self.hits |= {hit.passage: hit for hit in hits if hit.passage not in self.hits}
        known = {(s.quote.passage, s.quote.start) for s in self.sentences}
        self.sentences += [s for s in sentences if (s.quote.passage, s.quote.start) not in known]


def use(desk: Desk, action: Action) -> str:
    """Does what the model asked for and returns the text it gets back, within the tool's cap."""
    text = _DO[action.do](desk, action, BY_NAME[action.do].cap)
    return text if len(text) <= BY_NAME[action.do].cap + 400 else text[: BY_NAME[action.do].cap] + "\n(cut)"


def _search(desk: Desk, action: Action, cap: int) -> str:
    result = desk.library.search(SearchRequest(queries=action.queries, limit=HITS))
    searched = Searched(action.queries, result.packs, len(result.hits))
    best = bearing(desk.question, result.hits, desk.words)
    desk.found(searched, result.hits, best)
    desk.on_event("searched", searched)
    if not result.hits:
        return result.note or "Nothing was found. Try other words."
    note = evidence_note(desk.shown, best, cap, with_ids=desk.with_ids)
    return note or "This found only passages that were shown above. Try other words, or read one of them in full."


def _read(desk: Desk, action: Action, cap: int) -> str:
    wanted = [passage for key in action.ids if (passage := desk.shown.passage_of(key))]
    parts = []
    for read in desk.library.read(wanted):
        source = Source.of(read)
        parts.append(whole_passage(desk.shown, source, cap // len(wanted), with_ids=desk.with_ids))
        desk.opened.add(source.document)
        desk.on_event("read", f"{source.title} {source.address}".strip())
    return "\n\n".join(parts) or "These passages are no longer in the library."


def _find_document(desk: Desk, action: Action, cap: int) -> str:
    wanted = {token.text for token in tokens(fold_text(action.name))}
    scored = [(_likeness(document, wanted), document) for document in desk.library.documents()]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])[:DOCUMENTS_LISTED]
    if not best:
        return "No document has a name like that."
    return "\n".join(f"[{desk.shown.document_key(document.id)}] {document.title}"[:cap] for _, document in best)


def _likeness(document: Document, wanted: set[str]) -> float:
    names = " ".join(filter(None, [document.title, document.short_title, document.abbreviation, document.source_id]))
    own = {token.text for token in tokens(fold_text(names))}
    met = sum(1.0 if word in own else 0.5 for word in wanted if word in own or any(word in other for other in own))
    return met / len(wanted) + 0.01 / (1 + len(own)) if met else 0.0  # of two that fit, the shorter name


def _outline(desk: Desk, action: Action, cap: int) -> str:
    document = desk.shown.document_of(action.ids[0]) or ""
    every = desk.library.outline(document)
    entries = every[:HEADINGS_LISTED]
    read = {passage.id: passage for passage in desk.library.read([entry.passage for entry in entries])}
    lines, used = [], 0
    for entry in entries:
        passage = read.get(entry.passage)
        if passage is None:
            continue
        line = f"{'  ' * (entry.level - 1)}[{desk.shown.passage_key(Source.of(passage))}] {entry.heading}"
        used += len(line) + 1
        if used > cap:
            break
        lines.append(line)
    if lines and len(lines) < len(every):
        lines.append("(more headings are left out)")
    desk.on_event("read", f"{next(iter(read.values())).title}: headings" if read else "headings")
    return "\n".join(lines) or "This document has no headings; search in it instead."


_DO: dict[str, Callable[[Desk, Action, int], str]] = {
    "search": _search,
    "read": _read,
    "find_document": _find_document,
    "outline": _outline,
}
