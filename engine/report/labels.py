"""What a report says by itself, in Norwegian and English; the rest of it is the sources' and the person's words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Labels:
    """The texts of one language. ``{…}`` are filled in by the writers."""

    language: str  # of the lang attribute
    open_mark: str
    close_mark: str
    kind: str
    question: str
    settled: str
    not_settled: str
    not_settled_text: str
    all_verified: str
    one_verified: str
    some_verified: str
    no_quotes: str
    answer: str
    evidence: str
    evidence_more: str
    verified: str
    not_found: str
    not_found_text: str
    cannot_check: str
    cannot_check_text: str
    unsupported: str
    sources: str
    source_id: str
    sha256: str
    cited: str
    page: str
    page_printed: str
    repealed: str
    future: str
    unknown_source: str
    how: str
    how_text: str
    how_again: str
    log: str
    searched: str
    searched_in: str
    hits: str
    one_hit: str
    nothing_searched: str
    read: str
    nothing_read: str
    gone: str
    left_out: str
    worded: str
    not_worded: str
    notes: str
    made: str
    model: str
    months: tuple[str, ...]
    date: str


ENGLISH = Labels(
    language="en",
    open_mark="“",
    close_mark="”",
    kind="Report",
    question="Question",
    settled="Settled by the sources",
    not_settled="Not settled by the sources",
    not_settled_text="The sources that were searched do not settle this question. What they say nearest to it stands below.",
    all_verified="All {n} quotes verified word for word",
    one_verified="The quote is verified word for word",
    some_verified="{verified} of {n} quotes verified word for word",
    no_quotes="No quotes",
    answer="Answer",
    evidence="What the sources say",
    evidence_more="Further passages found",
    verified="Verified",
    not_found="Not found in the source",
    not_found_text="These words do not stand in the source named. They are shown for the record and are not a quote:",
    cannot_check="Could not be checked",
    cannot_check_text="The text of the source is not at hand. The words are shown for the record and are not a quote:",
    unsupported="Not in the quotes",
    sources="Sources",
    source_id="Source",
    sha256="SHA-256",
    cited="Quotes",
    page="p. {page}",
    page_printed="p. {printed} (p. {page} of the file)",
    repealed="repealed",
    future="not yet in force",
    unknown_source="This document is not at hand; its title is given as it was when the answer was made.",
    how="How the quotes were checked",
    how_text="Every quote was read from the stored text of its source, at the place given, and compared with that text "
    "character by character when this report was made. Where a quote is set in quotation marks the comparison held. "
    "Line breaks and runs of spaces are shown as one space; nothing else is changed.",
    how_again="To check a quote without Ordrett: open the file whose SHA-256 is given (or the act with the source "
    "number given), go to the page or section, and compare the words.",
    log="What was searched and read",
    searched="Searched",
    searched_in="in",
    hits="{n} passages found",
    one_hit="1 passage found",
    nothing_searched="No search was recorded.",
    read="Read",
    nothing_read="No passage was opened beyond those quoted.",
    gone="a passage that is no longer at hand ({id})",
    left_out="{n} passages were left out as not bearing on the question",
    worded="The wording of the answer is by a language model on this computer ({model}); the quotes are not.",
    not_worded="No language model was used: the passages were chosen by search and are shown as they stand.",
    notes="Notes",
    made="Made {date}",
    model="Model",
    months=tuple("January February March April May June July August September October November December".split()),
    date="{day} {month} {year}, {hour:02d}:{minute:02d}",
)

NORWEGIAN = Labels(
    language="nb",
    open_mark="«",
    close_mark="»",
    kind="Rapport",
    question="Spørsmål",
    settled="Besvart av kildene",
    not_settled="Ikke avklart av kildene",
    not_settled_text="Kildene som ble gjennomsøkt, avklarer ikke spørsmålet. Det nærmeste de sier, står nedenfor.",
    all_verified="Alle {n} sitater er kontrollert ord for ord",
    one_verified="Sitatet er kontrollert ord for ord",
    some_verified="{verified} av {n} sitater er kontrollert ord for ord",
    no_quotes="Ingen sitater",
    answer="Svar",
    evidence="Hva kildene sier",
    evidence_more="Andre steder som ble funnet",
    verified="Kontrollert",
    not_found="Ikke funnet i kilden",
    not_found_text="Disse ordene står ikke i kilden som er oppgitt. De gjengis for ordens skyld og er ikke et sitat:",
    cannot_check="Kunne ikke kontrolleres",
    cannot_check_text="Kildens tekst er ikke tilgjengelig. Ordene gjengis for ordens skyld og er ikke et sitat:",
    unsupported="Står ikke i sitatene",
    sources="Kilder",
    source_id="Kilde",
    sha256="SHA-256",
    cited="Sitater",
    page="s. {page}",
    page_printed="s. {printed} (s. {page} i filen)",
    repealed="opphevet",
    future="ikke i kraft",
    unknown_source="Dokumentet er ikke tilgjengelig; tittelen gjengis slik den var da svaret ble laget.",
    how="Slik er sitatene kontrollert",
    how_text="Hvert sitat er lest fra den lagrede teksten til kilden, på stedet som er oppgitt, og sammenlignet med "
    "den tegn for tegn da rapporten ble laget. Der et sitat står i anførselstegn, stemte det. Linjeskift og flere "
    "mellomrom vises som ett mellomrom; ellers er ingenting endret.",
    how_again="Slik kontrolleres et sitat uten Ordrett: Åpne filen med oppgitt SHA-256 (eller loven med oppgitt "
    "kildenummer), gå til siden eller paragrafen, og sammenlign ordene.",
    log="Hva som er søkt og lest",
    searched="Søkt",
    searched_in="i",
    hits="{n} steder funnet",
    one_hit="1 sted funnet",
    nothing_searched="Ingen søk er registrert.",
    read="Lest",
    nothing_read="Ingen andre steder enn de siterte ble åpnet.",
    gone="et sted som ikke lenger er tilgjengelig ({id})",
    left_out="{n} steder ble utelatt fordi de ikke gjelder spørsmålet",
    worded="Svaret er formulert av en språkmodell på denne maskinen ({model}); det er sitatene ikke.",
    not_worded="Ingen språkmodell er brukt: stedene er valgt ved søk og gjengis slik de står.",
    notes="Merknader",
    made="Laget {date}",
    model="Modell",
    months=tuple("januar februar mars april mai juni juli august september oktober november desember".split()),
    date="{day}. {month} {year} kl. {hour:02d}.{minute:02d}",
)


def labels_for(language: str | None) -> Labels:
    """The labels for a question's language: Norwegian for Norwegian, else English."""
    return NORWEGIAN if language == "no" else ENGLISH


def written_date(labels: Labels, when: datetime) -> str:
    """A date as the language writes it, in the time zone of ``when``."""
    return labels.date.format(
        day=when.day, month=labels.months[when.month - 1], year=when.year, hour=when.hour, minute=when.minute
    )
