"""Files that are embedded in Office documents as OLE objects."""

from __future__ import annotations

import io
import struct

import olefile


def native_file(data: bytes) -> tuple[str, bytes] | None:
    """Name and content of the file inside an OLE object ("Package"), or of the whole object if it is a
    document itself.
    """
    if not olefile.isOleFile(data):
        return None
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            streams = {"/".join(entry).lower() for entry in ole.listdir()}
            if "\x01ole10native" in streams:
                return package_file(ole.openstream("\x01Ole10Native").read())
            for stream, ending in (("package", ".bin"), ("contents", ".bin"), ("embeddedodf", ".odt")):
                if stream in streams:
                    content = ole.openstream(stream).read()
                    return f"embedded{'.pdf' if content.startswith(b'%PDF') else ending}", content
            for stream, ending in (
                ("worddocument", ".doc"),
                ("workbook", ".xls"),
                ("powerpoint document", ".ppt"),
                ("__properties_version1.0", ".msg"),
            ):
                if stream in streams:
                    return f"embedded{ending}", data
    except Exception:  # olefile raises many kinds on broken objects
        return None
    return None


def package_file(native: bytes) -> tuple[str, bytes] | None:
    """The layout of an Ole10Native stream: size, flags, label, path, two words, temporary path, size,
    content.
    """
    try:
        at = 6
        label_end = native.index(b"\0", at)
        label = native[at:label_end].decode("cp1252", "replace")
        at = native.index(b"\0", label_end + 1) + 1 + 4
        (length,) = struct.unpack_from("<I", native, at)
        at += 4 + length
        (size,) = struct.unpack_from("<I", native, at)
        content = native[at + 4 : at + 4 + size]
    except (ValueError, struct.error):
        return None
    return (label or "embedded", content) if content else None
