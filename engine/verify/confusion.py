"""Which unlike words are one word: what a scanner makes of letters, a number in words, German spelling before 1996.

A printed word that is no word (a figure among its letters, or a run of letters that its language does not have) may be
read as the word that one stroke makes of it. Between two words that both may be, almost nothing is allowed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from engine.verify.letters import foreign, is_no_word
from engine.verify.negation import wide
from engine.verify.numbers import counting

# What a scanner makes of letters, by figures: a word with a figure inside is no other word.
_FIGURE_FOR = {"0": "oøö", "1": "lií|", "5": "s", "6": "b", "8": "b", "9": "g"}
# Letters for letters, with the least length of a word at which no two words of the law of seven languages are so alike
# (``tests/bench/quotes.py --confusions`` lists those that are). Never at a word's end, where letters are its inflection:
# "leichtern", "leichtem". "c" for "e" is not among them ("Nachsicht", "nachsieht"), nor "i" for "l" ("paikka",
# "palkka") but where a capital begins the word ("lnnehaver"), nor any letter with an accent.
_LETTERS_FOR = (("rn", "m", 7), ("vv", "w", 6), ("cl", "d", 8), ("ii", "ü", 6), ("li", "h", 6), ("y", "v", 8))
_CAPITAL_I = re.compile(r"i[bcdfghjklmnpqrstvwxz]\w{3}")  # no word of the eleven begins with "ln", "lm" …
LEAST_ANY_LETTER = 5  # from so many letters on, any one letter may be what makes a word impossible
_TWO_LETTERS = frozenset((w, "0" + w[1:]) for w in ("og", "om", "or", "on", "of", "os", "ou"))
# One stroke more or less: enough between a word and no word, never between two words.
_STROKES = (
    ("i", "l"), ("c", "e"), ("rn", "m"), ("in", "m"), ("h", "b"), ("u", "n"), ("f", "t"), ("t", "l"), ("t", "r"), ("o", "c"), ("o", "e"),
    ("cl", "d"), ("ii", "ü"), ("vv", "w"), ("y", "v"), ("li", "h"), ("ni", "m"), ("i", "j"), ("æ", "ae"), ("ß", "b"), ("ß", "ss"),
)  # fmt: skip
_BARE = {"ø": "o", "ħ": "h", "ı": "i", "ł": "l", "đ": "d"}  # letters whose stroke is no accent by Unicode
_SAME = frozenset(
    {("§", "$"), ("en", "én"), ("ein", "éin"), ("ei", "éi"), ("et", "ét"), ("een", "één")}
)  # stressed or not
_OLD_GERMAN = re.compile(
    r"(?:da|mu|mü|lä|la|fa|fä|schlu|flu|proze|gewi|bewu|mi|erlä|kompromi|ri|kü|ha|na|pa|kongre|exze|regre)ß"
)


def confusable(written: str, printed: str, language: Callable[[], str | None]) -> int:
    """How many letters differ, when the folded word ``printed`` is what a scanner makes of ``written`` in a text of
    ``language()``, or the same word in old spelling; 0 when it is another word."""
    if (written, printed) in _SAME or (printed, written) in _SAME:
        return 1
    if written.isdigit() != printed.isdigit() and _same_number(written, printed, language()):
        return 1
    if not written.isalpha() or not _nearly(written, printed):
        return 0
    if not printed.isalpha():
        return _figures_inside(written, printed)
    if printed in wide(None):
        return 0
    if _is_error(written, printed, language):
        return 1
    if written in wide(None):
        return 0
    if _modern(written) == _modern(printed):
        return 1
    if _CAPITAL_I.match(written) and printed == "l" + written[1:]:
        return 1
    for one, other, least in _LETTERS_FOR:
        if min(len(written), len(printed)) >= least and (
            _one_swap(written, printed, one, other, 1) or _one_swap(written, printed, other, one, 1)
        ):
            return 1
    return 0


def _same_number(written: str, printed: str, language: str | None) -> bool:
    """ "6" and "seks": one in figures, one in words, of one value."""
    figures, word = (written, printed) if written.isdigit() else (printed, written)
    return word.isalpha() and len(figures) <= 6 and counting(language).value(word) == int(figures)


def _is_error(written: str, printed: str, language: Callable[[], str | None]) -> bool:
    """Whether ``printed`` cannot be a word just where it differs from ``written``, and one stroke or speck explains it."""
    low, high = _unlike(written, printed)
    if _bare(written) == _bare(printed):
        strange = foreign(printed, language()) and not foreign(written, language())
    elif _one_stroke(written, printed) or (high - low == 1 and len(written) == len(printed) >= LEAST_ANY_LETTER):
        strange = False
    else:
        return False
    return strange or (is_no_word(printed, language(), low, high) and not is_no_word(written, language()))


def _unlike(written: str, printed: str) -> tuple[int, int]:
    """[low, high) of ``printed``: what is left between the common beginning and the common end."""
    shortest = min(len(written), len(printed))
    low = 0
    while low < shortest and written[low] == printed[low]:
        low += 1
    behind = 0
    while behind < shortest - low and written[-1 - behind] == printed[-1 - behind]:
        behind += 1
    return low, max(low + 1, len(printed) - behind)


def _bare(word: str) -> str:
    """Letters without their accents: scanners add specks ("ùtbedring", "kjellėr") and lose dots."""
    if word.isascii():
        return word
    return "".join(_BARE.get(c) or unicodedata.normalize("NFD", c)[0] for c in word)


def _one_stroke(written: str, printed: str) -> bool:
    return any(_one_swap(written, printed, a, b, 0) or _one_swap(written, printed, b, a, 0) for a, b in _STROKES)


def _nearly(written: str, printed: str) -> bool:
    """Whether the words are alike but for three letters in one place, or of one length: a quick first look."""
    longest, shortest = max(len(written), len(printed)), min(len(written), len(printed))
    if longest - shortest > 1:
        return longest - shortest == 2 and ("ß" in written or "ß" in printed)
    alike = 0
    while alike < shortest and written[alike] == printed[alike]:
        alike += 1
    if not printed.isalpha():
        return longest == shortest
    behind = 0
    while behind < shortest - alike and written[-1 - behind] == printed[-1 - behind]:
        behind += 1
    return longest - alike - behind <= 3 or not printed.isascii() or not written.isascii()


def _figures_inside(written: str, printed: str) -> int:
    figures = sum(c.isdigit() for c in printed)
    if len(written) != len(printed) or not 0 < figures < len(printed) / 2:
        return int((written, printed) in _TWO_LETTERS)
    unlike = 0
    for a, b in zip(written, printed):
        if a != b:
            if a not in _FIGURE_FOR.get(b, ""):
                return 0
            unlike += 1
    return unlike


def _modern(word: str) -> str:
    """German before 1996: "daß", "muß", "Schluß" as they are spelt now; "Maße" and "Masse" stay two words."""
    return _OLD_GERMAN.sub(lambda m: m.group().replace("ß", "ss"), word) if "ß" in word else word


def _one_swap(written: str, printed: str, one: str, other: str, behind: int) -> bool:
    """Whether replacing ``one`` by ``other`` at one place of ``written`` gives ``printed``; at least ``behind`` letters
    stand behind that place."""
    if len(written) - len(one) + len(other) != len(printed):
        return False
    at = written.find(one)
    while 0 <= at <= len(written) - len(one) - behind:
        if written[:at] + other + written[at + len(one) :] == printed:
            return True
        at = written.find(one, at + 1)
    return False
