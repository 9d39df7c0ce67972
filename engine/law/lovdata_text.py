"""Blocks of text from Lovdata's markup: paragraphs, lists with their labels, tables, notes apart.

Lovdata serves each file on one line; copies of it come indented. White space with a line break between two elements is
such indentation and counts as nothing, so that both read the same.
"""

from __future__ import annotations

from lxml import etree

INLINE = frozenset({"a", "i", "b", "em", "strong", "span", "sub", "sup", "u", "small", "abbr", "cite", "q", "code"})
NOTE_CLASSES = frozenset({"changesToParent", "footnotes"})
SKIPPED_CLASSES = frozenset({"footnotereference", "futuretitle"})
LIST_TAGS = frozenset({"ol", "ul"})
INDENT = "  "  # before the items of a list inside a list
BULLET = "–"
FIGURE = "[figur]"  # images are not in the public archives
SOFT_HYPHEN = "\u00ad"


def squeeze(text: str) -> str:
    """Runs of white space (no-break spaces too) to one space, soft hyphens to nothing."""
    if SOFT_HYPHEN in text:
        text = text.replace(SOFT_HYPHEN, "")
    return " ".join(text.split())


def is_indentation(text: str) -> bool:
    """True for white space that only lays out the file."""
    return "\n" in text and not text.strip()


def plain(element: etree._Element, skip: frozenset[str] = SKIPPED_CLASSES) -> str:
    """The element's text on one line, without footnote markers."""
    pieces: list[str] = []
    _collect(element, pieces, skip)
    return squeeze("".join(pieces))


def _collect(element: etree._Element, pieces: list[str], skip: frozenset[str]) -> None:
    text = element.text
    if text and not is_indentation(text):
        pieces.append(text)
    for child in element:
        if isinstance(child.tag, str) and child.get("class") not in skip:
            if child.tag not in INLINE:
                pieces.append(" ")
            _collect(child, pieces, skip)
            if child.tag not in INLINE:
                pieces.append(" ")
        tail = child.tail
        if tail and not is_indentation(tail):
            pieces.append(tail)


class BlockReader:
    """Collects the lines of one block; notes found inside it go to ``notes``."""

    def __init__(self, notes: list[str]) -> None:
        self._notes = notes
        self._lines: list[str] = []
        self._pieces: list[str] = []
        self._label = ""
        self._depth = 0

    def read(self, element: etree._Element) -> str:
        """The block's lines joined by line breaks; empty when it holds no text."""
        self._enter(element)
        self._flush()
        lines, self._lines = self._lines, []
        return "\n".join(lines)

    def _flush(self) -> None:
        if not self._pieces:
            return
        text = squeeze("".join(self._pieces))
        self._pieces.clear()
        if text:
            label, self._label = self._label, ""
            indent = INDENT * (self._depth - 1) if self._depth > 1 else ""
            self._lines.append(f"{indent}{label}{text}")

    def _enter(self, element: etree._Element) -> None:
        tag = element.tag
        if tag in LIST_TAGS:
            self._list(element)
        elif tag == "table":
            self._table(element)
        elif tag == "img":
            self._pieces.append(FIGURE)
        else:
            self._mixed(element)

    def _mixed(self, element: etree._Element) -> None:
        text = element.text
        if text and not is_indentation(text):
            self._pieces.append(text)
        for child in element:
            if isinstance(child.tag, str):
                self._child(child)
            tail = child.tail
            if tail and not is_indentation(tail):
                self._pieces.append(tail)

    def _child(self, child: etree._Element) -> None:
        kind = child.get("class")
        if kind in SKIPPED_CLASSES:
            return
        if kind in NOTE_CLASSES:
            self._flush()
            self._notes.extend(note_lines(child))
        elif kind == "data-marginOriginalId":
            self._flush()
            self._label = plain(child) + " "
        elif child.tag == "br" or kind == "miscHeadline":
            self._flush()
            self._mixed(child)
            self._flush()
        elif child.tag in INLINE:
            self._mixed(child)
        elif child.tag == "img":
            self._pieces.append(FIGURE)
        else:
            self._flush()
            self._enter(child)
            self._flush()

    def _list(self, element: etree._Element) -> None:
        self._flush()
        self._depth += 1
        for item in element:
            if item.tag != "li":
                if isinstance(item.tag, str):
                    self._enter(item)
                continue
            own = item.get("data-name") if element.tag == "ol" else item.get("data-li-identifier")
            self._label = f"{own if own and own != '-' else BULLET} "
            self._mixed(item)
            self._flush()
            self._label = ""
        self._depth -= 1

    def _table(self, element: etree._Element) -> None:
        self._flush()
        for part in element.iter("caption", "tr"):
            if part.tag == "caption":
                line = plain(part)
            else:
                line = " | ".join(plain(cell) for cell in part if cell.tag in ("td", "th"))
            if line.strip(" |"):
                self._lines.append(line)


def note_lines(element: etree._Element) -> list[str]:
    """The lines of an amendment note or of a footer of footnotes ("1 Text of the note")."""
    if element.get("class") != "footnotes":
        text = plain(element)
        return [text] if text else []
    lines = []
    for note in element:
        if not isinstance(note.tag, str):
            continue
        label = note.find("span[@class='footnoteLabel']")
        text = plain(note, frozenset({"footnoteLabel", "footnotereference"}))
        number = plain(label) if label is not None else (note.get("data-name") or "")
        if text:
            lines.append(f"{number} {text}".strip())
    return lines
