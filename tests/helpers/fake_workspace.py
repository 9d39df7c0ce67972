"""A workspace without a store, for tests of the window alone: believable Norwegian law and one case, scripted answers.

It answers with the same dataclasses as the real one and takes its time where a test asks it to. The lawyer stories use the
real Workspace; this one is for states that are hard to reach on purpose (slow, failing, long).
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import Stopped, UserFacingError
from engine.types import (
    Answer,
    Box,
    Check,
    Document,
    FileOutcome,
    ImportProgress,
    ImportReport,
    Matter,
    ModelInfo,
    OutlineEntry,
    Pack,
    PackKind,
    Page,
    Passage,
    Searched,
    SearchRequest,
    SearchResult,
)
from tests.helpers.fake_search import claims_of, hit_of, quote_of
from tests.helpers.fake_sources import ACTS, CASE_FILES, boxes_in_pdf, report_pdf

NOW = "2026-03-02T09:00:00Z"


class FakeWorkspace:
    """Same methods as engine.workspace.Workspace. ``pace`` stretches everything that takes time (seconds a step)."""

    def __init__(self, home: Path, *, filled: bool = True, pace: float = 0.02) -> None:
        self.home = home
        self.pace = pace
        self.fail: BaseException | None = None  # raised by the next search or ask
        self.lose_boxes = False  # as if no word could be located on a page
        self._matters = [Matter(1, "Default", NOW)]
        self._packs: list[Pack] = []
        self._documents: dict[str, Document] = {}
        self._passages: dict[str, list[Passage]] = {}
        self._outcomes: dict[int, list[FileOutcome]] = {}
        self._answers: list[Answer] = []
        self._originals: dict[str, Path] = {}
        self._unfinished: list[int] = []
        self._lock = threading.Lock()
        if filled:
            self.open_sample("nb")

    def close(self) -> None:
        return None

    # ---- matters and packs
    def matters(self) -> list[Matter]:
        return list(self._matters)

    def matter(self, name: str) -> Matter:
        found = next((m for m in self._matters if m.name == name), None)
        if found is None:
            raise UserFacingError(f"There is no matter “{name}”.")
        return found

    def create_matter(self, name: str) -> Matter:
        made = Matter(len(self._matters) + 1, name, NOW)
        self._matters.append(made)
        return made

    def delete_matter(self, name: str) -> None:
        self._matters = [m for m in self._matters if m.name != name]

    def suggestions(self, matter: Matter) -> tuple[str, ...]:
        return ("Når må kjøperen senest reklamere?",) if matter.name != "Default" else ()

    def open_sample(self, language: str, *, on_progress: Any = None, stop: Any = None) -> Matter:
        time.sleep(self.pace * 5)
        matter = self.create_matter("Berg mot Solli – vannskade Fjellveien 12")
        for title, short, number, sections in ACTS:
            self._add_act(title, short, number, sections)
        case = self._pack(matter.id, "Sakens dokumenter", "documents")
        for name, text in CASE_FILES:
            self._add_file(case, name, text)
        return matter

    def packs(self, matter: Matter) -> list[Pack]:
        return [p for p in self._packs if p.matter_id in (None, matter.id)]

    def pack(self, matter: Matter, name: str) -> Pack:
        return next(p for p in self.packs(matter) if p.name == name)

    def create_pack(self, matter: Matter, name: str, kind: PackKind, **settings: str) -> Pack:
        return self._pack(matter.id if kind == "documents" else None, name, kind)

    def set_pack(self, matter: Matter, name: str, **settings: Any) -> Pack:
        made = replace(self.pack(matter, name), **settings)
        self._packs = [made if p.id == made.id else p for p in self._packs]
        return made

    def delete_pack(self, matter: Matter, name: str) -> None:
        gone = self.pack(matter, name)
        self._packs = [p for p in self._packs if p.id != gone.id]
        self._documents = {k: d for k, d in self._documents.items() if d.pack_id != gone.id}

    def _pack(self, matter: int | None, name: str, kind: PackKind) -> Pack:
        found = next((p for p in self._packs if p.name == name and p.matter_id == matter), None)
        if found is None:
            found = Pack(len(self._packs) + 1, matter, name, kind, "auto", "", True, 0, 0, 0)
            self._packs.append(found)
        return found

    def _store(self, pack: Pack, document: Document, passages: list[Passage]) -> None:
        with self._lock:
            self._documents[document.id] = document
            self._passages[document.id] = passages
            fresh = next(p for p in self._packs if p.id == pack.id)
            more = replace(fresh, documents=fresh.documents + 1, passages=fresh.passages + len(passages))
            self._packs = [more if p.id == pack.id else p for p in self._packs]

    def _add_act(self, title: str, short: str, number: str, sections: Sequence[tuple[str, str, str, str]]) -> None:
        pack = self._pack(None, "Norske lover", "law")
        key = f"{pack.id}-{hashlib.sha256(number.encode()).hexdigest()[:12]}"
        text = f"# {title}\n\n"
        passages = []
        chapter = ""
        for number_of, (over, label, heading, body) in enumerate(sections):
            if over != chapter:
                text += f"## {over}\n\n"
                chapter = over
            start = len(text)
            text += f"### {label}. {heading}\n\n{body}\n\n"
            passages.append(
                Passage(f"{key}-{number_of}", key, number, pack.name, short, number_of, "section", label, heading, (over,),
                        start, len(text.rstrip()), None, "in_force", text[start:].rstrip(), "no")
            )  # fmt: skip
        self._store(
            pack,
            Document(key, pack.id, pack.name, number, title, short, None, "no", "in_force", "00", "lovdata", "1",
                     len(passages), media_type="application/xml", markdown=text),
            passages,
        )  # fmt: skip

    def _add_file(
        self, pack: Pack, name: str, text: str, warnings: tuple[str, ...] = (), parent: str | None = None
    ) -> str:
        key = f"{pack.id}-{hashlib.sha256((name + text).encode()).hexdigest()[:12]}"
        pages: tuple[Page, ...] = ()
        if name.endswith(".pdf"):
            path = self.home / "originals" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            count = report_pdf(path, text)
            pages = tuple(
                Page(n + 1, None, len(text) * n // count, len(text) * (n + 1) // count, 595, 842) for n in range(count)
            )
            self._originals[key] = path
        passages, at, path_now = [], 0, ()
        for number, part in enumerate(text.split("\n\n## ")):
            start = text.index(part, at)
            at = start + len(part)
            heading = part.split("\n", 1)[0].lstrip("# ") if number else None
            page = next((p.number for p in pages if p.start <= start < p.end), None)
            passages.append(
                Passage(f"{key}-{number}", key, name, pack.name, name, number, "text", None, heading, path_now, start, at, page,
                        "unknown", part, "no")
            )  # fmt: skip
        media = {"pdf": "application/pdf", "eml": "message/rfc822"}.get(name.rsplit(".", 1)[-1], "text/plain")
        self._store(
            pack,
            Document(key, pack.id, pack.name, name, name, None, None, "no", "unknown", "00", "fake", "1", len(passages), pages,
                     warnings, parent, media, markdown=text),
            passages,
        )  # fmt: skip
        return key

    # ---- import
    def import_paths(
        self, matter: Matter, paths: Sequence[Path], *, pack: str | None = None, kind: PackKind = "documents",
        password: str | None = None, on_progress: Callable[[ImportProgress], None] | None = None,
        stop: threading.Event | None = None,
    ) -> ImportReport:  # fmt: skip
        files = [f for p in paths for f in (sorted(p.rglob("*")) if p.is_dir() else [p]) if f.is_file()]
        job = len(self._outcomes) + 1
        outcomes = self._outcomes[job] = [FileOutcome(str(f), "waiting") for f in files]
        into = self._pack(matter.id if kind == "documents" else None, pack or "Sakens dokumenter", kind)
        started, passages = time.monotonic(), 0
        for number, file in enumerate(files):
            if stop is not None and stop.is_set():
                break
            time.sleep(self.pace)
            outcomes[number] = self._import_one(into, file, password)
            passages += outcomes[number].state == "imported"
            if on_progress:
                took = time.monotonic() - started
                left = took / (number + 1) * (len(files) - number - 1)
                on_progress(ImportProgress(job, len(files), number + 1, passages, file.name, took, left))
        return self._report(job, time.monotonic() - started)

    def _import_one(self, pack: Pack, file: Path, password: str | None) -> FileOutcome:
        text = file.read_bytes().decode("utf-8", errors="replace")
        if "locked" in file.name and password is None:
            return FileOutcome(
                str(file),
                "needs_attention",
                "The file is locked with a password; right-click it to enter the password.",
            )
        if "broken" in file.name or not text.strip():
            return FileOutcome(
                str(file), "failed", "The file is damaged: its end is missing. Ask the sender for a new copy."
            )
        if any(d.markdown == text for d in self._documents.values()):
            return FileOutcome(str(file), "duplicate", "The same file is in this matter already.")
        return FileOutcome(str(file), "imported", None, self._add_file(pack, file.name, text))

    def _report(self, job: int, seconds: float) -> ImportReport:
        outcomes = self._outcomes[job]
        by = {
            s: tuple(o for o in outcomes if o.state == s)
            for s in ("imported", "duplicate", "needs_attention", "failed", "waiting")
        }
        return ImportReport(
            job, "cancelled" if by["waiting"] else "done", len(outcomes), len(by["imported"]), len(by["imported"]),
            len(by["duplicate"]), by["needs_attention"], by["failed"], len(by["waiting"]), seconds,
        )  # fmt: skip

    def unfinished_imports(self) -> list[int]:
        return list(self._unfinished)

    def resume_import(self, job: int, *, on_progress: Any = None, stop: Any = None) -> ImportReport:
        return self._report(job, 0.0)

    def import_outcomes(self, job: int) -> list[FileOutcome]:
        return list(self._outcomes[job])

    # ---- documents
    def documents(self, matter: Matter, *, packs: Sequence[str] = ()) -> list[Document]:
        return [replace(d, markdown="") for d in self._documents.values() if not packs or d.pack in packs]

    def document(self, document: str) -> Document:
        return self._documents[document]

    def outline(self, document: str) -> list[OutlineEntry]:
        return [OutlineEntry(1, p.heading, p.label, p.id, p.page) for p in self._passages[document] if p.heading]

    def read(self, passages: Sequence[str]) -> list[Passage]:
        return [p for d in self._passages.values() for p in d if p.id in passages]

    def boxes(self, document: str, start: int, end: int) -> list[Box]:
        if self.lose_boxes or document not in self._originals:
            return []
        return boxes_in_pdf(self._originals[document], self._documents[document].markdown, start, end)

    def original(self, document: str) -> Path | None:
        return self._originals.get(document)

    # ---- search and answers
    def search(self, matter: Matter, request: SearchRequest) -> SearchResult:
        time.sleep(self.pace)
        self._maybe_fail()
        on = [p for p in self.packs(matter) if p.on]
        words = {w.casefold().strip("?.,") for q in request.queries for w in q.split() if len(w) > 2}
        hits = []
        for document in self._documents.values():
            if document.pack_id in {p.id for p in on}:
                hits += [h for p in self._passages[document.id] if (h := hit_of(p, document, words))]
        hits.sort(key=lambda h: -h.score)
        return SearchResult(tuple(hits[: request.limit]), request.queries, tuple(p.name for p in on), 4.0)

    def ask(
        self, matter: Matter, question: str, *, model: str | None = None, history: Sequence[tuple[str, str]] = (),
        on_event: Callable[[str, Any], None] | None = None, stop: threading.Event | None = None,
    ) -> Answer:  # fmt: skip
        def tell(kind: str, value: Any) -> None:
            for _ in range(10):
                if stop is not None and stop.is_set():
                    raise Stopped
                time.sleep(self.pace)
            if on_event:
                on_event(kind, value)

        self._maybe_fail()
        found = self.search(matter, SearchRequest((question,), limit=6))
        searched = [Searched((question,), found.packs, len(found.hits))]
        tell("searched", searched[0])
        quotes = [q for h in found.hits if (q := quote_of(h))]
        tell("evidence", tuple(quotes[:5]))
        second = Searched(("frist for å reklamere", "rimelig tid oppdaget mangelen"), found.packs, 7)
        searched.append(second)
        tell("searched", second)
        for hit in found.hits[:3]:
            tell("read", f"{hit.title} {hit.label or ''}".strip())
        settled = bool(quotes) and "svensk" not in question
        claims = claims_of(quotes) if settled else ()
        for claim in claims:
            tell("claim", claim)
        return Answer(
            question, settled, claims, tuple(quotes[:6]), tuple(searched), tuple(h.passage for h in found.hits[:3]),
            tuple(h.passage for h in found.hits[3:5]), "qwen2.5-1.5b-instruct", 3, 2110, 164, 0.4, 11.8, ()
        )  # fmt: skip

    def save_answer(self, matter: Matter, answer: Answer) -> int:
        self._answers.insert(0, answer)
        return len(self._answers)

    def _maybe_fail(self) -> None:
        error, self.fail = self.fail, None
        if error is not None:
            raise error

    def verify(self, answer: Answer) -> Answer:
        return answer

    def answers(self, matter: Matter) -> list[Answer]:
        return list(self._answers)

    def export(self, answer: Answer, form: str) -> str:
        quotes = "\n".join(f"> {q.text}" for c in answer.claims for q in c.quotes)
        return (
            f"# {answer.question}\n\n{quotes}\n" if form == "md" else f"<html><h1>{answer.question}</h1>{quotes}</html>"
        )

    # ---- models and health
    def models(self) -> list[ModelInfo]:
        return [
            ModelInfo("qwen2.5-1.5b-instruct", "qwen2.5-1.5b-instruct-q4_k_m.gguf", 1_117_320_768, "Apache-2.0", "agent", None,
                      str(self.home / "m.gguf"), "The starter model: words short answers, chooses among few sentences.", True),
            ModelInfo("qwen3-4b-instruct-2507", "Qwen3-4B-Instruct-2507-Q4_K_M.gguf", 2_497_281_312, "Apache-2.0", "agent", None, None,
                      "For a computer with 16 GB of memory: searches by itself and words longer answers."),
            ModelInfo("gemma-3-4b-it", "gemma-3-4b-it-Q4_K_M.gguf", 2_489_757_856, "Gemma", "agent", None, None,
                      "An alternative of the same size with good Norwegian."),
        ]  # fmt: skip

    def add_model(self, name_or_file: str, on_progress: Callable[[int, int], None] | None = None) -> ModelInfo:
        for done in range(11):
            time.sleep(self.pace)
            if on_progress:
                on_progress(done, 10)
        return self.models()[0]

    def use_model(self, name: str) -> None:
        return None

    def remove_model(self, name: str) -> None:
        return None

    def doctor(self) -> list[Check]:
        return [Check("server", True, "fake")]
