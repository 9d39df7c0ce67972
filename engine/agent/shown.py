"""What the model has been shown, under short ids; nothing is sent twice in one run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.text.sentences import sentences
from engine.types import Hit, Passage, Quote

LEAST_SENTENCE = 12  # characters; a shorter one is a label, and too short to be quoted


@dataclass(frozen=True)
class Source:
    """A passage that may be quoted; ``start`` is its offset in the document."""

    passage: str
    document: str
    source_id: str
    title: str
    label: str | None
    heading: str | None
    path: tuple[str, ...]
    page: int | None
    start: int
    text: str
    language: str | None
    score: float = 0.0  # of the search that found it; 0 when it was read by id

    @staticmethod
    def of(found: Hit | Passage) -> Source:
        passage = found.passage if isinstance(found, Hit) else found.id
        return Source(
            passage, found.document, found.source_id, found.title, found.label, found.heading, found.path, found.page,
            found.start, found.text, found.language, found.score if isinstance(found, Hit) else 0.0,
        )  # fmt: skip

    def quote(self, start: int, end: int) -> Quote:
        """The stretch [start, end) of the passage, read from the stored text."""
        return Quote(
            self.document, self.source_id, self.title, self.label, self.passage, self.start + start, self.start + end,
            self.page, self.text[start:end], "verified",
        )  # fmt: skip

    def sentences(self) -> list[tuple[int, int]]:
        """The sentences long enough to be quoted, without a line that only repeats the number and heading."""
        return [
            (a, b) for a, b in sentences(self.text) if b - a >= LEAST_SENTENCE and not self._is_heading(self.text[a:b])
        ]

    def _is_heading(self, line: str) -> bool:
        """Whether a line holds nothing but number and heading ("### § 26. Rapporteringsplikt")."""
        rest = line
        for part in sorted(filter(None, (self.heading, self.label)), key=len, reverse=True):
            rest = rest.replace(part, "", 1)
        return rest != line and not re.search(r"[^\W_]", rest)

    @property
    def address(self) -> str:
        """Number and heading, as a reader would name the place in its document."""
        heading = self.heading if self.heading and self.heading != self.label else None
        if heading and self.label and heading.startswith(self.label):
            return heading
        return " ".join(filter(None, [self.label, heading])) or (self.path[-1] if self.path else "")


class Shown:
    """The short ids of one run: P1 … passages, S1 … sentences, D1 … documents."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}  # by passage id of the store, in the order of appearance
        self._passages: dict[str, str] = {}  # P1 → passage
        self._documents: dict[str, str] = {}  # D1 → document
        self._sentences: dict[str, tuple[str, int, int]] = {}  # S1 → passage, start, end in the passage
        self._sent: dict[tuple[str, int, int], str] = {}
        self.whole: set[str] = set()  # passages of which every sentence was sent

    # ---- ids
    def passage_key(self, source: Source) -> str:
        """The short id of a passage, given at its first appearance."""
        self.sources.setdefault(source.passage, source)
        return self._key(self._passages, "P", source.passage)

    def document_key(self, document: str) -> str:
        return self._key(self._documents, "D", document)

    def knows_document(self, document: str) -> bool:
        return document in self._documents.values()

    def passage_keys(self) -> list[str]:
        return list(self._passages)

    def document_keys(self) -> list[str]:
        return list(self._documents)

    def sentence_keys(self) -> list[str]:
        return list(self._sentences)

    def passage_of(self, key: str) -> str | None:
        return self._passages.get(key)

    def document_of(self, key: str) -> str | None:
        return self._documents.get(key)

    def sentence_of(self, key: str) -> tuple[Source, int, int] | None:
        found = self._sentences.get(key)
        return (self.sources[found[0]], found[1], found[2]) if found else None

    @staticmethod
    def _key(table: dict[str, str], letter: str, value: str) -> str:
        for key, known in table.items():
            if known == value:
                return key
        key = f"{letter}{len(table) + 1}"
        table[key] = value
        return key

    # ---- sentences
    def fresh(self, source: Source, spans: Sequence[tuple[int, int]]) -> list[tuple[str, int, int]]:
        """Those of the sentences that have not been sent, each with its new short id; they count as sent from now on."""
        self.passage_key(source)
        out = []
        for start, end in sorted(spans):
            place = (source.passage, start, end)
            if place in self._sent:
                continue
            key = f"S{len(self._sentences) + 1}"
            self._sentences[key] = place
            self._sent[place] = key
            out.append((key, start, end))
        if all((source.passage, a, b) in self._sent for a, b in source.sentences()):
            self.whole.add(source.passage)
        return out

    def sent(self, source: Source) -> list[tuple[int, int]]:
        """The sentences of a passage that the model has seen, in order."""
        return sorted((a, b) for passage, a, b in self._sent if passage == source.passage)

    def read_passages(self) -> tuple[str, ...]:
        """Passages of which the model has seen something, in the order of appearance."""
        seen = {passage for passage, _, _ in self._sent}
        return tuple(passage for passage in self.sources if passage in seen)
