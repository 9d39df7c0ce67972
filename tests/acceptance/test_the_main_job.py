"""The main job from the command line, as a new user would do it: import, search, ask, verify, export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"
LABOUR_ACT = "LOV-2005-06-17-62"


def test_import_accounts_for_every_file(fresh: CommandLine, acts: Path) -> None:
    report = fresh("import", str(acts), "--kind", "law", "--json").json
    assert report["seen"] == report["documents"] + report["duplicates"] + len(report["needs_attention"]) + len(
        report["failed"]
    )
    assert report["documents"] == 10
    assert report["passages"] > 1000
    again = fresh("import", str(acts), "--kind", "law", "--json").json
    assert again["seen"] == again["documents"] + again["duplicates"] == 10
    assert [pack["documents"] for pack in fresh("pack", "list", "--json").lines] == [10]  # nothing was stored twice


def test_the_section_that_answers_is_among_the_first_three(ordrett: CommandLine) -> None:
    hits = ordrett("search", "oppsigelsesfrist seks år", "--json").lines
    assert (LABOUR_ACT, "§ 15-3") in [(hit["source_id"], hit["label"]) for hit in hits[:3]]


@pytest.mark.parametrize(
    "query", ["aml. § 15-7", "arbeidsmiljøloven § 15–7", "aml 15-7", "arbeidsmiljøloven paragraf 15-7"]
)
def test_a_citation_finds_its_section_first(ordrett: CommandLine, query: str) -> None:
    first = ordrett("search", query, "--json").lines[0]
    assert (first["source_id"], first["label"]) == (LABOUR_ACT, "§ 15-7")


def test_hits_have_the_promised_fields_and_mark_what_matched(ordrett: CommandLine) -> None:
    hit = ordrett("search", "skjulte mangler eiendom", "--limit", "1", "--json").lines[0]
    promised = {
        "passage",
        "document",
        "source_id",
        "pack",
        "title",
        "label",
        "path",
        "page",
        "score",
        "text",
        "matched",
    }
    assert promised <= hit.keys()
    assert hit["matched"]
    assert all(word in hit["text"] for word in hit["matched"])


def test_a_batch_of_searches_keeps_its_ids(ordrett: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(
        '{"id": 7, "queries": ["foreldelse", "foreldelsesfrist"], "limit": 3}\n{"id": "b", "queries": ["mangel"]}\n',
        encoding="utf-8",
    )
    lines = ordrett("search", "--batch", str(file), "--json").lines
    assert [line["id"] for line in lines] == [7, "b"]
    assert len(lines[0]["hits"]) == 3
    assert all("ms" in line for line in lines)


def test_asking_without_a_model_quotes_the_section_and_verify_catches_a_changed_word(
    ordrett: CommandLine, tmp_path: Path
) -> None:
    done = ordrett("ask", QUESTION, "--model", "none", "--json")
    assert done.code == 0, done.err
    answer = done.json
    assert answer["settled"] is True
    quotes = [quote for claim in answer["claims"] for quote in claim["quotes"]]
    assert any(q["source_id"] == LABOUR_ACT and q["label"] == "§ 15-3" and q["status"] == "verified" for q in quotes)

    saved = tmp_path / "answer.json"
    saved.write_text(done.out, encoding="utf-8")
    assert ordrett("verify", str(saved)).code == 0

    quotes[0]["text"] = quotes[0]["text"].replace(" ", " ikke ", 1)
    saved.write_text(json.dumps(answer), encoding="utf-8")
    changed = ordrett("verify", str(saved))
    assert changed.code == 1
    assert len(changed.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Hur lång är uppsägningstiden enligt svensk rätt?",
        "Hvor lang er oppsigelsestiden etter svensk rett?",
        "Hva er høyeste promille for å kjøre snøscooter på Svalbard?",
    ],
)
def test_what_the_file_does_not_settle_is_not_settled(ordrett: CommandLine, question: str) -> None:
    answer = ordrett("ask", question, "--model", "none", "--json").json
    assert answer["settled"] is False
    assert answer["searched"]


@pytest.mark.parametrize(("form", "opening"), [("html", "<!doctype html>"), ("md", "# ")])
def test_export_writes_the_quotes(ordrett: CommandLine, tmp_path: Path, form: str, opening: str) -> None:
    saved = tmp_path / "answer.json"
    saved.write_text(ordrett("ask", QUESTION, "--model", "none", "--json").out, encoding="utf-8")
    report = tmp_path / f"rapport å.{form}"
    assert ordrett("export", str(saved), "--format", form, "-o", str(report)).code == 0
    text = report.read_text(encoding="utf-8")
    assert text.lower().startswith(opening)
    assert "§ 15-3" in text


def test_a_pack_that_is_off_is_never_searched(fresh: CommandLine, acts: Path) -> None:
    fresh("import", str(acts), "--kind", "law")
    name = fresh("pack", "list", "--json").lines[0]["name"]
    assert fresh("pack", "off", name, "--json").json["on"] is False
    assert fresh("search", "foreldelse", "--json").lines == []
    assert fresh("search", "foreldelse", "--pack", name, "--json").lines == []
    fresh("pack", "on", name)
    assert fresh("search", "foreldelse", "--json").lines


def test_one_matter_never_sees_another(ordrett: CommandLine, tmp_path: Path) -> None:
    note = tmp_path / "hemmelig notat.md"
    note.write_text("# Notat\n\nKlienten Tjodolv Kråkenes eier en grønn hoppeball.\n", encoding="utf-8")
    ordrett("matter", "create", "Sak A")
    ordrett("matter", "create", "Sak B")
    assert ordrett("import", str(note), "--matter", "Sak A", "--json").json["documents"] == 1
    assert ordrett("search", "hoppeball", "--matter", "Sak A", "--json").lines
    assert ordrett("search", "hoppeball", "--matter", "Sak B", "--json").lines == []
    assert ordrett("search", "hoppeball", "--json").lines == []


def test_reading_and_outline_lead_from_a_hit_to_its_text(ordrett: CommandLine) -> None:
    hit = ordrett("search", "oppsigelsesfrist", "--limit", "1", "--json").lines[0]
    passage = ordrett("read", hit["passage"], "--json").json
    assert passage["text"] == hit["text"]
    outline = ordrett("outline", hit["document"], "--json").lines
    assert hit["passage"] in [entry["passage"] for entry in outline]
    documents = ordrett("documents", "--json").lines
    assert hit["document"] in [document["document"] for document in documents]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["search"], 1),
        (["search", "x", "--pack", "finnes ikke"], 1),
        (["search", "x", "--limit", "0"], 2),
        (["import", "/finnes/ikke.pdf"], 1),
        (["read", "tull"], 1),
        (["verify", "/finnes/ikke.json"], 1),
        (["matter", "create", ""], 1),
        (["ask"], 1),
        (["nonsense"], 2),
    ],
)
def test_errors_are_one_plain_line(ordrett: CommandLine, arguments: list[str], code: int) -> None:
    done = ordrett(*arguments)
    assert done.code == code
    assert "Traceback" not in done.err
    if code == 1:
        assert len(done.err.strip().splitlines()) == 1
