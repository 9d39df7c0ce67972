"""Stage one of an answer: the sentences of the best hits that bear on the question, within two seconds, with no model.

The question and the questions inside it are searched; every sentence of the hits is weighed by the question's words that
it, its heading and its act's title hold, by what kind of answer is asked for, and by the place of its hit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.agent.questions import questions_inside, standalone
from engine.agent.thresholds import asked_figures, misses
from engine.search.terms import WordWeight
from engine.text.normalise import fold_text
from engine.text.sentences import sentences
from engine.text.tokens import stem, tokens
from engine.types import Hit, Quote, Searched, SearchRequest, SearchResult
from engine.verify.figures import Figure

Search = Callable[[SearchRequest], SearchResult]
Weigh = Callable[[str], list[WordWeight]]

HITS_READ = (
    20  # passages whose sentences are weighed; the section that answers is among 10 in 50 of 100, among 20 in 64
)
PER_DOCUMENT = 4  # an act is one document: its second best sections answer more often than other acts' best
SENTENCES_KEPT = 8  # shown as evidence
SPREAD = 5  # the first so many come from as many passages: five sentences of one wrong section help nobody
PER_PASSAGE = 3  # of one passage in all
LEAST_CHARACTERS = 12  # a shorter "sentence" is a label

# What a word of the question is worth by where it is met, and what else speaks for a sentence, in shares of the
# question's weight. Found by trying 1,500 settings on the Norwegian questions; the best thirty lie close together.
IN_SENTENCE = 1.0
IN_HEADING = 0.75
IN_TITLE = 0.5
IN_PASSAGE = 0.3
HIT_SCORE = 1.0  # of the passage, against that of the best passage
HIT_PLACE = 0.3  # for the first hit, falling with the place
PAIR = 0.5  # of the rarer word's share, for each two neighbouring words of the question that stand near each other
PAIR_REACH = 3  # words apart
FIGURE_ASKED = 0.2  # a sentence with a figure where a figure is asked for
BOUND_MISSED = 0.6  # of the score: a sentence for "at least ten years" where six are asked about
LONG_SENTENCE = 350  # characters; a longer one says many things

_FIGURE_QUESTION = re.compile(
    r"\b(?:hvor (?:lang|lenge|mye|mange|stor|ofte|høy|gammel|langt|sent|raskt)\w*|når|frist\w*|kor (?:lang|lenge|mykje|mange)\w*|"
    r"hvor\s?når|hvornår|hur (?:lång|länge|mycket|många|stor)\w*|how (?:long|much|many|often|old|far|soon|late|high)|when|"
    r"wie (?:lange|viele?|hoch|oft|alt|weit|groß)|wann|hoe (?:lang|veel|vaak)|combien|quel (?:délai|âge)|cuánt\w+|quant\w+)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d|\b(?:to|tre|fire|fem|seks|sju|syv|åtte|ni|ti|tolv|femten|tjue|tretti|femti|hundre|halvt?|én|ett?|ein|eitt|två|fyra|sex|"
    r"two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|"
    r"quatre|cinq|dos|tres|cuatro|due|quattro|cinque|dois|três|quatro|twee|drie|vijf|kaksi|kolme)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a hit with its score; ``met`` is the share of the question's weight that it and its headings hold."""

    quote: Quote
    score: float
    met: float
    hit: Hit


@dataclass(frozen=True)
class Evidence:
    """What the first stage found: sentences best first, the hits they came from, what was searched, the words weighed."""

    sentences: tuple[Sentence, ...]
    hits: tuple[Hit, ...]
    searched: tuple[Searched, ...]
    words: tuple[WordWeight, ...]


def gather(question: str, history: Sequence[tuple[str, str]], search: Search, weigh: Weigh) -> Evidence:
    """Searches and weighs. ``history`` holds (question, answer) pairs, oldest first."""
    whole = standalone(question, history)
    # a follow-up makes sense only with what it leans on; by itself it would bring hits on anything
    queries = (whole,) if whole != question else tuple(questions_inside(question))
    result = search(SearchRequest(queries=queries, limit=HITS_READ, per_document=PER_DOCUMENT))
    words = weigh(whole)
    best = bearing(question, result.hits, words)
    searched = Searched(queries, result.packs, len(result.hits))
    return Evidence(tuple(best), result.hits, (searched,), tuple(words))


def bearing(question: str, hits: Sequence[Hit], words: Sequence[WordWeight]) -> list[Sentence]:
    """The sentences of the hits that bear on the question, best first. ``words``: those of the question, weighed."""
    asks_figure = bool(_FIGURE_QUESTION.search(question))
    asked = asked_figures(question)
    top = max((hit.score for hit in hits), default=0.0) or 1.0
    weighed = []
    for place, hit in enumerate(hits):
        base = HIT_SCORE * hit.score / top + HIT_PLACE / (place + 1)
        weighed += _of_hit(hit, base, words, asked, asks_figure=asks_figure)
    return _spread(sorted(weighed, key=lambda s: -s.score))


def _spread(best: Sequence[Sentence]) -> list[Sentence]:
    """The best sentences: first one of each passage, then more of those, a few of one passage at most."""
    counts: Counter[str] = Counter()
    first: list[Sentence] = []
    later: list[Sentence] = []
    for sentence in best:
        counts[sentence.quote.passage] += 1
        if counts[sentence.quote.passage] == 1 and len(first) < SPREAD:
            first.append(sentence)
        elif counts[sentence.quote.passage] <= PER_PASSAGE:
            later.append(sentence)
    return [*first, *later][:SENTENCES_KEPT]


def _of_hit(
    hit: Hit, base: float, words: Sequence[WordWeight], asked: Sequence[Figure], *, asks_figure: bool
) -> list[Sentence]:
    whole = sum(word.weight for word in words) or 1.0
    around = (
        (IN_HEADING, _lexemes(" ".join([*hit.path, hit.heading or ""]), hit.language)),
        (IN_TITLE, _lexemes(hit.title, hit.language)),
        (IN_PASSAGE, _lexemes(hit.text, hit.language)),
    )
    out = []
    for start, end in sentences(hit.text):
        text = hit.text[start:end]
        if end - start < LEAST_CHARACTERS or _is_heading(hit, text) or text.endswith("?"):
            continue  # what asks, answers nothing
        places = _places(text, hit.language)
        met = above = 0.0
        for word in words:
            if any(lexeme in places for lexeme in word.lexemes):
                met += IN_SENTENCE * word.weight
            else:
                above += word.weight * next((worth for worth, held in around if held & set(word.lexemes)), 0.0)
        score = base + (met + above + PAIR * _pairs(words, places)) / whole
        if asks_figure and _FIGURE.search(text):
            score += FIGURE_ASKED
        if misses(asked, text):
            score *= BOUND_MISSED
        score *= min(1.0, LONG_SENTENCE / max(end - start, 1)) ** 0.25
        out.append(Sentence(_quote(hit, start, end), score, (met + above) / whole, hit))
    return out


def _pairs(words: Sequence[WordWeight], places: dict[str, list[int]]) -> float:
    """The weight of neighbouring words of the question that stand near each other in the sentence."""
    found = 0.0
    for one, two in pairwise(words):
        firsts = [at for lexeme in one.lexemes for at in places.get(lexeme, ())]
        seconds = [at for lexeme in two.lexemes for at in places.get(lexeme, ())]
        if any(abs(a - b) <= PAIR_REACH for a in firsts for b in seconds):
            found += min(one.weight, two.weight)
    return found


def _places(text: str, language: str | None) -> dict[str, list[int]]:
    """Words and stems of a sentence with their positions."""
    places: dict[str, list[int]] = {}
    for token in tokens(fold_text(text)):
        for lexeme in {token.text, stem(token.text, language)}:
            places.setdefault(lexeme, []).append(token.position)
    return places


def _is_heading(hit: Hit, text: str) -> bool:
    return hit.heading is not None and text.strip() == hit.heading.strip()


def _lexemes(text: str, language: str | None) -> set[str]:
    found = {token.text for token in tokens(fold_text(text))}
    return found | {stem(word, language) for word in found}


def _quote(hit: Hit, start: int, end: int) -> Quote:
    return Quote(
        document=hit.document, source_id=hit.source_id, title=hit.title, label=hit.label, passage=hit.passage,
        start=hit.start + start, end=hit.start + end, page=hit.page, text=hit.text[start:end], status="verified",
    )  # fmt: skip
