"""Where the test files lie, how one is converted in this process, and what every result must hold."""

import json
import re
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from engine.convert.context import Context
from engine.convert.formats import convert_here
from engine.types import Converted

DATA = Path(__file__).parents[2] / "data" / "convert"
TRUTH = json.loads((DATA / "truth.json").read_text("utf-8"))


def read(path: Path | str, folder: Path, password: str | None = None) -> Converted:
    """The file (of the test data, when only named) as Markdown; also checks that pages and boxes hold
    together.
    """
    path = DATA / path if isinstance(path, str) else path
    converted = convert_here(path, Context(folder / "work", password, name=path.name))
    check_places(converted)
    return converted


def check_places(converted: Converted) -> None:
    """Pages cover the Markdown in order without gap or overlap; every box lies in a stretch of its page."""
    if converted.pages:
        assert converted.pages[0].start == 0
        assert converted.pages[-1].end == len(converted.markdown)
    for before, after in zip(converted.pages, converted.pages[1:], strict=False):
        assert before.end == after.start
    stretches = iter(converted.pages)
    page = next(stretches, None)
    last = 0
    for box in converted.boxes:
        assert last <= box.start < box.end <= len(converted.markdown)
        last = box.start
        while page is not None and box.start >= page.end:
            page = next(stretches)
        assert page is not None
        assert page.number == box.page
        assert box.end <= page.end
        assert -2 <= box.left <= box.right <= page.width + 2
        assert -2 <= box.top <= box.bottom <= page.height + 8
        assert converted.markdown[box.start : box.end].strip()


def headings(markdown: str) -> list[tuple[int, str]]:
    return [(len(mark), text) for mark, text in re.findall(r"^(#+) (.+)$", markdown, re.M)]


def letters(markdown: str, notes: bool = False, tables: bool = False) -> str:
    """The words alone: no blanks, no marks of headings; tables and notes only when asked for."""
    lines = markdown.split("\n")
    kept = [
        re.sub(r"^#+ ", "", line)
        for line in lines
        if (tables or not line.startswith("|")) and (notes or not re.match("[¹²³]", line))
    ]
    return re.sub(r"\s+", "", "".join(kept))


def error_rate(markdown: str, truth: str) -> float:
    """Wrong, missing and surplus characters per character of the truth."""
    return Levenshtein.distance(letters(markdown), truth) / len(truth)
