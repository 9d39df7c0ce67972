"""Scans: words, "§", places and way up, on the pages that need it and only there."""

import re

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from engine.convert.errors import ConversionFailed
from engine.convert.limits import Limits
from engine.convert.ocr import data
from engine.convert.ocr.picture import prepared
from tests.unit.convert.samples import DATA, TRUTH, headings, read

SCAN = DATA / "scan_no.jpg"
FIRST = [text for kind, text in TRUTH["norwegian"][:10] if kind in ("p", "li")]

pytestmark = pytest.mark.skipif(data.find() is None, reason="Tesseract's Latin model is not on this computer")


def wrong_letters(markdown: str) -> float:
    """Share of wrong letters over the paragraphs that the picture shows."""
    found = re.sub(r"\s+", "", markdown)
    errors = total = 0
    for text in FIRST:
        text = re.sub(r"\s+", "", text)
        place = fuzz.partial_ratio_alignment(text, found)
        errors += Levenshtein.distance(text, found[place.dest_start : place.dest_end])
        total += len(text)
    return errors / total


@pytest.fixture(scope="module")
def scan(tmp_path_factory):
    return read(SCAN, tmp_path_factory.mktemp("scan"))


def test_words_signs_and_headings(scan):
    assert wrong_letters(scan.markdown) < 0.01
    assert "§ 3-7 og § 3-8" in scan.markdown
    assert headings(scan.markdown)[:3] == [
        (1, "§ 1 Sakens bakgrunn"),
        (2, "1.1 Partenes anførsler"),
        (2, "1.2 Bevisførselen"),
    ]
    assert "\n\n(a) Selgeren har tilbakeholdt opplysninger om lekkasjen i 2019.\n\n" in scan.markdown
    assert scan.meta["recognised"]["mean"] > 85


def test_boxes_lie_on_dark_letters(scan):
    picture = np.asarray(Image.open(SCAN).convert("L"))
    page = scan.pages[0]
    assert (round(page.width), round(page.height)) == (round(1654 * 72 / 200), round(1150 * 72 / 200))
    for box in scan.boxes[::20]:
        left, top, right, bottom = (round(side * 200 / 72) for side in (box.left, box.top, box.right, box.bottom))
        assert picture[top:bottom, left:right].min() < 110


def test_page_on_its_side_is_turned_and_its_boxes_turned_back(tmp_path):
    picture = Image.open(SCAN).crop((0, 0, 1654, 700)).rotate(90, expand=True)
    picture.save(tmp_path / "side.png", dpi=(200, 200))
    converted = read(tmp_path / "side.png", tmp_path)
    assert "Saken gjelder krav om erstatning" in converted.markdown
    word = converted.markdown.index("gjelder")
    box = next(box for box in converted.boxes if box.start <= word < box.end)
    assert box.bottom - box.top > 2 * (box.right - box.left), "a long word that runs upwards is high, not wide"


def test_only_the_page_that_needs_it_is_recognised(tmp_path):
    Image.open(SCAN).crop((0, 0, 1654, 500)).save(tmp_path / "scan.pdf", resolution=200)
    both = pypdfium2.PdfDocument.new()
    for path in (DATA / "own_no_1col.pdf", tmp_path / "scan.pdf"):
        source = pypdfium2.PdfDocument(path)
        both.import_pages(source, [0])
    both.save(tmp_path / "both.pdf")
    converted = read(tmp_path / "both.pdf", tmp_path)
    assert converted.meta["page_kinds"] == {"scan": [2]}
    assert list(converted.meta["recognised"]["pages"]) == [2]
    second = next(page for page in converted.pages if page.number == 2)
    assert "Saken gjelder krav om erstatning" in converted.markdown[second.start : second.end]


def test_without_data_the_reason_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(data, "folders", list)
    Image.new("L", (600, 800), 255).save(tmp_path / "scan.pdf")
    for path, words in ((tmp_path / "scan.pdf", "This page is a scan"), (SCAN, "This is a picture")):
        with pytest.raises(ConversionFailed) as caught:
            read(path, tmp_path)
        assert caught.value.kind == "no_text"
        assert words in caught.value.reason
        assert "OCR data is not installed" in caught.value.reason


def test_fax_of_two_pages(tmp_path):
    page = Image.open(SCAN).crop((0, 0, 1654, 320)).convert("L").point(lambda grey: 255 * (grey > 140)).convert("1")
    page.save(tmp_path / "fax.tif", save_all=True, append_images=[page], compression="group4", dpi=(200, 200))
    converted = read(tmp_path / "fax.tif", tmp_path)
    assert [page.number for page in converted.pages] == [1, 2]
    assert converted.markdown.count("Saken gjelder krav om erstatning") == 2


def test_photos_bombs_and_damage(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (100, 140), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "photo.png")
    (tmp_path / "cut.jpg").write_bytes(SCAN.read_bytes()[:40_000])
    Image.new("1", (20_000, 20_000)).save(tmp_path / "huge.png")
    assert Limits().image_pixels < 20_000**2
    for name, kind in (("photo.png", "no_text"), ("cut.jpg", "corrupt"), ("huge.png", "too_big")):
        with pytest.raises(ConversionFailed) as caught:
            read(tmp_path / name, tmp_path)
        assert caught.value.kind == kind


def test_clean_pages_are_left_alone_and_coarse_ones_enlarged():
    drawn = np.full((200, 200), 255, dtype=np.uint8)
    drawn[50:60, 20:180] = 0
    same, dpi = prepared(drawn, 300)
    assert dpi == 300
    assert (same == drawn).all()
    larger, dpi = prepared(drawn, 150)
    assert (dpi, larger.shape) == (300, (400, 400))
