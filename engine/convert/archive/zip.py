"""ZIP archives. Every member is accounted for: given as an attachment, or named with the reason why it is
not.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from engine.convert.context import Context
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.types import Attachment, Converted

NAME, VERSION = "zip", "1"
# Files that systems put into archives and nobody means to send.
_LITTER = ("__macosx/", ".ds_store", "thumbs.db", "desktop.ini")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError)


def read(path: Path, context: Context) -> Converted:
    """The members as attachments; ``meta["not_read"]`` lists the others as {"name", "reason"}.

    Raises ConversionFailed: "corrupt", "too_big" for bombs, "password" when nothing opens without one,
    "no_text" if empty.
    """
    try:
        archive = zipfile.ZipFile(path)
    except _BROKEN as error:
        raise ConversionFailed("The ZIP archive is damaged or cut short.", "corrupt") from error
    with archive:
        members = [
            info for info in archive.infolist() if not info.filename.endswith("/") and not _is_litter(info.filename)
        ]
        _check_size(archive.infolist(), context)
        attachments: list[Attachment] = []
        refused: list[dict[str, str]] = []
        for number, info in enumerate(members, 1):
            name = member_name(info)
            data, reason = _member(archive, info, context)
            if data is None:
                refused.append({"name": name, "reason": reason})
            else:
                attachments.append(context.keep(PurePosixPath(name).name, data, shown=name))
            context.progress(number, len(members))
    if not attachments:
        raise _nothing(refused, context)
    return Converted(
        "",
        attachments=tuple(attachments),
        warnings=tuple(f"{entry['name']}: {entry['reason']}" for entry in refused),
        meta={"container": True, **({"not_read": refused} if refused else {})},
        converter=NAME,
        version=VERSION,
    )


def _check_size(infos: list[zipfile.ZipInfo], context: Context) -> None:
    limits = context.limits
    total = sum(info.file_size for info in infos)
    packed = sum(info.compress_size for info in infos)
    if len(infos) > limits.archive_members:
        raise ConversionFailed(
            f"The archive has more than {limits.archive_members} members; unpack it and import the parts.", "too_big"
        )
    if total > limits.archive_bytes or (total > limits.ratio_floor and total > limits.ratio * max(1, packed)):
        raise ConversionFailed(
            "The archive unpacks to more than the limit; it looks like a compression bomb.", "too_big"
        )


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, context: Context) -> tuple[bytes | None, str]:
    """The bytes of a member, or None and why not."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return None, "It is a link to another place, which is not followed."
    if info.file_size > context.limits.member_bytes:
        return None, "It is larger than one file of an archive may be."
    password = context.password.encode() if context.password else None
    if info.flag_bits & 1 and password is None:
        return None, "It is protected by a password."
    try:
        with archive.open(info, pwd=password) as member:
            data = member.read(context.limits.member_bytes + 1)
    except RuntimeError as error:  # how zipfile speaks of passwords and of packing methods that it does not know
        if "password" in str(error).lower():
            return None, "The password given does not open it."
        return None, "It is packed in a way that cannot be unpacked here."
    except _BROKEN:
        return None, "It is damaged and cannot be unpacked."
    if len(data) > context.limits.member_bytes:
        return None, "It is larger than one file of an archive may be."
    return data, ""


def member_name(info: zipfile.ZipInfo) -> str:
    """The path of a member, without ways out of the archive; names in the code pages of old Windows are read
    as such.
    """
    name = info.filename
    if not info.flag_bits & 0x800:
        raw = name.encode("cp437", "replace")
        for page in ("utf-8", "cp850"):
            try:
                name = raw.decode(page)
                break
            except UnicodeDecodeError:
                continue
    parts = [cleaned(part).replace("\n", " ") for part in name.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part not in ("", ".", "..")) or "member"


def _is_litter(name: str) -> bool:
    lowered = name.lower()
    return lowered.startswith(_LITTER[0]) or lowered.rpartition("/")[2] in _LITTER


def _nothing(refused: list[dict[str, str]], context: Context) -> ConversionFailed:
    if refused and all("password" in entry["reason"].lower() for entry in refused):
        if context.password:
            return ConversionFailed("The password given does not open this archive.", "wrong_password")
        return ConversionFailed(
            "The archive is protected by a password; give it and import the file again.", "password"
        )
    if refused:
        return ConversionFailed("None of the members of the archive can be unpacked.", "corrupt")
    return ConversionFailed("The archive is empty.", "empty")
