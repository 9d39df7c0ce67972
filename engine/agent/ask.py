"""Answers one question: evidence first, then the model's conversation, then the program's own checks of every claim.

Each stage is useful alone. Without a model, and when the model fails, loops, or says nothing that holds, the answer is
the evidence: the best sentences of the sources in their own words.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from engine.agent.actions import Action
from engine.agent.cited import cited_first, cited_hit
from engine.agent.evidence import Evidence, gather
from engine.agent.loop import Loop, Outcome
from engine.agent.notes import evidence_note, whole_passage
from engine.agent.opening import opening
from engine.agent.ports import Library, Limits, OnEvent, Profile, SaveStep
from engine.agent.questions import standalone
from engine.agent.resolve import resolve
from engine.agent.settled import Verdict, judge
from engine.agent.shown import Shown, Source
from engine.agent.tools import Desk
from engine.errors import Stopped
from engine.model.protocol import ChatModel, ModelFailed
from engine.types import Answer, Claim, Quote

NO_MODEL = "none"
EVIDENCE_SHOWN = 8  # quotes listed below the claims
# Without a model: the best sentence, and others of its section nearly as good, as claims.
EVIDENCE_CLAIMS = 3
NEARLY = 0.85  # of the best sentence's score
FURTHER = 0.7  # of the best sentence's score, for a sentence of another section that settles the question by itself
ENDS = '.!?)»”"'
LONG_ITEM = 90  # characters from which on even an item of a list says something whole
# Characters of evidence in the first prompt. With the instructions that is about 1,100 tokens of Norwegian, which a
# model of 1.5 billion parameters reads in 25 to 40 seconds on two cores.
FIRST_NOTE = 2200

History = Sequence[tuple[str, str]]


def ask(
    library: Library,
    question: str,
    *,
    model: ChatModel | None = None,
    profile: Profile | None = None,
    history: History = (),
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    save_step: SaveStep | None = None,
    stop: threading.Event | None = None,
) -> Answer:
    """The answer to ``question``. Raises Stopped within a second of ``stop.set()``, and UserFacingError from the library.

    ``history`` holds (question, answer) pairs, oldest first. A model that fails is a note in the answer, not an error.
    """
    return _Asking(library, question, model, profile, history, limits, on_event, save_step, stop).run()


class _Asking:
    """One question on its way to an answer."""

    def __init__(
        self,
        library: Library,
        question: str,
        model: ChatModel | None,
        profile: Profile | None,
        history: History,
        limits: Limits | None,
        on_event: OnEvent | None,
        save_step: SaveStep | None,
        stop: threading.Event | None,
    ) -> None:
        self._started = time.monotonic()
        self._library = library
        self._question = question
        self._whole = standalone(question, history)
        self._model = model
        self._profile = profile or Profile()
        self._history = history
        self._limits = limits or Limits()
        self._tell: OnEvent = on_event or (lambda kind, value: None)
        self._save: SaveStep = save_step or (lambda kind, body: None)
        self._stop = stop
        self._notes: list[str] = []

    def run(self) -> Answer:
        gathered = gather(self._question, self._history, self._library.search, self._library.weigh)
        evidence = cited_first(self._whole, gathered)
        self._check_stop()
        for searched in evidence.searched:
            self._tell("searched", searched)
            self._save("search", {"queries": searched.queries, "packs": searched.packs, "hits": searched.hits})
        quotes = tuple(sentence.quote for sentence in evidence.sentences[:EVIDENCE_SHOWN])
        first = time.monotonic() - self._started
        self._tell("evidence", quotes)
        self._save("evidence", [{"passage": q.passage, "start": q.start, "end": q.end} for q in quotes])
        desk = self._desk(evidence)
        outcome = self._converse(desk) if self._model is not None and evidence.sentences else Outcome()
        claims, verdict = self._conclude(desk, outcome, evidence)
        self._check_stop()
        for claim in claims:
            self._tell("claim", claim)
        if not verdict.settled and verdict.why:
            self._notes.append(verdict.why)
        answer = Answer(
            question=self._question, settled=verdict.settled, claims=tuple(claims), evidence=quotes,
            searched=tuple(desk.searched), read=_read(desk, quotes, self._model is not None), left_out=(),
            model=self._model.name if self._model else NO_MODEL, rounds=outcome.rounds,
            input_tokens=outcome.input_tokens, output_tokens=outcome.output_tokens, seconds_first_evidence=first,
            seconds_total=time.monotonic() - self._started, notes=tuple(dict.fromkeys(self._notes)),
        )  # fmt: skip
        self._save("answer", {"settled": answer.settled, "claims": [claim.text for claim in claims]})
        return answer

    def _desk(self, evidence: Evidence) -> Desk:
        desk = Desk(
            self._library, self._whole, evidence.words, Shown(), self._tell, with_ids=self._profile.quotes == "ids"
        )
        for searched in evidence.searched:
            desk.found(searched, evidence.hits, list(evidence.sentences))
        return desk

    # ---- the model
    def _converse(self, desk: Desk) -> Outcome:
        """The loop with the model; whatever it does, what comes back can be concluded from."""
        assert self._model is not None
        note = self._first_note(desk)
        for passage in desk.shown.read_passages():
            source = desk.shown.sources[passage]
            self._tell("read", f"{source.title} {source.address}".strip())

        def enough(action: Action) -> bool:
            return self._judge(desk, resolve(action, desk), self._opinion(action)).settled

        loop = Loop(self._model, desk, self._profile, self._limits, enough, self._save, self._stop)
        try:
            spoken = desk.sentences[0].hit.language if desk.sentences else None
            loop.run(opening(self._profile, self._question, self._history, note, spoken))
        except ModelFailed as error:
            loop.outcome.notes.append(f"{error} The evidence is shown instead.")
            self._save("model_failed", str(error))
        self._notes += loop.outcome.notes
        return loop.outcome

    def _first_note(self, desk: Desk) -> str:
        """What the model is shown before it speaks: the section that the question names, then the best sentences."""
        hit = cited_hit(self._whole, tuple(desk.hits.values()))
        named = whole_passage(desk.shown, Source.of(hit), FIRST_NOTE // 2, with_ids=desk.with_ids) if hit else ""
        others = evidence_note(desk.shown, desk.sentences, FIRST_NOTE - len(named), with_ids=desk.with_ids)
        return "\n\n".join(filter(None, (named, others)))

    # ---- the program's checks
    def _conclude(self, desk: Desk, outcome: Outcome, evidence: Evidence) -> tuple[list[Claim], Verdict]:
        """Claims that hold, and whether they settle the question. Claims are only shown when they do."""
        if self._model is None:
            self._notes.append("No model was used: these are the sentences of the sources that come nearest.")
        chosen: list[Claim] = []
        first = Verdict(False)
        if outcome.answer is not None:
            chosen = resolve(outcome.answer, desk)
            first = self._judge(desk, chosen, self._opinion(outcome.answer))
            if self._profile.role == "agent":
                return (chosen, first) if first.settled else ([], first)
            chosen = [claim for claim in chosen if self._judge(desk, [claim], None).settled]
        # Without a model, when it failed, and beside what a model below the bar chose: the best sentence for itself.
        near, far = _from_evidence(evidence)
        second = self._judge(desk, near, None)
        claims = chosen if first.settled else []
        if second.settled:
            places = {quote.passage for claim in claims for quote in claim.quotes}
            if not claims:  # the best section decides; others that would settle it too are shown beside it
                claims = [*near, *(claim for claim in far if self._judge(desk, [claim], None).settled)]
            elif near[0].quotes[0].passage not in places:  # the model chose another section than the search
                claims = [*claims, near[0]]
        return _once(claims), max(first, second, key=lambda verdict: (verdict.settled, bool(verdict.why)))

    def _opinion(self, action: Action) -> bool | None:
        """A model that may only choose is not asked whether it is settled."""
        return action.settled if self._profile.role == "agent" else None

    def _judge(self, desk: Desk, claims: Sequence[Claim], opinion: bool | None) -> Verdict:
        sources = desk.shown.sources | {passage: Source.of(hit) for passage, hit in desk.hits.items()}
        return judge(self._whole, desk.words, claims, sources, self._library.packs(), opinion)

    def _check_stop(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise Stopped


def _from_evidence(evidence: Evidence) -> tuple[list[Claim], list[Claim]]:
    """The best sentence as a claim in its own words with those of its section nearly as good; and the best of others.

    Headings and items of lists are evidence, but they do not read as an answer.
    """
    whole = [sentence for sentence in evidence.sentences if _reads_alone(sentence.quote.text)]
    near, far = [], []
    for sentence in whole:
        claim = Claim(" ".join(sentence.quote.text.split()), (sentence.quote,))
        if sentence.quote.passage == whole[0].quote.passage and sentence.score >= NEARLY * whole[0].score:
            near.append(claim)
        elif sentence.score >= FURTHER * whole[0].score:
            far.append(claim)
    return near, far


def _reads_alone(text: str) -> bool:
    return text.rstrip()[-1:] in ENDS or len(text) >= LONG_ITEM


def _once(claims: Sequence[Claim]) -> list[Claim]:
    """Without claims whose every quote an earlier claim has."""
    kept: list[Claim] = []
    taken: set[tuple[str, int]] = set()
    for claim in claims:
        places = {(quote.passage, quote.start) for quote in claim.quotes}
        if not places <= taken:
            kept.append(claim)
            taken |= places
    return kept[:EVIDENCE_CLAIMS]


def _read(desk: Desk, quotes: Sequence[Quote], with_model: bool) -> tuple[str, ...]:
    """Passages that the model was shown; without one, those of the evidence."""
    return desk.shown.read_passages() if with_model else tuple(dict.fromkeys(quote.passage for quote in quotes))
