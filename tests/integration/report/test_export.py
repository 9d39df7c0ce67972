"""An answer from a real home: exported with its sources, refused where a saved word was changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html as lxml_html

from engine.errors import UserFacingError
from engine.report.answer_json import answer_to_json, load_answer
from engine.types import Answer, Claim, Quote, Searched
from engine.workspace import Workspace

LEASE = """# Leiekontrakt

## 1 Leie

Leieren betaler 12 000 kroner den første i hver måned. Utleieren kan ikke kreve mer enn avtalt leie.

## 2 Oppsigelse

Oppsigelsesfristen er tre måneder for begge parter, regnet fra utløpet av måneden.
"""
WORDS = "Oppsigelsesfristen er tre måneder for begge parter"


@pytest.fixture
def answered(used_home: Path, tmp_path: Path) -> Answer:
    """An answer on a lease that was imported, with one true quote and one of a document that is not there."""
    file = tmp_path / "leiekontrakt.md"
    file.write_text(LEASE, encoding="utf-8")
    with Workspace(used_home) as workspace:
        matter = workspace.matter("Default")
        workspace.import_paths(matter, [file])
        document = workspace.documents(matter)[0]
        passage = next(entry.passage for entry in workspace.outline(document.id) if "Oppsigelse" in entry.heading)
        at = workspace.document(document.id).markdown.index(WORDS)
    quote = Quote(
        document.id, document.source_id, document.title, "2", passage, at, at + len(WORDS), None, WORDS, "not_found"
    )
    gone = replace(quote, document="999-0123456789ab", title="Borte", text="Dette står ingen steder lenger.")
    searched = (Searched(("oppsigelsesfrist",), ("Default",), 1),)
    return Answer(
        "Hvor lang er fristen for oppsigelse?", True, (Claim("Fristen er tre måneder.", (quote,)),), (gone,), searched,
        (passage, "999-0123456789ab-0"), (), "none", 0, 0, 0, 0.0, 0.0,
    )  # fmt: skip


def test_the_report_shows_what_the_store_holds(used_home: Path, answered: Answer) -> None:
    with Workspace(used_home) as workspace:
        document = workspace.document(answered.claims[0].quotes[0].document)
        page = lxml_html.document_fromstring(workspace.export(answered, "html").encode())
        text = workspace.export(answered, "md")
    assert [" ".join(b.text_content().split()) for b in page.findall(".//blockquote")] == [f"«{WORDS}»"]
    assert document.sha256 in page.text_content()
    assert document.sha256 in text
    assert "Kunne ikke kontrolleres" in page.text_content()
    assert "«Dette står ingen steder" not in text


def test_a_changed_word_in_the_saved_file_is_never_set_in_quotation_marks(
    used_home: Path, answered: Answer, tmp_path: Path
) -> None:
    saved = tmp_path / "svar.json"
    saved.write_text(answer_to_json(answered).replace("tre måneder for", "fem måneder for"), encoding="utf-8")
    with Workspace(used_home) as workspace:
        checked = workspace.verify(load_answer(saved))
        text = workspace.export(checked, "md")
    assert checked.claims[0].quotes[0].status == "not_found"
    assert "«Oppsigelsesfristen" not in text
    assert "Ikke funnet i kilden" in text


def test_an_unknown_form_is_said_plainly(used_home: Path, answered: Answer) -> None:
    with Workspace(used_home) as workspace, pytest.raises(UserFacingError, match="html"):
        workspace.export(answered, "pptx")
