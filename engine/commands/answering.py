"""``ordrett ask``, ``verify`` and ``export``."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from engine.commands.shared import Parsers, as_json, batch_lines, command, matter_of, open_workspace, print_json
from engine.errors import EnvironmentProblem, UserFacingError
from engine.report.answer_json import answer_to_object, load_answer
from engine.types import Answer, Quote
from engine.verify.check import quotes_of
from engine.verify.claims import faults

History = list[tuple[str, str]]
WIDTH = 100


def add(parsers: Parsers) -> None:
    ask = command(parsers, "ask", run_ask, "ask; every quote of the answer is checked against its source")
    ask.add_argument("question", nargs="?", metavar="QUESTION")
    ask.add_argument("--model", metavar="NAME", help='a model by name, or "none" for the evidence alone')
    ask.add_argument("--history", metavar="FILE", help='the conversation so far: a JSON list of {"role", "content"}')
    ask.add_argument(
        "--batch", metavar="FILE", help='JSON lines {"id", "question", "history"?}; "-" for standard input'
    )
    verify = command(parsers, "verify", run_verify, "check every quote of a saved answer again")
    verify.add_argument("answer", metavar="ANSWER.json")
    export = command(parsers, "export", run_export, "write the report of a saved answer")
    export.add_argument("answer", metavar="ANSWER.json")
    export.add_argument("--format", choices=["html", "md"], default="html")
    export.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: the screen)")


def run_ask(options: argparse.Namespace) -> int:
    if not options.question and not options.batch:
        raise UserFacingError("Nothing was asked: give a question, or --batch with a file of questions.")
    with open_workspace(options) as workspace:
        matter = matter_of(workspace, options)
        if options.batch:
            for line in batch_lines(options.batch):
                question = line.get("question")
                if not isinstance(question, str) or not question.strip():
                    raise UserFacingError(f"The line with id {line.get('id')!r} has no question.")
                answer = workspace.ask(matter, question, model=options.model, history=_pairs(line.get("history")))
                print_json({"id": line.get("id"), **answer_to_object(answer)})
            return 0
        history = _history(options.history) if options.history else []
        answer = workspace.ask(matter, options.question, model=options.model, history=history, on_event=_trace(options))
    if as_json(options):
        print_json(answer_to_object(answer))
    else:
        print(_plain(answer))
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Exit 1 if any quote of the answer is not verified, or a claim says what its quotes do not."""
    with open_workspace(options) as workspace:
        answer = workspace.verify(load_answer(Path(options.answer)), matter=matter_of(workspace, options))
    quotes = list(quotes_of(answer))
    bad = [quote for quote in quotes if quote.status != "verified"]
    if as_json(options):
        rows = [{"source_id": q.source_id, "label": q.label, "status": q.status, "text": q.text} for q in quotes]
        print_json(
            {"quotes": len(quotes), "verified": len(quotes) - len(bad), "checked": rows, "claims": list(faults(answer))}
        )
    else:
        print(f"{len(quotes) - len(bad)} of {len(quotes)} quotes verified.")
    if bad:
        first = bad[0]
        what = "was not found in" if first.status == "not_found" else "cannot be checked against"
        print(
            f"{len(bad)} of {len(quotes)} quotes do not hold; the first {what} {_where(first)}: “{' '.join(first.text.split())[:120]}”",
            file=sys.stderr,
        )
        return 1
    if wrong := list(faults(answer)):
        print(wrong[0], file=sys.stderr)
        return 1
    return 0


def run_export(options: argparse.Namespace) -> int:
    if options.output and Path(options.output).resolve() == Path(options.answer).resolve():
        raise UserFacingError("The report would overwrite the answer itself; give the report another name.")
    with open_workspace(options) as workspace:
        text = workspace.export(load_answer(Path(options.answer)), options.format, matter=matter_of(workspace, options))
    if not options.output:
        print(text)
        return 0
    try:
        Path(options.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise EnvironmentProblem(
            f"The report could not be written to {options.output} ({error.strerror}); choose another place."
        ) from error
    print(f"Written: {options.output}", file=sys.stderr)
    return 0


def _history(path: str) -> History:
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise UserFacingError(f"The history {path} could not be read as JSON ({error}).") from error
    return _pairs(value)


def _pairs(value: Any) -> History:
    """Messages of {"role", "content"} as (question, answer) pairs."""
    pairs: History = []
    for message in value or []:
        if not isinstance(message, dict) or not isinstance(message.get("content"), str):
            raise UserFacingError('The history is a list of {"role": "user" or "assistant", "content": "…"}.')
        if message.get("role") == "user":
            pairs.append((message["content"], ""))
        elif pairs:
            pairs[-1] = (pairs[-1][0], message["content"])
    return pairs


def _trace(options: argparse.Namespace) -> Any:
    """What is searched and read, on stderr, while a person waits."""
    if as_json(options) or not sys.stderr.isatty():
        return None
    return lambda kind, detail: print(f"\033[2m· {kind}: {str(detail)[:110]}\033[0m", file=sys.stderr)


def _plain(answer: Answer) -> str:
    lines = ["Settled." if answer.settled else "Not settled by what was searched.", ""]
    number = 0
    for claim in answer.claims:
        lines += textwrap.wrap(claim.text, WIDTH)
        for quote in claim.quotes:
            number += 1
            lines += ["", *_quote_lines(number, quote)]
        if claim.unsupported:
            lines.append(f"    Not in the quotes: {', '.join(claim.unsupported)}")
        lines.append("")
    if not answer.claims:
        lines.append("What comes nearest:")
        for at, quote in enumerate(answer.evidence[:5], 1):
            lines += ["", *_quote_lines(at, quote)]
    searched = "; ".join(query for search in answer.searched for query in search.queries)
    lines += ["", f"Searched: {searched}", *answer.notes]
    lines.append(f"{answer.model}, {answer.seconds_total:.1f} s")
    return "\n".join(lines)


def _quote_lines(number: int, quote: Quote) -> list[str]:
    words = quote.text if quote.status != "verified" else f"“{quote.text}”"
    mark = {"verified": "verified", "not_found": "NOT FOUND", "cannot_check": "cannot be checked"}[quote.status]
    body = textwrap.wrap(words, WIDTH - 4)
    return [f"[{number}] {_where(quote)} ({mark})", *(f"    {line}" for line in body)]


def _where(quote: Quote) -> str:
    page = f"page {quote.page}" if quote.page else None
    return ", ".join(filter(None, [quote.title, quote.label, page]))
