"""The look: two palettes (light, dark), type sizes, fonts, and the style sheet that is filled in from them.

One accent colour. Sans serif for what the program says, serif for what the sources say.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop.preferences import FONT_SIZES, Theme
from engine.resources import resource_text

SANS = (
    "Inter",
    "Noto Sans",
    "Cantarell",
    "Ubuntu",
    "Liberation Sans",
    "DejaVu Sans",
)  # Linux; others have one of their own
SERIF = ("Charter", "Iowan Old Style", "Georgia", "Source Serif 4", "Noto Serif", "Liberation Serif", "DejaVu Serif")


@dataclass(frozen=True)
class Colours:
    """One palette; every colour of the window is one of these."""

    dark: bool
    window: str  # behind everything, and the middle pane
    side: str  # left pane
    desk: str  # what a page lies on
    card: str
    paper: str  # the text view
    border: str
    border_strong: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    hover: str
    good: str
    good_soft: str
    caution: str
    caution_soft: str
    bad: str
    bad_soft: str
    mark: str  # the exact words
    mark_text: str
    band: str  # the passage around them
    scroll: str


LIGHT = Colours(
    dark=False, window="#FAF9F6", side="#F2F0EA", desk="#E9E6DF", card="#FFFFFF", paper="#FFFFFF", border="#E4E0D7",
    border_strong="#CFCABF", text="#1D2329", muted="#5D646C", faint="#767C84", accent="#27497A", accent_hover="#1D3A64",
    accent_soft="#E7EDF6", on_accent="#FFFFFF", hover="#ECE9E2", good="#1C7048", good_soft="#E2F1E8", caution="#8A5A00",
    caution_soft="#FBF0D8", bad="#A8322A", bad_soft="#FBE8E5", mark="#FFE07A", mark_text="#1D2329", band="#FFF9E3",
    scroll="#CBC6BB",
)  # fmt: skip
DARK = Colours(
    dark=True, window="#191B1F", side="#1E2126", desk="#121417", card="#24282E", paper="#1F2227", border="#32373F",
    border_strong="#474D57", text="#E9E7E2", muted="#AAB0B8", faint="#8C939C", accent="#9DBBEA", accent_hover="#B6CDF2",
    accent_soft="#2A3648", on_accent="#12181F", hover="#2A2E35", good="#74CC9C", good_soft="#1E3A2C", caution="#E5B55C",
    caution_soft="#3D3220", bad="#F0938A", bad_soft="#45262A", mark="#7D651B", mark_text="#FFF6D8", band="#2B2819",
    scroll="#474D57",
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """What the views need to paint: colours, font families, sizes in pixels."""

    colours: Colours
    sans: str
    serif: str
    base: int

    @property
    def small(self) -> int:
        return self.base - 2

    @property
    def large(self) -> int:
        return self.base + 2

    @property
    def title(self) -> int:
        return self.base + 5

    @property
    def display(self) -> int:
        return self.base * 2

    def font(self, pixels: int, *, serif: bool = False, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        font = QFont(self.serif if serif else self.sans)
        font.setPixelSize(pixels)
        font.setWeight(weight)
        return font


@cache
def _family(wanted: tuple[str, ...], fallback: str) -> str:
    present = set(QFontDatabase.families())
    return next((name for name in wanted if name in present), fallback)


def sans_family() -> str:
    """The interface font of Windows and macOS; on Linux the best of a short list."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return _family(SANS, system) if sys.platform.startswith("linux") else system


def wants_dark(theme: Theme) -> bool:
    if theme == "system":
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return theme == "dark"


def look_for(theme: Theme, font_size: str) -> Look:
    """The look that a theme ("system" asks the desktop) and a key of FONT_SIZES stand for."""
    colours = DARK if wants_dark(theme) else LIGHT
    return Look(colours, sans_family(), _family(SERIF, sans_family()), FONT_SIZES[font_size])


def apply(app: QApplication, look: Look) -> None:
    """Dress the whole program in ``look``."""
    app.setStyle("Fusion")  # the one style that looks alike everywhere and leaves every colour to us
    app.setFont(look.font(look.base))
    app.setPalette(_palette(look.colours))
    app.setStyleSheet(sheet(look))


def sheet(look: Look) -> str:
    """resources/style.qss with the colours and sizes of ``look`` filled in."""
    values: dict[str, object] = dict(vars(look.colours))
    values.update(
        sans=look.sans, serif=look.serif, base=look.base, small=look.small, large=look.large, title=look.title,
        display=look.display,
    )  # fmt: skip
    return Template(resource_text("style.qss")).substitute(values)


def _palette(colours: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in {
        role.Window: colours.window, role.WindowText: colours.text, role.Base: colours.card, role.Text: colours.text,
        role.AlternateBase: colours.side, role.Button: colours.card, role.ButtonText: colours.text,
        role.BrightText: colours.bad, role.Highlight: colours.accent, role.HighlightedText: colours.on_accent,
        role.Link: colours.accent, role.LinkVisited: colours.accent, role.ToolTipBase: colours.card,
        role.ToolTipText: colours.text, role.PlaceholderText: colours.faint, role.Mid: colours.border,
        role.Light: colours.card, role.Dark: colours.border_strong, role.Shadow: colours.border_strong,
    }.items():  # fmt: skip
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.faint))
    return palette
