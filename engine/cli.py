"""The command line: reads the arguments, runs one command, turns errors into plain lines and exit codes.

Exit 0 done, 1 a user-facing error (one plain line on stderr), 2 wrong usage, 3 a bug. Without a command the window opens.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import traceback
from collections.abc import Sequence

from engine.commands import answering, files, matters_and_packs, models_and_health, searching, vocabulary
from engine.commands.shared import common_options
from engine.errors import UserFacingError
from engine.home import HOME_VARIABLE

DONE, USER_ERROR, WRONG_USAGE, BUG = 0, 1, 2, 3


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="ordrett",
        parents=[common_options()],
        description="Search and answers for lawyers, offline; every quote is checked word for word against its source.",
    )
    parsers = top.add_subparsers(metavar="COMMAND")
    for group in (matters_and_packs, files, searching, vocabulary, answering, models_and_health):
        group.add(parsers)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # a Windows console may be set to anything
    options = parser().parse_args(arguments)
    try:
        run = getattr(options, "run", None)
        return int(run(options)) if run else _open_window(options)
    except UserFacingError as error:
        print(" ".join(str(error).split()), file=sys.stderr)  # one line, whatever name stands in it
        return USER_ERROR
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return USER_ERROR
    except BrokenPipeError:  # the reader of our output left (head, less)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception:
        traceback.print_exc()
        print("This is a fault of Ordrett itself; the lines above say where.", file=sys.stderr)
        return BUG


def _open_window(options: argparse.Namespace) -> int:
    """The window is a program of its own: the engine knows nothing of it."""
    environment = dict(os.environ)
    if home := getattr(options, "home", None):
        environment[HOME_VARIABLE] = home
    return subprocess.call([sys.executable, "-m", "desktop"], env=environment)


if __name__ == "__main__":
    sys.exit(main())
