"""Mail: fields, bodies, attachments and mail in mail, also when charsets, names or structure are broken."""

import base64
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.convert.errors import ConversionFailed
from engine.convert.mail.fields import decoded
from tests.unit.convert.samples import read

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    + (80).to_bytes(4, "big")
    + (40).to_bytes(4, "big")
    + b"\x08\x06\0\0\0"
    + bytes(300)
)
PHOTO = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    + (1200).to_bytes(4, "big")
    + (900).to_bytes(4, "big")
    + b"\x08\x06\0\0\0"
    + bytes(300)
)


def mail(folder: Path, message: EmailMessage | bytes, name: str = "mail.eml") -> Path:
    path = folder / name
    path.write_bytes(message if isinstance(message, bytes) else message.as_bytes())
    return path


def message(text: str = "Hei Åse,\n\nfristen er 14. oktober.") -> EmailMessage:
    out = EmailMessage()
    out["From"], out["To"] = "Bjørn Ødegård <bjorn@eksempel.no>", "Åse Sørbø <ase@eksempel.no>, adv@firma.no"
    out["Cc"], out["Subject"] = "post@tingrett.no", "Reklamasjon – Bjørkåsveien 12"
    out["Date"], out["Message-ID"], out["In-Reply-To"] = (
        "Thu, 14 Oct 2021 09:12:00 +0200",
        "<a1@eksempel.no>",
        "<a0@eksempel.no>",
    )
    out.set_content(text)
    return out


def test_fields_and_head(tmp_path):
    converted = read(mail(tmp_path, message()), tmp_path)
    assert converted.markdown == (
        "# Reklamasjon – Bjørkåsveien 12\n\nFrom: Bjørn Ødegård <bjorn@eksempel.no>\n"
        "To: Åse Sørbø <ase@eksempel.no>, adv@firma.no\nCc: post@tingrett.no\nDate: 2021-10-14 09:12:00+02:00\n\n"
        "Hei Åse,\n\nfristen er 14. oktober."
    )
    meta = converted.meta
    assert meta["to"] == ["Åse Sørbø <ase@eksempel.no>", "adv@firma.no"]
    assert (meta["message_id"], meta["in_reply_to"], meta["date"]) == (
        "a1@eksempel.no",
        "a0@eksempel.no",
        "2021-10-14T09:12:00+02:00",
    )
    assert converted.title == meta["subject"] == "Reklamasjon – Bjørkåsveien 12"


def test_attachments_logos_and_mail_in_mail(tmp_path):
    outer = message()
    outer.add_alternative("<p>Hei Åse,</p><p>fristen er 14. oktober.</p><img src='cid:logo'>", subtype="html")
    html = outer.get_payload()[1]
    html.add_related(PNG, "image", "png", cid="<logo>", filename="logo.png")
    html.add_related(PHOTO, "image", "png", cid="<photo>", filename="skade.png")
    outer.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="../../Vedlegg å 1.pdf")
    outer.add_attachment(message("Inni."))
    converted = read(mail(tmp_path, outer), tmp_path)
    names = [attachment.name for attachment in converted.attachments]
    assert names == ["skade.png", "Vedlegg å 1.pdf", "Reklamasjon – Bjørkåsveien 12.eml"]
    assert all(Path(a.path).parent == tmp_path / "work" for a in converted.attachments)
    assert converted.meta["pictures_left_out"] == ["logo.png"]
    inner = read(Path(converted.attachments[2].path), tmp_path)
    assert "Inni." in inner.markdown
    assert converted.markdown.count("fristen er 14. oktober") == 1


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("=?utf-8?B?w4U=?= =?utf-8?B?c2U=?=", "Åse"),
        ("=?iso-8859-1?Q?=C5se_S=F8rb=F8?=", "Åse Sørbø"),
        ("=?utf-8?B?w6?= =?utf-8?B?FzZQ==?=", "áse"),  # cut inside a character
        ("=?x-unknown?Q?K=C3=B8b?=", "Køb"),
        ("Sørbø".encode("latin-1").decode("utf-8", "surrogateescape"), "Sørbø"),
        ("Re: klage", "Re: klage"),
    ],
)
def test_encoded_words(raw, text):
    assert decoded(raw) == text


def test_eight_bit_body_without_charset_and_raw_file_name(tmp_path):
    data = (
        "From: a@b.no\nSubject: Kjøp\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n"
        'Content-Transfer-Encoding: 8bit\n\nBlåbær\n--x\nContent-Type: application/pdf; name="Løfte.pdf"\n'
        "Content-Disposition:attachment\n\nJVBERg==\n--x--\n"
    ).encode("latin-1")
    converted = read(mail(tmp_path, data), tmp_path)
    assert "Blåbær" in converted.markdown
    assert converted.title == "Kjøp"
    assert [a.name for a in converted.attachments] == ["Løfte.pdf"]


def test_parts_after_a_wrong_boundary_are_found(tmp_path):
    """Seen in the wild: the inner and the outer part announce the same boundary."""
    body = base64.b64encode(b"PK nothing").decode()
    data = (
        "From: a@b.no\nTo: c@d.no\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n--q\n"
        "Content-Type: multipart/alternative; boundary=q\n\n--q\nContent-Type: text/plain\n\nHei\n--q--\n\n--q\n"
        f"Content-Type: application/zip; name=bilag.zip\nContent-Transfer-Encoding: base64\n\n{body}\n--q--\n"
    ).encode()
    converted = read(mail(tmp_path, data), tmp_path)
    assert "Hei" in converted.markdown
    assert [a.name for a in converted.attachments] == ["bilag.zip"]
    assert any("damaged" in warning for warning in converted.warnings)


def test_boundary_that_nothing_uses(tmp_path):
    converted = read("mail_malformed_3.eml", tmp_path)
    assert "calefactores de nanotecnologia" in converted.markdown
    assert "PGh0bWw" not in converted.markdown


def test_real_nested_attachments(tmp_path):
    converted = read("testRFC822_multipart_attachments.eml", tmp_path)
    assert [a.name for a in converted.attachments] == ["Test TxtA.txt", "Test TxtB.txt"]
    assert [a.name for a in read("testGroupWiseEml.eml", tmp_path).attachments] == [
        "test.eml",
        "Neues Textdokument.txt",
    ]


def test_stub_for_old_programs_gives_way_to_the_page(tmp_path):
    outer = message("Your program cannot show this mail.")
    outer.add_alternative(
        "<table><tr><th>Post</th><th>kr</th></tr><tr><td>Drenering</td><td>310&nbsp;000</td></tr></table><div style='display:none'>x1</div>"
        "<p>Se <a href='https://a.no/b'>vedtaket</a>, § 3&#8209;7.</p><script>x2</script>",
        subtype="html",
    )
    text = read(mail(tmp_path, outer), tmp_path).markdown
    assert "| Post | kr |\n| --- | --- |\n| Drenering | 310 000 |" in text
    assert "Se vedtaket, § 3-7." in text
    assert not any(word in text for word in ("x1", "x2", "cannot show"))


def test_two_versions_that_differ_are_both_given(tmp_path):
    outer = message(
        "Vi godtar tilbudet om fire hundre tusen kroner på vegne av vår klient, og ber om oppgjør innen en uke."
    )
    outer.add_alternative(
        "<p>Tilbudet avvises herved blankt. Saken bringes straks inn for forliksrådet uten videre varsel herfra.</p>",
        subtype="html",
    )
    converted = read(mail(tmp_path, outer), tmp_path)
    assert "godtar tilbudet" in converted.markdown
    assert "avvises herved" in converted.markdown
    assert any("differ" in warning for warning in converted.warnings)


def test_uuencoded_and_empty(tmp_path):
    data = b"From: a@b.no\nTo: c@d.no\nMessage-ID: <x@y>\nSubject: x\n\nSe her.\n\nbegin 644 brev.txt\n#0V%T\n`\nend\n"
    converted = read(mail(tmp_path, data), tmp_path)
    assert [a.name for a in converted.attachments] == ["brev.txt"]
    assert Path(converted.attachments[0].path).read_bytes() == b"Cat"
    with pytest.raises(ConversionFailed) as caught:
        read(mail(tmp_path, b"From: a@b.no\nMessage-ID: <x@y>\n\n\n"), tmp_path)
    assert caught.value.kind == "no_text"


def test_mailbox(tmp_path):
    one = "From a@b.no Mon Jan  1 10:00:00 2024\nFrom: a@b.no\nMessage-ID: <{0}@x>\nSubject: Nr {0}\n\nHei {0}\n>From nå av\n\n"
    converted = read(mail(tmp_path, (one.format(1) + one.format(2)).encode(), "a.mbox"), tmp_path)
    assert converted.markdown == ""
    assert [a.name for a in converted.attachments] == ["0001 Nr 1.eml", "0002 Nr 2.eml"]
    assert "Hei 2\nFrom nå av" in read(Path(converted.attachments[1].path), tmp_path).markdown


def test_saved_page(tmp_path):
    data = (
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://a.no/\nSubject: Dom\nMIME-Version: 1.0\n"
        'Content-Type: multipart/related; type="text/html"; boundary=b\n\n--b\nContent-Type: text/html\n'
        "Content-Transfer-Encoding: quoted-printable\n\n<html><title>Dom</title><body><h1>Dom=C3=A5</h1><p>Lang lin=\nje.</p>\n--b\n"
        "Content-Type: text/css\n\nbody { color: red }\n--b--\n"
    )
    converted = read(mail(tmp_path, data.encode(), "a.mht"), tmp_path)
    assert converted.markdown == "# Domå\n\nLang linje."
    assert converted.title == "Dom"
