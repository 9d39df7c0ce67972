"""Pages saved as mail (MHTML): the page inside, without what it needs for its looks."""

from __future__ import annotations

from pathlib import Path

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.html.document import parse_page
from engine.convert.mail.document import parse
from engine.convert.mail.fields import header
from engine.convert.mail.parts import take_apart
from engine.types import Converted

NAME, VERSION = "mhtml", "1"


def read(path: Path, context: Context) -> Converted:
    """The first page of the file (others are its frames) and the frames after it."""
    data = path.read_bytes()
    message = parse(data)
    draft = Draft()
    title = None
    links: list[str] = []
    for group in take_apart(message, data).bodies:
        for body in group:
            if body.html:
                page = parse_page(body.data, body.charset)
                page.write(draft)
                title = title or page.title
                links += page.links
    if draft.empty:
        raise ConversionFailed("The saved web page opens, but shows no text.", "no_text")
    return draft.finish(
        NAME, VERSION, title=title or header(message, "Subject") or None, meta={"links": links} if links else {}
    )
