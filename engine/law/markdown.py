"""An act as Markdown with its passages: one a section, long ones cut at their paragraphs, the whole text covered."""

from __future__ import annotations

from dataclasses import dataclass

from engine.law.acts import LawAct, LawPart
from engine.law.lovdata_parts import heading_line
from engine.store.drafts import NewDocument, NewPassage
from engine.text.language import LANGUAGES, detect
from engine.text.sentences import sentences

READER = "law-lovdata"
VERSION = "1"

# A section is what a lawyer cites and what a reader of an answer checks, so it stays whole as long as it may:
# 95 of 100 Norwegian sections have fewer than 1,800 characters, 99 of 100 fewer than 3,000.
WHOLE = 2_400
TARGET = 1_800  # of the pieces that a longer one is cut into, at paragraphs, else at list items and table rows
HARD = 4_000  # no line is longer in a passage: beyond it a paragraph is cut at sentence ends
LEAST = 300  # a shorter last piece joins the one before

PARAGRAPH = "\n\n"
NORWEGIAN = {"no": "no", "nb": "no", "nn": "no", "n": "no"}  # html@lang → language of the index; "n" is a slip


@dataclass(frozen=True)
class _Atom:
    """The smallest piece of text that is never cut, with what separates it from the one before."""

    before: str
    text: str


def act_document(act: LawAct) -> NewDocument:
    """The act ready to be stored."""
    written = _Writer(act)
    return NewDocument(
        source_id=act.source_id,
        title=act.title,
        markdown=written.markdown,
        sha256=act.sha256,
        passages=written.passages,
        converter=READER,
        converter_version=VERSION,
        short_title=act.short_title,
        abbreviation=act.abbreviation,
        media_type="application/xml",
        language=_language(act.language, written.markdown),
        status=act.status,
        in_force_date=act.in_force_date,
        version_date=act.version_date,
        meta={**act.meta, "language": act.language, "member": act.member},
    )


class _Writer:
    """Writes the Markdown from the first part to the last and keeps where each passage begins and ends."""

    def __init__(self, act: LawAct) -> None:
        self._texts: list[str] = []
        self._length = 0
        passages: list[NewPassage] = []
        parts = act.parts or (LawPart("text", None, None, (), (), status=act.status),)
        for number, part in enumerate(parts):
            headings = [f"# {act.heading}"] if number == 0 else []
            passages.extend(self._part(part, headings))
        self.markdown = "".join(self._texts)
        self.passages = tuple(passages)

    def _part(self, part: LawPart, headings: list[str]) -> list[NewPassage]:
        """The passages of one part. Headings that open it belong to the first, the blank line after it to the last."""
        headings += [_heading(depth + 1, text) for depth, text in part.opens]
        if part.kind == "section" and not part.continues:
            line = heading_line(part.label, part.heading)
            headings += [_heading(len(part.path) + 2, line)] if line else []
        groups = _groups(_atoms(part.blocks)) or [[]]
        passages = []
        for number, group in enumerate(groups):
            after = groups[number + 1][0].before if number + 1 < len(groups) else PARAGRAPH
            body = "".join((atom.before if at else "") + atom.text for at, atom in enumerate(group))
            opening = headings if number == 0 else []
            start = self._length
            self._write(PARAGRAPH.join([*opening, body] if body else opening) + after)
            passages.append(
                NewPassage(
                    start=start,
                    end=self._length,
                    kind=part.kind,
                    label=part.label,
                    heading=part.heading,
                    path=part.path,
                    language=part.language,
                    status=part.status,
                    notes=part.notes if number == 0 else "",
                )
            )
        return passages

    def _write(self, text: str) -> None:
        self._texts.append(text)
        self._length += len(text)


def _heading(level: int, text: str) -> str:
    return f"{'#' * min(level, 6)} {text}"


def _atoms(blocks: tuple[str, ...]) -> list[_Atom]:
    """The blocks; where all together are too long for one passage, long blocks as lines and long lines as sentences."""
    if sum(len(block) + len(PARAGRAPH) for block in blocks) <= WHOLE:
        return [_Atom(PARAGRAPH, block) for block in blocks]
    atoms: list[_Atom] = []
    for block in blocks:
        if len(block) <= TARGET:
            atoms.append(_Atom(PARAGRAPH, block))
            continue
        for at, line in enumerate(block.split("\n")):
            before = "\n" if at else PARAGRAPH
            if len(line) <= HARD:
                atoms.append(_Atom(before, line))
            else:
                atoms.extend(_sentences(line, before))
    return atoms


def _sentences(line: str, before: str) -> list[_Atom]:
    """One long line as its sentences, and a sentence that is itself too long (a list of a hundred acts) at spaces."""
    starts = list(dict.fromkeys([0, *(start for start, _ in sentences(line))]))
    cuts: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
        cuts.append(start)
        while end - start > HARD:
            space = line.rfind(" ", start + LEAST, start + TARGET)
            start = space + 1 if space > 0 else start + TARGET
            cuts.append(start)
    ends = [*cuts[1:], len(line)]
    return [_Atom("" if n else before, line[start:end]) for n, (start, end) in enumerate(zip(cuts, ends, strict=True))]


def _groups(atoms: list[_Atom]) -> list[list[_Atom]]:
    """The atoms of one part put together to passages of about equal length, none beyond ``TARGET`` where that can be."""
    sizes = [len(atom.text) + len(atom.before) for atom in atoms]
    total = sum(sizes)
    if total <= WHOLE:
        return [atoms] if atoms else []
    even = total / -(-total // TARGET)
    groups: list[list[_Atom]] = [[]]
    length = 0
    left = total
    for atom, size in zip(atoms, sizes, strict=True):
        full = length + size > TARGET or length + size / 2 > even
        if groups[-1] and full and left > LEAST:
            groups.append([])
            length = 0
        groups[-1].append(atom)
        length += size
        left -= size
    return groups


def _language(code: str, text: str) -> str | None:
    """The language for the index: what the file says where it is one of ours, else what the text shows."""
    code = NORWEGIAN.get(code, code)
    return code if code in LANGUAGES else detect(text)
