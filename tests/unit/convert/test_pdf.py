"""PDF with a text layer against the known truth: words, order, headings, notes, tables, places."""

import ctypes
import re

import pypdfium2
import pytest

from engine.convert.errors import ConversionFailed
from tests.unit.convert.samples import DATA, TRUTH, error_rate, headings, letters, read

MADE = [("own_no_1col.pdf", "norwegian"), ("own_no_2col.pdf", "norwegian"), ("own_de_1col.pdf", "german")]


@pytest.mark.parametrize(("file", "language"), MADE)
def test_words_order_and_headings_are_those_of_the_truth(tmp_path, file, language):
    converted = read(file, tmp_path)
    items = TRUTH[language]
    assert error_rate(converted.markdown, letters("".join(text for _, text in items))) < 0.002
    assert headings(converted.markdown) == [(int(kind[1]), text) for kind, text in items if kind.startswith("h")]
    for kind, text in items:
        if kind in ("p", "li"):
            assert f"\n\n{text}\n" in f"\n\n{converted.markdown}\n", "each paragraph stands alone, and whole"


@pytest.mark.parametrize(("file", "language"), MADE)
def test_notes_follow_the_paragraph_that_refers_to_them(tmp_path, file, language):
    blocks = read(file, tmp_path).markdown.split("\n\n")
    for note in TRUTH[f"{language}_footnotes"].values():
        assert note[0] in blocks[blocks.index(note) - 1]


@pytest.mark.parametrize(("file", "language"), MADE)
def test_running_headers_are_beside_the_text_not_in_it(tmp_path, file, language):
    converted = read(file, tmp_path)
    running = converted.meta["running"]
    assert running["headers"]
    assert running["footers"] in (["Side 1"], ["Seite 1"])
    for text in running["headers"] + ["Side 2", "Seite 2"]:
        assert text not in converted.markdown


def test_hyphens_at_line_ends(tmp_path):
    text = read("own_no_2col.pdf", tmp_path).markdown
    assert "Bjørkåsveien" in text
    assert "kjøps- og leieavtalen" in text
    assert "for- og etterarbeidet" in text
    assert "§ 3-7" in text
    assert "den 14. oktober 2021" in text
    assert not re.search(r"\w- [a-zæøå](?!g\b)", text)


def test_table_as_rows(tmp_path):
    text = read("own_no_2col.pdf", tmp_path).markdown
    assert (
        "| Post | Beløp (kr) |\n| --- | --- |\n| Drenering | 310 000 |\n| Kjellergulv | 185 400 |\n| Sum | 495 400 |"
        in text
    )


def test_boxes_lie_on_the_words(tmp_path):
    """The box of a word holds that word, by pdfium's own reading of the place."""
    converted = read("own_no_2col.pdf", tmp_path)
    document = pypdfium2.PdfDocument(DATA / "own_no_2col.pdf")
    for box in converted.boxes[::7]:
        word = converted.markdown[box.start : box.end]
        page = document[box.page - 1]
        height = page.get_height()
        found = page.get_textpage().get_text_bounded(
            box.left + 0.5, height - box.bottom + 1, box.right - 0.5, height - box.top - 1
        )
        assert word[1:-1] in found
    document.close()


def test_equal_pages_keep_all_their_text(tmp_path):
    source = pypdfium2.PdfDocument(DATA / "own_no_1col.pdf")
    many = pypdfium2.PdfDocument.new()
    for _ in range(30):
        many.import_pages(source, [1])
    many.save(tmp_path / "many.pdf")
    text = read(tmp_path / "many.pdf", tmp_path).markdown
    one = TRUTH["norwegian"]
    for kind, words in one[-7:]:
        assert text.count(words) == 30, (kind, words)
    assert text.count("Fuktskadene ble oppdaget") == 30
    assert "Fortrolig" not in text


def test_line_numbers_of_a_transcript_go_out(tmp_path):
    converted = read("scotus-transcript-p1.pdf", tmp_path)
    assert "The above-entitled matter came on for oral argument before the Supreme Court" in converted.markdown
    assert any("Line numbers" in warning for warning in converted.warnings)


def test_turned_page_is_read_upright(tmp_path):
    converted = read("nics-background-checks-2015-11-rotated.pdf", tmp_path)
    assert re.search(r"Alabama *\|", converted.markdown)


@pytest.mark.parametrize("file", ["password-example.pdf", "aes-256.pdf", "rc4-128.pdf"])
def test_passwords_none_and_wrong(tmp_path, file):
    for given, kind in ((None, "password"), ("wrong", "wrong_password")):
        with pytest.raises(ConversionFailed) as caught:
            read(file, tmp_path, given)
        assert caught.value.kind == kind


def test_cut_short_and_garbage(tmp_path):
    whole = (DATA / "own_no_1col.pdf").read_bytes()
    for name, data in (("cut.pdf", whole[:3000]), ("garbage.pdf", b"%PDF-1.7\n" + b"\x93\x01 nothing" * 200)):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ConversionFailed) as caught:
            read(tmp_path / name, tmp_path)
        assert caught.value.kind in ("corrupt", "no_text")


def test_form_values_stand_where_they_are_filled_in(tmp_path):
    converted = read("testPDF_acroform3.pdf", tmp_path)
    assert converted.meta["form_values"] == 4
    for words in ("TIKA-1226", "☒", "comboExportB", "exportListItemC"):
        assert words in converted.markdown


def test_embedded_files_and_comments(tmp_path):
    source = pypdfium2.PdfDocument(DATA / "own_no_1col.pdf")
    source.new_attachment("Bilag 1.txt").set_data(b"Hei")
    source.new_attachment("print.joboptions").set_data(b"x")
    page = source[0]
    for kind, words in (
        (pypdfium2.raw.FPDF_ANNOT_TEXT, "Sjekk dette"),
        (pypdfium2.raw.FPDF_ANNOT_FREETEXT, "STEMPLET"),
    ):
        note = pypdfium2.raw.FPDFPage_CreateAnnot(page.raw, kind)
        text = (words + "\0").encode("utf-16-le")
        shorts = (ctypes.c_ushort * (len(text) // 2)).from_buffer_copy(text)
        pypdfium2.raw.FPDFAnnot_SetStringValue(note, b"Contents", shorts)
        rect = pypdfium2.raw.FS_RECTF(300, 800, 400, 785)
        pypdfium2.raw.FPDFAnnot_SetRect(note, ctypes.byref(rect))
        pypdfium2.raw.FPDFPage_CloseAnnot(note)
    page.close()
    source.save(tmp_path / "with.pdf")
    converted = read(tmp_path / "with.pdf", tmp_path)
    assert [a.name for a in converted.attachments] == ["Bilag 1.txt"]
    assert [(c["kind"], c["text"], c["page"]) for c in converted.meta["comments"]] == [("note", "Sjekk dette", 1)]
    assert "Sjekk dette" not in converted.markdown
    assert "STEMPLET" in converted.markdown


def test_turned_pages_give_the_same_words_and_fitting_boxes(tmp_path):
    upright = read("own_no_2col.pdf", tmp_path)
    for turn in (90, 180, 270):
        source = pypdfium2.PdfDocument(DATA / "own_no_2col.pdf")
        for page in source:
            page.set_rotation(turn)
        source.save(tmp_path / "turned.pdf")
        turned = read(tmp_path / "turned.pdf", tmp_path)
        assert turned.markdown == upright.markdown
        assert (turned.pages[0].width > turned.pages[0].height) == (turn != 180)


def test_repeated_footnotes_are_no_footers(tmp_path):
    source = pypdfium2.PdfDocument(DATA / "own_no_1col.pdf")
    many = pypdfium2.PdfDocument.new()
    for _ in range(5):
        many.import_pages(source)
    many.save(tmp_path / "many.pdf")
    text = read(tmp_path / "many.pdf", tmp_path).markdown
    for note in TRUTH["norwegian_footnotes"].values():
        assert text.count(note) == 5


def test_long_files_are_read_in_stretches_with_the_same_result(tmp_path, monkeypatch):
    source = pypdfium2.PdfDocument(DATA / "own_no_1col.pdf")
    many = pypdfium2.PdfDocument.new()
    for _ in range(6):
        many.import_pages(source)
    many.save(tmp_path / "many.pdf")
    whole = read(tmp_path / "many.pdf", tmp_path)
    monkeypatch.setattr("engine.convert.pdf.document.WHOLE_PAGES", 4)
    monkeypatch.setattr("engine.convert.pdf.document.PAGES_AT_A_TIME", 3)
    monkeypatch.setattr("engine.convert.pdf.document.WORD_BOX_PAGES", 4)
    parts = read(tmp_path / "many.pdf", tmp_path)
    assert parts.markdown == whole.markdown
    assert parts.pages == whole.pages
    assert len(parts.boxes) < len(whole.boxes) / 5, "a box per line"
