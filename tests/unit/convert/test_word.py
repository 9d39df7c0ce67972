"""DOCX: all that a contract in Word holds comes out as Word shows it, and what it hides stays out."""

import io
import zipfile
from pathlib import Path

import pytest

from engine.convert.errors import ConversionFailed
from engine.convert.word.numbering import numeral
from tests.unit.convert.samples import DATA, read

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@pytest.fixture(scope="module")
def contract(tmp_path_factory):
    return read("own_kontrakt.docx", tmp_path_factory.mktemp("docx"))


@pytest.mark.parametrize(
    "words",
    [
        "# § 1 Sakens bakgrunn\n",  # a heading by outline level, whatever its style is called; generated number
        "# § 2 Mangler og reklamasjon\n",
        "## Frister\n",
        "## Underoverskrift med direkte format\n",  # formatted by hand
        "\n1.1 Avtalen gjelder",
        "\n1.3 Selger skal:",
        "\n(a) overlevere nøkler",
        "\n(b) betale dokumentavgift",
        "\n2.1 Kjøper må",
        "\ni. første punkt",
        "\nii. andre punkt",
        "\n- kulepunkt en",
        "kr 6 450 000 inkl.",  # tracked insertion, deletion gone
        "§ 4-19. Utbedringskostnader",  # no-break hyphen kept, soft hyphens gone
        "Bjørkåsveien 12.¹ Kjøper er Åse Sørbø.ⁱ\n\n¹ FOTNOTE: Gnr. 55 bnr. 12 i Ås.\n\nⁱ SLUTTNOTE: Gnr. 55 bnr. 12 i Ås.",
        "samt 5².",
        "| 1 | Drenering \\| grøft | 310 000 |",
        "| 2 | Kjellergulv | 185 400 |\n| 2 | Slutt |",  # a cell over two rows stands in both
        "§ 2 gjelder tilsvarende. INNHOLDSKONTROLL Oslo",  # field result, content control
        "FLYTTETHIT",
        "gjennomstreket strøket og fet",
        "\n\nSide to begynner her.",
    ],
)
def test_contract_holds(contract, words):
    assert words in contract.markdown


@pytest.mark.parametrize(
    "words",
    ["5 900 000", "HEMMELIG", "FLYTTETBORT", "KOMMENTAR", "TOPPTEKST", "BUNNTEKST", "REF _Ref1", "\u00ad", "419"],
)
def test_contract_leaves_out(contract, words):
    assert words not in contract.markdown


def test_text_box_comes_once(contract):
    assert contract.markdown.count("TEKSTBOKS: Mottatt 12.03.2024 Oslo tingrett") == 1


def test_what_stands_beside_the_text(contract):
    changes = {(c["kind"], c["author"], c["date"], c["text"]) for c in contract.meta["changes"]}
    assert ("deletion", "Adv. Hansen", "2024-03-01T10:00:00Z", "5 900 000") in changes
    assert ("insertion", "Adv. Hansen", "2024-03-01T10:00:00Z", "6 450 000") in changes
    assert ("moved away", "x", "", "FLYTTETBORT") in changes
    (comment,) = contract.meta["comments"]
    assert comment["author"] == "Adv. Hansen"
    assert comment["text"] == "KOMMENTAR: sjekk rettspraksis"
    assert comment["about"].endswith("avhendingslova § 4-19")
    assert contract.meta["hidden"] == ["HEMMELIG"]
    assert contract.meta["running"]["headers"] == ["TOPPTEKST Konfidensielt utkast"]
    assert contract.title == "KJØPEKONTRAKT"
    assert "words_missing" not in contract.meta


def test_lists_of_every_kind(tmp_path):
    text = read("testWORD_numbered_list.docx", tmp_path).markdown
    for words in (
        "1) This\n\na) Is\n\ni) A multi\n\nii) Level",
        "6. six\n\n7. seven",
        "1.1.1. 1.1.1",
        "I. yet",
        "(1) baq",
        "I’m a little text box",
    ):
        assert words in text


def test_macros_are_named_and_not_run(tmp_path):
    converted = read("testWORD_macros.docm", tmp_path)
    assert converted.meta["macros"] is True
    assert any("never run" in warning for warning in converted.warnings)


def test_embedded_files_become_attachments(tmp_path):
    converted = read("test_recursive_embedded.docx", tmp_path)
    assert [attachment.name for attachment in converted.attachments] == ["embed1.zip"]
    assert zipfile.is_zipfile(converted.attachments[0].path)


def test_truncated(tmp_path):
    with pytest.raises(ConversionFailed) as caught:
        read("testWORD_truncated.docx", tmp_path)
    assert caught.value.kind == "corrupt"


def changed(folder: Path, edit, name: str = "word/document.xml") -> Path:
    """The contract with one part edited."""
    out = folder / "changed.docx"
    with (
        zipfile.ZipFile(DATA / "own_kontrakt.docx") as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for item in source.infolist():
            data = source.read(item)
            target.writestr(item, edit(data) if item.filename == name else data)
    return out


def body(folder: Path, inner: str) -> Path:
    return changed(folder, lambda _: f'<w:document xmlns:w="{W}"><w:body>{inner}</w:body></w:document>'.encode())


def paragraph(text: str, properties: str = "", run: str = "") -> str:
    return (
        f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"
    )


def test_zip_bomb_is_refused_fast(tmp_path):
    bomb = changed(tmp_path, lambda data: data + b" " * 300_000_000)
    assert bomb.stat().st_size < 2_000_000
    with pytest.raises(ConversionFailed) as caught:
        read(bomb, tmp_path)
    assert caught.value.kind == "too_big"


def test_entities_are_refused(tmp_path):
    attack = changed(
        tmp_path,
        lambda data: data.replace(
            b"?><w:document", b'?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document', 1
        ),
    )
    with pytest.raises(ConversionFailed) as caught:
        read(attack, tmp_path)
    assert caught.value.kind == "corrupt"


def test_deleted_paragraph_end_joins_the_next(tmp_path):
    gone = "<w:rPr><w:del w:id='1' w:author='a'/></w:rPr>"
    text = read(body(tmp_path, paragraph("Første ", gone) + paragraph("andre")), tmp_path).markdown
    assert text == "Første andre"


def test_words_cannot_become_structure(tmp_path):
    text = read(
        body(tmp_path, paragraph("# Ikke overskrift") + paragraph("14. oktober") + paragraph("| ikke tabell")), tmp_path
    ).markdown
    assert text == "\\# Ikke overskrift\n\n14. oktober\n\n\\| ikke tabell"


def test_frames_are_not_tables_and_nested_tables_keep_their_words(tmp_path):
    cell = "<w:tc>{}</w:tc>".format
    frame = f"<w:tbl><w:tr>{cell(paragraph('Ramme') + paragraph('To'))}</w:tr></w:tbl>"
    nested = f"<w:tbl><w:tr>{cell(paragraph('A'))}{cell(frame)}</w:tr></w:tbl>"
    assert read(body(tmp_path, frame), tmp_path).markdown == "Ramme\n\nTo"
    assert read(body(tmp_path, nested), tmp_path).markdown == "| A | Ramme To |\n| --- | --- |"


def test_only_headers_and_empty(tmp_path):
    converted = read(body(tmp_path, "<w:p/>"), tmp_path)  # the headers hang on no section, but are all there is
    assert "TOPPTEKST" in converted.markdown
    assert converted.warnings
    empty = tmp_path / "empty.docx"
    with zipfile.ZipFile(empty, "w") as out:
        out.writestr(
            "[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"
        )
        out.writestr("word/document.xml", f'<w:document xmlns:w="{W}"><w:body><w:p/></w:body></w:document>')
    with pytest.raises(ConversionFailed) as caught:
        read(empty, tmp_path)
    assert caught.value.kind == "no_text"


def test_nested_absurdly_deep(tmp_path):
    deep = "<w:tbl><w:tr><w:tc>" * 60 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 60
    with pytest.raises((RecursionError, ConversionFailed)):
        read(body(tmp_path, deep), tmp_path)


def test_damaged_member(tmp_path):
    data = bytearray((DATA / "own_kontrakt.docx").read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as source:
        place = source.getinfo("word/document.xml").header_offset + 100
    data[place : place + 200] = bytes(200)
    (tmp_path / "broken.docx").write_bytes(bytes(data))
    with pytest.raises(ConversionFailed) as caught:
        read(tmp_path / "broken.docx", tmp_path)
    assert caught.value.kind == "corrupt"


@pytest.mark.parametrize(
    ("count", "form", "text"),
    [
        (28, "lowerLetter", "bb"),
        (4, "upperRoman", "IV"),
        (1994, "lowerRoman", "mcmxciv"),
        (7, "decimalZero", "07"),
        (22, "ordinal", "22nd"),
    ],
)
def test_numerals(count, form, text):
    assert numeral(count, form) == text
