"""The sample matters: complete, small, invented, and every quote of matter.toml stands in its source."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.resources import resources_folder
from tests.helpers import plain_text

SAMPLE = resources_folder() / "sample"
MOST_BYTES = 8 * 1024 * 1024
NOTICE = "Contains data under the Norwegian licence for Open Government data (NLOD) distributed by Lovdata"
MATTERS = tomllib.loads((SAMPLE / "matter.toml").read_text(encoding="utf-8"))["matter"]
INVENTED = tomllib.loads((SAMPLE / "invented.toml").read_text(encoding="utf-8"))
SCANS = ("(skannet).pdf", "(gescannt).pdf")


def case_folder(matter: dict[str, Any]) -> Path:
    return SAMPLE / next(pack for pack in matter["pack"] if pack["kind"] == "documents")["paths"][0]


def case_files(matter: dict[str, Any]) -> list[Path]:
    return sorted(path for path in case_folder(matter).rglob("*") if path.is_file())


def questions() -> Iterator[Any]:
    for matter in MATTERS:
        for question in matter["question"]:
            yield pytest.param(matter, question, id=f"{matter['id']}: {question['question']}")


@cache
def text_of(path: Path, inner: str = "", page: int = 0) -> str:
    """The text of a file of a matter, of one page, or of an attachment."""
    data = path.read_bytes()
    name = inner or path.name
    if inner:
        data = plain_text.attachment(data, inner)
    if name.endswith(SCANS):
        return plain_text.ocr(data)
    if name.endswith(".pdf"):
        pages = plain_text.pdf_pages(data)
        return pages[page - 1] if page else " ".join(pages)
    if name.endswith(".docx"):
        return plain_text.docx_text(data)
    if name.endswith(".eml"):
        return plain_text.mail_text(data)
    return plain_text.loose(data.decode("cp1252" if name.endswith(".txt") else "utf-8"))


@cache
def norwegian_acts() -> dict[str, str]:
    """Act by the name used in matter.toml."""
    folder = SAMPLE / "no" / "lover"
    rows = re.findall(r"^\| (nl/\S+) \| (\S+) \|", (folder / "LICENCE.md").read_text(encoding="utf-8"), re.M)
    texts = plain_text.acts_in(folder / "utvalgte-lover.tar.bz2")
    return {name: texts[member] for member, name in rows}


def law_text(matter: dict[str, Any], act: str, section: str) -> str:
    if matter["language"] == "no":
        return plain_text.law_section(norwegian_acts()[act], section)
    whole = next(
        path.read_text(encoding="utf-8")
        for path in (SAMPLE / "de" / "gesetze").glob("*.md")
        if f"({act})\n" in path.read_text(encoding="utf-8")
    )
    found = re.search(rf"^#+ {re.escape(section)} .*?(?=^#|\Z)", whole, re.M | re.S)
    assert found, f"{act} {section}"
    return plain_text.loose(found.group())


def stands(matter: dict[str, Any], source: dict[str, Any]) -> bool:
    """Whether the quote is in its source, and on its page."""
    if "act" in source:
        return source["quote"] in law_text(matter, source["act"], source["section"])
    name, _, inner = source["file"].partition("!")
    text = text_of(case_folder(matter) / name, inner, source.get("page", 0))
    return source["quote"] in text.replace("> ", "")


@pytest.mark.parametrize(("matter", "question"), list(questions()))
def test_every_quote_stands_in_its_source(matter: dict[str, Any], question: dict[str, Any]) -> None:
    places = question["source"] + question.get("not", [])
    assert not [place for place in places if not stands(matter, place)]
    assert question["kind"] in {"document", "law", "both", "figure", "version", "unsettled"}
    assert question["settled"] is (question["kind"] != "unsettled")
    assert question["need"] in {"any", "all"}


@pytest.mark.parametrize("matter", MATTERS, ids=lambda matter: matter["id"])
def test_what_is_imported_and_asked(matter: dict[str, Any]) -> None:
    """Every path exists, there are six to eight suggestions, and they show all that the program can do."""
    for pack in matter["pack"]:
        assert pack["kind"] in {"documents", "law"}
        assert all((SAMPLE / path).exists() for path in pack["paths"])
    suggested = [question for question in matter["question"] if question["suggest"]]
    assert 6 <= len(suggested) <= 8
    assert {"document", "law", "both", "figure", "unsettled"} <= {question["kind"] for question in suggested}


def test_the_files_are_those_a_lawyer_has() -> None:
    """Both matters hold PDF, Word, mail and notes; the Norwegian one a scan, a draft and a copy of the signed contract."""
    norwegian, german = MATTERS
    assert len(case_files(norwegian)) == 16
    assert len(case_files(german)) == 6
    for matter in MATTERS:
        assert {".pdf", ".docx", ".eml"} <= {path.suffix for path in case_files(matter)}
    folder = case_folder(norwegian)
    scan = next(path for path in case_files(norwegian) if path.name.endswith(SCANS))
    assert plain_text.pdf_pages(scan.read_bytes()) == [""]
    assert b"\xa7" not in (folder / "02 Skaden" / "Befaringsnotat 2024-11-05.md").read_bytes().replace(b"\xc2\xa7", b"")
    with pytest.raises(UnicodeDecodeError):
        (folder / "02 Skaden" / "Telefonnotater og tidslinje.txt").read_bytes().decode("utf-8")
    mail = (folder / "03 Brevveksling" / "2024-12-03 SV Signert kontrakt.eml").read_bytes()
    contract = folder / "01 Salget" / "Kjøpekontrakt 2024-04-19 signert.pdf"
    assert plain_text.attachment(mail, "Kjøpekontrakt signert.pdf") == contract.read_bytes()


def test_the_scan_can_be_read_with_its_section_signs() -> None:
    text = text_of(next(path for path in case_files(MATTERS[0]) if path.name.endswith(SCANS)))
    for words in (
        "forskrift § 13-15 krever",
        "håndverkertjenesteloven § 7 plikter",
        "14. oktober 2019",
        "140 000 kroner",
    ):
        assert words in text


def test_the_amounts_add_up() -> None:
    """What a litigator would reckon over: the price, the repair, the invoice and the claim."""
    folder = case_folder(MATTERS[0])

    def amounts(text: str, begin: str, end: str) -> list[int]:
        part = text[text.index(begin) : text.index(end, text.index(begin))]
        return [int(found.replace(" ", "")) for found in re.findall(r"\d{1,3}(?: \d{3})+", part)]

    repair = amounts(text_of(folder / "02 Skaden" / "Skaderapport 2024-11-20.pdf", "", 4), "Rigg", "Det er ikke gjort")
    *posts, work, unforeseen, net, tax, total = repair
    assert sum(posts) == work
    assert (
        (unforeseen, net, tax, total)
        == (work // 10, work + work // 10, net // 4, net + net // 4)
        == (45120, 496320, 124080, 620400)
    )
    claim = text_of(folder / "03 Brevveksling" / "Krav og varsel om søksmål 2024-12-02.docx")
    *heads, whole, own, claimed = amounts(claim, "Prisavslag, utbedring", "Beløpet bes betalt")
    assert sum(heads) == whole
    assert claimed == whole - own == 771_733
    assert round(5_650_000 / 168 / 2 * 7) == heads[1] == 117_708
    contract = text_of(folder / "01 Salget" / "Kjøpekontrakt 2024-04-19 signert.pdf", "", 1)
    assert 5_650_000 * 25 // 1000 + 500 + 500 == 142_250
    assert "kr 142 250" in contract
    assert "kr 5 792 250" in contract
    assert round(7 / 168 * 100, 1) == 4.2


def test_the_statement_of_service_charges_adds_up() -> None:
    """Each share is an eighth of its cost, and the demand is what the advance payments leave."""
    text = text_of(case_folder(MATTERS[1]) / "Betriebskostenabrechnung 2020.pdf", "", 1)

    def cents(number: str) -> int:
        return int(number.replace(".", "").replace(",", ""))

    shares = [
        (cents(whole), cents(part)) for whole, part in re.findall(r"([\d.]+,\d\d) Wohnfläche ([\d.]+,\d\d)", text)
    ]
    assert len(shares) == 10
    assert all(whole == 8 * part for whole, part in shares)
    assert sum(part for _, part in shares) + 98_477 - 12 * 24_000 == 41_237
    assert "Nachforderung 412,37" in text


def test_nobody_is_meant() -> None:
    """Every invented name is used, numbers fail their check digit, and no mail address could be somebody's."""
    for matter in MATTERS:
        everything = " ".join(text_of(path) for path in case_files(matter))
        if matter["id"] == "no":
            everything += text_of(
                case_folder(matter) / "02 Skaden" / "2024-10-10 Lekkasjesøk og faktura.eml", "Faktura 24-1187.pdf"
            )
        invented = INVENTED[matter["id"]]
        for name in invented["people"] + invented["organisations"] + invented["streets"]:
            assert name in everything, name
        assert not re.findall(r"[\w.-]+@(?![\w.-]*\.example\b)[\w.-]+\.\w+", everything)
        for number in re.findall(r"org\.nr\. (\d{3} \d{3} \d{3})", everything):
            assert number in invented["organisation_numbers"]
    for number in INVENTED["no"]["organisation_numbers"]:
        assert not passes(number, (3, 2, 7, 6, 5, 4, 3, 2))
    for number in INVENTED["no"]["account_numbers"]:
        assert not passes(number, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2))


def passes(number: str, weights: tuple[int, ...]) -> bool:
    """The modulus 11 check of Norwegian organisation and account numbers."""
    digits = [int(sign) for sign in number if sign.isdigit()]
    rest = -sum(digit * weight for digit, weight in zip(digits, weights, strict=False)) % 11
    return rest == digits[-1]


def test_the_law_is_unchanged_and_its_licence_beside_it() -> None:
    text = (SAMPLE / "no" / "lover" / "LICENCE.md").read_text(encoding="utf-8")
    assert NOTICE in text
    sums = dict(re.findall(r"^\| (nl/\S+) \| \S+ \| ([0-9a-f]{64}) \|$", text, re.M))
    acts = plain_text.acts_in(SAMPLE / "no" / "lover" / "utvalgte-lover.tar.bz2")
    assert len(acts) == 10
    assert sums == {name: hashlib.sha256(xml.encode("utf-8")).hexdigest() for name, xml in acts.items()}
    assert "§ 5 Abs. 1 UrhG" in (SAMPLE / "de" / "gesetze" / "LICENCE.md").read_text(encoding="utf-8")


def test_all_of_it_is_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < MOST_BYTES
