"""A button that shows a colour and lets one choose another."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QColorDialog, QToolButton, QWidget

_CHIP = QSize(28, 16)


class ColourButton(QToolButton):
    """Holds a colour as palettes write it, `#rrggbb`, or none."""

    colour_changed = Signal(str)
    """Someone chose another colour; empty for none."""

    def __init__(self, colour: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(_CHIP)
        self.setAccessibleName(self.tr("Colour"))
        self.setToolTip(self.tr("Choose a colour"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self.ask)
        self._show()

    @property
    def colour(self) -> str:
        """The colour, or empty."""
        return self._colour

    def set_colour(self, colour: str) -> None:
        """Show another colour, without a word to anyone."""
        self._colour = colour
        self._show()

    def choose(self, colour: str) -> None:
        """Take another colour and tell."""
        if colour != self._colour:
            self.set_colour(colour)
            self.colour_changed.emit(colour)

    def ask(self) -> None:
        """Let a person choose."""
        chosen = QColorDialog.getColor(QColor(self._colour or "#808080"), self, self.tr("Choose a Colour"))
        if chosen.isValid():
            self.choose(chosen.name())

    def _show(self) -> None:
        self.setIcon(QIcon(colour_chip(self._colour, _CHIP, self.palette(), self.devicePixelRatioF())))
        self.setText(self._colour or self.tr("none"))
        self.setAccessibleDescription(self._colour)


def colour_chip(colour: str, size: QSize, palette: QPalette, ratio: float = 1.0) -> QPixmap:
    """A small field of a colour; crossed out where there is none."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QRectF(0.5, 0.5, size.width() - 1, size.height() - 1)
    edge = palette.color(QPalette.ColorRole.PlaceholderText)
    painter.setPen(QPen(edge, 1))
    if colour:
        painter.setBrush(QColor(colour))
    painter.drawRoundedRect(frame, 3, 3)
    if not colour:
        painter.drawLine(frame.bottomLeft(), frame.topRight())
    painter.end()
    return pixmap
