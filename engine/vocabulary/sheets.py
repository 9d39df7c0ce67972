"""Reads TOML tables and CSV rows with the line each stands on, and writes them."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.errors import UserFacingError
from engine.vocabulary.faults import VocabularyError

LARGEST = 20 * 1024 * 1024  # bytes; a vocabulary of a whole dictionary of law is far below
DELIMITERS = (";", "\t", ",")  # in this order: a list with semicolons may hold commas, not the other way round
WRITTEN_DELIMITER = ";"  # what spreadsheets of most European languages open as columns


def is_toml(path: Path) -> bool:
    """True for TOML, False for CSV. Raises UserFacingError for any other file."""
    suffix = path.suffix.lower()
    if suffix not in (".toml", ".csv"):
        raise UserFacingError(f"{path.name} is neither a TOML nor a CSV file; name it with .toml or .csv.")
    return suffix == ".toml"


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, or as older spreadsheets of Windows save a CSV file. Raises UserFacingError."""
    try:
        if path.stat().st_size > LARGEST:
            raise UserFacingError(f"{path.name} is too large for a vocabulary; choose another file.")
        data = path.read_bytes()
    except OSError as error:
        raise UserFacingError(f"{path.name} could not be read ({error.strerror}); choose another file.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if path.suffix.lower() == ".csv" and b"\0" not in data:
            return data.decode("cp1252", errors="replace")
        line = data[: error.start].count(b"\n") + 1
        raise VocabularyError(path.name, [(line, "a letter is not in UTF-8; save the file as UTF-8")]) from error


def toml_tables(name: str, text: str, table: str, others: Sequence[str]) -> list[tuple[int, dict[str, Any]]]:
    """(line, table) for every ``[[table]]`` of a TOML text. ``others``: keys that may stand beside them.

    Raises VocabularyError for what is not TOML and for other keys.
    """
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)", str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        said = str(error)[: found.start()] if found else str(error)
        raise VocabularyError(name, [(line, f"this is not TOML ({said})")]) from error
    for key in whole:
        if key not in (table, *others):
            line = _line_of(text, rf"\s*(?:\[+\s*)?[\"']?{re.escape(key)}\b")
            raise VocabularyError(name, [(line, f"“{key}” has no meaning here; a table begins with [[{table}]]")])
    tables = whole.get(table, [])
    line = _line_of(text, rf"\s*(?:\[+\s*)?{table}\b")
    if not isinstance(tables, list) or not all(isinstance(item, dict) for item in tables):
        raise VocabularyError(name, [(line, f"“{table}” must be written [[{table}]], with its words on lines below")])
    lines = [number for number, text_line in enumerate(text.splitlines(), 1) if _opens(text_line, table)]
    if len(lines) != len(tables):  # written as one array, which gives no lines
        lines = [line] * len(tables)
    return list(zip(lines, tables, strict=True))


def csv_rows(text: str) -> list[tuple[int, list[str]]]:
    """(line, cells) for every row that is not empty; blanks around cells and empty cells at the end are dropped."""
    lines = [line for line in text.splitlines() if line.strip()]
    delimiter = next((sign for sign in DELIMITERS if sum(sign in line for line in lines) * 2 >= len(lines)), ";")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = []
    before = 0
    for row in reader:
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells and not cells[0].startswith("#"):
            rows.append((before + 1, cells))
        before = reader.line_num
    return rows


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV, with the mark that makes spreadsheets read UTF-8."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=WRITTEN_DELIMITER, lineterminator="\n").writerows(rows)
    return "\ufeff" + out.getvalue()


def toml_value(value: str | Sequence[str]) -> str:
    """A string or a list of strings in TOML; JSON's escapes are TOML's too."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return "[" + ", ".join(map(toml_value, value)) + "]"


def write_text(path: Path, text: str) -> None:
    """Writes a file in UTF-8. Raises UserFacingError when the place refuses."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserFacingError(f"{path.name} could not be written ({error.strerror}); choose another place.") from error


def _opens(line: str, table: str) -> bool:
    return re.match(rf"\s*\[\[\s*{table}\s*\]\]", line) is not None


def _line_of(text: str, pattern: str) -> int:
    found = re.search(rf"(?m)^{pattern}", text)
    return text.count("\n", 0, found.end()) + 1 if found else 1
