"""What the fake workspace finds and claims: words met by their beginnings, a sentence of each hit as its quote."""

from __future__ import annotations

from dataclasses import replace

from engine.types import Claim, Document, Hit, Passage, Quote


def hit_of(passage: Passage, document: Document, words: set[str]) -> Hit | None:
    folded = passage.text.casefold()
    spans, met = [], set()
    for word in words:
        stem = word[: max(4, len(word) - 2)]
        at = folded.find(stem)
        while at >= 0:
            end = at + len(stem)
            while end < len(folded) and folded[end].isalpha():
                end += 1
            if at == 0 or not folded[at - 1].isalpha():
                spans.append((at, end))
                met.add(word)
            at = folded.find(stem, end)
    if not met:
        return None
    spans.sort()
    return Hit(
        passage.id, passage.document, passage.source_id, passage.pack, document.short_title or document.title, passage.label,
        passage.heading, passage.path, passage.page, len(met) + 0.01 * len(spans), passage.text, passage.start, passage.end,
        passage.status, tuple(passage.text[a:b] for a, b in spans), tuple(spans), passage.language,
    )  # fmt: skip


def quote_of(hit: Hit) -> Quote | None:
    if not hit.matched_spans:
        return None
    at = hit.matched_spans[-1][0]
    start = max(hit.text.rfind(". ", 0, at) + 2, hit.text.rfind("\n", 0, at) + 1, 0)
    ends = [e for e in (hit.text.find(". ", at), hit.text.find("\n", at)) if e >= 0]
    end = min(ends) + 1 if ends else len(hit.text)
    text = hit.text[start:end].rstrip()
    start += len(text) - len(text.lstrip("# "))
    text = hit.text[start:end].rstrip()
    if len(text) < 12:
        return None
    return Quote(
        hit.document, hit.source_id, hit.title, hit.label, hit.passage, hit.start + start, hit.start + start + len(text), hit.page,
        text, "verified",
    )  # fmt: skip


def claims_of(quotes: list[Quote]) -> tuple[Claim, ...]:
    first = Claim(
        "Kjøperen må reklamere innen rimelig tid etter at mangelen ble eller burde vært oppdaget.", tuple(quotes[:2])
    )
    if len(quotes) < 3:
        return (first,)
    wrong = replace(quotes[2], status="not_found")
    unclear = [replace(quotes[3], status="cannot_check")] if len(quotes) > 3 else []
    second = Claim("Reklamasjonen må senest være fremsatt fem år etter overtakelsen.", (wrong, *unclear), ("fem år",))
    return (first, second)
