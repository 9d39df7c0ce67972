"""Sources of the fake workspace: a few sections of Norwegian acts, an invented case, and a real PDF made from its text."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from engine.types import Box

ACTS = (
    ("Lov om avhending av fast eigedom (avhendingslova)", "Avhendingslova", "LOV-1992-07-03-93", (
        ("Kapittel 3. Tilstand og tilhøyrsle", "§ 3-1", "Tilhøvet til avtala", "(1) Eigedomen har mangel dersom han ikkje er i samsvar med krava til kvalitet, utrusting og anna som følgjer av avtala, eller krav som følgjer av §§ 3-2 til 3-8.\n\n(2) Har eigedomen eit avvik frå det kjøparen kunne vente, skal det leggjast vekt på kjøpesummen og tilhøva elles."),
        ("Kapittel 3. Tilstand og tilhøyrsle", "§ 3-7", "Manglande opplysning om eigedomen", "Eigedomen har mangel dersom kjøparen ikkje har fått opplysning om omstende ved eigedomen som seljaren kjente eller måtte kjenne til, og som kjøparen hadde grunn til å rekne med å få. Dette gjeld likevel berre dersom ein kan gå ut i frå at det har verka inn på avtala at opplysning ikkje vart gitt."),
        ("Kapittel 3. Tilstand og tilhøyrsle", "§ 3-9", "Eigedom selt «som han er» eller liknande", "Er eigedomen selt «som han er» eller med liknande allment atterhald, har eigedomen likevel mangel der dette følgjer av § 3-2 til § 3-6, eller der eigedomen er i vesentleg ringare stand enn kjøparen hadde grunn til å rekne med ut frå kjøpesummen og tilhøva elles."),
        ("Kapittel 4. Verknader av avtalebrot", "§ 4-12", "Prisavslag", "(1) Har eigedomen ein mangel, kan kjøparen krevje eit forholdsmessig prisavslag.\n\n(2) Om ikkje anna vert godtgjort, skal prisavslaget fastsetjast til kostnadene ved å få mangelen retta."),
        ("Kapittel 4. Verknader av avtalebrot", "§ 4-19", "Reklamasjon", "(1) Kjøparen taper retten til å gjere ein mangel gjeldande dersom han ikkje innan rimeleg tid etter at han oppdaga eller burde ha oppdaga mangelen, gir seljaren melding om at mangelen vert gjort gjeldande og kva slags mangel det gjeld.\n\n(2) Reklamasjon kan seinast gjerast fem år etter at kjøparen har overteke bruken av eigedomen. Dette gjeld ikkje dersom seljaren ved garanti eller annan avtale har teke på seg ansvar for mangelen i lengre tid.\n\n(3) Kjøparen kan likevel gjere gjeldande at reklamasjonen har kome for seint dersom seljaren har vore grovt aktlaus, uærleg eller for øvrig handla i strid med god tru."),
    )),
    ("Lov om foreldelse av fordringer (foreldelsesloven)", "Foreldelsesloven", "LOV-1979-05-18-18", (
        ("Kapittel I. Hovedregler", "§ 2", "Alminnelig foreldelsesfrist", "Den alminnelige foreldelsesfrist er 3 år."),
        ("Kapittel I. Hovedregler", "§ 3", "Beregning av foreldelsesfristen", "1. Foreldelsesfristen regnes fra den dag da fordringshaveren tidligst har rett til å kreve å få oppfyllelse.\n\n2. For krav som oppstår ved mislighold, regnes foreldelsesfristen fra den dag da misligholdet inntrer."),
        ("Kapittel II. Tilleggsfrister", "§ 10", "Fordringshaverens uvitenhet m.m.", "1. Dersom fordringshaveren ikke har gjort sitt krav gjeldende fordi han manglet nødvendig kunnskap om fordringen eller skyldneren, inntrer foreldelse tidligst 1 år etter den dag da fordringshaveren fikk eller burde skaffet seg slik kunnskap."),
    )),
    ("Lov om arbeidsmiljø, arbeidstid og stillingsvern mv. (arbeidsmiljøloven)", "Arbeidsmiljøloven", "LOV-2005-06-17-62", (
        ("Kapittel 15. Opphør av arbeidsforhold", "§ 15-3", "Oppsigelsesfrister", "(1) Om ikke annet er skriftlig avtalt eller fastsatt i tariffavtale, gjelder en oppsigelsesfrist på minst en måned.\n\n(2) Ved oppsigelse av arbeidstaker som er sagt opp etter minst fem års sammenhengende ansettelse i samme virksomhet, gjelder en oppsigelsesfrist på minst to måneder. Har arbeidsforholdet vart i minst ti år, skal fristen være minst tre måneder."),
        ("Kapittel 15. Opphør av arbeidsforhold", "§ 15-7", "Vern mot usaklig oppsigelse", "(1) Arbeidstaker kan ikke sies opp uten at det er saklig begrunnet i virksomhetens, arbeidsgivers eller arbeidstakers forhold."),
        ("Kapittel 15. Opphør av arbeidsforhold", "§ 15-8", "Oppsigelsesvern ved sykdom", "(1) Arbeidstaker som helt eller delvis er borte fra arbeidet på grunn av ulykke eller sykdom kan ikke av den grunn sies opp de første 12 månedene etter at arbeidsuførheten inntrådte."),
    )),
)  # fmt: skip

_REPORT = """# Tilstandsrapport – Fjellveien 12, 1470 Lørenskog

Oppdragsgiver: Marte Berg. Befaring utført 14. januar 2025 av takstmann Jonas Eide. Boligen er en enebolig i to etasjer oppført i 1987, med innredet kjeller fra 2009.

## Sammendrag

Det er påvist fuktskade i kjellerens yttervegg mot nord. Skaden har etter takstmannens vurdering utviklet seg over flere år og var ikke synlig ved en vanlig visning, fordi veggen var kledd med panel. Kostnaden ved å rette mangelen anslås til kr 385 000 inkludert merverdiavgift.

## Kjeller og grunnmur

Ved hulltaking i veggen bak panelet ble det målt 28 vektprosent fukt i bunnsvillen. Isolasjonen var gjennomtrukket av vann, og det var synlig muggvekst på baksiden av platene. Drenering rundt huset er fra byggeåret og fungerer ikke lenger. Selger opplyste under befaringen at det ble pumpet vann ut av kjelleren våren 2021.

Takstmannen legger til grunn at skaden oppsto før overtakelsen 1. juni 2023. Reklamasjon bør sendes selger uten opphold.

## Bad i første etasje

Tettesjiktet i dusjsonen er fra 2009. Det er ikke påvist lekkasje, men forventet brukstid er snart nådd. Tilstandsgrad 2.

## Tak og loft

Taktekkingen er lagt om i 2015 og fremstår uten avvik. Loftet er tørt og godt luftet. Tilstandsgrad 1.

## Kostnadsoverslag

Ny drenering mot nord og øst anslås til kr 210 000. Riving, tørking og ny innredning av kjellerveggen anslås til kr 145 000. Undersøkelser og byggeledelse anslås til kr 30 000. Samlet anslag er kr 385 000 inkludert merverdiavgift.

## Forbehold

Rapporten bygger på det som var tilgjengelig ved befaringen. Skjulte konstruksjoner er bare undersøkt der det er tatt hull. Takstmannen har ikke undersøkt det elektriske anlegget.
"""

CASE_FILES = (
    ("Tilstandsrapport 14.01.2025.pdf", _REPORT),
    ("Kjøpekontrakt Fjellveien 12.docx", "# Kjøpekontrakt\n\nMellom Kari og Per Solli (selger) og Marte Berg (kjøper).\n\n## 1. Eiendommen\n\nEiendommen Fjellveien 12, gnr. 104 bnr. 37 i Lørenskog kommune, selges for kr 7 450 000.\n\n## 2. Overtakelse\n\nKjøper overtar bruken av eiendommen 1. juni 2023 kl. 12.00.\n\n## 3. Eiendommens tilstand\n\nSelger kjenner ikke til fukt, lekkasje eller andre feil i kjelleren ut over det som følger av salgsoppgaven. En mangel må påberopes innen rimelig tid.\n\n## 4. Oppgjør\n\n| Post | Beløp | Forfall |\n| --- | --- | --- |\n| Forskudd | kr 745 000 | 15. mars 2023 |\n| Rest ved overtakelse | kr 6 705 000 | 1. juni 2023 |\n| Dokumentavgift | kr 186 250 | 1. juni 2023 |\n\nBeløpene betales til meglerens **klientkonto**.\n"),
    ("Salgsoppgave.pdf", "# Salgsoppgave\n\nFjellveien 12 er en innholdsrik familiebolig med god standard.\n\n## Kjeller\n\nKjelleren er innredet i 2009 med stue, vaskerom og bod. Selger opplyser at kjelleren er tørr.\n"),
    ("E-post fra Per Solli 03.02.2025.eml", "# Sv: Fukt i kjelleren\n\nFra: Per Solli. Til: Marte Berg. 3. februar 2025.\n\nHei Marte. Vi har aldri merket noe til fukt i kjelleren mens vi bodde der, bortsett fra litt vann våren 2021 som vi pumpet ut. Vi mener derfor at dette ikke er en mangel som vi svarer for. Hilsen Per\n"),
    ("Reklamasjon 20.01.2025.docx", "# Reklamasjon\n\nTil Kari og Per Solli. 20. januar 2025.\n\n## Mangelen\n\nJeg viser til tilstandsrapporten av 14. januar 2025. Fuktskaden i kjelleren er en mangel etter avhendingslova. Jeg oppdaget den 10. januar 2025 da panelet ble tatt ned, og krever prisavslag på kr 385 000.\n"),
    ("Notat fra møte 12.02.2025.md", "# Notat fra møte\n\nTil stede: Marte Berg, advokat Nora Lie.\n\n## Spørsmål\n\n- Er det reklamert innen rimelig tid?\n- Er kravet foreldet?\n- Kjente selger til vannet i kjelleren våren 2021?\n\n## Videre\n\n1. Innhente forklaring fra nabo.\n2. Skrive prosessvarsel etter tvisteloven § 5-2.\n"),
)  # fmt: skip


def report_pdf(path: Path, markdown: str) -> int:
    """Print ``markdown`` as an A4 PDF; the number of its pages."""
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(22, 24, 22, 24), QPageLayout.Unit.Millimeter)
    writer.setResolution(150)
    document = QTextDocument()
    document.setDefaultFont(QFont("Liberation Serif", 12))
    document.documentLayout().setPaintDevice(writer)
    document.setMarkdown(markdown)
    area = writer.pageLayout().paintRectPixels(150)
    document.setPageSize(QSizeF(area.width(), area.height()))
    document.print_(writer)
    pages = document.pageCount()
    del document, writer
    return pages


def boxes_in_pdf(path: Path, markdown: str, start: int, end: int) -> list[Box]:
    """Where ``markdown[start:end]`` stands in the PDF, word by word, found by PDFium's own search."""
    wanted = re.sub(r"[#*|>]+", " ", markdown[start:end])
    boxes: list[Box] = []
    pdf = pdfium.PdfDocument(path)
    for number in range(len(pdf)):
        page = pdf[number]
        text = page.get_textpage()
        whole = text.get_text_range().replace("\r", " ").replace("\n", " ").replace("\ufffe", " ")
        found = re.search(r"\s+".join(re.escape(w) for w in wanted.split()), whole) if wanted.split() else None
        if found:
            height = page.get_height()
            for word in re.finditer(r"\S+", whole[found.start() : found.end()]):
                at = found.start() + word.start()
                corners = [text.get_charbox(i) for i in range(at, at + len(word.group()))]
                boxes.append(
                    Box(start, end, number + 1, min(c[0] for c in corners), height - max(c[3] for c in corners),
                        max(c[2] for c in corners), height - min(c[1] for c in corners))
                )  # fmt: skip
        text.close()
        page.close()
        if found:
            break
    pdf.close()
    return boxes
