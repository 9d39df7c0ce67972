"""What the person chose for the window (language, theme, font size, sizes of panes), kept in the home folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QSettings

Theme = Literal["system", "light", "dark"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark")
ROOTS_KEPT = 200  # dropped files and folders that F5 looks at again, newest last
FONT_SIZES = {"small": 13, "normal": 14, "large": 16, "larger": 19}  # pixels of the running text


class Preferences:
    """Typed access to ``<home>/window.ini``; a value that is not understood counts as the default."""

    def __init__(self, home: Path) -> None:
        self._store = QSettings(str(home / "window.ini"), QSettings.Format.IniFormat)

    def _text(self, key: str, default: str) -> str:
        value = self._store.value(key, default)
        return value if isinstance(value, str) else default

    @property
    def language(self) -> str:
        """Code of the language of the window; "" follows the system."""
        return self._text("language", "")

    @language.setter
    def language(self, code: str) -> None:
        self._store.setValue("language", code)

    @property
    def theme(self) -> Theme:
        value = self._text("theme", "system")
        return next((theme for theme in THEMES if theme == value), "system")

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._store.setValue("theme", theme)

    @property
    def font_size(self) -> str:
        """A key of FONT_SIZES."""
        value = self._text("font_size", "normal")
        return value if value in FONT_SIZES else "normal"

    @font_size.setter
    def font_size(self, name: str) -> None:
        self._store.setValue("font_size", name)

    @property
    def matter(self) -> str:
        """The name of the matter that was open last, or ""."""
        return self._text("matter", "")

    @matter.setter
    def matter(self, name: str) -> None:
        self._store.setValue("matter", name)

    @property
    def folder(self) -> str:
        """The folder that was last used in a file dialog, or ""."""
        return self._text("folder", "")

    @folder.setter
    def folder(self, path: str) -> None:
        self._store.setValue("folder", path)

    def state(self, name: str) -> QByteArray | None:
        """A kept window geometry or splitter state."""
        value = self._store.value(f"state/{name}")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def keep_state(self, name: str, value: QByteArray) -> None:
        self._store.setValue(f"state/{name}", value)

    def save(self) -> None:
        self._store.sync()

    def roots(self, matter: int) -> list[str]:
        """The files and folders that were dropped on a matter, for a rescan."""
        value = self._store.value(f"roots/{matter}", [])
        return [value] if isinstance(value, str) else [str(path) for path in value or []]

    def remember_roots(self, matter: int, paths: list[str]) -> None:
        kept = [path for path in self.roots(matter) if path not in paths]
        self._store.setValue(f"roots/{matter}", [*kept, *paths][-ROOTS_KEPT:])
