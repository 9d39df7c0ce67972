"""How surely a quote is told from a falsehood: true quotes with real damage, false ones of every kind, time of a check.

Law in eight languages and documents that our own converters read. Goal: no false accept, at most 0.5 % false rejects
over the generated true quotes, under 1 ms of processor time a check on a passage of 2,000 characters. ``--confusions``
lists instead the real words that a scanner's confusions would turn into each other.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.text.normalise import fold_text
from engine.verify.confusion import confusable
from engine.verify.match import find_quote
from tests.bench.quotes_cases import WORD, Case, plain, texts
from tests.bench.quotes_damage import true_cases
from tests.bench.quotes_false import false_cases
from tests.bench.quotes_texts import converted_cases, passages_by_language, tested_on
from tests.bench.report import arguments, publish
from tests.helpers.corpora import CorpusMissing

TEXTS = 60  # passages a language, each with about 15 true and 15 false quotes
SEED = 20
SAMPLE = 8  # passages a language in tests/data


@dataclass
class Tally:
    """Results of one kind: how many were checked, which went wrong, microseconds of each check."""

    true: bool
    wrong: list[Case] = field(default_factory=list)
    micros: list[float] = field(default_factory=list)


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--texts", type=int, default=TEXTS, help="passages a language")
    parser.add_argument("--show", type=int, default=0, help="print so many of the wrong ones of each kind")
    parser.add_argument("--confusions", action="store_true")
    parser.add_argument(
        "--sample", type=Path, metavar="FILE", help="write a few passages of each language for the tests"
    )
    options = parser.parse_args()
    try:
        languages = list(passages_by_language())
    except CorpusMissing as missing:
        raise SystemExit(str(missing)) from missing
    if options.sample:
        write_sample(options.sample, languages)
        return
    if options.confusions:
        list_confusions(dict(languages))
        return
    rng = Random(SEED)
    made = [
        text for language, passages in languages for text in texts(language, tested_on(passages), rng, options.texts)
    ]
    tallies = check([case for text in made for case in (*true_cases(text, rng), *false_cases(text, rng))])
    real = check(converted_cases())
    show([*tallies.values(), *real.values()], options.show)
    rows = [_row("generated", kind, tally) for kind, tally in sorted(tallies.items(), key=lambda kv: not kv[1].true)]
    rows += [_row("converted", kind, tally) for kind, tally in real.items()]
    trues, falses = _sum(t for t in tallies.values() if t.true), _sum(t for t in tallies.values() if not t.true)
    rows += [_row("generated", "ALL TRUE", trues), _row("generated", "ALL FALSE", falses)]
    publish(
        "quotes",
        ["data", "kind", "quotes", "wrong", "wrong %", "median µs", "p99 µs"],
        rows,
        keep=options.keep,
        note=f"{', '.join(language for language, _ in languages)}; wrong is a false reject above, a false accept among the false.",
        details={"false_accepts": len(falses.wrong), "false_rejects": len(trues.wrong) / len(trues.micros)},
    )


def write_sample(path: Path, languages: list[tuple[str, list[str]]]) -> None:
    """Passages that the tests draw their small run from, one JSON object a line."""
    rng = Random(SEED)
    lines = [
        json.dumps({"language": language, "passage": passage}, ensure_ascii=False)
        for language, passages in languages
        for passage in rng.sample([p for p in tested_on(passages) if len(p) > 800], SAMPLE)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def check(cases: Iterable[Case]) -> dict[str, Tally]:
    """Looks each quote up in its source; a true one must be found, and where it stands."""
    tallies: dict[str, Tally] = defaultdict(lambda: Tally(True))
    for case in cases:
        tally = tallies[case.kind]
        tally.true = case.gold is not None
        begun = time.thread_time()
        found = find_quote(case.source, case.quote)
        tally.micros.append((time.thread_time() - begun) * 1e6)
        right = (found.status == "found") == (case.gold is not None)
        if found.status == "found" and case.gold is not None and case.gold != case.quote:
            right = right and plain(case.source[found.start : found.end]) == plain(case.gold)
        if not right:
            tally.wrong.append(case)
    return tallies


def show(tallies: list[Tally], most: int) -> None:
    for tally in tallies:
        for case in tally.wrong[:most]:
            print(f"[{case.kind} {case.language}] {case.quote}\n    {case.gold or _around(case)}\n")


def _around(case: Case) -> str:
    found = find_quote(case.source, case.quote)
    return case.source[found.start : found.end]


def _sum(tallies: Iterable[Tally]) -> Tally:
    whole = Tally(True)
    for tally in tallies:
        whole.wrong += tally.wrong
        whole.micros += tally.micros
    return whole


def _row(data: str, kind: str, tally: Tally) -> list[object]:
    count = len(tally.micros)
    slow = statistics.quantiles(tally.micros, n=100)[98] if count > 1 else tally.micros[0]
    return [data, kind, count, len(tally.wrong), 100 * len(tally.wrong) / count, statistics.median(tally.micros), slow]


def list_confusions(languages: dict[str, list[str]]) -> None:
    """Every two words of one language that ``loose.confusable`` takes for each other."""
    for language, passages in languages.items():
        counts = Counter(word for passage in passages for word in WORD.findall(fold_text(passage)))
        words = {word for word, count in counts.items() if count > 1 and len(word) > 4}
        for word in sorted(words):
            for one, other in (("rn", "m"), ("vv", "w"), ("cl", "d"), ("ii", "ü")):
                swapped = word.replace(one, other, 1)
                if swapped != word and swapped in words and confusable(word, swapped, lambda: None):
                    print(language, word, swapped)


if __name__ == "__main__":
    main()
