"""The checks that read the code without running it: lint, format, types."""

from __future__ import annotations

import environment
from said import say

CHECKS = {
    "ruff check": ("-m", "ruff", "check", "."),
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "mypy": ("-m", "mypy"),
}


def failed() -> list[str]:
    """Run every check, printing what each finds; returns the names of those that failed."""
    bad = []
    for name, arguments in CHECKS.items():
        say(f"== {name}")
        if environment.call(*arguments):
            bad.append(name)
    return bad
