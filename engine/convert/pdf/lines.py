"""From words to fragments (words that stand close together on one base line) and to the lines of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from engine.convert.pdf.words import VALUE, Word, raise_digits

# A gap this wide (font sizes) may be a gutter, so the fragment ends there; justified text rarely reaches it.
FRAGMENT_GAP = 0.9


@dataclass
class Fragment:
    """Words on one base line without a wide gap, or (``table``) a whole ruled table that is moved as one."""

    words: list[Word]
    left: float
    right: float
    top: float
    bottom: float
    base: float
    size: float
    table: object | None = None

    @cached_property
    def letters(self) -> int:
        return sum(len(word.text) for word in self.words)


@dataclass
class Line:
    """One printed line of a block. ``cells``: its fragments from left to right."""

    cells: list[Fragment]
    page: int = 0
    turn: int = 0
    number: int = 0

    @cached_property
    def words(self) -> list[Word]:
        return [word for cell in self.cells for word in cell.words]

    @cached_property
    def left(self) -> float:
        return min(cell.left for cell in self.cells)

    @cached_property
    def right(self) -> float:
        return max(cell.right for cell in self.cells)

    @cached_property
    def size(self) -> float:
        sizes = Counter[float]()
        for word in self.words:
            sizes[round(word.size, 1)] += len(word.text)
        return sizes.most_common(1)[0][0]

    @cached_property
    def base(self) -> float:
        return median(word.base for word in self.words if abs(word.size - self.size) < 0.2 * self.size)

    @cached_property
    def top(self) -> float:
        return self.base - 0.8 * self.size

    @cached_property
    def bottom(self) -> float:
        return self.base + 0.22 * self.size

    @cached_property
    def bold(self) -> float:
        """Share of bold letters."""
        letters = sum(len(word.text) for word in self.words)
        return sum(len(word.text) for word in self.words if word.bold) / letters

    @cached_property
    def italic(self) -> float:
        letters = sum(len(word.text) for word in self.words)
        return sum(len(word.text) for word in self.words if word.italic) / letters

    @cached_property
    def text(self) -> str:
        return "".join(("" if word.glued or not at else " ") + word.text for at, word in enumerate(self.words))


@dataclass
class Block:
    """A region that is read on its own: lines from top to bottom, or one table."""

    lines: list[Line] = field(default_factory=list)
    table: object | None = None
    column: tuple[float, float] = (0.0, 0.0)  # left and right edge of the region


def fragments(words: Iterable[Word]) -> list[Fragment]:
    """Groups words, in drawing order, into fragments."""
    found: list[Fragment] = []
    run: list[Word] = []

    def close() -> None:
        if run:
            size = max(word.size for word in run)
            found.append(
                Fragment(
                    list(run),
                    min(word.left for word in run),
                    max(word.right for word in run),
                    min(word.top for word in run),
                    max(word.bottom for word in run),
                    max(run, key=lambda word: word.size).base,
                    size,
                )
            )
            run.clear()

    for word in words:
        if run:
            last = run[-1]
            size = max(word.size, last.size)
            gap = word.left - last.right
            if not (
                -0.4 * size < gap < FRAGMENT_GAP * min(size, 3 * min(word.size, last.size)) and _same_line(last, word)
            ):
                close()
        run.append(word)
    close()
    return _without_doubles(found)


def _same_line(one: Word, other: Word) -> bool:
    """Overlap of the two heights by half of the smaller: also true of a raised or lowered figure."""
    overlap = min(one.bottom, other.bottom) - max(one.top, other.top)
    return overlap > 0.5 * min(one.bottom - one.top, other.bottom - other.top)


def _without_doubles(found: list[Fragment]) -> list[Fragment]:
    """Drops fragments drawn twice at the same place (shadows, fake bold)."""
    seen: dict[tuple[str, int], list[Fragment]] = {}
    kept = []
    for fragment in found:
        text = " ".join(word.text for word in fragment.words)
        twins = seen.setdefault((text, round(fragment.base / 4)), [])
        if any(
            abs(t.left - fragment.left) < 0.25 * fragment.size and abs(t.base - fragment.base) < 0.25 * fragment.size
            for t in twins
        ):
            continue
        twins.append(fragment)
        kept.append(fragment)
    return kept


def lines_of(parts: Sequence[Fragment], page: int, turn: int) -> list[Line]:
    """The lines of a region: fragments whose heights overlap stand on one line, from left to right."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(parts, key=lambda part: (part.base, part.left)):
        for row in reversed(rows[-3:]):
            anchor = max(row, key=lambda part: part.size)
            near = abs(anchor.base - fragment.base) < 0.35 * min(anchor.size, fragment.size)
            if near and not _collides(row, fragment):
                row.append(fragment)
                break
        else:
            rows.append([fragment])
    rows = _with_scripts(rows)
    lines = []
    for row in rows:
        row.sort(key=lambda part: part.left)
        lines.append(_with_raised(Line(_joined(row), page, turn)))
    lines.sort(key=lambda line: line.base)
    return lines


def _collides(row: Sequence[Fragment], part: Fragment) -> bool:
    return any(min(o.right, part.right) - max(o.left, part.left) > 0.5 * part.size for o in row)


def _with_scripts(rows: list[list[Fragment]]) -> list[list[Fragment]]:
    """Puts raised and lowered marks (a few small letters on a base line of their own) into the line they
    belong to.
    """
    out: list[list[Fragment]] = []
    marks: list[list[Fragment]] = []
    for row in rows:
        (marks if sum(part.letters for part in row) <= 6 else out).append(row)
    for row in marks:
        mark = row[0]
        best: tuple[float, list[Fragment]] | None = None
        for home in out:
            anchor = max(home, key=lambda part: part.size)
            overlap = min(anchor.bottom, mark.bottom) - max(anchor.top - 0.2 * anchor.size, mark.top)
            beside = (
                min(min(abs(part.right - mark.left), abs(mark.right - part.left)) for part in home) < 0.6 * anchor.size
            )
            inside = any(part.left < mark.left < part.right for part in home)
            if (
                len(row) == 1
                and mark.size < 0.85 * anchor.size
                and overlap > 0.6 * (mark.bottom - mark.top)
                and (beside or inside)
            ):
                distance = abs(anchor.base - 0.33 * anchor.size - mark.base) if mark.base < anchor.base else anchor.size
                if best is None or distance < best[0]:
                    best = (distance, home)
        if best is None:
            out.append(row)
        else:
            best[1].append(mark)
    return out


def _joined(row: list[Fragment]) -> list[Fragment]:
    """Neighbours of a row that stand close together become one cell (parts drawn at different times)."""
    out = [row[0]]
    for part in row[1:]:
        last = out[-1]
        gap, size = part.left - last.right, max(part.size, last.size)
        if gap < FRAGMENT_GAP * size:
            words = last.words + part.words
            if gap < -0.1 * size:  # a mark inside the other fragment
                words.sort(key=lambda word: word.left)
                at = words.index(part.words[0])
                part.words[0].glued = at > 0 and part.words[0].left - words[at - 1].right < 0.12 * size
            elif gap < 0.12 * size and VALUE not in (part.words[0].font, last.words[-1].font):
                part.words[0].glued = True
            out[-1] = Fragment(
                words,
                last.left,
                max(last.right, part.right),
                min(last.top, part.top),
                max(last.bottom, part.bottom),
                (last if last.size >= part.size else part).base,
                size,
            )
        else:
            out.append(part)
    return out


def _with_raised(line: Line) -> Line:
    """Marks superscripts and writes raised numbers with superscript digits, so that "5²" does not become
    "52".
    """
    for word in line.words:
        if word.size < 0.85 * line.size and word.base < line.base - 0.15 * line.size:
            word.raised = True
            word.text = raise_digits(word.text) or word.text
    return line
