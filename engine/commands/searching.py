"""``ordrett search``: one query, several wordings fused, or a file of them in one process."""

from __future__ import annotations

import argparse
import re
from typing import Any

from engine.commands.shared import (
    Parsers,
    as_json,
    batch_lines,
    command,
    matter_of,
    open_workspace,
    print_json,
    print_rows,
)
from engine.errors import UserFacingError
from engine.types import Matter, SearchRequest
from engine.wire import hit_json
from engine.workspace import Workspace

MOST_HITS = 1000
PREVIEW = 240  # characters of a hit shown to a person


def add(parsers: Parsers) -> None:
    find = command(parsers, "search", run_search, "search; several queries are fused")
    find.add_argument("queries", nargs="*", metavar="QUERY")
    find.add_argument("--pack", action="append", default=[], metavar="NAME")
    find.add_argument("--document", action="append", default=[], metavar="DOC")
    find.add_argument("--limit", type=_positive, default=10)
    find.add_argument("--recipe", choices=["ours", "plain", "ts_rank"], default="ours", help="the ranking to use")
    find.add_argument("--no-synonyms", action="store_true", help="search the words as typed alone")
    find.add_argument(
        "--batch", metavar="FILE", help='JSON lines {"id", "queries", "packs"?, "limit"?}; "-" for standard input'
    )


def run_search(options: argparse.Namespace) -> int:
    if not any(query.strip() for query in options.queries) and not options.batch:
        raise UserFacingError("Nothing was asked: give a query, or --batch with a file of queries.")
    with open_workspace(options) as workspace:
        matter = matter_of(workspace, options)
        if options.batch:
            for line in batch_lines(options.batch):
                print_json(_batch(workspace, matter, options, line))
            return 0
        result = workspace.search(matter, _request(options, options.queries, options.pack, options.limit))
        print_rows(options, map(hit_json, result.hits), _lines)
        if not result.hits and not as_json(options):
            print(result.note or "Nothing was found.")
    return 0


def _batch(workspace: Workspace, matter: Matter, options: argparse.Namespace, line: dict[str, Any]) -> dict[str, Any]:
    queries = line.get("queries") or ([line["query"]] if "query" in line else [])
    if not isinstance(queries, list) or not all(isinstance(q, str) for q in queries) or not queries:
        raise UserFacingError(f'The line with id {line.get("id")!r} has no list of queries; write "queries": ["…"].')
    limit = line.get("limit", options.limit)
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= MOST_HITS:
        raise UserFacingError(
            f"The limit of the line with id {line.get('id')!r} is not a number from 1 to {MOST_HITS}."
        )
    result = workspace.search(matter, _request(options, queries, line.get("packs", options.pack), limit))
    return {"id": line.get("id"), "hits": [hit_json(hit) for hit in result.hits], "ms": result.milliseconds}


def _request(options: argparse.Namespace, queries: list[str], packs: list[str], limit: int) -> SearchRequest:
    return SearchRequest(
        queries=tuple(queries),
        packs=tuple(packs),
        documents=tuple(options.document),
        limit=limit,
        recipe=options.recipe,
        synonyms=not options.no_synonyms,
    )


def _lines(hit: dict[str, Any]) -> str:
    where = " › ".join([hit["title"], *hit["path"]])
    page = f", page {hit['page']}" if hit["page"] else ""
    body = re.sub(r"\A(?:\s*#{1,6} .*\n)+", "", hit["text"])  # the headings stand in the line above
    text = " ".join(body.split())
    return f"{hit['label'] or '·'}  {where}{page}  [{hit['passage']}]\n    {text[:PREVIEW]}{'…' if len(text) > PREVIEW else ''}\n"


def _positive(text: str) -> int:
    value = int(text)
    if not 1 <= value <= MOST_HITS:
        raise argparse.ArgumentTypeError(f"must be between 1 and {MOST_HITS}")
    return value
