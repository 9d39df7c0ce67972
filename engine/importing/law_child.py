"""The child process that reads acts: the bytes of a file in, rows ready for the database out.

In:  ``{"name", "pack", "stemmer", "source_id", "source"}`` and the file's bytes.
Out: ``{"ready": true}`` once, then for each file the act's row sizes and term counts with the rows as bytes, or
``{"failed": reason}``. It ends when its input ends.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from dataclasses import replace
from typing import IO, Any

from engine.errors import UserFacingError
from engine.importing.frames import read_frame, write_frame
from engine.law import read_law
from engine.law.markdown import act_document
from engine.store.indexing import Prepared, prepare

GAZETTE = "LTI/"  # an act as it was passed; it must not take the place of the act as it stands today
# The largest act takes 90 MB to read; the rest is room for what is mapped and never touched.
MEMORY_BYTES = 1024 * 1024 * 1024


def work(message: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    """The answer to one file."""
    try:
        act = read_law(data, message["name"])
    except UserFacingError as error:
        return {"failed": str(error)}, b""
    if str(act.meta.get("dokid", "")).startswith(GAZETTE):
        act = replace(act, source_id=f"{act.source_id}-lti")
    if message["source_id"]:
        act = replace(act, source_id=message["source_id"])
    document = act_document(act)
    document = replace(document, meta={**document.meta, "source": message["source"]})
    prepared = prepare(message["pack"], message["stemmer"], document)
    return packed(prepared)


def packed(prepared: Prepared) -> tuple[dict[str, Any], bytes]:
    """A prepared document as a message: its rows as the blob, everything else as JSON."""
    rows = (prepared.document_row, prepared.passage_rows, prepared.index_rows)
    message = {
        "key": prepared.key, "source_id": prepared.source_id, "sha256": prepared.sha256,
        "text_sha256": prepared.text_sha256, "passages": prepared.passages, "words": prepared.words,
        "terms": prepared.terms, "sizes": [len(row) for row in rows],
    }  # fmt: skip
    return message, b"".join(rows)


def unpacked(message: dict[str, Any], blob: bytes) -> Prepared:
    """The reverse of ``packed``. ValueError or KeyError when the message is not one."""
    first, second, third = message["sizes"]
    if first + second + third != len(blob):
        raise ValueError("the rows are not as long as they should be")
    terms = {str(lexeme): int(count) for lexeme, count in message["terms"].items()}
    return Prepared(
        key=str(message["key"]),
        source_id=str(message["source_id"]),
        sha256=str(message["sha256"]),
        text_sha256=str(message["text_sha256"]),
        passages=int(message["passages"]),
        words=int(message["words"]),
        terms=terms,
        document_row=blob[:first],
        passage_rows=blob[first : first + second],
        index_rows=blob[first + second :],
    )


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _read_ahead(jobs: queue.Queue[tuple[dict[str, Any], bytes] | None]) -> None:
    """Reads what is sent while a file is in work; the end of the input ends the process, also in the middle of a file."""
    while (job := read_frame(sys.stdin.buffer)) is not None:
        jobs.put(job)
    os._exit(0)


def main() -> None:
    """Serves files until the input ends; whatever prints, prints to the error stream."""
    _limit_memory()
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs: queue.Queue[tuple[dict[str, Any], bytes] | None] = queue.Queue()
    threading.Thread(target=_read_ahead, args=(jobs,), daemon=True).start()
    write_frame(answers, {"ready": True})
    while (job := jobs.get()) is not None:
        try:
            answer, blob = work(*job)
        except (MemoryError, RecursionError):
            answer, blob = {"failed": "The file is too large or nested too deeply to be read."}, b""
        write_frame(answers, answer, blob)


if __name__ == "__main__":
    main()
