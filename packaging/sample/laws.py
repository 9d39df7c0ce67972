"""Takes the acts that the sample matters turn on out of the full collections of law, unchanged.

    python packaging/sample/laws.py ACTS.tar.bz2 GERMAN.tar.xz

ACTS is Lovdata's archive of acts in force (members ``nl/nl-YYYYMMDD-NNN.xml``), GERMAN a collection of German federal
law as Markdown (members ``./b/bgb/index.md``). Norwegian members are copied byte for byte into one small archive of
the same form; of the German Civil Code only the parts a tenancy case needs are taken, of the rest whole ordinances.
"""

from __future__ import annotations

import bz2
import hashlib
import io
import re
import sys
import tarfile
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample"

NORWEGIAN = {
    "nl/nl-19180531-004.xml": "avtaleloven",
    "nl/nl-19690613-026.xml": "skadeserstatningsloven",
    "nl/nl-19761217-100.xml": "forsinkelsesrenteloven",
    "nl/nl-19790518-018.xml": "foreldelsesloven",
    "nl/nl-19890616-063.xml": "håndverkertjenesteloven",
    "nl/nl-19890616-069.xml": "forsikringsavtaleloven",
    "nl/nl-19920703-093.xml": "avhendingslova",
    "nl/nl-20050617-062.xml": "arbeidsmiljøloven",
    "nl/nl-20050617-090.xml": "tvisteloven",
    "nl/nl-20070629-073.xml": "eiendomsmeglingsloven",
}
NOTICE = "Contains data under the Norwegian licence for Open Government data (NLOD) distributed by Lovdata"

# Parts of the Civil Code: (first section, first section no longer taken)
BGB_PARTS = (("§ 126 ", "§ 127a "), ("§ 186 ", "§ 194 "), ("§ 535 ", "§ 581 "))


def norwegian(archive: Path) -> None:
    """Writes ``no/lover/utvalgte-lover.tar.bz2`` and the licence file beside it."""
    found: dict[str, bytes] = {}
    with tarfile.open(archive, "r:bz2") as source:
        for member in source:
            if member.name in NORWEGIAN:
                stream = source.extractfile(member)
                assert stream is not None
                found[member.name] = stream.read()
    missing = set(NORWEGIAN) - set(found)
    if missing:
        raise SystemExit(f"not in the archive: {', '.join(sorted(missing))}")
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as target:
        for name in sorted(found):
            info = tarfile.TarInfo(name)
            info.size = len(found[name])
            info.mode = 0o644
            target.addfile(info, io.BytesIO(found[name]))
    folder = SAMPLE / "no" / "lover"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "utvalgte-lover.tar.bz2").write_bytes(bz2.compress(raw.getvalue(), 9))
    rows = "\n".join(
        f"| {name} | {NORWEGIAN[name]} | {hashlib.sha256(found[name]).hexdigest()} |" for name in sorted(found)
    )
    (folder / "LICENCE.md").write_text(
        f"""# Norwegian acts

{NOTICE}.

The ten acts in `utvalgte-lover.tar.bz2` are members of Lovdata's free archive of acts in force
(`gjeldende-lover.tar.bz2`), state of November 2025, each copied without a change. Licence: Norsk lisens for
offentlige data (NLOD) 2.0, https://data.norge.no/nlod/no/2.0. They are given here as an example; the text in
force today stands with Lovdata.

| member | act | SHA-256 |
|---|---|---|
{rows}
""",
        encoding="utf-8",
    )


def german(archive: Path) -> None:
    """Writes the tenancy parts of the BGB and the whole BetrKV, with a licence file."""
    wanted = {"./b/bgb/index.md": "", "./b/betrkv/index.md": ""}
    with tarfile.open(archive, "r|xz") as source:
        for member in source:
            if member.name in wanted:
                stream = source.extractfile(member)
                assert stream is not None
                wanted[member.name] = stream.read().decode("utf-8")
            if all(wanted.values()):
                break
    folder = SAMPLE / "de" / "gesetze"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "BGB Auszug Mietrecht.md").write_text(flow(bgb_excerpt(wanted["./b/bgb/index.md"])), encoding="utf-8")
    (folder / "BetrKV.md").write_text(flow(wanted["./b/betrkv/index.md"]), encoding="utf-8")
    (folder / "LICENCE.md").write_text(
        """# German law

German acts and ordinances are official works without copyright (§ 5 Abs. 1 UrhG). The texts are those of
gesetze-im-internet.de, state of 2022, as kept in Markdown by the Bundes-Git collection.

`BGB Auszug Mietrecht.md` holds the head of the Civil Code and these parts of it, word for word: §§ 126 to 127
(form), §§ 186 to 193 (periods and dates), §§ 535 to 580a (tenancy). `BetrKV.md` is whole. Lines that were broken within
a paragraph are joined; nothing else is changed. The law of the sample
matter is that of its time: the notice was given in June 2022.
""",
        encoding="utf-8",
    )


def flow(text: str) -> str:
    """Joins the lines of a paragraph or list item; headings, the head of the file and definitions stay as they are."""
    lines: list[str] = []
    head = text.startswith("---")
    for line in text.splitlines():
        head = head and not line.startswith("# ")
        begins = re.match(r"(\s*(\d+[a-z]?\.|[a-z]{1,2}\)|[-*:])\s)|#|\(\d+[a-z]?\) ", line)
        if not head and lines and lines[-1].strip() and line.strip() and not begins and not lines[-1].startswith("#"):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def bgb_excerpt(text: str) -> str:
    """The head of the act and the parts of ``BGB_PARTS``, each with the headings that stand above it."""
    lines = text.splitlines()
    first_heading = next(i for i, line in enumerate(lines) if line.startswith("## "))
    kept = lines[:first_heading]
    shown: list[tuple[int, str]] = []  # headings already written, outermost first
    for begin, end in BGB_PARTS:
        start = next(i for i, line in enumerate(lines) if re.match(rf"#+ {begin}", line))
        stop = next(i for i, line in enumerate(lines) if re.match(rf"#+ {end}", line))
        above = headings_above(lines, start)
        kept += [line for heading in above if heading not in shown for line in (heading[1], "")]
        shown = above
        while stop > start and (lines[stop - 1].startswith("#") or not lines[stop - 1].strip()):
            stop -= 1  # headings that open what comes after the part
        kept += [*lines[start:stop], "", ""]
    return "\n".join(kept).rstrip() + "\n"


def headings_above(lines: list[str], start: int) -> list[tuple[int, str]]:
    """The headings over line ``start``, outermost first, as (level, line)."""
    above: list[tuple[int, str]] = []
    level = len(lines[start]) - len(lines[start].lstrip("#"))
    for line in reversed(lines[:start]):
        depth = len(line) - len(line.lstrip("#"))
        if 1 < depth < level and line[depth] == " ":
            above.insert(0, (depth, line))
            level = depth
    return above


if __name__ == "__main__":
    norwegian(Path(sys.argv[1]))
    german(Path(sys.argv[2]))
