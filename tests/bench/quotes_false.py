"""Falsehoods of every kind: a true sentence with a word, a figure, a denial or the order changed, or put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

from engine.verify.negation import wide
from tests.bench.quotes_cases import WORD, Case, Text, plain
from tests.bench.quotes_damage import all_of_it


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
