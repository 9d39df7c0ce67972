"""Makes ``resources/trigrams``: the runs of three letters that the words of a language's law hold.

A word with a run that no word has is no word but a scanner's error; ``engine.verify.letters`` tells one from the other.
Run as ``python -m tests.bench.quotes_letters``. Every second passage is left for the bench ``quotes`` to test with.
"""

from __future__ import annotations

from engine.text.normalise import fold_text
from engine.verify.letters import FOLDER, runs
from tests.bench.quotes_cases import WORD
from tests.bench.quotes_texts import passages_by_language, trained_on
from tests.helpers.tree import ROOT

LEAST_WORDS = 8_000  # distinct; with fewer, too many real words hold a run not seen
PER_LINE = 24
HEAD = "# Runs of three letters in the words of law in this language (^ and $: a word's ends), made by tests/bench/quotes_letters.py\n"


def main() -> None:
    folder = ROOT / "resources" / FOLDER
    folder.mkdir(exist_ok=True)
    for language, passages in passages_by_language():
        words = {w for passage in trained_on(passages) for w in WORD.findall(fold_text(passage))}
        if len(words) < LEAST_WORDS:
            print(f"{language}: {len(words)} words are too few")
            continue
        found = sorted({run for word in words for run in runs(word)})
        lines = [" ".join(found[i : i + PER_LINE]) for i in range(0, len(found), PER_LINE)]
        (folder / f"{language}.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
        print(f"{language}: {len(words)} words, {len(found)} runs")


if __name__ == "__main__":
    main()
