"""Files of a file, a folder or an archive, one at a time, told apart by content and never unpacked to disk."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO, Any

from engine.errors import UserFacingError

MOST_BYTES = 64 * 1024 * 1024  # of one member: the largest act known is 4 MB, an EU annex 20 MB
MOST_TOTAL = 4 * 1024**3  # of one archive unpacked: the whole gazette is 1 GB
MOST_MEMBERS = 200_000  # of one archive: the gazette since 2001 has 36,394
BUFFER = 64 * 1024
TAR_MAGIC_AT = 257
_DAMAGE = (tarfile.TarError, zipfile.BadZipFile, EOFError, lzma.LZMAError, zlib.error, OSError, ValueError)
_PACKED: dict[bytes, Callable[[IO[bytes]], Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}


@dataclass(frozen=True)
class SourceFile:
    """One file with its bytes. ``problem`` is a plain sentence when it was refused, and then it has no bytes."""

    name: str  # relative, with forward slashes
    data: bytes
    problem: str | None = None
    fraction: float = 1.0  # of the folder or archive that has been read, this file included


def is_archive(path: Path) -> bool:
    """True for tar (plain, gz, bz2, xz) and zip, by content. Office files, which are zips too, are not archives."""
    try:
        with path.open("rb") as file:
            start = file.read(512)
    except OSError:
        return False
    if start.startswith(b"PK\x03\x04"):
        return not _is_office(path)
    return _opener(path, start) is not None


def read_sources(path: Path) -> Iterator[SourceFile]:
    """Every file of ``path`` in the order of the archive, of a folder by name; the path itself when it is a file.

    Raises UserFacingError when the archive is damaged or unpacks to more than any collection of law.
    """
    if path.is_dir():
        yield from _folder(path)
        return
    with path.open("rb") as file:
        start = file.read(512)
    opener = _opener(path, start)
    try:
        if start.startswith(b"PK\x03\x04") and not _is_office(path):
            yield from _zip(path)
        elif opener is not None:
            yield from _tar(path, opener)
        else:
            yield _plain(path, path.name)
    except _DAMAGE as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise UserFacingError(f"{path.name} is a damaged archive; fetch it again.") from error


def _folder(path: Path) -> Iterator[SourceFile]:
    files = sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
    for number, file in enumerate(files, 1):
        yield replace(_plain(file, file.relative_to(path).as_posix()), fraction=number / len(files))


def _plain(path: Path, name: str) -> SourceFile:
    try:
        if path.stat().st_size > MOST_BYTES:
            return SourceFile(name, b"", _too_large(name))
        return SourceFile(name, path.read_bytes())
    except OSError as error:
        return SourceFile(name, b"", f"{name} could not be read: {error.strerror}.")


def _opener(path: Path, start: bytes) -> Callable[[IO[bytes]], Any] | None:
    """What unpacks the tar that the file is (nothing to do for a plain one); None when it is no tar.

    A packed file that cannot be unpacked at all counts as a (damaged) tar.
    """
    for magic, opener in _PACKED.items():
        if start.startswith(magic):
            try:
                with path.open("rb") as raw, opener(raw) as file:
                    return opener if _is_tar(file.read(512)) else None
            except _DAMAGE:
                return opener
    return nullcontext if _is_tar(start) else None


def _is_tar(block: bytes) -> bool:
    return block[TAR_MAGIC_AT : TAR_MAGIC_AT + 5] == b"ustar"


def _tar(path: Path, opener: Callable[[IO[bytes]], Any]) -> Iterator[SourceFile]:
    size = max(1, path.stat().st_size)
    total = count = 0
    # our own opener, since tarfile's reads past the sudden end of a packed file without a word
    with (
        path.open("rb") as raw,
        opener(raw) as file,
        tarfile.open(fileobj=file, mode="r|", bufsize=BUFFER) as archive,
    ):
        for member in archive:
            if not member.isfile():
                continue  # folders; links and devices are never followed
            count, total = count + 1, total + member.size
            problem = _refusal(path, member.name, member.size, count, total)
            stream: IO[bytes] | None = None if problem else archive.extractfile(member)
            yield SourceFile(_clean(member.name), stream.read() if stream else b"", problem, raw.tell() / size)
            archive.members = []  # type: ignore[attr-defined]  # else tarfile keeps every header of a long stream


def _zip(path: Path) -> Iterator[SourceFile]:
    total = 0
    with zipfile.ZipFile(path) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        for count, member in enumerate(members, 1):
            total += member.file_size
            data = b""
            problem = _refusal(path, member.filename, member.file_size, count, total)
            if not problem and member.flag_bits & 1:
                problem = f"{member.filename} is protected by a password."
            if not problem:
                try:
                    with archive.open(member) as stream:
                        data = stream.read(member.file_size)  # no more than it says: a bomb lies about its size
                except _DAMAGE:
                    problem = f"{member.filename} is damaged."
            yield SourceFile(_clean(member.filename), data, problem, count / len(members))


def _refusal(path: Path, name: str, size: int, count: int, total: int) -> str | None:
    if total > MOST_TOTAL or count > MOST_MEMBERS:
        raise UserFacingError(f"{path.name} unpacks to more than a collection of law holds; it was left aside.")
    if size > MOST_BYTES:
        return _too_large(name)
    pure = PurePosixPath(name.replace("\\", "/"))
    if pure.is_absolute() or ".." in pure.parts or (pure.parts and ":" in pure.parts[0]):
        return f"{name} names a place outside the archive and was left aside."
    return None


def _too_large(name: str) -> str:
    return f"{name} is larger than {MOST_BYTES // 1024**2} MB and was left aside."


def _clean(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).as_posix().lstrip("/")


def _is_office(path: Path) -> bool:
    """DOCX, XLSX, ODT and EPUB are zips whose first members say so."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()[:200]
    except (zipfile.BadZipFile, OSError, ValueError):
        return False
    return "[Content_Types].xml" in names or (bool(names) and names[0] == "mimetype")
