"""Zip and OLE containers: which Office format one is, and reading members within the limits."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from pathlib import Path

import olefile

from engine.convert.errors import ConversionFailed
from engine.convert.limits import Limits

_MAIN_TYPES = (
    (b"wordprocessingml.document.main", "docx"),
    (b"wordprocessingml.template.main", "docx"),
    (b"ms-word.document.macroenabled", "docm"),
    (b"ms-word.template.macroenabled", "docm"),
    (b"ms-excel.sheet.binary", "xlsb"),
    (b"spreadsheetml.sheet.main", "xlsx"),
    (b"spreadsheetml.template.main", "xlsx"),
    (b"ms-excel.sheet.macroenabled", "xlsx"),
    (b"ms-excel.template.macroenabled", "xlsx"),
    (b"presentationml.presentation.main", "pptx"),
    (b"presentationml.slideshow.main", "pptx"),
    (b"presentationml.template.main", "pptx"),
    (b"ms-powerpoint.presentation.macroenabled", "pptx"),
    (b"ms-powerpoint.slideshow.macroenabled", "pptx"),
)
_OPEN_TYPES = {
    "text": "odt",
    "text-template": "odt",
    "text-web": "odt",
    "text-master": "odt",
    "spreadsheet": "ods",
    "presentation": "odp",
}
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    struct.error,
    ValueError,
    KeyError,
)


def office_kind(path: Path, head: bytes) -> str:
    """Kind of a file with a zip's signature; a broken one is still named by what its first bytes show."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "[Content_Types].xml" in names:
                return _package_kind(_start(archive, "[Content_Types].xml"), names)
            if "mimetype" in names:
                kind = _open_kind(_start(archive, "mimetype").decode("ascii", "replace"))
                if (
                    kind
                    and "META-INF/manifest.xml" in names
                    and b"encryption-data" in _start(archive, "META-INF/manifest.xml")
                ):
                    return "encrypted_odf"
                if kind:
                    return kind
            return "zip"
    except _BROKEN:
        if b"[Content_Types].xml" in head or b"word/" in head or b"_rels/.rels" in head:
            return "pptx" if b"ppt/" in head else "xlsx" if b"xl/" in head else "docx"
        found = re.search(rb"mimetypeapplication/vnd\.oasis\.opendocument\.([a-z-]+?)(?:PK|-template)", head[:200])
        return (_open_kind(f"application/vnd.oasis.opendocument.{found.group(1).decode()}") if found else None) or "zip"


def _start(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        return member.read(1 << 20)


def _package_kind(types: bytes, names: set[str]) -> str:
    lowered = types.lower()
    for mark, kind in _MAIN_TYPES:
        if mark in lowered:
            return kind
    for part, kind in (
        ("word/document.xml", "docx"),
        ("xl/workbook.xml", "xlsx"),
        ("ppt/presentation.xml", "pptx"),
    ):
        if part in names:
            return kind
    return "opc"


def _open_kind(media: str) -> str | None:
    media = media.strip()
    if media == "application/epub+zip":
        return "epub"
    prefix = "application/vnd.oasis.opendocument."
    return _OPEN_TYPES.get(media.removeprefix(prefix)) if media.startswith(prefix) else None


def ole_kind(path: Path) -> str:
    """Kind of a compound file, by the streams that it holds."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            top = {entry[0].lower() for entry in ole.listdir(streams=True, storages=True)}
    except Exception:  # olefile raises many kinds on broken files
        return "ole"
    for stream, kind in (
        ("encryptedpackage", "encrypted_office"),
        ("worddocument", "doc"),
        ("workbook", "xls"),
        ("book", "xls"),
        ("powerpoint document", "ppt"),
        ("__properties_version1.0", "msg"),
    ):
        if stream in top:
            return kind
    return "ole"


class Package:
    """A zip-based document, read member by member within the limits. Names are matched without regard to
    case.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        """Raises ConversionFailed: "corrupt" for a broken archive, "too_big" for a bomb."""
        self._limits = limits
        try:
            self._archive = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise ConversionFailed(
                "The file is damaged or cut short: its container cannot be opened.", "corrupt"
            ) from error
        infos = self._archive.infolist()
        total = sum(info.file_size for info in infos)
        if len(infos) > limits.archive_members or total > limits.archive_bytes:
            self.close()
            raise ConversionFailed(
                "The file unpacks to more than the limit; it looks like a compression bomb.", "too_big"
            )
        self._members = {info.filename.lstrip("/").lower(): info for info in infos if not info.filename.endswith("/")}

    def close(self) -> None:
        self._archive.close()

    def __enter__(self) -> Package:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def names(self) -> list[str]:
        """Names of the members as written, without a leading slash."""
        return [info.filename.lstrip("/") for info in self._members.values()]

    def has(self, name: str) -> bool:
        return name.lstrip("/").lower() in self._members

    def read(self, name: str) -> bytes:
        """A member's bytes. KeyError when there is none; ConversionFailed when it is damaged or too big."""
        info = self._members[name.lstrip("/").lower()]
        limits = self._limits
        if info.file_size > limits.member_bytes or (
            info.file_size > limits.ratio_floor and info.file_size > limits.ratio * max(1, info.compress_size)
        ):
            raise ConversionFailed(
                "A part of the file unpacks to more than the limit; it looks like a compression bomb.",
                "too_big",
            )
        if info.flag_bits & 1:
            raise ConversionFailed("A part of the file is protected by a password.", "password")
        try:
            with self._archive.open(info) as member:
                data = member.read(limits.member_bytes + 1)
        except _BROKEN as error:
            raise ConversionFailed(
                f"The file is damaged: its part {info.filename} cannot be unpacked.", "corrupt"
            ) from error
        if len(data) > limits.member_bytes:
            raise ConversionFailed(
                "A part of the file unpacks to more than the limit; it looks like a compression bomb.",
                "too_big",
            )
        return data
