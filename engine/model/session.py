"""One loaded model inside the child process: reads a prompt, keeps its prefix, writes under a grammar, can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.model.chat import Prompter, Turn
from engine.model.native import Grammar, Native

# Tokens read between two reports of progress. llama.cpp looks at the stop flag inside a chunk as well; what a chunk
# that was broken off left behind is cut away before the next prompt.
CHUNK = 128


class StopAsked(Exception):  # noqa: N818 - not an error
    """The parent asked to stop."""


class TooLong(Exception):  # noqa: N818 - reported to the parent by name
    """Prompt and answer do not fit the context."""


@dataclass(frozen=True)
class Written:
    """The result of one generation, with counters in tokens; ``reused`` were in the cache from the prompt before."""

    text: str
    prompt_tokens: int
    evaluated: int
    reused: int
    output_tokens: int
    finished: str


class Session:
    """A loaded model with its conversation. One generation at a time; every call runs on the child's main thread."""

    def __init__(
        self,
        path: str,
        context: int,
        threads: int,
        family: str,
        should_stop: Callable[[], bool],
        *,
        plain: bool = False,
    ) -> None:
        self._should_stop = should_stop
        self._native = Native(path, context, threads, CHUNK, should_stop, plain=plain)
        begin, end = self._native.begin_and_end()
        self._prompter = Prompter(self._native.template(), family, begin, end, self._native.control_words())
        self._cached: list[int] = []
        self.context = self._native.context

    def warm_up(self) -> None:
        """Reads two tokens, so that a library built for another processor shows it now and not in an answer."""
        self._read(self._native.tokens("ab cd")[:2])
        self._native.cut(0)
        self._cached = []

    def generate(
        self,
        messages: Sequence[Turn],
        grammar: str | None,
        most: int,
        seconds: float | None,
        on_read: Callable[[int, int], None],
    ) -> Written:
        """Writes the next turn, greedily: the same prompt gives the same words.

        Raises StopAsked, TooLong, or ValueError for a grammar that llama.cpp refuses.
        """
        until = time.monotonic() + seconds if seconds is not None else float("inf")
        prompt = self._native.tokens(self._prompter(messages))
        if len(prompt) + most > self.context:
            raise TooLong(f"{len(prompt)} + {most} tokens, the context holds {self.context}")
        kept = self._keep_prefix(prompt)
        for start in range(kept, len(prompt), CHUNK):
            self._read(prompt[start : start + CHUNK])
            on_read(min(start + CHUNK, len(prompt)) - kept, len(prompt) - kept)
        output, finished = self._write(grammar, most, until)
        return Written(self._native.text(output), len(prompt), len(prompt) - kept, kept, len(output), finished)

    def _write(self, grammar: str | None, most: int, until: float) -> tuple[list[int], str]:
        output: list[int] = []
        with Grammar(self._native, grammar) as rule:
            while len(output) < most:
                token = rule.choose(self._native.logits())
                if self._native.ends(token):
                    return output, "end"
                rule.accept(token)
                output.append(token)
                if time.monotonic() > until:
                    return output, "time"
                self._read([token])
        return output, "length"

    def _keep_prefix(self, prompt: list[int]) -> int:
        """Cuts the cache back to what the new prompt shares with it; at least one token is read anew for its logits."""
        shared = 0
        for before, now in zip(self._cached, prompt, strict=False):
            if before != now:
                break
            shared += 1
        kept = min(shared, len(prompt) - 1)
        if not self._native.cut(kept):
            kept = 0
        self._cached = self._cached[:kept]
        return kept

    def _read(self, tokens: list[int]) -> None:
        if self._should_stop() or not self._native.read(tokens):
            raise StopAsked
        self._cached += tokens
