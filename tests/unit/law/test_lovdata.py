"""Lovdata's files: parts, labels, notes, status, and the same result from the file as served and as indented."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from engine.errors import UserFacingError
from engine.law import LawAct, read_law
from engine.law.lovdata import looks_like
from engine.law.status import act_status, earliest

DATA = Path(__file__).parents[2] / "data" / "law"
DAY = date(2025, 11, 8)  # the day of the collection the files are from


def act(name: str) -> LawAct:
    return read_law((DATA / f"nl-{name}.xml").read_bytes(), f"nl/nl-{name}.xml", DAY)


def text_of(read: LawAct) -> str:
    return "\n".join(block for part in read.parts for block in part.blocks)


def minified(data: bytes) -> bytes:
    """The file as Lovdata serves it: one line, no white space between elements."""
    root = etree.fromstring(data)
    for element in root.iter():
        if element.text and not element.text.strip() and "\n" in element.text:
            element.text = None
        if element.tail and not element.tail.strip() and "\n" in element.tail:
            element.tail = None
    body = etree.tostring(root, encoding="unicode", with_tail=False)
    assert "\n" not in re.sub(r">[^<]*<", "><", body)
    return ("<!DOCTYPE html>" + body).encode("utf-8")


@pytest.mark.parametrize(
    ("name", "sections", "status"),
    [
        ("19920703-093", 60, "in_force"),
        ("18880623-003", 13, "in_force"),
        ("20150619-063", 0, "in_force"),
        ("20250620-104", 16, "future"),
    ],
)
def test_sections_and_status(name: str, sections: int, status: str) -> None:
    read = act(name)
    assert len(read.sections) == sections
    assert read.status == status
    assert len({part.key for part in read.parts}) == len(read.parts)


def test_metadata() -> None:
    read = act("19920703-093")
    assert (read.source_id, read.refid) == ("LOV-1992-07-03-93", "lov/1992-07-03-93")
    assert (read.short_title, read.abbreviation) == ("Avhendingslova", "avhl")
    assert read.title == "Lov om avhending av fast eigedom (avhendingslova)"
    assert read.in_force_date == date(1993, 1, 1)
    assert read.version_date is not None
    assert read.version_date.year >= 2022
    assert read.language == "nn"
    first = next(p for p in read.sections if p.label == "§ 3-9")
    assert first.path == ("Kapittel 3. Tilstand og tilhøyrsle",)
    assert first.key == "NL/lov/1992-07-03-93/§3-9"
    assert first.notes.startswith("Endra med lov 7 juni 2019 nr. 20")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.xml")), ids=lambda path: path.stem)
def test_served_and_indented_files_read_the_same(path: Path) -> None:
    data = path.read_bytes()
    indented, served = read_law(data, path.name, DAY), read_law(minified(data), path.name, DAY)
    assert served.parts == indented.parts
    assert served.meta == indented.meta
    assert served.title == indented.title


def test_list_labels_stand_in_the_text() -> None:
    read = act("19880429-021")
    labels = re.findall(r"^\s*(\w{1,2}[.)]) ", text_of(read), re.MULTILINE)
    assert "a)" in labels or "a." in labels
    raw = (DATA / "nl-19880429-021.xml").read_text(encoding="utf-8")
    assert len(labels) >= raw.count('<li data-name="')


def test_numbered_paragraphs_keep_their_number_once() -> None:
    part = next(p for p in act("19880429-021").sections if p.label == "§ 9")
    assert all(not re.match(r"(\(\d\)|\d\.) \1", block) for block in part.blocks)


def test_amendment_notes_and_footnotes_are_kept_apart() -> None:
    read = act("19921204-121")
    assert any(re.match(r"\d+ ", note) for part in read.parts for note in part.notes.splitlines())
    assert not re.search(r"^Endret ved lov", text_of(act("19880429-021")), re.MULTILINE)
    assert any(part.notes.startswith("Endret ved lov") for part in act("19880429-021").parts)


def test_future_wording_is_no_section_of_this_act() -> None:
    read = act("20110415-011")
    future = [part for part in read.parts if part.kind == "future"]
    assert future
    assert {part.status for part in future} == {"future"}
    assert all(part.label is None for part in future)
    assert any((part.heading or "").startswith("§ 2-7 a") for part in future)
    assert not read.sections


def test_repealed_section_is_kept_as_such() -> None:
    data = (DATA / "nl-18880623-003.xml").read_bytes()
    assert b"data-repealeddate" in data
    repealed = [part for part in act("18880623-003").parts if part.status == "repealed"]
    assert [part.kind for part in repealed] == ["section"]
    before = read_law(data, "", date(1900, 1, 1))
    assert all(part.status == "in_force" for part in before.parts if part.kind == "section")


def test_tables_are_rows_with_bars() -> None:
    rows = [line for line in text_of(act("19510629-034")).splitlines() if " | " in line]
    assert len(rows) >= 2
    assert len({row.count(" | ") for row in rows}) <= 2


def test_table_of_contents_is_not_text() -> None:
    read = act("19920703-093")
    headings = [text for part in read.parts for _, text in part.opens]
    assert headings.count("Kapittel 3. Tilstand og tilhøyrsle") == 1
    assert "Kapittel 3. Tilstand og tilhøyrsle" not in text_of(read)


def test_no_word_is_lost() -> None:
    """Every word of the text stands in a block, a heading or a note; footnote markers and future titles apart."""
    for path in sorted(DATA.glob("*.xml")):
        root = etree.fromstring(path.read_bytes())
        main = root.find(".//main")
        assert main is not None
        for element in list(main.iter("sup", "span")):
            if element.get("class") in ("footnotereference", "futuretitle"):
                element.clear(keep_tail=True)
        read = read_law(path.read_bytes(), path.name, DAY)
        kept = [read.heading, text_of(read)]
        for part in read.parts:
            kept += [*(text for _, text in part.opens), part.notes, part.label or "", part.heading or ""]
        words = set(re.findall(r"\w+", " ".join(kept)))
        wanted = set(re.findall(r"\w+", " ".join(" ".join(main.itertext()).split()).replace("\u00ad", "")))
        assert wanted - words == set(), path.name


def test_damaged_and_foreign_files_are_refused_plainly() -> None:
    data = (DATA / "nl-20150619-063.xml").read_bytes()
    assert looks_like(data)
    assert not looks_like(b"<html><body>Lov om noe</body></html>")
    with pytest.raises(UserFacingError, match="not well-formed"):
        read_law(data[: len(data) // 2])
    with pytest.raises(UserFacingError, match="Lovdata"):
        read_law(b"<html><body/></html>")


def test_entities_are_not_resolved() -> None:
    bomb = b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><main>&x;</main></html>'
    with pytest.raises(UserFacingError):
        read_law(bomb)


@pytest.mark.parametrize(
    ("text", "status", "start"),
    [
        (None, "in_force", None),
        ("2006-01-01", "in_force", date(2006, 1, 1)),
        ("2015-10-01, 2008-03-07", "in_force", date(2008, 3, 7)),
        ("Kongen bestemmer", "future", None),
        ("Kongen fastset", "future", None),
        ("Ikkje i kraft", "future", None),
        ("Fra den tid Avtalen trer i kraft for Norge", "future", None),
        ("2026-01-01, Kongen bestemmer", "future", date(2026, 1, 1)),
        ("2025-07-01, Kongen bestemmer", "in_force", date(2025, 7, 1)),
        ("Kongen bestemmer, 2004-01-01", "in_force", date(2004, 1, 1)),
        ("Inntektsåret 1998", "in_force", date(1998, 1, 1)),
        ("1966-05-06 med virkning fra 1963-01-01", "in_force", date(1963, 1, 1)),
        ("2018-01-01 – 2027-12-31", "in_force", date(2018, 1, 1)),
        ("2009-06-19 – 2012-06-30", "repealed", date(2009, 6, 19)),
        ("2009-06-19 – 2012-06-30, 2009-07-01", "in_force", date(2009, 6, 19)),
        ("2020-05-11, oppheves 2026-07-01", "in_force", date(2020, 5, 11)),
        ("2024-07-01, oppheves 2025-07-01", "repealed", date(2024, 7, 1)),
    ],
)
def test_in_force_texts(text: str | None, status: str, start: date | None) -> None:
    assert act_status(text, DAY) == status
    assert earliest(text) == start
