"""Makes true quotes with the damage that printing, converting and scanning do, and false ones of every kind.

Passages and sentences are given; everything else is drawn from a seeded generator, so that a run can be repeated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.text.sentences import sentences
from engine.verify.negation import core, wide

LEAST, MOST = 40, 400  # characters of a sentence that is quoted
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Case:
    """One check: is ``quote`` in ``source``? ``gold`` is the source's own stretch when it is true."""

    kind: str
    language: str
    source: str
    quote: str
    gold: str | None


@dataclass
class Text:
    """A passage of about 2,000 characters with one of its sentences, and what is needed to falsify it."""

    language: str
    passage: str
    start: int
    end: int
    others: list[str]  # other sentences of the passage
    elsewhere: str  # a sentence of another passage
    vocabulary: Vocabulary

    @property
    def sentence(self) -> str:
        return self.passage[self.start : self.end]


@dataclass
class Vocabulary:
    """The words of one language, by length and by beginning, to find one that is near another."""

    words: list[str]
    by_stem: dict[str, list[str]] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    @staticmethod
    def of(texts: Sequence[str]) -> Vocabulary:
        counts: dict[str, int] = {}
        for text in texts:
            for word in WORD.findall(text):
                counts[word] = counts.get(word, 0) + 1
        words = sorted(word for word, count in counts.items() if count > 1)
        out = Vocabulary(words, known=frozenset(words))
        for word in words:
            if len(word) >= 5:
                out.by_stem.setdefault(word[: max(4, len(word) - 3)].lower(), []).append(word)
        return out


def texts(language: str, passages: Sequence[str], rng: Random, count: int) -> Iterator[Text]:
    """``count`` passages with a sentence each that stands in them once."""
    vocabulary = Vocabulary.of(passages)
    made, tried = 0, 0
    while made < count and tried < 20 * count:
        tried += 1
        passage = unicodedata.normalize("NFC", rng.choice(passages))
        spans = [(a, b) for a, b in sentences(passage) if LEAST <= b - a <= MOST and "\n" not in passage[a:b]]
        spans = [
            s
            for s in spans
            if plain(passage).count(plain(passage[s[0] : s[1]])) == 1 and _sayable(passage[s[0] : s[1]])
        ]
        if len(spans) < 3:
            continue
        a, b = rng.choice(spans)
        others = [passage[c:d] for c, d in spans if (c, d) != (a, b)]
        yield Text(language, passage, a, b, others, _sentence(rng.choice(passages)), vocabulary)
        made += 1


def _sayable(sentence: str) -> bool:
    """Six words at least, none of them dots or dashes alone."""
    words = sentence.split(" ")
    return len(words) >= 6 and sentence[0].isalnum() and all(any(c.isalnum() or c in "§%–-" for c in w) for w in words)


def _sentence(passage: str) -> str:
    spans = [(a, b) for a, b in sentences(passage) if LEAST <= b - a <= MOST]
    return passage[slice(*spans[0])] if spans else "Lorem ipsum dolor sit amet consectetur."


def plain(text: str) -> str:
    """Letters and figures alone: what must be equal between a true quote and its source. Written apart from the engine's
    own rules on purpose."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold().replace("\u00ad", ""))


# ---- damage by printing: of the source, the quote being clean


def as_printed(text: str, rng: Random) -> str:
    return text


def ligatures(text: str, rng: Random) -> str:
    for letters, one in (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
        text = text.replace(letters, one)
    return text


def line_ends(text: str, rng: Random, mark: str = "-") -> str:
    """Set in lines of 45 to 80 characters, long words divided."""
    width, lines, line = rng.randint(45, 80), [], ""
    for word in re.split(r" ", text):
        if len(line) + 1 + len(word) > width:
            room = width - len(line) - 2
            letters = WORD.fullmatch(word.rstrip(".,;:"))
            if letters and len(word) >= 7 and 3 <= room <= len(word) - 4:
                lines.append(f"{line} {word[:room]}{mark}")
                line = word[room:]
            else:
                lines.append(line)
                line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def soft_hyphens(text: str, rng: Random) -> str:
    return WORD.sub(lambda m: m.group()[:4] + "\u00ad" + m.group()[4:] if len(m.group()) > 7 else m.group(), text)


def soft_line_ends(text: str, rng: Random) -> str:
    return line_ends(text, rng, mark="\u00ad")


def spaces(text: str, rng: Random) -> str:
    return "".join(rng.choice("\u00a0\u202f\u2009  ") if c == " " else c for c in text)


def line_breaks(text: str, rng: Random) -> str:
    return "".join(rng.choice(["\n", "  ", " ", " ", " \n    "]) if c == " " else c for c in text)


def marks(text: str, rng: Random) -> str:
    """Curly for straight quotation marks, long dashes, one-character dots, prime for apostrophe."""
    text = re.sub(r"\"([^\"]*)\"", lambda m: rng.choice(["«{}»", "“{}”", "„{}“"]).format(m[1]), text)
    text = text.replace("'", "’").replace(" - ", rng.choice([" – ", " — "])).replace("...", "…")
    return re.sub(r"(?<=\d)-(?=\d)", rng.choice("–‑-"), text)


def decomposed(text: str, rng: Random) -> str:
    return unicodedata.normalize("NFD", text)


def emphasis(text: str, rng: Random) -> str:
    words = text.split(" ")
    for _ in range(2):
        at = rng.randrange(len(words))
        words[at] = f"**{words[at]}**"
    return " ".join(words)


def page_break(text: str, rng: Random) -> str:
    at = [m.start() for m in re.finditer(r"(?<=[^\W\d_]) (?=[^\W\d_])", text)]
    if not at:
        return text
    cut = rng.choice(at)
    number = rng.choice(["{}", "- {} -", "Side {}", "{} / 40"]).format(rng.randint(2, 39))
    return f"{text[:cut]}\n\n{number}\n\n{text[cut + 1 :]}"


def all_of_it(text: str, rng: Random) -> str:
    return spaces(ligatures(line_ends(marks(text, rng), rng), rng), rng)


# What Tesseract made of the clean and the noisy scans of the corpora (not the fax), and how often of 67 errors: specks
# taken for accents, spaces lost, strokes joined or parted.
SPECKS = ("eė", "eé", "eè", "uù", "uü", "uú", "nñ", "oô", "hħ", "sš", "cċ", "aå", "aä", "aá", "tť", "iï", "iì", "øö")
SCANNED = [(speck[0], speck[1], 36 / len(SPECKS)) for speck in SPECKS] + [
    (" ", "", 10), ("rn", "m", 5), ("og", "0g", 5), ("i", "j", 2), ("v", "y", 2), ("§", "$", 2), ("n", "h", 1), ("t", "r", 1), ("h", "li", 1),
    ("m", "ni", 1), ("f", "t", 1),
]  # fmt: skip
SCAN_ERROR_EVERY = 250  # characters; those scans have one in 150 to 300


def scanned(text: str, rng: Random) -> str:
    for _ in range(sum(rng.random() < 0.5 for _ in range(max(1, 2 * len(text) // SCAN_ERROR_EVERY)))):
        one, other, _ = rng.choices(SCANNED, [weight for _, _, weight in SCANNED])[0]
        at = [m.start() for m in re.finditer(re.escape(one), text)]
        if at:
            place = rng.choice(at)
            text = text[:place] + other + text[place + len(one) :]
    return text


Damage = Callable[[str, Random], str]
PRINTING: dict[str, Damage] = {
    "as printed": as_printed, "ligatures": ligatures, "line ends": line_ends, "soft hyphens": soft_hyphens,
    "soft hyphens at line ends": soft_line_ends, "kinds of space": spaces, "line breaks": line_breaks, "quotation marks and dashes": marks,
    "decomposed letters": decomposed, "emphasis": emphasis, "page break inside": page_break, "several at once": all_of_it,
    "light scan errors": scanned,
}  # fmt: skip


def true_cases(text: Text, rng: Random) -> Iterator[Case]:
    """One case of each kind of damage, and a part of the sentence, and other case and marks in the quote."""
    head, tail = text.passage[: text.start], text.passage[text.end :]
    for kind, damage in PRINTING.items():
        there = damage(text.sentence, rng)
        yield Case(kind, text.language, head + there + tail, text.sentence, there)
    if part := _part(text.sentence, text.language, rng):
        yield Case("part of a sentence", text.language, text.passage, part, part)
    quoted = (
        f"«{text.sentence.rstrip('.').upper()}»"
        if "ß" not in text.sentence and rng.random() < 0.5
        else marks(line_breaks(text.sentence, rng), rng)
    )
    yield Case("quote in other marks", text.language, text.passage, quoted, text.sentence)


def _part(sentence: str, language: str, rng: Random) -> str | None:
    """A run of whole words that does not stop beside a denying word."""
    words = sentence.split(" ")
    first = rng.randrange(0, max(1, len(words) // 3))
    last = rng.randrange(min(len(words) - 1, first + 5), len(words))
    part = " ".join(words[first : last + 1])
    beside = {w.lower().strip(".,;:()") for w in words[max(0, first - 1) : first] + words[last + 1 : last + 2]}
    edges = re.match(r"^[^\W\d_].*[^\W\d_]$", part, re.DOTALL) and not re.match(
        r"^[\d§(]|^-", " ".join(words[last + 1 : last + 2])
    )
    return (
        part
        if len(part) >= LEAST and edges and beside.isdisjoint(core(language)) and not words[first][0].isdigit()
        else None
    )


# ---- falsehoods: of the quote, the source being true


def _swap_word(text: Text, rng: Random, other: Callable[[str], str | None], at: int | None = None) -> str | None:
    found = list(WORD.finditer(text.sentence))
    if at is None:
        found = [m for m in found if len(m.group()) > 3]
        rng.shuffle(found)
    else:
        found = [found[at]]
    for m in found:
        if (word := other(m.group())) and word.lower() != m.group().lower():
            return text.sentence[: m.start()] + word + text.sentence[m.end() :]
    return None


def another_word(text: Text, rng: Random) -> str | None:
    return _swap_word(text, rng, lambda _: rng.choice(text.vocabulary.words))


def first_word(text: Text, rng: Random) -> str | None:
    return _swap_word(text, rng, lambda _: rng.choice(text.vocabulary.words), 0)


def last_word(text: Text, rng: Random) -> str | None:
    return _swap_word(text, rng, lambda _: rng.choice(text.vocabulary.words), -1)


def another_ending(text: Text, rng: Random) -> str | None:
    """A word of the same stem: another number, time, or person."""
    return _swap_word(
        text, rng, lambda w: next((o for o in text.vocabulary.by_stem.get(w[: max(4, len(w) - 3)].lower(), []) if o.lower() != w.lower()), None)
    )  # fmt: skip


ALPHABET = "abcdefghijklmnopqrstuvwxyzåäöæøéüß"
STROKES = (("rn", "m"), ("m", "rn"), ("i", "l"), ("l", "i"), ("c", "e"), ("e", "c"), ("a", "ä"), ("o", "ö"), ("u", "ü"), ("o", "ø"),
           ("e", "é"), ("a", "å"), ("cl", "d"), ("d", "cl"), ("h", "b"), ("f", "t"), ("u", "n"), ("n", "u"))  # fmt: skip


def look_alike(text: Text, rng: Random) -> str | None:
    """A real word that one stroke, one letter or an accent makes of it."""

    def near(word: str) -> str | None:
        swaps = [word[: m.start()] + b + word[m.end() :] for a, b in STROKES for m in re.finditer(a, word)]
        swaps += [word[:i] + c + word[i + 1 :] for i in range(len(word)) for c in ALPHABET]
        swaps += [word[:i] + word[i + 1 :] for i in range(len(word))]
        return next((s for s in swaps if s in text.vocabulary.known and s.lower() != word.lower()), None)

    return _swap_word(text, rng, near)


FUNCTION = {
    "no": ("og eller", "kan skal", "må kan", "før etter", "minst høyst", "senest tidligst", "til fra", "alle noen", "hvis når", "over under"),
    "sv": ("och eller", "får ska", "kan skall", "före efter", "minst högst", "till från", "alla några", "om när", "över under"),
    "da": ("og eller", "kan skal", "må kan", "før efter", "mindst højst", "senest tidligst", "til fra", "hvis når", "over under"),
    "en": ("and or", "may shall", "must may", "before after", "above below", "to from", "all any", "if when", "less more"),
    "de": ("und oder", "kann muss", "darf soll", "vor nach", "mindestens höchstens", "alle einige", "wenn weil", "über unter", "ist war"),
    "fi": ("ja tai", "voi saa", "ennen jälkeen", "kaikki jotkut", "jos kun", "yli alle", "on oli", "saa voi"),
    "nl": ("en of", "kan moet", "voor na", "ten_minste ten_hoogste", "alle enige", "indien wanneer", "boven onder", "van tot"),
    "fr": ("et ou", "peut doit", "avant après", "plus moins", "tous certains", "si quand", "dans hors", "est était"),
}  # fmt: skip


def function_word(text: Text, rng: Random) -> str | None:
    pairs = [p.replace("_", " ").split(" ", 1) for p in FUNCTION[text.language]]
    for a, b in rng.sample(pairs, len(pairs)):
        for one, other in ((a, b), (b, a)):
            if found := re.search(rf"\b{one}\b", text.sentence):
                return text.sentence[: found.start()] + other + text.sentence[found.end() :]
    return None


def figure(text: Text, rng: Random) -> str | None:
    found = list(re.finditer(r"\d+", text.sentence))
    if not found:
        return None
    m = rng.choice(found)
    number = m.group()
    other = rng.choice(
        [str(int(number) + 1), number + "0", "1" + number, str(max(0, int(number) - 1)), number[::-1] + "1"]
    )
    return text.sentence[: m.start()] + other + text.sentence[m.end() :] if other != number else None


def denial_removed(text: Text, rng: Random) -> str | None:
    found = [
        m for m in re.finditer(r"\b[^\W\d_]+\b ?", text.sentence) if m.group().strip().lower() in wide(text.language)
    ]
    if not found:
        return None
    m = rng.choice(found)
    return text.sentence[: m.start()] + text.sentence[m.end() :]


ADDED = {"no": "ikke", "sv": "inte", "da": "ikke", "en": "not", "de": "nicht", "fi": "ei", "nl": "niet", "fr": "pas"}


def denial_added(text: Text, rng: Random) -> str | None:
    words = text.sentence.split(" ")
    words.insert(rng.randrange(1, len(words)), ADDED[text.language])
    return " ".join(words)


def word_removed(text: Text, rng: Random) -> str | None:
    words = text.sentence.split(" ")
    at = rng.randrange(1, len(words) - 1)
    return " ".join(words[:at] + words[at + 1 :]) if WORD.search(words[at]) else None


def word_added(text: Text, rng: Random) -> str | None:
    words = text.sentence.split(" ")
    words.insert(rng.randrange(1, len(words)), rng.choice(text.vocabulary.words))
    return " ".join(words)


def end_added(text: Text, rng: Random) -> str | None:
    more = " ".join(rng.sample(text.vocabulary.words, 2))
    return f"{more.capitalize()} {text.sentence}" if rng.random() < 0.5 else f"{text.sentence.rstrip('.')} {more}."


def neighbours_swapped(text: Text, rng: Random) -> str | None:
    words = text.sentence.split(" ")
    at = rng.randrange(0, len(words) - 1)
    words[at], words[at + 1] = words[at + 1], words[at]
    return " ".join(words)


def halves_swapped(text: Text, rng: Random) -> str | None:
    words = text.sentence.rstrip(".").split(" ")
    half = len(words) // 2
    return " ".join(words[half:] + words[:half])


def joined(text: Text, rng: Random) -> str | None:
    """The beginning of one sentence and the end of another, or two that do not follow each other."""
    other = rng.choice(text.others)
    if rng.random() < 0.5:
        return f"{text.sentence} {other}"
    mine, theirs = text.sentence.split(" "), other.split(" ")
    return " ".join(mine[: len(mine) // 2] + theirs[len(theirs) // 2 :])


def dots_over_denial(text: Text, rng: Random) -> str | None:
    words = text.sentence.split(" ")
    at = [i for i, w in enumerate(words) if w.lower().strip(".,;") in wide(text.language) and 0 < i < len(words) - 1]
    if not at:
        return None
    i = rng.choice(at)
    return " ".join([*words[:i], rng.choice(["…", "...", "[…]"]), *words[i + 1 :]])


def dots_apart(text: Text, rng: Random) -> str | None:
    """Two halves of two sentences behind and before dots, the second of them first in the source or far away."""
    other = rng.choice(text.others)
    mine, theirs = text.sentence.split(" "), other.split(" ")
    if text.passage.find(other) > text.start:
        mine, theirs = theirs, mine
    return f"{' '.join(mine[: max(6, len(mine) // 2)])} … {' '.join(theirs[-max(6, len(theirs) // 2) :])}"


def _near(quote: str, passage: str) -> bool:
    """Whether the two halves stand in order and close together after all."""
    head, tail = (plain(half) for half in quote.split("…"))
    at = plain(passage).find(head)
    return at >= 0 and 0 <= plain(passage).find(tail, at) - at - len(head) <= 250


def from_elsewhere(text: Text, rng: Random) -> str | None:
    return text.elsewhere


Falsehood = Callable[[Text, Random], str | None]
FALSE: dict[str, Falsehood] = {
    "another word": another_word, "another first word": first_word, "another last word": last_word, "another ending": another_ending,
    "a look-alike word": look_alike, "a small word changed": function_word, "a figure changed": figure, "a denial removed": denial_removed,
    "a denial added": denial_added, "a word removed": word_removed, "a word added": word_added, "words added at an end": end_added,
    "neighbours swapped": neighbours_swapped, "halves swapped": halves_swapped, "two sentences joined": joined,
    "dots over a denial": dots_over_denial, "dots between places apart": dots_apart, "from elsewhere": from_elsewhere,
}  # fmt: skip


def false_cases(text: Text, rng: Random) -> Iterator[Case]:
    """One case of each falsehood that this sentence allows; the source is printed with damage in half of them. A change
    that happens to give words which do stand in the source is left out."""
    head, tail = text.passage[: text.start], text.passage[text.end :]
    for kind, make in FALSE.items():
        quote = make(text, rng)
        if quote is None or plain(quote) in plain(text.passage) or (make is dots_apart and _near(quote, text.passage)):
            continue
        there = all_of_it(text.sentence, rng) if rng.random() < 0.5 else text.sentence
        yield Case(kind, text.language, head + there + tail, quote, None)
