"""Makes the rows of a document ready for the database: document, passages, index, term counts.

This is the costly part of storing (folding, stemming) and needs no database, so it can run in another process; what it
gives are bytes in the text format of COPY.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import PurePosixPath

from engine.ids import document_key
from engine.store.drafts import NewDocument, NewPassage
from engine.text.language import STEMMERS
from engine.text.normalise import fold_text
from engine.text.tokens import IndexRow, index_row
from engine.types import Box

# COPY's text format gives these a meaning; NUL is no letter in PostgreSQL, so it becomes the sign for a lost one.
_ESCAPES = (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\0", "\ufffd"))
_NULL = "\\N"
_HEADINGS = re.compile(r"(?:\s*#{1,6}[ \t][^\n]*(?:\n|$))+")
_BOX = struct.Struct("<III4f")  # start, end, page; left, top, right, bottom in points
LAW = "law-"  # the names of readers of law begin so
BOX_FORMAT = b"1"  # the first byte of packed boxes

Value = str | int | date | None


@dataclass(frozen=True)
class Prepared:
    """A document whose rows only need to be sent. ``terms``: lexeme → number of its passages that hold it."""

    key: str
    source_id: str
    sha256: str
    text_sha256: str
    passages: int
    words: int
    terms: dict[str, int]
    document_row: bytes
    passage_rows: bytes
    index_rows: bytes


def prepare(pack_id: int, stemmer: str, document: NewDocument) -> Prepared:
    """The rows of one document for the pack ``pack_id``, stemmed as its ``stemmer`` says ("auto": by language)."""
    key = document_key(document.sha256)
    terms: Counter[str] = Counter()
    passage_rows: list[str] = []
    index_rows: list[str] = []
    words = 0
    title = title_words(document)
    for ordinal, passage in enumerate(document.passages):
        body = document.markdown[passage.start : passage.end]
        row = passage_index_row(document, title, passage, body, stemmer)
        words += row.words
        terms.update(row.distinct)
        passage_rows.append(_passage_line(pack_id, key, ordinal, document, passage, body))
        # lexemes hold letters and figures alone, nothing that COPY would take amiss
        index_rows.append(f"{pack_id}\t{key}\t{ordinal}\t{row.atom or _NULL}\t{row.words}\t{row.lexemes}")
    # acts are told apart by their official ids, so the costly hash of their folded text would serve nothing
    text_sha256 = document.sha256 if is_act(document) else normalised_hash(document.markdown)
    return Prepared(
        key=key,
        source_id=document.source_id,
        sha256=document.sha256,
        text_sha256=text_sha256,
        passages=len(document.passages),
        words=words,
        terms=dict(terms),
        document_row=_bytes([_document_line(pack_id, key, text_sha256, document)]),
        passage_rows=_bytes(passage_rows),
        index_rows=_bytes(index_rows),
    )


def passage_index_row(document: NewDocument, title: str, passage: NewPassage, body: str, stemmer: str) -> IndexRow:
    """The index row of one passage; ``body`` is its text with the headings it may begin with, ``title`` as from
    ``title_words``."""
    language = STEMMERS.get(stemmer) or passage.language or document.language
    path = [part for part in passage.path if part != document.title]
    return index_row(
        title=title,
        path=path,
        heading=passage.heading or "",
        label=passage.label,
        body=text_without_headings(body),
        language=language,
    )


def is_act(document: NewDocument) -> bool:
    """True when a reader of law made it."""
    return document.converter.startswith(LAW)


def title_words(document: NewDocument) -> str:
    """The words by which a document is known: its titles, abbreviation, and the name of its file."""
    names = [document.title, document.short_title, document.abbreviation]
    if not is_act(document):
        names.append(PurePosixPath(document.source_id.rpartition("!")[2]).stem)
    return " ".join(dict.fromkeys(name for name in names if name))


def text_without_headings(body: str) -> str:
    """A passage's text without the heading lines it begins with; they are indexed by themselves."""
    found = _HEADINGS.match(body)
    return body[found.end() :] if found else body


def normalised_hash(text: str) -> str:
    """Equal for texts that differ only in what folding takes away: case, spaces, kinds of quotes and dashes."""
    return hashlib.sha256(" ".join(fold_text(text).split()).encode("utf-8", "replace")).hexdigest()


def pack_boxes(boxes: Sequence[Box]) -> bytes | None:
    """Boxes as they are stored: one format byte, then zlib of 28 bytes a box."""
    if not boxes:
        return None
    rows = (_BOX.pack(b.start, b.end, b.page, b.left, b.top, b.right, b.bottom) for b in boxes)
    return BOX_FORMAT + zlib.compress(b"".join(rows), 6)


def unpack_boxes(data: bytes | None) -> list[Box]:
    """The reverse of ``pack_boxes``; none for None."""
    return [Box(*row) for row in _BOX.iter_unpack(zlib.decompress(data[1:]))] if data else []


def _document_line(pack_id: int, key: str, text_sha256: str, document: NewDocument) -> str:
    boxes = pack_boxes(document.boxes)
    pages = [list(asdict(page).values()) for page in document.pages]
    return _line(
        (
            pack_id, key, document.source_id, document.title, document.short_title, document.abbreviation,
            document.media_type, document.language, document.status, document.in_force_date, document.version_date,
            document.parent_key, document.markdown, _json(pages), f"\\x{boxes.hex()}" if boxes else None,
            _json(dict(document.meta)), _array(document.warnings), document.sha256, text_sha256, document.converter,
            document.converter_version, len(document.passages),
        )
    )  # fmt: skip


def _passage_line(pack_id: int, key: str, ordinal: int, document: NewDocument, passage: NewPassage, body: str) -> str:
    return _line(
        (
            pack_id, key, ordinal, passage.kind, passage.label, passage.heading, _array(passage.path), passage.start,
            passage.end, passage.page, passage.language or document.language, passage.status, body, passage.notes,
        )
    )  # fmt: skip


def _line(values: Iterable[Value]) -> str:
    return "\t".join(
        [_escaped(value) if type(value) is str else _NULL if value is None else str(value) for value in values]
    )


def _escaped(text: str) -> str:
    for letter, written in _ESCAPES:  # the backslash first; replacing is ten times faster than str.translate
        if letter in text:
            text = text.replace(letter, written)
    return text


def _bytes(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _array(values: Iterable[str]) -> str:
    """An array literal of PostgreSQL; every element is quoted."""
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join(f'"{value}"' for value in quoted) + "}"


def _json(value: object) -> str:
    """JSON that jsonb takes: it refuses the escape of NUL and lone surrogates."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text.replace("\\u0000", "\ufffd").encode("utf-8", "replace").decode("utf-8")
