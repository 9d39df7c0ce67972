"""Cuts the text of one of Lovdata's files into parts: sections, text outside sections, future wording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from lxml import etree

from engine.law.acts import LawPart
from engine.law.lovdata_text import NOTE_CLASSES, BlockReader, note_lines, plain
from engine.law.status import first_date
from engine.types import LegalStatus, PassageKind

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CONTAINERS = frozenset({"document-change", "change"})  # amending instructions and the wording they bring
ANNEX_WORDS = ("vedlegg", "annex", "bilag")


@dataclass
class _Frame:
    """What the blocks that come next belong to."""

    kind: PassageKind
    label: str | None
    heading: str | None
    path: tuple[str, ...]
    status: LegalStatus
    key: str
    language: str | None = None
    begun: bool = False


class PartReader:
    """Goes through ``main`` once, in the order of the text. ``day``: repeals dated after it are not yet true."""

    def __init__(self, status: LegalStatus, day: date) -> None:
        self._status: LegalStatus = status
        self._day = day
        self._parts: list[LawPart] = []
        self._blocks: list[str] = []
        self._notes: list[str] = []
        self._opens: list[tuple[int, str]] = []  # headings that wait for the part they open
        self._owed: list[str] = []  # notes of headings that wait for a part
        self._reader = BlockReader(self._notes)

    def read(self, main: etree._Element) -> tuple[LawPart, ...]:
        """Every part. Headings without text at the very end become a part of their own."""
        self._container(main, 0, (), self._status)
        if self._opens or self._owed:
            path = tuple(text for _, text in self._opens)
            self._emit(_Frame("text", None, path[-1] if path else None, path, self._status, "end"))
        return tuple(self._parts)

    def _container(self, element: etree._Element, depth: int, path: tuple[str, ...], status: LegalStatus) -> None:
        """A chapter, an annex or ``main``: its own text as text parts; its sections and sub-chapters in order."""
        key = element.get("data-lovdata-URL") or element.get("id") or ""
        frame = _Frame(_text_kind(path), None, path[-1] if path else None, path, status, key)
        for child in element:
            if not isinstance(child.tag, str) or child.tag in HEADINGS:
                continue
            name = child.get("class")
            if name == "legalArticle":
                self._end(frame)
                self._section(child, path)
            elif child.tag == "section":
                self._end(frame)
                self._chapter(child, depth + 1, path, status)
            elif name in NOTE_CLASSES and not self._blocks:
                self._owed.extend(note_lines(child))
            else:
                self._content(child, frame)
        self._end(frame)

    def _chapter(self, element: etree._Element, depth: int, path: tuple[str, ...], status: LegalStatus) -> None:
        heading = next((child for child in element if child.tag in HEADINGS), None)
        if heading is not None:
            if self._is_repealed(heading):
                status = "repealed"
            text = plain(heading)
            if text:
                self._opens.append((depth, text))
                path = (*path, text)
        self._container(element, depth, path, status)

    def _section(self, element: etree._Element, path: tuple[str, ...]) -> None:
        """One section. Where another act's future wording interrupts it, it goes on in a further part."""
        header = next((child for child in element if child.get("class") == "legalArticleHeader"), None)
        label, title = header_texts(header)
        status: LegalStatus = "repealed" if self._is_repealed(element) else self._status
        key = element.get("data-lovdata-URL") or ""
        frame = _Frame("section", label, title, path, status, key, element.get("lang"))
        for child in element:
            if child is not header and isinstance(child.tag, str):
                self._content(child, frame)
        if self._blocks or self._notes or not frame.begun:
            self._emit(frame)

    def _content(self, child: etree._Element, frame: _Frame) -> None:
        """One child of a section or a chapter: a block, a note, future wording, or a container of these."""
        name = child.get("class")
        if name in NOTE_CLASSES:
            self._notes.extend(note_lines(child))
        elif name == "futureLegalArticle":
            self._end(frame)
            self._future(child, frame.path)
        elif name in CONTAINERS:
            for inner in child:
                if isinstance(inner.tag, str):
                    self._content(inner, frame)
        elif name != "futuretitle":
            block = self._reader.read(child)
            if block:
                self._blocks.append(block)

    def _future(self, element: etree._Element, path: tuple[str, ...]) -> None:
        """Wording that is adopted but not in force, mostly for another act: never a section of this one.

        Its number stands in the text alone, so that a citation of it does not lead here.
        """
        header = element.find("span[@class='futureLegalArticleHeader']")
        line = heading_line(*header_texts(header))
        frame = _Frame("future", None, line or None, path, "future", element.get("id") or "")
        if line:
            self._blocks.append(line)
        for child in element:
            if child is not header and isinstance(child.tag, str):
                self._content(child, frame)
        self._end(frame)

    def _is_repealed(self, element: etree._Element) -> bool:
        when = first_date(element.get("data-repealeddate"))
        return when is not None and when <= self._day

    def _end(self, frame: _Frame) -> None:
        """Ends the present stretch of text, if there is any; notes without text wait for the next part."""
        if self._blocks:
            self._emit(frame)
        elif frame.kind != "section":
            self._owed.extend(self._notes)
            self._notes.clear()

    def _emit(self, frame: _Frame) -> None:
        self._parts.append(
            LawPart(
                kind=frame.kind,
                label=frame.label,
                heading=frame.heading,
                path=frame.path,
                blocks=tuple(self._blocks),
                notes="\n".join((*self._owed, *self._notes)),
                status=frame.status,
                key=frame.key,
                opens=tuple(self._opens),
                continues=frame.begun,
                language=frame.language,
            )
        )
        frame.begun = True
        for waiting in (self._blocks, self._notes, self._opens, self._owed):
            waiting.clear()


def header_texts(header: etree._Element | None) -> tuple[str | None, str | None]:
    """(number as printed, title) of a section's header: ("§ 15-3", "Oppsigelsesfrister")."""
    if header is None:
        return None, None
    value = header.find("span[@class='legalArticleValue']")
    title = header.find("span[@class='legalArticleTitle']")
    label = plain(value) if value is not None else plain(header)
    return label or None, (plain(title) or None) if title is not None else None


def heading_line(label: str | None, title: str | None) -> str:
    """ "§ 15-3. Oppsigelsesfrister", "§ 4.", "Formål" or "": the heading of a section as it is printed."""
    if not label:
        return title or ""
    dotted = label if label.endswith(".") else f"{label}."
    return f"{dotted} {title}" if title else dotted


def distinct_keys(parts: tuple[LawPart, ...]) -> tuple[LawPart, ...]:
    """The parts with keys made unique: annexed conventions and parallel texts repeat the address of a section."""
    seen: dict[str, int] = {}
    result = []
    for part in parts:
        count = seen.get(part.key, 0)
        seen[part.key] = count + 1
        result.append(replace(part, key=f"{part.key}#{count + 1}") if count else part)
    return tuple(result)


def _text_kind(path: tuple[str, ...]) -> PassageKind:
    return "annex" if any(heading.lower().startswith(ANNEX_WORDS) for heading in path) else "text"
