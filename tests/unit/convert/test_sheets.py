"""Workbooks and CSV: values as displayed, every sheet, hidden ones marked, nothing dropped without a word."""

import zipfile

import pytest

from engine.convert.errors import ConversionFailed
from engine.convert.sheets.csv import separator_of
from engine.convert.sheets.formats import shown
from tests.unit.convert.samples import read

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        ("1599.99", "General", "1599.99"),
        ("0.1", "General", "0.1"),
        ("3.0000000000000004", "General", "3"),
        ("318000", "#,##0", "318,000"),
        ("-1599.99", '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "($1,599.99)"),
        ("0.025", "0%", "3%"),
        ("0.125", "0.0 %", "12.5 %"),
        ("7", "000", "007"),
        ("1234567", '#,##0.0,,"m"', "1.2m"),
        ("1250", '"kr" #,##0', "kr 1,250"),
        ("12.5", "[$€-407] #,##0.00", "€ 12.50"),
        ("45383", "dd.mm.yyyy", "01.04.2024"),
        ("45383", "yyyy-mm-dd", "2024-04-01"),
        ("45383.78125", "d. mmmm yyyy h:mm", "1. April 2024 18:45"),
        ("0.75", "h:mm AM/PM", "6:00 PM"),
        ("1.5", "[h]:mm", "36:00"),
        ("0", '0.00;-0.00;"-"', "-"),
        ("198356388", "0.00E+00", "1.98E+08"),
        ("x", "0.00", "x"),
    ],
)
def test_number_formats(value, code, text):
    assert shown(value, code, False) == text


def test_dates_of_1904():
    assert shown("43921", "yyyy-mm-dd", True) == "2024-04-01"


def test_real_formats_and_strict_file(tmp_path):
    text = read("testEXCEL-formats.xlsx", tmp_path).markdown
    assert "| $1,599.99 | ($1,599.99) |" in text
    assert "At 4:20 AM on Thursday May 17, 2007" in text
    assert "19.99 dollars and cents" in text
    strict = read("testEXCEL.strict.xlsx", tmp_path).markdown
    assert "## First Sheet\n\nTest spreadsheet" in strict
    assert "| 1 | 10 | 2 | 13 |" in strict
    assert "this is some autoshape text" in read("testEXCEL_textbox.xlsx", tmp_path).markdown


def workbook(folder, sheets: dict[str, str], states: dict[str, str] | None = None):
    """A minimal workbook: name → the XML of its rows."""
    path = folder / "book.xlsx"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    names = list(sheets)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr(
            "[Content_Types].xml",
            '<Types xmlns="x"><Override ContentType="spreadsheetml.sheet.main+xml" PartName="/xl/workbook.xml"/></Types>',
        )
        out.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{relations}"><sheets>'
            + "".join(
                f'<sheet name="{n}" sheetId="{i}" r:id="r{i}" state="{(states or {}).get(n, "visible")}"/>'
                for i, n in enumerate(names)
            )
            + "</sheets></workbook>",
        )
        out.writestr(
            "xl/_rels/workbook.xml.rels",
            "<Relationships>"
            + "".join(
                f'<Relationship Id="r{i}" Type="x/worksheet" Target="worksheets/s{i}.xml"/>' for i in range(len(names))
            )
            + "</Relationships>",
        )
        for i, name in enumerate(names):
            out.writestr(
                f"xl/worksheets/s{i}.xml",
                f'<worksheet xmlns="{MAIN}"><sheetData>{sheets[name]}</sheetData></worksheet>',
            )
    return path


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_sparse_rows_hidden_sheets_and_formulas(tmp_path):
    rows = f'<row r="2">{cell("B2", "Post")}{cell("D2", "kr|nok")}</row><row r="3">{cell("B3", "Leie")}<c r="D3"><f>SUM(A1:A2)</f></c></row>'
    more = f'<row r="1">{cell("A1", "Tittel")}</row><row r="5">{cell("A5", "# ikke")}</row>'
    converted = read(workbook(tmp_path, {"Regnskap": rows, "Skjult": more, "Tom": ""}, {"Skjult": "hidden"}), tmp_path)
    assert converted.markdown == (
        "## Regnskap\n\n| Post | kr\\|nok |\n| --- | --- |\n| Leie | =SUM(A1:A2) |\n\n## Skjult (hidden sheet)\n\nTittel\n\n\\# ikke"
    )
    assert any("Hidden sheets" in warning for warning in converted.warnings)
    assert any("no stored result" in warning for warning in converted.warnings)


def test_empty_damaged_and_too_large(tmp_path, monkeypatch):
    with pytest.raises(ConversionFailed) as caught:
        read(workbook(tmp_path, {"Ark1": ""}), tmp_path)
    assert caught.value.kind == "no_text"
    with pytest.raises(ConversionFailed) as caught:
        read(workbook(tmp_path, {"Ark1": "<row><c>"}), tmp_path)
    assert caught.value.kind == "corrupt"
    monkeypatch.setattr("engine.convert.sheets.xlsx.MOST_CELLS", 10)
    rows = "".join(f'<row r="{n}">{cell(f"A{n}", "x")}{cell(f"B{n}", "y")}</row>' for n in range(1, 20))
    converted = read(workbook(tmp_path, {"Ark1": rows}), tmp_path)
    assert any("very large" in warning for warning in converted.warnings)
    far = f'<row r="1">{cell("A1", "x")}{cell("XFD1", "y")}</row>'  # the last column Excel has
    assert read(workbook(tmp_path, {"Ark1": far}), tmp_path).markdown == "x"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Navn;Beløp\r\nÅse;1 500,50\r\n".encode("cp1252"), "| Navn | Beløp |\n| --- | --- |\n| Åse | 1 500,50 |"),
        (b'a,b\n"x, y","to\nlinjer"\n', "| a | b |\n| --- | --- |\n| x, y | to linjer |"),
        (b"sep=;\na;b\n1;2\n", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("a\tb\n1\t2\n".encode("utf-16"), "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("bare én kolonne\nto\n".encode(), "bare én kolonne\n\nto"),
    ],
)
def test_csv(tmp_path, data, text):
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    assert read(path, tmp_path).markdown == text


def test_commas_of_figures_do_not_win_over_semicolons():
    assert separator_of("post;kr\nleie;1,5\nstrøm;2,5\n") == ";"
