"""Lets doc2docx pass over what it finds wrong in drawn shapes, instead of refusing the whole document.

LibreOffice writes such files. Settings of shapes are only about looks; the words of text boxes are taken from
the bare text of the file when the library could not read them (``engine.convert.doc.document``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


@cache
def be_lenient() -> None:
    """Wraps the library's readers of shapes, once in a process. A version that has none of them is left as it
    is.
    """
    error = import_module("doc2docx.errors").Doc2DocxError
    boxes = import_module("doc2docx.msdoc.header_textboxes")
    _wrap("doc2docx.msdoc.officeart", "_read_properties", error, dict)
    for name in ("read_main_textboxes", "read_header_textboxes"):
        _wrap("doc2docx.converter", name, error, lambda: boxes.TextBoxCollection({}))


def _wrap(module: str, name: str, error: type[Exception], nothing: Callable[[], Any]) -> None:
    owner = import_module(module)
    strict = getattr(owner, name, None)
    if strict is None:
        return

    def forgiving(*arguments: Any, **named: Any) -> Any:
        try:
            return strict(*arguments, **named)
        except error:
            return nothing()

    setattr(owner, name, forgiving)
