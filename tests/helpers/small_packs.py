"""Small packs stored straight from Markdown, for tests of what comes after import."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from engine.importing.split import split
from engine.store import documents, matters, packs
from engine.store.database import Database
from engine.store.drafts import NewDocument
from engine.store.indexing import prepare
from engine.text.language import detect
from engine.types import Matter, Pack, PackKind


def store_texts(
    database: Database,
    texts: Mapping[str, str],
    *,
    pack: str = "Documents",
    kind: PackKind = "documents",
    matter: str = "Default",
) -> Pack:
    """Stores ``texts`` (source id → Markdown) in a pack, made if there is none; returns it with its counts."""
    with database.connection() as connection:
        owner = matters.get(connection, matter)
        target = packs.ensure(connection, owner, pack, kind)
        documents.lock_pack(connection, target.id)
        documents.store(
            connection, target.id, [prepare(target.id, target.stemmer, draft(n, t)) for n, t in texts.items()]
        )
    with database.connection() as connection:
        return packs.get(connection, owner, pack)


def draft(source_id: str, markdown: str) -> NewDocument:
    """A document split as import splits it."""
    return NewDocument(
        source_id=source_id, title=markdown.splitlines()[0].lstrip("# "), markdown=markdown,
        sha256=hashlib.sha256((source_id + markdown).encode()).hexdigest(), passages=tuple(split(markdown)),
        converter="test", converter_version="1", language=detect(markdown),
    )  # fmt: skip


def default_matter(database: Database) -> Matter:
    with database.connection() as connection:
        return matters.get(connection, "Default")
