"""What the program says to a model that is about to stop too early. Each is said at most once in a run."""

from __future__ import annotations

from engine.agent.tools import Desk
from engine.text.normalise import fold_text
from engine.text.tokens import tokens

MANY_DOCUMENTS = 4  # from so many found on, their titles are told while some are unopened
TITLES_TOLD = 6
LINES_TOLD = 4
LEAST_SEARCHES = 2  # differently worded, before "not settled" is accepted
ALIKE = 0.6  # share of words that two queries have in common from which on they are one wording


class Nudges:
    """Watches one run."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def after_tool(self, desk: Desk) -> str:
        """Documents found and not opened, while the model is still searching."""
        found: dict[str, str] = {hit.document: hit.title for hit in desk.hits.values()}
        unopened = [title for document, title in found.items() if document not in desk.opened]
        if len(found) < MANY_DOCUMENTS or not unopened or not self._first("documents"):
            return ""
        return "Found but not opened yet: " + "; ".join(title[:80] for title in unopened[:TITLES_TOLD]) + "."

    def before_answer(self, desk: Desk) -> str:
        """Before "not settled": two differently worded searches, then once more the lines that bear on the question."""
        if wordings(desk) < LEAST_SEARCHES and self._first("search"):
            return "Before you say that it is not settled: search once more, with other words than the question's."
        lines = [s.quote.text for s in desk.sentences if s.quote.passage in desk.shown.sources][:LINES_TOLD]
        if lines and self._first("lines"):
            shown = "\n".join(f"- {' '.join(line.split())[:300]}" for line in lines)
            return f"Look once more at these lines that you have read. Does one of them answer the question?\n{shown}"
        return ""

    def _first(self, name: str) -> bool:
        new = name not in self._said
        self._said.add(name)
        return new


def wordings(desk: Desk) -> int:
    """How many differently worded searches were made: a query with mostly the words of another is the same wording."""
    kept: list[set[str]] = []
    for searched in desk.searched:
        words = {token.text for query in searched.queries[:1] for token in tokens(fold_text(query))}
        if words and all(len(words & other) < ALIKE * min(len(words), len(other)) for other in kept):
            kept.append(words)
    return len(kept)
