"""The mail converter: header block, body, attachments. Also reads pages saved as mail (MHTML)."""

from __future__ import annotations

import email
import re
from collections.abc import Sequence
from email.message import Message
from pathlib import Path
from typing import Any

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed
from engine.convert.html.blocks import Page
from engine.convert.html.document import parse_page
from engine.convert.mail.fields import date, header, people
from engine.convert.mail.parts import RAW, Body, take_apart
from engine.types import Converted

NAME, VERSION = "mail", "1"
_FIELDS = (("From", "from"), ("To", "to"), ("Cc", "cc"), ("Bcc", "bcc"))
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
# Below this share of the HTML's words the plain version is a stub ("your program cannot show HTML").
_STUB = 0.6


def read(path: Path, context: Context) -> Converted:
    """A message as Markdown. Its files lie in the work folder; mail in mail is one of them (.eml)."""
    data = path.read_bytes()
    message = parse(data)
    parts = take_apart(message, data)
    draft = Draft()
    meta = fields_of(message)
    for note in parts.notes:
        draft.warn(note)
    if parts.signed:
        meta["signed"] = True
    if parts.pictures:
        meta["pictures_left_out"] = parts.pictures
    for name, content in parts.files:
        draft.attachments.append(context.keep(name, content))
    write_head(draft, meta)
    before = draft.length
    write_bodies(draft, parts.bodies, meta)
    if draft.length == before and not draft.attachments and not meta.get("subject"):
        raise ConversionFailed("The e-mail holds no text and no attachments.", "no_text")
    if draft.length == before:
        draft.warn("The e-mail itself holds no text.")
    return draft.finish(NAME, VERSION, title=meta.get("subject") or None, meta=meta)


def parse(data: bytes) -> Message:
    """A message from its bytes, with the parser that never raises; fields are decoded by ``mail.fields``."""
    data = re.sub(rb"\A(?:\xef\xbb\xbf|\s)+", b"", data)
    data = re.sub(rb"\A>?From [^\r\n]*\r?\n", b"", data)  # the separator line of a mailbox
    return email.message_from_bytes(data, policy=RAW)


def fields_of(message: Message) -> dict[str, Any]:
    """from, to, cc, bcc (lists), date (ISO), subject, message_id, in_reply_to, references: those that are
    there.
    """
    meta: dict[str, Any] = {}
    for name, key in _FIELDS:
        found = people(message, name)
        if found:
            meta[key] = found
    found_or_empty = {
        "date": date(message),
        "subject": header(message, "Subject"),
        "message_id": header(message, "Message-ID").strip("<>"),
        "in_reply_to": header(message, "In-Reply-To").strip("<>"),
    }
    meta.update({key: value for key, value in found_or_empty.items() if value})
    references = re.findall(r"<([^<>\s]+)>", header(message, "References"))
    if references:
        meta["references"] = references
    return meta


def write_head(draft: Draft, meta: dict[str, Any]) -> None:
    """Subject as heading, then who wrote to whom and when, so that it can be searched and quoted like the
    rest.
    """
    if meta.get("subject"):
        draft.heading(1, meta["subject"])
    lines = [f"{name}: {', '.join(meta[key])}" for name, key in _FIELDS if meta.get(key)]
    if meta.get("date"):
        lines.append(f"Date: {meta['date'].replace('T', ' ')}")
    if draft.attachments:
        lines.append("Attachments: " + ", ".join(attachment.name for attachment in draft.attachments))
    if lines:
        draft.paragraph("\n".join(lines))


def write_bodies(draft: Draft, groups: Sequence[Sequence[Body]], meta: dict[str, Any]) -> None:
    """The bodies of a mail; the members of a group say the same in several forms, of which the
    best is taken.
    """
    for group in groups:
        plain = [text_of(body) for body in group if not body.html]
        pages = [parse_page(body.data, body.charset) for body in group if body.html]
        text, page = "\n\n".join(plain), pages[0] if pages else None
        if page is None:
            _write_text(draft, text)
        elif _prefers_page(text, page):
            write_page(draft, page, meta)
        else:
            _write_text(draft, text)
            if _differs(text, page.text):
                draft.warn("The plain and the formatted version of the mail differ; both are given.")
                write_page(draft, page, meta)


def text_of(body: Body) -> str:
    """The text of a plain body; soft line ends of "format=flowed" are undone."""
    text = decode(body.data, [body.charset])[0].replace("\r\n", "\n").replace("\r", "\n")
    if body.flowed:
        text = re.sub(r"^(-- )$", "\\1\0", text, flags=re.M)  # the line before a signature is no soft end
        text = re.sub(r"(?<=\S) \n(?=[^\s>])", " ", text).replace("\0", "")
    return text


def _prefers_page(text: str, page: Page) -> bool:
    """The formatted version when the plain one is missing, a stub, or lacks its tables."""
    if not page.text.strip():
        return False
    plain, shown = len(text.split()), len(page.text.split())
    return plain < _STUB * shown or any(block.rows is not None for block in page.blocks)


def _differs(text: str, shown: str) -> bool:
    """Whether a good part of the words of either version is missing in the other."""
    one, other = set(re.findall(r"\w{3,}", text.lower())), set(re.findall(r"\w{3,}", shown.lower()))
    if not one or not other:
        return False
    return len(other - one) > max(8, 0.4 * len(other))


def _write_text(draft: Draft, text: str) -> None:
    for block in _BLANK.split(text):
        draft.paragraph(block.strip("\n"))


def write_page(draft: Draft, page: Page, meta: dict[str, Any]) -> None:
    """Writes a formatted body; its headings go below the subject."""
    for block in page.blocks:
        if block.level:
            block.level = min(6, block.level + 1)
    page.write(draft)
    if page.links:
        meta.setdefault("links", []).extend(page.links)
