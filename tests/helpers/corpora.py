"""Finds the large corpora and question sets, which lie outside the repository."""

from __future__ import annotations

import os
from pathlib import Path

from tests.helpers.tree import ROOT


class CorpusMissing(Exception):
    """No such file in any of the places looked at; the text says how to name one."""


def shared(path: str) -> Path:
    """A file of the shared folder, such as ``corpora/lovdata/gjeldende-lover.tar.bz2`` or ``questions/….jsonl``.

    Looked for in the folder that ORDRETT_SHARED names, else in a folder ``shared`` in the checkout or beside any
    folder above it. Raises CorpusMissing.
    """
    chosen = os.environ.get("ORDRETT_SHARED")
    places = [Path(chosen)] if chosen else [folder / "shared" for folder in (ROOT, *ROOT.parents)]
    for place in places:
        if (place / path).exists():
            return place / path
    raise CorpusMissing(f"{path} is not here: set ORDRETT_SHARED to the folder that holds it")
