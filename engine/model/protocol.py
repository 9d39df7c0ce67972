"""What the agent needs of a chat model, whichever way it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.errors import UserFacingError

OnRead = Callable[[int, int], None]  # prompt tokens read so far, prompt tokens in all


class ModelFailed(UserFacingError):  # noqa: N818 - named for what happened, as the other errors are
    """The model could not be loaded, crashed, or did not answer; the text is one sentence for the person."""


class PromptTooLong(ModelFailed):
    """Prompt and answer together do not fit the model's context."""


@dataclass(frozen=True)
class Message:
    """One turn of the conversation with the model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Reply:
    """What the model wrote, with its counters.

    ``prompt_tokens = evaluated + reused``: reused ones were still in the model's cache from the round before.
    """

    text: str
    prompt_tokens: int
    evaluated: int
    reused: int
    output_tokens: int
    seconds: float
    finished: Literal["end", "length", "time"]


class ChatModel(Protocol):
    """A model that continues a conversation under a grammar."""

    name: str

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
        """The model's next turn. Raises ModelFailed, or Stopped within a second of ``stop.set()``.

        After ``seconds`` what has been written so far is returned, with ``finished="time"``.
        """
        ...

    def close(self) -> None:
        """Frees the model's memory; the next ``generate`` loads it again."""
        ...
