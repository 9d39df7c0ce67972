"""Walks the text of OpenDocument files: paragraphs, headings with their numbers, lists, tables, notes, text
boxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.convert.blocks import TextBlock
from engine.convert.odf.styles import DC, OFFICE, TABLE, TEXT, Counter, OdfStyles
from engine.convert.xml import local

_SUPERSCRIPT = str.maketrans("0123456789ivxlc", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵛˣˡᶜ")
_SPACE = re.compile(r"[ \t\r\n]+")
_MAX_DEPTH = 60
_SPAN = 200  # a repetition beyond this is empty filling
# Parts of a text body that hold no text of it.
_SKIP = frozenset(
    "tracked-changes sequence-decls variable-decls user-field-decls forms dde-connection-decls alphabetical-index-auto-mark-file "
    "annotation-end change change-start change-end bookmark bookmark-start bookmark-end soft-page-break reference-mark "
    "reference-mark-start reference-mark-end event-listeners enhanced-geometry glue-point settings toc-mark-start toc-mark-end".split()
)
_SHAPES = frozenset(
    "frame custom-shape rect ellipse line connector polygon path circle g a caption measure control".split()
)


@dataclass
class _Inline:
    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    boxes: list[TextBlock] = field(default_factory=list)
    letters: int = 0
    bold: int = 0
    size: int = 0


class OdfWalk:
    """Turns a container of text into blocks; keeps comments, hidden text and frames met on the way."""

    def __init__(self, styles: OdfStyles) -> None:
        self.styles = styles
        self.counter = Counter()
        self.comments: list[dict[str, str]] = []
        self.hidden: list[str] = []
        self.objects: list[str] = []
        self._lists: dict[str, str] = {}  # id of a list → key under which it is counted

    def blocks(self, container: Any, depth: int = 0) -> Iterator[TextBlock]:
        if depth > _MAX_DEPTH:
            raise RecursionError
        for child in container:
            name = local(child)
            if name in ("p", "h"):
                yield from self.paragraph(child, depth, "")
            elif name in ("list", "numbered-paragraph"):
                yield from self.list(child, depth, 1, None, None)
            elif name == "table":
                yield from self.table(child, depth)
            elif name in _SHAPES:
                yield from self.shape(child, depth)
            elif name not in _SKIP and not (name == "annotation" and self.comment(child)):
                yield from self.blocks(child, depth + 1)

    # ---- paragraphs

    def paragraph(self, element: Any, depth: int, number: str) -> Iterator[TextBlock]:
        style = element.get(f"{TEXT}style-name")
        inline = _Inline()
        self.inline(element, inline, [style], depth)
        text = "".join(inline.parts).strip(" ")
        level = 0
        if local(element) == "h":
            level = max(1, min(6, _int(element.get(f"{TEXT}outline-level"), 1)))
            if not number and text.strip() and element.get(f"{TEXT}is-list-header") != "true":
                number = self.counter.next("outline", self.styles.outline, level)
        title = any(found.title for found in self.styles.chain(style))
        if text.strip():
            yield TextBlock(
                f"{number} {text}" if number else text,
                1 if title else level if number != "-" else 0,
                None,
                inline.notes,
                inline.letters > 0 and inline.bold >= inline.letters,
                inline.size,
                title,
            )
        yield from inline.boxes

    def inline(self, element: Any, inline: _Inline, styles: list[str | None], depth: int) -> None:
        self.text(element.text, inline, styles)
        for child in element:
            name = local(child)
            if name == "s" or name == "tab":
                self.text(" ", inline, styles)
            elif name == "line-break":
                inline.parts.append("\n")
            elif name == "span":
                self.inline(child, inline, [child.get(f"{TEXT}style-name"), *styles], depth)
            elif name == "note":
                self.note(child, inline, depth)
            elif name == "annotation":
                self.comment(child)
            elif name == "hidden-text":
                self.hidden.append(child.get(f"{TEXT}string-value", ""))
            elif name == "ruby":
                base = child.find(f"{TEXT}ruby-base")
                if base is not None:
                    self.inline(base, inline, styles, depth)
            elif name in _SHAPES and name != "a":
                inline.boxes += list(self.shape(child, depth))
            elif name not in _SKIP:
                self.inline(child, inline, styles, depth)
            self.text(child.tail, inline, styles)

    def text(self, text: str | None, inline: _Inline, styles: list[str | None]) -> None:
        if not text:
            return
        text = _SPACE.sub(" ", text)
        if self.styles.get(styles, "hidden"):
            self.hidden.append(text)
            return
        if text.strip().isdigit() and self.styles.get(styles, "raised"):
            text = text.translate(_SUPERSCRIPT)
        count = len(text.strip())
        inline.letters += count
        inline.bold += count if self.styles.get(styles, "bold") else 0
        inline.size = max(inline.size, (self.styles.get(styles, "size") or 24) if count else 0)
        inline.parts.append(text)

    def note(self, element: Any, inline: _Inline, depth: int) -> None:
        citation = element.find(f"{TEXT}note-citation")
        mark = "".join(citation.itertext()).strip() if citation is not None else ""
        mark = mark.translate(_SUPERSCRIPT)
        inline.parts.append(mark)
        body = element.find(f"{TEXT}note-body")
        texts = [block.text.strip() for block in self.blocks(body, depth + 1)] if body is not None else []
        for at, text in enumerate(text for text in texts if text):
            inline.notes.append(f"{mark} {text}" if at == 0 else text)

    def comment(self, element: Any) -> bool:
        author, date = element.find(f"{DC}creator"), element.find(f"{DC}date")
        texts = ["".join(p.itertext()).strip() for p in element.iter(f"{TEXT}p")]
        self.comments.append(
            {
                "author": (author.text or "") if author is not None else "",
                "date": (date.text or "") if date is not None else "",
                "text": "\n".join(text for text in texts if text),
                "about": "",
            }
        )
        return True

    def shape(self, element: Any, depth: int) -> Iterator[TextBlock]:
        """Text in frames, boxes and drawn shapes; embedded objects are noted by their place in
        the package.
        """
        for child in element:
            name = local(child)
            if name in ("object", "object-ole"):
                target = next((value for key, value in child.attrib.items() if key.endswith("}href")), "")
                if target:
                    self.objects.append(target.removeprefix("./"))
        yield from self.blocks(element, depth + 1)

    # ---- lists

    def list(self, element: Any, depth: int, level: int, style: str | None, key: str | None) -> Iterator[TextBlock]:
        if depth > _MAX_DEPTH:
            raise RecursionError
        own = element.get(f"{TEXT}style-name")
        style = own or style
        if key is None:
            key = self._key(element, style)
        levels = self.styles.lists.get(style or "", {})
        items = [element] if local(element) == "numbered-paragraph" else list(element)
        for item in items:
            name = local(item)
            if name not in ("list-item", "list-header", "numbered-paragraph"):
                continue
            number = ""
            started = item.get(f"{TEXT}start-value")
            for child in item:
                kind = local(child)
                if kind in ("p", "h"):
                    fresh = child is next((c for c in item if local(c) in ("p", "h")), None)
                    number = ""
                    if fresh and name != "list-header" and self._has_text(child):
                        number = self._number(child, key, levels, style, level, started)
                    yield from self.paragraph(child, depth + 1, number)
                elif kind == "list":
                    yield from self.list(child, depth + 1, level + 1, style, key)
                elif kind == "table":
                    yield from self.table(child, depth + 1)

    def _key(self, element: Any, style: str | None) -> str:
        """Lists of one style count on in this program's and Word's way; a new start is asked for
        by the file.
        """
        identity = element.get("{http://www.w3.org/XML/1998/namespace}id")
        follows = element.get(f"{TEXT}continue-list")
        key = self._lists.get(follows or "", f"style:{style}")
        if element.get(f"{TEXT}continue-numbering") != "true" and not follows:
            self.counter.restart(key)
        if identity:
            self._lists[identity] = key
        return key

    def _number(self, child: Any, key: str, levels: Any, style: str | None, level: int, started: str | None) -> str:
        if not levels:  # the paragraph's own style names the list
            named = self.styles.get([child.get(f"{TEXT}style-name")], "list_style")
            levels = self.styles.lists.get(named or "", {})
        return self.counter.next(key, levels, level, _int(started, 0) or None)

    def _has_text(self, element: Any) -> bool:
        return any(text.strip() for text in element.itertext())

    # ---- tables

    def table(self, element: Any, depth: int) -> Iterator[TextBlock]:
        rows: list[list[str]] = []
        hanging: dict[int, tuple[int, str]] = {}
        inside: list[TextBlock] = []
        notes: list[str] = []
        for row in element.iter(f"{TABLE}table-row"):
            if _table_of(row) is not element:
                continue
            cells: list[str] = []
            for cell in row:
                name = local(cell)
                if name not in ("table-cell", "covered-table-cell"):
                    continue
                repeated = min(_SPAN, _int(cell.get(f"{TABLE}number-columns-repeated"), 1))
                left, above = hanging.get(len(cells), (0, ""))
                if name == "covered-table-cell" and left:
                    # A cell over several rows is repeated, so that each row can be read (and quoted) alone.
                    hanging[len(cells)] = (left - 1, above)
                    cells += [above] * repeated
                    continue
                content = list(self.blocks(cell, depth + 1)) if len(cell) else []
                inside += content
                notes += [note for block in content for note in block.notes]
                text = flat(content)
                down = _int(cell.get(f"{TABLE}number-rows-spanned"), 1)
                if down > 1:
                    hanging[len(cells)] = (down - 1, text)
                cells += [text] * (repeated if text else min(repeated, 60))
            rows += [cells] * min(_SPAN if any(cells) else 1, _int(row.get(f"{TABLE}number-rows-repeated"), 1))
        rows = [row for row in rows if any(row)]
        width = max((len(row) for row in rows), default=0)
        used = [at for at in range(width) if any(at < len(row) and row[at] for row in rows)]
        if len(used) <= 1:
            yield from inside
            return
        yield TextBlock(rows=[[row[at] if at < len(row) else "" for at in used] for row in rows], notes=notes)


def flat(blocks: list[TextBlock]) -> str:
    """The content of a cell in one line."""
    parts = []
    for block in blocks:
        if block.rows is not None:
            parts += [" ".join(text for text in row if text) for row in block.rows]
        elif block.text.strip():
            parts.append(" ".join(block.text.split()))
    return " ".join(parts)


def _table_of(row: Any) -> Any:
    parent = row.getparent()
    while parent is not None and parent.tag != f"{TABLE}table":
        parent = parent.getparent()
    return parent


def _int(text: str | None, default: int) -> int:
    return int(text) if text and text.isdigit() else default


def body_of(root: Any, kind: str) -> Any | None:
    """``office:text``, ``office:spreadsheet`` or ``office:presentation`` of a content part."""
    return root.find(f"{OFFICE}body/{OFFICE}{kind}")
