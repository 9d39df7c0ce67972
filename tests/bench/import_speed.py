"""Import of the Norwegian acts: seconds until they are searchable against seconds of reading them alone, peak memory.

Both are measured in turns in one run, several times, and the median ratio is told, since the machine may be shared.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.importing import importer
from engine.law import open_law
from engine.search import search
from engine.store import matters, packs
from engine.store.database import Database
from engine.types import ImportReport, Matter, SearchRequest
from tests.bench.report import PeakMemory, arguments, publish
from tests.helpers.corpora import shared
from tests.helpers.database import new_home, remove_home

ARCHIVE = "corpora/lovdata/gjeldende-lover.tar.bz2"
QUESTION = "oppsigelsesfrist seks år"
MOST_RATIO = 2.0  # from MEASURES: searchable within twice the time of reading alone
MOST_MEMORY = 600.0  # MiB, of all processes together


@dataclass(frozen=True)
class Turn:
    """One turn: seconds of reading alone (before and after, the mean), of importing, of importing again unchanged."""

    read: float
    imported: float
    again: float
    report: ImportReport
    sections: int


def read_alone(archive: Path) -> tuple[float, int, int]:
    """(seconds, acts, sections) of reading the archive and doing nothing with it."""
    begun = time.monotonic()
    acts = sections = 0
    for act in open_law(archive):
        acts, sections = acts + 1, sections + len(act.sections)
    return time.monotonic() - begun, acts, sections


@contextmanager
def new_database() -> Iterator[tuple[Database, Path, Matter]]:
    """The bundled server on a new home, running."""
    home = new_home()
    try:
        with Database.open(home) as database:
            with database.connection() as connection:
                matter = matters.get(connection, "Default")
            yield database, home, matter
    finally:
        remove_home(home)


def turn(archive: Path) -> Turn:
    """Reads the archive alone, imports it into a new home, reads it again, imports it again."""
    before, acts, sections = read_alone(archive)
    with new_database() as (database, home, matter):
        begun = time.monotonic()
        report = importer.run_import(database, home, matter, [archive], kind="law")
        imported = time.monotonic() - begun
        assert report.documents == acts == report.seen
        with database.connection() as connection:
            hits = search(connection, packs.listing(connection, matter), SearchRequest((QUESTION,), limit=3)).hits
        assert hits, "what was imported cannot be found"
        after, _, _ = read_alone(archive)
        begun = time.monotonic()
        importer.run_import(database, home, matter, [archive], kind="law")
        return Turn((before + after) / 2, imported, time.monotonic() - begun, report, sections)


def peak_memory(archive: Path) -> float:
    """MiB of all processes together at the peak of an import; apart from the timed ones, since measuring costs time."""
    with new_database() as (database, home, matter), PeakMemory() as memory:
        importer.run_import(database, home, matter, [archive], kind="law")
    return memory.peak


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--turns", type=int, default=3, help="how often both are measured")
    options = parser.parse_args()
    archive = shared(ARCHIVE)
    turns = [turn(archive) for _ in range(options.turns)]
    memory = peak_memory(archive)
    rows = [
        (f"turn {n}", round(t.read, 1), round(t.imported, 1), round(t.imported / t.read, 2), round(t.again, 1))
        for n, t in enumerate(turns, 1)
    ]
    ratio = statistics.median(t.imported / t.read for t in turns)
    first, best = turns[0], min(t.imported for t in turns)
    note = (
        f"{first.report.documents} acts, {first.sections:,} sections, {first.report.passages:,} passages; "
        f"{first.report.passages / best:,.0f} passages a second. Median ratio {ratio:.2f} (at most {MOST_RATIO}), "
        f"peak {memory:.0f} MiB over all processes (at most {MOST_MEMORY:.0f})."
    )
    columns = ["", "read alone, s", "searchable, s", "ratio", "again unchanged, s"]
    details = {"ratio": ratio, "memory": memory, "holds": ratio <= MOST_RATIO and memory <= MOST_MEMORY}
    publish("import_speed", columns, rows, keep=options.keep, note=note, details=details)


if __name__ == "__main__":
    main()
