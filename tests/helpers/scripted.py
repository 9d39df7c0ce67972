"""A chat model that says what a test tells it to: texts, failures, waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from engine.errors import Stopped
from engine.model.protocol import Message, OnRead, Reply

Line = str | Exception | Callable[[Sequence[Message]], str]


class ScriptedModel:
    """Says its lines in order and remembers what it was asked. An exception in place of a line is raised.

    A function in place of a line is given the messages. After the last line the last one is said again.
    """

    def __init__(self, *lines: Line, name: str = "scripted", delay: float = 0.0) -> None:
        self.name = name
        self.asked: list[list[Message]] = []
        self.grammars: list[str | None] = []
        self.closed = False
        self._lines = lines
        self._delay = delay

    def generate(
        self,
        messages: Sequence[Message],
        *,
        grammar: str | None = None,
        max_tokens: int = 256,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        on_read: OnRead | None = None,
    ) -> Reply:
        self.asked.append(list(messages))
        self.grammars.append(grammar)
        until = time.monotonic() + self._delay
        while time.monotonic() < until:
            if stop is not None and stop.is_set():
                raise Stopped
            time.sleep(0.01)
        line = self._lines[min(len(self.asked), len(self._lines)) - 1]
        if isinstance(line, Exception):
            raise line
        text = line if isinstance(line, str) else line(messages)
        prompt = sum(len(m.content.split()) for m in messages)
        return Reply(text, prompt, prompt, 0, len(text.split()), self._delay, "end")

    def close(self) -> None:
        self.closed = True
