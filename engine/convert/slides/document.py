"""The converter of PowerPoint presentations. A slide counts as a page."""

from __future__ import annotations

import posixpath
from pathlib import Path

from engine.convert.container import Package
from engine.convert.context import Context
from engine.convert.draft import Draft, PageSize, Piece
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.convert.slides.shapes import Shape, chart_rows, shapes_of
from engine.convert.xml import local, parse_office
from engine.types import Converted

NAME, VERSION = "pptx", "1"
_TITLES = ("title", "ctrTitle")
_FURNITURE = ("sldNum", "dt", "ftr", "hdr")


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed for damaged files, bombs and presentations without any text."""
    with Package(path, context.limits) as package:
        return _Presentation(package, context).run()


class _Presentation:
    def __init__(self, package: Package, context: Context) -> None:
        self.package, self.context = package, context
        self.draft = Draft()
        self.main = next(
            (t for k, t in self.relations("").values() if k == "officeDocument" and package.has(t)),
            "ppt/presentation.xml",
        )
        if not package.has(self.main):
            raise ConversionFailed("The presentation is damaged: its main part is missing.", "corrupt")
        self.root = parse_office(package.read(self.main), "presentation")
        self.title: str | None = None
        self.hidden: list[int] = []
        self.comments: list[dict[str, str]] = []

    def run(self) -> Converted:
        relations = self.relations(self.main)
        slides = []
        for item in self.root.iter():
            if local(item) == "sldId":
                identity = next((value for key, value in item.attrib.items() if key.endswith("}id")), "")
                slides.append(relations.get(identity, ("", ""))[1])
        for number, part in enumerate(slides, 1):
            if self.package.has(part):
                self.slide(number, part)
            else:
                self.draft.warn(f"Slide {number} is missing in the file.")
            self.context.progress(number, len(slides))
        if self.hidden:
            self.draft.warn(f"Hidden slides are included: {', '.join(map(str, self.hidden))}.")
        if self.comments:
            self.draft.meta["comments"] = self.comments
        if any(name.lower().endswith("vbaproject.bin") for name in self.package.names()):
            self.draft.meta["macros"] = True
            self.draft.warn("The presentation contains macros; they are never run.")
        if self.draft.empty:
            raise ConversionFailed("The presentation opens, but no text was found in it.", "no_text")
        width, height = self.size()
        sizes = [PageSize(number, None, width, height) for number in range(1, len(slides) + 1)]
        return self.draft.finish(NAME, VERSION, sizes, self.title, {"page_count": len(slides)})

    def size(self) -> tuple[float, float]:
        """Width and height of a slide in points."""
        found = next((item for item in self.root.iter() if local(item) == "sldSz"), None)
        if found is None:
            return 720.0, 540.0
        return int(found.get("cx", 9144000)) / 12700, int(found.get("cy", 6858000)) / 12700

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """id → (kind, member) of the relations of a part that lie in the package."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.package.has(path):
            return {}
        return {
            item.get("Id", ""): (
                item.get("Type", "").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, item.get("Target", ""))).lstrip("/"),
            )
            for item in parse_office(self.package.read(path), "list of relations")
            if item.get("TargetMode") != "External"
        }

    def slide(self, number: int, part: str) -> None:
        root = parse_office(self.package.read(part), f"slide {number}")
        relations = self.relations(part)
        if root.get("show") in ("0", "false"):
            self.hidden.append(number)
        shapes = [shape for shape in shapes_of(root) if shape.place not in _FURNITURE]
        title = next(
            (" ".join(" ".join(s.paragraphs).split()) for s in shapes if s.place in _TITLES and s.paragraphs), ""
        )
        self.title = self.title or cleaned(title) or None
        notes = self.notes(relations)
        if not shapes and not notes:
            return
        self.heading(number, title)
        for shape in shapes:
            if shape.place not in _TITLES:
                self.shape(number, shape, relations)
        if notes:
            self.text(number, "Notes: " + notes[0])
            for text in notes[1:]:
                self.text(number, text)
        self.take_comments(number, relations)

    def heading(self, number: int, title: str) -> None:
        self.draft.heading(2, [Piece(f"Slide {number}" + (f": {title}" if title else ""), number)])

    def text(self, number: int, text: str) -> None:
        self.draft.paragraph([Piece(text, number)])

    def shape(self, number: int, shape: Shape, relations: dict[str, tuple[str, str]]) -> None:
        if shape.rows:
            self.draft.table([[[Piece(cell, number)] for cell in row] for row in shape.rows])
        for text in shape.paragraphs:
            self.text(number, text)
        for identity in shape.links:
            kind, target = relations.get(identity, ("", ""))
            if not self.package.has(target):
                continue
            if kind == "chart":
                rows = chart_rows(parse_office(self.package.read(target), "chart"))
                if rows:
                    self.draft.table([[[Piece(cell, number)] for cell in row] for row in rows])
            elif kind == "diagramData":
                for found in shapes_of(parse_office(self.package.read(target), "diagram")):
                    for text in found.paragraphs:
                        self.text(number, text)
            elif kind in ("package", "oleObject"):
                self.draft.attachments.append(self.context.keep(posixpath.basename(target), self.package.read(target)))

    def notes(self, relations: dict[str, tuple[str, str]]) -> list[str]:
        for kind, target in relations.values():
            if kind == "notesSlide" and self.package.has(target):
                shapes = shapes_of(parse_office(self.package.read(target), "notes"))
                texts = [text for shape in shapes if shape.place == "body" for text in shape.paragraphs]
                return [text for text in texts if text.strip()]
        return []

    def take_comments(self, number: int, relations: dict[str, tuple[str, str]]) -> None:
        for kind, target in relations.values():
            if kind == "comments" and self.package.has(target):
                for item in parse_office(self.package.read(target), "comments").iter():
                    if local(item) == "cm":
                        text = "".join(t.text or "" for t in item.iter() if local(t) in ("text", "t")).strip()
                        self.comments.append(
                            {"author": "", "date": item.get("dt", ""), "text": text, "about": f"slide {number}"}
                        )
