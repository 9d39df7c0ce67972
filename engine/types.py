"""Frozen dataclasses that cross the borders between the parts of the engine and the window.

Offsets are Python string indices (code points) into ``document.markdown`` of one parse of that document.
Outer ids are strings: a document is ``"<pack>-<hash>"``, a passage ``"<pack>-<hash>-<ordinal>"`` (``engine.ids``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

PackKind = Literal["documents", "law", "statistics"]
PassageKind = Literal["section", "text", "annex", "future"]
LegalStatus = Literal["in_force", "repealed", "future", "unknown"]
FileState = Literal["waiting", "working", "imported", "duplicate", "needs_attention", "failed"]
JobState = Literal["running", "paused", "cancelled", "interrupted", "done"]
QuoteStatus = Literal["verified", "not_found", "cannot_check"]


@dataclass(frozen=True)
class Matter:
    """A case; holds its own document packs, questions, answers and notes."""

    id: int
    name: str
    created: str  # ISO 8601, UTC


@dataclass(frozen=True)
class Pack:
    """A collection with settings. ``matter_id`` is None for law and statistics, which every matter shares."""

    id: int
    matter_id: int | None
    name: str
    kind: PackKind
    stemmer: str  # a name of engine.text.language.STEMMERS, or "auto": each document by its own language
    description: str
    on: bool
    documents: int
    passages: int
    words: int  # tokens over all passages, for the mean length


@dataclass(frozen=True)
class Page:
    """A stretch of Markdown that stands on one page. Numbers count from 1; label is the printed one ("iv")."""

    number: int
    label: str | None
    start: int
    end: int
    width: float = 0.0  # points; 0 when unknown
    height: float = 0.0


@dataclass(frozen=True)
class Box:
    """Where a stretch of Markdown stands on its page: points from the top left corner of the page as shown."""

    start: int
    end: int
    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Attachment:
    """A file found inside another (mail attachment, archive member); ``path`` is a file in the worker's folder."""

    name: str
    path: str


@dataclass(frozen=True)
class Converted:
    """What a converter makes of one file."""

    markdown: str
    pages: tuple[Page, ...] = ()
    boxes: tuple[Box, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    warnings: tuple[str, ...] = ()
    title: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)  # mail: from, to, cc, date, subject, message_id …
    converter: str = ""
    version: str = ""


@dataclass(frozen=True)
class Document:
    """One imported file, act or table. ``markdown`` is empty in listings, whole from ``Workspace.document``."""

    id: str
    pack_id: int
    pack: str
    source_id: str
    title: str
    short_title: str | None
    abbreviation: str | None
    language: str | None  # ISO 639-1 ("no", "de" …) or None when undecided
    status: LegalStatus
    sha256: str
    converter: str
    converter_version: str
    passages: int
    pages: tuple[Page, ...] = ()
    warnings: tuple[str, ...] = ()
    parent: str | None = None
    media_type: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)
    markdown: str = ""


@dataclass(frozen=True)
class Passage:
    """A few paragraphs under one heading, or one section of law; ``text == document.markdown[start:end]``."""

    id: str
    document: str
    source_id: str
    pack: str
    title: str
    ordinal: int
    kind: PassageKind
    label: str | None
    heading: str | None
    path: tuple[str, ...]
    start: int
    end: int
    page: int | None
    status: LegalStatus
    text: str
    language: str | None = None
    notes: str = ""


@dataclass(frozen=True)
class OutlineEntry:
    """One heading of a document with the passage that it opens."""

    level: int
    heading: str
    label: str | None
    passage: str
    page: int | None


@dataclass(frozen=True)
class Hit:
    """A passage found by a search. ``matched`` are the words of the passage that met the query, as written there."""

    passage: str
    document: str
    source_id: str
    pack: str
    title: str
    label: str | None
    heading: str | None
    path: tuple[str, ...]
    page: int | None
    score: float
    text: str
    start: int
    end: int
    status: LegalStatus
    matched: tuple[str, ...] = ()
    matched_spans: tuple[tuple[int, int], ...] = ()  # offsets into ``text``
    language: str | None = None


@dataclass(frozen=True)
class SearchRequest:
    """One search: several wordings are run each by itself and fused."""

    queries: tuple[str, ...]
    packs: tuple[str, ...] = ()  # names; empty: every pack that is on
    documents: tuple[str, ...] = ()  # ids; when named, the cap per document is lifted
    limit: int = 10
    recipe: Literal["ours", "plain", "ts_rank"] = "ours"
    synonyms: bool = True  # words of the packs' synonym groups are searched too, counting less
    prefix: bool = False  # the last word is still being typed
    per_document: int | None = None  # most passages of one document; None: the usual cap


@dataclass(frozen=True)
class SearchResult:
    """Hits, best first, and what was searched. ``note`` is a sentence to show when there is nothing to find."""

    hits: tuple[Hit, ...]
    queries: tuple[str, ...]
    packs: tuple[str, ...]
    milliseconds: float
    note: str | None = None


@dataclass(frozen=True)
class SynonymGroup:
    """Words and short phrases of one meaning: a query that holds one also searches the others.

    ``asked``: words and phrases of everyday questions that lead to the group and are not searched themselves, such as
    "gå fra kjøpet". ``asked_in``: the group serves questions in that language only (ISO 639-1); its words may mean something else in the
    language of the documents ("fire" is four in Norwegian).
    """

    words: tuple[str, ...]
    asked_in: str | None = None
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class DictionaryEntry:
    """An everyday word: what the documents say instead, its senses, ready-made searches, and the rule an answer usually
    turns on. A pointer to where to look, never a source that may be quoted."""

    word: str
    instead: tuple[str, ...]
    senses: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class Related:
    """What the packs' dictionaries and synonyms say of a word. ``entries`` pairs the name of a pack with its entry."""

    word: str
    entries: tuple[tuple[str, DictionaryEntry], ...]
    synonyms: tuple[str, ...]


@dataclass(frozen=True)
class Discovered:
    """A word that the best passages of a query share. ``hits``: how many of them hold it; ``passages``: of all packs."""

    term: str
    score: float
    hits: int
    passages: int


@dataclass(frozen=True)
class Quote:
    """Words read from the store by offset, with the result of checking them against their source."""

    document: str
    source_id: str
    title: str
    label: str | None
    passage: str
    start: int
    end: int
    page: int | None
    text: str
    status: QuoteStatus


@dataclass(frozen=True)
class Claim:
    """One sentence of an answer with its quotes; ``unsupported``: figures, dates, names that no quote holds."""

    text: str
    quotes: tuple[Quote, ...]
    unsupported: tuple[str, ...] = ()


@dataclass(frozen=True)
class Searched:
    """One search of an answer, for the log."""

    queries: tuple[str, ...]
    packs: tuple[str, ...]
    hits: int


@dataclass(frozen=True)
class Answer:
    """Claims, settled or not, and what was searched and read on the way."""

    question: str
    settled: bool
    claims: tuple[Claim, ...]
    evidence: tuple[Quote, ...]
    searched: tuple[Searched, ...]
    read: tuple[str, ...]
    left_out: tuple[str, ...]
    model: str
    rounds: int
    input_tokens: int
    output_tokens: int
    seconds_first_evidence: float
    seconds_total: float
    notes: tuple[str, ...] = ()
    id: int | None = None  # once saved


@dataclass(frozen=True)
class FileOutcome:
    """What became of one file or attachment of an import."""

    path: str  # as dropped, or "outer!inner"
    state: FileState
    reason: str | None = None  # one plain sentence for needs_attention, failed, duplicate
    document: str | None = None


@dataclass(frozen=True)
class ImportProgress:
    """Where an import stands; ``current`` is the file being read."""

    job: int
    seen: int
    done: int
    passages: int
    current: str
    seconds: float
    seconds_left: float | None


@dataclass(frozen=True)
class ImportReport:
    """The account of one import: seen = documents + duplicates + needs attention + failed (+ waiting if stopped)."""

    job: int
    state: JobState
    seen: int
    documents: int
    passages: int
    duplicates: int
    needs_attention: tuple[FileOutcome, ...]
    failed: tuple[FileOutcome, ...]
    waiting: int
    seconds: float


@dataclass(frozen=True)
class ModelInfo:
    """A model of the catalog or a file that the person added. ``path`` is None while it is not on this machine."""

    name: str
    file_name: str
    bytes: int
    licence: str
    role: Literal["agent", "chooser", "test"]
    sha256: str | None
    path: str | None
    description: str
    active: bool = False


@dataclass(frozen=True)
class Check:
    """One line of ``ordrett doctor``."""

    name: str
    ok: bool
    detail: str
