"""XML from documents: parsed without entities, DTDs from elsewhere or network, within the library's own size
limits.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from engine.convert.errors import ConversionFailed

_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(wordprocessingml|spreadsheetml|presentationml|drawingml)/main")
_STRICT_OTHER = re.compile(rb"http://purl\.oclc\.org/ooxml/officeDocument/")
_YEAR = b"http://schemas.openxmlformats.org/"
_ENTITY = re.compile(rb"<!ENTITY", re.I)


def parse(data: bytes, what: str = "part") -> Any:
    """The root element. Raises ConversionFailed("corrupt") for broken XML and for declared entities (a known
    attack).
    """
    if _ENTITY.search(data[:100_000]):
        raise ConversionFailed(
            "The file declares XML entities, which documents do not need and attacks use; it is not read.", "corrupt"
        )
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ConversionFailed(f"The file is damaged: its {what} is not well-formed.", "corrupt") from error
    if root is None:
        raise ConversionFailed(f"The file is damaged: its {what} is empty.", "corrupt")
    return root


def parse_office(data: bytes, what: str = "part") -> Any:
    """The same for Office parts; the "strict" namespaces are read as the usual ones."""
    return parse(transitional(data), what)


def transitional(data: bytes) -> bytes:
    """The part with the namespaces of "strict" files changed into the usual ones."""
    if b"purl.oclc.org" in data:
        data = _STRICT.sub(_YEAR + rb"\1/2006/main", data)
        data = _STRICT_OTHER.sub(_YEAR + b"officeDocument/2006/", data)
    return data


def local(element: Any) -> str:
    """The name without its namespace; "" for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
