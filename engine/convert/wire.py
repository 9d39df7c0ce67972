"""The result of a conversion on its way out of the child: one JSON file, checked when it is read back.

Not pickle: a child that a hostile file has taken over must not be able to run anything in the program.
"""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

from engine.types import Attachment, Box, Converted, Page


def save(converted: Converted, path: Path) -> None:
    """Writes the result as JSON (UTF-8)."""
    data = {
        "markdown": converted.markdown,
        "pages": [astuple(page) for page in converted.pages],
        "boxes": [[b.start, b.end, b.page, b.left, b.top, b.right, b.bottom] for b in converted.boxes],
        "attachments": [[attachment.name, attachment.path] for attachment in converted.attachments],
        "warnings": converted.warnings,
        "title": converted.title,
        "meta": dict(converted.meta),
        "converter": converted.converter,
        "version": converted.version,
    }
    with path.open("w", encoding="utf-8", errors="replace") as file:
        json.dump(data, file, ensure_ascii=False, default=str)


def load(path: Path, workdir: Path) -> Converted:
    """Reads a result back. ValueError when it is not what a converter writes, or names files outside
    ``workdir``.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    try:
        result = _build(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("not the result of a conversion") from error
    folder = workdir.resolve()
    for attachment in result.attachments:
        if not Path(attachment.path).resolve().is_relative_to(folder):
            raise ValueError("an attachment outside the work folder")
    length = len(result.markdown)
    spans = [(page.start, page.end) for page in result.pages] + [(box.start, box.end) for box in result.boxes]
    for start, end in spans:
        if not 0 <= start <= end <= length:
            raise ValueError("a page or box outside the text")
    return result


def _build(data: Any) -> Converted:
    meta = data["meta"]
    if not isinstance(meta, dict):
        raise TypeError
    return Converted(
        markdown=str(data["markdown"]),
        pages=tuple(
            Page(
                int(n),
                None if label is None else str(label),
                int(start),
                int(end),
                float(width),
                float(height),
            )
            for n, label, start, end, width, height in data["pages"]
        ),
        boxes=tuple(
            Box(int(s), int(e), int(p), float(le), float(t), float(r), float(b))
            for s, e, p, le, t, r, b in data["boxes"]
        ),
        attachments=tuple(Attachment(str(name), str(path)) for name, path in data["attachments"]),
        warnings=tuple(str(warning) for warning in data["warnings"]),
        title=None if data["title"] is None else str(data["title"]),
        meta=meta,
        converter=str(data["converter"]),
        version=str(data["version"]),
    )
