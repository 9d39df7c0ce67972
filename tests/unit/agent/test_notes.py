"""What the model is shown: short, under ids, each sentence once; tools stay within their caps."""

from __future__ import annotations

import pytest

from engine.agent.actions import Action, grammar
from engine.agent.evidence import bearing
from engine.agent.notes import evidence_note, whole_passage
from engine.agent.opening import opening
from engine.agent.ports import Profile
from engine.agent.prompts import last_lines, prompt
from engine.agent.shown import Shown, Source
from engine.agent.tools import TOOLS, Desk, use
from engine.text.language import LANGUAGES
from engine.types import SearchRequest
from tests.helpers.shelf import Shelf, working_life

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"


@pytest.fixture
def desk() -> Desk:
    shelf = working_life()
    return Desk(shelf, QUESTION, tuple(shelf.weigh(QUESTION)), Shown(), lambda kind, value: None)


def test_the_note_keeps_to_its_length_and_begins_with_the_best(desk: Desk) -> None:
    hits = desk.library.search(SearchRequest((QUESTION,))).hits
    found = bearing(QUESTION, hits, desk.words)
    long = evidence_note(Shown(), found, 3000, with_ids=False)
    short = evidence_note(Shown(), found, 400, with_ids=False)
    assert len(short) < 600 < len(long)
    assert short.splitlines()[0].startswith("[P1] Arbeidsmiljøloven (D1) § 15-3")


def test_sentences_are_sent_once_and_titles_with_the_first_appearance(desk: Desk) -> None:
    hits = desk.library.search(SearchRequest((QUESTION,))).hits
    found = bearing(QUESTION, hits, desk.words)
    shown = Shown()
    first = evidence_note(shown, found, 3000, with_ids=True)
    assert first.count("Arbeidsmiljøloven") == 1
    assert evidence_note(shown, found, 3000, with_ids=True) == ""


def test_reading_sends_only_what_is_new(desk: Desk) -> None:
    passage = Source.of(
        desk.library.read([desk.library.search(SearchRequest(("oppsigelsesfrist fem år",))).hits[0].passage])[0]
    )
    spans = passage.sentences()
    desk.shown.fresh(passage, spans[1:2])
    text = whole_passage(desk.shown, passage, 3000, with_ids=False)
    assert passage.text[slice(*spans[0])] in text
    assert passage.text[slice(*spans[1])] not in text
    assert "was shown above in full" in whole_passage(desk.shown, passage, 3000, with_ids=False)


def test_a_heading_is_no_sentence() -> None:
    shelf = Shelf(
        {"Act": [("§ 26", "Rapporteringsplikt", "§ 26. Rapporteringsplikt\n\nOpplysninger skal sendes til Økokrim.")]}
    )
    source = Source.of(shelf.passages()[0])
    assert [source.text[a:b] for a, b in source.sentences()] == ["Opplysninger skal sendes til Økokrim."]


def test_results_of_tools_keep_to_their_caps() -> None:
    sections = [
        (f"§ {n}", f"Oppsigelse nummer {n}", f"Oppsigelse nummer {n} skal være skriftlig og begrunnet. " * 30)
        for n in range(60)
    ]
    shelf = Shelf({f"Lov om oppsigelse {n}": sections for n in range(2)})
    desk = Desk(
        shelf, "Må oppsigelse være skriftlig?", tuple(shelf.weigh("oppsigelse skriftlig")), Shown(), lambda k, v: None
    )
    caps = {tool.name: tool.cap for tool in TOOLS}
    results = {
        "search": use(desk, Action("search", queries=("oppsigelse skriftlig",))),
        "read": use(desk, Action("read", ids=("P1", "P2"))),
        "find_document": use(desk, Action("find_document", name="oppsigelse")),
    }
    results["outline"] = use(desk, Action("outline", ids=(desk.shown.document_keys()[0],)))
    for name, text in results.items():
        assert 0 < len(text) <= caps[name] + 420, name
    assert "left out" in results["outline"]


def test_every_tool_says_what_it_takes() -> None:
    for tool in TOOLS:
        assert tool.schema["type"] == "object"
        assert set(tool.schema["required"]) == set(tool.schema["properties"])
        assert tool.description.endswith(".")


def test_a_document_is_found_by_name_or_not_at_all(desk: Desk) -> None:
    assert "Ferieloven" in use(desk, Action("find_document", name="ferieloven"))
    assert use(desk, Action("find_document", name="Straffeloven")) == "No document has a name like that."


def test_a_grammar_leaves_out_what_needs_an_id_while_there_is_none() -> None:
    text = grammar(("search", "read", "find_document", "outline", "answer"), Shown(), "words")
    root = text.splitlines()[0]
    assert "read" not in root
    assert "outline" not in root
    assert "search" in root


def test_prompts_name_the_language_and_have_no_hole() -> None:
    for language in LANGUAGES:
        assert last_lines()[language]
    with pytest.raises(KeyError):
        prompt("agent", tools="x")
    for role in ("agent", "chooser"):
        for quotes in ("words", "ids"):
            profile = Profile(role, quotes)  # type: ignore[arg-type]
            messages = opening(profile, QUESTION, [("Før?", "Ja.")], "the evidence")
            assert "Norwegian" in messages[0].content
            assert "the evidence" in messages[1].content
            assert "Earlier question: Før?" in messages[1].content
            assert "..." not in messages[0].content, "a small model writes it back"
            assert "$" not in messages[0].content + messages[1].content
