"""The conversation with the model: it searches, reads and answers, one action a turn, within limits, every step saved.

A model that is good enough drives ("agent"): all tools are offered each turn. With a smaller one ("chooser") the program
has planned and made the searches before; the model only names the deciding words and words the claim.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.agent.actions import Action, FormatError, grammar, parse
from engine.agent.nudges import Nudges
from engine.agent.ports import Limits, Profile, SaveStep
from engine.agent.tools import BY_NAME, TOOLS, Desk, use
from engine.errors import Stopped
from engine.model.protocol import ChatModel, Message, PromptTooLong, Reply

CONCLUDE = 0.5  # share of the time from which on no more is searched; the answer itself needs time to be written
FORMAT_ERRORS = 3  # in a row; a model that cannot follow three corrections does not follow a fourth
ANSWER_TOKENS = 320  # three claims with their words; one takes 60 to 150
CLAIM_TOKENS = 110  # one sentence
CHOOSER_ERRORS = 2  # a model that only chooses is asked once more at most
LEAST_SECONDS = 3.0  # left on the clock for a turn that is worth starting


class _End(Exception):  # noqa: N818 - the end of the run, with the sentence that is shown
    """No further turn: a limit was reached, or the model cannot be brought to answer."""


@dataclass
class Outcome:
    """How the run ended. ``answer`` is the last answer the model gave, ``notes`` what the person should know."""

    answer: Action | None = None
    rounds: int = 0
    input_tokens: int = 0  # read anew; those kept from the round before are not counted
    reused_tokens: int = 0
    output_tokens: int = 0
    notes: list[str] = field(default_factory=list)


class Loop:
    """One run. ``enough`` says whether an answer holds after the program's own checks."""

    def __init__(
        self,
        model: ChatModel,
        desk: Desk,
        profile: Profile,
        limits: Limits,
        enough: Callable[[Action], bool],
        save: SaveStep,
        stop: threading.Event | None,
    ) -> None:
        self._model = model
        self._desk = desk
        self._profile = profile
        self._limits = limits
        self._enough = enough
        self._save = save
        self._stop = stop
        self._until = time.monotonic() + limits.seconds
        self._nudges = Nudges()
        self._messages: list[Message] = []
        self._done: set[Action] = set()
        self.outcome = Outcome()

    def run(self, opening: Sequence[Message]) -> Outcome:
        """Goes on until an answer is accepted or a limit is reached. Raises Stopped and ModelFailed."""
        self._messages = list(opening)
        faults = 0
        try:
            while True:
                offered = self._offered()
                reply = self._turn(offered)
                try:
                    action = parse(reply.text, offered, self._desk.shown)
                    if action.do in BY_NAME and action in self._done:
                        raise FormatError("You did exactly that already. Do something else, or answer.")
                except FormatError as error:
                    faults += 1
                    self._save("format_error", {"text": reply.text, "error": str(error)})
                    if faults == (FORMAT_ERRORS if self._profile.role == "agent" else CHOOSER_ERRORS):
                        raise _End("The model did not keep to the form of an answer; the evidence is shown.") from None
                    self._say(str(error))
                    continue
                faults = 0
                self._done.add(action)
                if action.do in BY_NAME:
                    self._tool(action)
                elif self._accepted(action):
                    return self.outcome
        except _End as end:
            self.outcome.notes.append(str(end))
        except PromptTooLong as error:
            self.outcome.notes.append(str(error))
        return self.outcome

    def _offered(self) -> tuple[str, ...]:
        """What the model may do now; in the last round, and when half the time is used, only answer."""
        if self._profile.role != "agent":
            return ("claim",)
        late = self._until - time.monotonic() < self._limits.seconds * CONCLUDE
        last = self.outcome.rounds >= self._limits.rounds - 1
        return ("answer",) if last or late else (*(tool.name for tool in TOOLS), "answer")

    def _turn(self, offered: tuple[str, ...]) -> Reply:
        left = self._until - time.monotonic()
        used = self.outcome.input_tokens + self.outcome.output_tokens
        if self.outcome.rounds >= self._limits.rounds:
            raise _End(f"The model was stopped after {self._limits.rounds} rounds.")
        if left < LEAST_SECONDS:
            raise _End(f"The model was stopped after {self._limits.seconds:.0f} seconds.")
        if used >= self._limits.tokens:
            raise _End(f"The model was stopped after {used} tokens.")
        if self._stop is not None and self._stop.is_set():
            raise Stopped
        reply = self._model.generate(
            self._messages,
            grammar=grammar(offered, self._desk.shown, "ids" if self._desk.with_ids else "words"),
            max_tokens=CLAIM_TOKENS if offered == ("claim",) else ANSWER_TOKENS,
            seconds=left,
            stop=self._stop,
        )
        self.outcome.rounds += 1
        self.outcome.input_tokens += reply.evaluated
        self.outcome.reused_tokens += reply.reused
        self.outcome.output_tokens += reply.output_tokens
        self._messages.append(Message("assistant", reply.text))
        counters = {"evaluated": reply.evaluated, "reused": reply.reused, "written": reply.output_tokens}
        self._save("model", {"text": reply.text, **counters, "seconds": round(reply.seconds, 2)})
        return reply

    def _tool(self, action: Action) -> None:
        result = use(self._desk, action)
        self._save(action.do, {"queries": action.queries, "ids": action.ids, "name": action.name, "result": result})
        self._say("\n\n".join(filter(None, [result, self._nudges.after_tool(self._desk)])))

    def _accepted(self, action: Action) -> bool:
        """Whether the run ends with this answer; the best answer so far is kept either way."""
        holds = self._enough(action)
        if holds or self.outcome.answer is None or not self.outcome.answer.claims:
            self.outcome.answer = action
        if holds or self._profile.role != "agent":
            return True
        nudge = self._nudges.before_answer(self._desk)
        if not nudge:
            return True
        self._save("nudge", nudge)
        self._say(nudge)
        return False

    def _say(self, text: str) -> None:
        self._messages.append(Message("user", text))
