"""Fetches the model files that a run or a test needs, through the program's own fetcher (it checks their hash)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import environment
from places import TREE, VENV, venv_python
from said import Trouble, say, warn

# Names in resources/models.toml.
STARTER = "starter"
TEST = "smollm2"
# What was hashed before: reading 1.1 GB again at every start would cost seconds.
_SEEN = VENV / "ordrett-models.json"


def ensure(name: str) -> None:
    """Have the model in the shared cache. Raises Trouble if it cannot be had."""
    seen = _seen()
    if name in seen and seen[name] == _trace(Path(str(seen[name][0]))):
        return
    say(f"Looking for the model {name!r}, fetching it if it is not here")
    command = [str(venv_python()), "-m", "engine.model.fetch", name]
    done = subprocess.run(
        command,
        cwd=TREE,
        env=environment.child_environment(),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise Trouble(f"the model {name!r} could not be fetched; the line above says why.")
    seen[name] = _trace(Path(done.stdout.strip().splitlines()[-1]))
    _SEEN.write_text(json.dumps(seen), encoding="utf-8")


def ensure_or_say(name: str) -> None:
    """The same, but go on without it: search and evidence answers need no model."""
    try:
        ensure(name)
    except Trouble as trouble:
        warn(f"{trouble}")
        say("Going on without a model: search and evidence answers work; run this again later to fetch it.")


def _trace(path: Path) -> list[object]:
    """What tells that a file is still the one that was hashed; [] if it is gone."""
    if not path.is_file():
        return []
    status = path.stat()
    return [str(path), status.st_size, status.st_mtime_ns]


def _seen() -> dict[str, list[object]]:
    try:
        return dict(json.loads(_SEEN.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}
