"""The words that turn a sentence into its opposite, in the eleven languages, and which of them a text holds.

Two sets a language: ``core`` denies what it stands beside (ikke, nicht, not); ``wide`` adds what takes part of a rule
back (uten, ohne, unless, med mindre). Words that mean something else in a neighbouring language (Norwegian "mai",
Italian "mai" = never) count only in their own.
"""

from __future__ import annotations

import re
from functools import cache

from engine.verify.tongue import language_of

_CORE = {
    "no": "ikke ikkje ingen inga intet inkje ingenting aldri verken hverken korkje",
    "sv": "inte ej icke ingen inget inga ingenting aldrig varken",
    "da": "ikke ej ingen intet aldrig hverken",
    "en": "not no never nor neither none nothing nobody cannot",
    "de": "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand niemandem niemanden weder",
    "fi": "ei en et emme ette eivät älä älköön älkööt eikä eivätkä emmekä",
    "nl": "niet niets geen nooit niemand noch nimmer",
    "fr": "ne n pas non aucun aucune jamais rien ni nul nulle point guère",
    "es": "no nunca jamás ni ningún ninguno ninguna nada nadie tampoco",
    "it": "non no mai né nessun nessuno nessuna niente nulla neppure nemmeno neanche",
    "pt": "não nunca jamais nem nenhum nenhuma nada ninguém tampouco",
}

_BACK = {
    "no": "uten utan unntatt unntatte unnateke unntak utenom",
    "sv": "utan utom undantag",
    "da": "uden undtagen undtaget medmindre",
    "en": "without unless except excluding",
    "de": "ohne außer ausgenommen sofern_nicht",
    "fi": "ilman ellei elleivät ellen paitsi",
    "nl": "zonder tenzij behalve uitgezonderd",
    "fr": "sans sauf hormis excepté",
    "es": "sin salvo excepto",
    "it": "senza salvo tranne eccetto",
    "pt": "sem salvo exceto excepto",
}
# Of these, the word that takes away what follows it at once.
_LACK = {"no": "uten utan", "sv": "utan", "da": "uden", "en": "without", "de": "ohne", "fi": "ilman", "nl": "zonder",
         "fr": "sans", "es": "sin", "it": "senza", "pt": "sem"}  # fmt: skip
# Exceptions of several words; looked for in folded text.
_PHRASES = re.compile(
    r"\b(?:med ?mindre|såvida inte|såframt ikke|es sei denn|à moins que|a menos que|a meno che|a não ser que)\b"
)

# Words that forbid or void by themselves: "er forbudt" says the same as "kan ikke".
_FORBID = {
    "no": "forbudt forbode forbud forbyr forby", "sv": "förbjudet förbjuden förbjudna förbud", "da": "forbudt forbud",
    "en": "prohibited forbidden prohibits forbids prohibit unlawful", "de": "verboten untersagt verbot unzulässig",
    "fi": "kielletty kiellettyä kielletään", "nl": "verboden verbod", "fr": "interdit interdite interdits interdites",
    "es": "prohibido prohibida prohibidos prohibidas prohíbe", "it": "vietato vietata vietati vietate",
    "pt": "proibido proibida proibidos proibidas vedado vedada",
}  # fmt: skip

_WORD = re.compile(r"[^\W_]+")


@cache
def _sets(table: str) -> dict[str, frozenset[str]]:
    chosen = {"core": _CORE, "back": _BACK, "lack": _LACK, "forbid": _FORBID}[table]
    return {language: frozenset(words.split()) for language, words in chosen.items()}


@cache
def core(language: str | None) -> frozenset[str]:
    """Folded words that deny. Without a language: every word of the eleven, so that a caller can ask first and look
    closer after."""
    return _sets("core")[language] if language else frozenset().union(*_sets("core").values())


@cache
def wide(language: str | None) -> frozenset[str]:
    """``core`` and the words that take something back (without, unless, except)."""
    back = _sets("back")[language] if language else frozenset().union(*_sets("back").values())
    return core(language) | back


@cache
def forbidding(language: str | None) -> frozenset[str]:
    """Words that forbid by themselves."""
    return _sets("forbid")[language] if language else frozenset().union(*_sets("forbid").values())


def denies(word: str, around: str) -> bool:
    """Whether the folded ``word`` is a denying word of the language that the text ``around`` it is written in."""
    if word not in core(None):
        return False
    return word in core(language_of(around[:2000]))


def holds_negation(folded: str, around: str) -> bool:
    """Whether a stretch of folded text holds a word that denies or takes back, or an exception of several words."""
    if _PHRASES.search(folded):
        return True
    words = _WORD.findall(folded)
    if wide(None).isdisjoint(words):
        return False
    return not wide(language_of(around[:2000])).isdisjoint(words)


@cache
def lacking(language: str) -> frozenset[str]:
    """The words for "without"."""
    return _sets("lack")[language]
