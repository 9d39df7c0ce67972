"""How well questions are answered: settled right, the right section quoted, nothing unverified, tokens and seconds.

The questions are asked of the Norwegian acts in force, once each; every answerable one a second time with its own acts
taken away ("without"), which makes it one that the documents do not answer.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.agent.ask import ask
from engine.agent.ports import Library, Profile
from engine.library import MatterLibrary
from engine.model.catalog import Catalog
from engine.model.protocol import ChatModel
from engine.model.runtime import ModelProcess
from engine.report.answer_json import answer_to_object
from engine.text.normalise import fold_text
from engine.types import Answer, Quote, SearchRequest, SearchResult
from engine.verify.check import quotes_of
from engine.workspace import Workspace
from tests.bench.ranking_sets import Section, number
from tests.bench.report import arguments, publish
from tests.helpers.corpora import shared

QUESTIONS = "questions/norwegian-dev.jsonl"
ACTS = "corpora/lovdata/gjeldende-lover.tar.bz2"
UNANSWERABLE = "not_in_corpus"
COLUMNS = (
    "model", "kind", "questions", "gold in 5", "gold first", "settled", "settled on gold", "and tokens", "not settled right",
    "unsupported", "unverified", "rounds", "tokens in", "tokens out", "s evidence", "s total",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One question with its gold, or without its acts."""

    id: str
    kind: str
    question: str
    history: tuple[tuple[str, str], ...]
    gold: frozenset[Section]
    tokens: tuple[tuple[str, ...], ...]  # each a token with its other spellings
    without: frozenset[str] = frozenset()  # acts taken away

    @property
    def answerable(self) -> bool:
        return bool(self.gold) and not self.without


@dataclass(frozen=True)
class Outcome:
    asked: Asked
    answer: Answer
    verified: bool


class Without:
    """A library without some acts."""

    def __init__(self, library: Library, acts: frozenset[str]) -> None:
        self._library = library
        self._acts = acts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def search(self, request: SearchRequest) -> SearchResult:
        found = self._library.search(replace(request, limit=3 * request.limit))
        kept = [hit for hit in found.hits if hit.source_id not in self._acts]
        return replace(found, hits=tuple(kept[: request.limit]))


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--home", type=Path, help="a home with the acts already imported")
    parser.add_argument(
        "--model", action="append", default=[], help='"none" (default) or a model\'s name; may be repeated'
    )
    parser.add_argument("--role", choices=["agent", "chooser"], help="another role than the catalog's")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only every so manieth question, N in all")
    parser.add_argument("--only", default="", help="ids of questions, with commas")
    parser.add_argument("--no-without", action="store_true", help="leave out the questions whose acts are taken away")
    options = parser.parse_args()
    asked = questions(options.sample, options.only, without=not options.no_without)
    rows: list[Sequence[object]] = []
    details: dict[str, object] = {}
    with TemporaryDirectory() as folder, Workspace(options.home or Path(folder) / "home") as workspace:
        matter = workspace.matter("Default")
        if not workspace.packs(matter):
            workspace.import_paths(matter, [shared(ACTS)], kind="law")
        library = MatterLibrary(workspace._database, matter)
        for name in options.model or ["none"]:
            model, profile = load(workspace.home, name, options.role)
            outcomes = [run(workspace, library, one, model, profile) for one in asked]
            if model is not None:
                model.close()
            rows += table(name, outcomes)
            details[name] = [detail(outcome) for outcome in outcomes]
    publish("answers", COLUMNS, rows, keep=options.keep, note=NOTE, details=details)


NOTE = (
    "Shares but for the counts, rounds, tokens and seconds (means). gold in 5: a gold section among the first five evidence "
    "sentences. settled on gold: of the answerable, settled with a quote from a gold section; and tokens: with the answer's "
    "words too. not settled right: of those that the acts do not answer. Kind without: the answerable ones with their own "
    "acts taken away, of which some are answered by another act."
)


def questions(sample: int, only: str, *, without: bool) -> list[Asked]:
    found = [_question(json.loads(line)) for line in shared(QUESTIONS).read_text(encoding="utf-8").splitlines()]
    if only:
        found = [one for one in found if one.id in only.split(",")]
    if sample and sample < len(found):
        found = [found[int(place * len(found) / sample)] for place in range(sample)]
    taken = [
        replace(one, kind="without", without=frozenset(act for act, _ in one.gold)) for one in found if one.answerable
    ]
    return [*found, *(taken if without else [])]


def _question(row: dict[str, Any]) -> Asked:
    turns = [turn["content"] for turn in row.get("history") or []]
    other = row.get("answer_tokens_alt") or {}
    return Asked(
        row["id"], row["kind"], row["question"], tuple(zip(turns[::2], turns[1::2], strict=True)),
        frozenset((gold["act"], number(gold["section"])) for gold in row["gold"]),
        tuple((token, *other.get(token, ())) for token in row.get("answer_tokens") or ()),
    )  # fmt: skip


def load(home: Path, name: str, role: str | None) -> tuple[ChatModel | None, Profile | None]:
    if name == "none":
        return None, None
    catalog = Catalog(home)
    entry = catalog.entry(name)
    model = ModelProcess(catalog.installed(name), entry.name, family=entry.family)
    model.load()
    return model, Profile(role or entry.role, entry.quotes)  # type: ignore[arg-type]


def run(
    workspace: Workspace, library: Library, one: Asked, model: ChatModel | None, profile: Profile | None
) -> Outcome:
    place: Library = Without(library, one.without) if one.without else library
    answer = ask(place, one.question, model=model, profile=profile, history=one.history)
    again = workspace.verify(answer)
    verified = all(quote.status == "verified" for quote in quotes_of(again))
    print(
        f"{one.id} {one.kind}: {'settled' if answer.settled else 'not settled'}, {answer.seconds_total:.1f} s",
        flush=True,
    )
    return Outcome(one, answer, verified)


def table(name: str, outcomes: Sequence[Outcome]) -> list[Sequence[object]]:
    kinds = list(dict.fromkeys(outcome.asked.kind for outcome in outcomes))
    answerable = [o for o in outcomes if o.asked.answerable]
    groups = [("answerable", answerable), *((kind, [o for o in outcomes if o.asked.kind == kind]) for kind in kinds)]
    return [_row(name, kind, group) for kind, group in groups if group]


def _row(name: str, kind: str, group: Sequence[Outcome]) -> Sequence[object]:
    can = group[0].asked.answerable
    claims = [claim for o in group for claim in o.answer.claims]
    right = [
        o for o in group if o.answer.settled and any(_is_gold(q, o.asked) for c in o.answer.claims for q in c.quotes)
    ]
    return (
        name, kind, len(group),
        _share(group, lambda o: any(_is_gold(q, o.asked) for q in o.answer.evidence[:5])) if can else "",
        _share(group, lambda o: any(_is_gold(q, o.asked) for q in o.answer.evidence[:1])) if can else "",
        _share(group, lambda o: o.answer.settled),
        len(right) / len(group) if can else "",
        sum(_has_tokens(o) for o in right) / len(group) if can else "",
        "" if can else _share(group, lambda o: not o.answer.settled),
        sum(bool(claim.unsupported) for claim in claims), sum(not o.verified for o in group),
        _mean(group, lambda o: o.answer.rounds), round(_mean(group, lambda o: o.answer.input_tokens)),
        round(_mean(group, lambda o: o.answer.output_tokens)),
        _mean(group, lambda o: o.answer.seconds_first_evidence), _mean(group, lambda o: o.answer.seconds_total),
    )  # fmt: skip


def _share(group: Sequence[Outcome], holds: Any) -> float:
    return sum(bool(holds(outcome)) for outcome in group) / len(group)


def _mean(group: Sequence[Outcome], value: Any) -> float:
    return float(sum(value(outcome) for outcome in group) / len(group))


def _is_gold(quote: Quote, asked: Asked) -> bool:
    return (quote.source_id, number(quote.label)) in asked.gold


def _has_tokens(outcome: Outcome) -> bool:
    """Whether the words that a right answer must hold stand in a claim or its quotes, in one of their spellings."""
    said = " ".join(
        [*(c.text for c in outcome.answer.claims), *(q.text for c in outcome.answer.claims for q in c.quotes)]
    )
    folded = " ".join(fold_text(said).split())
    return all(any(fold_text(spelling) in folded for spelling in token) for token in outcome.asked.tokens)


def detail(outcome: Outcome) -> dict[str, object]:
    """The answer object with what it was asked, for reading afterwards."""
    return {
        "id": outcome.asked.id,
        "kind": outcome.asked.kind,
        "gold": sorted(outcome.asked.gold),
        "verified": outcome.verified,
        **answer_to_object(outcome.answer),
    }


if __name__ == "__main__":
    main()
