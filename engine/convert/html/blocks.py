"""HTML to blocks: what a reader sees, in order; scripts, navigation and hidden parts stay out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.convert.draft import Draft
from engine.convert.html.tables import grid_of, is_layout
from engine.convert.word.numbering import numeral

_GONE = frozenset(
    "script style noscript template head nav iframe object embed svg canvas audio video map meta link base title button "
    "select datalist input textarea".split()
)
_BLOCKS = frozenset(
    "p div section article main header footer aside address figure figcaption blockquote center fieldset legend form details "
    "summary dl dt dd body html hgroup caption table thead tbody tfoot tr td th menu dir".split()
)
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)", re.I
)
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "1": "decimal"}
_CSS_FORMS = {
    "lower-alpha": "lowerLetter", "lower-latin": "lowerLetter", "upper-alpha": "upperLetter", "upper-latin": "upperLetter",
    "lower-roman": "lowerRoman", "upper-roman": "upperRoman", "decimal": "decimal", "none": "none",
}  # fmt: skip
_MAX_DEPTH = 200


@dataclass
class HtmlBlock:
    """A paragraph, a heading (level from 1) or a table."""

    text: str = ""
    level: int = 0
    rows: list[list[str]] | None = None


@dataclass
class Page:
    """What was read: blocks, title, addresses of links."""

    blocks: list[HtmlBlock] = field(default_factory=list)
    title: str | None = None
    links: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)  # text marked as deleted (<del>), which is left out

    def write(self, draft: Draft) -> None:
        for block in self.blocks:
            if block.rows is not None:
                draft.table(block.rows)
            elif block.level:
                draft.heading(block.level, block.text)
            else:
                draft.paragraph(block.text)

    @property
    def text(self) -> str:
        """All words, for comparing."""
        return "\n".join(b.text if b.rows is None else "\n".join(" ".join(row) for row in b.rows) for b in self.blocks)


def read_page(root: Any) -> Page:
    """Blocks of a parsed HTML tree (lxml)."""
    page = Page()
    title = root.find(".//title")
    if title is not None and title.text:
        page.title = " ".join(title.text.split()) or None
    _Renderer(page).run(root)
    return page


class _Renderer:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.buffer: list[str] = []
        self.marker = ""  # of the list item whose first paragraph is still to come
        self.kept = 0  # depth of <pre>
        self.level = 0  # of the heading that is being read

    def run(self, root: Any) -> None:
        self.element(root, 0)
        self.flush()

    # ---- text

    def add(self, text: str | None) -> None:
        if not text:
            return
        if self.kept:
            self.buffer.append(text.replace("\r\n", "\n"))
            return
        text = _SPACE.sub(" ", text)
        if text.startswith(" ") and (not self.buffer or self.buffer[-1][-1:] in " \n"):
            text = text[1:]
        if text:
            self.buffer.append(text)

    def flush(self) -> None:
        text = "".join(self.buffer)
        self.buffer.clear()
        text = text.strip("\n") if self.kept else text.strip()
        if not text.strip():
            return
        if self.level:
            self.page.blocks.append(HtmlBlock(f"{self.marker} {text}".strip(), self.level))
        else:
            for part in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text):
                if part.strip():
                    self.page.blocks.append(HtmlBlock(f"{self.marker} {part.lstrip()}" if self.marker else part))
                    self.marker = ""
        self.marker = ""

    # ---- elements

    def element(self, element: Any, depth: int) -> None:
        if not isinstance(element.tag, str):
            return
        name = element.tag.rpartition("}")[2].rpartition(":")[2].lower()
        if name in _GONE or is_hidden(element):
            return
        if depth > _MAX_DEPTH:
            self.add(" ".join(element.itertext()))
        elif name == "br":
            self.buffer.append("\n")
        elif name == "del":
            self.page.deleted.append("".join(element.itertext()))
        elif name == "hr":
            self.flush()
        elif name in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.flush()
            self.level = int(name[1])
            self.children(element, depth)
            self.flush()
            self.level = 0
        elif name in ("ul", "ol"):
            self.flush()
            self.list(element, name, depth)
            self.flush()
        elif name == "table":
            self.flush()
            self.table(element, depth)
        elif name in ("sup", "sub", "q", "a", "pre", "textarea", "li"):
            self.special(element, name, depth)
        elif name in _BLOCKS:
            self.flush()
            self.children(element, depth)
            self.flush()
        else:
            self.children(element, depth)

    def children(self, element: Any, depth: int) -> None:
        self.add(element.text)
        for child in element:
            self.element(child, depth + 1)
            self.add(child.tail)

    def special(self, element: Any, name: str, depth: int) -> None:
        if name == "sup":
            text = "".join(element.itertext()).strip()
            if text.isdigit() and len(text) <= 4:
                self.buffer.append(text.translate(_SUPERSCRIPT))
            else:
                self.children(element, depth)
        elif name == "q":
            self.add("“")
            self.children(element, depth)
            self.add("”")
        elif name == "a":
            address = element.get("href") or ""
            if (
                address.startswith(("http://", "https://", "mailto:"))
                and address not in self.page.links
                and len(self.page.links) < 500
            ):
                self.page.links.append(address)
            self.children(element, depth)
        elif name == "pre":
            self.flush()
            self.kept += 1
            self.children(element, depth)
            self.flush()
            self.kept -= 1
        elif name == "li":  # outside of a list
            self.flush()
            self.marker = "-"
            self.children(element, depth)
            self.flush()
        else:
            self.children(element, depth)

    def list(self, element: Any, name: str, depth: int) -> None:
        items = [child for child in element if isinstance(child.tag, str) and child.tag.lower() == "li"]
        form = _CSS_FORMS.get(_css(element, "list-style-type"), _FORMS.get(element.get("type") or "1", "decimal"))
        step = -1 if element.get("reversed") is not None else 1
        number = _int(element.get("start"), len(items) if step < 0 else 1)
        self.add(element.text)
        for child in element:
            if child in items:
                self.flush()
                number = _int(child.get("value"), number)
                own = _CSS_FORMS.get(_css(child, "list-style-type"), form)
                self.marker = "-" if name == "ul" else f"{numeral(number, own)}."
                if own == "none" or _css(element, "list-style").startswith("none"):
                    self.marker = ""
                number += step
                if not is_hidden(child):
                    self.children(child, depth + 1)
                self.flush()
                self.marker = ""
            else:
                self.element(child, depth + 1)
            self.add(child.tail)

    def table(self, element: Any, depth: int) -> None:
        if is_layout(element):
            for part in element.iterchildren():
                self.element(part, depth + 1) if part.tag != "tr" else self.row(part, depth + 1)
                self.flush()
            return
        caption = element.find("caption")
        if caption is not None:
            self.children(caption, depth)
            self.flush()
        rows = grid_of(element, lambda cell: self.cell(cell, depth))
        if rows:
            self.page.blocks.append(HtmlBlock(rows=rows))

    def row(self, element: Any, depth: int) -> None:
        self.flush()
        self.children(element, depth)
        self.flush()

    def cell(self, element: Any, depth: int) -> str:
        """The words of a cell in one line."""
        inner = _Renderer(Page(links=self.page.links, deleted=self.page.deleted))
        inner.children(element, depth + 1)
        inner.flush()
        return " ".join(inner.page.text.split())


def is_hidden(element: Any) -> bool:
    """Whether an element says that it is not shown."""
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or element.get("role") == "navigation"
        or bool(_HIDDEN.search(element.get("style") or ""))
    )


def _css(element: Any, name: str) -> str:
    for part in (element.get("style") or "").split(";"):
        key, _, value = part.partition(":")
        if key.strip().lower() == name:
            return value.strip().lower()
    return ""


def _int(text: str | None, default: int) -> int:
    try:
        return int(text) if text is not None else default
    except ValueError:
        return default
