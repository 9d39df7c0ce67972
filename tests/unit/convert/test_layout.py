"""Layout of business documents, on the PDFs of the sample matters: tables, lists, letterheads, no false
headings.
"""

from pathlib import Path

import pytest

from tests.unit.convert.samples import headings, read

SAMPLES = Path(__file__).parents[3] / "resources" / "sample"


def sample(name: str, folder: Path):
    (path,) = SAMPLES.rglob(name)
    return read(path, folder)


def test_numbers_of_posts_stay_in_their_table(tmp_path):
    converted = sample("Skaderapport 2024-11-20.pdf", tmp_path)
    assert (
        "| Post | Arbeid | Kroner |\n| --- | --- | --- |\n| 1 | Rigg, drift og beskyttelse | 18 500 |"
        in converted.markdown
    )
    assert "| 10 | Dokumentasjon og uavhengig kontroll | 15 600 |" in converted.markdown
    assert not any("Line numbers" in warning for warning in converted.warnings)
    assert "| M1 | Bunnsvill bak dusj, vegg mot soverom 3 | 34,2 | Svært høyt, råte |" in converted.markdown


def test_headings_between_badges_are_no_table(tmp_path):
    converted = sample("Tilstandsrapport 2024-03-15.pdf", tmp_path)
    found = [text for _, text in headings(converted.markdown)]
    for name in ("Loft", "Yttervegger", "Vinduer og ytterdører", "Rom under terreng"):
        assert name in found
    assert "\n\nKaldt loft med luke i gangen." in converted.markdown
    assert "| Taktekking og beslag | TG 2 | Bad, hovedetasje | TG 1 |" in converted.markdown


def test_contract_with_labels_amounts_and_numbered_clauses(tmp_path):
    converted = sample("Kjøpekontrakt 2024-04-19 signert.pdf", tmp_path)
    text = converted.markdown
    assert (
        "| Kjøper | Marte Tverrlid, født 23.08.1990, eierandel 1/2 Sindre Holmvassli, født 02.02.1988, eierandel 1/2 |"
        in text
    )
    assert "| Omkostninger i alt | kr 142 250 |\n| Kjøpesum og omkostninger | kr 5 792 250 |" in text
    assert "overtatt bruken av eiendommen, jf. avhendingslova § 2-4. Selger holder" in text
    assert (
        "\n\n1.1 Selger overdrar til kjøper eiendommen Tjernhaugveien 14, gnr. 7192 bnr. 37 i Kongsberg kommune, med"
        in text
    )
    assert [text for level, text in headings(text) if level == 1][:3] == [
        "Kjøpekontrakt",
        "1. Eiendommen",
        "2. Kjøpesum og omkostninger",
    ]
    assert all(len(text) < 60 for _, text in headings(text))


def test_statement_of_costs_keeps_its_columns(tmp_path):
    text = sample("Betriebskostenabrechnung 2020.pdf", tmp_path).markdown
    assert "| Kostenart | Gesamt in Euro | Schlüssel | Anteil in Euro |" in text
    assert "| Sach- und Haftpflichtversicherung | 3.072,00 | Wohnfläche | 384,00 |" in text
    assert (
        "| Wohnfläche der Wohnung | Wohnfläche des Hauses | Ihr Anteil |\n| --- | --- | --- |\n| 82 m² | 656 m² | 12,5 % |"
        in text
    )
    assert "Helene und Otto Marquardsen Am Zeisigwehr 7, 2. OG links 04229 Leipzig" in text


@pytest.mark.parametrize("name", ["Kündigung 2022-06-28.pdf", "Avslag fra Skansegard 2025-01-17.pdf"])
def test_letters(tmp_path, name):
    converted = sample(name, tmp_path)
    assert 1 <= len(headings(converted.markdown)) <= 7
    assert "| --- |" not in converted.markdown
