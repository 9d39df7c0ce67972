"""The menus and keys of the window: one table, so that keys can be listed and none is used twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from desktop.context import Context
from desktop.texts import available, tr


@dataclass(frozen=True)
class Commands:
    """What the menus call."""

    new_matter: Callable[[], object]
    add_files: Callable[[], object]
    add_folder: Callable[[], object]
    add_law: Callable[[], object]
    rescan: Callable[[], object]
    export: Callable[[], object]
    close: Callable[[], object]
    go_to_box: Callable[[], object]
    ask: Callable[[], object]
    escape: Callable[[], object]
    find: Callable[[], object]
    step: Callable[[int], object]
    copy_citation: Callable[[], object]
    show_hits: Callable[[], object]
    show_answer: Callable[[], object]
    models: Callable[[], object]
    settings: Callable[[], object]
    about: Callable[[], object]
    sample: Callable[[], object]


def build_menus(window: QMainWindow, context: Context, do: Commands) -> dict[str, QAction]:
    """Fill the menu bar of ``window``; the actions by a short name, for enabling and for tests."""
    actions: dict[str, QAction] = {}
    bar = window.menuBar()

    def add(menu: QMenu, name: str, text: str, call: Callable[[], object], keys: str = "", icon: str = "") -> QAction:
        action = QAction(text, window)
        if keys:
            action.setShortcut(QKeySequence(keys))
        if icon:
            action.setIcon(context.icon(icon))
        action.triggered.connect(lambda _checked=False: call())
        menu.addAction(action)
        actions[name] = action
        return action

    file = bar.addMenu(tr("&File"))
    add(file, "new_matter", tr("New matter …"), do.new_matter, "Ctrl+N", "matter")
    file.addSeparator()
    add(file, "add_files", tr("Add files …"), do.add_files, "Ctrl+O", "add")
    add(file, "add_folder", tr("Add a folder …"), do.add_folder, "Ctrl+Shift+O", "folder")
    add(file, "add_law", tr("Add law …"), do.add_law, "", "law")
    add(file, "rescan", tr("Look for new files again"), do.rescan, "F5", "refresh")
    add(file, "sample", tr("Open the sample matter"), do.sample, "", "sample")
    file.addSeparator()
    add(file, "export", tr("Export the answer …"), do.export, "Ctrl+E", "export")
    file.addSeparator()
    add(file, "quit", tr("Quit"), do.close, "Ctrl+Q").setMenuRole(QAction.MenuRole.QuitRole)

    edit = bar.addMenu(tr("&Edit"))
    add(edit, "copy_citation", tr("Copy words with citation"), do.copy_citation, "Ctrl+Shift+C", "copy")
    add(edit, "find", tr("Find in this document …"), do.find, "Ctrl+F", "search")

    question = bar.addMenu(tr("&Question"))
    add(question, "box", tr("Go to the box"), do.go_to_box, "Ctrl+L", "search")
    add(question, "ask", tr("Ask"), do.ask, "Ctrl+Return", "ask")
    add(question, "escape", tr("Stop, or clear the box"), do.escape, "Esc", "close")
    question.addSeparator()
    add(question, "hits", tr("Hits"), do.show_hits, "Ctrl+1")
    add(question, "answer", tr("Answer"), do.show_answer, "Ctrl+2")
    question.addSeparator()
    add(question, "previous", tr("Previous quote or hit"), lambda: do.step(-1), "Alt+Up", "up")
    add(question, "next", tr("Next quote or hit"), lambda: do.step(1), "Alt+Down", "down")

    view = bar.addMenu(tr("&View"))
    themes = {"system": tr("As the system"), "light": tr("Light"), "dark": tr("Dark")}
    _choices(window, context, view.addMenu(tr("Appearance")), themes, "theme", actions)
    _choices(window, context, view.addMenu(tr("Language")), available(), "language", actions)
    sizes = {"small": tr("Small"), "normal": tr("Normal"), "large": tr("Large"), "larger": tr("Very large")}
    _choices(window, context, view.addMenu(tr("Size of the text")), sizes, "font_size", actions)

    tools = bar.addMenu(tr("&Tools"))
    add(tools, "models", tr("Models …"), do.models, "", "model")
    add(tools, "settings", tr("Settings …"), do.settings, "Ctrl+,", "settings")
    actions["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)

    help_menu = bar.addMenu(tr("&Help"))
    add(help_menu, "about", tr("About Ordrett"), do.about, "", "info").setMenuRole(QAction.MenuRole.AboutRole)
    return actions


def _choices(
    window: QMainWindow, context: Context, menu: QMenu, options: dict[str, str], key: str, actions: dict[str, QAction]
) -> None:
    group = QActionGroup(window)
    current = getattr(context.preferences, key)

    def choose(value: str) -> None:
        setattr(context.preferences, key, value)
        context.look_wanted.emit()

    for value, text in options.items():
        action = QAction(text, window)
        action.setCheckable(True)
        action.setChecked(value == current)
        action.triggered.connect(lambda _checked=False, value=value: choose(value))
        group.addAction(action)
        menu.addAction(action)
        actions[f"{key} {value}"] = action
