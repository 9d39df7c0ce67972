"""Fixtures of the window: the real application and widgets, off screen; every warning of Qt fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import App
from desktop.main_window import MainWindow
from tests.helpers.fake_workspace import FakeWorkspace

SAMPLE = "Berg mot Solli – vannskade Fjellveien 12"
OFFSCREEN_NOISE = ["This plugin does not support propagateSizeHints"]  # said by Qt's offscreen platform alone

Start = Callable[..., App]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Warnings of Qt fail every test of this folder."""
    here = Path(__file__).parent
    for item in items:
        if here in Path(item.path).parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            item.add_marker(pytest.mark.qt_log_ignore(*OFFSCREEN_NOISE))


@pytest.fixture
def start(qtbot: QtBot, tmp_path: Path) -> Iterator[Start]:
    """Opens the window on a fake workspace and waits for it; closed again after the test."""
    opened: list[App] = []

    def begin(*, language: str = "en", theme: str = "light", matter: str = SAMPLE, **fake: object) -> App:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        app = App(application, tmp_path / "home", lambda home, _: FakeWorkspace(home, **fake))  # type: ignore[arg-type]
        opened.append(app)
        app.preferences.language = language
        app.preferences.theme = theme  # type: ignore[assignment]
        app.preferences.matter = matter
        app.look = app._dress()
        app.start()
        qtbot.waitUntil(lambda: app.window is not None, timeout=10_000)
        window = app.window
        assert window is not None
        window.resize(1440, 900)
        qtbot.waitExposed(window)
        return app

    yield begin
    for app in opened:
        window, app.window = app.window, None
        app.close()
        if window is not None:
            window.hide()
            window.deleteLater()
        if app.context is not None:
            app.context.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def app(start: Start) -> App:
    return start()


@pytest.fixture
def window(app: App) -> MainWindow:
    assert app.window is not None
    return app.window
