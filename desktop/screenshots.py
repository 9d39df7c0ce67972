"""Pictures of every screen and state, for people to look at: ``python -m desktop.screenshots OUTDIR``.

Opens the real window on a home of its own with the sample matter, drives it, and grabs it. Each density needs a process of
its own, because Qt reads the scale factor once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

NARROW, WIDE = (1100, 700), (1600, 1000)
WAIT_SECONDS = 180.0  # for the database and the sample matter on a slow machine


@dataclass(frozen=True)
class Look:
    """One way to look at everything."""

    language: str
    theme: str
    size: tuple[int, int]
    scale: int

    @property
    def name(self) -> str:
        return f"{self.language}-{self.theme}-{self.size[0]}x{self.size[1]}-{self.scale}00"


LOOKS = (
    Look("nb", "light", WIDE, 1),
    Look("en", "dark", WIDE, 1),
    Look("nb", "light", NARROW, 1),
    Look("en", "light", NARROW, 2),
    Look("nb", "dark", WIDE, 2),
)
QUESTIONS = {
    "nb": ("reklamasjon mangel", "Når må kjøperen senest reklamere over en mangel?"),
    "en": ("reklamasjon mangel", "Når må kjøperen senest reklamere over en mangel?"),
}
UNSETTLED = "Hvor lang er svensk oppsigelsestid?"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="desktop.screenshots", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--look", action="append", help="only these, by name: " + ", ".join(k.name for k in LOOKS))
    parser.add_argument("--workspace", default="desktop.app:open_workspace", help="module:callable that opens a home")
    parser.add_argument("--only", help="only pictures whose name holds this")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.child:
        look = next(look for look in LOOKS if look.name == chosen.child)
        module, _, name = chosen.workspace.partition(":")
        return shoot(look, chosen.out, getattr(importlib.import_module(module), name), chosen.only or "")
    for look in LOOKS:
        if not chosen.look or look.name in chosen.look:
            environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", QT_SCALE_FACTOR=str(look.scale))
            command = [sys.executable, "-m", "desktop.screenshots", str(chosen.out), "--child", look.name]
            command += ["--workspace", chosen.workspace, *(["--only", chosen.only] if chosen.only else [])]
            done = subprocess.run(command, env=environment, check=False)
            if done.returncode:
                return done.returncode
    return 0


def shoot(look: Look, out: Path, opener: Callable[..., object], only: str) -> int:
    """All pictures of one look."""
    from desktop.screens import Screens

    with tempfile.TemporaryDirectory(prefix="ordrett-screens-") as folder:
        screens = Screens(look, out / look.name, Path(folder), opener, only)
        started = time.monotonic()
        count = screens.take_all()
        print(f"{look.name}: {count} pictures in {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
