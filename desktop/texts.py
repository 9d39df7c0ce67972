"""The words on the screen: ``tr`` and the translator that reads resources/translations/<language>.json.

A catalogue maps the English text to the translation, or to ``{"one": …, "other": …}`` where a number ``n`` decides.
The same catalogue answers for Qt's own buttons and menus ("Cancel", "&Copy"), which the wheel has no Norwegian for.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator

from engine.resources import resources_folder

CONTEXT = "ordrett"
LANGUAGES = {"nb": "Norsk bokmål", "en": "English", "sv": "Svenska", "da": "Dansk", "de": "Deutsch"}
SINGULAR = 1


@cache
def catalogue(language: str) -> dict[str, Any]:
    """The texts of one language; empty when there is no file for it (English then shows through)."""
    path = resources_folder() / "translations" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def available() -> dict[str, str]:
    """The languages that have a catalogue, with their own names."""
    return {code: name for code, name in LANGUAGES.items() if catalogue(code)}


def system_language() -> str:
    """The language of the desktop if there is a catalogue for it, else English."""
    for tag in QLocale.system().uiLanguages():
        code = tag.split("-")[0].lower()
        code = "nb" if code in ("no", "nn") else code
        if catalogue(code):
            return code
    return "en"


class Translator(QTranslator):
    """Answers Qt's look-ups from a catalogue. Belongs to ``parent`` and is freed with it or by ``deleteLater``.

    Never by Python: its garbage collector may run while Qt looks a word up in another translator, and freeing this one
    there makes Qt wait for itself for ever.
    """

    def __init__(self, language: str, parent: QObject) -> None:
        super().__init__(parent)
        self.language = language
        self._texts = catalogue(language)

    def isEmpty(self) -> bool:
        return not self._texts

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        found = self._texts.get(source, source if context == CONTEXT else None)
        if isinstance(found, dict):
            return found["one" if n == SINGULAR else "other"]
        return found


def tr(text: str, n: int | None = None, **values: object) -> str:
    """``text`` in the language of the window, with ``{names}`` filled in; ``{n}`` is written with the grouping usual there."""
    if n is None:
        return QCoreApplication.translate(CONTEXT, text).format(**values)
    return QCoreApplication.translate(CONTEXT, text, None, n).format(n=number(n), **values)


@cache
def _sentences(language: str) -> dict[str, str]:
    """What the engine says, as templates with {0}, {1} …, and how it is put in this language."""
    path = resources_folder() / "translations" / "engine" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    made = []
    for template, translation in _sentences(language).items():
        parts = re.split(r"\{(\d)\}", template)
        if len(parts) > 1:
            texts = (re.escape(p) if i % 2 == 0 else f"(?P<g{p}>.+?)" for i, p in enumerate(parts))
            made.append((re.compile("".join(texts), re.DOTALL), translation))
    return tuple(sorted(made, key=lambda pair: -len(pair[0].pattern)))  # the most specific first


def said(text: str | None) -> str:
    """A sentence of the engine (an error, a reason, a note) in the language of the window.

    The engine speaks English. Its sentences are known as templates; what it filled in is kept, or put into the language
    too where it is a sentence itself. An unknown sentence is shown as it is.
    """
    language = QLocale().name().split("_")[0]
    if not text or language == "en":
        return text or ""
    found = _sentences(language).get(text)
    if found is not None:
        return found
    for pattern, translation in _patterns(language):
        match = pattern.fullmatch(text)
        if match:
            values = {name[1:]: said(value) for name, value in match.groupdict().items()}
            return re.sub(r"\{(\d)\}", lambda m, values=values: values[m[1]], translation)
    return text


def number(value: int) -> str:
    """A whole number with the thousands grouped as usual in the language."""
    return QLocale().toString(value)


def decimal(value: float, digits: int = 1) -> str:
    """A number with ``digits`` decimals and the decimal sign usual in the language."""
    return QLocale().toString(float(value), "f", digits)


def size(count: int) -> str:
    """A file size that people read: "1,1 GB"."""
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def duration(seconds: float) -> str:
    """A time that people say: "under 5 s", "40 s", "3 min", "1 h 20 min"."""
    whole = max(0, round(seconds))
    if whole < 60:
        return tr("{seconds} s", seconds=whole)
    minutes = round(whole / 60)
    if minutes < 60:
        return tr("{minutes} min", minutes=minutes)
    return tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
