"""True quotes with the damage that printing, converting and scanning do to their sources."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from random import Random

from engine.verify.negation import core
from tests.bench.quotes_cases import LEAST, WORD, Case, Text


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
