"""Every setting in one place: key, type, default, meaning; read from and written to ``settings.toml`` in the home."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, overload

from engine.errors import EnvironmentProblem, UserFacingError

T = TypeVar("T", str, int, float, bool)
FILE = "settings.toml"
_writing = threading.Lock()  # two threads of this program; two programs see each other's whole files only


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One setting. ``choices`` (texts) or ``least`` and ``most`` (numbers, both allowed) bound its value."""

    key: str  # "part.name"; the part is a table of the file
    default: T
    description: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


LANGUAGE = Setting(
    "window.language",
    "auto",
    "Language of the window; auto follows the computer",
    choices=("auto", "nb", "en", "da", "sv", "de"),
)
THEME = Setting("window.theme", "system", "Light or dark window", choices=("system", "light", "dark"))
MODEL = Setting("model", "", "Name of the model that answers; empty: answers are sentences of the sources only")
# A question that eight rounds of searching and reading do not settle is not settled by more of the same.
AGENT_ROUNDS = Setting("agent.rounds", 8, "Most rounds of searching and reading for one answer", least=1, most=50)
AGENT_SECONDS = Setting("agent.seconds", 600, "Longest time for one answer, in seconds", least=5, most=7200)
AGENT_TOKENS = Setting("agent.tokens", 60000, "Most tokens that the model reads and writes for one answer", least=1000)
# The limits of one file; the reasons stand with the converter's own limits, which a test holds in step.
FILE_SECONDS = Setting("import.seconds", 10800, "Longest time for reading one file, in seconds", least=5)
FILE_MEMORY = Setting("import.memory_mb", 1200, "Most memory for reading one file, in MB", least=200)
FILE_SIZE = Setting("import.file_mb", 2048, "Largest file that is read, in MB", least=1)
WORKERS = Setting(
    "import.workers", 0, "Files that are read at once; 0: as many as the computer can bear", least=0, most=16
)

ALL: dict[str, Setting[Any]] = {
    s.key: s
    for s in (
        LANGUAGE,
        THEME,
        MODEL,
        AGENT_ROUNDS,
        AGENT_SECONDS,
        AGENT_TOKENS,
        FILE_SECONDS,
        FILE_MEMORY,
        FILE_SIZE,
        WORKERS,
    )
}


class Settings:
    """The settings of one home. Reads the file each time, so that two programs on one home agree."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE

    @overload
    def get(self, setting: Setting[T]) -> T: ...
    @overload
    def get(self, setting: str) -> Any: ...
    def get(self, setting: Setting[Any] | str) -> Any:
        """The value of a setting (itself or its key), or its default.

        Raises UserFacingError for an unknown key, a file that cannot be understood, or a value out of bounds.
        """
        found = _known(setting)
        values = self._read()
        if found.key not in values:
            return found.default
        try:
            return check(found, values[found.key])
        except UserFacingError as error:
            raise UserFacingError(f"{error} It stands in “{self.path}”.") from None

    def set(self, setting: Setting[Any] | str, value: object) -> None:
        """Keeps a value; texts such as "8" are taken for numbers. The default takes the line out of the file.

        Raises UserFacingError for a value that the setting cannot have, EnvironmentProblem when the file cannot be
        written.
        """
        found = _known(setting)
        clean = check(found, value)
        with _writing:
            values = self._read()
            if clean == found.default:
                values.pop(found.key, None)
            else:
                values[found.key] = clean
            self._write(values)

    def all(self) -> dict[str, Any]:
        """Every known setting with its present value, in the order of their list."""
        return {key: self.get(setting) for key, setting in ALL.items()}

    def _read(self) -> dict[str, Any]:
        """Flat: "part.name" → value; unknown keys (of a newer version) are kept."""
        try:
            tables = tomllib.loads(self.path.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise EnvironmentProblem(
                f"The settings in “{self.path}” cannot be read ({error.strerror}); allow reading the file."
            ) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UserFacingError(
                f"The settings in “{self.path}” cannot be understood ({error}); correct the file or delete it."
            ) from error
        return dict(_flat(tables))

    def _write(self, values: dict[str, Any]) -> None:
        """Whole or not at all: a new file takes the place of the old one."""
        new = self.path.with_name(f"{FILE}.{secrets.token_hex(4)}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(_toml(values), encoding="utf-8")
            os.replace(new, self.path)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise EnvironmentProblem(
                f"The settings could not be saved in “{self.path}” ({error.strerror}); allow writing there."
            ) from error


def check(setting: Setting[T], value: object) -> T:
    """``value`` as the setting's type. Raises UserFacingError, naming what the setting may be."""
    wanted = type(setting.default)
    clean = _converted(value, wanted)
    if clean is None:
        raise UserFacingError(f"The setting {setting.key} cannot be “{value}”; it is {_kind(setting)}.")
    if setting.choices and clean not in setting.choices:
        raise UserFacingError(f"The setting {setting.key} cannot be “{value}”; it is {_kind(setting)}.")
    if isinstance(clean, (int, float)) and not isinstance(clean, bool):
        low, high = setting.least, setting.most
        if (low is not None and clean < low) or (high is not None and clean > high):
            raise UserFacingError(f"The setting {setting.key} cannot be {value}; it is {_kind(setting)}.")
    return cast(T, clean)


def table() -> str:
    """The settings as a Markdown table, for the documentation."""
    rows = ["| setting | what it is | default |", "|---|---|---|"]
    rows += [f"| `{s.key}` | {s.description} ({_kind(s)}) | `{json.dumps(s.default)}` |" for s in ALL.values()]
    return "\n".join(rows) + "\n"


def _known(setting: Setting[Any] | str) -> Setting[Any]:
    key = setting if isinstance(setting, str) else setting.key
    if key not in ALL:
        raise UserFacingError(f"There is no setting “{key}”; there are: {', '.join(ALL)}.")
    return ALL[key]


def _converted(value: object, wanted: type) -> object | None:
    """``value`` as ``wanted``, from that type or from its text; None when it is something else."""
    if wanted is bool:
        words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        return value if isinstance(value, bool) else words.get(str(value).strip().lower())
    if isinstance(value, bool) or value is None:
        return None
    if wanted is str:
        return value.strip() if isinstance(value, str) else None
    text = str(value).strip()
    if wanted is int:
        return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else None
    return float(text) if re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]+)?", text) else None


def _kind(setting: Setting[Any]) -> str:
    if setting.choices:
        return "one of " + ", ".join(setting.choices)
    if isinstance(setting.default, bool):
        return "true or false"
    if isinstance(setting.default, str):
        return "a text"
    kind = "a whole number" if isinstance(setting.default, int) else "a number"
    least, most = setting.least, setting.most
    if least is not None and most is not None:
        return f"{kind} from {least:g} to {most:g}"
    return kind if least is None else f"{kind}, at least {least:g}"


def _flat(tables: dict[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in tables.items():
        if isinstance(value, dict):
            found += [(f"{key}.{inner}", v) for inner, v in _flat(value)]
        else:
            found.append((key, value))
    return found


def _toml(values: dict[str, Any]) -> str:
    """The file: settings without a part first, then each part as a table. JSON's texts and numbers are TOML's."""
    lines, part = [], ""
    for key, value in sorted(values.items(), key=lambda item: ("." in item[0], item[0])):
        own, _, name = key.rpartition(".")
        if own != part:
            part = own
            lines.append(f"\n[{own}]")
        lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines).lstrip("\n") + "\n"
