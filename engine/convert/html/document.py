"""The converter of web pages (HTML)."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

from lxml import etree, html

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed
from engine.convert.html.blocks import Page, read_page
from engine.types import Converted

NAME, VERSION = "html", "1"
_META_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w:.-]+)", re.I)
_XML_CHARSET = re.compile(rb"^\s*<\?xml[^>]+encoding\s*=\s*[\"']([\w:.-]+)", re.I)
_DEEP = 1000  # tags
_XML_HEAD = re.compile(r"^\s*<\?xml[^>]*\?>")


def read(path: Path, context: Context) -> Converted:
    """The page's visible text. Nothing is fetched: images, frames and styles from elsewhere are
    left alone.
    """
    data = path.read_bytes()
    page = parse_page(data)
    draft = Draft()
    page.write(draft)
    if draft.empty:
        _without_tags(data, draft)
    if draft.empty:
        raise ConversionFailed("The web page opens, but shows no text (it may be built by scripts).", "no_text")
    title = page.title or next((block.text for block in page.blocks if block.level), None)
    if page.links:
        draft.meta["links"] = page.links
    if any(text.strip() for text in page.deleted):
        draft.meta["deleted"] = page.deleted
        draft.warn("Text that the page marks as deleted is left out.")
    return draft.finish(NAME, VERSION, title=title)


def _without_tags(data: bytes, draft: Draft) -> None:
    """For pages whose tree the parser gives up on (nested thousands deep): the words without any
    structure.
    """
    text = re.sub(r"(?is)<(script|style|head|noscript|template)\b.*?</\1\s*>|<!--.*?-->", " ", decode(data)[0])
    text = unescape(re.sub(r"(?s)<[^>]*>", " ", text))
    if text.strip() and data.count(b"<") > _DEEP:
        draft.warn("The structure of the page is too deep to be read; its words are given without it.")
        draft.paragraph(" ".join(text.split()))


def parse_page(data: bytes, declared: str | None = None) -> Page:
    """Blocks of a page from its bytes; ``declared`` is the encoding that a mail or server named."""
    head = data[:4096]
    named = [declared] + [
        m.group(1).decode("ascii", "replace") for m in (_XML_CHARSET.search(head), _META_CHARSET.search(head)) if m
    ]
    return parse_text(decode(data, named)[0])


def parse_text(text: str) -> Page:
    """Blocks of a page from its text."""
    text = _XML_HEAD.sub("", text).replace("\0", "")
    if not text.strip():
        return Page()
    return read_page(_tree(text))


def _tree(text: str) -> Any:
    parser = html.HTMLParser(no_network=True, huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(text, parser=parser)
    except (etree.ParserError, ValueError) as error:
        raise ConversionFailed("The web page is damaged and could not be read.", "corrupt") from error
    return root
