"""What figures count, in the eleven languages: units of time, shares, money and measure; and the names of months.

A unit is known by how its words begin, so that inflected and glued forms count too ("måneders", "sechsmonatige").
"""

from __future__ import annotations

import re
from functools import cache

# unit: patterns of whole folded words, in the eleven languages. Working days are no days.
_UNITS = {
    "workday": r"(?:virke|arbeids|verke|yrkes|bank|hverdag|kvardag|arbets|arbejds|var|hver|werk|arbeits)dag\w*|börsentag\w*|vardag\w*|"
               r"werktag\w*|arbeitstag\w*|arkipäiv\w*|työpäiv\w*|werkdag\w*",
    "day": r"(?:kalender|løpe)?dag(?:ar|ars|arna|e|en|ene|enes|er|ers|s|a|ane)?|døgn\w*|dygn\w*|days?|(?:kalender)?tag(?:e|en|es|s)?|"
           r"päiv\w+|dagen|etmaal|jours?|d[ií]as?|giorn[oi]|kalenderdag(?:e|en|er)",
    "week": r"uk(?:e|er|en|ene|ers|a)|vek(?:e|er|a|ene)|veck(?:a|or|an|ors|orna)|ug(?:e|er|en|ers)|weeks?|weken|wochen?|viiko\w*|viikk\w*|"
            r"semaines?|semanas?|settiman[ae]",
    "month": r"måned(?:er|en|ene|s|ers|lig\w*)?|månad(?:er|en|ers|s|ar|arna)?|mnd|mdr|mån|months?|monat(?:e|en|s|es|ig\w*)?|kuukau\w+|"
             r"maand(?:en)?|mois|mes(?:es)?|mes[ei]|mês",
    "year": r"år(?:et|ene|s|a|ig\w*|ars|en)?|years?|yrs?|jahr(?:e|en|s|es|ig\w*)?|vuo(?:si|tta|den|dessa|desta|teen|tena|sien|sia|deksi)|jaar|jaren|"
            r"ans?|années?|años?|ann[oi]|anos?|årig\w*|jährig\w*|monatig\w*_",
    "hour": r"tim(?:e|er|en|ene|ar|ers|es|me|mar|men|es)|hours?|stunden?|tun(?:ti|tia|nin|nissa)|uur|uren|heures?|horas?|or[ae]",
    "minute": r"minutt?(?:er|ter|ten|t|es?|en|os?|i|ar|tar|t\w*)?|minuut|minuten|minuuttia?|minuut\w*",
    "percent": r"%|prosent\w*|procent|procenten|pct|pst|percent|prozent\w*|prosenttia?|prosentin|cento_|ciento_",
    "permille": r"‰|promille\w*|permille",
    "nok": r"nok", "sek": r"sek", "dkk": r"dkk",
    "kr": r"kr|kron(?:e|er|ers|or|ur|a|ene)",
    "eur": r"€|eur|euros?|euroa|euron|euroja",
    "usd": r"\$|usd|us\$|dollars?|dólares|dollari",
    "gbp": r"£|gbp|pounds?|pund",
    "chf": r"chf|franken|francs?",
    "metre": r"m|meter|metres?|meters|mètres?|metros?|metri|metriä",
    "square": r"m²|m2|kvm|kvadratmeter|quadratmeter|qm|neliömetriä|mètres_carrés",
    "cubic": r"m³|m3", "kilometre": r"km|kilometer|kilometres?|kilometers|kilomètres?",
    "kilogram": r"kg|kilo|kilogramm?(?:es|s)?", "gram": r"gramm?(?:es|s)?|g", "tonne": r"tonn\w*|tonnes?|tonnen",
    "litre": r"liter|litres?|litra|litros?|litri",
    "person": r"person(?:er|en|s|as|e|ne)?|personnes?",
}  # fmt: skip
# Signs and words that may stand before their figure: "kr 500", "€ 500".
_BEFORE = ("nok", "sek", "dkk", "kr", "eur", "usd", "gbp", "chf")
_CENTS = re.compile(r"^(?:per|pour|por)\s+(?:cento?|ciento)\b")

_KRONER = frozenset({"kr", "nok", "sek", "dkk"})

_MONTHS = (
    "january januar januari janvier enero gennaio janeiro tammikuu\\w* jan",
    "february februar februari février febrero febbraio fevereiro helmikuu\\w* feb",
    "march mars märz maart marts marzo março maaliskuu\\w* mar",
    "april avril abril aprile huhtikuu\\w* apr",
    "may mai maj mei mayo maggio maio toukokuu\\w*",
    "june juni juin junio giugno junho kesäkuu\\w* jun",
    "july juli juillet julio luglio julho heinäkuu\\w* jul",
    "august augusti augustus août agosto elokuu\\w* aug",
    "september septembre septiembre settembre setembro syyskuu\\w* sept sep",
    "october oktober octobre octubre ottobre outubro lokakuu\\w* okt oct",
    "november novembre noviembre novembro marraskuu\\w* nov",
    "december desember dezember décembre diciembre dicembre dezembro joulukuu\\w* des dez dec",
)
MONTH = "|".join(sorted((word for words in _MONTHS for word in words.split()), key=len, reverse=True))


@cache
def month_number(word: str) -> int | None:
    """1 … 12 of a folded name of a month in any of the languages."""
    for number, words in enumerate(_MONTHS, start=1):
        if any(re.fullmatch(pattern, word) for pattern in words.split()):
            return number
    return None


@cache
def unit_of(word: str) -> str | None:
    """The unit that a folded word names, or None."""
    for unit, pattern in _UNITS.items():
        if re.fullmatch(pattern, word):
            return unit
    return None


def unit_at(text: str, at: int) -> str | None:
    """The unit that stands at ``at`` of folded text, after spaces, a hyphen or the like: "6 måneder", "three-month", "50 %"."""
    following = text[at : at + 40].lstrip(" -")
    if _CENTS.match(following):
        return "percent"
    found = re.match(r"us\$|m[²³23](?!\w)|[%‰€$£]|,-|[^\W\d_]+", following)
    if not found:
        return None
    return "kr" if found.group() == ",-" else unit_of(found.group())


def unit_before(text: str, at: int) -> str | None:
    """The currency that stands just before ``at``: "kr 500", "NOK 500", "€500"."""
    found = re.search(r"(us\$|[€$£]|[a-z]{2,3})\.?\s*$", text[max(0, at - 8) : at])
    unit = unit_of(found.group(1)) if found else None
    return unit if unit in _BEFORE else None


def same_unit(claimed: str | None, printed: str | None) -> bool:
    """Whether the two may be the same: equal, one of them not named, or kroner of a country not named."""
    if claimed is None or printed is None or claimed == printed:
        return True
    return {claimed, printed} <= _KRONER and "kr" in (claimed, printed)
