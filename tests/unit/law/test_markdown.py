"""Acts as Markdown: the passages tile the text, sections stay whole, gold sentences stand in their section."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from engine.law import LawPart, read_law
from engine.law.acts import LawAct
from engine.law.markdown import HARD, TARGET, WHOLE, act_document
from engine.store.drafts import NewDocument

DATA = Path(__file__).parents[2] / "data" / "law"
DAY = date(2025, 11, 8)


def document(path: Path) -> NewDocument:
    return act_document(read_law(path.read_bytes(), path.name, DAY))


def invented(*parts: LawPart) -> NewDocument:
    return act_document(
        LawAct(
            "LOV-1", "lov/1", "nb", "Lov om prøver", None, None, "in_force", None, None, None, parts, "Lov om prøver"
        )
    )


def texts(read: NewDocument) -> list[str]:
    return [read.markdown[p.start : p.end] for p in read.passages]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.xml")), ids=lambda path: path.stem)
def test_passages_tile_the_text(path: Path) -> None:
    read = document(path)
    assert "".join(texts(read)) == read.markdown
    assert all(p.end > p.start for p in read.passages)
    assert read.markdown.startswith(f"# {read.title}\n")


def test_heading_line_belongs_to_its_section() -> None:
    read = document(DATA / "nl-19920703-093.xml")
    text = next(t for p, t in zip(read.passages, texts(read), strict=True) if p.label == "§ 3-9")
    assert text.startswith("### § 3-9. Eigedom selt «som han er» eller liknande\n\n")
    first = texts(read)[0]
    assert first.startswith("# Lov om avhending av fast eigedom (avhendingslova)\n\n## Kapittel 1.")


def test_gold_sentences_stand_in_one_passage_of_their_section() -> None:
    read = {d.source_id: d for d in map(document, sorted(DATA.glob("*.xml")))}
    gold = [json.loads(line) for line in (DATA / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert gold
    for entry in gold:
        act = read[entry["act"]]
        inside = [
            " ".join(text.split())
            for passage, text in zip(act.passages, texts(act), strict=True)
            if (passage.label or "").replace("§", "").replace(" ", "") == entry["section"]
        ]
        assert any(entry["sentence"] in text for text in inside), entry


def test_long_section_is_cut_at_paragraphs_and_keeps_its_label() -> None:
    blocks = tuple(f"({n}) " + "Ordene i dette leddet er mange. " * 20 for n in range(1, 9))
    read = invented(LawPart("section", "§ 1", "Ord", (), tuple(b.strip() for b in blocks), notes="Endret."))
    assert len(read.passages) > 1
    assert {p.label for p in read.passages} == {"§ 1"}
    assert [bool(p.notes) for p in read.passages] == [True] + [False] * (len(read.passages) - 1)
    assert "".join(texts(read)) == read.markdown
    for text in texts(read):
        assert len(text) <= TARGET + 100
        assert text.lstrip().startswith(("#", "("))


def test_section_of_ordinary_length_stays_whole() -> None:
    block = "Et ledd som er skrevet for prøven. " * 12
    read = invented(LawPart("section", "§ 1", None, (), (block.strip(),) * 5))
    assert WHOLE - 400 < len(read.markdown) < WHOLE
    assert len(read.passages) == 1


def test_text_without_paragraphs_is_cut_at_sentences() -> None:
    line = "Dette er en setning som hører til et svært langt avsnitt. " * 300
    read = invented(LawPart("text", None, None, (), (line.strip(),)))
    assert "".join(texts(read)) == read.markdown
    assert all(len(text) < HARD and text.rstrip().endswith(".") for text in texts(read))


def test_endless_sentence_is_cut_at_spaces() -> None:
    line = "Forskriften gjelder " + ", ".join(f"forordning (EU) nr. {n}/2011" for n in range(600)) + "."
    read = invented(LawPart("section", "§ 4", None, (), (line,)))
    assert "".join(texts(read)) == read.markdown
    assert len(read.passages) > 5
    assert all(len(text) < HARD for text in texts(read))
    assert not any(text.startswith(" ") for text in texts(read))


def test_sections_are_one_deeper_than_their_chapter() -> None:
    read = invented(
        LawPart("section", "§ 1", "A", ("Del 1", "Kap 1"), ("tekst",), opens=((1, "Del 1"), (2, "Kap 1"))),
        LawPart("section", "§ 2", None, ("Del 1", "Kap 1"), ("tekst",)),
    )
    assert read.markdown == (
        "# Lov om prøver\n\n## Del 1\n\n### Kap 1\n\n#### § 1. A\n\ntekst\n\n#### § 2.\n\ntekst\n\n"
    )
    assert [p.kind for p in read.passages] == ["section", "section"]


def test_act_without_any_part_is_still_a_document() -> None:
    read = invented()
    assert len(read.passages) == 1
    assert "".join(texts(read)) == read.markdown


def test_norwegian_forms_share_one_language() -> None:
    assert document(DATA / "nl-19920703-093.xml").language == "no"
