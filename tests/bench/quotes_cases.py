"""What the bench ``quotes`` is made of: passages with one of their sentences, and the cases made from them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.text.sentences import sentences

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
