"""The icons of tools, panels and menus: drawn lines in the colour of the lettering, whatever the theme.

An icon looks up its colour each time it is painted, so nobody has to hand out new ones when the theme changes. The
pictures are SVG files in resources/icons whose `currentColor` is replaced by the colour of the text.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

_FALLBACK = "empty"
_COPIES: list[QIconEngine] = []


@cache
def icon_names() -> frozenset[str]:
    """Every icon there is."""
    folder = resources.files("resources") / "icons"
    return frozenset(entry.name.removesuffix(".svg") for entry in folder.iterdir() if entry.name.endswith(".svg"))


def icon(name: str) -> QIcon:
    """An icon by its name; one that nobody has drawn is an empty hex."""
    return QIcon(_ThemedEngine(name if name in icon_names() else _FALLBACK))


def icon_pixmap(name: str, side: int, *, ratio: float = 1.0, colour: QColor | None = None) -> QPixmap:
    """An icon as a picture of so many pixels, for labels and delegates."""
    known = name if name in icon_names() else _FALLBACK
    ink = colour or QApplication.palette().color(QPalette.ColorRole.WindowText)
    pixmap = QPixmap.fromImage(_drawn(known, round(side * ratio), ink.name(QColor.NameFormat.HexArgb)))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@cache
def _source(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _drawn(name: str, side: int, colour: str) -> QImage:
    ink = QColor(colour)
    text = _source(name).replace("currentColor", ink.name())
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    painter = QPainter(image)
    painter.setOpacity(ink.alphaF())
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    return image


class _ThemedEngine(QIconEngine):
    """Paints one SVG in the colour that the palette of the program has at that moment."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def clone(self) -> QIconEngine:
        """Kept here too, because Qt asks for a copy without holding on to the Python half of it."""
        copy = _ThemedEngine(self._name)
        _COPIES.append(copy)
        return copy

    def key(self) -> str:
        return "redoubt"

    def iconName(self) -> str:
        return self._name

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatio()
        side = min(rect.width(), rect.height())
        corner = rect.topLeft() + QPoint((rect.width() - side) // 2, (rect.height() - side) // 2)
        image = _drawn(self._name, round(side * ratio), _ink(mode).name(QColor.NameFormat.HexArgb))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRect(corner, QSize(side, side)), image)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        pixmap.setDevicePixelRatio(scale)
        return pixmap


def _ink(mode: QIcon.Mode) -> QColor:
    palette = QApplication.palette()
    if mode == QIcon.Mode.Disabled:
        return palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
    if mode == QIcon.Mode.Selected:
        return palette.color(QPalette.ColorRole.HighlightedText)
    return palette.color(QPalette.ColorRole.ButtonText)
