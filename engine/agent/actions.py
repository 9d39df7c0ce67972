"""What the model may say: one JSON object a turn. Its grammar for llama.cpp, and reading it back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.agent.shown import Shown
from engine.text.sentences import sentences

# Lengths in characters: short fields only, a small model that is let run on does not come back.
QUERY = 120
WORDS = 320
CLAIM = 280
MOST_QUERIES = 3
MOST_PASSAGES = 3
MOST_CLAIMS = 3
MOST_IDS = 3  # sentences for one claim
LEAST_CLAIM = 8  # characters of a plain sentence


class FormatError(Exception):
    """What the model wrote is no allowed action; the text tells it why."""


@dataclass(frozen=True)
class Said:
    """One claim as the model gave it: its own sentence, and either the source's words or ids of sentences."""

    text: str
    words: str = ""
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Action:
    """One turn: a tool with its argument, an answer, or a claim (of a model that may only choose). ``settled`` is only the
    model's opinion."""

    do: str
    queries: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    name: str = ""
    claims: tuple[Said, ...] = ()
    settled: bool = False


def grammar(offered: Sequence[str], shown: Shown, quotes: str) -> str:
    """GBNF for the actions offered now; ids are limited to those in context, so that none can be invented.

    A tool that needs an id is left out while there is none. Where only one action is offered, its name is not asked for.
    """
    rules = {"char": r'[^"\\\x00-\x1f\x7f]', "ws": '" "?'}
    ways: list[str] = []
    if "search" in offered:
        ways.append("search")
        rules["query"] = f'"\\"" char{{3,{QUERY}}} "\\""'
        rules["search"] = _object(
            offered, "search", f'"\\"queries\\":[" query ("," ws query){{0,{MOST_QUERIES - 1}}} "]"'
        )
    if "read" in offered and shown.passage_keys():
        ways.append("read")
        rules["passage"] = _either(shown.passage_keys())
        rules["read"] = _object(
            offered, "read", f'"\\"passages\\":[" passage ("," ws passage){{0,{MOST_PASSAGES - 1}}} "]"'
        )
    if "find_document" in offered:
        ways.append("find")
        rules["find"] = _object(offered, "find_document", f'"\\"name\\":\\"" char{{2,{QUERY}}} "\\""')
    if "outline" in offered and shown.document_keys():
        ways.append("outline")
        rules["document"] = _either(shown.document_keys())
        rules["outline"] = _object(offered, "outline", '"\\"document\\":" document')
    if "answer" in offered:
        ways.append("answer")
        rules |= _answer_rules(offered, shown, quotes)
    if "claim" in offered:
        ways.append("claim")
        rules |= _claim_rules(shown, quotes)
    lines = [f"root ::= {' | '.join(ways)}", *(f"{name} ::= {body}" for name, body in rules.items())]
    return "\n".join(lines) + "\n"


def _answer_rules(offered: Sequence[str], shown: Shown, quotes: str) -> dict[str, str]:
    """The answer of a model that drives: the deciding words come first, whether it is settled last, because models that
    must say "settled" first say no to everything (ANSWERING, Quotes)."""
    rules = _one(shown, quotes)
    rules["answer"] = _object(
        offered,
        "answer",
        f'"\\"claims\\":[" (one ("," ws one){{0,{MOST_CLAIMS - 1}}})? "]," ws "\\"settled\\":" ws ("true" | "false")',
    )
    return rules


def _claim_rules(shown: Shown, quotes: str) -> dict[str, str]:
    """The answer of a model that only chooses: one claim or two by ids, or one plain sentence; and no way out. Given a
    way out the starter model took it every time, and asked for the deciding words it copied headings (12 questions)."""
    if quotes == "ids" and shown.sentence_keys():
        return {**_one(shown, quotes), "claim": 'one ("," ws one)?'}
    return {"claim": rf"[^\x00-\x1f\x7f{{}}]{{{LEAST_CLAIM},{CLAIM}}}"}


def _one(shown: Shown, quotes: str) -> dict[str, str]:
    claim = f'"\\"claim\\":" ws "\\"" char{{2,{CLAIM}}} "\\""'
    if quotes == "ids" and shown.sentence_keys():
        ids = f'"\\"sentences\\":" ws "[" sentence ("," ws sentence){{0,{MOST_IDS - 1}}} "]"'
        return {"sentence": _either(shown.sentence_keys()), "one": f'"{{" {ids} "," ws {claim} "}}"'}
    return {"one": f'"{{" "\\"words\\":" ws "\\"" char{{0,{WORDS}}} "\\"" "," ws {claim} "}}"'}


def _object(offered: Sequence[str], do: str, fields: str) -> str:
    name = f'"\\"do\\":" ws "\\"{do}\\"," ws ' if len(offered) > 1 else ""
    return f'"{{" {name}{fields} "}}"'


def _either(keys: Sequence[str]) -> str:
    return " | ".join(f'"\\"{key}\\""' for key in keys)


def parse(text: str, offered: Sequence[str], shown: Shown) -> Action:
    """The action in what the model wrote. Raises FormatError with a sentence for the model.

    A grammar makes this hold already; it is checked anyway, for models that run without one and replies that were cut.
    """
    if tuple(offered) == ("claim",):
        if "{" not in text and len(text.strip()) >= LEAST_CLAIM:
            plain = " ".join(text.split())
            return Action("claim", claims=tuple(Said(plain[a:b]) for a, b in sentences(plain)), settled=True)
        text = f'{{"claims":[{text}]}}'
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise FormatError("Write one JSON object and nothing else.")
    try:
        value = json.loads(text[begin : end + 1])
    except ValueError:
        raise FormatError("That is not valid JSON. Write one JSON object and nothing else.") from None
    if not isinstance(value, dict):
        raise FormatError("Write one JSON object and nothing else.")
    do = value.get("do", offered[0] if len(offered) == 1 else None)
    if do not in offered:
        raise FormatError(f'"do" must be one of: {", ".join(offered)}.')
    if do == "search":
        return Action(do, queries=_texts(value, "queries", MOST_QUERIES))
    if do == "read":
        return Action(do, ids=_known(_texts(value, "passages", MOST_PASSAGES), shown.passage_keys(), "passage"))
    if do == "find_document":
        return Action(do, name=_text(value, "name"))
    if do == "outline":
        return Action(do, ids=_known((_text(value, "document"),), shown.document_keys(), "document"))
    return _answer(str(do), value, shown)


def _answer(do: str, value: dict[str, Any], shown: Shown) -> Action:
    claims = value.get("claims")
    if not isinstance(claims, list):
        raise FormatError('"claims" must be a list.')
    said = []
    for one in claims[:MOST_CLAIMS]:
        if not isinstance(one, dict):
            raise FormatError('Each claim is an object with "words" and "claim".')
        ids = _texts(one, "sentences", MOST_IDS) if "sentences" in one else ()
        said.append(
            Said(
                " ".join(_text(one, "claim").split()),
                str(one.get("words") or "").strip(),
                _known(ids, shown.sentence_keys(), "sentence"),
            )
        )
    return Action(do, claims=tuple(said), settled=value.get("settled") is not False)


def _text(value: dict[str, Any], key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or not text.strip():
        raise FormatError(f'"{key}" must be a text that is not empty.')
    return text.strip()


def _texts(value: dict[str, Any], key: str, most: int) -> tuple[str, ...]:
    texts = value.get(key)
    if not isinstance(texts, list) or not texts or not all(isinstance(t, str) and t.strip() for t in texts):
        raise FormatError(f'"{key}" must be a list of texts.')
    return tuple(dict.fromkeys(t.strip() for t in texts[:most]))


def _known(ids: tuple[str, ...], known: Sequence[str], what: str) -> tuple[str, ...]:
    unknown = [key for key in ids if key not in known]
    if unknown:
        raise FormatError(f"There is no {what} {', '.join(unknown)}; use only ids shown above.")
    return ids
