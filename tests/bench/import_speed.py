"""Import of the Norwegian acts: seconds until they are searchable against seconds of reading them alone, peak memory.

Both are measured in turns in one run, several times, and the median ratio is told, since the machine may be shared.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from engine.importing import importer
from engine.law import open_law
from engine.search import search
from engine.store import matters, packs
from engine.store.database import Database
from engine.types import SearchRequest
from tests.bench.report import PeakMemory, arguments, publish
from tests.helpers.corpora import shared
from tests.helpers.database import new_home, remove_home

ARCHIVE = "corpora/lovdata/gjeldende-lover.tar.bz2"
QUESTION = "oppsigelsesfrist seks år"
MOST_RATIO = 2.0  # from MEASURES: searchable within twice the time of reading alone
MOST_MEMORY = 600.0  # MiB, of all processes together


@dataclass(frozen=True)
class Turn:
    """One turn: seconds of reading alone, of importing, of importing again unchanged; MiB at the peak; counts."""

    read: float
    imported: float
    again: float
    memory: float
    acts: int
    sections: int
    passages: int


def turn(archive: Path) -> Turn:
    """Reads the archive alone, then imports it into a new home, twice."""
    begun = time.monotonic()
    acts = sections = 0
    for act in open_law(archive):
        acts, sections = acts + 1, sections + len(act.sections)
    read = time.monotonic() - begun
    home = new_home()
    try:
        with Database.open(home) as database, PeakMemory() as memory:
            with database.connection() as connection:
                matter = matters.get(connection, "Default")
            begun = time.monotonic()
            report = importer.run_import(database, home, matter, [archive], kind="law")
            imported = time.monotonic() - begun
            assert report.documents == acts == report.seen
            with database.connection() as connection:
                hits = search(connection, packs.listing(connection, matter), SearchRequest((QUESTION,), limit=3)).hits
            assert hits, "what was imported cannot be found"
            begun = time.monotonic()
            importer.run_import(database, home, matter, [archive], kind="law")
            again = time.monotonic() - begun
    finally:
        remove_home(home)
        shutil.rmtree(home, ignore_errors=True)
    return Turn(read, imported, again, memory.peak, acts, sections, report.passages)


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--turns", type=int, default=3, help="how often both are measured")
    options = parser.parse_args()
    tempfile.tempdir = None
    turns = [turn(shared(ARCHIVE)) for _ in range(options.turns)]
    ratios = [t.imported / t.read for t in turns]
    first = turns[0]
    rows = [
        (
            f"turn {n}",
            round(t.read, 1),
            round(t.imported, 1),
            round(t.imported / t.read, 2),
            round(t.again, 1),
            round(t.memory),
        )
        for n, t in enumerate(turns, 1)
    ]
    ratio, memory = statistics.median(ratios), max(t.memory for t in turns)
    best = min(turns, key=lambda t: t.imported)
    note = (
        f"{first.acts} acts, {first.sections:,} sections, {first.passages:,} passages; "
        f"{first.passages / best.imported:,.0f} passages a second. Median ratio {ratio:.2f} (at most {MOST_RATIO}), "
        f"peak {memory:.0f} MiB over all processes (at most {MOST_MEMORY:.0f})."
    )
    columns = ["", "read alone, s", "searchable, s", "ratio", "again unchanged, s", "peak MiB"]
    details = {"ratio": ratio, "memory": memory, "holds": ratio <= MOST_RATIO and memory <= MOST_MEMORY}
    publish("import_speed", columns, rows, keep=options.keep, note=note, details=details)


if __name__ == "__main__":
    main()
