"""The text of a file by the shortest way there is, independent of the program's converters: to check test data with."""

from __future__ import annotations

import email
import email.policy
import re
import tarfile
import zipfile
from html import unescape
from io import BytesIO
from pathlib import Path

import pypdfium2

OCR_ROOT = Path("/usr/share/tesseract-ocr")
SCAN_SCALE = 200 / 72  # 200 dpi


def loose(text: str) -> str:
    """Every run of white space (also no-break) as one space."""
    return re.sub(r"\s+", " ", text).strip()


def pdf_pages(data: bytes) -> list[str]:
    """The text layer of each page."""
    document = pypdfium2.PdfDocument(data)
    try:
        return [loose(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def docx_text(data: bytes) -> str:
    """Paragraph by paragraph, in the order of the body."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        body = archive.read("word/document.xml").decode("utf-8")
    body = re.sub(r"</w:p>|<w:(?:br|tab)/>", " ", body)
    return loose(unescape(re.sub(r"<[^>]+>", "", body)))


def mail_text(data: bytes) -> str:
    """Headers and the plain text part."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    body = message.get_body(("plain",))
    headers = " ".join(f"{name}: {value}" for name, value in message.items())
    return loose(headers + " " + (body.get_content() if body else ""))


def attachment(data: bytes, name: str) -> bytes:
    """The bytes of the attachment of that name."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    found = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
    return found[name]


def acts_in(archive: Path) -> dict[str, str]:
    """Members of a law archive: name and XML text."""
    with tarfile.open(archive) as source:
        members = [(m.name, source.extractfile(m)) for m in source if m.isfile()]
        return {name: stream.read().decode("utf-8") for name, stream in members if stream}


def law_section(xml: str, label: str) -> str:
    """The text of one section ("§ 3-3") of an act in Lovdata's form."""
    xml = unescape(xml)  # section signs and Norwegian letters are character references there
    found = re.search(rf'data-name="{re.escape(label.replace(" ", ""))}"', xml)
    assert found, label
    end = xml.find('class="legalArticle"', found.end())
    # elements stand on lines of their own, and words next to each other in two of them are apart
    return loose(re.sub(r"<[^>]+>", " ", xml[found.end() : end]))


def ocr(data: bytes) -> str:
    """The words that Tesseract reads on the first page of a PDF, with the script model that knows "§"."""
    import tesserocr

    folder = next(iter(sorted(OCR_ROOT.glob("*/tessdata"))), OCR_ROOT)
    document = pypdfium2.PdfDocument(data)
    try:
        picture = document[0].render(scale=SCAN_SCALE).to_pil()
    finally:
        document.close()
    with tesserocr.PyTessBaseAPI(path=str(folder), lang="Latin") as reader:
        reader.SetImage(picture)
        return loose(reader.GetUTF8Text())
