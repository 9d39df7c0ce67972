"""Writes a report as Markdown (CommonMark), readable as plain text too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.report.build import Report, ReportQuote, ReportSource
from engine.report.labels import written_date

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
_LINE_START = re.compile(r"^(\s*)([#+>-]|\d+[.)])(?=\s|$)")
_MARK = {"verified": "✓", "not_found": "✗", "cannot_check": "?"}


def markdown(report: Report) -> str:
    """The whole report as one Markdown text."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def escaped(text: str, opens: bool = False) -> str:
    """Text that no Markdown reader takes for markup; line breaks become spaces. ``opens``: it begins its line."""
    one = " ".join(text.split())
    one = _SPECIAL.sub(r"\\\1", one.replace("&", "&amp;"))
    return _LINE_START.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", one) if opens else one


def _lines(report: Report) -> Iterator[str]:
    say = report.labels
    yield f"# {escaped(report.question)}"
    yield ""
    yield f"Ordrett · {say.kind} · {say.made.format(date=written_date(say, report.created))}  "
    yield f"**{say.settled if report.settled else say.not_settled}** · {report.verdict}"
    if not report.settled:
        yield ""
        yield say.not_settled_text
    if report.claims:
        yield from _heading(say.answer)
        for claim in report.claims:
            yield f"{escaped(claim.text, opens=True)} {''.join(f'[{number}]' for number in claim.numbers)}".rstrip()
            yield ""
            if claim.unsupported:
                yield f"*{say.unsupported}: {escaped(', '.join(claim.unsupported))}*"
                yield ""
            for quote in claim.quotes:
                yield from _quote(report, quote)
    if report.evidence:
        yield from _heading(say.evidence_more if report.claims else say.evidence)
        for quote in report.evidence:
            yield from _quote(report, quote)
    yield from _sources(report)
    yield from _heading(say.how)
    yield say.how_text
    yield ""
    yield say.how_again
    yield from _log(report)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"## {text}"
    yield ""


def _quote(report: Report, quote: ReportQuote) -> Iterator[str]:
    say = report.labels
    place = escaped(quote.place)
    if quote.status == "verified":
        yield f"> {say.open_mark}{escaped(quote.words)}{say.close_mark}"
        yield ">"
        yield f"> [{quote.number}] {place} · {_MARK[quote.status]} {say.verified}"
    else:
        missing = quote.status == "not_found"
        yield f"**[{quote.number}] {_MARK[quote.status]} {say.not_found if missing else say.cannot_check}** · {place}  "
        yield say.not_found_text if missing else say.cannot_check_text
        yield ""
        yield escaped(quote.words, opens=True)
    yield ""


def _sources(report: Report) -> Iterator[str]:
    say = report.labels
    if not report.sources:
        return
    yield from _heading(say.sources)
    for source in report.sources:
        yield f"{source.number}. **{escaped(source.title or source.source_id)}**{_state(report, source)}"
        yield f"   - {say.source_id}: {escaped(source.source_id)}"
        if source.document is None:
            yield f"   - {say.unknown_source}"
        elif source.document.sha256:
            yield f"   - {say.sha256}: `{source.document.sha256}`"
        yield f"   - {say.cited}: {' '.join(f'[{number}]' for number in source.quotes)}"


def _state(report: Report, source: ReportSource) -> str:
    say = report.labels
    if source.document and source.document.status in ("repealed", "future"):
        return f" ({say.repealed if source.document.status == 'repealed' else say.future})"
    return ""


def _log(report: Report) -> Iterator[str]:
    say = report.labels
    yield from _heading(say.log)
    for searched in report.searched:
        words = " · ".join(escaped(query) for query in searched.queries)
        packs = f" ({say.searched_in} {escaped(', '.join(searched.packs))})" if searched.packs else ""
        found = say.one_hit if searched.hits == 1 else say.hits.format(n=searched.hits)
        yield f"- {say.searched}: {words}{packs}: {found}"
    if not report.searched:
        yield f"- {say.nothing_searched}"
    for passage in report.read:
        yield f"- {say.read}: {escaped(passage)}"
    if not report.read:
        yield f"- {say.nothing_read}"
    if report.left_out:
        yield f"- {say.left_out.format(n=report.left_out)}"
    yield f"- {say.worded.format(model=escaped(report.model)) if report.model else say.not_worded}"
    if report.notes:
        yield from _heading(say.notes)
        for note in report.notes:
            yield f"- {escaped(note, opens=True)}"
