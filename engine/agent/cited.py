"""A question that names a section is about that section: what stands there comes first, and only that settles it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.agent.evidence import Evidence
from engine.search.constants import RECIPROCAL_RANK_K
from engine.search.rank import is_cited
from engine.text.citations import find_citations, section_atom
from engine.text.normalise import fold_text
from engine.types import Hit

ACT_MARGIN = 10.0  # the search gives the second act of a name a little less than the tier's floor
FUSED = 3.0 / RECIPROCAL_RANK_K  # a score below it is one of several lists fused, which tells no tier


@dataclass(frozen=True)
class Named:
    """The sections that a question names, and whether it says of which act ("aml. § 15-7", "BGB § 573")."""

    atoms: frozenset[str]
    of_act: bool


def named(question: str) -> Named:
    """What the question cites; an act counts as said when it is written as an abbreviation or a name, not as any word."""
    found = find_citations(fold_text(question))
    acts = {citation.act for citation in found if citation.act}
    return Named(frozenset(citation.atom for citation in found), any(_is_act(act, question) for act in acts))


def holds(found: Named, label: str | None, score: float) -> bool:
    """Whether a passage is a section that is named: by its number, and by its act where one is said.

    The act is known by the search, which puts its sections in a tier of their own; of a fused list only the number tells.
    """
    if label is None or section_atom(fold_text(label)) not in found.atoms:
        return False
    return not found.of_act or is_cited(score + ACT_MARGIN) or 0 < score < FUSED


def cited_hit(question: str, hits: Sequence[Hit]) -> Hit | None:
    """The first hit that is a section which the question names."""
    found = named(question)
    return next((hit for hit in hits if found.atoms and holds(found, hit.label, hit.score)), None)


def cited_first(question: str, evidence: Evidence) -> Evidence:
    """The evidence with the sentences of the cited section before all others."""
    hit = cited_hit(question, evidence.hits)
    if hit is None:
        return evidence
    own = [sentence for sentence in evidence.sentences if sentence.quote.passage == hit.passage]
    rest = [sentence for sentence in evidence.sentences if sentence.quote.passage != hit.passage]
    return replace(evidence, sentences=(*own, *rest))


def _is_act(word: str, question: str) -> bool:
    """A word with a full stop, in capitals, or with one in the middle of the question ("aml.", "EMK", "dekningsloven")."""
    written = re.search(re.escape(word), question, re.IGNORECASE)
    text = written.group() if written else word
    return text.endswith(".") or sum(c.isupper() for c in text) > 1 or _ACT.search(word) is not None


_ACT = re.compile(
    r"(?:lov(?:en|a|i|s)?|loven?s|lagen|balken|gesetz(?:es|buch)?s?|ordnung|ordning(?:en)?|act|code|laki|wet|wetboek)$"
)
