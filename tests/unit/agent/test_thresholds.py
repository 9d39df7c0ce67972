"""Lower bounds of a sentence against the figure asked about."""

import pytest

from engine.agent.thresholds import asked_figures, misses


@pytest.mark.parametrize(
    ("question", "sentence", "missed"),
    [
        ("ansatt i seks år", "ansatt i minst fem år", False),
        ("ansatt i seks år", "Har arbeidstakeren vært ansatt i minst 10 år sammenhengende", True),
        ("ansatt i 10 år", "ansatt i minst ti år", False),
        ("ansatt i ett år", "hvis ansettelsestiden er mer enn ett år", True),
        ("employed for six years", "after at least ten years of service", True),
        ("seit sechs Jahren", "wenn es mindestens zehn Jahre bestanden hat", True),
        ("seit zwölf Jahren", "wenn es mindestens zehn Jahre bestanden hat", False),
        ("ansatt i seks år", "innen minst 14 dager", False),
        ("Hvor lang er fristen?", "minst 10 år", False),
    ],
)
def test_bounds(question: str, sentence: str, missed: bool) -> None:
    assert misses(asked_figures(question), sentence) is missed
