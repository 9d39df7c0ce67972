"""The converter of Outlook messages (.msg)."""

from __future__ import annotations

from pathlib import Path

import olefile

from engine.convert.context import Context
from engine.convert.draft import Draft
from engine.convert.errors import ConversionFailed
from engine.convert.mail.document import write_bodies, write_head
from engine.convert.outlook.mapi import Place
from engine.convert.outlook.message import read_message
from engine.types import Converted

NAME, VERSION = "outlook", "1"


def read(path: Path, context: Context) -> Converted:
    """A message as Markdown, in the form of any mail; appointments and contacts give what they have."""
    try:
        with olefile.OleFileIO(str(path)) as ole:
            mail = read_message(ole, Place((), 32))
            if ole.parsing_issues and not mail.notes:
                mail.notes.append("The message is damaged: some of its parts cannot be read.")
    except (OSError, ValueError, IndexError, KeyError) as error:
        raise ConversionFailed("The Outlook message is damaged.", "corrupt") from error
    draft = Draft()
    for note in mail.notes:
        draft.warn(note)
    for name, data in mail.files:
        draft.attachments.append(context.keep(name, data))
    meta = mail.meta
    if mail.pictures:
        meta["pictures_left_out"] = mail.pictures
    write_head(draft, meta)
    before = draft.length
    write_bodies(draft, [mail.bodies], meta)
    if draft.length == before:
        if not draft.attachments and not meta.get("subject"):
            raise ConversionFailed("The Outlook message holds no text and no attachments.", "no_text")
        draft.warn("The message itself holds no text.")
    return draft.finish(NAME, VERSION, title=meta.get("subject") or None, meta=meta)
