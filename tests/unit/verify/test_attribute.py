"""A claim without a pointer is laid to the sentence that carries it, or to none."""

from __future__ import annotations

import pytest

from engine.verify.support import attribute

SENTENCES = [
    "Den alminnelige foreldelsesfrist er 3 år.",
    "Foreldelsesfristen for pengelån er 10 år.",
    "Fristen regnes fra den dag da fordringshaveren tidligst har rett til å kreve oppfyllelse.",
    "Arbeidstaker kan ikke av denne grunn sies opp de første 12 månedene etter at arbeidsuførheten inntrådte.",
    "Selgeren skal dekke kostnader opp til 10 000 kroner.",
    "Leier av bolig kan framleie med godkjenning fra utleieren i inntil to år ved midlertidig fravær.",
]
CARRIED = {
    "Den alminnelige foreldelsesfrist for pengekrav er tre år": 0,
    "For pengelån er foreldelsesfristen ti år.": 1,
    "10 000 kroner.": 4,
    "Arbeidstakeren kan ikke sies opp de første tolv månedene.": 3,
    "Leieren kan framleie boligen i to år med utleierens godkjenning ved midlertidig fravær.": 5,
}
NOT_CARRIED = {
    "another figure": "Den alminnelige foreldelsesfrist er 5 år.",
    "another unit": "Den alminnelige foreldelsesfrist er 3 uker.",
    "a word alone": "Fristen.",
    "nothing": "",
    "one word in common": "Kjøperen kan heve kjøpet ved vesentlig mislighold og kreve erstatning i rett tid.",
    "turned round": "Arbeidstaker kan av denne grunn sies opp de første 12 månedene etter arbeidsuførheten.",
    "a figure that several hold": "to år, 3 år.",
}


@pytest.mark.parametrize(("claim", "number"), list(CARRIED.items()))
def test_the_sentence_that_carries_it(claim: str, number: int) -> None:
    assert attribute(claim, SENTENCES) == number


@pytest.mark.parametrize("claim", list(NOT_CARRIED.values()), ids=list(NOT_CARRIED))
def test_none_carries_it(claim: str) -> None:
    assert attribute(claim, SENTENCES) is None


def test_the_plainer_of_two_sentences() -> None:
    longer = "Den alminnelige foreldelsesfrist er 3 år, men for krav etter denne lov og for krav i utlandet gjelder egne regler."
    assert attribute("Alminnelig foreldelsesfrist er 3 år.", [longer, SENTENCES[0]]) == 1


def test_no_sentences() -> None:
    assert attribute("Den alminnelige foreldelsesfrist er 3 år.", []) is None


@pytest.mark.parametrize(
    ("claim", "sentences", "number"),
    [
        ("The notice period is three months.", ["The term is one year.", "The period of notice shall be 3 months."], 1),
        ("Die Kündigungsfrist beträgt vier Wochen.", ["Die Frist beträgt zwei Wochen.", "Das Arbeitsverhältnis kann mit einer Kündigungsfrist von vier Wochen gekündigt werden."], 1),
        ("Uppsägningstiden är en månad.", ["Uppsägningstiden är minst en månad.", "Avtalet gäller."], 0),
        ("Le délai de prescription est de cinq ans.", ["Le délai de prescription est de 5 ans à compter du jour de l'acte.", "Le bail est conclu."], 0),
    ],
)  # fmt: skip
def test_other_languages(claim: str, sentences: list[str], number: int) -> None:
    assert attribute(claim, sentences) == number
