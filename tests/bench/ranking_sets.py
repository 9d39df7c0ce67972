"""Question sets with gold sections, and the measures of a ranked list: nDCG and recall."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

Section = tuple[str, str]  # (source id of the act, number of the section in one spelling)


@dataclass(frozen=True)
class Question:
    """One query and the sections that answer it."""

    query: str
    kind: str
    gold: frozenset[Section]


def questions(path: Path) -> list[Question]:
    """The answerable questions of a file as ``questions/README.md`` describes it; a follow-up with what was asked before."""
    out = []
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        if not item["gold"]:
            continue
        asked = [turn["content"] for turn in item.get("history", []) if turn["role"] == "user"]
        gold = frozenset((g["act"], number(g["section"].split("/")[-1])) for g in item["gold"])
        out.append(Question(" ".join([*asked, item["question"]]), item["kind"], gold))
    return out


def number(label: str | None) -> str:
    """A section's number in one spelling: "§ 15-3", "15-3" → "15-3"; "Art 8", "Artikkel 8", "a8" → "a8"."""
    bare = re.sub(r"[§\s.]", "", (label or "").lower())
    return re.sub(r"^art(?:ikkel|icle|ikel)?(?=\d)", "a", bare)


def ndcg(ranked: Sequence[Section], gold: frozenset[Section], at: int = 10) -> float:
    """Binary gains; the parts of one section count as one place in the list."""
    places = list(dict.fromkeys(ranked))[:at]
    gained = sum(1 / math.log2(place + 2) for place, section in enumerate(places) if section in gold)
    return gained / sum(1 / math.log2(place + 2) for place in range(min(len(gold), at)))


def recall(ranked: Sequence[Section], gold: frozenset[Section], at: int) -> float:
    return len(gold & set(list(dict.fromkeys(ranked))[:at])) / len(gold)
