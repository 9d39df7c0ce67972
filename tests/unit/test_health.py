"""What doctor says of the stemmers, the OCR data and the processor of this machine, and of ones that lack them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import health
from engine.text.language import STEMMERS
from engine.types import ModelInfo


def test_the_stemmers_of_all_eleven_languages_are_there() -> None:
    assert len(STEMMERS) == 11
    assert health.stemmer_check() == health.Check("stemmers", True, "11 languages")


def test_a_stemmer_that_is_missing_is_named() -> None:
    check = health.stemmer_check(set(STEMMERS) - {"danish", "finnish"})
    assert not check.ok
    assert "danish, finnish" in check.detail


@pytest.mark.parametrize("script", ["", "script"])
def test_ocr_data_are_found_where_installers_put_them(tmp_path: Path, script: str) -> None:
    (tmp_path / "osd.traineddata").touch()
    assert not health.ocr_check([tmp_path]).ok, "one of two is not enough"
    (tmp_path / script).mkdir(exist_ok=True)
    (tmp_path / script / "Latin.traineddata").touch()
    assert health.ocr_check([tmp_path / "nowhere", tmp_path]).ok


def test_the_folder_that_the_person_names_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert health.ocr_folders()[0] == tmp_path


def test_a_chosen_model_must_be_here() -> None:
    here = ModelInfo("small", "small.gguf", 1, "Apache-2.0", "agent", None, "/models/small.gguf", "", active=True)
    assert health.model_check([here]).ok
    assert "small.gguf" in health.model_check([here]).detail
    gone = replace(here, path=None)
    assert not health.model_check([gone]).ok
    assert "not on this computer" in health.model_check([gone]).detail
    assert health.model_check([replace(gone, active=False)]).ok


def test_an_old_processor_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "missing_instructions", lambda: ("avx2",))
    check = health.processor_check()
    assert not check.ok
    assert "avx2" in check.detail
    monkeypatch.setattr(health, "missing_instructions", tuple)
    assert health.processor_check().ok
