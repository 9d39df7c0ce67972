"""Outer ids of documents and passages, and back. They are deterministic: pack, content hash, ordinal."""

from __future__ import annotations

import re

from engine.errors import UserFacingError

_NUMBER = re.compile(r"[0-9]{1,18}")  # what a bigint holds
_ORDINAL = re.compile(r"[0-9]{1,9}")
HASH_LENGTH = 12  # hex digits: 48 bits, a collision inside one pack of a million documents is one in 500


def document_key(sha256: str) -> str:
    """The part of a document's id that comes from its content."""
    return sha256[:HASH_LENGTH]


def document_id(pack_id: int, key: str) -> str:
    return f"{pack_id}-{key}"


def passage_id(pack_id: int, key: str, ordinal: int) -> str:
    return f"{pack_id}-{key}-{ordinal}"


def split_document_id(text: str) -> tuple[int, str]:
    """``"3-ab12…"`` → (3, "ab12…"). A malformed id is the person's or the model's typing error."""
    pack, _, key = text.partition("-")
    if not _NUMBER.fullmatch(pack) or not key or "-" in key:
        raise UserFacingError(f"“{text}” is not the id of a document; ids look like 3-0a1b2c3d4e5f.")
    return int(pack), key


def split_passage_id(text: str) -> tuple[int, str, int]:
    """``"3-ab12…-7"`` → (3, "ab12…", 7)."""
    outer, _, ordinal = text.rpartition("-")
    if not _ORDINAL.fullmatch(ordinal) or not outer:
        raise UserFacingError(f"“{text}” is not the id of a passage; ids look like 3-0a1b2c3d4e5f-7.")
    pack, key = split_document_id(outer)
    return pack, key, int(ordinal)
