"""The things to press on the start page: a card with a picture, a heading and a few lines, and a line with an icon.

Cards are buttons: Tab and the arrow keys go from one to the next, Enter and the space bar press it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFont, QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from editor.canvas.paint_guard import guarded_event
from editor.panels.icons import icon_pixmap

PICTURE = QSize(152, 94)
_ROUND = 7.0
_ICON = 26


class StartCard(QAbstractButton):
    """A raised piece of paper that can be pressed; what stands on it is laid out by whoever makes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(10, 8, 10, 8)
        self.row.setSpacing(12)

    def sizeHint(self) -> QSize:
        return self.row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.row.minimumSize()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.row.heightForWidth(width) if self.row.hasHeightForWidth() else self.row.sizeHint().height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self.palette()
        ground = palette.color(QPalette.ColorRole.Base)
        if self.isDown():
            ground = palette.color(QPalette.ColorRole.Button)
        elif self.underMouse():
            ground = palette.color(QPalette.ColorRole.AlternateBase)
        highlight = palette.color(QPalette.ColorRole.Highlight)
        edge = highlight if self.hasFocus() or self.underMouse() else palette.color(QPalette.ColorRole.Mid)
        wide = 2.0 if self.hasFocus() else 1.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(wide, wide, -wide, -wide), _ROUND, _ROUND)
        painter.fillPath(path, ground)
        pen = painter.pen()
        pen.setColor(edge)
        pen.setWidthF(wide)
        painter.setPen(pen)
        painter.drawPath(path)
        painter.end()


class WordCard(StartCard):
    """A heading and lines below it, with an icon before them."""

    def __init__(self, picture: str, heading: str, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__(parent)
        self._picture = picture
        self.mark = QLabel()
        self.mark.setFixedSize(_ICON, _ICON)
        self.column = QVBoxLayout()
        self.column.setSpacing(2)
        self.heading = words(heading, bold=True, larger=2.0 if large else 0.0)
        self.column.addWidget(self.heading)
        self.row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignVCenter)
        self.row.addLayout(self.column, 1)
        self.setAccessibleName(heading)
        self._draw()

    def add_line(self, text: str) -> QLabel:
        """One more line, in small letters."""
        label = words(text, faint=True)
        self.column.addWidget(label)
        label.setVisible(bool(text))
        return label

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        ink = self.palette().color(QPalette.ColorRole.Highlight)
        self.mark.setPixmap(icon_pixmap(self._picture, _ICON, ratio=self.devicePixelRatioF(), colour=ink))


class CardPicture(QLabel):
    """A small picture with round corners; until it is drawn, an empty sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(PICTURE)
        self._image: QImage | None = None

    @property
    def is_drawn(self) -> bool:
        return self._image is not None

    def show_image(self, image: QImage) -> None:
        """Show a picture, whatever its size."""
        self._image = image
        self.update()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        path.addRoundedRect(frame, _ROUND - 2, _ROUND - 2)
        painter.setClipPath(path)
        if self._image is not None:
            painter.drawImage(frame, self._image)
        else:
            painter.fillPath(path, self.palette().color(QPalette.ColorRole.Window))
        painter.setClipping(False)
        painter.setPen(self.palette().color(QPalette.ColorRole.Dark))
        painter.drawPath(path)
        painter.end()


def words(text: str, *, bold: bool = False, faint: bool = False, larger: float = 0.0) -> QLabel:
    """Lines of a card, which leave the pointer to it."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    font = QFont(label.font())
    font.setBold(bold)
    font.setPointSizeF(font.pointSizeF() + larger - (0.5 if faint else 0.0))
    label.setFont(font)
    if faint:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def heading(text: str) -> QLabel:
    """The name of a part of the page."""
    label = words(text, bold=True, larger=3.0)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
    return label
