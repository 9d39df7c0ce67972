"""The first turns of the conversation with the model: who it is, the question, what was found before it speaks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.ports import Profile
from engine.agent.prompts import last_lines, prompt
from engine.agent.tools import TOOLS
from engine.model.protocol import Message
from engine.text.language import detect_question

LANGUAGES = {
    "no": "Norwegian", "sv": "Swedish", "da": "Danish", "en": "English", "de": "German", "fi": "Finnish", "nl": "Dutch",
    "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
}  # fmt: skip
TURNS_TOLD = 2  # of the conversation so far
TURN_CHARACTERS = 240  # of each question and answer

# No "..." in what a small model reads: it writes it back.
_ANSWERS = {
    "words": '{"do":"answer","claims":[{"words":"(copied words)","claim":"(the answer)"}],"settled":true}',
    "ids": '{"do":"answer","claims":[{"sentences":["S1"],"claim":"(the answer)"}],"settled":true}',
}
_FORMS = {
    "words": '"words": the words of the one sentence above that decides the question, copied exactly;',
    "ids": '"sentences": the ids of the sentences that decide the question;',
}
_EXAMPLES = {
    "search": '{"do":"search","queries":["(words)","(other words)"]}',
    "read": '{"do":"read","passages":["P1"]}',
    "find_document": '{"do":"find_document","name":"(name)"}',
    "outline": '{"do":"outline","document":"D1"}',
}


def opening(
    profile: Profile, question: str, history: Sequence[tuple[str, str]], note: str, spoken: str | None = None
) -> list[Message]:
    """The instructions, the same for every question so that the model's cache keeps them, and the first question.

    ``spoken`` is the language of the sources, taken where the question's own cannot be told.

    What was found comes as a note of the person's, never as a tool call that the model did not make.
    """
    code = detect_question(question) or spoken or ""
    language = LANGUAGES.get(code, "the language of the question")
    form, last = _FORMS[profile.quotes], ""
    if profile.role == "agent":
        tools = "\n".join(f"{_EXAMPLES[tool.name]}  {tool.description}" for tool in TOOLS)
        system = prompt("agent", tools=tools, answer=f"{_ANSWERS[profile.quotes]}\n{form}", language=language)
    elif profile.quotes == "ids":
        system = prompt("chooser_ids", form=form, language=language)
    else:
        system, last = prompt("chooser", language=language), last_lines().get(code, last_lines()["other"])
    told = "".join(
        f"Earlier question: {asked[:TURN_CHARACTERS]}\nEarlier answer: {answered[:TURN_CHARACTERS]}\n"
        for asked, answered in history[-TURNS_TOLD:]
    )
    first = prompt("opening", history=told, question=question, evidence=note or "Nothing.")
    return [Message("system", system), Message("user", f"{first}\n{last}".strip())]
