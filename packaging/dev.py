"""The one command of a checkout: sets up what is missing, then runs, tests, measures or checks."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time

import checks
import environment
import interpreter
import models
from places import TREE
from said import Trouble, say, warn


def main(arguments: list[str]) -> int:
    """Carry out one command; returns the exit code (1 with one plain line if the machine lacks something)."""
    options, rest = _parser().parse_known_args(arguments)
    try:
        python = interpreter.find()
        if python != [sys.executable]:
            return subprocess.run([*python, __file__, *arguments], check=False).returncode
        return int(options.carry_out(options, rest))
    except Trouble as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130


def run(options: argparse.Namespace, rest: list[str]) -> int:
    """Set up, fetch the starter model unless told not to, open the window."""
    _set_up(runtime_required=False)
    if not options.no_model:
        models.ensure_or_say(models.STARTER)
    if missing := _no_screen():
        raise Trouble(missing)
    say("Opening the window")
    return environment.call("-m", "desktop", "--sample", *rest)


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Everything with no arguments (lint, format, types, the whole suite); with some, pytest with those."""
    _set_up(runtime_required=True)
    models.ensure(models.TEST)
    failed = [] if rest else checks.failed()
    code = environment.call("-m", "pytest", *rest, QT_QPA_PLATFORM="offscreen")
    if failed:
        print(f"Failed before the tests: {', '.join(failed)}", file=sys.stderr, flush=True)
    return code or bool(failed)


def setup(options: argparse.Namespace, rest: list[str]) -> int:
    """Set up and stop."""
    started = time.monotonic()
    _set_up(runtime_required=True)
    say(f"Ready ({time.monotonic() - started:.1f} s)")
    return 0


def check(options: argparse.Namespace, rest: list[str]) -> int:
    """Lint, format, types."""
    _set_up(runtime_required=False)
    return bool(checks.failed())


def bench(options: argparse.Namespace, rest: list[str]) -> int:
    """One measurement of tests/bench; the rest of the line goes to it."""
    names = sorted(path.stem for path in (TREE / "tests" / "bench").glob("[a-z]*.py") if path.stem != "report")
    if options.name not in names:
        raise Trouble(f"There is no bench {options.name!r}; there are: {', '.join(names)}")
    _set_up(runtime_required=True)
    return environment.call("-m", f"tests.bench.{options.name}", *rest, QT_QPA_PLATFORM="offscreen")


def screenshots(options: argparse.Namespace, rest: list[str]) -> int:
    """Pictures of every screen of the real window, drawn off screen (into screenshots/, or a folder named)."""
    _set_up(runtime_required=False)
    return environment.call("-m", "desktop.screenshots", *(rest or ["screenshots"]), QT_QPA_PLATFORM="offscreen")


def lock(options: argparse.Namespace, rest: list[str]) -> int:
    """Write the lock anew from pyproject.toml."""
    _set_up(runtime_required=False)
    return environment.call("packaging/lock.py", *rest)


def licences(options: argparse.Namespace, rest: list[str]) -> int:
    """Write the table of licences anew from what is installed."""
    _set_up(runtime_required=True)
    return environment.call("packaging/licences.py")


def settings(options: argparse.Namespace, rest: list[str]) -> int:
    """Write the README's table of settings anew."""
    _set_up(runtime_required=False)
    return environment.call("packaging/settings_table.py")


def clean(options: argparse.Namespace, rest: list[str]) -> int:
    """Remove what the set-up and the tools made in the tree (the caches outside stay)."""
    environment.remove_made()
    return 0


def _set_up(*, runtime_required: bool) -> None:
    try:
        environment.ensure()
    except Trouble as trouble:
        if runtime_required or not environment.is_usable():
            raise
        warn(f"{trouble}\nGoing on without the model runtime: search and evidence answers work.")


def _no_screen() -> str | None:
    if sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        return None
    return (
        "Everything is installed, but there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set). "
        "Run this in a desktop session, or use the command line: .venv/bin/ordrett --help"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for function in (run, test, setup, check, bench, screenshots, lock, licences, settings, clean):
        command = commands.add_parser(function.__name__, help=function.__doc__, allow_abbrev=False)
        command.set_defaults(carry_out=function)
        if function is run:
            command.add_argument("--no-model", action="store_true", help="do not fetch the starter model (1.1 GB)")
        if function is bench:
            command.add_argument("name", metavar="NAME")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
