"""The processor is asked before a model is loaded."""

from __future__ import annotations

import pytest

from engine.model import cpu
from engine.model.protocol import Message, ModelFailed
from engine.model.runtime import ModelProcess
from tests.helpers.models import model_file


def test_flags_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(cpu.sys, "platform", "linux")
    monkeypatch.setattr(cpu, "_flags", lambda: {"sse4_2", "fma"})
    assert cpu.missing_instructions() == ("avx2", "f16c")
    monkeypatch.setattr(cpu, "_flags", set)
    assert cpu.missing_instructions() == (), "where the system does not tell, the model is tried"
    monkeypatch.setattr(cpu.platform, "machine", lambda: "arm64")
    assert cpu.missing_instructions() == ()


@pytest.mark.model
def test_an_old_processor_gets_a_sentence_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.model.runtime.missing_instructions", lambda: ("avx2",))
    model = ModelProcess(model_file("smollm2"), "smollm2")
    with pytest.raises(ModelFailed, match="This processor lacks AVX2"):
        model.generate([Message("user", "hello")])
    assert model.pid is None
