"""Settings of the window: language, light or dark, size of the text. They apply at once."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QFormLayout, QWidget

from desktop.context import Context
from desktop.texts import available, tr
from desktop.views.parts import Choice, button, column, row
from desktop.views.words import label


class SettingsDialog(QDialog):
    """Three choices; each is kept in the home folder."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        chosen = context.preferences
        self.setWindowTitle(tr("Settings"))
        self.setMinimumWidth(420)
        self.language = self._choice(tr("Language"), {"": tr("As the system"), **available()}, chosen.language)
        themes = {"system": tr("As the system"), "light": tr("Light"), "dark": tr("Dark")}
        self.theme = self._choice(tr("Appearance"), themes, chosen.theme)
        sizes = {"small": tr("Small"), "normal": tr("Normal"), "large": tr("Large"), "larger": tr("Very large")}
        self.font_size = self._choice(tr("Size of the text"), sizes, chosen.font_size)
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(14)
        for name, field in (
            (tr("Language"), self.language),
            (tr("Appearance"), self.theme),
            (tr("Size of the text"), self.font_size),
        ):
            form.addRow(label(name), field)
        done = button(tr("Done"), self.accept, "primary")
        self.setLayout(
            column(label(tr("Settings"), "title"), form, None, row(None, done), spacing=18, margins=(24, 22, 24, 18))
        )
        self.language.activated.connect(lambda _: self._set(language=self.language.currentData()))
        self.theme.activated.connect(lambda _: self._set(theme=self.theme.currentData()))
        self.font_size.activated.connect(lambda _: self._set(font_size=self.font_size.currentData()))

    def _choice(self, name: str, options: dict[str, str], current: str) -> Choice:
        box = Choice(self._context, name)
        box.setMinimumWidth(200)
        for key, text in options.items():
            box.addItem(text, key)
        box.setCurrentIndex(max(0, box.findData(current)))
        return box

    def _set(self, **choice: str) -> None:
        for key, value in choice.items():
            setattr(self._context.preferences, key, value)
        self._context.look_wanted.emit()
