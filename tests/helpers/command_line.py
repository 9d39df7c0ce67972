"""Runs ``ordrett`` as a person would: a process of its own, on a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers.tree import ROOT

PATIENCE = 600  # seconds for one command


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object that was printed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The JSON lines that were printed."""
        return [json.loads(line) for line in self.out.splitlines()]


class CommandLine:
    """``ordrett`` on one home."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def arguments(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "engine.cli", *arguments, "--home", str(self.home)]

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """The command running, its output piped."""
        return subprocess.Popen(
            self.arguments(*arguments), env=self.environment(), cwd=ROOT, encoding="utf-8", text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def __call__(self, *arguments: str, text: str | None = None) -> Done:
        done = subprocess.run(
            self.arguments(*arguments), env=self.environment(), cwd=ROOT, encoding="utf-8", capture_output=True,
            input=text, timeout=PATIENCE, check=False,
        )  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)
