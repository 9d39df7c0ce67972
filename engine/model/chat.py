"""Writes a conversation as the prompt of a model: by the template in its file, or by its family's plain form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

FAMILIES = {
    # The published turn markers of each family, for files that carry no template.
    "chatml": (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
    ),
    "gemma": (
        "{{ bos_token }}{% for m in messages %}<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}\n"
        "{{ m.content }}<end_of_turn>\n{% endfor %}<start_of_turn>model\n"
    ),
    "llama": (
        "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n"
        "{{ m.content }}<|eot_id|>{% endfor %}<|start_header_id|>assistant<|end_header_id|>\n\n"
    ),
    "mistral": (
        "{{ bos_token }}{% for m in messages %}{% if m.role == 'assistant' %} {{ m.content }}{{ eos_token }}"
        "{% else %}[INST] {{ m.content }} [/INST]{% endif %}{% endfor %}"
    ),
}
NO_SYSTEM = ("gemma", "mistral")  # families that know no system turn: its text opens the first question

Turn = dict[str, str]
Render = Callable[..., str]


def compile_template(source: str) -> Render:
    """A template as a function of its variables, in a sandbox: it comes out of a file that anybody may have made."""
    from jinja2.ext import loopcontrols
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def refuse(message: str) -> None:
        raise ValueError(message)

    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    environment.globals["raise_exception"] = refuse
    # No clock: a date in the prompt would make the same question give different answers and break the kept prefix.
    environment.globals["strftime_now"] = lambda form: ""
    return environment.from_string(source).render


class Prompter:
    """Turns messages into prompt text for one model."""

    def __init__(
        self, template: str | None, family: str, bos: str, eos: str, control_words: Sequence[str] = ()
    ) -> None:
        self._own = compile_template(template) if template else None
        self._family = family if family in FAMILIES else "chatml"
        self._tokens = {"bos_token": bos, "eos_token": eos}
        words = sorted((word for word in control_words if len(word) > 2), key=len, reverse=True)
        self._control = re.compile("|".join(map(re.escape, words))) if words else None

    def __call__(self, messages: Sequence[Turn]) -> str:
        """The prompt up to where the model's turn begins.

        Words that steer the model ("<|im_end|>") are broken up inside the contents, so that a document cannot end its
        own turn. A template that refuses a system turn gets it as the opening of the first question.
        """
        turns = _alternating([{"role": m["role"], "content": self._defuse(m["content"])} for m in messages])
        if self._own:
            for shape in (turns, _without_system(turns)):
                try:
                    return self._render(self._own, shape)
                except Exception:  # whatever a stranger's template raises, the plain form still works
                    continue
        if self._family in NO_SYSTEM:
            turns = _without_system(turns)
        return self._render(compile_template(FAMILIES[self._family]), turns)

    def _render(self, render: Render, turns: list[Turn]) -> str:
        # enable_thinking: models that can think aloud first are told not to; on a laptop that costs minutes.
        values: dict[str, Any] = {
            "messages": turns,
            "add_generation_prompt": True,
            "enable_thinking": False,
            **self._tokens,
        }
        text = render(**values)
        if not all(turn["content"].strip()[:20] in text for turn in turns):
            raise ValueError("the template dropped a turn")
        return text

    def _defuse(self, content: str) -> str:
        if self._control is None:
            return content
        return self._control.sub(lambda match: f"{match.group()[0]} {match.group()[1:]}", content)


def _alternating(turns: list[Turn]) -> list[Turn]:
    """Neighbouring turns of one role become one: several templates refuse two in a row."""
    joined: list[Turn] = []
    for turn in turns:
        if joined and joined[-1]["role"] == turn["role"]:
            joined[-1] = {"role": turn["role"], "content": f"{joined[-1]['content']}\n\n{turn['content']}"}
        else:
            joined.append(turn)
    return joined


def _without_system(turns: list[Turn]) -> list[Turn]:
    if not turns or turns[0]["role"] != "system":
        return turns
    if len(turns) == 1 or turns[1]["role"] != "user":
        return [{"role": "user", "content": turns[0]["content"]}, *turns[1:]]
    first = {"role": "user", "content": f"{turns[0]['content']}\n\n{turns[1]['content']}"}
    return [first, *turns[2:]]
