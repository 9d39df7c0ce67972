"""Figures, dates, sections and names of a claim must stand in its quotes, in any usual spelling, in eleven languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import Claim, Quote
from engine.verify.numbers import counting
from engine.verify.support import negation_differs, unsupported, with_unsupported

# claim, quote, what is missing
SAME = [
    ("Fristen er 6 måneder.", "Fristen er seks måneder."),
    ("Fristen er seks månader.", "Fristen er 6 månader."),
    ("Fristen er tre eller seks uker.", "Fristen er 3 uker, men 6 uker for ledere."),
    ("Det er en seksmånedersfrist.", "Fristen er seks måneder."),
    ("Én måned gjelder.", "Oppsigelsesfristen er minst én måned."),
    ("Renten er tjuefem prosent.", "Renten er 25 %."),
    ("Han krever kr 1 250 000.", "Kravet er på 1.250.000 kroner."),
    ("Kravet er 1,5 millioner kroner.", "Kravet lyder på NOK 1 500 000."),
    ("Avtalen er fra 12. mars 2024.", "Avtalen ble inngått 12.03.2024."),
    ("Avtalen er fra mars 2024.", "Avtalen ble inngått 2024-03-12."),
    ("Det skjedde i 2024.", "Avtalen ble inngått 12.03.2024."),
    ("Fristen er nittio dagar.", "Fristen är 90 dagar."),
    ("Tiden är tjugofem år.", "Tiden är 25 år."),
    ("Fristen er femogtyve dage.", "Fristen er 25 dage."),
    ("Renten er halvtreds procent.", "Renten er 50 procent."),
    ("The term is twenty-five years.", "The term shall be 25 years."),
    ("The notice is a three-month notice.", "The notice period is 3 months."),
    ("It was signed on March 12, 2024.", "Signed on 12 March 2024 by both parties."),
    ("The fee is two hundred and fifty euros.", "The fee is EUR 250."),
    ("Die Frist beträgt 25 Tage.", "Die Frist beträgt fünfundzwanzig Tage."),
    ("Die Strafe beträgt zwei Millionen Euro.", "Die Strafe beträgt 2.000.000 Euro."),
    ("Es gilt eine sechsmonatige Frist.", "Die Frist beträgt sechs Monate."),
    ("Am 3. Oktober 2023 wurde gekündigt.", "Die Kündigung ging am 03.10.2023 zu."),
    ("Määräaika on 6 kuukautta.", "Kanne on nostettava kuuden kuukauden kuluessa."),
    ("Se on tehtävä 12. maaliskuuta 2024.", "Sopimus tehtiin 12.3.2024."),
    ("De termijn is 25 dagen.", "De termijn is vijfentwintig dagen."),
    ("Le délai est de 90 jours.", "Le délai est de quatre-vingt-dix jours."),
    ("Le contrat date du 1er mars 2024.", "Fait le 01/03/2024."),
    ("El plazo es de 35 días.", "El plazo es de treinta y cinco días."),
    ("Il termine è di 21 giorni.", "Il termine è di ventuno giorni."),
    ("O prazo é de 25 dias.", "O prazo é de vinte e cinco dias."),
    ("The period is six months.", "Fristen er seks måneder."),
    ("Etter § 15-3 gjelder dette.", "Jf. §§ 15-1 og 15-3."),
    ("Se HR-2020-1-A.", "Høyesterett la i HR-2020-1-A til grunn at avtalen var ugyldig."),
    ("Ola Nordmann krever erstatning.", "Nordmanns krav mot selskapet er bestridt av Ola."),
]

MISSING = [
    ("Fristen er 6 måneder.", "Fristen er seks uker.", ("6",)),
    ("Fristen er 6 dager.", "Fristen er 6 virkedager.", ("6",)),
    ("Fristen er tre måneder.", "Fristen er seks måneder.", ("tre",)),
    ("Renten er 5 %.", "Renten er 15 %.", ("5",)),
    ("Kravet er kr 125 000.", "Kravet er på 1.250.000 kroner.", ("125 000",)),
    ("Kravet er 500 euro.", "Kravet er 500 kroner.", ("500",)),
    ("Avtalen er fra 12. mars 2024.", "Avtalen ble inngått 13.03.2024.", ("12. mars 2024",)),
    ("Avtalen er fra 12. mars 2024.", "Avtalen ble inngått i mars 2024.", ("12. mars 2024",)),
    ("Etter § 15-4 gjelder dette.", "Jf. §§ 15-1 og 15-3.", ("§ 15-4",)),
    ("Etter art. 7 gjelder dette.", "Jf. art. 6.", ("art. 7",)),
    ("Punkt 2.1.4 gjelder.", "Se punkt 2.1.5 i avtalen.", ("2.1.4",)),
    ("Det gjelder også for Kari Nordmann.", "Det gjelder også for Kari Hansen.", ("Nordmann",)),
    ("The claim was made by Acme Ltd.", "The claim was made by the buyer.", ("Acme", "Ltd")),
    ("Die Klage der Müller GmbH ist zulässig.", "Die Klage der Schulze GmbH ist zulässig.", ("Müller",)),
    ("Die Frist beträgt zwei Wochen.", "Die Frist beträgt vier Wochen.", ("zwei",)),
    ("Le délai est de deux mois.", "Le délai est de trois mois.", ("deux",)),
    ("Termini on 3 kuukautta.", "Se on tehtävä kahden kuukauden kuluessa.", ("3",)),
    ("En måned gjelder.", "Fristen er tre måneder.", ("En",)),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "quote"), SAME)
def test_the_same_in_another_spelling(claim: str, quote: str) -> None:
    assert unsupported(claim, [quote]) == ()


@pytest.mark.parametrize(("claim", "quote", "missing"), MISSING)
def test_what_no_quote_holds_is_named(claim: str, quote: str, missing: tuple[str, ...]) -> None:
    assert unsupported(claim, [quote]) == missing


def test_the_question_may_hold_it() -> None:
    assert unsupported("Etter 7 år er fristen over.", ["Fristen er over."], "Hva gjelder etter syv år?") == ()
    assert unsupported("Etter 7 år er fristen over.", ["Fristen er over."], "Hva gjelder?") == ("7",)


def test_everyday_words_are_no_names_and_no_numbers() -> None:
    for claim in (
        "Arbeidsgiver kan ikke si opp en arbeidstaker. Det følger av loven.",
        "The parties have to agree on a date. They did not.",
        "Der Mieter muss die Miete zahlen, wenn die Wohnung nutzbar ist und der Vermieter seine Pflicht erfüllt.",
        "Kjøperen må reklamere innen rimelig tid: Ellers taper han kravet.",
        "O comprador deve avisar o vendedor no prazo devido.",
        "Il conduttore non può cedere il contratto senza il consenso.",
    ):
        assert unsupported(claim, ["Noe annet."]) == ()


def verified(text: str) -> Quote:
    return Quote(
        "1-a", "LOV-2005-06-17-62", "Arbeidsmiljøloven", "§ 15-3", "1-a-0", 0, len(text), None, text, "verified"
    )


def test_label_and_title_hold_sections_and_names_but_no_amounts() -> None:
    quote = verified("Oppsigelsesfristen er minst én måned.")
    assert unsupported("Etter Arbeidsmiljøloven § 15-3 er den én måned.", [quote]) == ()
    assert unsupported("Den er 15 dager.", [quote]) == ("15",)


def test_a_quote_that_is_not_verified_supports_nothing() -> None:
    quote = replace(verified("Fristen er seks måneder."), status="not_found")
    claim = Claim("Fristen er seks måneder.", (quote,))
    assert with_unsupported(claim, "").unsupported == ("seks",)


@pytest.mark.parametrize(
    ("language", "words", "value"),
    [
        ("no", "tjuesju", 27), ("no", "to hundre og femti", 250), ("sv", "trettiotvå", 32), ("da", "syvogtres", 67),
        ("en", "one hundred and five", 105), ("de", "dreihundertzwölf", 312), ("nl", "tweehonderd", 200),
        ("fi", "kolmenkymmenen", 30), ("fr", "quatre vingt dix sept", 97), ("fr", "mille deux cents", 1200),
        ("es", "mil quinientos", 1500), ("it", "trentotto", 38), ("pt", "cento e vinte", 120),
    ],
)  # fmt: skip
def test_numbers_in_words(language: str, words: str, value: int) -> None:
    parts = words.split()
    assert counting(language).read(parts, 0) == (value, len(parts))


def test_two_numbers_are_not_one() -> None:
    assert counting("no").read(["fem", "og", "seks"], 0) == (5, 1)
    assert counting("de").read("ein Vertrag".lower().split(), 0) is None


TURNED = [
    ("Avtalen er gyldig.", "Avtalen er ugyldig."),
    ("The contract is void.", "The contract is not void."),
    ("Ja, arbeidsgiver kan si opp.", "Arbeidstaker kan ikke av den grunn sies opp de første 12 månedene."),
    ("Leieren kan si opp uten varsel.", "Leieren kan si opp med tre måneders varsel."),
    ("Der Vertrag gilt.", "Der Vertrag gilt nicht, wenn der Käufer zurücktritt."),
    ("Tillatelse kreves ikke.", "Tillatelse kreves for bygging."),
    ("Sopimus on pätevä.", "Sopimus ei ole pätevä."),
]
ALIKE = [
    ("Avtalen er ikke gyldig.", "Avtalen er ugyldig."),
    ("Arbeidstaker kan ikke sies opp.", "Oppsigelse av arbeidstaker er forbudt."),
    ("Selger svarer for mangelen.", "Selger svarer for mangelen, om ikke annet er avtalt."),
    ("Fristen er fem år.", "Fristen er fem år, med mindre partene har avtalt noe annet."),
    ("Leieren kan ikke framleie.", "Leieren kan ikke framleie uten samtykke fra utleieren."),
    (
        "Ingen må gjøre skade på naboens eiendom.",
        "Ingen må ha, gjera eller setja i verk noko som er til skade på naboeigedom.",
    ),
    ("Le bail ne peut être cédé.", "Le locataire ne peut pas céder le bail."),
    ("The buyer may cancel.", "Kjøperen kan ikke heve."),
]


@pytest.mark.parametrize(("claim", "quote"), TURNED)
def test_a_claim_that_turns_its_quote_round(claim: str, quote: str) -> None:
    assert negation_differs(claim, [quote])


@pytest.mark.parametrize(("claim", "quote"), ALIKE)
def test_a_claim_that_says_the_same(claim: str, quote: str) -> None:
    assert not negation_differs(claim, [quote])
