"""The Norwegian matter's four mails."""

from __future__ import annotations

from pathlib import Path

from mails import mail, person

MARTE = person("Marte Tverrlid", "marte.tverrlid@postkroken.example")
SINDRE = person("Sindre Holmvassli", "sindre.holmvassli@postkroken.example")
GUNNAR = person("Gunnar Åsbrekk", "gunnar.asbrekk@fiskumnett.example")
TOMAS = person("Tomas Rabbegård", "tomas@haugfossror.example")
HEDDA = person("Hedda Kvernsund", "hedda.kvernsund@elvemo.example")
ELINE = person("Eline Brattskar", "eline@brattskar-lodve.example")
JAKOB = person("Jakob Steinmo", "jakob@brattskar-lodve.example")
SKANSEGARD = person("Skansegard boligskade", "boligskade@skansegard.example")


def plumber(invoice: Path) -> bytes:
    """HTML mail with a table and the invoice attached."""
    text = """Hei Marte,

takk for sist. Her er det vi fant på badet i underetasjen tirsdag 8. oktober:

Trykkprøve av vannrør, 10 bar i 60 minutter: tett
Fukt i gulvlist, soverom 3: fullt utslag
Fargeprøve i sluk: farget vann under listen i soverom 3 etter 22 minutter
Kamera i sluk: membranen er ikke klemt under klemringen

Rørene er altså i orden. Vannet fra dusjen renner ned mellom membranen og sluket og inn i veggen mot soverom 3. Det er gammel
silikon rundt risten som noen har lagt for å tette, men det hjelper ikke når membranen ikke er klemt.

Ikke bruk dusjen før dette er utbedret. Badet må bygges om, og det bør en takstmann se på før noe rives.

Faktura 24-1187 på kr 14 875 er vedlagt.

Med vennlig hilsen
Tomas Rabbegård
rørleggermester, Haugfoss Rør AS
"""
    rows = "".join(
        f"<tr><td>{what}</td><td><b>{result}</b></td></tr>"
        for what, result in (
            ("Trykkprøve av vannrør, 10 bar i 60 minutter", "Tett"),
            ("Fukt i gulvlist, soverom 3", "Fullt utslag"),
            ("Fargeprøve i sluk", "Farget vann under listen i soverom 3 etter 22 minutter"),
            ("Kamera i sluk", "Membranen er ikke klemt under klemringen"),
        )
    )
    html = f"""<!DOCTYPE html>
<html lang="nb"><head><meta charset="utf-8"><style>
body {{ font-family: Calibri, Carlito, sans-serif; font-size: 11pt; color: #222 }}
table {{ border-collapse: collapse }} td {{ border: 1px solid #9bb; padding: 4px 8px }} .sign {{ color: #0d6470 }}
</style></head><body>
<p>Hei Marte,</p>
<p>takk for sist. Her er det vi fant på badet i underetasjen <b>tirsdag 8. oktober</b>:</p>
<table>{rows}</table>
<p>Rørene er altså i orden. Vannet fra dusjen renner ned mellom membranen og sluket og inn i veggen mot soverom 3. Det er
gammel silikon rundt risten som noen har lagt for å tette, men det hjelper ikke når membranen ikke er klemt.</p>
<p>Ikke bruk dusjen før dette er utbedret. Badet må bygges om, og det bør en takstmann se på før noe rives.</p>
<p>Faktura 24-1187 på kr&nbsp;14&nbsp;875 er vedlagt.</p>
<p class="sign">Med vennlig hilsen<br><b>Tomas Rabbegård</b><br>rørleggermester, Haugfoss Rør AS</p>
</body></html>
"""
    return mail(
        sender=TOMAS,
        to=[MARTE],
        cc=[SINDRE],
        date="Thu, 10 Oct 2024 11:14:00 +0200",
        subject="Lekkasjesøk Tjernhaugveien 14 – resultat og faktura 24-1187",
        key="20241010.111400.1187",
        text=text,
        html=html,
        attach=invoice,
        attach_as="Faktura 24-1187.pdf",
    )


def receipt() -> bytes:
    """The insurer's receipt of the complaint, in an old charset and with a disclaimer below."""
    text = """Til advokat Eline Brattskar

Vi bekrefter at reklamasjonen på vegne av Marte Tverrlid og Sindre Holmvassli er mottatt 18. oktober 2024.

Saksnummer: 24-SB-20917
Polise: 4417-0386-SB (boligselgerforsikring, selger Gunnar Åsbrekk)
Eiendom: Tjernhaugveien 14, 3612 Kongsberg
Saksbehandler: advokat Henrik Dalvåg-Moe

Vi ber om å få tilsendt takstrapport og annen dokumentasjon så snart den foreligger. Det må ikke settes i gang utbedring før
selskapet har fått anledning til å befare skaden, med mindre det er nødvendig for å begrense den.

Mottaksbekreftelsen innebærer ikke at selskapet har tatt stilling til om reklamasjonen er rettidig.

Vennlig hilsen
Skansegard Forsikring AS
Boligselgerforsikring, skade

--
Denne e-posten og eventuelle vedlegg er bare ment for mottakeren og kan inneholde taushetsbelagte opplysninger. Har du fått
den ved en feil, ber vi om at du sletter den og gir oss beskjed.
"""
    return mail(
        sender=SKANSEGARD,
        to=[ELINE],
        date="Fri, 18 Oct 2024 09:02:00 +0200",
        subject="Sak 24-SB-20917: Bekreftelse på mottatt reklamasjon",
        key="20241018.090200.20917",
        text=text,
        charset="iso-8859-1",
    )


def broker(contract: Path) -> bytes:
    """The broker's answers, with the signed contract attached (the same file as in the matter)."""
    text = """Hei Eline,

som avtalt følger signert kjøpekontrakt vedlagt. Her er svar på spørsmålene dine:

1. Egenerklæringen fikk jeg fra selger 18. mars 2024. Jeg gikk gjennom den med ham på telefon, og han hadde ingen tilføyelser.
   Brevet fra rørlegger Kvamsnes har jeg aldri sett før du sendte det.

2. Arealet i salgsoppgaven er hentet fra tilstandsrapporten. Jeg har ikke målt selv.

3. På visningen 10. april 2024 spurte Sindre Holmvassli om boden under trappen kunne brukes som hjemmekontor. Jeg svarte at den
   var målt som en del av bruksarealet, og at det var opp til ham om høyden passet. Jeg noterte spørsmålet i visningsloggen.

4. Det var fire budgivere. Siste bud på 5 650 000 kroner kom fra dine klienter 12. april 2024 kl. 13.20 og ble akseptert
   kl. 13.42. Nest høyeste bud var 5 600 000 kroner.

5. Utkastet av 17. april hadde overtakelse 1. juli. Kjøperne ba om 14. juni fordi de måtte ut av leiligheten sin, og de ba om
   bekreftelsen som nå står i punkt 7.3.

Jeg forklarer meg gjerne om dette.

Med vennlig hilsen
Hedda Kvernsund
eiendomsmegler MNEF
Elvemo Eiendomsmegling AS
Myntmestergata 9, 3611 Kongsberg
"""
    return mail(
        sender=HEDDA,
        to=[ELINE],
        cc=[JAKOB],
        date="Tue, 03 Dec 2024 10:37:00 +0100",
        subject="SV: Oppdrag 24-0318 Tjernhaugveien 14 – spørsmål og signert kontrakt",
        key="20241203.103700.240318",
        text=text,
        attach=contract,
        attach_as="Kjøpekontrakt signert.pdf",
        reply_to="<20241129.151200.0381@brattskar-lodve.example>",
    )


def thread() -> bytes:
    """Seller and buyer, four messages deep: what he said first, and what he said when the letter was found."""
    text = """Hei Marte

Jeg hadde helt glemt det brevet fra Kvamsnes. Det er fem år siden. Jeg fikk en kamerat til å legge silikon rundt sluket den
høsten, og siden brukte jeg nesten ikke dusjen der nede. Jeg trodde det var i orden da det ikke kom mer vann.

Dere får snakke med forsikringen, de har sagt at jeg ikke skal svare mer.

Hilsen Gunnar

> 4. des. 2024 kl. 20:48 skrev Marte Tverrlid <marte.tverrlid@postkroken.example>:
>
> Hei Gunnar
>
> Vi har funnet brevet fra Kvamsnes Rør i permen du la igjen. Det er datert 14. oktober 2019, og du har skrevet på det at
> du fikk det 16/10-19. Du skrev til oss at du aldri hadde hatt problemer med badet. Hvordan henger det sammen?
>
> Marte
>
>> 20. okt. 2024 kl. 18:05 skrev Gunnar Åsbrekk <gunnar.asbrekk@fiskumnett.example>:
>>
>> Hei
>>
>> Jeg har fått brevet fra advokaten deres og synes det var unødvendig. Jeg har aldri hatt noen problemer med det badet. Det
>> er lagt etter alle kunstens regler av meg og svogeren min. Dere må ha brukt det feil.
>>
>> Gunnar
>>
>>> 18. okt. 2024 kl. 21:30 skrev Marte Tverrlid <marte.tverrlid@postkroken.example>:
>>>
>>> Hei Gunnar
>>>
>>> Du har sikkert fått brevet fra advokaten vår. Vi håper dette kan ordne seg uten bråk. Har du noen gang hatt lekkasje
>>> på badet nede? Det står silikon rundt sluket som vi ikke forstår hva er til.
>>>
>>> Hilsen Marte og Sindre
"""
    return mail(
        sender=GUNNAR,
        to=[MARTE],
        date="Thu, 05 Dec 2024 07:51:00 +0100",
        subject="SV: SV: SV: Badet nede",
        key="20241205.075100.77",
        text=text,
        reply_to="<20241204.204800.31@postkroken.example>",
        references="<20241018.213000.12@postkroken.example> <20241020.180500.76@fiskumnett.example>"
        " <20241204.204800.31@postkroken.example>",
    )
