"""``ordrett pack synonyms``, ``pack dictionary`` and ``ordrett terms …``: the words that packs add to a search."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from engine.commands.shared import Parsers, as_json, command, matter_of, open_workspace, print_json, print_rows
from engine.errors import UserFacingError
from engine.types import SearchRequest
from engine.vocabulary.dictionary import read_dictionary, write_dictionary
from engine.vocabulary.groups import read_groups, write_groups
from engine.wire import discovered_json, related_json


def add(parsers: Parsers) -> None:
    terms = parsers.add_parser("terms", help="words to search for: related, discover").add_subparsers(required=True)
    command(terms, "related", run_related, "what dictionaries and synonyms say of a word").add_argument(
        "word", nargs="+"
    )
    command(terms, "discover", run_discover, "the words that the best passages of a query share").add_argument(
        "query", nargs="+"
    )


def add_to_pack(packs: Parsers) -> None:
    """The two commands that stand under ``ordrett pack``."""
    for name, run in (("synonyms", run_synonyms), ("dictionary", run_dictionary)):
        text = f"replace the pack's {name} by those of a TOML or CSV file, or write them to one"
        parser = command(packs, name, run, text)
        parser.add_argument("name")
        parser.add_argument("file", nargs="?", metavar="FILE")
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--export", action="store_true", help="write to FILE instead of reading it")
        way.add_argument("--shipped", action="store_true", help="go back to what came with the program")


def run_synonyms(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        matter = matter_of(workspace, options)
        if options.shipped:
            workspace.take_shipped_words(matter, options.name, "synonyms")
        elif options.export:
            write_groups(_file(options), workspace.synonyms(matter, options.name))
        else:
            workspace.pack(matter, options.name)
            workspace.set_synonyms(matter, options.name, read_groups(_file(options)))
        _done(options, "groups", len(workspace.synonyms(matter, options.name)))
    return 0


def run_dictionary(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        matter = matter_of(workspace, options)
        if options.shipped:
            workspace.take_shipped_words(matter, options.name, "dictionary")
        elif options.export:
            write_dictionary(_file(options), workspace.dictionary(matter, options.name))
        else:
            workspace.pack(matter, options.name)
            workspace.set_dictionary(matter, options.name, read_dictionary(_file(options)))
        _done(options, "entries", len(workspace.dictionary(matter, options.name)))
    return 0


def run_related(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        found = workspace.related_terms(matter_of(workspace, options), " ".join(options.word))
    if as_json(options):
        print_json(related_json(found))
        return 0
    for pack, entry in found.entries:
        print(f"{entry.word}  ({pack})")
        for title, texts in (
            ("the documents say", entry.instead),
            ("senses", entry.senses),
            ("search", entry.searches),
        ):
            if texts:
                print(f"    {title}: {'; '.join(texts)}")
        if entry.rule:
            print(f"    {entry.rule}")
    if found.synonyms:
        print(f"Searched too: {', '.join(found.synonyms)}")
    if not found.entries and not found.synonyms:
        print("No dictionary or group of synonyms of the packs that are on knows this word.")
    return 0


def run_discover(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        request = SearchRequest((" ".join(options.query),))
        found = workspace.discover_terms(matter_of(workspace, options), request)
    print_rows(options, map(discovered_json, found), _line)
    if not found and not as_json(options):
        print("The passages that were found share no further word.")
    return 0


def _line(found: dict[str, Any]) -> str:
    return (
        f"{found['score']:6.3f}  {found['term']}  (in {found['hits']} of the best passages, {found['passages']} in all)"
    )


def _file(options: argparse.Namespace) -> Path:
    if not options.file:
        raise UserFacingError("No file was named; give a file that ends with .toml or .csv, or --shipped.")
    return Path(options.file)


def _done(options: argparse.Namespace, what: str, number: int) -> None:
    result = {"pack": options.name, what: number}
    if options.export:
        result["file"] = options.file
    print_rows(options, [result], lambda row: f"{row['pack']}: {row[what]} {what}")
