"""Line icons from resources/icons, drawn in any colour, size and screen density."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.resources import resource_text

SIZES = (16, 18, 20)  # logical pixels: menus, tool buttons, rows


@cache
def _drawing(name: str) -> str:
    return resource_text(f"icons/{name}.svg")


@cache
def pixmap(name: str, colour: str, size: int = 18, density: float = 1.0) -> QPixmap:
    """The icon ``name`` in ``colour``, ``size`` logical pixels square."""
    side = round(size * density)
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    svg = _drawing(name).replace("currentColor", QColor(colour).name())
    QSvgRenderer(QByteArray(svg.encode("utf-8"))).render(painter, QRectF(0, 0, side, side))
    painter.end()
    picture.setDevicePixelRatio(density)
    return picture


def icon(name: str, colour: str, active: str | None = None) -> QIcon:
    """An icon for buttons and menus; ``active`` is the colour while the button is switched on."""
    densities = {1.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}
    return _icon(name, colour, active, tuple(sorted(densities)))


@cache
def _icon(name: str, colour: str, active: str | None, densities: tuple[float, ...]) -> QIcon:
    made = QIcon()
    for size in SIZES:
        for density in densities:
            made.addPixmap(pixmap(name, colour, size, density))
            made.addPixmap(_faded(name, colour, size, density), QIcon.Mode.Disabled)
            if active is not None:
                made.addPixmap(pixmap(name, active, size, density), QIcon.Mode.Normal, QIcon.State.On)
    return made


@cache
def _faded(name: str, colour: str, size: int, density: float) -> QPixmap:
    picture = QPixmap(round(size * density), round(size * density))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setOpacity(0.35)
    painter.drawPixmap(0, 0, pixmap(name, colour, round(size * density)))
    painter.end()
    picture.setDevicePixelRatio(density)
    return picture


@cache
def program_icon() -> QIcon:
    """The sign of the program, for the window and the task bar."""
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(program_picture(side))
    return made


def program_picture(side: int, density: float = 1.0) -> QPixmap:
    """The sign of the program as a picture ``side`` logical pixels square."""
    picture = QPixmap(QSize(round(side * density), round(side * density)))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing = QSvgRenderer(QByteArray(_drawing("ordrett").encode("utf-8")))
    drawing.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(density)
    return picture
