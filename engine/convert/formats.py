"""Which converter reads which kind. Modules are loaded when first needed, so that a child starts fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from engine.convert.context import Context
from engine.convert.detect import detect, refuse
from engine.convert.errors import ConversionFailed
from engine.types import Converted

Reader = Callable[[Path, Context], Converted]

# kind → module with ``read(path, context)``
READERS: dict[str, str] = {
    "txt": "engine.convert.plain",
    "markdown": "engine.convert.markdown",
    "docx": "engine.convert.word.document",
    "docm": "engine.convert.word.document",
    "eml": "engine.convert.mail.document",
    "mhtml": "engine.convert.mail.mhtml",
    "rtf": "engine.convert.rtf.document",
    "msg": "engine.convert.outlook.document",
    "zip": "engine.convert.archive.zip",
    "mbox": "engine.convert.mail.mailbox",
    "odt": "engine.convert.odf.document",
    "ods": "engine.convert.odf.document",
    "odp": "engine.convert.odf.document",
    "pptx": "engine.convert.slides.document",
    "doc": "engine.convert.doc.document",
    "xls": "engine.convert.sheets.xls",
    "xlsb": "engine.convert.sheets.xls",
    "xlsx": "engine.convert.sheets.xlsx",
    "csv": "engine.convert.sheets.csv",
    "png": "engine.convert.images.document",
    "jpeg": "engine.convert.images.document",
    "tiff": "engine.convert.images.document",
    "gif": "engine.convert.images.document",
    "bmp": "engine.convert.images.document",
    "webp": "engine.convert.images.document",
    "html": "engine.convert.html.document",
    "pdf": "engine.convert.pdf.document",
}


def reader(kind: str) -> Reader:
    """The converter of a kind; ConversionFailed("unsupported") with the kind's name when there is none."""
    module = READERS.get(kind)
    if module is None:
        raise refuse(kind)
    read: Reader = import_module(module).read
    return read


def convert_here(path: Path, context: Context) -> Converted:
    """Detects and converts in this process. Raises ConversionFailed; other exceptions are faults of the
    file or ours.
    """
    try:
        size = path.stat().st_size
        kind = detect(path)
    except FileNotFoundError as error:
        raise ConversionFailed("The file is no longer there.", "corrupt") from error
    except OSError as error:
        raise ConversionFailed("The file cannot be read; check that you may open it.", "corrupt") from error
    if size > context.limits.file_bytes:
        raise ConversionFailed(
            f"The file is larger than {context.limits.file_bytes // 2**20} MiB, the limit for one file.",
            "too_big",
        )
    converted = reader(kind)(path, context)
    if not converted.markdown.strip() and not converted.attachments:
        raise ConversionFailed("The file opens, but no text was found in it.", "no_text")
    return replace(converted, meta={"kind": kind, **converted.meta})
