"""Splitting: the invariants over any text, and what a reader of contracts expects of labels and headings."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.importing.blocks import read_blocks
from engine.importing.labels import clause_label, heading_label
from engine.importing.split import LEAST, MOST, split
from engine.types import Page

WORDS = "Partene skal varsle hverandre uten opphold. Fristen er 14 dager etter § 3-9. Kjøper kan heve kjøpet."
LINES = st.one_of(
    st.sampled_from(
        ["", "", "# Avtale", "## 3.2 Betaling", "### § 1. Formål", "Under", "=====", "-----", "| a | b |", "|---|---|",
         "- punkt", "1. ledd", "```", "[^1]: Se vedlegg.", "Se[^1] dette.", "3.1 Kjøperen betaler.", "---", "    innrykk"]
    ),
    st.integers(1, 40).map(lambda n: WORDS * n),
    st.text(max_size=60),
    st.integers(1, 3000).map(lambda n: "x" * n),
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=40).map("\n".join)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
@example("```\n# ikke overskrift\n```\n# overskrift")
@example("# A\n\n## B")
@example("\n\n\ntekst")
@example("tekst\r\nmer\r\n# A\r\n")
def test_passages_tile_any_text(markdown: str) -> None:
    passages = split(markdown)
    assert "".join(markdown[p.start : p.end] for p in passages) == (markdown if markdown.strip() else "")
    assert all(p.start < p.end for p in passages)
    assert passages == split(markdown)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_passage_goes_over_a_heading(markdown: str) -> None:
    headings = [block for block in read_blocks(markdown) if block.kind == "heading"]
    for passage in split(markdown):
        inside = [h for h in headings if passage.start <= h.start < passage.end]
        if inside:  # only empty headings may stand before the text: nothing but headings up to the last
            assert not markdown[passage.start : inside[0].start].strip()
            for one, after in pairwise(inside):
                assert one.end == after.start


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_row_is_cut(markdown: str) -> None:
    rows = [block for block in read_blocks(markdown) if block.kind == "row"]
    cuts = {p.start for p in split(markdown)}
    for row in rows:
        assert not any(row.start < cut < row.start + len(markdown[row.start : row.end].rstrip()) for cut in cuts)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=30))
@settings(max_examples=200, deadline=None)
def test_lengths_where_the_text_allows(counts: list[int]) -> None:
    markdown = "# Avtale\n\n" + "\n\n".join("Kjøper betaler innen fristen som er satt her. " * n for n in counts)
    sizes = [p.end - p.start for p in split(markdown)]
    assert max(sizes) <= MOST + len("# Avtale\n\n")
    if len(markdown) >= LEAST:
        assert sum(size < LEAST for size in sizes) <= max(1, len(sizes) // 4)


def test_path_heading_and_label() -> None:
    markdown = "# Kjøpekontrakt\n\n## 3 Betaling\n\n### 3.2 Forsinkelse\n\nRente løper.\n\n## § 4. Mangler\n\nTekst."
    first, second = split(markdown)
    assert (first.label, first.heading, first.path) == ("3.2", "Forsinkelse", ("Kjøpekontrakt", "3 Betaling"))
    assert markdown[first.start : first.end].startswith("# Kjøpekontrakt")
    assert (second.label, second.heading, second.path) == ("§ 4", "Mangler", ("Kjøpekontrakt",))


def test_numbered_clauses_give_the_label() -> None:
    clause = "The Supplier shall deliver the Services with due care and in time for every Milestone. " * 6
    markdown = f"# MSA\n\n4.1 {clause}\n\n4.2 {clause}\n\n4.3 Short.\n\n4.4 Shorter.\n\n"
    labels = [p.label for p in split(markdown)]
    assert labels[0] == "4.1"
    assert labels[1].startswith("4.2")
    assert "".join(label or "" for label in labels).count("4.") >= 3


def test_long_table_is_cut_between_rows() -> None:
    table = "| Dato | Beløp |\n|---|---|\n" + "".join(
        f"| {n}.1.2024 | {n * 1000} kr for levert arbeid |\n" for n in range(1, 200)
    )
    markdown = f"## Regning\n\n{table}"
    passages = split(markdown)
    assert len(passages) > 3
    for passage in passages:
        text = markdown[passage.start : passage.end]
        assert len(text) <= MOST + 100
        assert all(line.endswith(" |") or line.startswith(("##", "|---")) for line in text.splitlines() if line)


def test_footnote_stays_with_its_passage_or_is_its_note() -> None:
    body = "Kravet foreldes etter tre år, jf. note.[^1] " + "Mer tekst om saken. " * 60
    near = split(f"# A\n\n{body}\n\n[^1]: Foreldelsesloven § 2.\n\n" + "Andre ting. " * 200)
    assert "[^1]: Foreldelsesloven" in f"# A\n\n{body}\n\n[^1]: Foreldelsesloven § 2.\n\n"[near[0].start : near[0].end]
    far_text = f"# A\n\n{body}\n\n# B\n\n" + "Andre ting. " * 200 + "\n\n[^1]: Foreldelsesloven § 2."
    far = split(far_text)
    assert far[0].notes == "1 Foreldelsesloven § 2."


def test_page_of_each_passage() -> None:
    one, two = "Side en. " * 150, "Side to. " * 150
    markdown = f"{one}\n\n{two}"
    pages = (Page(1, None, 0, len(one) + 2), Page(2, "ii", len(one) + 2, len(markdown)))
    found = split(markdown, pages)
    assert found[0].page == 1
    assert found[-1].page == 2


def test_headings_in_code_and_front_matter_are_not_headings() -> None:
    passages = split("---\ntitle: x\n---\n\n# Ekte\n\n```\n# kode\n```\n\ntekst")
    assert [p.heading for p in passages] == [None, "Ekte"]


def test_white_space_alone_gives_nothing() -> None:
    assert split("") == split(" \n\n\t") == ()


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("§ 15-3. Oppsigelsesfrister", "§ 15-3", "Oppsigelsesfrister"),
        ("§ 573c Fristen der ordentlichen Kündigung", "§ 573c", "Fristen der ordentlichen Kündigung"),
        ("Art 8 Kansainväliset", "Art 8", "Kansainväliset"),
        ("Article 6 – Lawfulness", "Article 6", "Lawfulness"),
        ("3.2 Payment", "3.2", "Payment"),
        ("3. Definitions", "3", "Definitions"),
        ("Kapittel 4 Tilsyn", "Kapittel 4", "Tilsyn"),
        ("Schedule 2: Fees", "Schedule 2", "Fees"),
        ("IV. Gründe", "IV", "Gründe"),
        ("14. oktober 2024", None, "14. oktober 2024"),
        ("14 October 2024", None, "14 October 2024"),
        ("12.05.2024 Møte", None, "12.05.2024 Møte"),
        ("2024 Results", None, "2024 Results"),
        ("Delivery", None, "Delivery"),
        ("Partene", None, "Partene"),
    ],
)
def test_heading_labels(text: str, label: str | None, words: str) -> None:
    assert heading_label(text) == (label, words)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("3.2 The Supplier shall", "3.2"),
        ("**3.2** The Supplier", "3.2"),
        ("3.2.1. Kjøperen", "3.2.1"),
        ("§ 4 Kjøperen betaler", "§ 4"),
        ("§ 3-9 gjelder ikke her", None),
        ("1. Første punkt", None),
        ("10.5 % rente", None),
        ("12.5.2024 ble avtalen signert", None),
        ("3.500 kroner", None),
    ],
)
def test_clause_labels(text: str, label: str | None) -> None:
    assert clause_label(text) == label


def test_sentences_of_a_long_paragraph_are_whole() -> None:
    markdown = "Leieren skal varsle utleieren om skader på boligen uten unødig opphold. " * 120
    for passage in split(markdown):
        text = markdown[passage.start : passage.end]
        assert re.match(r"Leieren ", text)
        assert len(text) <= MOST
