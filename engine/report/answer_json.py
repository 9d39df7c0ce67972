"""An answer as the JSON object of the command line's contract, and back; a damaged file is refused with a plain sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from engine.errors import EnvironmentProblem, UserFacingError
from engine.types import Answer, Claim, Quote, QuoteStatus, Searched

STATUSES = ("verified", "not_found", "cannot_check")
MOST_BYTES = 50_000_000  # an answer is some kilobytes; a file larger than this is something else

T = TypeVar("T")


def answer_to_object(answer: Answer) -> dict[str, Any]:
    """The object with the keys of the contract, in its order."""
    return {
        "question": answer.question,
        "settled": answer.settled,
        "claims": [
            {
                "text": claim.text,
                "quotes": [quote_to_object(q) for q in claim.quotes],
                "unsupported": list(claim.unsupported),
            }
            for claim in answer.claims
        ],
        "evidence": [quote_to_object(q) for q in answer.evidence],
        "searched": [{"queries": list(s.queries), "packs": list(s.packs), "hits": s.hits} for s in answer.searched],
        "read": list(answer.read),
        "left_out": list(answer.left_out),
        "model": answer.model,
        "rounds": answer.rounds,
        "input_tokens": answer.input_tokens,
        "output_tokens": answer.output_tokens,
        "seconds": {"first_evidence": answer.seconds_first_evidence, "total": answer.seconds_total},
        "notes": list(answer.notes),
    }


def quote_to_object(quote: Quote) -> dict[str, Any]:
    return {
        "document": quote.document,
        "source_id": quote.source_id,
        "title": quote.title,
        "label": quote.label,
        "passage": quote.passage,
        "start": quote.start,
        "end": quote.end,
        "page": quote.page,
        "text": quote.text,
        "status": quote.status,
    }


def answer_to_json(answer: Answer) -> str:
    """One JSON object, indented, UTF-8 letters as they are."""
    return json.dumps(answer_to_object(answer), ensure_ascii=False, indent=2) + "\n"


def load_answer(path: Path) -> Answer:
    """Reads a saved answer. UserFacingError when the file is not one, EnvironmentProblem when it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UserFacingError(f"“{path}” is too large to be an answer of Ordrett; choose a saved answer (.json).")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserFacingError(f"“{path}” is not a saved answer: it is not UTF-8 text.") from error
    except OSError as error:
        raise EnvironmentProblem(f"“{path}” could not be read ({error.strerror or error}).") from error
    return answer_from_json(text, str(path))


def answer_from_json(text: str, name: str = "the answer") -> Answer:
    """The answer of a JSON text; ``name`` is what messages call it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserFacingError(
            f"“{name}” is not a saved answer: it is not whole JSON. Save the answer again."
        ) from error
    return answer_from_object(found, name)


def answer_from_object(found: Any, name: str = "the answer") -> Answer:
    """The answer of a parsed object. ``question``, ``claims`` and the parts of a quote must be there; of the log, what is
    missing is empty. Keys that are not known are passed over: a newer program may have written them."""
    reader = _Reader(name)
    whole = reader.mapping(found, "the file")
    seconds = reader.mapping(whole.get("seconds", {}), "seconds")
    return Answer(
        question=reader.text(whole, "question"),
        settled=reader.flag(whole, "settled"),
        claims=reader.each(whole, "claims", reader.claim, required=True),
        evidence=reader.each(whole, "evidence", reader.quote),
        searched=reader.each(whole, "searched", reader.searched),
        read=reader.texts(whole, "read"),
        left_out=reader.texts(whole, "left_out"),
        model=reader.text(whole, "model", ""),
        rounds=reader.count(whole, "rounds", 0),
        input_tokens=reader.count(whole, "input_tokens", 0),
        output_tokens=reader.count(whole, "output_tokens", 0),
        seconds_first_evidence=reader.seconds(seconds, "first_evidence"),
        seconds_total=reader.seconds(seconds, "total"),
        notes=reader.texts(whole, "notes"),
        id=None if whole.get("id") is None else reader.count(whole, "id"),
    )


class _Reader:
    """Reads parts of the object and says which part of which file is damaged."""

    def __init__(self, name: str) -> None:
        self.name = name

    def damaged(self, part: str) -> UserFacingError:
        return UserFacingError(
            f"“{self.name}” is not a whole answer: “{part}” is missing or damaged. Save the answer again."
        )

    def mapping(self, found: Any, part: str) -> dict[str, Any]:
        if not isinstance(found, dict):
            raise self.damaged(part)
        return found

    def text(self, found: dict[str, Any], key: str, default: str | None = None) -> str:
        value = found.get(key, default)
        if not isinstance(value, str):
            raise self.damaged(key)
        return value

    def optional_text(self, found: dict[str, Any], key: str) -> str | None:
        return None if found.get(key) is None else self.text(found, key)

    def flag(self, found: dict[str, Any], key: str) -> bool:
        value = found.get(key)
        if not isinstance(value, bool):
            raise self.damaged(key)
        return value

    def count(self, found: dict[str, Any], key: str, default: int | None = None) -> int:
        value = found.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.damaged(key)
        return value

    def seconds(self, found: dict[str, Any], key: str) -> float:
        value = found.get(key, 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            raise self.damaged(key)
        return float(value)

    def each(
        self, found: dict[str, Any], key: str, read: Callable[[dict[str, Any]], T], *, required: bool = False
    ) -> tuple[T, ...]:
        value = found.get(key, None if required else [])
        if not isinstance(value, list):
            raise self.damaged(key)
        return tuple(read(self.mapping(v, key)) for v in value)

    def texts(self, found: dict[str, Any], key: str) -> tuple[str, ...]:
        value = found.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.damaged(key)
        return tuple(value)

    def claim(self, found: dict[str, Any]) -> Claim:
        return Claim(
            text=self.text(found, "text"),
            quotes=self.each(found, "quotes", self.quote, required=True),
            unsupported=self.texts(found, "unsupported"),
        )

    def searched(self, found: dict[str, Any]) -> Searched:
        return Searched(self.texts(found, "queries"), self.texts(found, "packs"), self.count(found, "hits", 0))

    def quote(self, found: dict[str, Any]) -> Quote:
        """A status that is not known counts as not found: nothing is shown as a quote on a file's word."""
        status = found.get("status")
        return Quote(
            document=self.text(found, "document"),
            source_id=self.text(found, "source_id", ""),
            title=self.text(found, "title", ""),
            label=self.optional_text(found, "label"),
            passage=self.text(found, "passage", ""),
            start=self.count(found, "start"),
            end=self.count(found, "end"),
            page=None if found.get("page") is None else self.count(found, "page"),
            text=self.text(found, "text"),
            status=cast(QuoteStatus, status if status in STATUSES else "not_found"),
        )
