"""Writes mail files (RFC 5322) with fixed boundaries, so that the same mail has the same bytes on every run."""

from __future__ import annotations

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

WRAPPED = 88  # a source line at least this long goes on in the next; shorter ones end where they end


def flow(text: str) -> str:
    """Paragraphs as one line each, as today's mail programs send them; the sources are wrapped for the eye."""
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        mark = re.match(r"[> ]*", line).group()
        words = line[len(mark) :]
        if goes_on and words:
            lines[-1] += " " + words
        else:
            lines.append(line)
        goes_on = len(line) >= WRAPPED
    return "\n".join(lines) + "\n"


def person(name: str, mail: str) -> Address:
    return Address(name, addr_spec=mail)


def mail(
    *,
    sender: Address,
    to: list[Address],
    date: str,
    subject: str,
    key: str,
    text: str,
    cc: list[Address] | None = None,
    html: str | None = None,
    attach: Path | None = None,
    attach_as: str = "",
    reply_to: str = "",
    references: str = "",
    charset: str = "utf-8",
) -> bytes:
    """One message. ``key`` makes its message id and its boundaries; ``attach`` is a PDF."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = to
    if cc:
        message["Cc"] = cc
    message["Subject"] = subject
    message["Date"] = date
    message["Message-ID"] = f"<{key}@{sender.domain}>"
    if reply_to:
        message["In-Reply-To"] = reply_to
        message["References"] = references or reply_to
    message.set_content(flow(text), charset=charset, cte="quoted-printable")
    if html:
        message.add_alternative(html, subtype="html", charset=charset, cte="quoted-printable")
        if message.is_multipart():
            message.set_boundary(f"=_alternative_{key}")
    if attach:
        message.add_attachment(
            attach.read_bytes(), maintype="application", subtype="pdf", filename=attach_as or attach.name
        )
        message.set_boundary(f"=_mixed_{key}")
        first = message.get_payload()[0]
        if first.is_multipart():
            first.set_boundary(f"=_alternative_{key}")
    return message.as_bytes()
