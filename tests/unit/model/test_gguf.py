"""The header of a model file tells a whole chat model from a damaged or foreign file."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.errors import UserFacingError
from engine.model.gguf import read_header
from tests.helpers.gguf import write_gguf
from tests.helpers.models import model_file


def test_fields_are_read_and_arrays_skipped(tmp_path: Path) -> None:
    path = write_gguf(
        tmp_path / "m.gguf", {"general.architecture": "llama", "general.license": "mit", "a.list": ["x", "yy"]}
    )
    header = read_header(path)
    assert (header.architecture, header.licence, header.tensors) == ("llama", "mit", 1)
    assert "a.list" not in header.fields


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.gguf"
    path.write_bytes(b"%PDF-1.7 and so on and on")
    with pytest.raises(UserFacingError, match=r"letter\.gguf is not a model file"):
        read_header(path)


def test_a_file_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"general.architecture": "llama"})
    whole = path.read_bytes()
    for length in (5, 12, 30, 60, len(whole) - 64):
        path.write_bytes(whole[:length])
        with pytest.raises(UserFacingError, match="damaged or only partly copied"):
            read_header(path)


def test_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<I", 1) + bytes(64))
    with pytest.raises(UserFacingError, match="version 1"):
        read_header(path)


@pytest.mark.model
def test_a_real_header() -> None:
    header = read_header(model_file("smollm2"))
    assert header.architecture == "llama"
    assert header.licence == "apache-2.0"
    assert header.template is not None
    assert "<|im_start|>" in header.template
