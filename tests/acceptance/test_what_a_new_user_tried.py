"""What someone who wanted to break the program found, by kinds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.command_line import CommandLine

QUESTION = "Hvor lang er oppsigelsesfristen for en arbeidstaker som har vært ansatt i seks år?"


@pytest.fixture(scope="module")
def note(ordrett: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The passage of a note that only the matter "Hemmelig" holds."""
    file = tmp_path_factory.mktemp("notat") / "notat.md"
    file.write_text(
        "# Notat\n\nKlienten eier en lilla hoppeslott ved fjorden og vil ikke si det til noen.\n", encoding="utf-8"
    )
    assert ordrett("matter", "create", "Hemmelig").code == 0
    assert ordrett("import", str(file), "--matter", "Hemmelig").code == 0
    return str(ordrett("search", "hoppeslott", "--matter", "Hemmelig", "--json").lines[0]["passage"])


def test_an_id_of_another_matter_is_unknown(ordrett: CommandLine, note: str) -> None:
    document = note.rpartition("-")[0]
    assert ordrett("read", note, "--matter", "Hemmelig").code == 0
    for command in (["read", note], ["outline", document]):
        done = ordrett(*command)
        assert done.code == 1
        assert "hoppeslott" not in done.out


def test_deleting_a_matter_deletes_the_copies_of_its_files(fresh: CommandLine, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(
            f"Avtale {name} om salg av hoppeslott mellom partene.\n", encoding="utf-8"
        )
    fresh("matter", "create", "Bort")
    fresh("import", str(tmp_path / "a.txt"), "--matter", "Bort")
    fresh("import", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))

    def kept() -> int:
        return sum(1 for path in (fresh.home / "originals").rglob("*") if path.is_file())

    assert kept() == 2
    fresh("matter", "delete", "Bort")
    assert kept() == 2  # the other matter has both
    fresh("pack", "delete", "Documents")
    assert kept() == 0


@pytest.mark.parametrize(
    "change",
    [{"label": "§ 233"}, {"title": "Straffeloven"}, {"source_id": "LOV-1-1-1"}, {"page": 77}, {"passage": "1-0-0"}],
)
def test_a_quote_with_another_place_is_not_verified(
    ordrett: CommandLine, tmp_path: Path, change: dict[str, object]
) -> None:
    answer = ordrett("ask", QUESTION, "--model", "none", "--json").json
    answer["claims"][0]["quotes"][0].update(change)
    saved = tmp_path / "answer.json"
    saved.write_text(json.dumps(answer), encoding="utf-8")
    assert ordrett("verify", str(saved)).code == 1


def test_a_claim_that_says_more_than_its_quote_is_told(ordrett: CommandLine, tmp_path: Path) -> None:
    answer = ordrett("ask", QUESTION, "--model", "none", "--json").json
    answer["claims"][0]["text"] = "Fristen er 99 måneder ifølge Andreas Hansen."
    saved = tmp_path / "answer.json"
    saved.write_text(json.dumps(answer), encoding="utf-8")
    done = ordrett("verify", str(saved))
    assert done.code == 1
    assert "99 måneder" in done.err


def test_a_report_never_overwrites_its_answer(ordrett: CommandLine, tmp_path: Path) -> None:
    saved = tmp_path / "answer.json"
    text = ordrett("ask", QUESTION, "--model", "none", "--json").out
    saved.write_text(text, encoding="utf-8")
    assert ordrett("export", str(saved), "-o", str(saved)).code == 1
    assert saved.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", ""],
        ["search", "   "],
        ["read", "1-c63508c7b195-99999999999999999999999"],
        ["read", "1-c63508c7b195-²"],
        ["outline", "1-000000000000"],
        ["pack", "set", "Utvalgte", "name=Lov"],
        ["search", "x", "--matter", "a\nb"],
    ],
)
def test_typing_errors_get_one_plain_line(ordrett: CommandLine, arguments: list[str]) -> None:
    done = ordrett(*arguments)
    assert done.code == 1, done.err
    assert len(done.err.strip().splitlines()) == 1
