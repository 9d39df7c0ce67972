"""The first turns of the conversation with the model: who it is, the question, what was found before it speaks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agent.ports import Profile
from engine.agent.prompts import prompt
from engine.agent.tools import TOOLS
from engine.model.protocol import Message
from engine.text.language import detect_question

LANGUAGES = {
    "no": "Norwegian", "sv": "Swedish", "da": "Danish", "en": "English", "de": "German", "fi": "Finnish", "nl": "Dutch",
    "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
}  # fmt: skip
TURNS_TOLD = 2  # of the conversation so far
TURN_CHARACTERS = 240  # of each question and answer

_BY_WORDS = '{"do":"answer","claims":[{"words":"...","claim":"..."}],"settled":true}'
_BY_IDS = '{"do":"answer","claims":[{"sentences":["S1"],"claim":"..."}],"settled":true}'
_WORDS_FORM = '"words" are the words that decide the question, copied exactly from one sentence.'
_IDS_FORM = '"sentences" are the ids of the sentences that decide the question.'
_EXAMPLES = {
    "search": '{"do":"search","queries":["...","..."]}',
    "read": '{"do":"read","passages":["P1"]}',
    "find_document": '{"do":"find_document","name":"..."}',
    "outline": '{"do":"outline","document":"D1"}',
}


def opening(profile: Profile, question: str, history: Sequence[tuple[str, str]], note: str) -> list[Message]:
    """The instructions, the same for every question so that the model's cache keeps them, and the first question.

    What was found comes as a note of the person's, never as a tool call that the model did not make.
    """
    ids = profile.quotes == "ids"
    answer, form = (_BY_IDS, _IDS_FORM) if ids else (_BY_WORDS, _WORDS_FORM)
    language = LANGUAGES.get(detect_question(question) or "", "the language of the question")
    if profile.role == "agent":
        tools = "\n".join(f"{_EXAMPLES[tool.name]}  {tool.description}" for tool in TOOLS)
        system = prompt("agent", tools=tools, answer=f"{answer}  {form}", language=language)
    else:
        system = prompt("chooser", answer=answer, form=form, language=language)
    told = "".join(
        f"Earlier question: {asked[:TURN_CHARACTERS]}\nEarlier answer: {answered[:TURN_CHARACTERS]}\n"
        for asked, answered in history[-TURNS_TOLD:]
    )
    return [
        Message("system", system),
        Message("user", prompt("opening", history=told, question=question, evidence=note or "Nothing.")),
    ]
