"""What the set-up says to the person: one plain line each, and the one error that ends it."""

from __future__ import annotations

import sys


class Trouble(Exception):
    """Something on this machine stands in the way; the text says what it is and what to do."""


def say(line: str) -> None:
    """Print one line at once, so that a log shows it when it happens."""
    print(line, flush=True)


def warn(line: str) -> None:
    """Print one line that does not stop the set-up."""
    print(f"note: {line}", file=sys.stderr, flush=True)
