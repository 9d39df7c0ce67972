"""Which document stands in the right pane, and which words of it are marked."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.jobs import Job, Jobs
from engine.types import Box, Document, Hit, OutlineEntry, Quote

if TYPE_CHECKING:  # the engine is loaded in the background, behind the first window
    from engine.workspace import Workspace

DOCUMENTS_KEPT = 12  # texts kept in memory: a step back and forth between quotes must not read the store again
FINDS_KEPT = 2000  # places that one search in a document may list
MARKS_PER_HIT = 60  # words marked in one passage; beyond that the marks say nothing


@dataclass(frozen=True)
class Spot:
    """A place in a document: the words to mark and the passage they stand in (offsets into its Markdown)."""

    document: str
    marks: tuple[tuple[int, int], ...] = ()
    passage: tuple[int, int] | None = None
    title: str = ""
    label: str | None = None
    page: int | None = None

    @staticmethod
    def of_hit(hit: Hit) -> Spot:
        marks = tuple((hit.start + a, hit.start + b) for a, b in hit.matched_spans[:MARKS_PER_HIT])
        return Spot(hit.document, marks, (hit.start, hit.end), hit.title, hit.label, hit.page)

    @staticmethod
    def of_quote(quote: Quote) -> Spot:
        """A quote whose check failed is shown as a place without marks: a wrong mark is worse than none."""
        marks = ((quote.start, quote.end),) if quote.status == "verified" else ()
        return Spot(quote.document, marks, None, quote.title, quote.label, quote.page)


@dataclass(frozen=True)
class Shown:
    """What the right pane shows. ``boxes`` is empty when the words could not be located on a page."""

    document: Document
    spot: Spot
    original: Path | None = None
    boxes: tuple[Box, ...] = ()
    outline: tuple[OutlineEntry, ...] = field(default=(), repr=False)

    @property
    def has_pages(self) -> bool:
        """There is a file whose pages can be shown as they are."""
        if self.original is None:
            return False
        kind = self.document.media_type
        return kind in ("application/pdf", "image/png", "image/jpeg", "image/tiff") or (
            not kind and self.original.suffix.lower() in (".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff")
        )


class SourceState(QObject):
    """Reads a document and the places to mark in the background, then tells the view."""

    loading = Signal(object)  # Spot
    shown_changed = Signal()
    series_changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace, jobs: Jobs) -> None:
        super().__init__()
        self._workspace = workspace
        self._jobs = jobs
        self.shown: Shown | None = None
        self.series: tuple[Spot, ...] = ()  # what "previous" and "next" step through
        self.position = -1
        self._kept: OrderedDict[str, tuple[Document, Path | None, tuple[OutlineEntry, ...]]] = OrderedDict()

    def show(self, spot: Spot, series: Sequence[Spot] = ()) -> None:
        """Open the place; ``series`` are its neighbours (the hits or quotes it was chosen from)."""
        if series:
            self.series = tuple(series)
        elif spot not in self.series:
            self.series = (spot,)
        self.position = self.series.index(spot) if spot in self.series else -1
        self.series_changed.emit()
        self._open(spot)

    def reveal(self, spot: Spot) -> None:
        """Open a place inside what is shown (a found word, a heading) and keep the series for previous and next."""
        self._open(spot)

    def _open(self, spot: Spot) -> None:
        self.loading.emit(spot)
        self._jobs.run(
            lambda job: self._read(spot, job), self._read_done, on_error=self.failed.emit, owner=self, key="source"
        )

    def find(self, words: str, then: Callable[[list[tuple[int, int]]], None]) -> None:
        """Every place of ``words`` in the document that is shown, whatever their case and spacing."""
        if self.shown is None or not words.strip():
            then([])
            return
        markdown = self.shown.document.markdown
        pattern = re.compile(r"\s+".join(re.escape(word) for word in words.split()), re.IGNORECASE)

        def work(job: Job) -> list[tuple[int, int]]:
            found = []
            for match in pattern.finditer(markdown):
                found.append(match.span())
                if len(found) >= FINDS_KEPT or job.stop.is_set():
                    break
            return found

        self._jobs.run(work, then, on_error=self.failed.emit, owner=self, key="find")

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) place of the series."""
        if self.series:
            self.show(self.series[max(0, min(len(self.series) - 1, self.position + by))])

    def clear(self) -> None:
        self._jobs.drop("source")
        self.shown, self.series, self.position = None, (), -1
        self._kept.clear()
        self.series_changed.emit()
        self.shown_changed.emit()

    def _read(self, spot: Spot, job: Job) -> tuple[Shown, tuple[Document, Path | None, tuple[OutlineEntry, ...]]]:
        kept = self._kept.get(spot.document)
        if kept is None:
            document = self._workspace.document(spot.document)
            kept = (document, self._workspace.original(spot.document), tuple(self._workspace.outline(spot.document)))
        document, original, outline = kept
        shown = Shown(document, spot, original, (), outline)
        boxes: list[Box] = []
        if shown.has_pages:
            for start, end in spot.marks or ((spot.passage,) if spot.passage else ()):
                if job.stop.is_set():
                    break
                boxes.extend(self._workspace.boxes(spot.document, start, end))
        return Shown(document, spot, original, tuple(boxes), outline), kept

    def _read_done(self, outcome: tuple[Shown, tuple[Document, Path | None, tuple[OutlineEntry, ...]]]) -> None:
        self.shown, kept = outcome
        self._kept[self.shown.document.id] = kept
        self._kept.move_to_end(self.shown.document.id)
        while len(self._kept) > DOCUMENTS_KEPT:
            self._kept.popitem(last=False)
        self.shown_changed.emit()
