"""How sources, quotes and outcomes are put into words: one place, so that lists, cards and clipboard agree."""

from __future__ import annotations

from pathlib import PurePath

from desktop.texts import tr
from engine.types import Answer, Document, Hit, Quote

LONG_LABEL = 48  # a label longer than this is a heading, not a number


def place(label: str | None, page: int | None) -> str:
    """ "§ 15-8 · page 3", whichever of the two there is."""
    parts = [label] if label else []
    if page is not None:
        parts.append(tr("page {page}", page=page))
    return " · ".join(parts)


def source_line(title: str, label: str | None, page: int | None) -> str:
    """ "Arbeidsmiljøloven § 15-8" or "Takstrapport · page 3"."""
    if label and label.startswith(("§", "Art")):
        title = f"{title} {label}"
        label = None
    where = place(label, page)
    return f"{title} · {where}" if where else title


def quotation(text: str) -> str:
    """Words in the quotation marks usual in the language of the window."""
    return tr("“{words}”", words=text)


def citation(quote: Quote | Hit) -> str:
    """A source in one line, as it goes into a letter: title, number or page, and the official id or file name."""
    line = source_line(quote.title, quote.label, quote.page)
    name = PurePath(quote.source_id.split("!")[-1]).name
    return line if name in (quote.title, "") else f"{line} ({name})"


def quote_with_citation(quote: Quote) -> str:
    return f"{quotation(quote.text)} {citation(quote)}"


def document_title(document: Document) -> str:
    if document.short_title:
        return document.short_title
    return document.title or PurePath(document.source_id).name


def pack_title(name: str) -> str:
    """The name of a pack; those that the engine makes by itself are put into the language of the window."""
    return {
        "Documents": tr("Documents"), "Law": tr("Law"), "Norwegian law": tr("Norwegian law"), "Swedish law": tr("Swedish law"),
        "Danish law": tr("Danish law"), "German law": tr("German law"), "Finnish law": tr("Finnish law"),
        "Dutch law": tr("Dutch law"), "French law": tr("French law"), "English law": tr("English law"),
        "Spanish law": tr("Spanish law"), "Italian law": tr("Italian law"), "Portuguese law": tr("Portuguese law"),
    }.get(name, name)  # fmt: skip


def quote_status(status: str) -> tuple[str, str, str]:
    """Text, kind of chip and icon for the result of checking a quote."""
    return {
        "verified": (tr("Word for word"), "good", "check"),
        "not_found": (tr("Differs from the source"), "bad", "differs"),
        "cannot_check": (tr("Cannot be checked"), "caution", "question"),
    }[status]


def answered_by(answer: Answer) -> str:
    if answer.model in ("", "none"):
        return tr("Quotes only, without a model")
    return tr("Worded by {model}", model=answer.model)


def file_name_for(question: str, ending: str) -> str:
    """A file name made from a question: letters and digits kept, at most 60 characters."""
    words = "".join(c if c.isalnum() else " " for c in question).split()
    name = " ".join(words)
    while len(name) > 60 and " " in name:
        name = name.rsplit(" ", 1)[0]
    return f"{name[:60] or tr('Answer')}.{ending}"
