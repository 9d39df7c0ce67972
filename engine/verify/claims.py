"""Whether the claims of a saved answer still say no more than their quotes: they may have been edited since."""

from __future__ import annotations

from collections.abc import Iterator

from engine.types import Answer, Claim
from engine.verify.polarity import negation_differs
from engine.verify.support import unsupported


def faults(answer: Answer) -> Iterator[str]:
    """A plain sentence for each claim that its quotes do not carry, and for an answer settled by nothing."""
    if answer.settled and not any(claim.quotes for claim in answer.claims):
        yield "The answer says that the question is settled but quotes nothing."
    for claim in answer.claims:
        yield from _of_claim(claim, answer.question)


def _of_claim(claim: Claim, question: str) -> Iterator[str]:
    shown = " ".join(claim.text.split())[:80]
    if not claim.quotes:
        yield f"The claim “{shown}” has no quote."
        return
    texts = [quote.text for quote in claim.quotes]
    if any(claim.text.strip() == text.strip() for text in texts):
        return
    if added := sorted(set(unsupported(claim.text, claim.quotes, question)) - set(claim.unsupported)):
        yield f"The claim “{shown}” holds {', '.join(added)}, which its quotes do not hold."
    if negation_differs(claim.text, texts):
        yield f"The claim “{shown}” denies what its quotes say, or says what they deny."
