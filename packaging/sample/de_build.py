"""Makes the German matter: a flat, a notice for own use, an objection, and a statement of service charges."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

from mails import mail, person
from words import Paper

HERE = Path(__file__).resolve().parent
LANDLORD = person("Joachim Brüggenthal", "j.brueggenthal@posthaus.example")
LAWYER = person("Friederike Osterloh-Quast", "osterloh-quast@oq-recht.example")
TENANT = person("Helene Marquardsen", "helene.marquardsen@posthaus.example")


def build(folder: Path, pdf: Callable[[str, Path], None]) -> None:
    matter = folder / "Eigenbedarf Am Zeisigwehr 7"
    matter.mkdir(parents=True, exist_ok=True)
    contract(matter / "Mietvertrag 2012-05-14.docx")
    pdf("de/kuendigung.typ", matter / "Kündigung 2022-06-28.pdf")
    pdf("de/abrechnung.typ", matter / "Betriebskostenabrechnung 2020.pdf")
    inspection(matter / "Protokoll Begehung 2022-09-09.docx")
    (matter / "2022-11-14 Widerspruch.eml").write_bytes(objection())
    shutil.copyfile(HERE / "de" / "aktennotiz.md", matter / "Aktennotiz 2022-11-16.md")


def contract(target: Path) -> None:
    """The lease of 2012."""
    paper = Paper("Mietvertrag vom 14. Mai 2012", "Joachim Brüggenthal", dt.datetime(2012, 5, 14, 17, 0), lang="de-DE")
    paper.footer("Mietvertrag Am Zeisigwehr 7, 2. OG links")
    paper.title("Wohnraummietvertrag")
    paper.text(
        "zwischen **Joachim Brüggenthal**, Am Kirschgrund 12, 04416 Markkleeberg (Vermieter), und **Helene Marquardsen** und **Otto Marquardsen**, bisher Torgauer Anger 5, 04838 Eilenburg (Mieter)"
    )
    sections = (
        (
            "§ 1 Mietsache",
            (
                "Vermietet wird die Wohnung Am Zeisigwehr 7, 2. Obergeschoss links, 04229 Leipzig, bestehend aus drei Zimmern, Küche, Bad, Flur und Balkon, dazu der Kellerraum Nr. 6.",
                "Die Wohnfläche beträgt 82 m². Sie ist nach der Wohnflächenverordnung berechnet.",
                "Der Mieter erhält zwei Haustür-, zwei Wohnungs- und einen Kellerschlüssel.",
            ),
        ),
        (
            "§ 2 Mietzeit",
            (
                "Das Mietverhältnis beginnt am 1. Juli 2012 und läuft auf unbestimmte Zeit.",
                "Für die Kündigung gelten die gesetzlichen Fristen. Die Kündigung bedarf der schriftlichen Form.",
            ),
        ),
        (
            "§ 3 Miete und Betriebskosten",
            (
                "Die Grundmiete beträgt monatlich 640,00 Euro.",
                "Daneben zahlt der Mieter monatlich 240,00 Euro als Vorauszahlung auf die Betriebskosten im Sinne von § 2 der Betriebskostenverordnung, davon 110,00 Euro für Heizung und Warmwasser.",
                "Die Gesamtmiete beträgt damit monatlich 880,00 Euro. Sie ist spätestens am dritten Werktag eines Monats im Voraus zu zahlen.",
                "Betriebskosten werden nach dem Anteil der Wohnfläche umgelegt, Heizung und Warmwasser nach der Heizkostenverordnung. Über die Vorauszahlungen wird jährlich abgerechnet. Abrechnungszeitraum ist das Kalenderjahr.",
            ),
        ),
        (
            "§ 4 Kaution",
            (
                "Der Mieter leistet eine Kaution von 1.920,00 Euro. Das sind drei Grundmieten.",
                "Er darf sie in drei gleichen Monatsraten zahlen. Der Vermieter legt sie getrennt von seinem Vermögen an.",
            ),
        ),
        (
            "§ 5 Gebrauch und Erhaltung",
            (
                "Mängel der Mietsache zeigt der Mieter dem Vermieter unverzüglich an.",
                "Kosten kleiner Reparaturen an Teilen, die dem häufigen Zugriff des Mieters ausgesetzt sind, trägt der Mieter bis 100,00 Euro im Einzelfall und bis 600,00 Euro im Jahr.",
                "Untervermietung und Tierhaltung, außer von Kleintieren, bedürfen der Zustimmung des Vermieters. Sie darf nicht ohne Grund verweigert werden.",
            ),
        ),
        (
            "§ 6 Betreten der Wohnung",
            (
                "Der Vermieter darf die Wohnung aus wichtigem Grund nach Anmeldung, in der Regel drei Tage vorher, zu den üblichen Tageszeiten betreten.",
            ),
        ),
        (
            "§ 7 Rückgabe",
            (
                "Am Ende des Mietverhältnisses gibt der Mieter die Wohnung geräumt, gereinigt und mit allen Schlüsseln zurück. Einbauten darf er wegnehmen, wenn er den früheren Zustand herstellt.",
            ),
        ),
        (
            "§ 8 Schlussbestimmungen",
            ("Nebenabreden bestehen nicht. Ist eine Bestimmung unwirksam, so bleibt der Vertrag im Übrigen wirksam.",),
        ),
    )
    for heading, paragraphs in sections:
        paper.heading(heading)
        for number, words in enumerate(paragraphs, 1):
            if len(paragraphs) > 1:
                paper.numbered(f"({number})", words)
            else:
                paper.text(words)
    paper.text("Leipzig, den 14. Mai 2012")
    paper.text("gez. Joachim Brüggenthal          gez. Helene Marquardsen          gez. Otto Marquardsen")
    paper.save(target)


def inspection(target: Path) -> None:
    """The record of the visit to the flat."""
    paper = Paper(
        "Protokoll der Begehung vom 9. September 2022",
        "Corinna Feldhusen",
        dt.datetime(2022, 9, 9, 15, 0),
        lang="de-DE",
    )
    paper.letterhead(
        "Hausverwaltung Pleißeblick GmbH",
        "Mühlgrabenufer 21, 04107 Leipzig · post@pleisseblick.example",
        (0x37, 0x47, 0x4F),
    )
    paper.footer("Protokoll der Begehung vom 9. September 2022")
    paper.title("Protokoll der Wohnungsbegehung")
    paper.table(
        [
            ["Wohnung", "Am Zeisigwehr 7, 2. Obergeschoss links, 04229 Leipzig"],
            ["Datum", "Freitag, 9. September 2022, 10.00 bis 10.50 Uhr"],
            [
                "Anwesend",
                "Helene und Otto Marquardsen (Mieter), Corinna Feldhusen (Hausverwaltung), Gerd Ammersbek (Hausmeister)",
            ],
            ["Anlass", "Mängelanzeige der Mieter vom 2. September 2022"],
        ],
        [3.2, 12.6],
        head=False,
    )
    paper.heading("1. Feststellungen")
    paper.table(
        [
            ["Raum", "Feststellung", "Messung"],
            [
                "Schlafzimmer",
                "Schimmel an der Außenwand hinter dem Schrank, rund 0,8 m²",
                "Wandfeuchte erhöht, Raumluft 58 %",
            ],
            ["Bad", "Silikonfuge an der Wanne gerissen", "–"],
            ["Wohnzimmer", "Keine Mängel", "Raumluft 51 %"],
        ],
        [3.2, 7.6, 5.0],
    )
    paper.text(
        "Der Schrank steht 12 Zentimeter von der Wand. Nach Einschätzung des Hausmeisters liegt eine Wärmebrücke an der Außenecke vor. Die Mieter geben an, zweimal täglich zu lüften."
    )
    paper.heading("2. Vereinbarungen")
    paper.numbered(
        "2.1",
        "Die Hausverwaltung lässt den Schimmel bis zum 31. Oktober 2022 durch eine Fachfirma entfernen und die Ursache prüfen.",
    )
    paper.numbered("2.2", "Die Fuge im Bad erneuert der Hausmeister bis zum 16. September 2022.")
    paper.numbered("2.3", "Die Mieter zahlen die Miete seit September 2022 unter Vorbehalt.")
    paper.heading("3. Sonstiges")
    paper.text(
        "Auf Frage von Frau Marquardsen teilt Herr Ammersbek mit, dass die Wohnung im 1. Obergeschoss rechts (61 m²) seit dem 1. August 2022 leer steht und zum 1. Oktober 2022 neu vermietet ist. Frau Feldhusen äußert sich dazu nicht."
    )
    paper.text("Leipzig, den 9. September 2022")
    paper.text("gez. Corinna Feldhusen          gez. Helene Marquardsen")
    paper.save(target)


def objection() -> bytes:
    """The objection, sent ahead by mail."""
    text = """Vorab per E-Mail. Das unterschriebene Original wird Ihnen heute durch Boten zugestellt.

Sehr geehrter Herr Brüggenthal,

ich vertrete Helene und Otto Marquardsen. Eine Vollmacht liegt dem Original bei.

1. Meine Mandanten widersprechen der Kündigung vom 28. Juni 2022 nach § 574 BGB und verlangen die Fortsetzung des
Mietverhältnisses auf unbestimmte Zeit.

2. Die Beendigung wäre für meine Mandanten eine Härte, die auch unter Würdigung Ihrer Interessen nicht zu rechtfertigen ist. Herr
Marquardsen ist 79 Jahre alt, an Demenz erkrankt und hat den Pflegegrad 3. Nach dem Attest von Dr. Sibylle Trautner-Voss vom
3. November 2022 würde ein Umzug seinen Zustand voraussichtlich deutlich verschlechtern. Angemessener Ersatzwohnraum war
trotz 17 Bewerbungen nicht zu beschaffen (§ 574 Abs. 2 BGB).

3. Den Eigenbedarf bestreiten meine Mandanten. Sie haben in demselben Haus vom 1. August bis zum 30. September 2022 eine
Wohnung von 61 m² leer stehen lassen und anderweitig vermietet, ohne sie meinen Mandanten anzubieten.

4. Die Nachforderung von 412,37 Euro aus der Betriebskostenabrechnung für 2020 zahlen meine Mandanten nicht. Die Abrechnung
ging ihnen erst am 20. Januar 2022 zu und damit nach Ablauf der Frist des § 556 Abs. 3 Satz 2 BGB.

5. Wegen des Schimmels im Schlafzimmer ist die Miete seit September 2022 gemindert (§ 536 BGB). Meine Mandanten halten eine
Minderung von 5 % der Gesamtmiete, also 44,00 Euro im Monat, für angemessen. Der Schimmel ist entgegen der Vereinbarung bis
heute nicht entfernt.

Bitte bestätigen Sie bis zum 5. Dezember 2022, dass das Mietverhältnis fortgesetzt wird.

Mit freundlichen Grüßen
Friederike Osterloh-Quast
Rechtsanwältin

Osterloh-Quast Rechtsanwälte, Gerberhof 3, 04109 Leipzig

> Am 12.11.2022 um 19:22 schrieb Joachim Brüggenthal <j.brueggenthal@posthaus.example>:
>
> Sehr geehrte Frau Marquardsen,
>
> ich brauche jetzt Klarheit. Meine Tochter will im Frühjahr einziehen. Wann ziehen Sie aus? Den offenen Betrag aus der
> Abrechnung erwarte ich ebenfalls.
>
> J. Brüggenthal
"""
    return mail(
        sender=LAWYER,
        to=[LANDLORD],
        cc=[TENANT],
        date="Mon, 14 Nov 2022 09:40:00 +0100",
        subject="Marquardsen ./. Brüggenthal: Widerspruch gegen die Kündigung vom 28. Juni 2022",
        key="20221114.094000.317",
        text=text,
        reply_to="<20221112.192200.5@posthaus.example>",
    )
