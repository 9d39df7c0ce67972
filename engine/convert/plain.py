"""Text files in any encoding. Lines stay as they are; a form feed begins a new page."""

from __future__ import annotations

import re
from pathlib import Path

from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize, Piece
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed
from engine.types import Converted

NAME, VERSION = "text", "1"
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


def read(path: Path, context: Context) -> Converted:
    """Paragraphs are what blank lines set apart. No headings: plain text does not say which lines are."""
    text, encoding = decode(path.read_bytes())
    if not text.strip("\ufeff \t\r\n\f\0"):
        raise ConversionFailed("The file holds nothing but blanks.", "empty")
    draft = Draft()
    if text.count("\ufffd"):
        draft.warn("Some characters could not be read in the encoding of the file and are shown as \ufffd.")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    sheets = text.split("\f")
    for number, sheet in enumerate(sheets, 1):
        for block in _BLANK.split(sheet):
            draft.paragraph((Piece(block.strip("\n"), number if len(sheets) > 1 else 0),))
    sizes = [PageSize(number) for number in range(1, len(sheets) + 1)] if len(sheets) > 1 else []
    return draft.finish(NAME, VERSION, sizes, meta={"encoding": encoding})
