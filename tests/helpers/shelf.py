"""A small library in memory for tests of the answering: real sentences, a search by shared words, no database."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.search.constants import CITED_BONUS
from engine.search.terms import WordWeight
from engine.text.citations import find_citations, section_atom
from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words
from engine.text.tokens import stem, tokens
from engine.types import Document, Hit, OutlineEntry, Pack, Passage, SearchRequest, SearchResult


@dataclass
class Shelf:
    """Documents as lists of (label, heading, text); every passage is searched by stems of ``language``."""

    documents_by_title: dict[str, Sequence[tuple[str, str, str]]]
    language: str = "no"
    pack: Pack = field(default_factory=lambda: Pack(1, None, "Norsk lov", "law", "norwegian", "", True, 0, 0, 0))
    searches: list[SearchRequest] = field(default_factory=list)
    reads: list[tuple[str, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._passages: dict[str, Passage] = {}
        for number, (title, sections) in enumerate(self.documents_by_title.items(), 1):
            document, at = f"1-{number:012x}", 0
            for ordinal, (label, heading, text) in enumerate(sections):
                passage = Passage(
                    f"{document}-{ordinal}", document, f"LAW-{number}", self.pack.name, title, ordinal, "section", label,
                    heading, (heading,), at, at + len(text), None, "in_force", text, self.language,
                )  # fmt: skip
                self._passages[passage.id] = passage
                at += len(text) + 2

    def passages(self) -> list[Passage]:
        return list(self._passages.values())

    def text_of(self, document: str) -> str:
        """The stored text of a document, as the offsets of its passages count."""
        return "\n\n".join(p.text for p in self._passages.values() if p.document == document)

    # ---- the library that an answer is made from
    def search(self, request: SearchRequest) -> SearchResult:
        self.searches.append(request)
        asked = {word for query in request.queries for word in self._stems(query)}
        atoms = {citation.atom for query in request.queries for citation in find_citations(fold_text(query))}
        scored = [
            (
                self._score(passage, asked) + (CITED_BONUS if section_atom(passage.label or "") in atoms else 0.0),
                passage,
            )
            for passage in self._passages.values()
        ]
        best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])[: request.limit]
        hits = tuple(
            Hit(
                p.id, p.document, p.source_id, p.pack, p.title, p.label, p.heading, p.path, p.page, score, p.text, p.start,
                p.end, p.status, language=p.language,
            )
            for score, p in best
        )  # fmt: skip
        return SearchResult(hits, request.queries, (self.pack.name,), 1.0, None if hits else "Nothing was found.")

    def weigh(self, text: str) -> list[WordWeight]:
        small = stop_words(detect_question(text) or self.language)
        out = []
        for word in dict.fromkeys(token.text for token in tokens(fold_text(text)) if token.text not in small):
            root = stem(word, self.language)
            holding = sum(root in self._stems(f"{p.text} {p.heading} {p.title}") for p in self._passages.values())
            out.append(WordWeight(word, (word, root), math.log(1 + len(self._passages) / max(holding, 1)), holding))
        return out

    def read(self, passages: Sequence[str]) -> list[Passage]:
        self.reads.append(tuple(passages))
        return [self._passages[passage] for passage in passages if passage in self._passages]

    def documents(self) -> list[Document]:
        first = {p.document: p for p in reversed(self.passages())}
        return [
            Document(d, 1, self.pack.name, p.source_id, p.title, None, None, p.language, "in_force", "", "", "", 1)
            for d, p in sorted(first.items())
        ]

    def outline(self, document: str) -> list[OutlineEntry]:
        return [
            OutlineEntry(1, f"{p.label} {p.heading}", p.label, p.id, None)
            for p in self._passages.values()
            if p.document == document
        ]

    def packs(self) -> list[Pack]:
        return [self.pack]

    def _stems(self, text: str) -> set[str]:
        return {stem(token.text, self.language) for token in tokens(fold_text(text))}

    def _score(self, passage: Passage, asked: set[str]) -> float:
        small = {stem(word, self.language) for word in stop_words(self.language)}
        return float(len((asked - small) & self._stems(f"{passage.text} {passage.heading} {passage.title}")))


def working_life() -> Shelf:
    """Sections of five Norwegian acts, sentences as printed."""
    return Shelf(
        {
            "Arbeidsmiljøloven": [
                (
                    "§ 15-3",
                    "Oppsigelsesfrister",
                    "(1) Hvis ikke annet er skriftlig avtalt eller fastsatt i tariffavtale, gjelder en gjensidig oppsigelsesfrist "
                    "på én måned.\n\n(2) For arbeidstaker som har vært ansatt i minst fem år sammenhengende i samme virksomhet når "
                    "oppsigelsen gis, gjelder en gjensidig oppsigelsesfrist på minst to måneder. Har arbeidstakeren vært ansatt i "
                    "minst 10 år sammenhengende i samme virksomhet, er den gjensidige oppsigelsesfristen minst tre måneder.",
                ),
                (
                    "§ 15-7",
                    "Vern mot usaklig oppsigelse",
                    "(1) Arbeidstaker kan ikke sies opp uten at det er saklig begrunnet i virksomhetens, arbeidsgivers eller "
                    "arbeidstakers forhold.",
                ),
                (
                    "§ 10-2",
                    "Arbeidstidsordninger",
                    "(4) Arbeidstaker har rett til redusert arbeidstid når arbeidstakeren har fylt 62 år.",
                ),
            ],
            "Ferieloven": [
                ("§ 5", "Feriefritidens lengde", "Arbeidsgiver skal sørge for at arbeidstaker gis feriefritid på 25 virkedager hvert ferieår."),
                ("§ 8", "Ferieavvikling i oppsigelsestid", "Arbeidsgiver kan ikke uten arbeidstakers samtykke legge ferie til tiden etter at oppsigelse er gitt."),
            ],
            "Skipsarbeidsloven": [
                ("§ 5-2", "Oppsigelsesfrister", "Hvis ikke annet er skriftlig avtalt, gjelder en gjensidig oppsigelsesfrist på én måned for arbeidstaker om bord."),
            ],
            "Statsansatteloven": [
                ("§ 22", "Oppsigelsesfrister", "Ved oppsigelse fra arbeidsgivers side er fristen tre måneder når en statsansatt har vært ansatt sammenhengende i mer enn ett år."),
            ],
            "Agenturloven": [("§ 25", "Oppsigelse", "Oppsigelsesfristen for agenturavtalen er én måned det første året avtalen er i kraft.")],
        }
    )  # fmt: skip
