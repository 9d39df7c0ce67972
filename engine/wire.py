"""The engine's dataclasses as the JSON objects that the command line promises (a stable contract)."""

from __future__ import annotations

from typing import Any

from engine.types import (
    DictionaryEntry,
    Discovered,
    Document,
    FileOutcome,
    Hit,
    ImportReport,
    Matter,
    ModelInfo,
    OutlineEntry,
    Pack,
    Passage,
    Related,
    SynonymGroup,
)


def hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "passage": hit.passage, "document": hit.document, "source_id": hit.source_id, "pack": hit.pack,
        "title": hit.title, "label": hit.label, "heading": hit.heading, "path": list(hit.path), "page": hit.page,
        "score": hit.score, "text": hit.text, "matched": list(hit.matched), "status": hit.status,
    }  # fmt: skip


def report_json(report: ImportReport) -> dict[str, Any]:
    return {
        "seen": report.seen, "documents": report.documents, "passages": report.passages,
        "duplicates": report.duplicates, "needs_attention": [_reason(o) for o in report.needs_attention],
        "failed": [_reason(o) for o in report.failed], "waiting": report.waiting, "state": report.state,
        "job": report.job, "seconds": round(report.seconds, 2),
    }  # fmt: skip


def _reason(outcome: FileOutcome) -> dict[str, Any]:
    return {"path": outcome.path, "reason": outcome.reason}


def outcome_json(outcome: FileOutcome) -> dict[str, Any]:
    return {"path": outcome.path, "state": outcome.state, "reason": outcome.reason, "document": outcome.document}


def document_json(document: Document) -> dict[str, Any]:
    return {
        "document": document.id, "source_id": document.source_id, "pack": document.pack, "title": document.title,
        "short_title": document.short_title, "abbreviation": document.abbreviation, "language": document.language,
        "status": document.status, "passages": document.passages, "pages": len(document.pages),
        "parent": document.parent, "media_type": document.media_type, "sha256": document.sha256,
        "converter": document.converter, "converter_version": document.converter_version,
        "warnings": list(document.warnings), "meta": dict(document.meta),
    }  # fmt: skip


def passage_json(passage: Passage) -> dict[str, Any]:
    return {
        "passage": passage.id, "document": passage.document, "source_id": passage.source_id, "pack": passage.pack,
        "title": passage.title, "kind": passage.kind, "label": passage.label, "heading": passage.heading,
        "path": list(passage.path), "start": passage.start, "end": passage.end, "page": passage.page,
        "status": passage.status, "text": passage.text, "notes": passage.notes,
    }  # fmt: skip


def outline_json(entry: OutlineEntry) -> dict[str, Any]:
    return {
        "level": entry.level, "heading": entry.heading, "label": entry.label, "passage": entry.passage, "page": entry.page,
    }  # fmt: skip


def matter_json(matter: Matter) -> dict[str, Any]:
    return {"name": matter.name, "created": matter.created}


def pack_json(pack: Pack) -> dict[str, Any]:
    return {
        "name": pack.name, "kind": pack.kind, "stemmer": pack.stemmer, "description": pack.description, "on": pack.on,
        "documents": pack.documents, "passages": pack.passages, "shared": pack.matter_id is None,
    }  # fmt: skip


def model_json(model: ModelInfo) -> dict[str, Any]:
    return {
        "name": model.name, "file": model.file_name, "bytes": model.bytes, "licence": model.licence, "role": model.role,
        "installed": model.path is not None, "active": model.active, "description": model.description,
        "sha256": model.sha256,
    }  # fmt: skip


def group_json(group: SynonymGroup) -> dict[str, Any]:
    return {"words": list(group.words), "asked": list(group.asked), "asked_in": group.asked_in}


def entry_json(entry: DictionaryEntry) -> dict[str, Any]:
    return {
        "word": entry.word, "instead": list(entry.instead), "senses": list(entry.senses),
        "searches": list(entry.searches), "rule": entry.rule,
    }  # fmt: skip


def related_json(found: Related) -> dict[str, Any]:
    return {
        "word": found.word,
        "entries": [{"pack": pack, **entry_json(entry)} for pack, entry in found.entries],
        "synonyms": list(found.synonyms),
    }


def discovered_json(found: Discovered) -> dict[str, Any]:
    return {"term": found.term, "score": found.score, "hits": found.hits, "passages": found.passages}
