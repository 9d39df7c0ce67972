"""``ordrett pack synonyms``, ``pack dictionary`` and ``terms``, run as a person would."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.command_line import CommandLine


def test_words_go_out_are_edited_and_come_back(used_home: Path, tmp_path: Path) -> None:
    ordrett = CommandLine(used_home)
    assert ordrett("pack", "create", "Lov", "stemmer=norwegian", "--kind", "law").code == 0
    for part in ("synonyms", "dictionary"):
        out = tmp_path / f"{part}.csv"
        done = ordrett("pack", part, "Lov", str(out), "--export", "--json")
        assert done.code == 0, done.err
        assert done.json["file"] == str(out)
        before = out.read_text(encoding="utf-8-sig")
        assert before.count("\n") >= 2
        assert ordrett("pack", part, "Lov", str(out)).code == 0
        again = tmp_path / f"{part}-2.csv"
        ordrett("pack", part, "Lov", str(again), "--export")
        assert again.read_text(encoding="utf-8-sig") == before
    own = tmp_path / "own.csv"
    own.write_text("tulleord;oppsigelse\n", encoding="utf-8")
    assert ordrett("pack", "synonyms", "Lov", str(own), "--json").json == {"pack": "Lov", "groups": 1}
    assert ordrett("terms", "related", "tulleord", "--json").json == {
        "word": "tulleord", "entries": [], "synonyms": ["oppsigelse"],
    }  # fmt: skip
    assert ordrett("pack", "synonyms", "Lov", "--shipped", "--json").json["groups"] > 1
    assert ordrett("terms", "related", "tulleord", "--json").json["synonyms"] == []


def test_a_faulty_file_changes_nothing_and_says_the_line(used_home: Path, tmp_path: Path) -> None:
    ordrett = CommandLine(used_home)
    ordrett("pack", "create", "Lov", "stemmer=norwegian", "--kind", "law")
    bad = tmp_path / "bad.csv"
    bad.write_text("a;b\nalene\n", encoding="utf-8")
    done = ordrett("pack", "synonyms", "Lov", str(bad))
    assert done.code == 1
    assert done.err.splitlines()[-1].startswith("bad.csv was not imported, nothing was changed: line 2: ")
    assert ordrett("terms", "related", "a", "--json").json["synonyms"] == []
    assert ordrett("pack", "dictionary", "Lov").code == 1
    assert ordrett("pack", "dictionary", "Finnes ikke", str(bad)).code == 1
    assert ordrett("terms", "discover", "oppsigelse").code == 0
