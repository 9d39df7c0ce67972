"""Writes a report as one HTML file: no script, nothing fetched, made to be read on a screen and printed on A4."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.report.build import Report, ReportClaim, ReportQuote, ReportSource
from engine.report.labels import written_date
from engine.resources import resource_text

# Nothing may be fetched, even by a browser that is asked to.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(report: Report) -> str:
    """The whole report as one self-contained HTML text."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    say = report.labels
    title = escape(" ".join(report.question.split()))
    yield f'<!DOCTYPE html>\n<html lang="{say.language}">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">'
    yield f'<meta name="generator" content="Ordrett">\n<title>{title} · Ordrett</title>'
    yield f"<style>\n{resource_text('report/style.css')}</style>\n</head>\n<body>\n<main>"
    yield f'<header>\n<p class="kind"><span class="mark">Ordrett</span> {escape(say.kind)}</p>'
    yield f'<p class="made">{escape(say.made.format(date=written_date(say, report.created)))}</p>'
    yield f'<p class="over">{escape(say.question)}</p>\n<h1>{_text(report.question)}</h1>'
    state = "settled" if report.settled else "open"
    yield f'<p class="verdict {state}"><strong>{escape(say.settled if report.settled else say.not_settled)}</strong>'
    yield f'<span class="{"all" if report.sound else "some"}">{escape(report.verdict)}</span></p>'
    if not report.settled:
        yield f'<p class="lead">{escape(say.not_settled_text)}</p>'
    yield "</header>"
    if report.claims:
        yield f'<section class="answer">\n<h2>{escape(say.answer)}</h2>'
        for claim in report.claims:
            yield from _claim(report, claim)
        yield "</section>"
    if report.evidence:
        yield f'<section class="evidence">\n<h2>{escape(say.evidence_more if report.claims else say.evidence)}</h2>'
        for quote in report.evidence:
            yield from _quote(report, quote)
        yield "</section>"
    yield from _sources(report)
    yield f'<section class="how">\n<h2>{escape(say.how)}</h2>\n<p>{escape(say.how_text)}</p>\n<p>{escape(say.how_again)}</p>\n</section>'
    yield from _log(report)
    yield "</main>\n</body>\n</html>"


def _text(text: str) -> str:
    return "<br>".join(escape(" ".join(line.split())) for line in text.splitlines() if line.strip())


def _claim(report: Report, claim: ReportClaim) -> Iterator[str]:
    marks = "".join(f'<a class="ref" href="#q{number}">{number}</a>' for number in claim.numbers)
    yield f'<article class="claim">\n<p class="says">{_text(claim.text)}{f"<sup>{marks}</sup>" if marks else ""}</p>'
    if claim.unsupported:
        missing = ", ".join(escape(words) for words in claim.unsupported)
        yield f'<p class="unsupported"><span>{escape(report.labels.unsupported)}</span> {missing}</p>'
    for quote in claim.quotes:
        yield from _quote(report, quote)
    yield "</article>"


def _quote(report: Report, quote: ReportQuote) -> Iterator[str]:
    say = report.labels
    number = f'<a class="number" id="q{quote.number}" href="#s{quote.source}">{quote.number}</a>'
    language = f' lang="{escape(quote.language)}"' if quote.language else ""
    if quote.status == "verified":
        yield f'<figure class="quote">\n{number}\n<blockquote{language}><p>{say.open_mark}{escape(quote.words)}{say.close_mark}</p></blockquote>'
        yield f'<figcaption><span class="place"><cite>{escape(quote.place)}</cite></span> <span class="state good">{escape(say.verified)}</span></figcaption>\n</figure>'
        return
    missing = quote.status == "not_found"
    yield f'<div class="unverified">\n{number}\n<p class="why"><span class="state bad">{escape(say.not_found if missing else say.cannot_check)}</span> '
    yield f'<span class="place"><cite>{escape(quote.place)}</cite></span></p>\n<p>{escape(say.not_found_text if missing else say.cannot_check_text)}</p>'
    yield f'<p class="words"{language}>{escape(quote.words)}</p>\n</div>'


def _sources(report: Report) -> Iterator[str]:
    if not report.sources:
        return
    yield f'<section class="sources">\n<h2>{escape(report.labels.sources)}</h2>\n<ol>'
    for source in report.sources:
        yield from _source(report, source)
    yield "</ol>\n</section>"


def _source(report: Report, source: ReportSource) -> Iterator[str]:
    say = report.labels
    state = ""
    if source.document and source.document.status in ("repealed", "future"):
        state = f' <span class="state bad">{escape(say.repealed if source.document.status == "repealed" else say.future)}</span>'
    yield f'<li id="s{source.number}"><p class="title">{escape(source.title or source.source_id)}{state}</p>\n<dl>'
    yield f"<div><dt>{escape(say.source_id)}</dt><dd>{escape(source.source_id)}</dd></div>"
    if source.document and source.document.sha256:
        yield f'<div><dt>{escape(say.sha256)}</dt><dd class="hash">{escape(source.document.sha256)}</dd></div>'
    cited = " ".join(f'<a class="ref" href="#q{number}">{number}</a>' for number in source.quotes)
    yield f"<div><dt>{escape(say.cited)}</dt><dd>{cited}</dd></div>\n</dl>"
    if source.document is None:
        yield f'<p class="gone">{escape(say.unknown_source)}</p>'
    yield "</li>"


def _log(report: Report) -> Iterator[str]:
    say = report.labels
    yield f'<section class="log">\n<h2>{escape(say.log)}</h2>\n<table>'
    for number, searched in enumerate(report.searched):
        words = "<br>".join(escape(query) for query in searched.queries)
        packs = (
            f' <span class="packs">{escape(say.searched_in)} {escape(", ".join(searched.packs))}</span>'
            if searched.packs
            else ""
        )
        found = say.one_hit if searched.hits == 1 else say.hits.format(n=searched.hits)
        yield f'<tr><th scope="row">{"" if number else escape(say.searched)}</th><td>{words}{packs}</td><td class="found">{escape(found)}</td></tr>'
    if not report.searched:
        yield f'<tr><th scope="row">{escape(say.searched)}</th><td colspan="2">{escape(say.nothing_searched)}</td></tr>'
    read = "<br>".join(escape(passage) for passage in report.read) or escape(say.nothing_read)
    yield f'<tr><th scope="row">{escape(say.read)}</th><td colspan="2">{read}</td></tr>\n</table>'
    if report.left_out:
        yield f"<p>{escape(say.left_out.format(n=report.left_out))}.</p>"
    yield f"<p>{escape(say.worded.format(model=report.model) if report.model else say.not_worded)}</p>"
    if report.notes:
        yield f"<h3>{escape(say.notes)}</h3>\n<ul>{''.join(f'<li>{_text(note)}</li>' for note in report.notes)}</ul>"
    yield "</section>"
