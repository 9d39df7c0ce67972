"""What a file is, from its content. A name's ending only breaks ties between kinds of plain text."""

from __future__ import annotations

import re
from pathlib import Path

from engine.convert.container import office_kind, ole_kind
from engine.convert.encodings import decode
from engine.convert.errors import ConversionFailed

_HEAD = 64 * 1024

# Kind → what a person calls it. Every kind that ``detect`` can give stands here.
NAMES: dict[str, str] = {
    "empty": "an empty file",
    "pdf": "a PDF",
    "docx": "a Word document",
    "docm": "a Word document with macros",
    "doc": "an old Word document (.doc)",
    "odt": "an OpenDocument text",
    "rtf": "an RTF document",
    "html": "a web page",
    "mhtml": "a saved web page (MHTML)",
    "eml": "an e-mail",
    "mbox": "a mailbox",
    "msg": "an Outlook message",
    "tnef": "an Outlook attachment container (winmail.dat)",
    "txt": "a text file",
    "markdown": "a Markdown file",
    "csv": "a table in text form (CSV)",
    "xlsx": "an Excel workbook",
    "xlsb": "a binary Excel workbook",
    "xls": "an old Excel workbook (.xls)",
    "ods": "an OpenDocument spreadsheet",
    "pptx": "a PowerPoint presentation",
    "ppt": "an old PowerPoint presentation (.ppt)",
    "odp": "an OpenDocument presentation",
    "png": "a PNG image",
    "jpeg": "a JPEG image",
    "tiff": "a TIFF image",
    "gif": "a GIF image",
    "bmp": "a BMP image",
    "webp": "a WebP image",
    "heic": "a HEIC image",
    "zip": "a ZIP archive",
    "7z": "a 7-Zip archive",
    "rar": "a RAR archive",
    "gzip": "a gzip archive",
    "bzip2": "a bzip2 archive",
    "xz": "an xz archive",
    "tar": "a TAR archive",
    "epub": "an e-book (EPUB)",
    "encrypted_office": "an Office document protected by a password",
    "encrypted_odf": "an OpenDocument file protected by a password",
    "smime": "an encrypted or signed mail part (S/MIME)",
    "ole": "an Office container of an unknown kind",
    "opc": "an Office package of an unknown kind",
    "xml": "an XML file",
    "pst": "an Outlook data file (PST)",
    "sqlite": "a database file",
    "audio": "a sound recording",
    "video": "a video",
    "program": "a program",
    "unknown": "a file of an unknown kind",
}

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"II*\0", "tiff"),
    (b"MM\0*", "tiff"),
    (b"II+\0", "tiff"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x78\x9f\x3e\x22", "tnef"),
    (b"!BDN", "pst"),
    (b"SQLite format 3\0", "sqlite"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"OggS", "audio"),
    (b"ID3", "audio"),
    (b"fLaC", "audio"),
    (b"\x1a\x45\xdf\xa3", "video"),
)
_HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
_MAIL_FIELD = re.compile(
    r"^(received|return-path|from|to|cc|bcc|subject|date|message-id|mime-version|delivered-to|reply-to|sender|"
    r"in-reply-to|references|content-type|content-transfer-encoding|dkim-signature|x-[a-z0-9-]+)[ \t]*:",
    re.I,
)
_SURE_MAIL = {"received", "return-path", "message-id", "mime-version", "delivered-to", "dkim-signature"}
_HTML_START = re.compile(
    r"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_HTML_TAG = re.compile(r"<(?:html|head|body|meta|title|div|table|p|br|span|font|h[1-6])\b[^<>]*>", re.I)
_XML_START = re.compile(r"^\s*<\?xml\b|^\s*<[A-Za-z_][\w:.-]*(?:\s[^<>]*)?\s+xmlns", re.I)
_ATX = re.compile(r"^#{1,6} \S", re.M)


def detect(path: Path) -> str:
    """The kind of the file, a key of ``NAMES``. Raises OSError when the file cannot be read."""
    size = path.stat().st_size
    if size == 0:
        return "empty"
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return _by_magic(head, path) or _text_kind(head, path.suffix.lower(), size > len(head))


def _by_magic(head: bytes, path: Path) -> str | None:
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return office_kind(path, head)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return ole_kind(path)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:5].lower() == b"{\\rtf":
        return "rtf"
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(b"BM") and len(head) > 14 and head[6:10] == b"\0\0\0\0":
        return "bmp"
    if head.startswith(b"RIFF"):
        return {b"WEBP": "webp", b"WAVE": "audio", b"AVI ": "video"}.get(head[8:12], "unknown")
    if head[4:8] == b"ftyp":
        return "heic" if head[8:12] in _HEIF else "audio" if head[8:11] == b"M4A" else "video"
    if len(head) > 262 and head[257:262] == b"ustar":
        return "tar"
    if head[:2] in (b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"):
        return "audio"
    if head[:1] == b"\x30" and b"\x2a\x86\x48\x86\xf7\x0d\x01\x07" in head[:40]:  # OID 1.2.840.113549.1.7, PKCS #7
        return "smime"
    return None


def _text_kind(head: bytes, ending: str, cut: bool) -> str:
    if cut:
        head = head[: head.rfind(b"\n") + 1] or head  # do not judge half a character
    text, encoding = decode(head)
    if not encoding.startswith("utf-16") and not encoding.startswith("utf-32"):
        controls = sum(head.count(byte) for byte in range(32) if byte not in (7, 8, 9, 10, 11, 12, 13, 26, 27))
        if controls > len(head) // 100:  # text holds almost none; every binary format many
            return "unknown"
    mail = _mail_kind(text, ending)
    if mail:
        return mail
    if _HTML_START.match(text):
        return "html"
    if _XML_START.match(text):
        return "html" if re.search(r"<(?:\w+:)?html\b", text[:4000], re.I) else "xml"
    if len(_HTML_TAG.findall(text)) >= 3 and text.lstrip()[:1] == "<":
        return "html"
    if ending in (".htm", ".html", ".xhtml") and _HTML_TAG.search(text):
        return "html"
    if ending in (".csv", ".tsv", ".tab"):
        return "csv"
    if ending in (".md", ".markdown", ".mdown") or (ending not in (".txt", ".text", ".log") and _ATX.search(text)):
        return "markdown"
    return "txt"


def _mail_kind(text: str, ending: str) -> str | None:
    lines = text.lstrip("\r\n").splitlines()[:200]
    box = bool(lines) and re.match(r"From \S+.*\d{4}\s*$|From - ", lines[0]) is not None
    names: list[str] = []
    for line in lines[1:] if box else lines:
        if not line.strip():
            break
        if line[0] in " \t":
            continue
        field = _MAIL_FIELD.match(line)
        if field:
            names.append(field.group(1).lower())
        elif not re.match(r"[!-9;-~]+:", line) and not names:
            return None
    if box and names:
        return "mbox"
    sure = bool(_SURE_MAIL.intersection(names))
    if (
        not (sure and len(names) >= 2)
        and not (ending == ".eml" and names)
        and not (len(set(names)) >= 4 and "from" in names and "subject" in names and ending not in (".txt", ".md"))
    ):
        return None
    whole = text[:8000].lower()
    if ending in (".mht", ".mhtml") or (
        "multipart/related" in whole and ("snapshot-content-location" in whole or "saved by" in whole)
    ):
        return "mhtml"
    return "eml"


def refuse(kind: str) -> ConversionFailed:
    """The reason for a kind that no converter reads, naming it."""
    if kind == "empty":
        return ConversionFailed("The file is empty (0 bytes).", "empty")
    if kind in ("encrypted_office", "encrypted_odf"):
        return ConversionFailed(
            f"This is {NAMES[kind]}, and such files cannot be opened here; "
            "save a copy without the password and import that.",
            "password",
        )
    return ConversionFailed(
        f"This is {NAMES.get(kind, NAMES['unknown'])}, a kind that cannot be read as text.", "unsupported"
    )
