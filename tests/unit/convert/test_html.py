"""Web pages: what is shown comes out, with numbers as printed; what is not shown stays out."""

import pytest

from engine.convert.errors import ConversionFailed
from tests.unit.convert.samples import read


def page(folder, text: str, encoding: str = "utf-8"):
    path = folder / "page.html"
    path.write_bytes(f"<!doctype html><html>{text}</html>".encode(encoding))
    return read(path, folder)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<h2>§ 3</h2><p>Tekst<br>ny linje", "## § 3\n\nTekst\nny linje"),
        ("<ol type=a><li>en<li>to</ol>", "a. en\n\nb. to"),
        ("<ol start=5><li>fem<li value=9>ni</ol>", "5. fem\n\n9. ni"),
        ("<ol reversed><li>x<li>y</ol>", "2. x\n\n1. y"),
        ("<ol style='list-style-type: lower-roman'><li>x<li>y</ol>", "i. x\n\nii. y"),
        ("<ul><li>a<ul><li>b</ul></ul>", "- a\n\n- b"),
        ("<p>kost&shy;nader&nbsp;5<sup>2</sup> «x»", "kostnader 5² «x»"),
        ("<nav>meny</nav><p>a</p><script>b</script><p hidden>c<p style='display:none'>d<svg><text>e</text></svg>", "a"),
        ("<p>gammel <del>5</del><ins>6</ins> og <s>7</s>", "gammel 6 og 7"),
        ("<blockquote>sitat</blockquote><pre>a\n  b</pre>", "sitat\n\na\nb"),
        ("<p># ikke overskrift<p>1. ledd<p>| x", "\\# ikke overskrift\n\n1. ledd\n\n\\| x"),
        (
            "<table><tr><th>a<th>b|c<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a | b\\|c |\n| --- | --- |\n| 1 | 2 |\n| 1 | 3 |",
        ),
        ("<table><tr><td>ramme</td></tr><tr><td>mer</td></tr></table>", "ramme\n\nmer"),
        ("<table><tr><td><table><tr><td>x<td>y</table><td>side</table>", "| x | y |\n| --- | --- |\n\nside"),
        ("<img src='data:image/png;base64,AAAA'><p>a<img src=http://sporing.no/1.gif>", "a"),
    ],
)
def test_rendering(tmp_path, source, wanted):
    assert page(tmp_path, source).markdown == wanted


def test_encoding_by_declaration_and_by_guess(tmp_path):
    assert page(tmp_path, "<meta charset=iso-8859-1><p>Sørbø", "latin-1").markdown == "Sørbø"
    assert page(tmp_path, "<p>Sørbø § 3", "cp1252").markdown == "Sørbø § 3"


def test_title_links_and_deleted_text_are_beside_the_text(tmp_path):
    converted = page(tmp_path, "<title>Dom  1</title><p><a href='https://a.no'>her</a><del>bort</del>")
    assert converted.title == "Dom 1"
    assert converted.meta["links"] == ["https://a.no"]
    assert converted.meta["deleted"] == ["bort"]


def test_contract_saved_by_a_word_processor(tmp_path):
    text = read("own_kontrakt.html", tmp_path).markdown
    assert "avhendingslova § 4-19. Utbedringskostnader dekkes." in text
    assert "| 1 | Drenering \\| grøft | 310 000 |" in text
    assert "a. overlevere nøkler" in text


def test_a_page_of_scripts_has_no_text(tmp_path):
    with pytest.raises(ConversionFailed) as caught:
        page(tmp_path, "<body><script>build()</script></body>")
    assert caught.value.kind == "no_text"


def test_deep_nesting_keeps_the_words(tmp_path):
    assert "innerst" in page(tmp_path, "<div>" * 3000 + "innerst").markdown
