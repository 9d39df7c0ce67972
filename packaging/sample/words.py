"""Writes Word documents: letters, forms and contracts, with the same bytes on every run."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from pathlib import Path

from docx import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

# Keeps a citation and an amount on one line.
TOGETHER = re.compile(r"§+ (?=\d)|kr (?=[\d−])|(?<=\d) (?=\d{3}\b)|(?<=\d) (?=m²|m³|%|kWh)|(?<=nr\.) (?=\d)")
ZIP_TIME = (2024, 1, 1, 0, 0, 0)


class Paper:
    """A Word document in the making. Text may hold **bold** words."""

    def __init__(
        self, title: str, author: str, date: dt.datetime, font: str = "Calibri", size: float = 11, lang: str = "nb-NO"
    ) -> None:
        self.doc = Document()
        core = self.doc.core_properties
        core.title, core.author, core.last_modified_by = title, author, author
        core.created = core.modified = date
        core.comments = ""
        normal = self.doc.styles["Normal"]
        normal.font.name, normal.font.size = font, Pt(size)
        normal.element.rPr.rFonts.set(qn("w:eastAsia"), font)
        language = OxmlElement("w:lang")
        language.set(qn("w:val"), lang)
        normal.element.rPr.append(language)
        normal.paragraph_format.space_after = Pt(7)
        normal.paragraph_format.line_spacing = 1.12
        for level, points in ((1, 13), (2, 11.5)):
            style = self.doc.styles[f"Heading {level}"]
            style.font.name, style.font.size, style.font.bold = font, Pt(points), True
            style.font.color.rgb = RGBColor(0x22, 0x33, 0x44)
            style.element.rPr.rFonts.set(qn("w:ascii"), font)
            style.element.rPr.rFonts.set(qn("w:hAnsi"), font)
            style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(12), Pt(4)
        section = self.doc.sections[0]
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2.5)
        section.top_margin, section.bottom_margin = Cm(2.4), Cm(2.2)

    def runs(self, paragraph, text: str) -> None:
        text = TOGETHER.sub(lambda found: found.group().replace(" ", "\u00a0"), text)
        for number, piece in enumerate(text.split("**")):
            if piece:
                paragraph.add_run(piece).bold = bool(number % 2)

    def text(self, text: str, align: str = "left", after: float | None = None):
        paragraph = self.doc.add_paragraph()
        for number, line in enumerate(text.split("\n")):
            if number:
                paragraph.add_run().add_break()
            self.runs(paragraph, line)
        if align == "right":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        if after is not None:
            paragraph.paragraph_format.space_after = Pt(after)
        return paragraph

    def heading(self, text: str, level: int = 1) -> None:
        self.doc.add_heading(text, level)

    def title(self, text: str, size: float = 18) -> None:
        paragraph = self.doc.add_paragraph()
        run = paragraph.add_run(text)
        run.bold, run.font.size = True, Pt(size)

    def bullets(self, items: list[str], style: str = "List Bullet") -> None:
        for item in items:
            self.runs(self.doc.add_paragraph(style=style), item)

    def numbered(self, number: str, text: str) -> None:
        """A clause whose number stands in a hanging indent."""
        paragraph = self.doc.add_paragraph()
        paragraph.paragraph_format.left_indent, paragraph.paragraph_format.first_line_indent = Cm(1.2), Cm(-1.2)
        paragraph.paragraph_format.tab_stops.add_tab_stop(Cm(1.2))
        self.runs(paragraph, f"{number}\t{text}")

    def table(self, rows: list[list[str]], widths: list[float], right: tuple[int, ...] = (), head: bool = True) -> None:
        table = self.doc.add_table(rows=len(rows), cols=len(widths))
        table.style, table.alignment, table.autofit = "Table Grid", WD_TABLE_ALIGNMENT.CENTER, False
        for column, width in zip(table.columns, widths, strict=True):
            column.width = Cm(width)
        pale = OxmlElement("w:tblBorders")
        for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
            border = OxmlElement(f"w:{side}")
            for key, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "A6B0B8")):
                border.set(qn(f"w:{key}"), value)
            pale.append(border)
        table._tbl.tblPr.find(qn("w:tblLayout")).addprevious(pale)  # Word wants its parts in their order
        for y, row in enumerate(rows):
            for x, words in enumerate(row):
                cell = table.cell(y, x)
                cell.width = Cm(widths[x])
                paragraph = cell.paragraphs[0]
                paragraph.paragraph_format.space_after = Pt(2)
                paragraph.paragraph_format.space_before = Pt(2)
                self.runs(paragraph, f"**{words}**" if head and y == 0 and words else words)
                if x in right:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        gap = self.doc.add_paragraph()
        gap.paragraph_format.space_after, gap.paragraph_format.line_spacing = Pt(0), Pt(8)

    def letterhead(self, name: str, lines: str, colour: tuple[int, int, int]) -> None:
        header = self.doc.sections[0].header
        paragraph = header.paragraphs[0]
        run = paragraph.add_run(name)
        run.bold, run.font.size, run.font.color.rgb = True, Pt(15), RGBColor(*colour)
        paragraph.paragraph_format.space_after = Pt(0)
        small = header.add_paragraph()
        small.paragraph_format.space_after = Pt(16)
        rule = OxmlElement("w:pBdr")
        bottom = OxmlElement("w:bottom")
        for key, value in (
            ("val", "single"),
            ("sz", "6"),
            ("space", "4"),
            ("color", "{:02X}{:02X}{:02X}".format(*colour)),
        ):
            bottom.set(qn(f"w:{key}"), value)
        rule.append(bottom)
        small._p.pPr.find(qn("w:spacing")).addprevious(rule)
        line = small.add_run(lines)
        line.font.size, line.font.color.rgb = Pt(8.5), RGBColor(0x66, 0x66, 0x66)

    def footer(self, words: str) -> None:
        """Running foot with the page number as a field."""
        paragraph = self.doc.sections[0].footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        parts = (words + " – ", "begin", "PAGE", "separate", "1", "end")
        for part in parts:
            run = paragraph.add_run("" if part in parts[1:4] or part == "end" else part)
            run.font.size, run.font.color.rgb = Pt(8.5), RGBColor(0x66, 0x66, 0x66)
            if part == "PAGE":
                code = OxmlElement("w:instrText")
                code.text = part
                run._r.append(code)
            elif part in ("begin", "separate", "end"):
                mark = OxmlElement("w:fldChar")
                mark.set(qn("w:fldCharType"), part)
                run._r.append(mark)

    def save(self, path: Path) -> None:
        raw = io.BytesIO()
        self.doc.save(raw)
        with zipfile.ZipFile(raw) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
            for name in source.namelist():
                if name != "docProps/thumbnail.jpeg":
                    target.writestr(
                        zipfile.ZipInfo(name, ZIP_TIME), clean(name, source.read(name)), zipfile.ZIP_DEFLATED
                    )


def clean(name: str, data: bytes) -> bytes:
    """Drops the template's thumbnail from the parts that point to it."""
    if name == "_rels/.rels":
        text = data.decode("utf-8")
        start = text.find("thumbnail.jpeg")
        if start >= 0:
            begin, end = text.rfind("<Relationship ", 0, start), text.find("/>", start) + 2
            text = text[:begin] + text[end:]
        return text.encode("utf-8")
    return data
