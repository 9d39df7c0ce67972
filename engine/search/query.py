"""What was asked, as the index understands it: terms with their lexemes, citations, the words in order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.text.citations import Citation, find_citations
from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of
from engine.text.tokens import stem, tokens


@dataclass(frozen=True)
class Term:
    """One word of a query: as folded, its place among the words, and the lexemes that stand for it in the index."""

    word: str
    position: int
    lexemes: tuple[str, ...]


@dataclass(frozen=True)
class Query:
    """A parsed query. ``only_small`` is true when nothing but small words was asked."""

    text: str
    terms: tuple[Term, ...]
    citations: tuple[Citation, ...]
    only_small: bool = False

    @property
    def lexemes(self) -> tuple[str, ...]:
        """Every lexeme of the query once, in order."""
        return tuple(dict.fromkeys(lexeme for term in self.terms for lexeme in term.lexemes))


def parse(text: str, languages: Iterable[str | None]) -> Query:
    """Reads a query for packs that hold ``languages`` (None stands for undecided documents, indexed as written).

    Small words of all those languages are removed, the rest is stemmed once for each language, and the literal word is
    added. A word that two languages stem alike, or that is asked twice, is one term.
    """
    known = set(languages)
    spoken = sorted({language for language in known if language})
    folded = fold_text(text)
    citations = (*find_citations(folded), *_bare_numbers(folded))
    # undecided documents hold small words too; one or two words do not tell a language
    asked_in = detect_question(text) if None in known and folded.count(" ") >= 2 else None
    small = stop_words_of([*spoken, asked_in] if asked_in else spoken)
    words = list(tokens(folded))
    inside = [(c.start, c.end) for c in citations]
    terms: list[Term] = []
    for token in words:
        if token.text in small or _numbers_of_citation(token.text, token.start, inside):
            continue
        lexemes = tuple(dict.fromkeys([*(stem(token.text, language) for language in spoken), token.text]))
        if any(set(lexemes) & set(term.lexemes) for term in terms):
            continue
        terms.append(Term(token.text, token.position, lexemes))
    return Query(text, tuple(terms), citations, bool(words) and not terms and not citations)


def _bare_numbers(folded: str) -> list[Citation]:
    """ "aml 15-7": lawyers leave the sign out; a number of chapter and section is taken for one when no sign stands there."""
    if "§" in folded:
        return []
    found = re.finditer(r"(?<![\w-])(?:([^\W\d_]{2,})\.?\s+)?(\d{1,3}[a-z]?-\d{1,3}[a-z]?)(?![\w-])", folded)
    return [Citation("section", f"§{m.group(2)}", m.start(2), m.end(2), m.group(1)) for m in found]


def _numbers_of_citation(word: str, start: int, inside: list[tuple[int, int]]) -> bool:
    """The bare figures of "§ 15-7" are not searched beside its atom: they match every other 15 and 7."""
    return any(a <= start < b for a, b in inside) and len(word) <= 5 and word[0].isdigit()
