"""Collections of acts and recounts, for the tests of importing."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from engine.store.database import Database

DATA = Path(__file__).parents[2] / "data" / "law"
ACT = (DATA / "nl-18880623-003.xml").read_text(encoding="utf-8")


def act(number: int, word: str = "") -> bytes:
    """An act of its own id; ``word`` is put into its text."""
    text = ACT.replace("LOV-1888-06-23-3", f"LOV-1888-06-23-{number}").replace(
        "lov/1888-06-23-3", f"lov/1888-06-23-{number}"
    )
    if word:
        text = text.replace(
            '<article class="legalP"', f'<article class="legalP">{word}</article><article class="legalP"', 1
        )
    assert f"LOV-1888-06-23-{number}" in text
    return text.encode("utf-8")


def archive(path: Path, members: Mapping[str, bytes]) -> Path:
    """A tar.bz2 with these members in this order."""
    with tarfile.open(path, "w:bz2") as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def collection(path: Path, count: int, first: int = 100) -> Path:
    """An archive of ``count`` different acts."""
    return archive(path, {f"nl/nl-18880623-{n}.xml": act(n, f"ord{n}") for n in range(first, first + count)})


def check_counts(database: Database, pack_id: int) -> None:
    """The term table and the pack's counters are what a recount gives, and every passage has its index row."""
    with database.connection() as connection:
        counted = dict(
            connection.execute(
                "select word, ndoc from ts_stat(format('select lexemes from passage_index where pack_id = %%s', %s::text))",
                [pack_id],
            ).fetchall()
        )
        kept = dict(connection.execute("select lexeme, passages from term where pack_id = %s", [pack_id]).fetchall())
        assert kept == counted
        row = connection.execute("select documents, passages, words from pack where id = %s", [pack_id]).fetchone()
        recount = connection.execute(
            """select (select count(*) from document where pack_id = %(p)s), (select count(*) from passage where pack_id = %(p)s),
            (select coalesce(sum(words), 0) from passage_index where pack_id = %(p)s)""",
            {"p": pack_id},
        ).fetchone()
        assert row == recount
        lost = connection.execute(
            """select count(*) from document d where pack_id = %s and (d.passages <> (select count(*) from passage_index i
            where i.pack_id = d.pack_id and i.document_key = d.key) or d.markdown <> (select string_agg(body, '' order by ordinal)
            from passage p where p.pack_id = d.pack_id and p.document_key = d.key))""",
            [pack_id],
        ).fetchone()
        assert lost == (0,)
