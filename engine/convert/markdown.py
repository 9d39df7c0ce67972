"""Markdown files: kept as written, but for line ends, hidden comments, images and underlined headings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from engine.convert.context import Context
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.types import Converted

NAME, VERSION = "markdown", "1"
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_DATA_IMAGE = re.compile(r"!\[([^\]]*)\]\(\s*data:[^)]*\)")
_FIELD = re.compile(r"^([A-Za-z][\w -]*):[ \t]+(.+)$", re.M)


def read(path: Path, context: Context) -> Converted:
    """The Markdown itself, with every heading in "#" form, so that all documents are split the same way."""
    text, encoding = decode(path.read_bytes())
    text = cleaned(text.replace("\t", "    "))
    meta: dict[str, Any] = {"encoding": encoding}
    warnings: list[str] = []
    front = _FRONT.match(text)
    if front:
        meta["front_matter"] = {
            name.strip(): value.strip().strip("\"'") for name, value in _FIELD.findall(front.group(1))
        }
        text = text[front.end() :]
    parser = MarkdownIt("commonmark").enable("table")
    fences = [token.map for token in parser.parse(text) if token.type in ("fence", "code_block") and token.map]
    text = _without_comments(text, fences, meta, warnings)
    text = _DATA_IMAGE.sub(lambda image: image.group(1), text)
    text, title = _hash_headings(parser, text)
    text = text.strip("\n").rstrip()
    if not text.strip():
        if front or warnings:
            raise ConversionFailed("The file holds no text besides comments or front matter.", "no_text")
        raise ConversionFailed("The file holds nothing but blanks.", "empty")
    title = (meta.get("front_matter") or {}).get("title") or title
    return Converted(markdown=text, warnings=tuple(warnings), title=title, meta=meta, converter=NAME, version=VERSION)


def _without_comments(text: str, fences: list[list[int]], meta: dict[str, Any], warnings: list[str]) -> str:
    """Comments do not show when the file is read, so nothing may be quoted from them; they are kept beside
    the text.
    """
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    code = [(starts[first], starts[min(last, len(starts) - 1)]) for first, last in fences]
    found: list[str] = []

    def drop(comment: re.Match[str]) -> str:
        if any(start <= comment.start() < end for start, end in code):
            return comment.group()
        found.append(comment.group()[4:].removesuffix("-->").strip())
        return ""

    text = _COMMENT.sub(drop, text)
    if found:
        meta["hidden_comments"] = found
        warnings.append("Hidden comments in the file are left out of the text.")
    return text


def _hash_headings(parser: MarkdownIt, text: str) -> tuple[str, str | None]:
    """Headings underlined with "=" or "-" become "#" headings; also gives the first heading as the title."""
    lines = text.split("\n")
    title: str | None = None
    tokens = parser.parse(text)
    for at, token in enumerate(tokens):
        if token.type != "heading_open" or not token.map:
            continue
        words = " ".join(tokens[at + 1].content.split())
        title = title or words
        if token.markup in ("=", "-") and token.level == 0:
            first, last = token.map
            lines[first] = f"{'#' * int(token.tag[1])} {words}"
            lines[first + 1 : last] = [""] * (last - first - 1)
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(lines)), title
