"""Files whose pages can be shown as they are: PDF through PDFium, pictures through Qt.

Everything here runs in the "pages" lane (one thread): PDFium must not be entered by two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pypdfium2 as pdfium
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from desktop.texts import tr
from engine.errors import UserFacingError

POINTS = 72.0
PDF_HEAD = 1024  # bytes: readers allow that much before the signature
PICTURE_SIDE = 12000  # pixels; a longer picture is read scaled down


class PageFile(Protocol):
    """Sizes of the pages in points, and any part of a page as an image."""

    sizes: list[tuple[float, float]]

    def render(self, page: int, scale: float, area: QRect) -> QImage:
        """``area`` (device pixels of the page at ``scale`` pixels a point) of page number ``page`` (from 0)."""
        ...

    def close(self) -> None: ...


class PdfFile:
    """A PDF; pages are read when they are drawn."""

    def __init__(self, path: Path) -> None:
        try:
            self._pdf = pdfium.PdfDocument(path)
            self.sizes = [self._pdf.get_page_size(number) for number in range(len(self._pdf))]
        except pdfium.PdfiumError as error:
            raise UserFacingError(tr("“{name}” cannot be shown as pages; its text can.", name=path.name)) from error

    def render(self, page: int, scale: float, area: QRect) -> QImage:
        width, height = self.sizes[page]
        left, top = area.left() / scale, area.top() / scale
        right, bottom = (area.left() + area.width()) / scale, (area.top() + area.height()) / scale
        crop = (left, max(0.0, height - bottom), max(0.0, width - right), top)
        source = self._pdf[page]
        bitmap = source.render(scale=scale, crop=crop, prefer_bgrx=True, draw_annots=True)
        image = QImage(bitmap.buffer, bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGB32).copy()
        bitmap.close()
        source.close()
        return image

    def close(self) -> None:
        self._pdf.close()


class PictureFile:
    """A scan or photo as one page. Its points come from its own resolution, as the converter counts them."""

    def __init__(self, path: Path) -> None:
        reader = QImageReader(str(path))
        reader.setDecideFormatFromContent(True)
        reader.setAutoTransform(True)
        size = reader.size()
        if max(size.width(), size.height()) > PICTURE_SIDE:
            reader.setScaledSize(size.scaled(QSize(PICTURE_SIDE, PICTURE_SIDE), Qt.AspectRatioMode.KeepAspectRatio))
        self._image = reader.read()
        if self._image.isNull():
            raise UserFacingError(tr("“{name}” cannot be shown as pages; its text can.", name=path.name))
        dots = self._image.dotsPerMeterX() * 0.0254 or POINTS
        self.sizes = [(self._image.width() * POINTS / dots, self._image.height() * POINTS / dots)]

    def render(self, page: int, scale: float, area: QRect) -> QImage:
        across = self._image.width() / (self.sizes[page][0] * scale)
        part = QRectF(area.left() * across, area.top() * across, area.width() * across, area.height() * across)
        return self._image.copy(part.toRect()).scaled(
            area.size(), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )

    def close(self) -> None:
        self._image = QImage()


def open_pages(path: Path) -> PageFile:
    """The pages of a PDF or picture, told by its first bytes; UserFacingError when they cannot be shown."""
    with path.open("rb") as file:
        is_pdf = b"%PDF-" in file.read(PDF_HEAD)
    return PdfFile(path) if is_pdf else PictureFile(path)
