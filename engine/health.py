"""All checks of ``ordrett doctor``: home, database, stemmers, OCR data, processor."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import Stemmer

from engine.model.cpu import missing_instructions
from engine.store import health
from engine.store.database import Database
from engine.text.language import STEMMERS
from engine.types import Check, ModelInfo

OCR_DATA = ("Latin.traineddata", "osd.traineddata")  # letters of the eleven languages, and which way up a page is


def checks(database: Database, home: Path) -> list[Check]:
    """One line each, what is wrong in plain words with what to do about it."""
    return [*health.checks(database, home), stemmer_check(), ocr_check(), processor_check()]


def stemmer_check(available: Iterable[str] | None = None) -> Check:
    """Whether the stemmers of all languages are there."""
    there = set(Stemmer.algorithms() if available is None else available)
    missing = sorted(set(STEMMERS) - there)
    if missing:
        return Check("stemmers", False, f"missing: {', '.join(missing)}; install Ordrett again")
    return Check("stemmers", True, f"{len(STEMMERS)} languages")


def ocr_folders() -> list[Path]:
    """Where Tesseract's data may lie: TESSDATA_PREFIX first, then the places of the common installers."""
    named = os.environ.get("TESSDATA_PREFIX")
    found = [Path(named), Path(named) / "tessdata"] if named else []
    if sys.platform == "darwin":
        found += [Path("/opt/homebrew/share/tessdata"), Path("/usr/local/share/tessdata")]
    elif sys.platform == "win32":
        found += [Path(os.environ.get("PROGRAMFILES", r"C:\Program Files")) / "Tesseract-OCR" / "tessdata"]
    else:
        found += sorted(Path("/usr/share/tesseract-ocr").glob("*/tessdata"), reverse=True)
        found += [Path("/usr/share/tessdata"), Path("/usr/local/share/tessdata")]
    return found


def ocr_check(folders: Iterable[Path] | None = None) -> Check:
    """Whether scans can be read: the data must lie together in one folder, or in its "script" folder."""
    for folder in ocr_folders() if folders is None else folders:
        if all((folder / name).exists() or (folder / "script" / name).exists() for name in OCR_DATA):
            return Check("scans", True, f"{' and '.join(OCR_DATA)} in {folder}")
    return Check("scans", False, f"scans cannot be read: {' and '.join(OCR_DATA)} are not on this computer")


def model_check(models: Sequence[ModelInfo]) -> Check:
    """Whether the chosen model is on this computer; none chosen is no fault, answers then are sentences of sources."""
    chosen = next((m for m in models if m.active), None)
    if chosen is None:
        return Check("model", True, "none chosen: answers are sentences of the sources")
    if chosen.path is None:
        return Check("model", False, f"{chosen.name} is not on this computer: add its file, or choose another model")
    return Check("model", True, f"{chosen.name} in {chosen.path}")


def processor_check() -> Check:
    """Whether the processor has what the model needs at a bearable speed."""
    missing = missing_instructions()
    kind = platform.machine()
    if missing:
        return Check("processor", False, f"{kind} without {', '.join(missing)}: the model cannot run, all else works")
    return Check("processor", True, kind)
