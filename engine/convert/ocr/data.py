"""Where Tesseract's data lies. The model of the Latin script is used for every language: it alone
knows "§".
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

LETTERS = "Latin.traineddata"
ORIENTATION = "osd.traineddata"
_SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "tessdata"


@dataclass(frozen=True)
class OcrData:
    """Folder and language name to open Tesseract with; ``orientation``: the folder of osd, or None."""

    folder: Path
    language: str
    orientation: Path | None


def folders() -> list[Path]:
    """Where to look: TESSDATA_PREFIX first, then what the program brings, then the places of common
    installers.
    """
    named = os.environ.get("TESSDATA_PREFIX")
    found = [Path(named), Path(named) / "tessdata"] if named else []
    found.append(_SHIPPED)
    if sys.platform == "darwin":
        found += [Path("/opt/homebrew/share/tessdata"), Path("/usr/local/share/tessdata")]
    elif sys.platform == "win32":
        found.append(Path(os.environ.get("PROGRAMFILES", r"C:\Program Files")) / "Tesseract-OCR" / "tessdata")
    else:
        found += sorted(Path("/usr/share/tesseract-ocr").glob("*/tessdata"), reverse=True)
        found += [Path("/usr/share/tessdata"), Path("/usr/local/share/tessdata")]
    return found


def find() -> OcrData | None:
    """The data to use, or None when scans cannot be read on this computer."""
    places = folders()
    osd = next((folder for folder in places if (folder / ORIENTATION).is_file()), None)
    for folder in places:
        for place in (folder, folder / "script"):
            if (place / LETTERS).is_file():
                return OcrData(place, LETTERS.removesuffix(".traineddata"), osd)
    return None
