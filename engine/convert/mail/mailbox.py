"""Mailboxes (mbox): each message becomes a file of its own, to be read like any mail."""

from __future__ import annotations

import re
from pathlib import Path

from engine.convert.context import Context
from engine.convert.errors import ConversionFailed
from engine.convert.mail.document import parse
from engine.convert.mail.fields import header
from engine.types import Attachment, Converted

NAME, VERSION = "mailbox", "1"
_START = re.compile(rb"^From (?:\S+|-) .*\d{4}\s*$|^From - .*$")
_MOST = 20_000


def read(path: Path, context: Context) -> Converted:
    """No text of its own; ``attachments`` are the messages, named by number and subject."""
    attachments: list[Attachment] = []
    warnings: list[str] = []
    lines: list[bytes] = []
    blank = True

    def close() -> None:
        if any(line.strip() for line in lines):
            data = b"".join(lines)
            subject = header(parse(data), "Subject") or "message"
            attachments.append(context.keep(f"{len(attachments) + 1:04d} {subject}.eml", data))
        lines.clear()

    with path.open("rb") as file:
        for line in file:
            if blank and _START.match(line.rstrip(b"\r\n")):
                close()
                if len(attachments) >= _MOST:
                    warnings.append(f"Only the first {_MOST} messages of the mailbox are read.")
                    break
                blank = False
                continue
            blank = not line.strip()
            # ">From " at the start of a line was put there when the mailbox was written
            lines.append(line[1:] if re.match(rb">+From ", line) else line)
    close()
    if not attachments:
        raise ConversionFailed("The mailbox holds no messages.", "no_text")
    return Converted(
        "",
        attachments=tuple(attachments),
        warnings=tuple(warnings),
        meta={"container": True},
        converter=NAME,
        version=VERSION,
    )
