"""OpenDocument, old Word and Excel, and presentations: the contract in its other forms, and their own
oddities.
"""

import zipfile

import pytest

from engine.convert.detect import detect
from engine.convert.errors import ConversionFailed
from tests.unit.convert.samples import DATA, read

CONTRACT = [
    "# KJØPEKONTRAKT\n\n# § 1 Sakens bakgrunn\n",
    "1.1 Avtalen gjelder eiendommen Bjørkåsveien 12.¹ Kjøper er Åse Sørbø.ⁱ\n\n¹ FOTNOTE: Gnr. 55 bnr. 12 i Ås.\n\nⁱ SLUTTNOTE:",
    "1.2 Kjøpesummen er kr 6 450 000 inkl.",
    "(a) overlevere nøkler\n\n(b) betale dokumentavgift\n\n# § 2 Mangler og reklamasjon\n\n2.1 Kjøper må",
    "avhendingslova § 4-19. Utbedringskostnader dekkes.\n\n## Underoverskrift med direkte format",
    "gjennomstreket strøket og fet samt 5².",
    "| 1 | Drenering \\| grøft | 310 000 |\n| 2 | Kjellergulv | 185 400 |\n| 2 | Slutt |",
    "## Frister\n\ni. første punkt\n\nii. andre punkt\n\n- kulepunkt en",
    "INNHOLDSKONTROLL OsloFLYTTETHIT",
    "TEKSTBOKS: Mottatt 12.03.2024 Oslo tingrett",
]
GONE = ["5 900", "FLYTTETBORT", "HEMMELIG", "KOMMENTAR", "TOPPTEKST", "\ufffc"]


@pytest.mark.parametrize("ending", ["odt", "doc"])
def test_contract(tmp_path, ending):
    converted = read(f"own_kontrakt.{ending}", tmp_path)
    for words in CONTRACT:
        assert words in converted.markdown, words
    for words in GONE:
        assert words not in converted.markdown, words
    assert converted.markdown.count("TEKSTBOKS") == 1
    assert converted.title == "KJØPEKONTRAKT"
    assert {change["text"] for change in converted.meta["changes"] if change["kind"] == "deletion"} == {
        "5 900 000",
        "FLYTTETBORT",
    }
    (comment,) = converted.meta["comments"]
    assert (comment["author"], comment["text"]) == ("Adv. Hansen", "KOMMENTAR: sjekk rettspraksis")
    assert converted.meta["hidden"] == ["HEMMELIG"]
    assert converted.meta["running"]["headers"] == ["TOPPTEKST Konfidensielt utkast"]
    assert not (tmp_path / "work" / "converted-from-doc.docx").exists()


def test_lists_and_lock_of_opendocument(tmp_path):
    assert read("testStyles.odt", tmp_path).markdown.endswith(
        "1. One\n\n2. Two\n\n3. Three\n\n- First\n\n- Second\n\n- Third"
    )
    assert detect(DATA / "testODTEncrypted.odt") == "encrypted_odf"
    with pytest.raises(ConversionFailed) as caught:
        read("testODTEncrypted.odt", tmp_path)
    assert caught.value.kind == "password"


def test_word_6_and_broken_files_give_bare_text_or_a_reason(tmp_path):
    converted = read("testWORD6.doc", tmp_path)
    assert converted.markdown == "The quick brown fox jumps over the lazy dog"
    assert any("Only the words" in warning for warning in converted.warnings)
    whole = (DATA / "own_kontrakt.doc").read_bytes()
    for size in (600, 3000, 9000):
        (tmp_path / "cut.doc").write_bytes(whole[:size])
        with pytest.raises(ConversionFailed):
            read(tmp_path / "cut.doc", tmp_path)


def test_macros_and_soft_hyphens(tmp_path):
    assert read("testWORD_macros.doc", tmp_path).meta["macros"] is True
    assert read("testOptionalHyphen.doc", tmp_path).markdown == "optionalhyphen"


def test_real_changes_in_old_word(tmp_path):
    converted = read("testWORD_features.doc", tmp_path)
    assert [change["text"] for change in converted.meta["changes"]] == ["bibendum ", "Donec ", "ad litora"]
    for words in ("bibendum", "Donec", "sociosqu ad litora"):
        assert words not in converted.markdown
    assert "urna.ad litora" in converted.markdown, "it was moved there"


def test_old_workbook(tmp_path):
    converted = read("embedded.xls", tmp_path)
    assert converted.meta["kind"] == "xls"
    assert converted.markdown
    (tmp_path / "cut.xls").write_bytes((DATA / "embedded.xls").read_bytes()[:2000])
    with pytest.raises(ConversionFailed):
        read(tmp_path / "cut.xls", tmp_path)


A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def shape(text: str, place: str = "", top: int = 0, settings: str = "") -> str:
    kind = f'<p:ph type="{place}"/>' if place else ""
    return (
        f'<p:sp><p:nvSpPr><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="{top}"/></a:xfrm></p:spPr>'
        f"<p:txBody><a:p><a:pPr>{settings}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def test_slides_in_order_with_titles_tables_charts_and_notes(tmp_path):
    path = tmp_path / "a.pptx"
    table = "<p:graphicFrame><a:tbl><a:tr><a:tc><a:p><a:r><a:t>Post</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>kr</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:graphicFrame>"
    chart = '<p:graphicFrame><c:chart xmlns:c="c" r:id="rc"/></p:graphicFrame>'
    first = (
        shape("Nederst", top=5_000_000) + shape("Tvist", "title") + shape("Først", top=1_000_000, settings='<a:buAutoNum type="alphaLcParenBoth"/>')
        + shape("7", "sldNum") + table + chart
    )  # fmt: skip
    series = "<c:ser><c:tx><c:v>2024</c:v></c:tx><c:cat><c:v>Q1</c:v></c:cat><c:val><c:v>5</c:v></c:val></c:ser>"
    rel = '<Relationship Id="{}" Type="x/{}" Target="{}"/>'.format
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(
            "[Content_Types].xml", '<Types><Override ContentType="presentationml.presentation.main+xml"/></Types>'
        )
        out.writestr(
            "ppt/presentation.xml",
            f'<p:presentation {P} {R}><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        )
        out.writestr(
            "ppt/_rels/presentation.xml.rels",
            f"<R>{rel('r1', 'slide', 'slides/s1.xml')}{rel('r2', 'slide', 'slides/s2.xml')}</R>",
        )
        out.writestr("ppt/slides/s2.xml", f"<p:sld {P} {A} {R}>{first}</p:sld>")
        out.writestr("ppt/slides/s1.xml", f'<p:sld {P} {A} {R} show="0">{shape("Skjult lysbilde")}</p:sld>')
        out.writestr(
            "ppt/slides/_rels/s2.xml.rels",
            f"<R>{rel('rn', 'notesSlide', '../notes.xml')}{rel('rc', 'chart', '../chart.xml')}</R>",
        )
        out.writestr("ppt/notes.xml", f"<p:notes {P} {A}>{shape('Si ikke dette', 'body')}</p:notes>")
        out.writestr("ppt/chart.xml", f'<c:chartSpace xmlns:c="c">{series}</c:chartSpace>')
    converted = read(path, tmp_path)
    assert converted.markdown == (
        "## Slide 1: Tvist\n\n| Post | kr |\n| --- | --- |\n\n|  | 2024 |\n| --- | --- |\n| Q1 | 5 |\n\n(a) Først\n\nNederst\n\n"
        "Notes: Si ikke dette\n\n## Slide 2\n\nSkjult lysbilde"
    )
    assert [page.number for page in converted.pages] == [1, 2]
    assert converted.title == "Tvist"
    assert any("Hidden slides" in warning for warning in converted.warnings)


def test_seeds_that_once_made_a_reader_fail(tmp_path):
    with pytest.raises(ConversionFailed) as caught:
        read("panic.xls", tmp_path)
    assert caught.value.kind == "corrupt"
    path = tmp_path / "nameless.docx"
    with zipfile.ZipFile(path, "w") as out, zipfile.ZipFile(DATA / "own_kontrakt.docx") as source:
        for info in source.infolist():
            out.writestr(info, source.read(info))
        out.writestr("x", b"")
    data = path.read_bytes()
    at = data.rindex(b"x", 0, data.rindex(b"PK\5\6"))
    path.write_bytes(data[: at - 46 + 28] + b"\0\0" + data[at - 46 + 30 :])  # the last member has a name of no letters
    try:
        assert "KJØPEKONTRAKT" in read(path, tmp_path).markdown
    except ConversionFailed as failure:
        assert failure.kind == "corrupt"  # noqa: PT017 - either is right, an IndexError is not
