"""The sample matters that ship with the program: what they hold, and questions to begin with."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from engine.resources import resource_text, resources_folder
from engine.types import PackKind

FALLBACK = "no"  # the larger sample, for every language of the interface without one of its own


@dataclass(frozen=True)
class SamplePack:
    """A pack of a sample matter and the files that go into it."""

    name: str
    kind: PackKind
    description: str
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class Sample:
    """One sample matter."""

    id: str
    name: str
    packs: tuple[SamplePack, ...]
    questions: tuple[str, ...]


def samples() -> list[Sample]:
    """The samples as ``resources/sample/matter.toml`` lists them."""
    folder = resources_folder() / "sample"
    listed = tomllib.loads(resource_text("sample/matter.toml"))["matter"]
    return [
        Sample(
            id=item["id"],
            name=item["name"],
            packs=tuple(
                SamplePack(pack["name"], pack["kind"], pack["description"], tuple(folder / p for p in pack["paths"]))
                for pack in item["pack"]
            ),
            questions=tuple(q["question"] for q in item["question"] if q["suggest"]),
        )
        for item in listed
    ]


def sample_for(language: str) -> Sample:
    """The sample in a language of the interface ("nb", "de" …)."""
    wanted = "no" if language in ("nb", "nn") else language
    known = {sample.id: sample for sample in samples()}
    return known.get(wanted, known[FALLBACK])
