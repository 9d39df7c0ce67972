"""The answer: claims with their quote cards, the evidence, and what was searched and read."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from desktop.context import Context
from desktop.state.question_state import Step
from desktop.state.source_state import Spot
from desktop.texts import decimal, said, tr
from desktop.views.parts import GAP, Empty, Fold, clear, column, restyle, row
from desktop.views.quote_card import QuoteCard
from desktop.views.trace_view import TraceView, step_row
from desktop.views.words import Elided, chip, label
from desktop.wording import answered_by
from engine.types import Answer, Claim, Quote

NO_MODEL = ("", "none")
WIDEST = 900  # pixels: longer lines are hard to read


class AnswerView(QStackedWidget):
    """Draws the state of the question: being answered, answered, or nothing asked yet."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._state = context.question
        self.cards: list[QuoteCard] = []
        self._drawn: object = None
        self.trace = TraceView(context)
        self._body = QVBoxLayout()
        self._body.setSpacing(GAP)
        inside = QWidget()
        inside.setObjectName("scrolled")
        inside.setLayout(column(self.trace, self._body, None, spacing=GAP * 2, margins=(20, 16, 20, 24)))
        inside.setMaximumWidth(WIDEST)
        self.scroll = QScrollArea()
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always on, drawn only where it is needed: a bar that comes and goes changes the width, the width changes the
        # height of the texts, and the height decides whether the bar is needed: that can go round for ever.
        self.scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.scroll.verticalScrollBar().rangeChanged.connect(self._bar_needed)
        self._bar_needed()
        self.scroll.setWidget(inside)
        self.scroll.setAccessibleName(tr("Answer"))
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.empty = Empty(
            context, "ask", tr("Ask a question"),
            tr("Write it in the box and press Ctrl+Enter. The answer is made of quotes that are checked word for word."),
        )  # fmt: skip
        self.addWidget(self.empty)
        self.addWidget(self.scroll)
        self._state.answer_changed.connect(self.refresh)
        context.source.series_changed.connect(self._show_open)
        self.refresh()

    def _bar_needed(self) -> None:
        bar = self.scroll.verticalScrollBar()
        idle = bar.maximum() <= bar.minimum()
        if bar.property("idle") is not idle:
            bar.setProperty("idle", idle)
            restyle(bar)

    def refresh(self) -> None:
        """Redraw what changed: the trace at every event, the body only when evidence or claims did."""
        state = self._state
        something = state.asking is not None or state.answer is not None
        self.setCurrentIndex(1 if something else 0)
        stop_had_keys = self.trace.stop.hasFocus()
        self.trace.setVisible(state.asking is not None)
        self.trace.refresh()
        wanted = (state.asking, state.evidence, state.claims, state.answer)
        if wanted == self._drawn:
            return
        fresh = not isinstance(self._drawn, tuple) or (self._drawn[0] or self._drawn[3]) is not (
            state.asking or state.answer
        )
        self._drawn = wanted
        clear(self._body)
        self.cards = []
        if something:
            self._draw()
        if fresh:
            QTimer.singleShot(0, self, lambda: self.scroll.verticalScrollBar().setValue(0))
        self._show_open()
        if stop_had_keys and state.asking is None and self.cards:
            self.cards[0].setFocus()  # the button is gone: the keyboard goes on with what it made

    # ---- drawing
    def _draw(self) -> None:
        state, answer = self._state, self._state.answer
        self._body.addWidget(
            label(state.asking or (answer.question if answer else ""), "question", wrap=True, selectable=True)
        )
        if answer is not None:
            self._body.addLayout(self._verdict(answer))
            if not answer.settled:
                self._body.addWidget(self._not_settled(answer))
        self._body.addSpacing(GAP)
        for claim in state.claims:
            self._add_claim(claim)
        self._add_evidence()
        if answer is not None:
            for note in answer.notes if answer.model not in NO_MODEL else ():  # the line above says it
                self._body.addWidget(label(said(note), "small", wrap=True))
            self._body.addWidget(Fold(self._context, tr("Searched and read"), self._log(answer)))

    def _verdict(self, answer: Answer) -> QVBoxLayout:
        settled = chip(tr("Settled by the sources"), "good") if answer.settled else chip(tr("Not settled"), "caution")
        facts = f"{answered_by(answer)} · {tr('{seconds} s', seconds=decimal(answer.seconds_total))}"
        head = row(settled, Elided(facts, "small"), spacing=10)
        head.setStretch(1, 1)
        return column(head)

    def _not_settled(self, answer: Answer) -> QWidget:
        text = tr(
            "The sources that were searched do not settle this ({searches}).",
            searches=tr("{n} searches", len(answer.searched)),
        )
        if answer.evidence or answer.claims:
            text += " " + tr("What comes nearest stands below.")
        holder = QFrame()
        holder.setProperty("card", "banner")
        holder.setLayout(row(label(text, wrap=True), margins=(14, 10, 14, 10)))
        return holder

    def _add_claim(self, claim: Claim) -> None:
        if not _says_its_quote(claim):
            self._body.addWidget(label(claim.text, "claim", wrap=True, selectable=True))
        if claim.unsupported:
            what = ", ".join(claim.unsupported)
            self._body.addLayout(row(chip(tr("Not in the quotes: {what}", what=what), "caution"), None))
        for quote in claim.quotes:
            self._add_card(quote)
        self._body.addSpacing(0 if _says_its_quote(claim) else GAP * 2)

    def _add_evidence(self) -> None:
        shown = {(q.document, q.start, q.end) for claim in self._state.claims for q in claim.quotes}
        rest = [q for q in self._state.evidence if (q.document, q.start, q.end) not in shown]
        if not rest:
            return
        if self._state.claims:
            holder = QWidget()
            inner = column(spacing=GAP)
            for quote in rest:
                inner.addWidget(self._card(quote))
            holder.setLayout(inner)
            alone = self._state.answer is not None and self._state.answer.model in NO_MODEL
            self._body.addWidget(Fold(self._context, tr("{n} more places", len(rest)), holder, unfolded=alone))
        else:
            self._body.addWidget(label(tr("Places that bear on the question"), "section"))
            for quote in rest:
                self._add_card(quote)

    def _add_card(self, quote: Quote) -> None:
        self._body.addWidget(self._card(quote))

    def _card(self, quote: Quote) -> QuoteCard:
        card = QuoteCard(self._context, quote, len(self.cards) + 1)
        card.chosen.connect(self._open)
        self.cards.append(card)
        return card

    def _log(self, answer: Answer) -> QWidget:
        holder = QWidget()
        lines = column(spacing=5, margins=(22, 0, 0, 0))
        steps = [Step("search", f"{' · '.join(s.queries)}  ({', '.join(s.packs)})", s.hits) for s in answer.searched]
        steps += [step for step in self._state.steps if step.kind == "read"] if self._state.steps else []
        for step in steps:
            lines.addWidget(step_row(self._context, step, self.devicePixelRatioF()))
        counts = [tr("{n} passages read", len(answer.read))]
        if answer.left_out:
            counts.append(tr("{n} judged irrelevant and left out", len(answer.left_out)))
        if answer.rounds:
            counts.append(tr("{n} rounds of the model", answer.rounds))
        lines.addWidget(label(" · ".join(counts), "small", wrap=True))
        holder.setLayout(lines)
        return holder

    # ---- opening sources
    def _open(self, quote: Quote) -> None:
        series = [Spot.of_quote(card.quote) for card in self.cards]
        self._context.source.show(Spot.of_quote(quote), series)

    def _show_open(self) -> None:
        source = self._context.source
        spot = source.series[source.position] if 0 <= source.position < len(source.series) else None
        for card in self.cards:
            card.show_as_open(spot is not None and Spot.of_quote(card.quote) == spot)


def _says_its_quote(claim: Claim) -> bool:
    """Without a model a claim is its quote: the card alone says it."""
    return len(claim.quotes) == 1 and claim.text.split() == claim.quotes[0].text.split()
