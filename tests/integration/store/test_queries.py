"""Every named query: says what it is for, fits the real schema, is used, and keeps to the packs it was asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from psycopg import Connection
from psycopg.pq import ExecStatus

from engine.store.database import Database
from engine.store.queries import names, sql

# Tables whose rows grow with the documents; on a firm's server they are divided by pack.
LARGE = ("document", "passage", "passage_index", "term", "passage_vector", "statistics_cell")
# Queries whose packs are no parameter, and why they may.
PACKS_FROM_ELSEWHERE = {
    "job_counts": "the job names its pack",
    "document_used_hashes": "kept files are shared by all packs; only their hashes are read",
}
PARAMETER = re.compile(r"%\((\w+)\)s")
TABLE = re.compile(
    rf"\b(from|join|update|into|copy|using)\s+({'|'.join(LARGE)})\b(?:\s+(?:as\s+)?(\w+))?", re.IGNORECASE
)
NOT_NAMES = {"where", "on", "set", "join", "order", "group", "limit", "using", "as", "returning", "cross", "left"}


def numbered(text: str) -> str:
    """The query as the server wants it: $1, $2 … for the parameters, in order of their first appearance."""
    order: dict[str, int] = {}
    return PARAMETER.sub(lambda m: f"${order.setdefault(m[1], len(order) + 1)}", text).replace("%%", "%")


def body(name: str) -> str:
    """The query without its comments."""
    return re.sub(r"--.*", "", sql(name))


def explain(connection: Connection, text: str) -> None:
    connection.execute(("explain (generic_plan) " + text).encode())


@pytest.mark.parametrize("name", names())
def test_its_first_line_says_what_it_is_for(name: str) -> None:
    first = sql(name).split("\n", 1)[0]
    assert re.fullmatch(r"-- [A-Z\"“].{7,}", first), first


@pytest.mark.parametrize("name", names())
def test_it_is_one_statement(name: str) -> None:
    without_texts = re.sub(r"'[^']*'", "''", body(name))
    assert ";" not in without_texts
    assert without_texts.strip()


@pytest.mark.parametrize("name", [n for n in names() if "{" not in re.sub(r"'[^']*'", "", body(n))])
def test_it_fits_the_schema(name: str, session_database: Database) -> None:
    text = numbered(body(name))
    with session_database.connection() as connection:
        if text.lower().lstrip().startswith("copy"):
            assert connection.pgconn.exec_(text.encode()).status == ExecStatus.COPY_IN
            connection.pgconn.put_copy_end(b"only looked at")
            while connection.pgconn.get_result():
                pass
            connection.rollback()
        elif text.lower().lstrip().startswith("analyze"):  # cannot be explained
            connection.execute(text.encode())
        else:
            explain(connection, text)


def test_templates_are_few_and_known() -> None:
    """A query with a placeholder for a name cannot be checked above; its own tests run it."""
    assert [n for n in names() if "{" in re.sub(r"'[^']*'", "", body(n))] == ["database_create"]


@pytest.mark.parametrize("name", [n for n in names() if TABLE.search(body(n))])
def test_it_keeps_to_its_packs(name: str) -> None:
    """Every large table is met by pack_id, and which packs is a parameter: one matter never reads another's rows."""
    text = body(name)
    for verb, table, alias in TABLE.findall(text):
        if verb.lower() in ("into", "copy"):
            assert re.search(rf"{table}\b[^(]*\(\s*pack_id", text), f"{table} is filled without pack_id first"
            continue
        row = alias if alias and alias.lower() not in NOT_NAMES else ""
        asked = rf"\b{row}\.pack_id\s*=" if row else r"(?<![.\w])pack_id\s*="
        assert re.search(asked, text), f"{table} is not met by pack_id"
    if not text.lower().lstrip().startswith("copy") and name not in PACKS_FROM_ELSEWHERE:
        assert re.search(r"%\((pack_id|packs|pack_ids)\)s", text), "which packs must be a parameter"


def test_each_query_is_used() -> None:
    code = "\n".join(p.read_text(encoding="utf-8") for p in Path("engine/store").glob("*.py"))
    assert [n for n in names() if f'"{n}"' not in code] == []


def test_the_rule_for_packs_sees_what_it_should() -> None:
    """The patterns above find the tables and their aliases in the ways our queries are written."""
    text = "delete from passage where pack_id = 1; select from passage_index p join document as d on true; update term t set"
    assert TABLE.findall(text) == [
        ("from", "passage", "where"),
        ("from", "passage_index", "p"),
        ("join", "document", "d"),
        ("update", "term", "t"),
    ]


def test_large_tables_have_pack_id_first_in_their_keys(session_database: Database) -> None:
    with session_database.connection() as connection:
        found = connection.execute(
            """select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid
            join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
            where i.indisprimary and c.relname = any(%s)""",
            [list(LARGE)],
        ).fetchall()
    assert {table for table, _ in found} >= {"document", "passage", "passage_index", "term"}
    assert {column for _, column in found} == {"pack_id"}
