"""Settled or not: countries, figures asked for, cited sections, and how much of the question the quotes hold."""

from __future__ import annotations

import pytest

from engine.agent.ask import ask
from engine.agent.asked import lacks_what_is_asked
from engine.agent.countries import countries, named
from engine.text.language import LANGUAGES
from engine.types import Pack
from tests.helpers.shelf import Shelf, working_life

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hvor lang oppsigelsestid har en ansatt etter svensk lov?", "SE"),
        ("Hva sier loven i Sverige om dette?", "SE"),
        ("Vad gäller enligt dansk rätt?", "DK"),
        ("What does Swedish law say?", "SE"),
        ("Gilt das auch nach österreichischem Recht?", "AT"),
        ("Was gilt in der Schweiz?", "CH"),
        ("Mitä Ruotsin laki sanoo?", "SE"),
        ("Que dit le droit allemand ?", "DE"),
        ("¿Qué dice el derecho francés?", "FR"),
        ("Cosa prevede il diritto tedesco?", "DE"),
        ("O que diz a lei alemã?", "DE"),
        ("Wat zegt het Duitse recht?", "DE"),
        ("Hva gjelder i USA?", "US"),
        ("Hva er fristen etter engelsk rett?", "GB"),
    ],
)
def test_countries_are_known_in_every_language(text: str, code: str) -> None:
    assert code in {country.code for country in named(text)}


@pytest.mark.parametrize(
    "text",
    [
        QUESTION,
        "Må finsnittet måles?",
        "Kan huset selges som det er?",
        "Is the indian summer clause a polish of words?".replace("indian", "late").replace("polish", "matter"),
        "Wie lange dauert die Probezeit?",
        "Combien de temps dure la période d'essai ?",
        "Kinderrechte und Chinesen".replace("und Chinesen", "im Haus"),
        "Hvem eier fransene på teppet?".replace("fransene", "kantene"),
    ],
)
def test_words_that_only_look_like_countries_are_none(text: str) -> None:
    assert named(text) == []


def test_every_country_of_the_eleven_languages_is_there() -> None:
    spoken = {language for country in countries() for language in country.languages}
    assert spoken == set(LANGUAGES)


def test_a_question_about_another_countrys_law_is_not_settled() -> None:
    answer = ask(working_life(), "Hvor lang oppsigelsesfrist har en ansatt arbeidstaker etter svensk lov?")
    assert not answer.settled
    assert answer.claims == ()
    assert answer.evidence, "what comes nearest is shown all the same"
    assert any("country" in note for note in answer.notes)


def test_the_sources_own_country_may_be_named() -> None:
    answer = ask(working_life(), "Hvor lang er oppsigelsesfristen for en arbeidstaker ansatt i fem år etter norsk lov?")
    assert answer.settled


def test_a_document_that_speaks_of_the_country_counts() -> None:
    shelf = Shelf(
        {
            "Avtale": [
                (
                    "12",
                    "Lovvalg",
                    "Tvister om avtalen avgjøres etter svensk rett, og oppsigelsesfristen er tre måneder.",
                )
            ]
        }
    )
    assert ask(shelf, "Hvor lang er oppsigelsesfristen i avtalen etter svensk rett?").settled


def test_a_pack_that_names_the_country_counts() -> None:
    pack = Pack(1, None, "Sverige", "law", "swedish", "", True, 0, 0, 0)
    shelf = Shelf(
        {"Act": [("1", "Notice", "The notice period for an employee is three months.")]}, language="en", pack=pack
    )
    assert ask(shelf, "What is the notice period for an employee under Swedish law?").settled


@pytest.mark.parametrize(
    ("question", "quote", "lacks"),
    [
        ("Hvor mange prosent dokumentavgift betaler jeg?", "Avgiften betales til staten innen 30 dager.", True),
        ("Hvor mange prosent dokumentavgift betaler jeg?", "Avgiften er 2,5 prosent av salgsverdien.", False),
        ("Hvor stor andel i prosent får ektefellen?", "Ektefellen får halvparten av arven.", False),
        ("Hvor mye får man i oppreisning i kroner?", "Retten kan tilkjenne en passende sum i oppreisning.", True),
        ("Hvor mange kroner er gebyret?", "Gebyret er 500 kroner.", False),
        ("Hvor mange dager varer permisjonen?", "Permisjonen varer så lenge det er nødvendig.", True),
        ("Hvor mange dager varer permisjonen?", "Permisjonen varer i tre dager.", False),
        ("Hvor lenge varer vernet?", "Vernet varer i inntil 20 år.", False),
        ("Hvor lang tid har jeg på å reklamere?", "Kjøperen må reklamere innen rimelig tid.", False),
        ("Hvor lenge varer vernet?", "Vernet gjelder for alle arbeidstakere.", True),
        ("Wie viel Prozent kann der Mieter kürzen?", "Der Mieter kann um 15 vom Hundert kürzen.", False),
        ("Wie lange ist die Kündigungsfrist?", "Die Kündigung bedarf der Schriftform.", True),
        ("How many weeks of leave are there?", "An employee is entitled to 49 weeks.", False),
        ("Hvem kan klage over vedtaket?", "En part kan klage over vedtaket.", False),
        ("Når er en avtale ugyldig?", "Avtalen er ugyldig når det ville stride mot redelighet.", False),
    ],
)
def test_a_quote_must_hold_the_kind_of_figure_that_is_asked_for(question: str, quote: str, lacks: bool) -> None:
    assert lacks_what_is_asked(question, quote, None) is lacks


def test_without_a_model_the_best_sentence_is_the_answer() -> None:
    answer = ask(working_life(), QUESTION)
    assert answer.settled
    assert answer.model == "none"
    assert answer.rounds == 0
    assert answer.claims[0].quotes[0].label == "§ 15-3"
    assert any("minst to måneder" in claim.text for claim in answer.claims)
    assert all(claim.text == " ".join(claim.quotes[0].text.split()) for claim in answer.claims)
    assert any("No model was used" in note for note in answer.notes)
    assert set(answer.read) == {quote.passage for quote in answer.evidence}
    assert answer.seconds_first_evidence <= answer.seconds_total < 2


def test_a_subject_that_no_source_holds_is_not_settled() -> None:
    answer = ask(
        working_life(),
        "Hvor mye erstatning gis for oppsigelse under trygdeoppgjør i Trygderetten for yrkesskadde fiskere?",
    )
    assert not answer.settled
    assert answer.notes[-1]


def test_a_cited_section_settles_only_by_itself() -> None:
    shelf = working_life()
    assert ask(shelf, "Hva sier aml. § 15-7 om usaklig oppsigelse av arbeidstaker?").settled
    missing = ask(shelf, "Hva sier aml. § 14-9 om usaklig oppsigelse av arbeidstaker?")
    assert not missing.settled
    assert any("the section that the question names" in note for note in missing.notes)


def test_nothing_found_at_all() -> None:
    answer = ask(working_life(), "Qwrtz plmk?")
    assert not answer.settled
    assert answer.evidence == ()
    assert answer.searched[0].hits == 0
