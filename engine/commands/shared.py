"""What the commands share: the options every one takes, opening the workspace, printing lines or JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.errors import UserFacingError
from engine.home import default_home
from engine.types import Matter
from engine.workspace import Workspace

Run = Callable[[argparse.Namespace], int]
Parsers = Any  # argparse keeps the type of sub-parsers private


def common_options() -> argparse.ArgumentParser:
    """The options that every command takes, before or after its name."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--home", metavar="DIR", help="where Ordrett keeps its data")
    common.add_argument("--matter", metavar="NAME", help='the matter to work in (default "Default")')
    common.add_argument("--json", action="store_true", help="print JSON")
    return common


def command(parsers: Parsers, name: str, run: Run, help_text: str) -> argparse.ArgumentParser:
    """A command's parser with the common options, bound to the function that runs it."""
    parser: argparse.ArgumentParser = parsers.add_parser(
        name, parents=[common_options()], help=help_text, description=help_text
    )
    parser.set_defaults(run=run)
    return parser


def open_workspace(options: argparse.Namespace) -> Workspace:
    named = getattr(options, "home", None)
    if named is not None and not named.strip():
        raise UserFacingError("--home names no folder; leave it out for the usual one.")
    home = Path(named) if named else default_home()
    return Workspace(home, on_progress=lambda text: print(text, file=sys.stderr))


def matter_of(workspace: Workspace, options: argparse.Namespace) -> Matter:
    return workspace.matter(getattr(options, "matter", "Default"))


def as_json(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "json", False))


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def print_rows(options: argparse.Namespace, rows: Iterable[Mapping[str, Any]], plain: Callable[[Any], str]) -> None:
    """Rows as JSON lines, or as lines for a person."""
    for row in rows:
        if as_json(options):
            print_json(row)
        else:
            print(plain(row))


def batch_lines(path: str) -> Iterable[dict[str, Any]]:
    """The objects of a JSON-lines file; a malformed line is named by its number."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserFacingError(f"The file {path} could not be read ({error}).") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise UserFacingError(
                f"Line {number} of {path} is not JSON ({error.msg}); correct it and run again."
            ) from error
        if not isinstance(value, dict):
            raise UserFacingError(f"Line {number} of {path} is not a JSON object; correct it and run again.")
        yield value
