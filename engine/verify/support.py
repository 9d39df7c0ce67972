"""Whether a claim says more than its quotes: figures, dates, amounts, sections and names that none of them holds, and a
"not" that one side has and the other has not.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.types import Claim, Quote
from engine.verify.attribute import attribute
from engine.verify.figures import figures
from engine.verify.names import names, stands_in
from engine.verify.polarity import negation_differs
from engine.verify.tongue import language_of

__all__ = ["attribute", "negation_differs", "unsupported", "with_unsupported"]


def unsupported(claim: str, quotes: Sequence[Quote | str], question: str = "") -> tuple[str, ...]:
    """The figures, dates, amounts, section numbers and proper names of ``claim`` that stand in none of the quotes and not
    in the question, as written in the claim, in order.

    Of a ``Quote`` its label, title and source id count too for sections, dates and names: they come from the store. A quote whose
    status is not verified supports nothing.
    """
    texts = [q if isinstance(q, str) else q.text for q in quotes if isinstance(q, str) or q.status == "verified"]
    about = [
        f"{q.label or ''} {q.title} {q.source_id}" for q in quotes if isinstance(q, Quote) and q.status == "verified"
    ]
    language = language_of(" ".join((claim, *texts, question)))
    there = [figure for text in (*texts, question) for figure in figures(text, language)]
    cited = [figure for text in about for figure in figures(text, language)]
    missing: list[tuple[int, str]] = []
    for figure in figures(claim, language):
        held = there + cited if figure.atom or figure.dates else there
        if not any(figure.stands_in(other) for other in held) and not _literal(figure.written, figure.atom, texts):
            missing.append((figure.start, figure.written))
    at = 0
    for name in names(claim):
        at = claim.find(name, at)
        inside = any(start <= at < start + len(words) for start, words in missing)
        if not inside and not stands_in(name, (*texts, *about, question)):
            missing.append((at, name))
        at += len(name)
    return tuple(dict.fromkeys(words for _, words in sorted(missing)))


def with_unsupported(claim: Claim, question: str) -> Claim:
    """The claim with its ``unsupported`` worked out anew from its verified quotes."""
    return Claim(claim.text, claim.quotes, unsupported(claim.text, claim.quotes, question))


def _literal(written: str, atom: str | None, texts: Sequence[str]) -> bool:
    """A section that the quote names without its sign ("jf. 15-1, 15-2 og 15-3")."""
    number = (atom or "").lstrip("§")
    return "-" in number and any(number in text for text in texts)
