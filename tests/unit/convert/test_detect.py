"""What a file is comes from its content; its name only decides between kinds of plain text."""

import zipfile

import pytest

from engine.convert.detect import NAMES, detect, refuse
from engine.convert.errors import ConversionFailed
from engine.convert.formats import READERS, reader
from tests.unit.convert.samples import DATA, read


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("own_kontrakt.docx", "docx"),
        ("testWORD_macros.docm", "docm"),
        ("own_kontrakt.doc", "doc"),
        ("own_kontrakt.odt", "odt"),
        ("own_kontrakt.rtf", "rtf"),
        ("own_kontrakt.html", "html"),
        ("own_no_1col.pdf", "pdf"),
        ("testEXCEL-formats.xlsx", "xlsx"),
        ("embedded.xls", "xls"),
        ("ox_message.msg", "msg"),
        ("testGroupWiseEml.eml", "eml"),
        ("scan_no.jpg", "jpeg"),
    ],
)
def test_kinds_under_a_wrong_name(tmp_path, file, kind):
    for name in (file, "x.pdf", "x.docx", "x.txt", "uten"):
        (tmp_path / name).write_bytes((DATA / file).read_bytes())
        assert detect(tmp_path / name) == kind


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.pdf", b"", "empty"),
        ("a.pdf", b"\0" * 400, "unknown"),
        ("a.doc", b"<html><body><p>Hei</p></body></html>", "html"),
        ("a.doc", b"{\\rtf1 Hei}", "rtf"),
        ("a.txt", b"From: en avtale\nTo: to parter\n", "txt"),
        ("a.dat", b"Return-Path: <a@b.no>\nSubject: x\n\nHei", "eml"),
        ("a", b"From a@b.no Mon Jan  1 10:00:00 2024\nSubject: x\nFrom: a@b.no\n\nHei", "mbox"),
        ("a.md", b"Hei", "markdown"),
        ("a.txt", b"# Hei\n", "txt"),
        ("a.csv", b"a;b\n1;2\n", "csv"),
        ("a.docx", b"PK\x03\x04" + b"\0" * 26 + b"[Content_Types].xml cut", "docx"),
        ("a.txt", b"MZ\x90\0" + b"\0" * 100, "program"),
        ("a.pdf", b"\x89PNG\r\n\x1a\n", "png"),
        ("a.txt", "Kjøper § 3".encode("utf-16-le"), "txt"),
        ("a.xml", b"<?xml version='1.0'?><acts xmlns='x'/>", "xml"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c", "7z"),
    ],
)
def test_made_up_files(tmp_path, name, data, kind):
    (tmp_path / name).write_bytes(data)
    assert detect(tmp_path / name) == kind


def test_every_kind_is_read_or_refused_by_name(tmp_path):
    assert set(READERS) <= set(NAMES)
    for kind, name in NAMES.items():
        if kind in READERS:
            assert callable(reader(kind))
        else:
            failure = refuse(kind)
            assert failure.reason.endswith(".")
            assert kind == "empty" or name in failure.reason
    with zipfile.ZipFile(tmp_path / "bok.epub", "w") as out:
        out.writestr("mimetype", "application/epub+zip")
    with pytest.raises(ConversionFailed) as caught:
        read(tmp_path / "bok.epub", tmp_path)
    assert caught.value.kind == "unsupported"
    assert "an e-book (EPUB)" in caught.value.reason
