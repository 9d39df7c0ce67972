"""One search: every wording by itself, fused, capped, read and marked."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from engine.errors import UserFacingError
from engine.ids import split_document_id
from engine.search import plain
from engine.search.acts import named_acts
from engine.search.candidates import choose
from engine.search.constants import (
    ACT_NAMED_BONUS,
    CAP_NAMED_DOCUMENT,
    CAP_PER_DOCUMENT,
    CITED_BONUS,
    CITED_WITHOUT_ACT_BONUS,
    RANKED_ROWS,
)
from engine.search.fuse import cap, reciprocal_rank
from engine.search.highlight import mark
from engine.search.query import Query, Term, parse
from engine.search.rank import rank
from engine.search.synonyms import Meaning, lexemes_of, meanings
from engine.search.weighing import weigh_terms
from engine.store import searching
from engine.store.searching import Key, Rows, Scope
from engine.types import Pack, SearchRequest, SearchResult

PREFIXES_MOST = 40  # words that a half-typed word may become, commonest first


def search(connection: Rows, packs: Sequence[Pack], request: SearchRequest) -> SearchResult:
    """Searches ``packs`` (those in reach of the matter). Packs that are off are never searched, even when named.

    Raises UserFacingError for a pack that does not exist.
    """
    started = time.perf_counter()
    reached = _reached(packs, request.packs)
    names = tuple(pack.name for pack in reached)
    if not reached:
        return SearchResult((), request.queries, (), 0.0, "No pack that is switched on was searched.")
    scope = _scope(reached, request.documents)
    spoken = searching.languages(connection, scope.packs)
    parsed = [parse(text, spoken) for text in request.queries if text.strip()]
    if request.prefix and parsed:
        parsed[-1] = _typing(connection, scope, parsed[-1])
    found = [meanings(connection, scope.packs, q, spoken) if request.synonyms else [] for q in parsed]
    lists = [_ranked(connection, scope, q, reached, request, spoken, f) for q, f in zip(parsed, found, strict=True)]
    scored = reciprocal_rank([[key for key, _ in ranked] for ranked in lists]) if len(lists) > 1 else (lists or [[]])[0]
    most = request.per_document or (CAP_NAMED_DOCUMENT if request.documents else CAP_PER_DOCUMENT)
    kept = cap([key for key, _ in scored], lambda key: (key.pack, key.document), most, request.limit)
    scores = dict(scored)
    hits = searching.hits(connection, [(key, scores[key]) for key in kept])
    lexemes = [lexeme for query in parsed for lexeme in query.lexemes]
    atoms = [c.atom for query in parsed for c in query.citations]
    phrases = [option for group in found for meaning in group for option in meaning.options]
    note = None if hits else _nothing(parsed)
    spent = (time.perf_counter() - started) * 1000
    return SearchResult(
        tuple(mark(hit, lexemes, atoms, phrases) for hit in hits), request.queries, names, round(spent, 1), note
    )


def _reached(packs: Sequence[Pack], named: Sequence[str]) -> list[Pack]:
    known = {pack.name for pack in packs}
    for name in named:
        if name not in known:
            raise UserFacingError(
                f"There is no pack “{name}”; the packs are: {', '.join(sorted(known)) or 'none yet'}."
            )
    return [pack for pack in packs if pack.on and (not named or pack.name in named)]


def _scope(packs: Sequence[Pack], documents: Sequence[str]) -> Scope:
    ids = tuple(pack.id for pack in packs)
    if not documents:
        return Scope(ids)
    keys = [split_document_id(document) for document in documents]
    return Scope(tuple({pack for pack, _ in keys} & set(ids)), tuple(key for _, key in keys))


def _ranked(
    connection: Rows,
    scope: Scope,
    query: Query,
    packs: Sequence[Pack],
    request: SearchRequest,
    spoken: Iterable[str | None],
    found: Sequence[Meaning],
) -> list[tuple[Key, float]]:
    if request.recipe == "plain":
        return plain.plain(connection, scope, query, request.limit, lexemes_of(found))
    if request.recipe == "ts_rank":
        return plain.ts_rank(connection, scope, query, request.limit)
    return _ours(connection, scope, query, packs, spoken, found)


def _ours(
    connection: Rows,
    scope: Scope,
    query: Query,
    packs: Sequence[Pack],
    spoken: Iterable[str | None],
    found: Sequence[Meaning],
) -> list[tuple[Key, float]]:
    total = sum(pack.passages for pack in packs) or 1
    mean_words = sum(pack.words for pack in packs) / total
    terms, others = weigh_terms(connection, scope.packs, query, found, spoken, total)
    bonus = _cited(connection, scope, query)
    keys = list(dict.fromkeys([*bonus, *choose(connection, scope, terms, others)]))
    return rank(connection, scope.packs, keys, terms, others, mean_words, bonus)


def _cited(connection: Rows, scope: Scope, query: Query) -> dict[Key, float]:
    """Bonus of the sections that the query cites: a tier of their own with the act named, else what a rare word is worth."""
    atoms = [c.atom for c in query.citations if c.kind != "case"]
    if not atoms:
        return {}
    acts = named_acts(query.text, [c.act for c in query.citations], searching.act_names(connection, scope.packs))
    if not acts:
        return dict.fromkeys(searching.cited(connection, scope, atoms, RANKED_ROWS), CITED_WITHOUT_ACT_BONUS)
    wanted = {(act.pack, act.document): place for place, act in enumerate(acts)}
    narrow = Scope(scope.packs, tuple(act.document for act in acts))
    bonus: dict[Key, float] = {}
    for key in searching.cited(connection, narrow, atoms, RANKED_ROWS):
        place = wanted.get((key.pack, key.document))
        if place is not None:
            bonus[key] = CITED_BONUS - place * ACT_NAMED_BONUS
    return bonus


def _typing(connection: Rows, scope: Scope, query: Query) -> Query:
    """The last word is still being typed: it stands for every word that begins so."""
    if not query.terms:
        return query
    last = query.terms[-1]
    longer = searching.prefixed(connection, scope.packs, last.word, PREFIXES_MOST)
    grown = Term(last.word, last.position, tuple(dict.fromkeys([*last.lexemes, *longer])))
    return Query(query.text, (*query.terms[:-1], grown), query.citations)


def _nothing(parsed: Sequence[Query]) -> str:
    if parsed and all(query.only_small for query in parsed):
        return "Only words too common to search for were given; add a word that says what it is about."
    return "Nothing was found in the packs that are switched on."
