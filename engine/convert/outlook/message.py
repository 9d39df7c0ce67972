"""An Outlook message as an ordinary mail: fields, bodies and files, messages inside as .eml."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, formataddr
from typing import Any

from engine.convert.context import safe_name
from engine.convert.encodings import decode
from engine.convert.mail.document import fields_of, parse
from engine.convert.mail.parts import Body, is_logo
from engine.convert.outlook import mapi
from engine.convert.outlook.encapsulated import html_of
from engine.convert.outlook.lzfu import unpack
from engine.convert.outlook.mapi import Place, Properties

_DEPTH = 8  # of messages inside messages
_KINDS = {1: "to", 2: "cc", 3: "bcc"}
_PICTURES = re.compile(r"\.(?:png|jpe?g|gif|bmp|wmz|emz|wmf|emf)$", re.I)


@dataclass
class OutlookMail:
    """What a message holds, in the form of ``engine.convert.mail``."""

    meta: dict[str, Any] = field(default_factory=dict)
    bodies: list[Body] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_message(ole: Any, place: Place, page: str | None = None, depth: int = 0) -> OutlookMail:
    """The message at a place of an olefile object."""
    lost: list[str] = []
    properties = Properties(ole, place, page, lost)
    mail = OutlookMail(meta=_fields(ole, properties))
    _bodies(properties, mail)
    for part in properties.parts("__attach_version1.0_#"):
        _attachment(ole, Properties(ole, part, properties.page, lost), mail, depth)
    if lost:
        mail.notes.append("The message is damaged: some of its parts cannot be read.")
    return mail


def _fields(ole: Any, properties: Properties) -> dict[str, Any]:
    """From the headers that travelled with the mail (they keep the sender's zone), else from Outlook's
    properties.
    """
    headers = properties.text(mapi.HEADERS)
    meta = fields_of(parse(headers.encode("utf-8", "replace"))) if headers else {}
    sender = _person(
        properties.text(mapi.FROM_NAME) or properties.text(mapi.SENDER_NAME),
        properties.text(mapi.FROM_SMTP)
        or properties.text(mapi.SENDER_SMTP)
        or properties.text(mapi.FROM_ADDRESS)
        or properties.text(mapi.SENDER_ADDRESS),
    )
    people: dict[str, list[str]] = {}
    for part in properties.parts("__recip_version1.0_#"):
        person = Properties(ole, part, properties.page)
        kind = _KINDS.get(person.number(mapi.RECIPIENT_TYPE) & 0xF, "to")
        shown = _person(person.text(mapi.NAME), person.text(mapi.SMTP) or person.text(mapi.ADDRESS))
        if shown:
            people.setdefault(kind, []).append(shown)
    own: dict[str, Any] = {
        "from": [sender] if sender else [],
        "to": people.get("to") or _names(properties.text(mapi.DISPLAY_TO)),
        "cc": people.get("cc") or _names(properties.text(mapi.DISPLAY_CC)),
        "bcc": people.get("bcc"),
        "date": properties.time(mapi.SENT) or properties.time(mapi.DELIVERED),
        "subject": " ".join(properties.text(mapi.SUBJECT).split()),
        "message_id": properties.text(mapi.MESSAGE_ID).strip("<> "),
        "in_reply_to": properties.text(mapi.IN_REPLY_TO).strip("<> "),
        "class": properties.text(mapi.MESSAGE_CLASS),
    }
    for key, value in own.items():
        if value and (key not in meta or key == "subject"):
            meta[key] = value
    return meta


def _names(shown: str) -> list[str]:
    return [name.strip() for name in shown.split(";") if name.strip()]


def _person(name: str, address: str) -> str:
    """Name and <address>; addresses of an Exchange directory ("/O=…") say nothing to a reader."""
    if address.upper().startswith(("/O=", "/CN=")) or "@" not in address:
        address = ""
    name = name.strip().strip("'")
    if address and name and name.lower() != address.lower():
        return f"{name} <{address}>"
    return address or name


def _bodies(properties: Properties, mail: OutlookMail) -> None:
    text = properties.text(mapi.BODY)
    if text.strip():
        mail.bodies.append(Body(False, text.encode(), "utf-8"))
    html = properties.binary(mapi.HTML)
    if html:
        mail.bodies.append(Body(True, html, properties.page))
        return
    packed = properties.binary(mapi.RTF)
    if packed:
        try:
            page = html_of(unpack(packed))
        except ValueError:
            return
        if page:
            mail.bodies.append(Body(True, page.encode(), "utf-8"))
        elif not mail.bodies:
            mail.files.append(("body.rtf", unpack(packed)))


def _attachment(ole: Any, part: Properties, mail: OutlookMail, depth: int) -> None:
    name = part.text(mapi.ATTACH_LONG) or part.text(mapi.ATTACH_SHORT) or part.text(mapi.NAME)
    inner = part.inner_message()
    if inner is not None:
        if depth >= _DEPTH:
            mail.notes.append("Messages inside this one are nested too deeply and were left out.")
            return
        message = read_message(ole, inner, part.page, depth + 1)
        mail.files.append(
            (
                f"{safe_name(name or message.meta.get('subject', '') or 'message').removesuffix('.msg')}.eml",
                as_eml(message),
            )
        )
        return
    data = part.binary(mapi.ATTACH_DATA)
    if not data:
        if name:
            mail.notes.append(f"The attachment {name} is not stored in the message.")
        return
    inline = bool(part.text(mapi.CONTENT_ID)) or part.number(mapi.HIDDEN) == 1
    if inline and _PICTURES.search(name or ".png") and is_logo(data):
        mail.pictures.append(name)
        return
    mail.files.append((name or "attachment", data))


def as_eml(mail: OutlookMail) -> bytes:
    """The message in the internet's form, so that a message inside another is read like any mail."""
    message = EmailMessage()
    for key, header in (("from", "From"), ("to", "To"), ("cc", "Cc")):
        people = [_address(person) for person in mail.meta.get(key, [])]
        if people:
            message[header] = ", ".join(people)
    message["Subject"] = " ".join(str(mail.meta.get("subject", "")).split())
    if mail.meta.get("date"):
        with contextlib.suppress(ValueError):
            message["Date"] = format_datetime(datetime.fromisoformat(mail.meta["date"]))
    if mail.meta.get("message_id"):
        message["Message-ID"] = f"<{re.sub(r'[^!-~]', '', mail.meta['message_id'])}>"
    plain = [body for body in mail.bodies if not body.html]
    pages = [body for body in mail.bodies if body.html]
    message.set_content(plain[0].data.decode("utf-8", "replace") if plain else "")
    for body in pages[:1]:
        message.add_alternative(decode(body.data, [body.charset])[0], subtype="html")
    for name, data in mail.files:
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def _address(person: str) -> str:
    name, _, address = person.rpartition(" <")
    return formataddr((name, address.rstrip(">"))) if address.endswith(">") and name else person
