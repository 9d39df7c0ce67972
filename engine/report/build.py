"""Lays an answer out as a report: numbered quotes, their sources, and the log, ready for any writer.

The caller has checked the quotes (``engine.verify.check``) just before; a report only shows what that found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.report.labels import Labels, labels_for
from engine.report.spoken import spoken
from engine.types import Answer, Document, Passage, Quote, QuoteStatus, Searched
from engine.verify.tongue import language_of

NO_MODEL = ("", "none")
NO_MODEL_NOTE = "No model was used"  # the report says so itself
_EMPHASIS = re.compile(r"(?<!\\)(\*\*|__)(?=\S)(.+?)(?<=\S)(?<!\\)\1")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>()#+\-.!|~])")


@dataclass(frozen=True)
class ReportQuote:
    """One quote with its number in the report and the number of its source. ``words`` are set for reading: one space for
    each run of white space, no Markdown marks."""

    number: int
    source: int
    words: str
    status: QuoteStatus
    place: str  # "Arbeidsmiljøloven, § 15-3" or "Contract, 3.2, p. 4"
    language: str | None


@dataclass(frozen=True)
class ReportClaim:
    """One sentence of the answer with its quotes, and what of it stands in none of them."""

    text: str
    numbers: tuple[int, ...]
    quotes: tuple[ReportQuote, ...]  # those that no claim before it has shown
    unsupported: tuple[str, ...]


@dataclass(frozen=True)
class ReportSource:
    """A document that is quoted. ``document`` is None when it is no longer at hand."""

    number: int
    title: str
    source_id: str
    quotes: tuple[int, ...]
    document: Document | None


@dataclass(frozen=True)
class Report:
    """What the writers write."""

    labels: Labels
    question: str
    created: datetime
    settled: bool
    claims: tuple[ReportClaim, ...]
    evidence: tuple[ReportQuote, ...]  # those that no claim has
    sources: tuple[ReportSource, ...]
    searched: tuple[Searched, ...]
    read: tuple[str, ...]  # one line a passage, repeated ones once
    left_out: int
    model: str | None
    seconds: float
    notes: tuple[str, ...]

    @property
    def quotes(self) -> tuple[ReportQuote, ...]:
        """Every quote once, by number."""
        each = {q.number: q for c in self.claims for q in c.quotes} | {q.number: q for q in self.evidence}
        return tuple(each[number] for number in sorted(each))

    @property
    def sound(self) -> bool:
        """Whether every quote was verified."""
        return all(q.status == "verified" for q in self.quotes)

    @property
    def verdict(self) -> str:
        """How many of the quotes were verified, as a phrase."""
        total, good = len(self.quotes), sum(q.status == "verified" for q in self.quotes)
        if not total:
            return self.labels.no_quotes
        if good == total == 1:
            return self.labels.one_verified
        return (self.labels.all_verified if good == total else self.labels.some_verified).format(n=total, verified=good)


def build(
    answer: Answer,
    documents: Mapping[str, Document],
    passages: Mapping[str, Passage] | None = None,
    created: datetime | None = None,
) -> Report:
    """The report of a checked answer. ``documents`` (by id) are those that are quoted or read, as far as they are at hand;
    ``passages`` (by id) those of the log. Languages other than Norwegian get English labels."""
    labels = labels_for(language_of(answer.question))
    numbers = _Numbers(documents, labels)
    claims: list[ReportClaim] = []
    shown: set[int] = set()
    for claim in answer.claims:
        quotes = tuple(_once(numbers.quote(q) for q in claim.quotes))
        fresh = tuple(q for q in quotes if q.number not in shown)
        claims.append(ReportClaim(claim.text.strip(), tuple(q.number for q in quotes), fresh, claim.unsupported))
        shown.update(q.number for q in quotes)
    evidence = tuple(q for q in _once(numbers.quote(q) for q in answer.evidence) if q.number not in shown)
    return Report(
        labels=labels,
        question=answer.question.strip(),
        created=created or datetime.now().astimezone(),
        settled=answer.settled,
        claims=tuple(claims),
        evidence=evidence,
        sources=numbers.sources(),
        searched=answer.searched,
        read=tuple(_read(answer.read, documents, passages or {}, labels)),
        left_out=len(set(answer.left_out)),
        model=None if answer.model in NO_MODEL else answer.model,
        seconds=answer.seconds_total,
        notes=tuple(spoken(note, labels.language) for note in answer.notes if not note.startswith(NO_MODEL_NOTE)),
    )


def reading_text(words: str) -> str:
    """Stored Markdown as it reads: emphasis marks and escapes gone, each run of white space one space."""
    plain = _EMPHASIS.sub(r"\2", words)
    return " ".join(_ESCAPED.sub(r"\1", plain).split())


class _Numbers:
    """Gives each distinct quote and each source its number, in order of appearance."""

    def __init__(self, documents: Mapping[str, Document], labels: Labels) -> None:
        self._documents = documents
        self._labels = labels
        self._quotes: dict[tuple[str, int, int, str], ReportQuote] = {}
        self._sources: dict[str, tuple[Quote, list[int]]] = {}

    def quote(self, quote: Quote) -> ReportQuote:
        key = (quote.document, quote.start, quote.end, quote.text)
        if key not in self._quotes:
            number = len(self._quotes) + 1
            _, cited = self._sources.setdefault(quote.document, (quote, []))
            cited.append(number)
            document = self._documents.get(quote.document)
            self._quotes[key] = ReportQuote(
                number=number,
                source=list(self._sources).index(quote.document) + 1,
                words=reading_text(quote.text),
                status=quote.status,
                place=self._place(quote, document),
                language=document.language if document else None,
            )
        return self._quotes[key]

    def _place(self, quote: Quote, document: Document | None) -> str:
        title = (document.short_title or document.title) if document else quote.title
        return ", ".join(part for part in (title or quote.source_id, quote.label, self._page(quote, document)) if part)

    def _page(self, quote: Quote, document: Document | None) -> str | None:
        """The page as printed where it has a number of its own ("iv"), and the page of the file."""
        if quote.page is None:
            return None
        pages = document.pages if document else ()
        printed = next((p.label for p in pages if p.number == quote.page and p.label), str(quote.page))
        form = self._labels.page if printed == str(quote.page) else self._labels.page_printed
        return form.format(page=quote.page, printed=printed)

    def sources(self) -> tuple[ReportSource, ...]:
        return tuple(
            ReportSource(
                number=number,
                title=document.title if (document := self._documents.get(key)) else quote.title,
                source_id=document.source_id if document else quote.source_id,
                quotes=tuple(cited),
                document=document,
            )
            for number, (key, (quote, cited)) in enumerate(self._sources.items(), start=1)
        )


def _once(quotes: Iterable[ReportQuote]) -> Iterable[ReportQuote]:
    return {q.number: q for q in quotes}.values()


def _read(
    ids: Iterable[str], documents: Mapping[str, Document], passages: Mapping[str, Passage], labels: Labels
) -> Iterable[str]:
    """ "Arbeidsmiljøloven § 15-3" for each passage read; its id where it is no longer at hand."""
    for number in dict.fromkeys(ids):
        passage = passages.get(number)
        if passage is None:
            yield labels.gone.format(id=number)
            continue
        document = documents.get(passage.document)
        title = (document.short_title if document else None) or passage.title
        yield " · ".join(part for part in (title, passage.label or passage.heading) if part)
