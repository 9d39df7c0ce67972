"""How well the rankings order the law: the published recipe, ts_rank, Tantivy's BM25 and ours, in one run.

Sets: the Norwegian questions over the acts in force; headings of sections as queries over the same acts. Every contender
has the same stems and small words.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.ids import passage_id
from engine.search.query import parse
from engine.store import searching
from engine.types import Matter, SearchRequest
from engine.workspace import Workspace
from tests.bench.bm25 import Bm25, repeated
from tests.bench.ranking_sets import Question, Section, ndcg, number, questions, recall
from tests.bench.report import arguments, publish
from tests.helpers.corpora import shared

DEPTH = 40  # hits looked at for recall@40
HEADINGS = 300  # of sections in force, drawn by hash, as queries
LEAST_HEADING = 25  # letters of a heading that says enough to be looked for
Ranker = Callable[[str], list[Section]]


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--home", type=Path, help="a home with the acts already imported")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Workspace(options.home or Path(folder) / "home") as workspace:
        matter = workspace.matter("Default")
        if not workspace.packs(matter):
            archive = shared("corpora/lovdata/gjeldende-lover.tar.bz2")
            workspace.import_paths(matter, [archive], kind="law")
        sets = {
            "Norwegian questions": questions(shared("questions/norwegian-dev.jsonl")),
            "Headings as queries": headings(workspace, matter),
        }
        rows = measure(rankers(workspace, matter, Path(folder)), sets)
    publish(
        "ranking",
        ["set", "kind", "questions", "ranking", "nDCG@10", "recall@10", "recall@40"],
        rows,
        keep=options.keep,
        note="Acts in force of Norway, one passage a section; synonyms of the pack are on, vectors are not used.",
    )


def measure(contenders: dict[str, Ranker], sets: dict[str, list[Question]]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, asked in sets.items():
        kinds = ["all", *dict.fromkeys(q.kind for q in asked)] if len({q.kind for q in asked}) > 1 else ["all"]
        for ranking, ranker in contenders.items():
            ranked = [(q, ranker(q.query)) for q in asked]
            for kind in kinds:
                chosen = [(q, found) for q, found in ranked if kind in ("all", q.kind)]
                rows.append([
                    name, kind, len(chosen), ranking,
                    *(_mean([f(found, q.gold) for q, found in chosen]) for f in (ndcg, _recall_10, _recall_40)),
                ])  # fmt: skip
    return sorted(rows, key=lambda row: (str(row[0]), row[1] != "all", str(row[1])))


def _recall_10(found: Sequence[Section], gold: frozenset[Section]) -> float:
    return recall(found, gold, 10)


def _recall_40(found: Sequence[Section], gold: frozenset[Section]) -> float:
    return recall(found, gold, 40)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def rankers(workspace: Workspace, matter: Matter, folder: Path) -> dict[str, Ranker]:
    def by_recipe(recipe: str) -> Ranker:
        def ranked(query: str) -> list[Section]:
            request = SearchRequest((query,), limit=DEPTH, recipe=recipe)  # type: ignore[arg-type]
            return [(hit.source_id, number(hit.label)) for hit in workspace.search(matter, request).hits]

        return ranked

    return {
        "plain recipe": by_recipe("plain"),
        "ts_rank": by_recipe("ts_rank"),
        "Tantivy BM25": bm25(workspace, matter, folder),
        "ours": by_recipe("ours"),
    }


def bm25(workspace: Workspace, matter: Matter, folder: Path) -> Ranker:
    """Tantivy over the stored lexemes; the query is parsed as ours is."""
    packs = [pack.id for pack in workspace.packs(matter)]
    index = Bm25(folder / "tantivy")
    with workspace._database.connection() as connection:
        spoken = searching.languages(connection, packs)
        rows = connection.execute(
            "select pack_id, document_key, ordinal, lexemes::text from passage_index where pack_id = any(%s)", (packs,)
        )
        index.add((passage_id(*row[:3]), repeated(row[3])) for row in rows)
    sections = {
        passage.id: (passage.source_id, number(passage.label))
        for document in workspace.documents(matter)
        for passage in workspace.passages(document.id)
    }

    def ranked(query: str) -> list[Section]:
        asked = parse(query, spoken)
        return [sections[p] for p in index.search([*asked.lexemes, *(c.atom for c in asked.citations)], DEPTH)]

    return ranked


def headings(workspace: Workspace, matter: Matter) -> list[Question]:
    """Headings of sections in force as queries; the gold is every section under that very heading."""
    gold: dict[str, set[Section]] = {}
    for document in workspace.documents(matter):
        for passage in workspace.passages(document.id):
            heading = re.sub(r"^\W*[\d\s]*[a-z]?\W+", "", passage.heading or "")
            if passage.kind == "section" and passage.status != "repealed" and len(heading) >= LEAST_HEADING:
                gold.setdefault(heading, set()).add((passage.source_id, number(passage.label)))
    drawn = sorted(gold, key=lambda text: hashlib.sha256(text.encode()).digest())[:HEADINGS]
    return [Question(text, "heading", frozenset(gold[text])) for text in drawn]


if __name__ == "__main__":
    main()
