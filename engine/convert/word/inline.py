"""The text of one paragraph: runs, fields, notes, tracked changes, hidden text, symbols, text boxes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.convert.word.parts import MC, R, W, on, value
from engine.convert.word.styles import Look, Styles
from engine.convert.word.symbols import symbol
from engine.convert.xml import local

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_TRANSPARENT = frozenset(
    "smartTag customXml ins moveTo hyperlink sdtContent dir bdo fldSimple ruby rubyBase oMathPara txbx textbox".split()
)
_REMOVED = {"del": "deletion", "moveFrom": "moved away"}
_ADDED = {"ins": "insertion", "moveTo": "moved here"}


@dataclass
class Change:
    """A tracked change: what, by whom, when (as the file says), and the words."""

    kind: str
    author: str
    date: str
    text: str


@dataclass
class Inline:
    """What a paragraph holds. ``parts``: its text in pieces; ``boxes``: contents of text boxes anchored in
    it.
    """

    parts: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)  # ("footnote" or "endnote", id)
    boxes: list[Any] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)  # relation ids of embedded files
    diagrams: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    letters: int = 0
    bold: int = 0
    size: int = 0
    page_break: bool = False

    @property
    def text(self) -> str:
        return "".join(self.parts)


@dataclass
class Story:
    """State that runs on from paragraph to paragraph: open fields, open comments, changes, note marks."""

    styles: Styles
    fields: list[bool] = field(default_factory=list)  # for each open field: whether its result has begun
    comments: dict[str, list[str]] = field(default_factory=dict)  # id → words it hangs on, while open and after
    open_comments: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    mark: Callable[[str, str], str] = lambda kind, id: ""  # gives the sign of a foot- or endnote
    links: list[str] = field(default_factory=list)

    @property
    def in_code(self) -> bool:
        """Inside the instruction of a field, which does not show."""
        return any(not result for result in self.fields)


def read_inline(paragraph: Any, story: Story, style: str | None) -> Inline:
    """The accepted text of a ``w:p`` and all that hangs on it."""
    inline = Inline()
    _walk(paragraph, story, inline, style, None)
    return inline


def _walk(parent: Any, story: Story, inline: Inline, style: str | None, removed: Change | None) -> None:
    for child in parent:
        name = local(child)
        if name == "r":
            _run(child, story, inline, style, removed)
        elif name in _REMOVED and child.tag.startswith(W):
            change = _change(child, _REMOVED[name])
            _walk(child, story, inline, style, change)
            _keep(story, change)
        elif name in _ADDED and child.tag.startswith(W):
            start = len(inline.parts)
            _walk(child, story, inline, style, removed)
            if removed is None:
                change = _change(child, _ADDED[name])
                change.text = "".join(inline.parts[start:])
                _keep(story, change)
        elif name == "commentRangeStart":
            story.comments.setdefault(child.get(W + "id", ""), [])
            story.open_comments.append(child.get(W + "id", ""))
        elif name == "commentRangeEnd":
            if child.get(W + "id", "") in story.open_comments:
                story.open_comments.remove(child.get(W + "id", ""))
        elif name == "sdt":
            content = child.find(f"{W}sdtContent")
            if content is not None:
                _walk(content, story, inline, style, removed)
        elif name == "AlternateContent":
            for option in alternatives(child):
                _walk(option, story, inline, style, removed)
        elif name == "oMath":
            _add(inline, story, math(child), removed)
        elif name in _TRANSPARENT:
            _walk(child, story, inline, style, removed)


def _change(element: Any, kind: str) -> Change:
    return Change(kind, element.get(W + "author", ""), element.get(W + "date", ""), "")


def _keep(story: Story, change: Change) -> None:
    if change.text.strip():
        last = story.changes[-1] if story.changes else None
        if (
            last
            and (last.kind, last.author, last.date) == (change.kind, change.author, change.date)
            and len(last.text) < 2000
        ):
            last.text += change.text
        else:
            story.changes.append(change)


def alternatives(element: Any) -> list[Any]:
    """The one branch of an AlternateContent to read: the first choice, or the fallback when the choice has no
    text.
    """
    choice, fallback = element.find(f"{MC}Choice"), element.find(f"{MC}Fallback")
    for branch in (choice, fallback):
        if branch is not None and (branch.find(f".//{W}t") is not None or branch.find(f".//{W}object") is not None):
            return [branch]
    return [branch for branch in (choice,) if branch is not None]


def _run(run: Any, story: Story, inline: Inline, style: str | None, removed: Change | None) -> None:
    properties = run.find(f"{W}rPr")
    character = value(properties.find(f"{W}rStyle")) if properties is not None else None
    look = story.styles.look(style, character, properties)
    for child in run:
        name = local(child)
        if name == "fldChar":
            _field(child, story, inline, removed)
        elif name in ("instrText", "delInstrText", "rPr") or story.in_code:
            continue
        elif name in ("t", "delText"):
            _text(child.text or "", look, story, inline, removed)
        elif name in ("footnoteReference", "endnoteReference"):
            _note(child, name, story, inline, removed)
        elif name == "AlternateContent":
            for option in alternatives(child):
                _drawing(option, story, inline, style, removed)
        elif name in ("drawing", "pict", "object"):
            _drawing(child, story, inline, style, removed)
        elif name == "br":
            inline.page_break = inline.page_break or child.get(W + "type") == "page"
            _text("\n", look, story, inline, removed)
        else:
            _text(_SIGNS.get(name, "") or (symbol(child) if name == "sym" else ""), look, story, inline, removed)


_SIGNS = {"tab": " ", "ptab": " ", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}


def _field(child: Any, story: Story, inline: Inline, removed: Change | None) -> None:
    kind = value(child, "fldCharType")
    if kind == "begin":
        story.fields.append(False)
        box = child.find(f"{W}ffData/{W}checkBox")
        if box is not None:
            state = on(box.find(f"{W}checked"))
            ticked = on(box.find(f"{W}default")) if state is None else state
            _add(inline, story, "☒" if ticked else "☐", removed)
    elif kind == "separate" and story.fields:
        story.fields[-1] = True
    elif kind == "end" and story.fields:
        story.fields.pop()


def _note(child: Any, name: str, story: Story, inline: Inline, removed: Change | None) -> None:
    kind, identity = name.removesuffix("Reference"), child.get(W + "id", "")
    if removed is not None:
        return
    if child.get(W + "customMarkFollows") not in ("1", "true", "on"):
        _add(inline, story, story.mark(kind, identity), removed)
    inline.notes.append((kind, identity))


def _text(text: str, look: Look, story: Story, inline: Inline, removed: Change | None) -> None:
    if not text:
        return
    if look.hidden:
        inline.hidden.append(text)
        return
    if look.raised and text.strip().isdigit():
        text = text.translate(_SUPERSCRIPT)
    count = len(text.strip())
    if removed is None:
        inline.letters += count
        inline.bold += count if look.bold else 0
        inline.size = max(inline.size, look.size if count else 0)
    _add(inline, story, text, removed)


def _add(inline: Inline, story: Story, text: str, removed: Change | None) -> None:
    if removed is not None:
        removed.text += text
        return
    inline.parts.append(text)
    for identity in story.open_comments:
        words = story.comments[identity]
        if sum(map(len, words)) < 500:
            words.append(text)


def _drawing(element: Any, story: Story, inline: Inline, style: str | None, removed: Change | None) -> None:
    """Text boxes, embedded files and diagrams inside a drawing, each once."""
    if removed is not None:
        return
    stack = [element]
    while stack:
        item = stack.pop(0)
        for child in item:
            name = local(child)
            if name == "txbxContent":
                inline.boxes.append(child)
            elif name == "AlternateContent":
                stack += alternatives(child)
            elif name == "OLEObject":
                inline.objects.append(child.get(R + "id", ""))
            elif name == "relIds":
                inline.diagrams.append(child.get(R + "dm", ""))
            else:
                stack.append(child)


def math(element: Any) -> str:
    """A formula in one line: "a/b", "x^2"."""
    name = local(element)
    if name == "t":
        return element.text or ""
    inner = [math(child) for child in element if not local(child).endswith("Pr")]
    if name == "f" and len(inner) == 2:
        return "/".join(part if len(part) < 2 else f"({part})" for part in inner)
    if name in ("sSup", "sSub") and len(inner) == 2:
        return ("^" if name == "sSup" else "_").join(inner)
    return "".join(inner)
