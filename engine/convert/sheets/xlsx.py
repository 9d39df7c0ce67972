"""Excel workbooks (XLSX, XLSM): sheets in order, hidden ones marked, values as displayed, notes and text
boxes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from lxml import etree

from engine.convert.container import Package
from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.sheets.formats import BUILT_IN, shown
from engine.convert.sheets.grid import MOST_CELLS, MOST_COLUMNS, write_grid
from engine.convert.xml import local, parse_office, transitional
from engine.types import Converted

NAME, VERSION = "xlsx", "1"
_REFERENCE = re.compile(r"^([A-Z]{1,3})(\d{1,7})$")
_GENERIC = re.compile(r"^(?:sheet|ark|tabelle|blad|taul|feuil|hoja|foglio|planilha|regneark)\s?\d*$", re.I)
_SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True)
class _Sheet:
    name: str
    part: str
    hidden: bool


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed for damaged files, bombs and workbooks without any value."""
    with Package(path, context.limits) as package:
        return _Workbook(package, context).run()


class _Workbook:
    def __init__(self, package: Package, context: Context) -> None:
        self.package, self.context = package, context
        self.draft = Draft()
        self.main = "xl/workbook.xml"
        for kind, target in self.relations("").values():
            if kind == "officeDocument" and package.has(target):
                self.main = target
        if not package.has(self.main):
            raise ConversionFailed("The workbook is damaged: its main part is missing.", "corrupt")
        self.book = parse_office(package.read(self.main), "workbook")
        properties = next((e for e in self.book if local(e) == "workbookPr"), None)
        self.from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self.strings = self.shared_strings()
        self.codes = self.format_codes()
        self.cells = 0
        self.comments: list[dict[str, str]] = []
        self.formulas = 0

    def run(self) -> Converted:
        sheets = self.sheets()
        shown_names = len(sheets) > 1 or any(not _GENERIC.match(sheet.name) for sheet in sheets)
        for number, sheet in enumerate(sheets, 1):
            before = self.draft.length
            if shown_names:
                self.draft.heading(2, sheet.name + (" (hidden sheet)" if sheet.hidden else ""))
            titled = self.draft.length
            self.sheet(sheet)
            if self.draft.length == titled and shown_names:
                self.draft.drop_to(before)
            self.context.progress(number, len(sheets))
        hidden = [sheet.name for sheet in sheets if sheet.hidden]
        if hidden:
            self.draft.warn(f"Hidden sheets are included: {', '.join(hidden)}.")
        if self.formulas:
            self.draft.warn(f"{self.formulas} formulas have no stored result; they are given as formulas.")
        if any(name.lower().endswith("vbaproject.bin") for name in self.package.names()):
            self.draft.warn("The workbook contains macros; they are never run.")
            self.draft.meta["macros"] = True
        if self.comments:
            self.draft.meta["comments"] = self.comments
        if self.draft.empty:
            raise ConversionFailed("The workbook opens, but no cell of it has a value.", "no_text")
        return self.draft.finish(NAME, VERSION, meta={"sheets": [sheet.name for sheet in sheets]})

    # ---- parts

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """id → (kind, member) of the relations of a part that lie in the package."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.package.has(path):
            return {}
        found = {}
        for item in parse_office(self.package.read(path), "list of relations"):
            if item.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, item.get("Target", ""))).lstrip("/")
                found[item.get("Id", "")] = (item.get("Type", "").rpartition("/")[2], target)
        return found

    def related(self, part: str, kind: str) -> list[str]:
        return [target for found, target in self.relations(part).values() if found == kind and self.package.has(target)]

    def sheets(self) -> list[_Sheet]:
        relations = self.relations(self.main)
        found = []
        for item in self.book.iter():
            if local(item) != "sheet":
                continue
            identity = next((value for key, value in item.attrib.items() if key.endswith("}id")), "")
            _, part = relations.get(identity, ("", ""))
            if self.package.has(part):
                found.append(_Sheet(item.get("name", ""), part, item.get("state") in ("hidden", "veryHidden")))
        return found

    def shared_strings(self) -> list[str]:
        strings = []
        for part in self.related(self.main, "sharedStrings"):
            for item in parse_office(self.package.read(part), "strings"):
                strings.append(_text_of(item))
        return strings

    def format_codes(self) -> list[str]:
        """The format code of each cell style."""
        codes: list[str] = []
        for part in self.related(self.main, "styles"):
            root = parse_office(self.package.read(part), "styles")
            own = {item.get("numFmtId"): item.get("formatCode", "") for item in root.iter(f"{_SPREADSHEET}numFmt")}
            formats = root.find(f"{_SPREADSHEET}cellXfs")
            for item in formats if formats is not None else ():
                identity = item.get("numFmtId", "0")
                built_in = BUILT_IN.get(int(identity) if identity.isdigit() else 0, "General")
                codes.append(own.get(identity) or built_in)
        return codes

    # ---- one sheet

    def sheet(self, sheet: _Sheet) -> None:
        write_grid(self.draft, self.rows(sheet))
        for part in self.related(sheet.part, "comments"):
            for item in parse_office(self.package.read(part), "comments").iter(f"{_SPREADSHEET}comment"):
                text = "".join(t.text or "" for t in item.iter(f"{_SPREADSHEET}t")).strip()
                self.comments.append(
                    {"author": "", "date": "", "text": text, "about": f"{sheet.name}!{item.get('ref', '')}"}
                )
        for part in self.related(sheet.part, "drawing"):
            for body in parse_office(self.package.read(part), "drawing").iter():
                if local(body) == "txBody":
                    for line in body:
                        self.draft.paragraph("".join(t.text or "" for t in line.iter() if local(t) == "t"))

    def rows(self, sheet: _Sheet) -> Iterator[list[str]]:
        """Rows of displayed values; rows and columns that are left out in the file are blank."""
        data = transitional(self.package.read(sheet.part))
        expected = 1
        try:
            for _, element in etree.iterparse(
                BytesIO(data),
                events=("end",),
                tag=f"{_SPREADSHEET}row",
                resolve_entities=False,
                no_network=True,
                huge_tree=False,
            ):
                number = _int(element.get("r"), expected)
                for _ in range(min(2, number - expected)):
                    yield []
                row = self.row(element)
                expected = number + 1
                self.cells += len(row)
                if self.cells > MOST_CELLS:
                    self.draft.warn(
                        f"The workbook is very large; it is read up to row {number} of the sheet {sheet.name}."
                    )
                    return
                yield row
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
        except etree.XMLSyntaxError as error:
            if expected == 1:
                raise ConversionFailed(
                    f"The workbook is damaged: its sheet {sheet.name} cannot be read.", "corrupt"
                ) from error
            self.draft.warn(f"The sheet {sheet.name} is damaged; it is read up to row {expected - 1}.")

    def row(self, element: Any) -> list[str]:
        row: list[str] = []
        for cell in element:
            if local(cell) != "c":
                continue
            found = _REFERENCE.match(cell.get("r", ""))
            column = _column(found.group(1)) if found else len(row)
            if column >= MOST_COLUMNS:
                break
            row += [""] * (column - len(row))
            row.append(self.value(cell))
        return row

    def value(self, cell: Any) -> str:
        kind = cell.get("t", "n")
        value = next((child.text or "" for child in cell if local(child) == "v"), None)
        if kind == "inlineStr":
            return "".join(_text_of(child) for child in cell if local(child) == "is")
        if value is None:
            formula = next((child.text for child in cell if local(child) == "f"), None)
            if formula:
                self.formulas += 1
                return f"={formula}"
            return ""
        if kind == "s":
            index = _int(value, -1)
            return self.strings[index] if 0 <= index < len(self.strings) else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind in ("str", "e", "d"):
            return value
        style = _int(cell.get("s"), 0)
        return shown(value, self.codes[style] if style < len(self.codes) else "General", self.from_1904)


def _text_of(item: Any) -> str:
    """The text of a string item without its reading aids (phonetic runs)."""
    return "".join(
        t.text or "" for t in item.iter() if local(t) == "t" and not any(local(a) == "rPh" for a in t.iterancestors())
    )


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _int(text: str | None, default: int) -> int:
    try:
        return int(text) if text is not None else default
    except ValueError:
        return default
