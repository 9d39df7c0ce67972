"""What counts as found in a source, in the eleven languages, and what never does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.verify.match import find_quote
from engine.verify.words import words_of

ACT = (
    "§ 15-3. Oppsigelsesfrister\n\n(1) Er ikke annet skriftlig avtalt eller fastsatt i tariff\u00adavtale, gjelder en "
    "oppsigelsesfrist på minst én måned for begge parter. Når annet ikke følger av avtale, kan «arbeids-\ngiver» si opp – "
    "dersom kjøps- og salgsavtalen på 15\u00a0000 kroner (jf. §\u00a015‑7) er ugyldig.\n\nAvtalen gjelder ikke. Fristen er "
    "ﬁre måneder etter 12.03.2024, men arbeidsg1ver kan ikke si opp. Renten er 1,5 % eller 250 000 kroner."
)

EXACT = [
    "gjelder en oppsigelsesfrist på minst én måned for begge parter.",
    "GJELDER EN OPPSIGELSESFRIST PÅ MINST ÉN MÅNED",
    "fastsatt i tariffavtale, gjelder en oppsigelsesfrist",
    "kan “arbeidsgiver” si opp - dersom kjøps- og salgsavtalen",
    "salgsavtalen på 15 000 kroner (jf. § 15-7) er ugyldig",
    "Fristen er fire måneder etter 12.03.2024",
    "Avtalen gjelder ikke.",
]


@pytest.mark.parametrize("quote", EXACT)
def test_printing_does_not_matter(quote: str) -> None:
    found = find_quote(ACT, quote)
    assert found.status == "found"
    assert not found.differs


def test_the_stretch_is_the_sources_own_with_its_closing_stop() -> None:
    found = find_quote(ACT, "fristen er fire måneder")
    assert ACT[found.start : found.end] == "Fristen er ﬁre måneder"
    found = find_quote(ACT, "Avtalen gjelder ikke.")
    assert ACT[found.start : found.end] == "Avtalen gjelder ikke."


DIFFERS = {
    "kan arbeidsgiver si opp dersom kjøpsog salgsavtalen på": "kan «arbeids-\ngiver» si opp – dersom kjøps-",
    "kan arbeidsgiver si opp, dersom kjøps- og salgsavtalen på 15 000 kroner": "kan «arbeids-\ngiver» si opp",
    "men arbeidsgiver kan ikke si opp": "men arbeidsg1ver kan ikke si opp",
    "(1) Er ikke annet skriftlig avtalt eller fastsatt i tariffavtale … en oppsigelsesfrist på minst én måned": "(1) Er",
    "En avtalen gjelder ikke.": "Avtalen gjelder ikke",
    "§ 15-4 Fristen er fire måneder etter 12.03.2024, men": "Fristen er ﬁre måneder",
}


@pytest.mark.parametrize(("quote", "begins"), list(DIFFERS.items()))
def test_spelt_otherwise_shows_the_sources_words(quote: str, begins: str) -> None:
    found = find_quote(ACT, quote)
    assert found.status == "found"
    assert found.differs
    assert ACT[found.start : found.end].lstrip("(").startswith(begins.lstrip("("))


NEVER = {
    "a word changed": "gjelder en oppsigelsesfrist på høyst én måned for begge parter",
    "the first word changed": "har en oppsigelsesfrist på minst én måned for begge parter",
    "the last word changed": "gjelder en oppsigelsesfrist på minst én måned for begge sider",
    "a number word changed": "gjelder en oppsigelsesfrist på minst to måned for begge parter",
    "a figure changed": "kjøps- og salgsavtalen på 16 000 kroner",
    "a figure cut": "Renten er 5 % eller 250 000 kroner",
    "a figure cut at its group": "kjøps- og salgsavtalen på 15",
    "an amount cut from the left": "000 kroner (jf. § 15-7) er ugyldig",
    "a section cut": "kroner (jf. § 15) er ugyldig",
    "a section changed": "kroner (jf. § 15-8) er ugyldig",
    "a date changed": "Fristen er fire måneder etter 13.03.2024",
    "a decimal lost": "Renten er 15 % eller 250 000 kroner",
    "a negation removed": "men arbeidsgiver kan si opp",
    "a negation removed with its sentence's end": "Avtalen gjelder",
    "a negation added": "gjelder ikke en oppsigelsesfrist på minst én måned for begge parter",
    "its own number changed": "(2) Er ikke annet skriftlig avtalt eller fastsatt i tariffavtale",
    "its section changed": "§ 15-4. Oppsigelsesfrister (1) Er ikke annet skriftlig avtalt eller fastsatt i tariffavtale",
    "a word added": "gjelder alltid en oppsigelsesfrist på minst én måned for begge parter",
    "a word left out": "gjelder en oppsigelsesfrist på én måned for begge parter",
    "words swapped": "en oppsigelsesfrist gjelder på minst én måned for begge parter",
    "halves swapped": "for begge parter gjelder en oppsigelsesfrist på minst én måned",
    "an ellipsis over a negation": "når annet … følger av avtale, kan arbeidsgiver si opp",
    "an ellipsis over a not between long halves": "Fristen er fire måneder etter 12.03.2024, men arbeidsgiver … kan si opp. Renten er",
    "an ellipsis across paragraphs": "dersom kjøps- og salgsavtalen på 15 000 … Fristen er fire måneder etter",
    "two ellipses": "Er ikke annet skriftlig avtalt … gjelder en oppsigelsesfrist på … for begge parter når annet",
    "far apart joined": "gjelder en oppsigelsesfrist på minst én måned for begge parter. Fristen er fire måneder",
    "under twelve characters": "si opp",
    "a word cut": "gjelder en oppsigelsesfrist på minst én mån",
    "nothing of it there": "Leietaker skal betale depositum innen fristen",
    "empty": "",
    "marks alone": "… – « » — … – « » — … – « » —",
}


@pytest.mark.parametrize("quote", list(NEVER.values()), ids=list(NEVER))
def test_never_found(quote: str) -> None:
    assert find_quote(ACT, quote).status in ("not_found", "too_short")


# language: (source, quote that drops its denial); the whole source must be found, the quote must not
DENIED = {
    "no": ("Leieren kan ikke kreve husleien nedsatt.", "Leieren kan kreve husleien nedsatt."),
    "nn": ("Leigaren kan ikkje krevje leiga sett ned.", "Leigaren kan krevje leiga sett ned."),
    "sv": ("Hyresgästen får inte överlåta lägenheten.", "Hyresgästen får överlåta lägenheten."),
    "da": ("Lejeren må ikke fremleje lejligheden.", "Lejeren må fremleje lejligheden."),
    "en": ("The tenant may not assign the lease.", "The tenant may assign the lease."),
    "de": ("Der Mieter darf die Wohnung nicht untervermieten.", "Der Mieter darf die Wohnung untervermieten."),
    "de2": ("Es besteht kein Anspruch auf Ersatz der Kosten.", "Es besteht ein Anspruch auf Ersatz der Kosten."),
    "fi": ("Vuokralainen ei saa luovuttaa huoneistoa.", "Vuokralainen saa luovuttaa huoneistoa."),
    "nl": ("De huurder mag de woning niet onderverhuren.", "De huurder mag de woning onderverhuren."),
    "fr": ("Le locataire ne peut pas céder le bail.", "Le locataire peut céder le bail."),
    "es": ("El arrendatario no podrá ceder el contrato.", "El arrendatario podrá ceder el contrato."),
    "it": ("Il conduttore non può cedere il contratto.", "Il conduttore può cedere il contratto."),
    "pt": ("O arrendatário não pode ceder o contrato.", "O arrendatário pode ceder o contrato."),
}


@pytest.mark.parametrize("language", list(DENIED))
def test_a_denial_is_never_lost(language: str) -> None:
    source, without = DENIED[language]
    assert find_quote(source, source).status == "found"
    assert find_quote(source, without).status == "not_found"


# a quote that ends just before the denial of its own clause
CUT = {
    "no": ("Det er bestemt at avtalen gjelder ikke for slike leiere.", "Det er bestemt at avtalen gjelder"),
    "sv": ("Det är så att avtalet gäller inte för hyresgästen.", "Det är så att avtalet gäller"),
    "en": ("It is agreed that the tenant may not assign the lease.", "It is agreed that the tenant may"),
    "de": ("Es ist vereinbart: der Vertrag gilt nicht für den Mieter.", "der Vertrag gilt"),
    "fr": ("Il est convenu que le locataire ne peut céder le bail.", "Il est convenu que le locataire"),
    "it": ("Si conviene che il conduttore non può cedere il contratto.", "Si conviene che il conduttore"),
}


@pytest.mark.parametrize("language", list(CUT))
def test_a_quote_may_not_stop_before_its_own_not(language: str) -> None:
    source, cut = CUT[language]
    assert find_quote(source, cut).status == "not_found"


def test_a_neighbours_word_is_no_denial() -> None:
    """ "mai" is never in Italian and May in Norwegian; "sin" is without in Spanish and one's own in Danish."""
    text = "Kontrakten ble signert den 3. mai 2024 og gjelder fra da av for begge parter og deres arvinger."
    assert find_quote(text, "Kontrakten ble signert den 3.").status == "found"


def test_a_page_number_between_halves() -> None:
    text = "Selgeren svarer for mangler som\n\n\n17\n\nforelå ved overtakelsen av eiendommen.\n\n- Side 18 av 40 -\n\nOg mer."
    found = find_quote(text, "Selgeren svarer for mangler som forelå ved overtakelsen")
    assert (found.status, found.differs) == ("found", True)
    assert find_quote(text, "ved overtakelsen av eiendommen. Og mer.").status == "found"
    inline = "Selgeren svarer for mangler i 17 måneder etter overtakelsen."
    assert find_quote(inline, "Selgeren svarer for mangler i måneder etter overtakelsen").status == "not_found"


def test_footnote_marks_and_units() -> None:
    text = "Boligen¹ er på 120 m² og ligger[^3] ved sjøen.²"
    assert find_quote(text, "Boligen er på 120 m² og ligger ved sjøen.").status == "found"
    assert find_quote(text, "Boligen er på 120 m³ og ligger ved sjøen.").status == "not_found"


def test_confusions_stay_inside_long_words() -> None:
    assert find_quote("The govemment shall pay the seller.", "The government shall pay the seller.").differs
    assert (
        find_quote("Es ist modem und neu gebaut worden.", "Es ist modern und neu gebaut worden.").status == "not_found"
    )
    assert find_quote("Er konnte den Vertrag lösen.", "Er könnte den Vertrag lösen.").status == "not_found"
    assert find_quote("Varslet må gis for 1. mai 2024.", "Varslet må gis før 1. mai 2024.").status == "not_found"


SPELT = {
    "a number in figures": ("Fristen er seks måneder etter overtakelsen av boligen.", "Fristen er 6 måneder etter overtakelsen av boligen."),
    "a number in words": ("Die Frist beträgt 14 Tage ab Zugang der Erklärung.", "Die Frist beträgt vierzehn Tage ab Zugang der Erklärung."),
    "without its stress": ("Fristen er minst én måned for begge parter.", "Fristen er minst en måned for begge parter."),
    "a scanner's specks": ("Kjøperen må réklamere innen rimelig tid ėtter oppdagelsen.", "Kjøperen må reklamere innen rimelig tid etter oppdagelsen."),
    "a space lost": ("Den som hadde varslet, erfri for ansvaret etter loven.", "Den som hadde varslet, er fri for ansvaret etter loven."),
    "a figure for a letter": ("Selgeren 0g kjøperen er enige om prisen.", "Selgeren og kjøperen er enige om prisen."),
    "old spelling": ("Unterläßt der Käufer die Anzeige, muß er zahlen.", "Unterlässt der Käufer die Anzeige, muss er zahlen."),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(SPELT))
def test_the_same_words_spelt_otherwise(kind: str) -> None:
    source, quote = SPELT[kind]
    found = find_quote(source, quote)
    assert found.status == "found"
    assert source[found.start : found.end].rstrip(".") == source.rstrip(".")


OTHER = {
    "another number in figures": (
        "Fristen er seks måneder etter overtakelsen.",
        "Fristen er 7 måneder etter overtakelsen.",
    ),
    "an accent that makes another word": (
        "Der Käufer konnte den Vertrag kündigen.",
        "Der Käufer könnte den Vertrag kündigen.",
    ),
    "a letter that makes another word": (
        "Forsøket må skje før fristen løper ut.",
        "Forsøket må skje for fristen løper ut.",
    ),
    "a space that denies": ("This is a notable step of the buyer.", "This is a not able step of the buyer."),
    "one word in another": ("Le défaillant doit réparer le dommage.", "Le détaillant doit réparer le dommage."),
    "measures": ("Die Körpermasse wird am Tage ermittelt.", "Die Körpermaße wird am Tage ermittelt."),
}


@pytest.mark.parametrize("kind", list(OTHER))
def test_another_word_however_alike(kind: str) -> None:
    source, quote = OTHER[kind]
    assert find_quote(source, quote).status == "not_found"


def test_a_word_inside_a_longer_one_is_another_word() -> None:
    text = "The buyer is unable to terminate the agreement."
    assert find_quote(text, "able to terminate the agreement").status == "not_found"
    assert (
        find_quote("Es gilt als nichtöffentlich im Sinne des Gesetzes.", "öffentlich im Sinne des Gesetzes").status
        == "not_found"
    )


WORDS = st.lists(
    st.sampled_from(
        [
            "avtalen",
            "kjøper",
            "selger",
            "mangel",
            "krav",
            "ikke",
            "frist",
            "15-3",
            "§",
            "1,5",
            "måned",
            "å",
            "ß",
            "ﬁn",
            "«a»",
            "b-\nc",
        ]
    ),
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(words=WORDS, data=st.data())
def test_any_run_of_words_is_found_literally(words: list[str], data: st.DataObject) -> None:
    source = " ".join(words)
    low = data.draw(st.integers(0, len(words)))
    high = data.draw(st.integers(low, len(words)))
    quote = " ".join(words[low:high])
    found = find_quote(source, quote)
    if found.status == "found":
        shown = source[found.start : found.end]
        assert not found.differs
        assert words_of(shown).tokens == words_of(quote).tokens


@settings(max_examples=300, deadline=None)
@given(source=st.text(max_size=300), quote=st.text(max_size=60))
def test_any_text_at_all(source: str, quote: str) -> None:
    found = find_quote(source, quote)
    if found.status == "found":
        assert 0 <= found.start < found.end <= len(source)
    again = find_quote(words_of(source), quote)
    assert again == found


SENTENCE = st.lists(
    st.sampled_from(
        ["avtalen", "kjøperen", "selgeren", "mangelen", "kravet", "fristen", "løper", "ﬁnansiell", "tre", "uker"]
    ),
    min_size=6,
    max_size=14,
)
PRINTING = [
    lambda w: w.replace("fi", "ﬁ"), lambda w: w.replace("ﬁ", "fi"), str.upper, lambda w: w[:2] + "\u00ad" + w[2:],
    lambda w: w[:3] + "-\n" + w[3:] if len(w) > 6 else w, lambda w: f"«{w}»", lambda w: w + "\u00a0", lambda w: w + "\n",
    lambda w: f"**{w}**",
]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(words=SENTENCE, ways=st.lists(st.sampled_from(range(len(PRINTING))), min_size=14, max_size=14))
def test_printing_alone_never_loses_a_quote(words: list[str], ways: list[int]) -> None:
    printed = " ".join(PRINTING[way](word) for word, way in zip(words, ways, strict=False))
    found = find_quote(f"Innledning.\n\n{printed}\n\nSlutt.", " ".join(words))
    assert found.status == "found"


@settings(max_examples=200, deadline=None)
@given(words=SENTENCE, data=st.data())
def test_one_changed_word_is_never_found(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(["ikke", "fire", "uken", "måneder", "kjøper", "løp", "kravene"]))
    changed = [*words[:at], other, *words[at + 1 :]]
    assert find_quote(" ".join(words), " ".join(changed)).status == "not_found"
