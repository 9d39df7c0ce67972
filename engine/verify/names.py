"""Proper names of a sentence: capitalised words that do not owe their capital to the sentence's start or to German.

German writes every noun with a capital; there only what looks like a name counts: behind "Herr", "Frau", "Dr.", before
"GmbH" and the like, two capitalised words in a row of which neither is an everyday noun, and words in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.text.normalise import fold_text
from engine.text.sentences import sentences
from engine.text.stopwords import stop_words, stop_words_of
from engine.verify.tongue import language_of
from engine.verify.units import MONTH, unit_of

_WORD = re.compile(r"[^\W\d_][\w]*(?:['’-][^\W_]+)*")
_TITLE = re.compile(r"(?:herr|frau|dr|prof|firma|familie|mr|mrs|ms|hr|fru)\.?$")
_FIRMS = "gmbh ag kg ohg ug se mbh as asa ab aps oy oyj nv bv sa srl sarl spa lda ltd llc inc plc"
_FIRM = frozenset(_FIRMS.split())
_NOUN_END = re.compile(
    r"(?:ung|heit|keit|schaft|tum|nis|ion|ität|recht|gesetz|vertrag|frist|ordnung|gericht|pflicht|anspruch|jahr|jahre|jahren|"
    r"monat|monate|monaten|woche|wochen|tag|tage|tagen|euro|prozent|artikel|absatz|satz|nummer|ende|anfang|mitte|zeit|"
    r"geber|nehmer|käufer|mieter|er|ers|ern)(?:en|es|s|e|n)?$"
)
# Capitalised in the middle of a sentence for another reason than being a name.
_OTHER_CAPITALS = (
    "i i'm de dem deres sie ihr ihre ihnen ihrem ihren kr nok art artikel artikkel article section paragraph kapitel kapittel "
    "chapter abs absatz nr satz ledd bokstav nei ja yes no nein oui non sí sim já"
)
_NO_NAMES = frozenset(_OTHER_CAPITALS.split())
_LEAST_STEM = 4


def names(text: str) -> list[str]:
    """The proper names of ``text`` as written, in order, word by word."""
    language = language_of(text)
    german = language == "de"
    found: list[str] = []
    for start, end in sentences(text):
        words = list(_WORD.finditer(text, start, end))
        for number, word in enumerate(words):
            before = words[number - 1].group() if number and _beside(text, words[number - 1], word) else ""
            after = (
                words[number + 1].group() if number + 1 < len(words) and _beside(text, word, words[number + 1]) else ""
            )
            opens = number == 0 or _opens(text, words[number - 1].end(), word.start())
            if _is_name(word.group(), before, after, opens, german, language):
                found.append(word.group())
    return found


def _beside(text: str, left: re.Match[str], right: re.Match[str]) -> bool:
    return not re.search(r"[^\s.&-]", text[left.end() : right.start()])


def _opens(text: str, start: int, end: int) -> bool:
    """Whether a capital may be owed to what stands before: a colon, a quotation mark, a bracket, a list mark."""
    return bool(re.search(r"[:\"“”„«»(!?|*•]|\n|\d[.)]", text[start:end]))


def _is_name(word: str, before: str, after: str, opens: bool, german: bool, language: str | None) -> bool:
    folded = fold_text(word)
    if not word[0].isupper() or folded in _NO_NAMES or len(word) == 1:
        return False
    if unit_of(folded) or re.fullmatch(MONTH, folded):
        return False
    if sum(c.isupper() for c in word) > 1:
        return not (opens and word.isupper() and len(word) > 6)  # an opening word in capitals is emphasis
    small = (
        stop_words(language)
        if language
        else stop_words_of(("no", "sv", "da", "en", "de", "nl", "fr", "es", "it", "pt", "fi"))
    )
    if folded in small:
        return False
    if german:
        return _german(folded, before, after)
    if not opens:
        return True
    return bool(after[:1].isupper() and not after.isupper() and fold_text(after) not in small)


def _german(word: str, before: str, after: str) -> bool:
    if _TITLE.search(fold_text(before)) or fold_text(after) in _FIRM:
        return True
    if _TITLE.search(word) or _NOUN_END.search(word):
        return False
    beside = [w for w in (before, after) if w[:1].isupper() and len(w) > 1]
    return any(not _NOUN_END.search(fold_text(w)) and fold_text(w) not in stop_words("de") for w in beside)


def stands_in(name: str, sources: Iterable[str]) -> bool:
    """Whether a name is a word of one of the texts, in whatever case or ending ("Hansens" – "Hansen", "Helsingissä")."""
    wanted = fold_text(name).replace("'", "")
    for source in sources:
        for word in _WORD.findall(fold_text(source)):
            if _same_name(wanted, word.replace("'", "")):
                return True
    return False


def _same_name(one: str, other: str) -> bool:
    if one == other:
        return True
    shared = 0
    for a, b in zip(one, other):
        if a != b:
            break
        shared += 1
    return (
        shared >= _LEAST_STEM
        and max(len(one), len(other)) - shared <= 3
        and shared >= 0.7 * max(len(one), len(other)) - 1
    )
