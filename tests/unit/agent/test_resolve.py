"""What the model wrote becomes claims with quotes from the store, or nothing."""

from __future__ import annotations

import pytest

from engine.agent.actions import Action, Said
from engine.agent.resolve import resolve, worded
from engine.agent.shown import Shown, Source
from engine.agent.tools import Desk
from engine.types import Claim
from tests.helpers.shelf import working_life

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"


@pytest.fixture
def desk() -> Desk:
    """Everything on the shelf has been shown to the model."""
    shelf = working_life()
    made = Desk(shelf, QUESTION, (), Shown(), lambda kind, value: None)
    for passage in shelf.passages():
        source = Source.of(passage)
        made.shown.fresh(source, source.sentences())
    return made


def claims(desk: Desk, text: str, words: str = "", ids: tuple[str, ...] = ()) -> list[Claim]:
    return resolve(Action("answer", claims=(Said(text, words, ids),)), desk)


def test_written_words_become_the_whole_sentence_of_the_source(desk: Desk) -> None:
    (claim,) = claims(
        desk, "Fristen er minst to måneder.", "minst fem år sammenhengende i samme virksomhet når oppsigelsen gis"
    )
    assert claim.quotes[0].label == "§ 15-3"
    assert claim.quotes[0].text.startswith("(2) For arbeidstaker")
    assert claim.text == "Fristen er minst to måneder."


def test_short_words_do_not_decide_against_the_claim(desk: Desk) -> None:
    """ "gjensidig oppsigelsesfrist" stands in several acts; the claim says which is meant."""
    (claim,) = claims(
        desk, "Arbeidstaker om bord har en gjensidig oppsigelsesfrist på én måned.", "gjensidig oppsigelsesfrist"
    )
    assert claim.quotes[0].title == "Skipsarbeidsloven"


def test_a_copied_heading_leads_to_its_own_sentences(desk: Desk) -> None:
    (claim,) = claims(desk, "Feriefritiden er 25 virkedager.", "§ 5 Feriefritidens lengde")
    assert claim.quotes[0].title == "Ferieloven"


def test_a_claim_without_words_is_given_to_the_sentence_that_carries_it(desk: Desk) -> None:
    (claim,) = claims(desk, "Arbeidstaker skal ha feriefritid på 25 virkedager hvert ferieår.")
    assert claim.quotes[0].label == "§ 5"


def test_a_claim_that_no_sentence_carries_is_dropped(desk: Desk) -> None:
    assert claims(desk, "Kongen kan gi forskrift om jakt på elg.") == []
    assert claims(desk, "Fristen er ni måneder.", "Fristen er ni måneder etter ni års ansettelse.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Ja.",
        "Nei, to.",
        "Fristen er fire måneder.",  # a figure that the quote lacks
        "For arbeidstaker ansatt i fem år gjelder ikke en oppsigelsesfrist på to måneder.",  # a "not" that it lacks
        "Ifølge Kari Nordmann er fristen to måneder.",  # a name that it lacks
        "The notice period is at least two months for an employee of five years in the same business.",  # another language
        "Elgen bor i skogen om vinteren.",  # about something else
        "oppsigelsesfristen på minst to måneder for arbeidstaker som",  # cut off
    ],
)
def test_a_claim_that_does_not_hold_is_worded_from_its_quote(desk: Desk, text: str) -> None:
    words = "For arbeidstaker som har vært ansatt i minst fem år sammenhengende i samme virksomhet"
    (claim,) = claims(desk, text, words)
    assert claim.text == claim.quotes[0].text
    assert claim.unsupported == ()


def test_a_sentence_is_quoted_once(desk: Desk) -> None:
    said = Said("Fristen er minst to måneder.", "For arbeidstaker som har vært ansatt i minst fem år sammenhengende")
    assert len(resolve(Action("answer", claims=(said, said)), desk)) == 1


def test_what_was_not_shown_cannot_be_quoted() -> None:
    shelf = working_life()
    desk = Desk(shelf, QUESTION, (), Shown(), lambda kind, value: None)
    assert claims(desk, "Feriefritid er 25 virkedager.", "feriefritid på 25 virkedager hvert ferieår") == []


def test_figures_in_other_words_hold(desk: Desk) -> None:
    source = Source.of(desk.library.read([desk.shown.read_passages()[0]])[0])
    quote = source.quote(*source.sentences()[1])
    assert (
        worded("Oppsigelsesfristen er minst 2 måneder.", [quote], QUESTION).text
        == "Oppsigelsesfristen er minst 2 måneder."
    )
