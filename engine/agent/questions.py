"""Cuts a question into the questions inside it, and widens a follow-up with what was asked before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.language import detect_question
from engine.text.normalise import fold_text
from engine.text.sentences import sentences
from engine.text.stopwords import stop_words
from engine.text.tokens import tokens

MOST_QUESTIONS = 3  # design: Answering, stage 1
LEAST_WORDS = 2  # content words of a part that is worth a search of its own
FEW_WORDS = 3  # a question with no more content words than this leans on what was asked before, if anything was

# ", og hvor lenge …": a question word after a joining word opens a new question. The eleven languages.
_ASKING = (
    "hva|hvem|hvor|hvordan|hvorfor|hvilke[nt]?|når|kva|kven|korleis|kvifor|kor|hvad|hvornår|vad|vem|hur|varför|vilken|"
    "vilka|what|who|when|where|how|why|which|was|wer|wann|wo|wie|warum|welche[rsnm]?|mitä|kuka|milloin|missä|miten|miksi|"
    "wat|wie|wanneer|waar|hoe|waarom|welke|que|quoi|qui|quand|où|comment|pourquoi|quel(?:le)?s?|qué|quién|cuándo|dónde|cómo|"
    "cuánto|cuál(?:es)?|che|chi|quando|dove|come|perché|quale|quali|quanto|quem|onde|como|qual|quais|kan|må|skal|kann|muss|can|must|may"
)
_JOIN = re.compile(
    rf"(?:,|;|\bog\b|\boch\b|\band\b|\bund\b|\bja\b|\ben\b|\bet\b|\by\b|\be\b)\s+(?:og\s+|och\s+|and\s+|und\s+)?(?=(?:{_ASKING})\b)",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"^(?:og|men|hva med|hva om|enn|gjelder det(?:te)?|hvor lenge da|and|but|what about|how about|und|aber|was ist mit|och|men|"
    r"vad gäller|et|mais|y|pero|e|ma|mas|en|maar|entä)\b|"
    r"\b(?:den|det|denne|dette|disse|da|der|it|that|this|those|then|dies(?:e[rsmn]?)?|das|dann|ihn|dem|detta|denna|dessa|hen|hun|han)\b",
    re.IGNORECASE,
)


def questions_inside(question: str) -> list[str]:
    """The question as a whole first, then up to three questions inside it, if it holds more than one."""
    parts = [question[a:b].strip() for a, b in sentences(question)]
    parts = [piece.strip(" ,;") for part in parts for piece in _JOIN.split(part)]
    parts = [part for part in parts if _content_words(part) >= LEAST_WORDS]
    if len(parts) < 2:
        return [question]
    asked = [part for part in parts if part.endswith("?")] or parts
    told = [part for part in parts if part not in asked]
    return [question, *(asked + told)[:MOST_QUESTIONS]]


def is_follow_up(question: str, history: Sequence[tuple[str, str]]) -> bool:
    """Whether a question leans on the conversation: short, or with a word that points back."""
    if not history:
        return False
    return _content_words(question) <= FEW_WORDS or bool(_LEANING.search(question))


def standalone(question: str, history: Sequence[tuple[str, str]]) -> str:
    """The question with the last one that stood alone put before it, when it leans on it."""
    if not is_follow_up(question, history):
        return question
    earlier = [asked for asked, _ in history]
    return f"{earlier[-1]} {question}"


def _content_words(text: str) -> int:
    language = detect_question(text)
    small = stop_words(language) if language else frozenset()
    return sum(1 for token in tokens(fold_text(text)) if token.text not in small)
