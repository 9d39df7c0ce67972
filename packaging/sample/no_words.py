"""The Norwegian matter's Word documents: draft contract, takeover record, complaint, and claim."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

from words import Paper

FIRM = "Advokatfirmaet Brattskar & Lodve AS"
FIRM_LINES = "Sølvsmedgangen 4, 3611 Kongsberg · org.nr. 925 088 613 · post@brattskar-lodve.example · MNA"
GREY_BLUE = (0x2B, 0x4A, 0x66)


def clauses(source: Path) -> list[tuple[str, str]]:
    """The headings ("", text) and clauses (number, text) of the contract's Typst source, in order."""
    text = source.read_text(encoding="utf-8")
    found = re.findall(r"^= ([^\n]+)$|^#cl\[([\d.]+)\]\[(.+?)\]$", text, re.M | re.S)
    plain = []
    for heading, number, words in found:
        words = re.sub(r'#kr\("([^"]+)"\)', r"kr \1", re.sub(r"\s+", " ", words))
        plain.append(("", heading) if heading else (number, words.replace("\\", "")))
    return plain


def draft_contract(source: Path, target: Path) -> None:
    """The draft of 17 April: another day of takeover, and without the clauses the buyers asked for later."""
    paper = Paper(
        "Kjøpekontrakt, utkast 17. april 2024", "Hedda Kvernsund", dt.datetime(2024, 4, 17, 15, 20), size=10.5
    )
    paper.letterhead(
        "Elvemo Eiendomsmegling AS", "Myntmestergata 9, 3611 Kongsberg · org.nr. 918 442 703", (0x1F, 0x50, 0x45)
    )
    paper.footer("Utkast 17. april 2024, oppdrag 24-0318")
    paper.title("Kjøpekontrakt – UTKAST")
    paper.text("Utkast av 17. april 2024 til gjennomsyn. Merknader bes gitt til megler innen 18. april 2024 kl. 15.00.")
    paper.table(
        [
            ["Selger", "Gunnar Åsbrekk, født 11.05.1951"],
            ["Kjøper", "Marte Tverrlid, født 23.08.1990, og Sindre Holmvassli, født 02.02.1988, eierandel 1/2 hver"],
            ["Eiendom", "Tjernhaugveien 14, gnr. 7192 bnr. 37 i Kongsberg kommune (3303)"],
        ],
        [3.2, 12.6],
        head=False,
    )
    for number, words in clauses(source):
        if not number:
            paper.heading(words)
        elif number == "7.3":
            continue  # the seller's confirmation came in at the buyers' request
        elif number == "7.4":
            paper.numbered("7.3", words)
        elif number == "6.1":
            paper.numbered(number, words.replace("fredag 14. juni 2024 kl. 12.00", "mandag 1. juli 2024 kl. 12.00"))
        elif number == "3.1":
            paper.numbered(number, words.replace("12. juni 2024", "27. juni 2024"))
        elif number == "8.2":
            paper.numbered(
                number,
                "Plassbygd garderobe på soverom 3 i underetasjen følger med. Vedovnen i kjellerstuen følger ikke med.",
            )
        else:
            paper.numbered(number, words)
            if number == "2.2":
                paper.table(
                    [
                        ["Dokumentavgift til staten, 2,5 % av kjøpesummen", "kr 141 250"],
                        ["Tinglysingsgebyr skjøte", "kr 500"],
                        ["Tinglysingsgebyr pantedokument", "kr 500"],
                        ["Omkostninger i alt", "kr 142 250"],
                        ["Kjøpesum og omkostninger", "kr 5 792 250"],
                    ],
                    [10.5, 3.6],
                    right=(1,),
                    head=False,
                )
    paper.text("Kongsberg, ____________ 2024")
    for who in ("Selger", "Kjøper", "Kjøper"):
        paper.text(f"{who}: __________________________________")
    paper.save(target)


def takeover(target: Path) -> None:
    """The record that the parties filled in on 14 June."""
    paper = Paper("Overtakelsesprotokoll 14. juni 2024", "Elvemo Eiendomsmegling AS", dt.datetime(2024, 6, 14, 13, 5))
    paper.letterhead(
        "Elvemo Eiendomsmegling AS", "Myntmestergata 9, 3611 Kongsberg · org.nr. 918 442 703", (0x1F, 0x50, 0x45)
    )
    paper.footer("Overtakelsesprotokoll, oppdrag 24-0318")
    paper.title("Overtakelsesprotokoll")
    paper.table(
        [
            ["Eiendom", "Tjernhaugveien 14, gnr. 7192 bnr. 37 i Kongsberg kommune"],
            ["Dato og klokkeslett", "Fredag 14. juni 2024 kl. 12.15"],
            ["Til stede", "Gunnar Åsbrekk (selger), Marte Tverrlid og Sindre Holmvassli (kjøpere)"],
            ["Selgers nye adresse", "Nedre Fiskumlia 3 B, 3320 Vestfossen"],
        ],
        [4.6, 11.2],
        head=False,
    )
    paper.heading("1. Avlesninger og nøkler")
    paper.table(
        [
            ["Hva", "Nummer", "Stand / antall"],
            ["Strømmåler", "7359 0417 2206", "48 213 kWh"],
            ["Vannmåler", "VM-118204", "1 106 m³"],
            ["Nøkler ytterdør", "", "5"],
            ["Fjernkontroll garasje", "", "2"],
        ],
        [6.0, 5.4, 4.4],
        right=(2,),
    )
    paper.heading("2. Spørsmål")
    paper.table(
        [
            ["Spørsmål", "Svar", "Merknad"],
            ["Er eiendommen ryddet og rengjort?", "Ja", ""],
            ["Er avtalt tilbehør på plass?", "Ja", "Garderobe soverom 3 og vedovn i kjellerstue kontrollert"],
            ["Er det synlige skader som ikke var der på visningen?", "Nei", ""],
            ["Er kjøper oppfordret til å undersøke eiendommen nærmere?", "Ja", "Jf. avhendingslova § 4-9"],
            ["Skal noe av kjøpesummen holdes tilbake?", "Nei", ""],
        ],
        [7.6, 1.6, 6.6],
    )
    paper.heading("3. Merknader")
    paper.numbered(
        "3.1",
        "På badet i underetasjen kjennes svak, innestengt lukt. Selger opplyser at sluket har vært tørt fordi dusjen ikke har vært brukt i vår.",
    )
    paper.numbered("3.2", "Selger legger igjen en perm merket «Hus – papirer» i teknisk rom.")
    paper.numbered("3.3", "Ett punktert glass på soverom 1 er kjent fra tilstandsrapporten.")
    paper.heading("4. Oppgjør")
    paper.text(
        "Kjøper bekrefter at eiendommen er overtatt. Selger kan få utbetalt oppgjøret når skjøtet er tinglyst. Risikoen for eiendommen går over på kjøper fra overtakelsen."
    )
    paper.text("Kongsberg, 14. juni 2024")
    paper.text("Gunnar Åsbrekk (sign.)          Marte Tverrlid (sign.)          Sindre Holmvassli (sign.)")
    paper.save(target)


def letter(title: str, date: dt.datetime, place: str, receivers: str, reference: str) -> Paper:
    paper = Paper(title, "Eline Brattskar", date)
    paper.letterhead(FIRM, FIRM_LINES, GREY_BLUE)
    paper.footer(f"{FIRM} – {reference}")
    paper.text(receivers)
    paper.text(place, align="right")
    return paper


def complaint(target: Path) -> None:
    """The first notice to the seller."""
    paper = letter(
        "Reklamasjon 16. oktober 2024",
        dt.datetime(2024, 10, 16, 11, 30),
        "Kongsberg, 16. oktober 2024\nVår ref. 2024-0381",
        "Gunnar Åsbrekk\nNedre Fiskumlia 3 B\n3320 Vestfossen",
        "vår ref. 2024-0381",
    )
    paper.text("Kopi: Skansegard Forsikring AS, polise 4417-0386-SB (e-post boligskade@skansegard.example)")
    paper.title("Reklamasjon – Tjernhaugveien 14, gnr. 7192 bnr. 37 i Kongsberg", 13.5)
    for words in (
        "Jeg representerer Marte Tverrlid og Sindre Holmvassli. De kjøpte eiendommen av deg ved kontrakt av 19. april 2024 og overtok den 14. juni 2024.",
        "Søndag 6. oktober 2024 oppdaget kjøperne vann på gulvet langs veggen i soverom 3 i underetasjen. Rørlegger Tomas Rabbegård i Haugfoss Rør AS undersøkte badet 8. oktober 2024. Han fant at vann fra dusjen renner ned mellom membran og sluk og inn i veggen mot soverommet.",
        "På vegne av kjøperne gjør jeg gjeldende at eiendommen har en mangel. Avtalebruddet består i vannskade som følge av feil ved membran og sluk på badet i underetasjen, og i at kjøperne har fått uriktige eller mangelfulle opplysninger om badet, jf. avhendingslova §§ 3-2, 3-7 og 3-8. I egenerklæringen har du svart nei på spørsmål om feil, lekkasje og råte ved våtrommene.",
        "**Dette er en reklamasjon etter avhendingslova § 4-19 første ledd.** Kjøperne tar forbehold om å kreve prisavslag, erstatning og eventuelt heving. Beløpet kan først oppgis når takstmann har undersøkt skaden.",
        "Kjøperne sluttet å bruke dusjen 6. oktober 2024 for å begrense skaden. Du og Skansegard Forsikring AS vil bli varslet om befaringen med takstmann. Vil du tilby retting etter avhendingslova § 4-10, ber jeg om melding om det innen 30. oktober 2024.",
        "Innen samme frist ber jeg om svar på disse spørsmålene:",
    ):
        paper.text(words)
    paper.bullets(
        [
            "Kjenner du til tidligere lekkasjer eller fukt på badet i underetasjen eller i soverom 3?",
            "Når og hvorfor ble det lagt silikon rundt slukristen?",
            "Har du kvitteringer, brev eller bilder som gjelder badet?",
        ],
        "List Number",
    )
    paper.text("Med vennlig hilsen\n**Eline Brattskar**\nadvokat")
    paper.text("Vedlegg: e-post og faktura fra Haugfoss Rør AS av 10. oktober 2024", after=0)
    paper.save(target)


def claim(target: Path) -> None:
    """The claim with its amounts and the notice of proceedings."""
    paper = letter(
        "Krav og varsel om søksmål 2. desember 2024",
        dt.datetime(2024, 12, 2, 14, 0),
        "Kongsberg, 2. desember 2024\nVår ref. 2024-0381 · Deres sak 24-SB-20917",
        "Gunnar Åsbrekk, Nedre Fiskumlia 3 B, 3320 Vestfossen\nSkansegard Forsikring AS v/ advokat Henrik Dalvåg-Moe, Rosshavnkaia 2, 0252 Oslo\nSendt som brev og på e-post",
        "vår ref. 2024-0381",
    )
    paper.title("Krav om prisavslag og erstatning – varsel om søksmål", 14)
    paper.heading("1. Saken")
    paper.text(
        "Jeg viser til reklamasjonen av 16. oktober 2024. Saken gjelder vannskade på badet og i soverom 3 i Tjernhaugveien 14, og at boligen er mindre enn opplyst. Skaderapporten fra Lyngmark Skadetakst AS av 20. november 2024 er lagt ved."
    )
    paper.heading("2. Manglene")
    paper.heading("2.1 Tilbakeholdte opplysninger, avhendingslova § 3-7", 2)
    paper.text(
        "Søndag 24. november 2024 fant kjøperne et brev i permen «Hus – papirer», som selger la igjen i teknisk rom. Brevet er fra rørlegger Odd Kvamsnes til selger, datert 14. oktober 2019, og er påført «Mottatt 16/10-19 G.Å.». Kvamsnes skriver at membranen ikke går ned i sluket, at vannet renner inn i veggen mot soverommet, og at dusjen ikke bør brukes før gulvet er lagt på nytt. Selger kjente altså til feilen og skaden. Kjøperne fikk ikke vite om det, og det er klart at opplysningen ville ha virket inn på avtalen."
    )
    paper.heading("2.2 Uriktige opplysninger, avhendingslova § 3-8", 2)
    paper.text(
        "I egenerklæringen av 18. mars 2024 svarte selger nei på spørsmål 1 om lekkasje og råte ved våtrommene og på spørsmål 9 om brev fra håndverkere. Begge svarene var uriktige. Selger bekreftet dem på nytt i kjøpekontrakten punkt 7.3."
    )
    paper.heading("2.3 Tilstanden, avhendingslova § 3-2", 2)
    paper.text(
        "Boligen er uansett ikke i samsvar med det kjøperne kunne forvente. Et bad fra 2016 skal ikke ha råte i hele tverrsnittet av bunnsvillen. Tilstandsgrad 2 for usikker utførelse er ikke en opplysning om at badet lekker. Begrensningene i avhendingslova § 3-10 første og andre ledd gjelder ikke for tilbakeholdte opplysninger, jf. § 3-10 tredje ledd."
    )
    paper.heading("2.4 Arealsvikt, avhendingslova § 3-3", 2)
    paper.text(
        "Bruksarealet (BRA-i) er opplyst til 168 m² og målt til 161 m². Avviket på 7 m² utgjør 4,2 %, og begge vilkårene i § 3-3 andre ledd er oppfylt. Sindre Holmvassli spurte megleren særskilt om boden under trappen på visningen 10. april 2024, fordi han ville bruke den som hjemmekontor."
    )
    paper.heading("3. Rettidig reklamasjon")
    paper.text(
        "Skaden ble oppdaget 6. oktober 2024, og reklamasjonen ble sendt ti dager senere. Selger kan uansett ikke påberope for sen reklamasjon når han har vært uærlig eller handlet i strid med god tro, jf. avhendingslova § 4-19 tredje ledd."
    )
    paper.heading("4. Kravet")
    paper.text(
        "Prisavslaget for vannskaden settes til utbedringskostnaden, jf. avhendingslova § 4-12 andre ledd. Prisavslaget for arealet er satt skjønnsmessig til halvparten av gjennomsnittlig kvadratmeterpris (kr 5 650 000 / 168 = kr 33 631) for 7 m². Utgiftene til rørlegger og takstmann kreves erstattet etter § 4-14."
    )
    paper.table(
        [
            ["Post", "Beløp"],
            ["Prisavslag, utbedring etter skaderapporten", "kr 620 400"],
            ["Prisavslag, arealsvikt 7 m²", "kr 117 708"],
            ["Erstatning, rørlegger (faktura 24-1187)", "kr 14 875"],
            ["Erstatning, takstmann (faktura 2024-633)", "kr 28 750"],
            ["Sum", "kr 781 733"],
            ["Fradrag etter avhendingslova § 3-1 fjerde ledd", "kr −10 000"],
            ["**Krav**", "**kr 771 733**"],
        ],
        [11.0, 4.0],
        right=(1,),
    )
    paper.text(
        "Beløpet bes betalt til vår klientkonto innen 16. desember 2024. Betales det ikke, påløper forsinkelsesrente fra 1. januar 2025, som er 30 dager etter at dette påkravet ble sendt, jf. forsinkelsesrenteloven § 2 første ledd."
    )
    paper.heading("5. Varsel om søksmål")
    paper.text(
        "Kravet er ovenfor angitt med grunnlag, jf. tvisteloven § 5-2. Vi oppfordrer selger og selskapet til å ta stilling til kravet og grunnlaget innen 16. desember 2024. Kjøperne er villige til å drøfte en minnelig løsning, jf. tvisteloven § 5-4. Fører det ikke fram, vil stevning bli sendt til Buskerud tingrett uten ytterligere varsel."
    )
    paper.text(
        "Etter tvisteloven § 5-3 opplyser vi om disse bevisene: brevet av 14. oktober 2019, skaderapporten, fakturaen fra Haugfoss Rør AS, og forklaringer fra Odd Kvamsnes, Roar Stenvåg og Hedda Kvernsund. Vi ber om at selger legger fram det han har av korrespondanse med sitt husforsikringsselskap om badet."
    )
    paper.text("Med vennlig hilsen\n**Eline Brattskar**\nadvokat")
    paper.text(
        "Vedlegg: skaderapport av 20. november 2024, brev av 14. oktober 2019, faktura 24-1187, faktura 2024-633",
        after=0,
    )
    paper.save(target)
