"""Whether a claim denies what its quotes affirm, or the other way round.

A "not" is looked at with the words beside it: where the quote's "not" stands beside a word that the claim uses and the
claim has none, the claim turns its source round; so it does when it has a "not" and the part of the quote that it is
about has none. "Without" is tied to the word that follows it; an "unless" the claim may leave out. A word and its opposite by prefix
("gyldig" – "ugyldig") turn the sense once; words that forbid are denials.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.text.normalise import fold_text
from engine.text.stopwords import stop_words_of
from engine.text.tokens import stem
from engine.verify.negation import core, forbidding, lacking
from engine.verify.tongue import language_of
from engine.verify.units import unit_of

_WORD = re.compile(r"[^\W\d_]+|[.,;:!?()–]|\n")
_CLAUSE_END = frozenset(".,;:!?()–\n")
_YES_NO = re.compile(
    r"^\s*(?:ja|jo|nei|nej|yes|no|nein|oui|non|sí|si|sì|sim|não|kyllä|ei|nee)\s*[,.:!–-]\s*", re.IGNORECASE
)
_PREFIXES = {
    "no": ("u", "mis"), "da": ("u", "mis"), "sv": ("o", "miss"), "de": ("un", "miss"), "nl": ("on", "mis"), "fi": ("epä",),
    "en": ("un", "in", "im", "ir", "il", "non", "dis"), "fr": ("in", "im", "ir", "il"), "es": ("in", "im", "ir", "i"),
    "it": ("in", "im", "ir", "il"), "pt": ("in", "im", "ir", "i"),
}  # fmt: skip
_NEIGHBOURS = ("no", "da", "sv")
# "dersom ikke annet er avtalt": the "not" belongs to a condition that the claim may leave out.
_CONDITIONS = "om hvis dersom når såframt hvorvidt wenn falls soweit sofern sobald ob if whether unless until si se jos ellei indien als mits tenzij som"
_CONDITION = frozenset(_CONDITIONS.split())
_LEAST_LETTERS = 4


@dataclass
class _Text:
    """Stems of a text's content words with their clauses; the stems beside each denial; what each "without" takes away."""

    clauses: dict[str, set[int]] = field(default_factory=dict)
    denials: list[tuple[int, frozenset[str]]] = field(default_factory=list)
    without: set[str] = field(default_factory=set)


def negation_differs(claim: str, quotes: Sequence[str]) -> bool:
    """Whether claim and quotes differ in a denial; the quote that shares most words with the claim decides.

    Nothing can be said of texts in two languages, or that share no word: False.
    """
    claim = _YES_NO.sub("", claim)
    languages = [language_of(q) for q in quotes]
    language = language_of(claim) or next((one for one in languages if one), None)
    near = [q for q, own in zip(quotes, languages) if _comparable(own, language)]
    for every in (False, True):  # a bare "ja, det kan hun" shares nothing but small words
        said = _read(claim, language, every)
        results = [_against(said, _read(quote, language, every), language) for quote in near]
        best = max(results, key=lambda r: r[0], default=(0, False))
        if best[0]:
            return best[1]
    return False


def _comparable(own: str | None, language: str | None) -> bool:
    """Whether words of the two languages can be laid side by side."""
    return not own or not language or own == language or (own in _NEIGHBOURS and language in _NEIGHBOURS)


def _read(text: str, language: str | None, every: bool) -> _Text:
    """``every``: small words count too."""
    known = _NEIGHBOURS if language in _NEIGHBOURS or not language else (language,)
    small = stop_words_of(known)
    deny = frozenset().union(*(core(one) | forbidding(one) for one in known), core("en") if not language else ())
    back = frozenset().union(*(lacking(one) for one in known))
    least = 2 if every else _LEAST_LETTERS
    out, clause, before, taking = _Text(), 0, "", False
    open_denials: list[int] = []
    words = _WORD.findall(fold_text(text))
    for place, word in enumerate(words):
        if word in _CLAUSE_END:
            clause, before, open_denials, taking = clause + 1, "", [], False
        elif word in deny:
            if not _CONDITION.isdisjoint(words[max(0, place - 2) : place]):
                continue
            out.denials.append((clause, frozenset({before} - {""})))
            open_denials.append(len(out.denials) - 1)
        elif word in back:
            taking = True
        elif len(word) >= least and (every or word not in small) and unit_of(word) is None:
            root = stem(word, language)
            out.clauses.setdefault(root, set()).add(clause)
            for number in open_denials:
                out.denials[number] = (clause, out.denials[number][1] | {root})
            if taking:
                out.without.add(root)
            before, open_denials, taking = root, [], False
    return out


def _against(said: _Text, quote: _Text, language: str | None) -> tuple[int, bool]:
    """(number of shared words, whether one denies what the other does not)."""
    shared = {word for word in said.clauses if word in quote.clauses}
    turned = {word for word in said.clauses if word not in shared and _opposite(word, quote, language)}
    if not shared and not turned:
        return 0, False
    if (said.without & shared) ^ (quote.without & shared):
        return len(shared), True
    about = {clause for word in shared for clause in quote.clauses[word]}
    denied = any(beside & shared for _, beside in quote.denials)
    present = bool(about) and any(min(about) - 1 <= clause <= max(about) + 1 for clause, _ in quote.denials)
    differs = (not present) if said.denials else denied
    return len(shared) + len(turned), differs != (len(turned) % 2 == 1)


def _opposite(word: str, quote: _Text, language: str | None) -> bool:
    """Whether the quote has this word with a denying prefix, or without the one it has here."""
    for prefix in _PREFIXES.get(language or "", ("u", "un")):
        if len(word) >= _LEAST_LETTERS and prefix + word in quote.clauses:
            return True
        if (
            word.startswith(prefix)
            and len(word) - len(prefix) >= _LEAST_LETTERS
            and word[len(prefix) :] in quote.clauses
        ):
            return True
    return False
