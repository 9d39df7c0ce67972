"""The report of an answer: every quote in it, nothing unverified in quotation marks, nothing of the sources as markup."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from engine.report.build import Report, build, reading_text
from engine.report.html import html
from engine.report.markdown import markdown
from engine.types import Answer, Claim, Document, Page, Passage, Quote, Searched
from tests.unit.report.test_answer_json import answers

ACT = Document(
    "1-aaa", 1, "Lover", "LOV-2005-06-17-62", "Lov om arbeidsmiljø (arbeidsmiljøloven)", "Arbeidsmiljøloven", "aml", "no",
    "in_force", "b1" * 32, "law", "1", 3,
)  # fmt: skip
CONTRACT = Document(
    "2-bbb", 2, "Sak", "Avtaler/Avtale & <vedlegg>.pdf", "Avtale & <vedlegg>", None, None, "no", "repealed", "c2" * 32, "pdf", "1",
    3, (Page(1, None, 0, 9), Page(2, "iv", 9, 99)),
)  # fmt: skip
DOCUMENTS = {d.id: d for d in (ACT, CONTRACT)}
WHEN = datetime(2026, 12, 1, 14, 5, tzinfo=UTC)


def quote(document: Document, label: str | None, text: str, status: str = "verified", page: int | None = None) -> Quote:
    return Quote(
        document.id, document.source_id, document.title, label, f"{document.id}-0", 10, 10 + len(text), page, text, status,  # type: ignore[arg-type]
    )  # fmt: skip


GOOD = quote(ACT, "§ 15-3", "gjelder en oppsigelsesfrist\npå **minst** én måned \\(jf. § 15-4\\)")
PAGED = quote(CONTRACT, "3.2", "Oppsigelsestiden er <b>tre</b> måneder & ikke mer.", page=2)
LOST = quote(CONTRACT, None, "Partene har avtalt fem måneder.", "not_found")
BLIND = quote(replace(CONTRACT, id="9-gone", title="Skann"), None, "Det er avtalt seks måneder.", "cannot_check")
ANSWER = Answer(
    "Hvor lang er <fristen> i en avtale?", True,
    (Claim("Fristen er minst én måned.", (GOOD,)), Claim("Avtalen sier tre & 7 måneder.", (PAGED, GOOD, LOST, BLIND), ("7",))),
    (GOOD, quote(ACT, "§ 15-3 (2)", "skal oppsigelsesfristen være minst to måneder")),
    (Searched(("frist <måned>", "oppsigelse"), ("Lover",), 1),), ("1-aaa-0", "5-xyz-1", "1-aaa-0"), ("1-aaa-5",), "liten-modell", 2,
    10, 20, 0.1, 3.0, ("Ett dokument ble ikke åpnet.",),
)  # fmt: skip
READ = {
    "1-aaa-0": Passage(
        "1-aaa-0",
        "1-aaa",
        ACT.source_id,
        "Lover",
        ACT.title,
        0,
        "section",
        "§ 15-3",
        None,
        (),
        0,
        9,
        None,
        "in_force",
        "",
    )
}


def report(answer: Answer = ANSWER) -> Report:
    return build(answer, DOCUMENTS, READ, WHEN)


def page(answer: Answer = ANSWER) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(html(report(answer)), parser=lxml_html.HTMLParser(encoding="utf-8"))


def text(element: lxml_html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_quotes_are_numbered_once_in_order() -> None:
    laid = report()
    assert [q.number for q in laid.quotes] == [1, 2, 3, 4, 5]
    assert [c.numbers for c in laid.claims] == [(1,), (2, 1, 3, 4)]
    assert [[q.number for q in c.quotes] for c in laid.claims] == [[1], [2, 3, 4]]
    assert [q.number for q in laid.evidence] == [5]
    assert [(s.number, s.quotes) for s in laid.sources] == [(1, (1, 5)), (2, (2, 3)), (3, (4,))]


def test_only_verified_words_stand_in_quotation_marks() -> None:
    blocks = page().findall(".//blockquote")
    assert [text(b) for b in blocks] == [
        "«gjelder en oppsigelsesfrist på minst én måned (jf. § 15-4)»",
        "«Oppsigelsestiden er <b>tre</b> måneder & ikke mer.»",
        "«skal oppsigelsesfristen være minst to måneder»",
    ]
    for written in (html(report()), markdown(report())):
        for lost in (LOST, BLIND):
            assert not re.search(rf"[«“\"]\s*{re.escape(lost.text)}", written)
            assert lost.text in written
    unverified = [text(e) for e in page().find_class("unverified")]
    assert "Ikke funnet i kilden" in unverified[0]
    assert "Kunne ikke kontrolleres" in unverified[1]


def test_it_is_whole_html_that_fetches_nothing() -> None:
    written = html(report())
    root = page()
    assert root.get("lang") == "nb"
    assert root.findtext(".//title") == "Hvor lang er <fristen> i en avtale? · Ordrett"
    assert not root.xpath("//script | //link | //img | //iframe | //b | //@src | //@onclick")
    assert all(link.startswith("#") for link in root.xpath("//@href"))
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in root.xpath("//@href")} <= set(ids)
    style = root.findtext(".//style")
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src 'none'" in written
    etree.fromstring(
        re.sub(r"<(meta)([^>]*)>|<br>", lambda m: f"<{m[1] or 'br'}{m[2] or ''}/>", written.partition("\n")[2])
    )


def test_sources_carry_what_another_lawyer_needs() -> None:
    sources = [text(e) for e in page().xpath("//section[@class='sources']//li")]
    assert "LOV-2005-06-17-62" in sources[0]
    assert "b1" * 32 in sources[0]
    assert "Avtaler/Avtale & <vedlegg>.pdf" in sources[1]
    assert "opphevet" in sources[1]
    assert "ikke tilgjengelig" in sources[2]
    places = [text(e) for e in page().xpath("//cite")]
    assert places[0] == "Arbeidsmiljøloven, § 15-3"
    assert places[1] == "Avtale & <vedlegg>, 3.2, s. iv (s. 2 i filen)"


def test_the_log_says_what_was_searched_and_read() -> None:
    log = text(page().xpath("//section[@class='log']")[0])
    for words in (
        "frist <måned>",
        "i Lover",
        "1 sted funnet",
        "Arbeidsmiljøloven · § 15-3",
        "5-xyz-1",
        "liten-modell",
        "Ett dokument",
    ):
        assert words in log
    assert log.count("Arbeidsmiljøloven · § 15-3") == 1
    assert "1. desember 2026 kl. 14.05" in text(page())
    assert "3 av 5 sitater" in text(page())
    assert "Står ikke i sitatene 7" in text(page())


def test_what_the_engine_says_is_said_in_the_reports_language() -> None:
    notes = (
        "No sentence that answers the question was found.",
        "No model was used: these are near.",
        "Noe helt annet.",
    )
    log = text(page(replace(ANSWER, notes=notes)).xpath("//section[@class='log']")[0])
    assert "Ingen setning som besvarer spørsmålet, ble funnet." in log
    assert "No model was used" not in log
    assert "Noe helt annet." in log


def test_english_not_settled_without_a_model() -> None:
    answer = replace(
        ANSWER, question="Does the law give the supplier a right?", settled=False, claims=(), evidence=(GOOD,), model="none", read=(),
        searched=(), left_out=(),
    )  # fmt: skip
    root = page(answer)
    assert root.get("lang") == "en"
    for words in (
        "Not settled by the sources",
        "The quote is verified word for word",
        "No language model was used",
        "No search was recorded",
    ):
        assert words in text(root)
    assert text(root.find(".//blockquote")).startswith("“gjelder")
    assert root.find(".//blockquote").get("lang") == "no"


def test_markdown_reads_as_its_own_text() -> None:
    written = markdown(report())
    shown = MarkdownIt("commonmark").render(written)
    root = lxml_html.fragment_fromstring(shown, create_parent="div")
    assert not root.xpath(".//b | .//vedlegg")
    assert [text(b) for b in root.findall(".//blockquote")][1].startswith(
        "«Oppsigelsestiden er <b>tre</b> måneder & ikke mer.»"
    )
    assert text(root.find(".//h1")) == "Hvor lang er <fristen> i en avtale?"
    assert "b1" * 32 in text(root)


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("**Kort** og\n  godt", "Kort og godt"),
        (r"1\. januar \[sic\]", "1. januar [sic]"),
        ("a ** b ** c", "a ** b ** c"),
        ("2 * 3 * 4 = 24", "2 * 3 * 4 = 24"),
        ("", ""),
    ],
)
def test_reading_text(stored: str, read: str) -> None:
    assert reading_text(stored) == read


@settings(max_examples=60, deadline=None)
@given(answer=answers)
def test_any_answer_at_all(answer: Answer) -> None:
    laid = build(answer, {}, None, WHEN)
    assert markdown(laid).startswith("# ")
    root = lxml_html.document_fromstring(html(laid).encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    distinct = {(q.document, q.start, q.end, q.text) for c in answer.claims for q in c.quotes} | {
        (q.document, q.start, q.end, q.text) for q in answer.evidence
    }
    assert len(root.find_class("quote")) + len(root.find_class("unverified")) == len(distinct)
    assert not root.xpath("//script | //img | //@onclick")
