"""The parts of a Word package: which part is what, relationships, properties."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any

from engine.convert.container import Package
from engine.convert.errors import ConversionFailed
from engine.convert.xml import local, parse_office

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


@dataclass(frozen=True)
class Relation:
    """A link of one part to another (``target`` is a member's name) or, if ``external``, to an address."""

    kind: str  # the last segment of its type: "footnotes", "hyperlink", "package" …
    target: str
    external: bool


class WordPackage:
    """Reads parts by their role. Missing optional parts are None."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.main = self._main_part()
        self.relations = self.relations_of(self.main)

    def _main_part(self) -> str:
        for relation in self.relations_of("").values():
            if relation.kind == "officeDocument" and self.package.has(relation.target):
                return relation.target
        if self.package.has("word/document.xml"):
            return "word/document.xml"
        raise ConversionFailed("The Word document is damaged: its main part is missing.", "corrupt")

    def relations_of(self, part: str) -> dict[str, Relation]:
        """Relations of a part by id; of the package for ""."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if not self.package.has(path):
            return {}
        found = {}
        for item in parse_office(self.package.read(path), "list of relations"):
            if local(item) != "Relationship":
                continue
            external = item.get("TargetMode") == "External"
            target = item.get("Target", "")
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[item.get("Id", "")] = Relation(item.get("Type", "").rpartition("/")[2], target, external)
        return found

    def document(self) -> Any:
        return parse_office(self.package.read(self.main), "main part")

    def part(self, kind: str) -> Any | None:
        """The first part of a kind that the main part names ("styles", "numbering", "footnotes"
        …), parsed.
        """
        for relation in self.relations.values():
            if relation.kind == kind and not relation.external and self.package.has(relation.target):
                return parse_office(self.package.read(relation.target), f"part {kind}")
        return None

    def parts(self, kind: str) -> list[Any]:
        """All parts of a kind, in the order of their names."""
        targets = sorted({r.target for r in self.relations.values() if r.kind == kind and not r.external})
        return [parse_office(self.package.read(t), f"part {kind}") for t in targets if self.package.has(t)]

    def properties(self) -> dict[str, str]:
        """Title, author and dates from the file's properties."""
        for relation in self.relations_of("").values():
            if relation.kind == "core-properties" and self.package.has(relation.target):
                root = parse_office(self.package.read(relation.target), "properties")
                names = {
                    "title": "title",
                    "creator": "author",
                    "lastModifiedBy": "changed_by",
                    "created": "created",
                    "modified": "changed",
                }
                return {
                    names[local(e)]: e.text.strip() for e in root if local(e) in names and e.text and e.text.strip()
                }
        return {}


def value(element: Any | None, name: str = "val") -> str | None:
    """Attribute ``w:name`` of an element that may be missing."""
    return None if element is None else element.get(W + name)


def on(element: Any | None) -> bool | None:
    """A toggle property: None when absent, else whether it is on."""
    if element is None:
        return None
    return value(element) not in ("0", "false", "off", "none")
