"""A converted file as a document with passages, ready to be stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from engine.importing.blocks import read_blocks
from engine.importing.split import split
from engine.store.drafts import NewDocument
from engine.text.language import detect
from engine.types import Converted

TITLE_LETTERS = 200  # a longer first heading is a paragraph that looks like one

MEDIA_TYPES = {
    "txt": "text/plain", "markdown": "text/markdown", "html": "text/html", "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "docm": "application/vnd.ms-word.document.macroEnabled.12", "doc": "application/msword", "rtf": "application/rtf",
    "odt": "application/vnd.oasis.opendocument.text", "eml": "message/rfc822", "msg": "application/vnd.ms-outlook",
    "mbox": "application/mbox", "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}  # fmt: skip


def build_document(
    converted: Converted, source_id: str, sha256: str, source: dict[str, str], parent_key: str | None = None
) -> NewDocument:
    """The document of one file. ``source``: "path" and "root" of where it was found, kept to know it again."""
    meta: dict[str, Any] = {**converted.meta, "source": source}
    if converted.attachments:
        meta["attachments"] = len(converted.attachments)
    kind = str(converted.meta.get("kind", ""))
    document = NewDocument(
        source_id=source_id,
        title=title_of(converted, source_id),
        markdown=converted.markdown,
        sha256=sha256,
        passages=split(converted.markdown, converted.pages),
        converter=converted.converter or kind or "unknown",
        converter_version=converted.version,
        media_type=MEDIA_TYPES.get(kind) or str(converted.meta.get("media_type", "")),
        language=detect(converted.markdown),
        parent_key=parent_key,
        pages=converted.pages,
        boxes=converted.boxes,
        meta=meta,
        warnings=converted.warnings,
    )
    return replace(document, passages=tuple(replace(p, status="unknown") for p in document.passages))


def title_of(converted: Converted, source_id: str) -> str:
    """What the converter found, else the first heading of the first level, else the file's name."""
    if converted.title and converted.title.strip():
        return " ".join(converted.title.split())[:TITLE_LETTERS]
    # A scan's first lines may be misread: its file is called by its name.
    scanned = "1" in {str(page) for page in converted.meta.get("recognised", {}).get("pages", ())}
    for block in read_blocks("" if scanned else converted.markdown[:20_000]):
        if block.kind == "heading" and block.level == 1 and 0 < len(block.text) <= TITLE_LETTERS:
            return block.text
    name = PurePosixPath(source_id.rpartition("!")[2])
    return name.stem or name.name or source_id
