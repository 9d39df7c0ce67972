"""Turns a typeset page into a scan: paper, uneven ink, a little skew, 200 dpi, JPEG, no text layer."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import typst
from PIL import Image, ImageFilter

DPI = 200
SKEW = 0.7  # degrees: an ordinary sheet in an ordinary feeder


def scan(source: Path, target: Path, root: Path, fonts: list[str]) -> None:
    """Renders ``source`` (one page) and writes ``target``, a PDF that holds one picture and no text."""
    raw = typst.compile(str(source), format="png", root=str(root), ppi=DPI, font_paths=fonts, ignore_system_fonts=True)
    page = np.asarray(Image.open(io.BytesIO(raw)).convert("RGB"), dtype=float)
    rng = np.random.default_rng(2019)
    high, wide = page.shape[:2]
    # ink that is stronger here and weaker there, as from a ribbon
    ribbon = np.asarray(
        Image.fromarray((rng.random((high // 26, wide // 26)) * 255).astype(np.uint8)).resize(
            (wide, high), Image.Resampling.BICUBIC
        ),
        dtype=float,
    )
    page = 255 - (255 - page) * (0.74 + 0.26 * ribbon / 255)[..., None]
    image = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8)).rotate(
        SKEW, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
    )
    page = np.asarray(image.filter(ImageFilter.GaussianBlur(0.7)), dtype=float)
    paper = np.array([247, 244, 233.0]) / 255
    rows, columns = np.mgrid[0:high, 0:wide]
    shade = 1 - 0.07 * np.clip(1 - columns / 90, 0, 1) - 0.04 * np.clip((rows - high + 70) / 70, 0, 1)
    page = page * paper * shade[..., None]
    for fold in (high // 3, 2 * high // 3):  # folded twice for the envelope
        page *= (1 - 0.05 * np.exp(-(((rows - fold) / 3.2) ** 2)))[..., None]
    for y, x in ((260, 96), (1180, 96)):  # holes of a ring binder, 80 mm apart at A4; the sheet lies over a dark lid
        hole = np.hypot(rows - y - 280, columns - x) < 24
        page[hole] = 96
    page += rng.normal(0, 4.2, (high, wide))[..., None]
    picture = io.BytesIO()
    Image.fromarray(np.clip(page, 0, 255).astype(np.uint8)).save(picture, "JPEG", quality=62, dpi=(DPI, DPI))
    target.write_bytes(one_picture(picture.getvalue(), wide, high))


def one_picture(jpeg: bytes, wide: int, high: int) -> bytes:
    """A PDF of one page that is this JPEG, as an office scanner writes it."""
    across, down = wide * 72 / DPI, high * 72 / DPI
    content = f"q {across:.2f} 0 0 {down:.2f} 0 0 cm /Im0 Do Q".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {across:.2f} {down:.2f}]"
        " /Resources << /XObject << /Im0 4 0 R >> >> /Contents 5 0 R >>".encode(),
        f"<< /Type /XObject /Subtype /Image /Width {wide} /Height {high} /ColorSpace /DeviceRGB /BitsPerComponent 8"
        f" /Filter /DCTDecode /Length {len(jpeg)} >>\nstream\n".encode()
        + jpeg
        + b"\nendstream",
        f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream",
        b"<< /Producer (Scan) /CreationDate (D:20241125091200+01'00') >>",
    ]
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
