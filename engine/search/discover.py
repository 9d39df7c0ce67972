"""Words that the best passages of a query share: what the documents call the matter that was asked about."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from engine.search.pipeline import search
from engine.search.query import parse
from engine.store import searching
from engine.store.searching import Rows
from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of
from engine.text.tokens import stem, tokens
from engine.types import Discovered, Pack, SearchRequest

# The published recipe (design: Search, discover_terms).
PASSAGES = 40
PER_DOCUMENT = 6
LEAST_PASSAGES = 2  # a word of one passage alone tells of that passage, not of the matter
LEAST_LETTERS = 4
TERMS = 12


def discover(connection: Rows, packs: Sequence[Pack], request: SearchRequest) -> list[Discovered]:
    """At most TERMS words of the query's best passages, without the words asked, those first that are most at home there.

    Raises UserFacingError as ``search`` does.
    """
    looked = search(connection, packs, replace(request, limit=PASSAGES, per_document=PER_DOCUMENT))
    reached = [pack for pack in packs if pack.name in looked.packs]
    ids = [pack.id for pack in reached]
    spoken = searching.languages(connection, ids)
    asked = {lexeme for text in request.queries for lexeme in parse(text, spoken).lexemes}
    questions = {language for text in request.queries if (language := detect_question(text))}
    small = stop_words_of({language for language in spoken if language} | questions)
    held: Counter[str] = Counter()
    written: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for hit in looked.hits:
        own = set()
        for token in tokens(fold_text(hit.text)):
            lexeme = stem(token.text, hit.language)
            if len(token.text) < LEAST_LETTERS or not token.text.isalpha() or token.text in small:
                continue
            if token.text not in asked and lexeme not in asked:
                own.add(lexeme)
                written[lexeme][token.text] += 1
        held.update(own)
    shared = [lexeme for lexeme, hits in held.items() if hits >= LEAST_PASSAGES]
    counts = searching.frequencies(connection, ids, shared)
    total = sum(pack.passages for pack in reached) or 1
    found = [
        Discovered(
            written[lexeme].most_common(1)[0][0],
            round(_score(held[lexeme], len(looked.hits), counts[lexeme], total), 3),
            held[lexeme],
            counts[lexeme],
        )
        for lexeme in shared
        if lexeme in counts
    ]
    return sorted(found, key=lambda term: (-term.score, term.term))[:TERMS]


def _score(held: int, hits: int, passages: int, total: int) -> float:
    """How much commoner a word is in the hits than in all passages, by the share of the hits that hold it (the word's
    part of the Kullback-Leibler divergence): a mere quotient would favour what two hits share by chance."""
    share = held / hits
    return share * math.log(share / (max(passages, held) / total))
