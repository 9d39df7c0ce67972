"""RTF: the contract as Word shows it, code pages, notes, tracked deletions, embedded files, broken files."""

import pytest

from engine.convert.errors import ConversionFailed
from tests.unit.convert.samples import DATA, read


@pytest.fixture(scope="module")
def contract(tmp_path_factory):
    return read("own_kontrakt.rtf", tmp_path_factory.mktemp("rtf"))


@pytest.mark.parametrize(
    "words",
    [
        "# KJØPEKONTRAKT\n\n# § 1 Sakens bakgrunn\n",
        "# § 2 Mangler og reklamasjon\n",
        "## Underoverskrift med direkte format\n",
        "## Frister\n\ni. første punkt\n\nii. andre punkt\n\n- kulepunkt en\n",
        "1.1 Avtalen gjelder eiendommen Bjørkåsveien 12.¹ Kjøper er Åse Sørbø.ⁱ\n\n¹ FOTNOTE: Gnr. 55 bnr. 12 i Ås.\n\nⁱ SLUTTNOTE:",
        "kr 6 450 000 inkl.",
        "(a) overlevere nøkler\n\n(b) betale",
        "§ 4-19. Utbedringskostnader dekkes.",
        "samt 5².",
        "| 2 | Kjellergulv | 185 400 |\n| 2 | Slutt |",
        "INNHOLDSKONTROLL Oslo",
        "Side to begynner her.",
    ],
)
def test_contract_holds(contract, words):
    assert words in contract.markdown


@pytest.mark.parametrize(
    "words", ["5 900 000", "HEMMELIG", "FLYTTETBORT", "KOMMENTAR", "TOPPTEKST", "Liberation", "rsid"]
)
def test_contract_leaves_out(contract, words):
    assert words not in contract.markdown


def test_what_stands_beside_the_text(contract):
    assert contract.markdown.count("TEKSTBOKS") == 1
    assert {"kind": "deletion", "author": "Adv. Hansen", "date": "", "text": "5 900 000"} in contract.meta["changes"]
    assert contract.meta["comments"][0]["text"] == "KOMMENTAR: sjekk rettspraksis"
    assert contract.meta["comments"][0]["author"] == "Adv. Hansen"
    assert contract.meta["running"]["headers"] == ["TOPPTEKST Konfidensielt utkast"]
    assert contract.meta["hidden"] == ["HEMMELIG"]


def test_japanese_code_page_and_lists(tmp_path):
    assert read("testRTF-ms932.rtf", tmp_path).markdown == "Hello\n\nこんにちは\n\nTest\n\nテスト"
    assert (
        "2. two\n\n3. three\n\nA short unordered list:\n\n– first"
        in read("testRTFListLibreOffice.rtf", tmp_path).markdown
    )


def test_everything_at_once(tmp_path):
    text = read("testRTFVarious.rtf", tmp_path).markdown
    assert "Footnote appears here¹\n\n¹ This is a footnote." in text
    assert "| Row 1 Col 1 | Row 1 Col 2 | Row 1 Col 3 |" in text
    assert "- Bullet 2" in text
    assert "2) Number bullet 2" in text
    assert "ゾルゲと尾崎、淡々と最期" in text
    assert "𐌲𐌿𐍄𐌹𐍃𐌺" in text  # letters that RTF writes as two halves


def rtf(folder, body: bytes):
    path = folder / "a.rtf"
    path.write_bytes(b"{\\rtf1\\ansi\\ansicpg1252\\uc1 " + body)
    return read(path, folder)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"Bl\'e5b\u230\'e6r \'a7 3\_7}", "Blåbær § 3-7"),
        (rb"{\fonttbl{\f0\fcharset238 A;}}\f0 \'f8eka}", "řeka"),
        (rb"a{\deleted b}c{\v d}e\par\pard f}", "ace\n\nf"),
        (rb"{\field{\*\fldinst HYPERLINK x}{\fldrslt her}}{\*\ukjent bort}{\pict 0102}!}", "her!"),
        (rb"# ikke overskrift\par 1.\tab ledd}", "\\# ikke overskrift\n\n1. ledd"),
        (rb"\bin4 {{{{x}", "x"),
        (rb"{\info{\title Tittel}}{\header Topp}kropp}", "kropp"),
    ],
)
def test_small_things(tmp_path, body, text):
    assert rtf(tmp_path, body).markdown == text


def test_embedded_file_comes_out(tmp_path):
    package = b"\2\0brev.txt\0C:\\brev.txt\0\0\0\3\0\x0c\0\0\0C:\\brev.txt\0\0\3\0\0\0Hei"
    name = b"Package\0"
    stored = (
        b"\1\5\0\0\2\0\0\0"
        + len(name).to_bytes(4, "little")
        + name
        + bytes(8)
        + (len(package) + 4).to_bytes(4, "little")
    )
    converted = rtf(
        tmp_path, b"Se vedlegg {\\object{\\*\\objdata " + (stored + bytes(4) + package).hex().encode() + b"}}}"
    )
    assert [a.name for a in converted.attachments] == ["brev.txt"]


def test_cut_short_empty_and_absurd(tmp_path):
    whole = (DATA / "own_kontrakt.rtf").read_bytes()
    (tmp_path / "cut.rtf").write_bytes(whole[: len(whole) // 2 + 4000])
    assert any("cut short" in warning for warning in read(tmp_path / "cut.rtf", tmp_path).warnings)
    for body, kind in ((b"}", "no_text"), (b"{\\fonttbl", "corrupt")):
        with pytest.raises(ConversionFailed) as caught:
            rtf(tmp_path, body)
        assert caught.value.kind == kind
    with pytest.raises(RecursionError):
        rtf(tmp_path, b"{" * 100_000)
