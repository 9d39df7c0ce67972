"""The published recipe and the server's own ts_rank, kept callable so that ours is measured against them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.search.constants import OVERFETCH_FACTOR, OVERFETCH_MOST, PHRASE_BONUS_PLAIN
from engine.search.query import Query
from engine.search.tsquery import any_of, in_order
from engine.store import searching
from engine.store.searching import Key, Rows, Scope


def plain(
    connection: Rows, scope: Scope, query: Query, limit: int, synonyms: Sequence[str] = ()
) -> list[tuple[Key, float]]:
    """Any of the words and their synonyms by ts_rank_cd, plus the bonus for the words as typed in the order asked;
    over-fetched for the cap."""
    lexemes = list(dict.fromkeys([*_lexemes(query), *synonyms]))
    if not lexemes:
        return []
    return searching.plain(
        connection, scope, any_of(lexemes), in_order(query.terms), PHRASE_BONUS_PLAIN, overfetch(limit)
    )


def ts_rank(connection: Rows, scope: Scope, query: Query, limit: int) -> list[tuple[Key, float]]:
    lexemes = _lexemes(query)
    return searching.by_ts_rank(connection, scope, any_of(lexemes), overfetch(limit)) if lexemes else []


def overfetch(limit: int) -> int:
    return max(limit, min(OVERFETCH_FACTOR * limit, OVERFETCH_MOST))


def _lexemes(query: Query) -> list[str]:
    return [*query.lexemes, *(c.atom for c in query.citations)]
