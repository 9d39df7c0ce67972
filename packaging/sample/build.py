"""Makes the documents of the sample matters again from their sources, byte for byte.

    python packaging/sample/build.py [no|de]

Needs the packages in requirements.txt beside this file and the fonts named in README.md. The acts are made by laws.py.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import typst

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "resources" / "sample"
BUILD = HERE / "build"
SYSTEM_FONTS = Path("/usr/share/fonts")
# Only these files are offered to Typst, so that no other font of the machine slips in.
FONTS = (
    *(f"truetype/lato/Lato-{style}.ttf" for style in ("Regular", "Italic", "Bold", "Black", "Light")),
    *(f"truetype/open-sans/OpenSans-{style}.ttf" for style in ("Regular", "Italic", "Bold")),
    *(f"truetype/crosextra/Carlito-{style}.ttf" for style in ("Regular", "Italic", "Bold", "BoldItalic")),
    "truetype/kristi/Kristi.ttf",
    "opentype/dancingscript/DancingScript-Regular.otf",
    "opentype/courier-prime/Courier Prime.otf",
)


def fonts() -> str:
    """A folder with copies of FONTS."""
    folder = BUILD / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for name in FONTS:
        target = folder / Path(name).name
        if not target.exists():
            shutil.copyfile(SYSTEM_FONTS / name, target)
    return str(folder)


def pdf(source: str, target: Path) -> None:
    """Typesets one source. A line that begins with "12. " would become a list: refused."""
    path = HERE / source
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.search(r"(^\s*|\[)\d+\. ", line) and not line.startswith("= "):
            raise SystemExit(f"{source}:{number}: the number would become a list item")
    typst.compile(str(path), output=str(target), root=str(HERE), font_paths=[fonts()], ignore_system_fonts=True)


def norwegian() -> None:
    import no_mails
    import no_words
    import outlines
    import pictures
    import scan

    pictures.draw(BUILD)
    outlines.write_signatures(BUILD)
    matter = SAMPLE / "no" / "Boligkjøp Tjernhaugveien 14"
    sale, damage, letters = matter / "01 Salget", matter / "02 Skaden", matter / "03 Brevveksling"
    for folder in (sale, damage, letters):
        folder.mkdir(parents=True, exist_ok=True)
    contract = sale / "Kjøpekontrakt 2024-04-19 signert.pdf"
    pdf("no/tilstandsrapport.typ", sale / "Tilstandsrapport 2024-03-15.pdf")
    pdf("no/salgsoppgave.typ", sale / "Salgsoppgave med egenerklæring 2024-04-02.pdf")
    pdf("no/kjopekontrakt.typ", contract)
    no_words.draft_contract(HERE / "no" / "kjopekontrakt.typ", sale / "Kjøpekontrakt UTKAST 2024-04-17.docx")
    no_words.takeover(sale / "Overtakelsesprotokoll 2024-06-14.docx")

    scan.scan(HERE / "no" / "brev2019.typ", damage / "Brev fra rørlegger 2019 (skannet).pdf", HERE, [fonts()])
    pdf("no/skaderapport.typ", damage / "Skaderapport 2024-11-20.pdf")
    invoice = BUILD / "Faktura 24-1187.pdf"
    pdf("no/faktura.typ", invoice)
    (damage / "2024-10-10 Lekkasjesøk og faktura.eml").write_bytes(no_mails.plumber(invoice))
    shutil.copyfile(HERE / "no" / "befaringsnotat.md", damage / "Befaringsnotat 2024-11-05.md")
    notes = (HERE / "no" / "telefonnotater.txt").read_text(encoding="utf-8")
    (damage / "Telefonnotater og tidslinje.txt").write_bytes(notes.replace("\n", "\r\n").encode("cp1252"))

    no_words.complaint(letters / "Reklamasjon 2024-10-16.docx")
    no_words.claim(letters / "Krav og varsel om søksmål 2024-12-02.docx")
    (letters / "2024-10-18 Bekreftelse fra Skansegard.eml").write_bytes(no_mails.receipt())
    (letters / "2024-12-03 SV Signert kontrakt.eml").write_bytes(no_mails.broker(contract))
    (letters / "2024-12-05 SV Badet nede.eml").write_bytes(no_mails.thread())
    pdf("no/avslag.typ", letters / "Avslag fra Skansegard 2025-01-17.pdf")


def german() -> None:
    import de_build
    import outlines

    outlines.write_signatures(BUILD)
    de_build.build(SAMPLE / "de", pdf)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["no", "de"]
    if "no" in wanted:
        norwegian()
    if "de" in wanted:
        german()
