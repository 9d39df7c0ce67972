"""Sentences, language and lexemes on legal text of several languages."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.language import detect, detect_question
from engine.text.normalise import fold_text
from engine.text.sentences import sentences
from engine.text.tokens import index_row, tokens


def cut(text: str) -> list[str]:
    return [text[a:b] for a, b in sentences(text)]


def test_a_full_stop_in_legal_text_is_not_always_an_end() -> None:
    assert cut("Fristen er 14. oktober 2020, jf. § 9. Dette er nr. 3 i listen. «Kan han?» spør A. B. Hansen.") == [
        "Fristen er 14. oktober 2020, jf. § 9.",
        "Dette er nr. 3 i listen.",
        "«Kan han?»",
        "spør A. B. Hansen.",
    ]
    assert cut("Nach § 573 Abs. 2 Nr. 1 BGB gilt das. Die Frist beträgt z.B. drei Monate.") == [
        "Nach § 573 Abs. 2 Nr. 1 BGB gilt das.",
        "Die Frist beträgt z.B. drei Monate.",
    ]


def test_lines_of_lists_are_sentences_without_their_marks() -> None:
    assert cut("## Overskrift\n\nLoven gjelder for:\n- a. epler\n- b. pærer") == [
        "Overskrift",
        "Loven gjelder for:",
        "a. epler",
        "b. pærer",
    ]


@given(st.text(alphabet="abcå. §1\n-;!?ABC", max_size=400))
def test_sentences_stand_in_order_and_lose_no_word(text: str) -> None:
    spans = sentences(text)
    assert all(a < b for a, b in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    kept = {i for a, b in spans for i in range(a, b)}
    assert all(i in kept for i, c in enumerate(text) if c.isalnum())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("no", "Arbeidsgiver må ikke si opp noen etter at de har blitt sykmeldt, og det gjelder også når noe annet er avtalt."),
        ("no", "Kjøparen kan ikkje gjere gjeldande at noko er ein mangel når han kjende til det då avtala vart gjort frå først av."),
        ("da", "Lejeren har ret til at blive boende, når noget andet ikke er aftalt af parterne, hvad enten huset er nyt eller ej og uden hensyn til mellem hvem."),
        ("sv", "Hyresgästen får inte utan tillåtelse av hyresvärden använda lägenheten för något annat och är skyldig att väl vårda den."),
        ("de", "Der Vermieter kann nicht kündigen, wenn die Miete bezahlt ist und das Haus dem Mieter gehört."),
        ("en", "The tenant shall not be liable for any loss which the landlord has caused by negligence under this agreement."),
        ("fi", "Vuokralainen on velvollinen maksamaan vuokran, jos se on erääntynyt ja hän ei ole sitä maksanut, mutta myös muun korvauksen."),
        ("nl", "De huurder is niet aansprakelijk voor de schade die door de verhuurder wordt veroorzaakt en het een en ander uit deze overeenkomst."),
        ("fr", "Le locataire est tenu de payer le loyer dans les délais qui sont fixés par le contrat, sauf si une clause ne le prévoit pas."),
        ("es", "El arrendatario no puede ceder el contrato sin el consentimiento del arrendador y se obliga a pagar la renta en los plazos fijados."),
        ("it", "Il conduttore non può cedere il contratto senza il consenso del locatore, che è tenuto a consegnare la cosa nei termini della legge."),
        ("pt", "O arrendatário não pode ceder o contrato sem o consentimento do senhorio, nem usar a casa para um fim que não seja o da lei, salvo pelo acordo dos dois."),
    ],
)  # fmt: skip
def test_the_language_of_a_text(language: str, text: str) -> None:
    assert detect(text) == language


def test_a_near_tie_stays_undecided() -> None:
    assert detect("Hus 12, 14 og 16. Bil. Båt.") is None
    assert detect("") is None


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("no", "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"),
        ("de", "Wie lange ist die Kündigungsfrist nach fünf Jahren?"),
        ("en", "How long is the notice period after six years?"),
        ("sv", "Hur lång är uppsägningstiden enligt svensk rätt?"),
    ],
)
def test_the_language_of_a_question(language: str, question: str) -> None:
    assert detect_question(question) == language


def test_hyphened_words_give_their_parts_and_the_whole() -> None:
    assert [(t.text, t.position) for t in tokens(fold_text("En e-post, § 15-3"))] == [
        ("en", 1), ("epost", 2), ("e", 2), ("post", 3), ("15", 4), ("3", 5),
    ]  # fmt: skip


def test_an_index_row_holds_stems_atoms_and_weights() -> None:
    row = index_row(
        title="Arbeidsmiljøloven", path=["Kapittel 15"], heading="§ 15-3. Oppsigelsesfrister", label="§ 15-3",
        body="Arbeidstakeren skal ikke sies opp, jf. § 15-7.", language="no",
    )  # fmt: skip
    assert row.atom == "§15-3"
    assert {"§15-3", "§15-7", "oppsigelsesfrist", "arbeidstaker", "arbeidsmiljø"} <= row.distinct
    assert "ikke" not in row.distinct  # a small word
    assert "'arbeidsmiljø':1B" in row.lexemes
    assert row.words == 8


def test_no_language_indexes_as_written() -> None:
    row = index_row(title="", path=[], heading="", label=None, body="Kündigungen gekündigt", language=None)
    assert row.distinct == {"kündigungen", "gekündigt"}


def test_marks_of_notes_are_no_part_of_words() -> None:
    words = [token.text for token in tokens(fold_text("prisavslag¹ gis, jf. meddommere² og kjøperⁱ"))]
    assert words == ["prisavslag", "gis", "jf", "meddommere", "og", "kjøper"]
