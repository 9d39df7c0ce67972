"""Fetches the model files that a run or a test needs, through the program's own fetcher."""

from __future__ import annotations

import environment
from places import TREE, cache
from said import Trouble, say, warn

# Names in the program's catalog.
WANTED = {"starter": "qwen2.5-coder-1.5b", "test": "smollm2-135m"}


def ensure(use: str) -> None:
    """Have the model for ``use`` ("starter", "test") in the cache. Raises Trouble if it cannot be had."""
    if not (TREE / "engine" / "model" / "fetch.py").exists():
        return
    code = environment.call("-m", "engine.model.fetch", WANTED[use], "--into", str(cache() / "models"))
    if code:
        raise Trouble(f"the {use} model could not be fetched; its own line above says why.")


def ensure_or_say(use: str) -> None:
    """The same, but go on without it: search and evidence answers need no model."""
    try:
        ensure(use)
    except Trouble as trouble:
        warn(f"{trouble}")
        say("Going on without a model: search and evidence answers work; run this again later to fetch it.")
