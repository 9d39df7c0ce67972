"""Walks the blocks of a Word document: paragraphs with their numbers, headings, tables, notes, text boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.inline import Change, Inline, Story, alternatives, read_inline
from engine.convert.word.notes import Notes
from engine.convert.word.numbering import Numbering
from engine.convert.word.parts import W, on, value
from engine.convert.word.styles import Styles
from engine.convert.xml import local

_WRAPPERS = frozenset("customXml ins moveTo smartTag sdtContent body".split())
_MAX_DEPTH = 40


@dataclass
class Block:
    """A paragraph, heading (level from 1) or table in reading order, with the notes that belong under it."""

    text: str = ""
    level: int = 0
    rows: list[list[str]] | None = None
    title: bool = False
    notes: list[Block] = field(default_factory=list)
    # for headings that are only formatted as such
    bold: bool = False
    size: int = 0
    numbered: bool = False


class Body:
    """Reads the blocks of one story (the main text; notes and text boxes are read on the way)."""

    def __init__(self, styles: Styles, numbering: Numbering, notes: Notes) -> None:
        self.styles, self.numbering, self.notes = styles, numbering, notes
        self.story = Story(styles, mark=notes.mark)
        self.hidden: list[str] = []
        self.objects: list[str] = []
        self.diagrams: list[str] = []
        self.chunks: list[str] = []
        self._held: tuple[str, Inline] | None = None  # a paragraph whose end was deleted: it joins the next

    def blocks(self, container: Any, depth: int = 0) -> Iterator[Block]:
        """All blocks of a container. Raises RecursionError when it is nested absurdly deep."""
        if depth > _MAX_DEPTH:
            raise RecursionError
        for child in container:
            name = local(child)
            if name == "p":
                yield from self._paragraph(child, depth)
            elif name == "tbl":
                yield from self._table(child, depth)
            elif name == "sdt":
                content = child.find(f"{W}sdtContent")
                if content is not None:
                    yield from self.blocks(content, depth)
            elif name in _WRAPPERS:
                yield from self.blocks(child, depth + 1)
            elif name == "AlternateContent":
                for option in alternatives(child):
                    yield from self.blocks(option, depth + 1)
            elif name == "altChunk":
                self.chunks.append(next(iter(child.attrib.values()), ""))

    # ---- paragraphs

    def _paragraph(self, element: Any, depth: int) -> Iterator[Block]:
        properties = element.find(f"{W}pPr")
        style = value(properties.find(f"{W}pStyle")) if properties is not None else None
        style = style or self.styles.default_paragraph
        inline = read_inline(element, self.story, style)
        text = inline.text
        gone = properties is not None and properties.find(f"{W}rPr/{W}del") is not None
        number = ""
        if text.strip() or not gone:
            number = self._number(properties, style, bool(text.strip()))
        if self._held is not None:
            before, other = self._held
            text = before + text
            inline.notes = other.notes + inline.notes
            self._held = None
            number = ""
        elif number:
            text = f"{number} {text.lstrip()}"
        self.hidden += inline.hidden
        self.objects += inline.objects
        self.diagrams += inline.diagrams
        if gone and text.strip():
            self._held = (text, inline)
            return
        if text.strip():
            yield self._block(text, inline, properties, style, number)
        for box in inline.boxes:
            yield from self.blocks(box, depth + 1)

    def _block(self, text: str, inline: Inline, properties: Any, style: str | None, number: str) -> Block:
        outline = self._outline(properties, style)
        block = Block(
            text, bold=inline.letters > 0 and inline.bold >= inline.letters, size=inline.size, numbered=bool(number)
        )
        if self.styles.is_title(style):
            block.level, block.title = 1, True
        elif outline is not None and number != "-":
            block.level = min(6, outline + 1)
        block.notes = self._notes(inline)
        return block

    def _outline(self, properties: Any, style: str | None) -> int | None:
        own = value(properties.find(f"{W}outlineLvl")) if properties is not None else None
        if own is not None and own.isdigit():
            return int(own) if int(own) < 9 else None
        return self.styles.outline(style)

    def _number(self, properties: Any, style: str | None, shows: bool) -> str:
        number, level = self.styles.numbering(style)
        own = properties.find(f"{W}numPr") if properties is not None else None
        if (own is not None and own.find(f"{W}ins") is None) or (own is not None and own.find(f"{W}numId") is not None):
            number = value(own.find(f"{W}numId")) or number
            level_text = value(own.find(f"{W}ilvl"))
            level = int(level_text) if level_text and level_text.isdigit() else (level or 0)
        hidden_mark = properties is not None and on(properties.find(f"{W}rPr/{W}vanish"))
        if number is None or (hidden_mark and not shows):
            return ""
        return self.numbering.next(number, level or 0)

    def _notes(self, inline: Inline) -> list[Block]:
        out = []
        for kind, identity in inline.notes:
            mark = self.notes.mark(kind, identity)
            content = self.notes.content(kind, identity)
            if content is None:
                continue
            texts = [block.text.strip() for block in self.blocks(content, 1) if block.rows is None]
            for at, text in enumerate(text for text in texts if text):
                out.append(Block(f"{mark} {text}" if at == 0 else text))
        return out

    # ---- tables

    def _table(self, table: Any, depth: int) -> Iterator[Block]:
        rows: list[list[str]] = []
        above: dict[int, str] = {}
        inside: list[list[Block]] = []
        notes: list[Block] = []
        width = 0
        for row in _rows(table):
            if self._dropped(row):
                continue
            cells: list[str] = []
            column = _int(value(row.find(f"{W}trPr/{W}gridBefore")))
            cells += [""] * min(column, 60)
            for cell in _cells(row):
                properties = cell.find(f"{W}tcPr")
                span = max(1, min(60, _int(value(properties.find(f"{W}gridSpan"))))) if properties is not None else 1
                merge = properties.find(f"{W}vMerge") if properties is not None else None
                content = list(self.blocks(cell, depth + 1))
                notes += [note for block in content for note in block.notes]
                text = _flat(content)
                if merge is not None and value(merge) != "restart" and not text:
                    # A cell over several rows is repeated, so that each row can be read (and quoted) alone.
                    text = above.get(len(cells), "")
                else:
                    inside.append(content)
                above[len(cells)] = text
                cells += [text] + [""] * (span - 1)
            width = max(width, sum(1 for text in cells if text))
            rows.append(cells)
        if width <= 1:  # a frame around text, not a table
            for content in inside:
                yield from content
            return
        rows = _without_empty(rows)
        yield Block(rows=rows, notes=notes)

    def _dropped(self, row: Any) -> bool:
        change = row.find(f"{W}trPr/{W}del")
        if change is None:
            return False
        words = "".join(text.text or "" for text in row.iter(f"{W}t", f"{W}delText"))
        if words.strip():
            self.story.changes.append(
                Change("deletion", change.get(W + "author", ""), change.get(W + "date", ""), words)
            )
        return True


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        name = local(child)
        if name == "tr":
            yield child
        elif name == "sdt" or name in _WRAPPERS:
            yield from _rows(child.find(f"{W}sdtContent") if name == "sdt" else child)


def _cells(row: Any) -> Iterator[Any]:
    for child in row if row is not None else ():
        name = local(child)
        if name == "tc":
            yield child
        elif name == "sdt" or name in _WRAPPERS:
            content = child.find(f"{W}sdtContent") if name == "sdt" else child
            yield from _cells(content)


def _flat(blocks: Sequence[Block]) -> str:
    """The content of a cell in one line."""
    parts = []
    for block in blocks:
        if block.rows is not None:
            parts += [" ".join(text for text in row if text) for row in block.rows]
        elif block.text.strip():
            parts.append(" ".join(block.text.split()))
    return " ".join(parts)


def _without_empty(rows: list[list[str]]) -> list[list[str]]:
    """Rows that say something, without columns that are empty in all of them."""
    rows = [row for row in rows if any(row)]
    width = max(len(row) for row in rows)
    used = [at for at in range(width) if any(at < len(row) and row[at] for row in rows)]
    return [[row[at] if at < len(row) else "" for at in used] for row in rows]


def _int(text: str | None) -> int:
    return int(text) if text and text.isdigit() else 0
