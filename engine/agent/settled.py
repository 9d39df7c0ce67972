"""Decides whether the quotes settle the question; the model's own opinion is one sign among several.

Not settled is the safe answer: the evidence is shown either way. The rules are general and hold for every language;
their constants were set on the questions of the benches, each once as it is and once with its own act taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.agent.asked import lacks_what_is_asked
from engine.agent.cited import ACT_MARGIN, holds
from engine.agent.cited import named as named_sections
from engine.agent.countries import named
from engine.agent.questions import questions_inside
from engine.agent.shown import Source
from engine.search.rank import is_cited
from engine.search.terms import WordWeight
from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.tokens import stem, tokens
from engine.types import Claim, Pack, Quote

# Share of the question's words, by rarity, that one quote with its headings and title must hold. A wrong "settled" costs
# more trust than a missed one: at 0.5, 87 of 100 questions whose own act is taken away stay open (0.36: 75, 0.6: 95).
COVERAGE = 0.5
COVERAGE_AGREED = 0.28  # when a model that may drive says that it is settled, or the quote stands in a section named
PART = 0.4  # of the question's weight that a part of it must hold to be looked at alone


@dataclass(frozen=True)
class Verdict:
    """``why`` is a sentence for the person when it is not settled, else empty."""

    settled: bool
    why: str = ""


def judge(
    question: str,
    words: Sequence[WordWeight],
    claims: Sequence[Claim],
    sources: dict[str, Source],
    packs: Sequence[Pack],
    opinion: bool | None = None,
) -> Verdict:
    """Whether ``claims`` answer the question. ``opinion`` is what the model says, None without a model.

    ``words``: the content words of the question (with what it leans on) and their rarity; ``sources``: the passages of
    the quotes by id.
    """
    quotes = [quote for claim in claims for quote in claim.quotes]
    if not quotes:
        return Verdict(False, "No sentence that answers the question was found.")
    if why := _foreign(question, quotes, sources, packs):
        return Verdict(False, why)
    language = detect_question(question)
    if all(lacks_what_is_asked(question, quote.text, language) for quote in quotes):
        return Verdict(False, "The sentences found do not hold the figure that is asked for.")
    if (cited := named_sections(question)).atoms:
        scores = {quote: source.score for quote in quotes if (source := sources.get(quote.passage)) is not None}
        if not any(holds(cited, quote.label, scores.get(quote, 0.0)) for quote in quotes):
            return Verdict(False, "None of the sentences found stands in the section that the question names.")
        if cited.of_act or any(is_cited(score + ACT_MARGIN) for score in scores.values()):
            return Verdict(True)
    if coverage(question, words, quotes, sources) < (COVERAGE_AGREED if opinion or cited.atoms else COVERAGE):
        return Verdict(False, "The sentences found touch the question but do not hold enough of what it asks about.")
    return Verdict(True)


def coverage(question: str, words: Sequence[WordWeight], quotes: Sequence[Quote], sources: dict[str, Source]) -> float:
    """The share of the question's words, weighed by rarity, that the best of the quotes holds with its headings and title.

    Of a question with a story before it, the part that is covered best counts, if it is no mere tail.
    """
    return max(
        (
            _share(part, words, _held(quote, sources.get(quote.passage)))
            for quote in quotes
            for part in questions_inside(question)
        ),
        default=0.0,
    )


def _held(quote: Quote, source: Source | None) -> set[str]:
    above = [*source.path, source.heading or ""] if source else []
    found = {token.text for token in tokens(fold_text(" ".join([quote.text, quote.title, *above])))}
    return found | {stem(word, source.language if source else None) for word in found}


def _share(part: str, words: Sequence[WordWeight], held: set[str]) -> float:
    inside = {token.text for token in tokens(fold_text(part))}
    asked = [word for word in words if word.word in inside]
    of_part, of_all = sum(word.weight for word in asked), sum(word.weight for word in words)
    if not of_part or of_part < PART * of_all:
        return 0.0
    return sum(word.weight for word in asked if not held.isdisjoint(word.lexemes)) / of_part


def _foreign(question: str, quotes: Sequence[Quote], sources: dict[str, Source], packs: Sequence[Pack]) -> str:
    """A sentence when the question is about the law of a country from which none of the quotes comes.

    A quote comes from a country when its document is in a language of that country's law, or when its passage, title or
    pack names the country.
    """
    asked = named(question)
    if not asked:
        return ""
    pack_words = " ".join(f"{pack.name} {pack.description}" for pack in packs if pack.on)
    for quote in quotes:
        source = sources.get(quote.passage)
        text = " ".join([quote.title, *((source.text, *source.path) if source else ()), pack_words])
        there = {country.code for country in named(text)}
        spoken = source.language if source else None
        if any(country.code in there or spoken in country.languages for country in asked):
            return ""
    return "The question names a country whose law is not among the documents searched."
