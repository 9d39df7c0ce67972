"""Header fields of mails, decoded with recovery: encoded words, raw 8-bit bytes, broken charsets, dates with
their zone.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from datetime import datetime
from email.message import Message
from email.utils import collapse_rfc2231_value, getaddresses, parsedate_to_datetime

from engine.convert.encodings import decode, known
from engine.convert.hygiene import cleaned

_WORD = re.compile(r"=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(\?=)\s+(=\?)")


def header(message: Message, name: str) -> str:
    """The decoded value of a field, folded to one line; "" when it is missing."""
    value = message.get(name)
    return decoded(str(value)) if value is not None else ""


def decoded(raw: str) -> str:
    """A raw field value with its encoded words read and its 8-bit bytes guessed."""
    if any("\udc80" <= letter <= "\udcff" for letter in raw):
        raw = decode(raw.encode("utf-8", "surrogateescape"))[0]
    joined = _merge(_BETWEEN.sub(r"\1\2", raw))
    return " ".join(cleaned(_WORD.sub(_encoded_word, joined)).split())


def _merge(text: str) -> str:
    """Neighbouring words of one charset and kind are one: many mailers cut them inside a character."""
    pattern = re.compile(r"=\?([^?\s]+)\?([bB])\?([^?=]*)\?==\?\1\?\2\?", re.I)
    for _ in range(200):
        text, count = pattern.subn(r"=?\1?\2?\3", text)
        if not count:
            break
    pattern = re.compile(r"=\?([^?\s]+)\?([qQ])\?([^?]*)\?==\?\1\?\2\?", re.I)
    for _ in range(200):
        text, count = pattern.subn(r"=?\1?\2?\3", text)
        if not count:
            break
    return text


def _encoded_word(found: re.Match[str]) -> str:
    charset, kind, text = found.groups()
    charset = charset.partition("*")[0]  # RFC 2231 allows a language after it
    data = text.encode("ascii", "ignore")
    try:
        if kind in "bB":
            raw = base64.b64decode(data + b"=" * (-len(data) % 4))
        else:
            raw = quopri.decodestring(data.replace(b"_", b" "), header=False)
    except (binascii.Error, ValueError):
        return found.group()
    return decode(raw, [charset] if known(charset) else [])[0]


def people(message: Message, name: str) -> list[str]:
    """Names and addresses of a field: "Åse Sørbø <ase@x.no>"."""
    out = []
    values = [decoded(str(value)) for value in message.get_all(name, [])]
    for person, address in getaddresses(_quoted(values)):
        if address and person and person != address:
            out.append(f"{person} <{address}>")
        elif address or person:
            out.append(address or person)
    return out


def _quoted(values: list[str]) -> list[str]:
    """Names with a comma in them ("Sørbø, Åse <ase@x.no>") are put in quotes, or they would be taken for two
    people.
    """
    return [
        re.sub(r"(^|[,;]\s*)([^\"<>,;@]+,[^\"<>,;@]+?)\s*<", r'\1"\2" <', value).replace(";", ",") for value in values
    ]


def date(message: Message) -> str:
    """ISO 8601 with the sender's own zone; the raw text when it is no date; "" when there is none."""
    raw = header(message, "Date")
    if not raw:
        return ""
    try:
        moment: datetime = parsedate_to_datetime(raw)
    except (TypeError, ValueError, IndexError, OverflowError):
        return raw
    return moment.isoformat()


def file_name(part: Message) -> str:
    """The name of an attachment as sent (RFC 2231, encoded words or raw); "" when it has none."""
    for field, parameter in (("content-disposition", "filename"), ("content-type", "name")):
        try:
            value = part.get_param(parameter, None, field)
        except Exception:  # the standard parser fails on some broken parameters
            value = None
        if value is None:
            continue
        if isinstance(value, tuple):
            charset, _, text = value
            raw = text.encode("latin-1", "replace") if charset else text.encode("utf-8", "surrogateescape")
            name = decode(raw, [charset])[0] if charset else collapse_rfc2231_value(value)
        else:
            name = decoded(value)
        name = " ".join(cleaned(name).split())
        if name:
            return name
    return ""
