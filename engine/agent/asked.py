"""What kind of figure a question asks for, so that a quote without one is not taken for the answer."""

from __future__ import annotations

import re

from engine.text.normalise import fold_text
from engine.verify.figures import Figure, figures

_SHARE = r"prosent|prosentsats|procent|percent|per cent|prozent|vom hundert|promille|pour cent|por ciento|per cento|por cento|prosentti"
_MONEY = r"kroner|kronor|nok|sek|dkk|euros?|eur|pund|pounds?|dollars?|dollar|gbp|usd|chf|franken"
_MANY = r"hvor mange|kor mange|hur många|how many|wie ?viele?|hoeveel|kuinka mon|montako|combien de|cuánt[oa]s|quant[ei]|quant[oa]s"
_LARGE = (
    r"hvor (?:stor|mye|høy|høyt|gammel)|kor (?:stor|mykje|høg|gammal)|hvor meget|hur (?:stor|mycket|hög|gammal)|how (?:much|large|high|old|big)|"
    r"wie (?:hoch|groß|alt|viel)|hoe (?:hoog|groot|oud|veel)|à combien|quel (?:montant|taux)|cuánto|quanto costa|quanto"
)
_LONG = (
    r"hvor (?:lenge|lang|langt)|kor (?:lenge|lang|langt)|hvor længe|hur (?:länge|lång)|how (?:long|far|fast|soon)|wie (?:lange|weit|schnell)|"
    r"hoe (?:lang|ver|snel)|kuinka (?:kauan|pitkä)|combien de temps|quel délai|cuánto tiempo|quanto tempo"
)
_TIME_UNITS = frozenset({"day", "workday", "week", "month", "year", "hour", "minute"})
_MONEY_UNITS = frozenset({"kr", "nok", "sek", "dkk", "eur", "usd", "gbp", "chf"})
# What a rule says in place of a figure when it is asked how long.
_VAGUE = re.compile(
    r"\b(?:straks|snarest|umiddelbart|uten (?:ugrunnet )?opp(?:hold|hald)|rimelig tid|rimeleg tid|livstid|ubestemt|uden ugrundet ophold|"
    r"utan dröjsmål|skälig tid|without (?:undue )?delay|reasonable time|promptly|immediately|unverzüglich|angemessene|sofort|viipymättä|"
    r"kohtuullisessa|onverwijld|redelijke|sans délai|raisonnable|sin demora|razonable|senza indugio|ragionevole|sem demora|razoável)\b"
)


def lacks_what_is_asked(question: str, quoted: str, language: str | None) -> bool:
    """Whether the question asks for a share, an amount, a number or a length of time and the quote holds none."""
    asked = fold_text(question)
    found = [figure for figure in figures(quoted, language) if figure.atom is None]
    numbers = [figure for figure in found if figure.values]
    if _asks(_SHARE, asked) and _asks(f"{_MANY}|{_LARGE}", asked):
        share = _any(numbers, frozenset({"percent", "permille"})) or (numbers and _asks(_SHARE, fold_text(quoted)))
        return not share and not _fraction(numbers)
    if _asks(rf"(?:{_MANY})\s+(?:{_MONEY})|(?:{_LARGE})\b.*\b(?:{_MONEY})", asked):
        return not _any(numbers, _MONEY_UNITS)
    if _asks(_LONG, asked):
        return not found and not _VAGUE.search(fold_text(quoted))
    return _asks(f"{_MANY}|{_LARGE}", asked) and not numbers


def _asks(pattern: str, asked: str) -> bool:
    return re.search(rf"\b(?:{pattern})", asked) is not None


def _any(numbers: list[Figure], units: frozenset[str]) -> bool:
    return any(figure.unit in units for figure in numbers)


def _fraction(numbers: list[Figure]) -> bool:
    return any(value.denominator > 1 for figure in numbers for value in figure.values)
