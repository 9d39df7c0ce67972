"""Passages of law in eight languages, and real converted documents with their true sentences, for the bench ``quotes``."""

from __future__ import annotations

import json
import re
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from lxml import etree

from engine.convert.errors import ConversionFailed
from engine.convert.worker import ConverterPool
from engine.text.sentences import sentences
from tests.bench.quotes_cases import LEAST, MOST, Case
from tests.helpers.corpora import shared

PASSAGE = 2000  # characters, as the measure names them
GERMAN_SHARE = 0.06  # of 6,637 acts; enough and quick
DOCUMENTS = (
    "own_no_1col.pdf own_no_2col.pdf own_de_1col.pdf scan_own_de_1p_200.png scan_own_no_1p_200.png scan_own_no_1p_200clean.png "
    "scan_own_no_2c1p_200.png scan_own_no_1p_150.png scan_own_de_1p_150.png"
)


def passages_by_language() -> Iterator[tuple[str, list[str]]]:
    """(language, passages) of each corpus at hand."""
    yield "no", cut(_norwegian(shared("corpora/lovdata/gjeldende-lover.tar.bz2")))
    yield "de", cut(_german(shared("corpora/german-law.tar.xz")))
    found: dict[str, list[str]] = {}
    for name, text in _members(shared("corpora/law-five-languages.tar.xz"), ".md"):
        found.setdefault(name.split("/")[-3], []).append(_without_headings(text))
    for language, texts in sorted(found.items()):
        yield language, cut("\n\n".join(texts))
    yield "en", cut(_english(shared("corpora/formats")))


def trained_on(passages: list[str]) -> list[str]:
    """The half that ``quotes_letters`` may learn from."""
    return passages[::2]


def tested_on(passages: list[str]) -> list[str]:
    """The other half, for the bench."""
    return passages[1::2]


def cut(text: str) -> list[str]:
    """The text in passages of about 2,000 characters, at paragraphs."""
    out, part = [], ""
    for paragraph in re.split(r"\n\s*\n", text):
        paragraph = " ".join(paragraph.split())
        if len(part) + len(paragraph) > PASSAGE and part:
            out.append(part)
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    return [*out, part]


def _members(archive: Path, ending: str) -> Iterator[tuple[str, str]]:
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() and member.name.endswith(ending) else None
            if file:
                yield member.name, file.read().decode("utf-8")


def _norwegian(archive: Path) -> str:
    out = []
    for number, (_, text) in enumerate(_members(archive, ".xml")):
        if number % 3 == 0:
            root = etree.HTML(text)
            out += [
                " ".join("".join(e.itertext()).split())
                for e in root.iter("article")
                if "legalP" in (e.get("class") or "")
            ]
    return "\n\n".join(out)


def _german(archive: Path) -> str:
    rng = Random(1)
    return "\n\n".join(
        _without_headings(text) for _, text in _members(archive, "index.md") if rng.random() < GERMAN_SHARE
    )


def _english(folder: Path) -> str:
    """Two acts of the United Kingdom and a regulation of the Union."""
    out = []
    for path in sorted((folder / "clml-uk").glob("*.xml")):
        out += [" ".join("".join(e.itertext()).split()) for e in etree.parse(path).iter("{*}Text")]
    for path in sorted((folder / "eurlex-eu").glob("32015R2120_*.xhtml")):
        root = etree.HTML(path.read_bytes())
        out += [" ".join("".join(e.itertext()).split()) for e in root.iter("p")]
    return "\n\n".join(line for line in out if line)


def _without_headings(text: str) -> str:
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    return re.sub(r"^#+ .*$", "", text, flags=re.MULTILINE)


def converted_cases() -> Iterator[Case]:
    """The true sentences of the made documents against what our converters (and the scanner) make of the files."""
    folder = shared("corpora/documents/made")
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as work, ConverterPool(1) as pool:
        for name in DOCUMENTS.split():
            language = "de" if "_de_" in name else "no"
            place = Path(work) / name
            place.mkdir()
            try:
                text = pool.convert(folder / name, workdir=place).markdown
            except ConversionFailed as failed:
                print(f"{name} left out: {failed}")
                continue
            for sentence in _true_sentences(truth["german" if language == "de" else "norwegian"]):
                if name.startswith("scan") and sentence[:12] not in text and sentence[-12:] not in text:
                    continue  # the scans hold the first page alone
                yield Case(f"{name}", language, text, sentence, sentence)


def _true_sentences(blocks: list[list[str]]) -> Iterator[str]:
    for kind, *texts in blocks:
        if kind == "p":
            text = re.sub(r"[¹²³]", "", str(texts[0]))
            for start, end in sentences(text):
                if LEAST <= end - start <= MOST:
                    yield text[start:end]
