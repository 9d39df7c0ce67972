"""The converter of binary Word documents: by way of the new format, with the bare text as the safety net."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import olefile

from engine.convert.context import Context
from engine.convert.doc.deletions import without_deleted
from engine.convert.doc.leniency import be_lenient
from engine.convert.doc.pieces import OldText, blocks_of, read_pieces
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.hygiene import cleaned
from engine.convert.word import document as word
from engine.types import Converted

NAME, VERSION = "doc", "1"


def read(path: Path, context: Context) -> Converted:
    """Raises ConversionFailed: "password", "wrong_password", "corrupt" or "no_text"."""
    context.workdir.mkdir(parents=True, exist_ok=True)
    copy = context.workdir / "document-without-deletions.doc"
    try:
        deleted = _blotted(path, copy)
        return _with_macros(_with_changes(_read(copy if deleted else path, context), deleted), path)
    finally:
        copy.unlink(missing_ok=True)


def _blotted(path: Path, copy: Path) -> list[str]:
    """The tracked deletions; if there are any, ``copy`` is the file without them."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            data = ole.openstream("WordDocument").read()
            flags = int.from_bytes(data[0x0A:0x0C], "little")
            if data[:2] != b"\xec\xa5" or flags & 0x0100:
                return []
            table = ole.openstream("1Table" if flags & 0x0200 else "0Table").read()
        changed, deleted = without_deleted(data, table)
        if deleted:
            shutil.copyfile(path, copy)
            with olefile.OleFileIO(str(copy), write_mode=True) as ole:
                ole.write_stream("WordDocument", changed)
    except Exception:  # olefile and broken tables raise many kinds: then the file is read as it is
        return []
    return deleted


def _with_changes(converted: Converted, deleted: list[str]) -> Converted:
    if not deleted:
        return converted
    changes = [{"kind": "deletion", "author": "", "date": "", "text": cleaned(text)} for text in deleted]
    warning = "The document has tracked changes; the text is read as if all of them were accepted."
    return replace(converted, warnings=(*converted.warnings, warning), meta={**converted.meta, "changes": changes})


def _with_macros(converted: Converted, path: Path) -> Converted:
    with olefile.OleFileIO(str(path)) as ole:
        if not ole.exists("Macros"):
            return converted
    warning = "The document contains macros; they are never run."
    return replace(converted, warnings=(*converted.warnings, warning), meta={**converted.meta, "macros": True})


def _read(path: Path, context: Context) -> Converted:
    bare = _bare(path)
    if bare is not None and bare.encrypted and not context.password:
        raise ConversionFailed(
            "The Word document is protected by a password; give it and import the file again.", "password"
        )
    whole = _by_new_format(path, context)
    if whole is not None:
        return whole if bare is None else _with_lost_words(whole, bare)
    if bare is None:
        raise ConversionFailed("The Word document is damaged and could not be read.", "corrupt")
    if bare.encrypted:
        raise ConversionFailed("The password given does not open this Word document.", "wrong_password")
    return _from_bare(bare)


def _bare(path: Path) -> OldText | None:
    try:
        with olefile.OleFileIO(str(path)) as ole:
            return read_pieces(ole)
    except Exception:  # olefile and broken tables raise many kinds
        return None


def _by_new_format(path: Path, context: Context) -> Converted | None:
    """The document as DOCX, read like any other; None when the conversion does not know the file."""
    import doc2docx

    be_lenient()
    target = context.workdir / "converted-from-doc.docx"
    try:
        doc2docx.convert(path, target, password=context.password)
        converted = word.read(target, context)
    except ConversionFailed as failure:
        if failure.kind == "too_big":
            raise
        return None
    except Exception:  # the library raises many kinds on files that it does not know
        return None
    finally:
        target.unlink(missing_ok=True)
    title = converted.title if converted.title and "\ufffd" not in converted.title else None
    return replace(converted, title=title, converter=NAME, version=f"{VERSION}+doc2docx {doc2docx_version()}")


def doc2docx_version() -> str:
    from importlib.metadata import version

    return version("msdoc2docx")


def _with_lost_words(whole: Converted, bare: OldText) -> Converted:
    """Adds text boxes that the conversion left out, and says so."""
    there = "".join(whole.markdown.split())
    lost = []
    for block in blocks_of(bare.boxes):
        text = " ".join(block) if isinstance(block, list) else block
        if "".join(cleaned(text).split()) not in there:
            lost.append(text)
    if not lost:
        return whole
    draft = Draft()
    for text in lost:
        draft.paragraph(text)
    warning = "Text boxes of this old Word document stand at the end of the text."
    return replace(whole, markdown=f"{whole.markdown}\n\n{draft.text}", warnings=(*whole.warnings, warning))


def _from_bare(bare: OldText) -> Converted:
    draft = Draft()
    draft.warn("Only the words of this old Word document could be read, without list numbers and headings.")
    rows: list[list[str]] = []
    for text in (bare.main, bare.footnotes, bare.endnotes, bare.boxes):
        for block in [*blocks_of(text), ""]:
            if isinstance(block, list):
                rows.append(block)
                continue
            if rows:
                draft.table(rows)
                rows = []
            draft.paragraph(block)
    headers = [block for block in blocks_of(bare.headers) if isinstance(block, str)]
    if draft.empty and headers:
        draft.warn("The document has text only in its headers and footers.")
        for text in headers:
            draft.paragraph(text)
    if draft.empty:
        raise ConversionFailed("The Word document opens, but no text was found in it.", "no_text")
    meta = {"running": {"headers": headers, "footers": []}} if headers else {}
    comments = [block for block in blocks_of(bare.comments) if isinstance(block, str)]
    if comments:
        meta["comments"] = [{"author": "", "date": "", "text": text, "about": ""} for text in comments]  # type: ignore[assignment]
    return draft.finish(NAME, VERSION, meta=meta)
