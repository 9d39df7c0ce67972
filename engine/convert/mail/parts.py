"""Takes a mail apart: bodies to read, files that came with it, and what is neither."""

from __future__ import annotations

import email
import re
import struct
from dataclasses import dataclass, field
from email.message import Message
from email.policy import Compat32

from engine.convert.encodings import decode, known
from engine.convert.mail.fields import file_name, header

_DEPTH = 30  # of parts inside parts
_LOGO_SIDE = 400  # pixels: a picture in the text with a shorter side is a logo or a spacer, no evidence
_LOGO_BYTES = 30_000  # for pictures whose size cannot be read
_ENDINGS = {
    "text/plain": ".txt", "text/html": ".html", "text/calendar": ".ics", "text/csv": ".csv", "application/pdf": ".pdf",
    "image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/tiff": ".tif", "message/rfc822": ".eml",
    "application/ms-tnef": ".dat", "application/pkcs7-mime": ".p7m", "application/zip": ".zip", "application/msword": ".doc",
    "application/rtf": ".rtf", "text/rtf": ".rtf", "text/vcard": ".vcf",
}  # fmt: skip
_PART_START = re.compile(rb"^--[^\s][^\r\n]*\r?\n(?=Content-[A-Za-z-]+:)", re.M | re.I)
_UU = re.compile(rb"^begin [0-7]{3,4} (.+?)\r?\n((?:[!-`]{1,62}\r?\n)+?)(?:`?\r?\n)?end\r?$", re.M)


@dataclass
class Body:
    """A readable part; ``data`` in its own encoding, ``charset`` as declared."""

    html: bool
    data: bytes
    charset: str | None
    flowed: bool = False


@dataclass
class Parts:
    """What a message holds. ``bodies``: groups of alternatives, in order; each group says the same in several
    forms.
    """

    bodies: list[list[Body]] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)  # logos and other pictures of the text that were left out
    notes: list[str] = field(default_factory=list)  # warnings
    signed: bool = False


class _RawPolicy(Compat32):
    """Gives field values as they stand in the file; ``mail.fields`` decodes them (the standard loses 8-bit
    bytes).
    """

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


RAW = _RawPolicy()


def take_apart(message: Message, data: bytes) -> Parts:
    """Walks the parts of a parsed message; where its structure is broken, looks for lost parts in
    ``data``.
    """
    parts = Parts()
    broken = any(part.defects or (part.epilogue and "Content-" in part.epilogue) for part in message.walk())
    if not broken or message.is_multipart():
        _part(message, parts, None, 0)
    if broken or not parts.bodies:
        _lost_parts(data, parts)
    if broken and not parts.bodies and not parts.files:
        _part(message, parts, None, 0)
    parts.bodies = [group for group in parts.bodies if any(body.data.strip() for body in group)]
    return parts


def _lost_parts(data: bytes, parts: Parts) -> None:
    """Parts whose boundary does not match the one announced, or that stand after a part that was closed too
    early.
    """
    known_data = {body.data.strip() for group in parts.bodies for body in group} | {
        content.strip() for _, content in parts.files
    }
    starts = [found.end() for found in _PART_START.finditer(data)]
    found_any = False
    for at, start in enumerate(starts):
        end = data.rfind(b"\n--", start, starts[at + 1]) if at + 1 < len(starts) else len(data)
        piece = re.sub(rb"\r?\n--[^\s][^\r\n]*--\s*\Z", b"", data[start:end])
        part = email.message_from_bytes(piece, policy=RAW)
        if part.is_multipart() or part.get_content_maintype() in ("multipart", "message"):
            continue
        content = payload(part)
        if content.strip() and content.strip() not in known_data:
            known_data.add(content.strip())
            _leaf(part, part.get_content_type(), parts, None)
            found_any = True
    if found_any:
        parts.notes.append("The structure of the mail is damaged; its parts are given as far as they could be found.")


def _part(part: Message, parts: Parts, group: list[Body] | None, depth: int) -> None:
    kind = part.get_content_type()
    if depth > _DEPTH:
        parts.notes.append("Parts of the mail are nested too deeply and were left out.")
        return
    if kind == "message/rfc822" or kind == "message/global":
        _message(part, parts)
        return
    if part.is_multipart():
        inner = part.get_payload()
        assert isinstance(inner, list)
        if kind == "multipart/alternative":
            own: list[Body] = []
            parts.bodies.append(own)
            for child in inner:
                _part(child, parts, own, depth + 1)  # type: ignore[arg-type]
        else:
            for child in inner:
                _part(child, parts, group, depth + 1)  # type: ignore[arg-type]
        return
    _leaf(part, kind, parts, group)


def _message(part: Message, parts: Parts) -> None:
    inner = part.get_payload()
    if isinstance(inner, list) and inner:
        message = inner[0]
        assert isinstance(message, Message)
        data = message.as_bytes(unixfrom=False)
        name = file_name(part) or header(message, "Subject") or "message"
    else:
        data, name = payload(part), file_name(part) or "message"
    parts.files.append((name if name.lower().endswith(".eml") else f"{name}.eml", data))


def payload(part: Message) -> bytes:
    """The decoded bytes of a part; damaged transfer encodings give what can be read."""
    try:
        data = part.get_payload(decode=True)
    except Exception:  # some broken encodings raise in the standard library
        data = None
    if isinstance(data, bytes):
        return data
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def _leaf(part: Message, kind: str, parts: Parts, group: list[Body] | None) -> None:
    name = file_name(part)
    disposition = (part.get_content_disposition() or "").lower()
    data = payload(part)
    readable = kind in ("text/plain", "text/html") or (
        kind.startswith("text/") and not name and kind in ("text/enriched", "text/markdown")
    )
    if readable and disposition != "attachment" and (not name or _is_body_name(name, kind)):
        if kind == "text/plain":
            data = _without_uuencoded(data, parts)
        body = Body(kind == "text/html", data, _charset(part), (part.get_param("format") or "") == "flowed")
        if group is None:
            parts.bodies.append([body])
        else:
            group.append(body)
        return
    if kind in ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"):
        parts.signed = True
        return
    if not data.strip() and not name:
        return
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        parts.notes.append("The mail has an encrypted or signed part (S/MIME) that cannot be opened here.")
    if kind.startswith("image/") and (part.get("Content-ID") or disposition == "inline") and is_logo(data):
        parts.pictures.append(name or kind)
        return
    parts.files.append((name or f"{kind.replace('/', '-')}{_ENDINGS.get(kind, '')}", data))


def _is_body_name(name: str, kind: str) -> bool:
    """Some mailers name the body itself ("ATT00001.htm", "body.html")."""
    return re.fullmatch(r"(?:att\d+|body|message|part\d*|text)(?:\.(?:txt|html?))?", name, re.I) is not None


def _charset(part: Message) -> str | None:
    try:
        value = part.get_content_charset()
    except Exception:  # a broken charset parameter
        return None
    return value if known(value) else None


def _without_uuencoded(data: bytes, parts: Parts) -> bytes:
    """Takes files out of the text that old mailers put there ("begin 644 name")."""
    import binascii

    def take(found: re.Match[bytes]) -> bytes:
        try:
            content = b"".join(binascii.a2b_uu(line) for line in found.group(2).splitlines())
        except binascii.Error:
            return found.group()
        parts.files.append((decode(found.group(1))[0], content))
        return b""

    return _UU.sub(take, data) if b"\nbegin " in data or data.startswith(b"begin ") else data


def is_logo(data: bytes) -> bool:
    """Whether a picture is too small to be evidence."""
    size = image_size(data)
    return min(size) < _LOGO_SIDE if size else len(data) < _LOGO_BYTES


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, BMP or JPEG, from its head."""
    try:
        if data.startswith(b"\x89PNG"):
            return struct.unpack(">II", data[16:24])
        if data[:4] == b"GIF8":
            return struct.unpack("<HH", data[6:10])
        if data[:2] == b"BM":
            return struct.unpack("<ii", data[18:26])
        if data[:2] == b"\xff\xd8":
            at = 2
            while at + 9 < len(data) and data[at] == 0xFF:
                marker, (length,) = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])
                if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                    high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
                    return wide, high
                at += 2 + length
    except struct.error:
        return None
    return None
