"""What the start of a line says: list marks, section numbers, dates that only look like them, ends of
sentences.
"""

from __future__ import annotations

import re

_MONTHS = (
    # no/da, sv, de, fi, nl, fr, es, it, pt, en
    "januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember|marts|maj|december|"
    "januari|februari|augusti|jänner|märz|dezember|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|"
    "heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta|maart|mei|augustus|janvier|février|avril|"
    "juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|"
    "octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|"
    "fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|january|february|march|may|june|july|october|"
    "jan|feb|mar|apr|jun|jul|aug|sep|sept|okt|oct|nov|des|dec|dez"
)
# "14. oktober", "3. ledd", "1. kvartal", "2. instans": an ordinal inside a sentence, not the number of a
# list.
_ORDINAL = re.compile(
    rf"^\d{{1,4}}\. ?(?:(?:{_MONTHS})\b|(?:ledd|punktum|setning|kvartal|halvår|instans|avdeling|divisjon|etasje|plass|led|pkt|"
    r"stycket|Absatz|Satz|Quartal|Instanz|Halbjahr|Lebensjahr|Jahrhundert|Senat|Kammer|Zivilsenat|Strafsenat|århundre)\b|[a-zæøåäöü])",
    re.I,
)
_DATE = re.compile(rf"^\d{{1,2}}\. ?(?:{_MONTHS})\b|^\d{{1,2}}\.\d{{1,2}}\.\d{{2,4}}\b", re.I)
MARKER = re.compile(
    r"^(?:[•▪◦●○■□‣–—*·-] |"
    r"\(?(?:\d{1,3}|[a-zæøå]{1,2}|[ivxlc]{1,6})\) |"
    r"(?:\d{1,3}|[A-Za-zÆØÅ]|[ivxlc]{1,6}|[IVXLC]{1,6})\. |"
    r"\d{1,3}(?:[.-]\d{1,3}){1,5}\.? |"
    r"§{1,2} ?\d|Art(?:\.|ikkel|ikel|icle|iculo|ículo|igo|icolo)? ?\d|(?:Kapittel|Kapitel|Kap\.|Chapter|Section|Clause|Punkt|Pkt\.|"
    r"Abschnitt|Avsnitt|Del|Part|Teil|Vedlegg|Bilag|Anlage|Annex|Schedule|Appendix|Anhang) [\dIVXA-Z])"
)
# Numbers of headings: depth is the number of parts; "§" counts as the outermost.
NUMBERED = re.compile(
    r"^(?:(?P<section>§{1,2} ?\d+(?:[-.]\d+)*[a-z]?\.?)|(?P<decimal>\d{1,3}(?:\.\d{1,3}){0,5}\.?)|(?P<letter>[A-Z]\.|[IVXLC]{1,6}\.|\([a-zA-Z]\)|[A-Z]\))|"
    r"(?P<word>(?:Kapittel|Kapitel|Kap\.|Chapter|Section|Clause|Article|Artikkel|Artikel|Punkt|Abschnitt|Avsnitt|Del|Part|Teil|Vedlegg|"
    r"Bilag|Anlage|Annex|Schedule|Appendix|Anhang|Title|Tittel) [\dIVXLCA-Z]+[.:]?))(?:\s|$)",
    re.I,
)
_END = re.compile(r"[.!?…:;]['\"»”“’)\]]*[⁰¹²³⁴⁵⁶⁷⁸⁹]*$")
_STOP = re.compile(r"[.!?…]['\"»”“’)\]]*[⁰¹²³⁴⁵⁶⁷⁸⁹]*$")


def is_marker(text: str) -> bool:
    """Whether a line may begin a list item or a numbered paragraph (and is no date or ordinal)."""
    return MARKER.match(text) is not None and _DATE.match(text) is None


def is_ordinal(text: str) -> bool:
    """Whether the number at the start belongs to what follows ("14. oktober", "3. ledd", "2. instans")."""
    return _ORDINAL.match(text) is not None


def ends_clause(text: str) -> bool:
    """Ends with a stop, colon or semicolon."""
    return _END.search(text) is not None


def ends_sentence(text: str) -> bool:
    return _STOP.search(text) is not None


def depth_of_number(text: str) -> int | None:
    """0 for "§ 1", "Kapittel 2", "A.", "1."; 1 for "1.1", "§ 1.2" …; None without a number."""
    found = NUMBERED.match(text)
    if found is None:
        return None
    number = found.group("decimal")
    return len(re.findall(r"\d+", number)) - 1 if number else 0
