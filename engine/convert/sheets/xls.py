"""Old and binary Excel workbooks (XLS, XLSB): values without their display formats."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.sheets.grid import MOST_CELLS, write_grid
from engine.types import Converted

NAME, VERSION = "xls", "1"


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed: "password", "corrupt" or "no_text"."""
    try:
        return _read(path)
    except BaseException as error:
        # A fault inside the library's Rust code comes as an exception that is no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise ConversionFailed("The workbook is damaged and could not be read.", "corrupt") from error


def _read(path: Path) -> Converted:
    import python_calamine as calamine

    try:
        book = calamine.load_workbook(path)
    except calamine.PasswordError as error:
        raise ConversionFailed(
            "The workbook is protected by a password; save a copy without it and import that.", "password"
        ) from error
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise ConversionFailed("The workbook is damaged and could not be read.", "corrupt") from error
    draft = Draft()
    left = MOST_CELLS
    hidden = []
    for sheet in book.sheets_metadata:
        if not str(sheet.typ).endswith("WorkSheet"):
            continue
        rows = book.get_sheet_by_name(sheet.name).to_python(skip_empty_area=True, nrows=None)
        if not any(any(cell != "" for cell in row) for row in rows):
            continue
        seen = str(sheet.visible).endswith("Visible")
        if not seen:
            hidden.append(sheet.name)
        draft.heading(2, sheet.name + ("" if seen else " (hidden sheet)"))
        width = max(1, max(len(row) for row in rows))
        if len(rows) * width > left:
            draft.warn(f"The workbook is very large; it is read up to row {left // width} of the sheet {sheet.name}.")
            rows = rows[: left // width]
        left -= len(rows) * width
        write_grid(draft, ([_shown(cell) for cell in row] for row in rows))
    if hidden:
        draft.warn(f"Hidden sheets are included: {', '.join(hidden)}.")
    if draft.empty:
        raise ConversionFailed("The workbook opens, but no cell of it has a value.", "no_text")
    return draft.finish(NAME, VERSION)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.10g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, (date, time, timedelta)):
        return str(value)
    return str(value)
