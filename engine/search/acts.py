"""Resolves the act that a query names ("aml.", "arbeidsmiljøloven", "BGB") to documents of the packs searched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.store.searching import ActName
from engine.text.normalise import fold_text
from engine.text.tokens import tokens

# The forms in which "act" ends a short title: loven, lova, lovens, lovas, loven's; lagen, gesetz, gesetzes …
_ENDINGS = re.compile(
    r"(lov|lag)(?:en|a|ens|as|i|ar|arna|ene|s)?$|(gesetz|ordnung|buch)(?:es|s|en|e)?$|(wet|laki)(?:en|n|boek)?$"
)


def name_key(word: str) -> str:
    """One spelling for the inflected forms of an act's name: "arbeidsmiljølova" → "arbeidsmiljølov"."""
    folded = fold_text(word).strip(" .,;:()[]'\"")
    return _ENDINGS.sub(lambda m: next(g for g in m.groups() if g), folded)


def names_of(act: ActName) -> set[str]:
    """Every key by which an act may be cited; a title in several words gives its last word in parentheses."""
    names = {name for name in (act.short_title, act.abbreviation) if name}
    names.update(re.findall(r"\(([^()]+)\)\s*$", act.title))
    keys = {name_key(part) for name in names for part in re.split(r"\s+[–-]\s+|,\s*", name)}
    return {key for key in keys if key and " " not in key}


def named_acts(text: str, beside: Iterable[str | None], acts: Sequence[ActName]) -> list[ActName]:
    """The acts that a query names, beside a citation or anywhere; an abbreviation must stand beside or be written alone.

    In force first: two acts may carry one name, one of them not yet in force.
    """
    words = {name_key(token.text) for token in tokens(fold_text(text))}
    words |= {name_key(word) for word in beside if word}
    found = [act for act in acts if names_of(act) & words]
    return sorted(found, key=lambda act: act.status in ("repealed", "future"))
