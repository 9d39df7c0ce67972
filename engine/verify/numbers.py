"""Number words of the eleven languages and their values: "seks" = 6, "fünfundzwanzig" = 25, "quatre-vingt-dix" = 90.

Tables are made from each language's own parts (ones, teens, tens and how they are joined). Words are folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from engine.text.stopwords import stop_words


@dataclass(frozen=True)
class _Speech:
    """How a language counts. ``under`` are the words of 0 … 19 ("/" between spellings), ``tens`` those of 20, 30 … 90."""

    under: str
    tens: str
    hundred: str
    thousand: str
    joins: tuple[str, ...] = ()  # "{tens}{one}" patterns of one word
    ands: str = ""  # words that may stand between parts
    more: str = ""  # "word=value"


_FI_ONES = (
    "yksi/yhden/yhtä/yhdessä/yhdestä/yhteen/yhdellä/yhdeltä/yhdelle/yhdeksi kaksi/kahden/kahta/kahdessa/kahdesta/kahteen/"
    "kahdella/kahdelta/kahdelle/kahdeksi kolme/kolmen/kolmea/kolmessa/kolmesta/kolmeen/kolmella/kolmelta/kolmelle/kolmeksi "
    "neljä/neljän/neljää/neljässä/neljästä/neljään/neljällä/neljältä/neljälle/neljäksi viisi/viiden/viittä/viidessä/viidestä/"
    "viiteen/viidellä/viideltä/viidelle/viideksi kuusi/kuuden/kuutta/kuudessa/kuudesta/kuuteen/kuudella/kuudelta/kuudelle/kuudeksi "
    "seitsemän/seitsemää/seitsemässä/seitsemästä/seitsemään/seitsemällä/seitsemäksi kahdeksan/kahdeksaa/kahdeksassa/kahdeksasta/"
    "kahdeksaan/kahdeksalla yhdeksän/yhdeksää/yhdeksässä/yhdeksästä/yhdeksään/yhdeksällä"
)

_DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_IT_TENS = "vent trent quarant cinquant sessant settant ottant novant"  # before a vowel

_SPEECH = {
    "no": _Speech(
        "null én/éin/éi/ett/eitt to tre fire fem seks sju/syv åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
        "tjue/tyve tretti/tredve førti/førr femti seksti sytti åtti nitti", "hundre", "tusen", ("{t}{o}", "{o}og{t}"), "og",
        "tjueen=21 enogtyve=21 trettien=31",
    ),
    "sv": _Speech(
        "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
        "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio", "hundra", "tusen", ("{t}{o}",), "och", "tjugoen=21",
    ),
    "da": _Speech(
        "nul én to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten",
        "tyve tredive fyrre halvtreds tres halvfjerds firs halvfems", "hundrede/hundred", "tusind/tusinde", ("{o}og{t}",), "og",
        "enogtyve=21 enogtredive=31",
    ),
    "en": _Speech(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
        "twenty thirty forty fifty sixty seventy eighty ninety", "hundred", "thousand", (), "and",
    ),
    "de": _Speech(
        "null eins zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
        "zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", "hundert", "tausend", ("{o}und{t}",), "und",
        " ".join(f"einund{t}={v}" for t, v in zip(_DE_TENS.split(), range(21, 100, 10)))
        + " zweier=2 dreier=3",
    ),
    "nl": _Speech(
        "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
        "twintig dertig veertig vijftig zestig zeventig tachtig negentig", "honderd", "duizend", ("{o}en{t}", "{o}ën{t}"), "en",
        "eenentwintig=21 eenendertig=31",
    ),
    "fi": _Speech(
        f"nolla {_FI_ONES} kymmenen/kymmentä/kymmenessä/kymmenestä/kymmeneen yksitoista/yhdentoista/yhtätoista "
        "kaksitoista/kahdentoista/kahtatoista kolmetoista/kolmentoista neljätoista/neljäntoista viisitoista/viidentoista "
        "kuusitoista/kuudentoista seitsemäntoista kahdeksantoista yhdeksäntoista",
        "kaksikymmentä/kahdenkymmenen kolmekymmentä/kolmenkymmenen neljäkymmentä/neljänkymmenen viisikymmentä/viidenkymmenen "
        "kuusikymmentä/kuudenkymmenen seitsemänkymmentä/seitsemänkymmenen kahdeksankymmentä/kahdeksankymmenen "
        "yhdeksänkymmentä/yhdeksänkymmenen", "sata/sadan/sataa", "tuhat/tuhannen/tuhatta", ("{t}{o}",),
    ),
    "fr": _Speech(
        "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
        "vingt trente quarante cinquante soixante septante quatre-vingt/quatre-vingts/huitante nonante", "cent/cents", "mille", (), "et",
    ),
    "es": _Speech(
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
        "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", "cien/ciento", "mil", (), "y",
        "veintiún=21 veintiuno=21 veintiuna=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 "
        "veintiocho=28 veintinueve=29 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 quinientos=500 "
        "quinientas=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900",
    ),
    "it": _Speech(
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
        "venti trenta quaranta cinquanta sessanta settanta ottanta novanta", "cento", "mille/mila", ("{t}{o}",), "e",
        " ".join(f"{t}{one}={v + n}" for t, v in zip(_IT_TENS.split(), range(20, 100, 10))
                 for one, n in (("uno", 1), ("otto", 8)))
        + " ventitré=23 trentatré=33",
    ),
    "pt": _Speech(
        "zero um dois/duas três quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis "
        "dezessete/dezassete dezoito dezenove/dezanove", "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
        "cem/cento", "mil", (), "e",
        "duzentos=200 duzentas=200 trezentos=300 quatrocentos=400 quinhentos=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900",
    ),
}  # fmt: skip

# Words that are an article too: 1 only before a unit of time or the like.
_ONES = (
    "en et ein ei ett eit én éi éin ett a an one eine einen einem einer eines een één un une uno una um uma yksi yhden"
)
ARTICLES = frozenset(_ONES.split())

_MILLION = {
    10**6: "million millioner millionar mill miljon miljoner mio millionen miljoen miljoona miljoonaa millions millón millones milione "
           "milioni milhão milhões mln",
    10**9: "milliard milliarder milliardar mrd miljard miljarder milliarden miljarden miljardi miljardia milliards miliardo miliardi",
}  # fmt: skip

# Neighbours whose short sentences cannot be told apart are read with each other's words too.
_GROUPS = {"no": ("no", "da", "sv"), "da": ("da", "no", "sv"), "sv": ("sv", "no", "da")}
_PARTS = re.compile(r"[-\s]+")


@cache
def _table(language: str) -> dict[str, int]:
    speech = _SPEECH[language]
    table: dict[str, int] = {}
    for value, spellings in enumerate(speech.under.split()):
        table.update(dict.fromkeys(spellings.split("/"), value))
    ones = [(word, value) for word, value in table.items() if 1 <= value <= 9]
    for value, spellings in zip(range(20, 100, 10), speech.tens.split(), strict=True):
        for tens in spellings.split("/"):
            table[tens] = value
            table.update({join.format(t=tens, o=o): value + v for join in speech.joins for o, v in ones})
    table.update({word: int(value) for word, _, value in (pair.partition("=") for pair in speech.more.split())})
    return table


@cache
def _scales(languages: tuple[str, ...]) -> dict[str, int]:
    """Words that multiply what stands before them."""
    scales = {word: value for value, words in _MILLION.items() for word in words.split()}
    for language in languages:
        speech = _SPEECH[language]
        scales.update(dict.fromkeys(speech.hundred.split("/"), 100))
        scales.update(dict.fromkeys(speech.thousand.split("/"), 1000))
    return scales


@dataclass(frozen=True)
class Counting:
    """The number words of a text's language (or of all, less what is a common word somewhere else)."""

    words: dict[str, int]
    scales: dict[str, int]
    ands: frozenset[str]

    def value(self, word: str) -> int | None:
        """The value of one folded word, glued ones too ("zweihundertfünfzig", "tohundre"); None when it is no number."""
        if word in self.words:
            return self.words[word]
        for scale, times in self.scales.items():
            head, found, tail = word.partition(scale)
            if not found or times > 1000 or len(scale) < 4 or not (head or tail):
                continue
            before = 1 if not head else self.words.get(head, 1 if head in ARTICLES else None)
            rest = tail.removeprefix("und").removeprefix("og").removeprefix("och")
            after = 0 if not tail else self.value(rest)
            if before is not None and after is not None and after < times:
                return before * times + after
        return None

    def read(self, words: Sequence[str], at: int) -> tuple[int, int] | None:
        """(value, how many words) of the number that begins at ``words[at]``: "to hundre og femti" → (250, 4). An article
        alone is no number."""
        total, part, number = 0, 0, at
        while number < len(words):
            before = number
            if number > at and words[number] in self.ands:
                number += 1
            value, taken = self._word(words, number, at)
            times = self.scales.get(words[number]) if number < len(words) else None
            joined = number > before
            if value is not None and (number == at or _adds(part, value, total)):
                part += value
                number += taken
            elif times is not None and not joined and (number > at or times <= 1000):
                part, total = (max(part, 1) * 100, total) if times == 100 else (0, total + max(part, 1) * times)
                number += 1
            else:
                number = before
                break
        return (total + part, number - at) if number > at else None

    def _word(self, words: Sequence[str], number: int, at: int) -> tuple[int | None, int]:
        """The value of the word, or of it and the next together ("quatre" "vingts"), and how many words that took."""
        if number >= len(words):
            return None, 0
        word, following = words[number], words[number + 1] if number + 1 < len(words) else ""
        if word + following in self.words and following in self.words:
            return self.words[word + following], 2
        if word in ARTICLES:
            counts = number > at or following in self.scales
            return (1 if counts else None), 1
        return self.value(word), 1


def _adds(part: int, value: int, total: int) -> bool:
    """Whether a value goes on the number so far ("hundre og fem", "vingt et un") or begins another ("fem og seks")."""
    rest = part % 100
    if part == 0:
        return total > 0 and value > 0
    if rest == 0:
        return 0 < value < 100
    if rest in (60, 80):
        return 0 < value < 20
    return rest >= 20 and rest % 10 == 0 and 0 < value < 10


@cache
def counting(language: str | None) -> Counting:
    """The number words to read a text of ``language`` with; None: of every language, less the words that are an everyday
    word of another ("to", "sex" …)."""
    languages = _GROUPS.get(language, (language,)) if language else tuple(_SPEECH)
    words: dict[str, int] = {}
    clash: set[str] = set()
    for one in languages:
        for word, value in _table(one).items():
            if words.setdefault(word, value) != value:
                clash.add(word)
    if language is None:
        clash |= {w for one in _SPEECH for w in words if w not in _table(one) and w in stop_words(one)}
    chosen = {_spaced(w): v for w, v in words.items() if w not in clash}
    return Counting(chosen, _scales(languages), _ands(languages))


@cache
def guessed(language: str | None) -> Counting:
    """For a text too short to tell its language: the number words of all, and those of the language it may be in."""
    every = counting(None)
    if language is None:
        return every
    likely = counting(language)
    return Counting(every.words | likely.words, every.scales | likely.scales, every.ands | likely.ands)


def _spaced(word: str) -> str:
    return _PARTS.sub("", word)


def _ands(languages: Iterable[str]) -> frozenset[str]:
    return frozenset(_SPEECH[language].ands for language in languages) - {""}
