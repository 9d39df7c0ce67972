"""Outlook messages and ZIP archives: everything inside is accounted for."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from engine.convert.errors import ConversionFailed
from engine.convert.outlook.encapsulated import html_of
from engine.convert.outlook.lzfu import unpack
from tests.unit.convert.samples import DATA, read


def test_fields_body_and_attachments(tmp_path):
    converted = read("testMSG_att_doc.msg", tmp_path)
    assert converted.markdown == (
        "# test pièce jointe 1\n\nFrom: Nicolas1 23456 <nicolas1.23456@free.fr>\nTo: nicolas1.23456@free.fr\n"
        "Date: 2009-04-22 14:36:33+00:00\nAttachments: test-unicode.doc, pj1.txt\n\ncontenu"
    )
    assert Path(converted.attachments[0].path).read_bytes().startswith(b"\xd0\xcf\x11\xe0")
    assert converted.meta["class"] == "IPM.Note"


def test_headers_keep_the_zone_of_the_sender(tmp_path):
    meta = read("testMSG_forwarded.msg", tmp_path).meta
    assert meta["date"] == "2011-12-07T16:30:39-08:00"
    assert meta["from"] == ["Paul Allan Hill <paul@metajure.com>"]


def test_old_code_page(tmp_path):
    converted = read("test-outlook.msg", tmp_path)
    assert converted.meta["from"] == ["L'Équipe Microsoft Outlook Express <msoe@microsoft.com>"]
    assert "La réponse à vos attentes en matière de messagerie" in converted.markdown


def test_umlauts_and_long_names(tmp_path):
    converted = read("ox_message.msg", tmp_path)
    assert converted.meta["to"] == ["Arne Möhle <arne.moehle@tutao.onmicrosoft.com>"]
    assert [a.name for a in converted.attachments] == ["serveimage.jpg"]


def test_message_inside_a_message_becomes_a_mail(tmp_path):
    outer = read("EmbeddedOutlook.docx", tmp_path)
    inner = read(Path(outer.attachments[0].path), tmp_path)
    assert inner.meta["kind"] == "msg"
    nested = [Path(a.path) for a in inner.attachments if a.name.endswith(".eml")]
    for path in nested:
        assert read(path, tmp_path).markdown


@pytest.mark.parametrize("size", [600, 3000, 15_000])
def test_cut_short_is_never_silent(tmp_path, size):
    (tmp_path / "cut.msg").write_bytes((DATA / "test-outlook.msg").read_bytes()[:size])
    try:
        warnings = read(tmp_path / "cut.msg", tmp_path).warnings
    except ConversionFailed as failure:
        warnings = (failure.reason,)
    assert any("damaged" in warning or "unknown" in warning for warning in warnings), warnings


def test_compressed_rtf():
    """The example of MS-OXRTFCP, 3.1."""
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpack(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    for wrong in (b"", b"x" * 40, struct.pack("<IIII", 20, 1 << 30, 0x75465A4C, 0)):
        with pytest.raises(ValueError):
            unpack(wrong)


def test_page_wrapped_in_rtf():
    data = (
        rb"{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Bl\'e5b\u230\'e6r"
        rb"{\*\htmltag84 &nbsp;}\htmlrtf \'a0\htmlrtf0 {\*\htmltag72 </p>}}"
    )
    assert html_of(data) == "<p>Blåbær&nbsp;</p>"
    assert html_of(rb"{\rtf1 x}") == ""


def archive(folder: Path, members: dict[str, bytes], name: str = "a.zip") -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for member, data in members.items():
            out.writestr(member, data)
    return path


def test_archive_members_keep_their_paths_and_cannot_leave(tmp_path):
    members = {
        "Bilag/å 1.txt": b"a",
        "../../etc/x.txt": b"b",
        "Bilag/": b"",
        "__MACOSX/._x": b"c",
        "andre/å 1.txt": b"d",
    }
    converted = read(archive(tmp_path, members), tmp_path)
    assert converted.markdown == ""
    assert [a.name for a in converted.attachments] == ["Bilag/å 1.txt", "etc/x.txt", "andre/å 1.txt"]
    assert len({a.path for a in converted.attachments}) == 3
    for attachment in converted.attachments:
        assert Path(attachment.path).parent == tmp_path / "work"


def test_archive_within_limits(tmp_path):
    with pytest.raises(ConversionFailed) as caught:
        read(archive(tmp_path, {"bomb.txt": bytes(200_000_000)}), tmp_path)
    assert caught.value.kind == "too_big"
    with pytest.raises(ConversionFailed) as caught:
        read(archive(tmp_path, {f"{n}.txt": b"" for n in range(10_001)}), tmp_path)
    assert caught.value.kind == "too_big"
    with pytest.raises(ConversionFailed) as caught:
        read(archive(tmp_path, {}), tmp_path)
    assert caught.value.kind == "empty"


def test_damaged_and_locked_members_are_named_and_the_rest_is_read(tmp_path):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as out:
        out.writestr("god.txt", b"god tekst")
        out.writestr("skadet.txt", b"x" * 400)
        out.writestr("laast.txt", b"y" * 400)
    data = bytearray(whole.getvalue())
    at = data.index(b"x" * 400)
    data[at : at + 10] = b"0123456789"  # the checksum no longer fits
    at = data.rindex(b"laast.txt")
    data[at - 46 + 8] |= 1  # the flag of encryption, in the central directory
    (tmp_path / "a.zip").write_bytes(bytes(data))
    converted = read(tmp_path / "a.zip", tmp_path)
    assert [a.name for a in converted.attachments] == ["god.txt"]
    reasons = {entry["name"]: entry["reason"] for entry in converted.meta["not_read"]}
    assert "damaged" in reasons["skadet.txt"]
    assert "password" in reasons["laast.txt"]


def test_names_of_old_windows(tmp_path):
    path = archive(tmp_path, {"KXb.txt": b"a"})
    path.write_bytes(path.read_bytes().replace(b"KXb", b"K\x9bb"))
    assert [a.name for a in read(path, tmp_path).attachments] == ["Køb.txt"]
