"""Turns what the model wrote into claims whose quotes are read from the store; what does not hold is dropped.

ANSWERING, Quotes: ids lead to stored offsets; written words are found by ``verify.match``; a claim with neither is given
to the read sentence that carries it. The claim keeps the model's wording only where the program finds nothing against it:
no figure or name that the quotes lack, no "not" that one side has alone, the question's language, more than a bare "yes".
Otherwise the quote speaks for itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.agent.actions import Action, Said
from engine.agent.shown import Source
from engine.agent.tools import Desk
from engine.text.language import detect, detect_question
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words
from engine.text.tokens import stem, tokens
from engine.types import Claim, Quote
from engine.verify.match import find_quote
from engine.verify.negation import core, forbidding
from engine.verify.support import attribute, negation_differs, unsupported
from engine.verify.tongue import language_of

MOST_CLAIMS = 3
LONGEST_SENTENCE = 700  # characters; words found in a longer run (a table, a list) are quoted alone
TELLING_WORDS = 6  # so many words copied in a row stand in one place only, but for the standing phrases of drafting
SURE_HITS = 3  # telling small words from which on a claim is taken to be in another language than the question
LEAST_CLAIM_WORDS = 3  # a claim of fewer words is no sentence ("Ja.", "To vitner.")

_YES_NO = re.compile(
    r"^\s*(?:ja|jo|nei|nej|yes|no|nein|doch|oui|non|si|sí|sì|sim|não|kyllä|ei|nee)\s*[,.:!–-]*\s*", re.IGNORECASE
)


def resolve(action: Action, desk: Desk) -> list[Claim]:
    """The claims of an answer that rest on a sentence which the model was shown, without doubles."""
    sources = [desk.shown.sources[passage] for passage in desk.shown.read_passages()]
    claims: list[Claim] = []
    taken: set[tuple[str, int]] = set()
    for said in action.claims:
        quotes = [quote for quote in _quotes(said, sources, desk) if (quote.passage, quote.start) not in taken]
        if not quotes:
            continue
        taken |= {(quote.passage, quote.start) for quote in quotes}
        claims.append(worded(said.text, quotes, desk.question))
    return claims[:MOST_CLAIMS]


def worded(text: str, quotes: Sequence[Quote], question: str) -> Claim:
    """The claim in the model's words where they hold, else in the words of its quotes."""
    text = " ".join(text.split())
    if not _holds(text, quotes, question):
        text = " ".join(" ".join(quote.text.split()) for quote in quotes[:1])
    return Claim(text, tuple(quotes), unsupported(text, quotes, question))


def _holds(text: str, quotes: Sequence[Quote], question: str) -> bool:
    rest = _YES_NO.sub("", text)
    if len(rest.split()) < LEAST_CLAIM_WORDS or rest[-1:] not in ".!?)”»":
        return False
    if unsupported(rest, quotes, question) or negation_differs(text, [quote.text for quote in quotes]):
        return False
    if _denies(rest) != any(_denies(quote.text) for quote in quotes):
        return (
            False  # stricter than the check: a "not" far from the words that the claim shares may still be about them
        )
    said, printed = language_of(rest), language_of(" ".join(quote.text for quote in quotes))
    asked = detect_question(question)
    if asked and said != asked and detect(rest, least_hits=SURE_HITS) not in (None, asked):
        return False
    # In one language a claim that shares no word with its quote is about something else.
    return (
        said is None or said != printed or bool(_content(rest, said) & _content(" ".join(q.text for q in quotes), said))
    )


def _denies(text: str) -> bool:
    language = language_of(text)
    words = {token.text for token in tokens(fold_text(text))}
    return language is not None and not words.isdisjoint(core(language) | forbidding(language))


def _content(text: str, language: str) -> set[str]:
    small = stop_words(language)
    return {stem(token.text, language) for token in tokens(fold_text(text)) if token.text not in small}


def _quotes(said: Said, sources: Sequence[Source], desk: Desk) -> list[Quote]:
    """By ids; else by words long enough to tell one place from another; else the sentence that carries the claim; else
    short words, which may stand in many places, and the sentence nearest to them."""
    by_id = [found for key in said.ids if (found := desk.shown.sentence_of(key)) is not None]
    if by_id:
        return [source.quote(start, end) for source, start, end in by_id]
    written = _written(said.words, sources)
    if written is not None and len(said.words.split()) >= TELLING_WORDS:
        return [written]
    near = _headed(said.words, sources) or list(sources)
    places = [(source, span) for source in near for span in desk.shown.sent(source)]
    texts = [source.text[a:b] for source, (a, b) in places]
    for words in (said.text, said.words):
        if words and (number := attribute(words, texts)) is not None:
            source, (start, end) = places[number]
            return [source.quote(start, end)]
        if written is not None:
            return [written]
    return []


def _written(words: str, sources: Sequence[Source]) -> Quote | None:
    """The sentence in which the words stand; a heading is no sentence."""
    for source in sources if words else ():
        match = find_quote(source.text, words)
        if match.status == "found":
            start, end = _sentence_around(source, match.start, match.end)
            if any(a < end and start < b for a, b in source.sentences()):
                return source.quote(start, end)
    return None


def _headed(words: str, sources: Sequence[Source]) -> list[Source]:
    """The passages whose heading the model copied in place of a sentence."""
    wanted = fold_text(words).strip()
    return [s for s in sources if wanted and s.address and fold_text(s.address) in wanted]


def _sentence_around(source: Source, start: int, end: int) -> tuple[int, int]:
    """The whole sentence that holds the words, so that no condition is cut off; the words alone in a very long one."""
    for a, b in source.sentences():
        if a <= start and end <= b and b - a <= LONGEST_SENTENCE:
            return a, b
    return start, end
