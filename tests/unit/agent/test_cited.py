"""A question that names a section is about that section, of the act that it names."""

from __future__ import annotations

import pytest

from engine.agent.ask import ask
from engine.agent.cited import holds, named
from engine.search.constants import CITED_BONUS
from tests.helpers.scripted import ScriptedModel
from tests.helpers.shelf import working_life


@pytest.mark.parametrize(
    ("question", "atom", "of_act"),
    [
        ("aml. § 15-7 andre ledd – hva må arbeidsgiver ha gjort?", "§15-7", True),
        ("Hva verner EMK artikkel 8?", "art8", True),
        ("Was steht in § 573 BGB?", "§573", True),
        ("Hva sier husleieloven § 9-7 om oppsigelse?", "§9-7", True),
        ("Hva står i § 9-7?", "§9-7", False),
    ],
)
def test_the_section_and_whether_an_act_is_said(question: str, atom: str, of_act: bool) -> None:
    found = named(question)
    assert atom in found.atoms
    assert found.of_act is of_act


def test_of_a_named_act_only_the_section_that_the_search_puts_in_its_tier_counts() -> None:
    found = named("aml. § 15-7?")
    assert holds(found, "§ 15-7", CITED_BONUS + 20)
    assert not holds(found, "§ 15-7", 12.0), "the same number in another act"
    assert not holds(found, "§ 15-8", CITED_BONUS + 20)
    assert holds(found, "§ 15-7", 0.03), "of fused lists only the number tells"
    assert holds(named("Hva står i § 15-7?"), "§ 15-7", 12.0)


def test_the_cited_section_is_shown_to_the_model_in_full_and_first() -> None:
    shelf = working_life()
    model = ScriptedModel("Gjensidig oppsigelsesfrist er én måned når ikke annet er skriftlig avtalt.")
    from engine.agent.ports import Profile

    ask(shelf, "Hva sier aml. § 15-3 om oppsigelsesfrist?", model=model, profile=Profile("chooser", "words"))
    first = model.asked[0][1].content
    section = next(p for p in shelf.passages() if p.label == "§ 15-3")
    assert first.index("§ 15-3") < first.index("Question:")
    assert all(" ".join(part.split()) in first for part in section.text.split("\n\n")[:1])
    assert "minst tre måneder" in first, "its last sentence too"
