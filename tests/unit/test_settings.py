"""Settings: typed, bounded, kept whole, and plain about what is wrong."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from engine import settings
from engine.convert.limits import DEFAULT_LIMITS
from engine.errors import EnvironmentProblem, UserFacingError
from engine.settings import AGENT_ROUNDS, ALL, LANGUAGE, MODEL, THEME, Settings


def test_a_new_home_has_the_defaults(tmp_path: Path) -> None:
    assert Settings(tmp_path).all() == {key: s.default for key, s in ALL.items()}
    assert not (tmp_path / settings.FILE).exists(), "reading makes no file"


@pytest.mark.parametrize("setting", ALL.values(), ids=ALL.keys())
def test_every_setting_is_described_and_its_default_allowed(setting: settings.Setting[str]) -> None:
    assert settings.check(setting, setting.default) == setting.default
    assert len(setting.description) > 10
    assert setting.key.islower()


def test_what_is_kept_is_there_for_the_next_program(tmp_path: Path) -> None:
    Settings(tmp_path).set(MODEL, 'Modell «Å» "1" \\ 😀')
    Settings(tmp_path).set("agent.rounds", "12")
    Settings(tmp_path).set(THEME, "dark")
    again = Settings(tmp_path)
    assert again.get(MODEL) == again.get("model") == 'Modell «Å» "1" \\ 😀'
    assert again.get(AGENT_ROUNDS) == 12
    assert again.get(THEME) == "dark"
    again.set(THEME, "system")
    assert "theme" not in again.path.read_text(encoding="utf-8"), "a default needs no line"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("agent.rounds", 0),
        ("agent.rounds", 51),
        ("agent.rounds", "many"),
        ("agent.rounds", 2.5),
        ("agent.rounds", True),
        ("agent.rounds", None),
        ("agent.rounds", "٣"),
        ("window.theme", "pink"),
        ("window.language", ""),
        ("model", 7),
        ("import.memory_mb", 10),
    ],
)
def test_what_a_setting_cannot_be_is_refused_and_changes_nothing(tmp_path: Path, key: str, value: object) -> None:
    with pytest.raises(UserFacingError, match=f"The setting {key} cannot be .*; it is "):
        Settings(tmp_path).set(key, value)
    assert not (tmp_path / settings.FILE).exists()


def test_an_unknown_setting_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"no setting “colour”; there are: window\.language"):
        Settings(tmp_path).get("colour")


def test_a_line_of_a_newer_version_is_kept(tmp_path: Path) -> None:
    file = tmp_path / settings.FILE
    file.write_text('model = "m"\n\n[window]\nsparkle = 3\nlanguage = "nb"\n\n[new.part]\nx = "y"\n', encoding="utf-8")
    Settings(tmp_path).set(AGENT_ROUNDS, 5)
    text = file.read_text(encoding="utf-8")
    assert "sparkle = 3" in text
    assert '[new.part]\nx = "y"' in text
    assert Settings(tmp_path).get(LANGUAGE) == "nb"
    assert Settings(tmp_path).get(AGENT_ROUNDS) == 5


def test_a_file_from_windows_notepad_is_read(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes('\ufeff[window]\r\ntheme = "dark"\r\n'.encode())
    assert Settings(tmp_path).get(THEME) == "dark"


@pytest.mark.parametrize("content", [b"window = = 3", b"\xff\xfe\x00", b"[window\n"])
def test_a_broken_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / settings.FILE).write_bytes(content)
    with pytest.raises(
        UserFacingError, match=r"settings\.toml” cannot be understood .*; correct the file or delete it"
    ):
        Settings(tmp_path).get(THEME)


def test_a_wrong_value_in_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text("[agent]\nrounds = 900\n", encoding="utf-8")
    with pytest.raises(
        UserFacingError, match=r"agent\.rounds cannot be 900; it is a whole number from 1 to 50\. It stands"
    ):
        Settings(tmp_path).get(AGENT_ROUNDS)


def test_a_folder_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with pytest.raises(EnvironmentProblem, match=r"could not be saved|cannot be read"):
        Settings(tmp_path / "home").set(THEME, "dark")


def test_many_threads_lose_nothing(tmp_path: Path) -> None:
    changes = [(AGENT_ROUNDS, 5), (THEME, "dark"), (LANGUAGE, "de"), (MODEL, "m"), (settings.WORKERS, 2)]
    threads = [threading.Thread(target=Settings(tmp_path).set, args=change) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [Settings(tmp_path).get(s) for s, _ in changes] == [value for _, value in changes]
    assert [p.name for p in tmp_path.iterdir()] == [settings.FILE]


def test_the_limits_of_a_file_are_the_converters_own() -> None:
    assert settings.FILE_SECONDS.default == DEFAULT_LIMITS.total_seconds
    assert settings.FILE_MEMORY.default * 1024**2 == DEFAULT_LIMITS.memory_bytes
    assert settings.FILE_SIZE.default * 1024**2 == DEFAULT_LIMITS.file_bytes


def test_the_table_names_every_setting() -> None:
    table = settings.table()
    assert all(f"`{key}`" in table for key in ALL)
    assert table.count("\n") == len(ALL) + 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Settings(tmp_path).set(THEME, "dark")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings.os, "replace", full)
    with pytest.raises(EnvironmentProblem, match="No space left on device"):
        Settings(tmp_path).set(THEME, "light")
    assert Settings(tmp_path).get(THEME) == "dark"
    assert [p.name for p in tmp_path.iterdir()] == [settings.FILE]
