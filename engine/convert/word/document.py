"""The Word converter: from the package to Markdown, with changes, comments, headers and embedded files beside
it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.convert.container import Package
from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.convert.word.body import Block, Body
from engine.convert.word.embedded import native_file
from engine.convert.word.headings import FormattedBlock, formatted_headings
from engine.convert.word.notes import Notes
from engine.convert.word.numbering import Numbering
from engine.convert.word.parts import W, WordPackage
from engine.convert.word.styles import Styles
from engine.convert.xml import local, parse_office
from engine.types import Converted

NAME, VERSION = "word", "1"


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed for damaged files, bombs and files without any text."""
    with Package(path, context.limits) as package:
        return _Conversion(WordPackage(package), context).run()


class _Conversion:
    def __init__(self, word: WordPackage, context: Context) -> None:
        self.word, self.context = word, context
        self.draft = Draft()
        self.root = word.document()
        self.styles = Styles.read(word.part("styles"))
        self.body = Body(self.styles, Numbering(word.part("numbering"), self.styles), Notes(word, self.root))

    def run(self) -> Converted:
        blocks = list(self.body.blocks(self.root))
        if self.body._held is not None:
            blocks.append(Block(self.body._held[0]))
        looks = [FormattedBlock(b.text, b.level, b.rows is not None, b.bold, b.size) for b in blocks]
        for block, level in zip(blocks, formatted_headings(looks, self.styles.default_size), strict=True):
            block.level = level
        title = next((block.text for block in blocks if block.title), None)
        for block in blocks:
            self._write(block)
        self._leftover_notes()
        self._diagrams()
        self._embedded()
        running = self._running()
        if self.draft.empty and any(running.values()):
            self.draft.warn("The document has text only in its headers and footers.")
            for text in running["headers"] + running["footers"]:
                self.draft.paragraph(text)
        return self._finish(title, running)

    def _write(self, block: Block) -> None:
        if block.rows is not None:
            self.draft.table(block.rows)
        elif block.level:
            self.draft.heading(block.level, block.text)
        else:
            self.draft.paragraph(block.text)
        for note in block.notes:
            self.draft.paragraph(note.text)

    def _leftover_notes(self) -> None:
        """Notes whose reference was deleted or stands in a place that is not read."""
        for kind, identity in self.body.notes.unused():
            content = self.body.notes.content(kind, identity)
            words = "".join(text.text or "" for text in content.iter(f"{W}t")) if content is not None else ""
            if words.strip():
                self.draft.meta.setdefault("unreferenced_notes", []).append(words.strip())

    def _diagrams(self) -> None:
        """Text of SmartArt, which Word keeps in parts of their own."""
        for identity in self.body.diagrams:
            relation = self.word.relations.get(identity)
            if relation is None or relation.external or not self.word.package.has(relation.target):
                continue
            root = parse_office(self.word.package.read(relation.target), "diagram")
            for element in root.iter():
                if local(element) == "p":
                    self.draft.paragraph("".join(text.text or "" for text in element.iter() if local(text) == "t"))

    def _embedded(self) -> None:
        package = self.word.package
        identities = dict.fromkeys(self.body.objects + self.body.chunks)
        targets = [
            self.word.relations[i].target
            for i in identities
            if i in self.word.relations and not self.word.relations[i].external
        ]
        for relation in self.word.relations.values():
            if relation.kind in ("package", "oleObject") and not relation.external and relation.target not in targets:
                targets.append(relation.target)
        for target in targets:
            if not package.has(target):
                continue
            name, data = posixpath.basename(target), package.read(target)
            if name.lower().endswith(".bin"):
                found = native_file(data)
                if found is None:
                    continue
                name, data = found
            self.draft.attachments.append(self.context.keep(name, data))
        if self.draft.empty:
            self._pictures()

    def _pictures(self) -> None:
        """A document that is nothing but pictures (scans put into Word): they become attachments and are read
        there.
        """
        for relation in self.word.relations.values():
            if relation.kind == "image" and not relation.external and self.word.package.has(relation.target):
                self.draft.attachments.append(
                    self.context.keep(posixpath.basename(relation.target), self.word.package.read(relation.target))
                )

    def _running(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"headers": [], "footers": []}
        for kind in ("header", "footer"):
            for root in self.word.parts(kind):
                body = Body(self.styles, Numbering(None, self.styles), self.body.notes)
                for block in body.blocks(root):
                    text = (
                        " ".join(block.text.split())
                        if block.rows is None
                        else " ".join(" ".join(row) for row in block.rows)
                    )
                    if text.strip() and text not in found[kind + "s"]:
                        found[kind + "s"].append(text.strip())
        return found

    def _comments(self) -> list[dict[str, str]]:
        root = self.word.part("comments")
        out = []
        for item in root.iterfind(f"{W}comment") if root is not None else ():
            body = Body(self.styles, Numbering(None, self.styles), self.body.notes)
            text = "\n".join(block.text.strip() for block in body.blocks(item) if block.text.strip())
            about = "".join(self.body.story.comments.get(item.get(W + "id", ""), ()))
            out.append(
                {
                    "author": item.get(W + "author", ""),
                    "date": item.get(W + "date", ""),
                    "text": cleaned(text),
                    "about": cleaned(about),
                }
            )
        return out

    def _finish(self, title: str | None, running: dict[str, list[str]]) -> Converted:
        properties = self.word.properties()
        meta: dict[str, Any] = {"word": properties} if properties else {}
        if any(running.values()):
            meta["running"] = running
        comments = self._comments()
        if comments:
            meta["comments"] = comments
        if self.body.story.changes:
            meta["changes"] = [asdict(change) for change in self.body.story.changes]
            self.draft.warn("The document has tracked changes; the text is read as if all of them were accepted.")
        if self.body.hidden:
            meta["hidden"] = [text for text in self.body.hidden if text.strip()]
            self.draft.warn("Hidden text in the document is left out.")
        if any(name.lower().endswith("vbaproject.bin") for name in self.word.package.names()):
            meta["macros"] = True
            self.draft.warn("The document contains macros; they are never run.")
        self._check_coverage()
        if self.draft.empty and self.draft.attachments:
            return Converted(
                markdown="", attachments=tuple(self.draft.attachments), warnings=("The document holds only pictures or embedded files.",),
                title=title or properties.get("title"), meta=meta, converter=NAME, version=VERSION,
            )  # fmt: skip
        if self.draft.empty:
            raise ConversionFailed("The Word document opens, but no text was found in it.", "no_text")
        return self.draft.finish(NAME, VERSION, title=title or properties.get("title"), meta=meta)

    def _check_coverage(self) -> None:
        """Every visible word of the main part must be in the text; if not, the person is told."""
        missing = sum((_visible_words(self.root) - Counter(_words(self.draft.text))).values())
        if missing:
            self.draft.meta["words_missing"] = missing
            self.draft.warn(f"{missing} words of the document could not be placed in the text; check the original.")


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text)


def _visible_words(root: Any) -> Counter[str]:
    """Words of paragraphs that are not hidden, deleted or in the second copy of a text box."""
    words: Counter[str] = Counter()
    skip = {f"{W}del", f"{W}moveFrom", "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"}

    def text_of(element: Any) -> str:
        if element.tag in skip or (element.tag == f"{W}r" and element.find(f"{W}rPr/{W}vanish") is not None):
            return ""
        if element.tag == f"{W}t":
            return element.text or ""
        if element.tag in (f"{W}br", f"{W}tab", f"{W}cr", f"{W}noBreakHyphen", f"{W}sym"):
            return " "
        inner = "".join(text_of(child) for child in element)
        return f"\n{inner}\n" if element.tag in (f"{W}p", f"{W}txbxContent") else inner

    words.update(_words(text_of(root).replace("\u00ad", "")))
    return words
