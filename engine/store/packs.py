"""Packs: collections of documents with settings; a matter's own, or law and statistics that all matters share."""

from __future__ import annotations

import unicodedata
from typing import Any, get_args

from psycopg import Connection

from engine.errors import UserFacingError
from engine.store import vocabulary
from engine.store.queries import sql
from engine.text.language import STEMMERS
from engine.types import Matter, Pack, PackKind

AUTO = "auto"  # each document by its own language
LONGEST_NAME = 200  # letters; a longer one is a text that was pasted by mistake
# deleted in this order, so that the foreign keys find nothing left to do
LARGE_TABLES = ("pack_delete_passage_index", "pack_delete_passage", "pack_delete_document", "pack_delete_term")
ON_WORDS = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


def listing(connection: Connection, matter: Matter) -> list[Pack]:
    """The packs that ``matter`` sees: its own first, then law and statistics; by name."""
    return [Pack(*row) for row in connection.execute(sql("pack_list"), {"matter": matter.id})]


def get(connection: Connection, matter: Matter, name: str) -> Pack:
    """The pack called ``name`` as ``matter`` sees it. Raises UserFacingError, naming those there are."""
    found = _find(connection, matter, name)
    if found is None:
        existing = ", ".join(f"“{p.name}”" for p in listing(connection, matter)) or "none"
        raise UserFacingError(f"There is no pack called “{name}” in “{matter.name}”; there are: {existing}.")
    return found


def by_id(connection: Connection, pack_id: int) -> Pack | None:
    """The pack with this number, or None when it was deleted."""
    row = connection.execute(sql("pack_get_by_id"), {"pack_id": pack_id}).fetchone()
    return Pack(*row) if row else None


def create(
    connection: Connection,
    matter: Matter,
    name: str,
    kind: PackKind,
    *,
    stemmer: str = AUTO,
    description: str = "",
) -> Pack:
    """A new pack: documents belong to ``matter``, law and statistics to all.

    Raises UserFacingError for an empty or taken name, an unknown kind or stemmer.
    """
    clean = clean_name(name, "pack")
    if kind not in get_args(PackKind):
        raise UserFacingError(f"“{kind}” is not a kind of pack; the kinds are documents, law and statistics.")
    values = {
        "matter": matter.id if kind == "documents" else None,
        "name": clean,
        "kind": kind,
        "stemmer": check_stemmer(stemmer),
        "description": description,
    }
    row = None
    if _find(connection, matter, clean) is None:
        row = connection.execute(sql("pack_create"), values).fetchone()
    if row is None:
        raise UserFacingError(f"There is already a pack called “{clean}”; choose another name.")
    made = Pack(*row)
    if kind == "law":
        vocabulary.refresh(connection, made.id, made.stemmer)
    return made


def ensure(connection: Connection, matter: Matter, name: str, kind: PackKind) -> Pack:
    """The pack called ``name``, made if there is none. Raises UserFacingError when it is of another kind."""
    found = _find(connection, matter, name)
    if found is None:
        return create(connection, matter, name, kind)
    if found.kind != kind:
        raise UserFacingError(f"The pack “{found.name}” holds {found.kind}, not {kind}; choose another pack.")
    return found


def set_pack(connection: Connection, pack: Pack, **settings: Any) -> Pack:
    """Changes ``stemmer``, ``description`` or ``on`` (a bool, or a word such as "off") and gives the pack back.

    A new stemmer is only noted here; the caller builds the index again from the stored text.
    """
    values: dict[str, Any] = {"pack_id": pack.id, "stemmer": None, "description": None, "is_on": None}
    for key, value in settings.items():
        if key == "stemmer":
            values["stemmer"] = check_stemmer(str(value))
        elif key == "description":
            values["description"] = str(value)
        elif key == "on":
            values["is_on"] = _on(value)
        else:
            raise UserFacingError(f"A pack has no setting “{key}”; it has stemmer, description and on.")
    row = connection.execute(sql("pack_set"), values).fetchone()
    if row is None:
        raise UserFacingError(f"The pack “{pack.name}” was deleted meanwhile.")
    if pack.kind == "law" and values["stemmer"] is not None:
        vocabulary.refresh(connection, pack.id, values["stemmer"])
    return Pack(*row)


def delete(connection: Connection, matter: Matter, name: str) -> None:
    """Deletes a pack with all its documents. Raises UserFacingError when there is none of that name."""
    delete_rows(connection, get(connection, matter, name).id)


def delete_rows(connection: Connection, pack_id: int) -> None:
    """Deletes every row of a pack, large tables first, then the pack itself."""
    for query in LARGE_TABLES:
        connection.execute(sql(query), {"pack_id": pack_id})
    connection.execute(sql("pack_delete"), {"pack_id": pack_id})


def check_stemmer(name: str) -> str:
    """``name`` in lower case if it is a stemmer or "auto". Raises UserFacingError, naming all there are."""
    clean = name.strip().lower()
    if clean != AUTO and clean not in STEMMERS:
        raise UserFacingError(f"“{name}” is not a stemmer; there are: {', '.join([AUTO, *sorted(STEMMERS)])}.")
    return clean


def clean_name(name: str, what: str) -> str:
    """A name as it is stored. Raises UserFacingError for one that is empty, too long or not a line of text."""
    clean = composed(name)
    if not clean:
        raise UserFacingError(f"The name of a {what} cannot be empty; give it a name.")
    if len(clean) > LONGEST_NAME:
        raise UserFacingError(f"The name of a {what} can have {LONGEST_NAME} letters; this one has {len(clean)}.")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in clean):
        raise UserFacingError(f"The name of a {what} cannot hold line breaks or control characters; take them out.")
    return clean


def composed(name: str) -> str:
    """Composed letters (NFC, so that å from macOS is å), no blanks around them."""
    return unicodedata.normalize("NFC", name).strip()


def _find(connection: Connection, matter: Matter, name: str) -> Pack | None:
    values = {"matter": matter.id, "name": composed(name)}
    row = connection.execute(sql("pack_get"), values).fetchone()
    return Pack(*row) if row else None


def _on(value: object) -> bool:
    if isinstance(value, bool):
        return value
    found = ON_WORDS.get(str(value).strip().lower())
    if found is None:
        raise UserFacingError(f"“{value}” does not say whether the pack is on; write on or off.")
    return found
