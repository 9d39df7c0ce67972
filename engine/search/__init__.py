"""Search: query → candidates → rank → caps → hits. Postgres matches and ranks; this code decides what goes into a query."""

from engine.search.pipeline import search

__all__ = ["search"]
