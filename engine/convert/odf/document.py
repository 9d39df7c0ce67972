"""The converter of OpenDocument texts, sheets and presentations."""

from __future__ import annotations

import posixpath
from pathlib import Path
from typing import Any

from engine.convert.blocks import TextBlock, write_blocks
from engine.convert.container import Package
from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.convert.odf.styles import DC, DRAW, OFFICE, STYLE, TABLE, TEXT, OdfStyles
from engine.convert.odf.walk import OdfWalk, body_of
from engine.convert.word.embedded import native_file
from engine.convert.xml import local, parse
from engine.types import Converted

NAME, VERSION = "odf", "1"


def read(path: Path, context: Context) -> Converted:
    """Text as accepted; deletions, comments, headers and hidden text stand beside it."""
    with Package(path, context.limits) as package:
        if not package.has("content.xml"):
            raise ConversionFailed("The OpenDocument file is damaged: its content is missing.", "corrupt")
        return _Conversion(package, context).run()


class _Conversion:
    def __init__(self, package: Package, context: Context) -> None:
        self.package, self.context = package, context
        self.draft = Draft()
        self.root = parse(package.read("content.xml"), "content")
        self.style_root = parse(package.read("styles.xml"), "styles") if package.has("styles.xml") else None
        styles = OdfStyles()
        for root in (self.style_root, self.root):
            if root is not None:
                styles.read(root)
        self.walk = OdfWalk(styles)

    def run(self) -> Converted:
        title = None
        body = body_of(self.root, "text")
        if body is not None:
            blocks = list(self.walk.blocks(body))
            title = next((block.text for block in blocks if block.title), None)
            write_blocks(self.draft, blocks, 24)
        for sheet in self._tables():
            self._sheet(sheet)
        for number, slide in enumerate(self.root.iter(f"{DRAW}page"), 1):
            self._slide(number, slide)
        self._embedded()
        running = self._running()
        if self.draft.empty and any(running.values()):
            self.draft.warn("The document has text only in its headers and footers.")
            for text in running["headers"] + running["footers"]:
                self.draft.paragraph(text)
        if self.draft.empty:
            raise ConversionFailed("The OpenDocument file opens, but no text was found in it.", "no_text")
        self._beside(running)
        return self.draft.finish(NAME, VERSION, title=title or self._title())

    def _tables(self) -> list[Any]:
        body = body_of(self.root, "spreadsheet")
        return [child for child in body if child.tag == f"{TABLE}table"] if body is not None else []

    def _sheet(self, sheet: Any) -> None:
        blocks = list(self.walk.table(sheet, 0))
        if any(block.rows or block.text.strip() for block in blocks):
            self.draft.heading(2, sheet.get(f"{TABLE}name", ""))
            write_blocks(self.draft, [TextBlock(b.text, 0, b.rows, b.notes) for b in blocks], 24)

    def _slide(self, number: int, slide: Any) -> None:
        blocks = list(self.walk.blocks(slide))
        if any(block.text.strip() or block.rows for block in blocks):
            self.draft.heading(2, f"Slide {number}")
            write_blocks(self.draft, [TextBlock(b.text, 0, b.rows, b.notes) for b in blocks], 24)

    def _running(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"headers": [], "footers": []}
        if self.style_root is None:
            return found
        for page in self.style_root.iter(f"{STYLE}master-page"):
            for part in page:
                kind = (
                    "headers"
                    if local(part).startswith("header")
                    else "footers"
                    if local(part).startswith("footer")
                    else ""
                )
                if kind:
                    text = " ".join(
                        block.text.strip() for block in OdfWalk(self.walk.styles).blocks(part) if block.text.strip()
                    )
                    if text and text not in found[kind]:
                        found[kind].append(cleaned(text))
        return found

    def _changes(self) -> list[dict[str, str]]:
        out = []
        for region in self.root.iter(f"{TEXT}changed-region"):
            for change in region:
                author, date = change.find(f".//{DC}creator"), change.find(f".//{DC}date")
                text = "\n".join("".join(p.itertext()) for p in change.iter(f"{TEXT}p", f"{TEXT}h"))
                out.append(
                    {
                        "kind": local(change),
                        "author": (author.text or "") if author is not None else "",
                        "date": (date.text or "") if date is not None else "",
                        "text": cleaned(text),
                    }
                )
        return out

    def _beside(self, running: dict[str, list[str]]) -> None:
        meta, walk = self.draft.meta, self.walk
        if any(running.values()):
            meta["running"] = running
        if walk.comments:
            meta["comments"] = walk.comments
        changes = self._changes()
        if changes:
            meta["changes"] = changes
            self.draft.warn("The document has tracked changes; the text is read as if all of them were accepted.")
        hidden = [text for text in walk.hidden if text.strip()]
        if hidden:
            meta["hidden"] = hidden
            self.draft.warn("Hidden text in the document is left out.")
        if any(name.startswith("Basic/") for name in self.package.names()):
            meta["macros"] = True
            self.draft.warn("The document contains macros; they are never run.")

    def _embedded(self) -> None:
        for target in dict.fromkeys(self.walk.objects):
            if self.package.has(f"{target}/content.xml"):
                root = parse(self.package.read(f"{target}/content.xml"), "embedded object")
                inner = OdfWalk(self.walk.styles)
                write_blocks(self.draft, [b for t in root.iter(f"{TABLE}table") for b in inner.table(t, 0)], 24)
            elif self.package.has(target):
                data = self.package.read(target)
                found = native_file(data) or (posixpath.basename(target), data)
                self.draft.attachments.append(self.context.keep(*found))

    def _title(self) -> str | None:
        if not self.package.has("meta.xml"):
            return None
        title = parse(self.package.read("meta.xml"), "properties").find(f"{OFFICE}meta/{DC}title")
        return title.text if title is not None else None
