"""A card in large, beside where it lies: its whole text, and each use with what forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from editor.canvas.cards.card_painter import HEIGHT, WIDTH, paint_face
from editor.canvas.paint_guard import guarded_event
from engine.narration.card_faces import CardFace
from engine.narration.hands import CardUse
from engine.narration.language import without_name

_SCALE = 1.75
_GAP = 8
_WIDE, _SLIM = 280, 160
"""How wide the uses are with reasons, and without."""


class FaceView(QWidget):
    """One painted face."""

    def __init__(self, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face: CardFace | None = None
        self.setFixedSize(size)

    def show_face(self, face: CardFace | None) -> None:
        self.face = face
        self.update()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.face is not None:
            painter = QPainter(self)
            paint_face(painter, QRectF(self.rect()), self.face, removed_words=removed_words())
            painter.end()


class CardPeek(QFrame):
    """Floats above the window until the pointer or the keyboard goes on."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.view = FaceView(QSize(round(WIDTH * _SCALE), round(HEIGHT * _SCALE)))
        self.uses = QLabel()
        self.uses.setTextFormat(Qt.TextFormat.RichText)
        self.uses.setWordWrap(True)
        self.uses.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.uses.setForegroundRole(QPalette.ColorRole.ToolTipText)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.setSpacing(10)
        row.addWidget(self.view)
        row.addWidget(self.uses)
        self.hide()

    @property
    def card(self) -> str:
        """The card it shows, or none."""
        return self.view.face.id if self.view.face is not None and self.isVisible() else ""

    def show_card(self, face: CardFace, uses: Sequence[CardUse], beside: QRect, where: str = "") -> None:
        """Show a card close to where it lies, a rectangle of the screen."""
        self.view.show_face(face)
        self.uses.setText(uses_text(face, uses, where))
        self.uses.setVisible(bool(uses or where))
        self.uses.setFixedWidth(_WIDE if any(use.why_not for use in uses) else _SLIM)
        self.adjustSize()
        self.move(self._spot(beside))
        self.show()

    def _spot(self, beside: QRect) -> QPoint:
        """Above the card, or else at its side, wholly on the screen."""
        screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        x = min(max(room.left(), beside.center().x() - self.width() // 2), room.right() - self.width())
        y = beside.top() - self.height() - _GAP
        if y < room.top():
            y = max(room.top(), min(beside.top(), room.bottom() - self.height()))
            right = beside.right() + _GAP
            x = right if right + self.width() <= room.right() else max(room.left(), beside.left() - self.width() - _GAP)
        return QPoint(x, y)


def uses_text(face: CardFace, uses: Sequence[CardUse], where: str = "") -> str:
    """Each use on a line of its own, with its key, and beneath it why not; what forbids them all is said once."""
    lines = [f"<p>{escape(where)}</p>"] if where else []
    reasons = {use.why_not for use in uses if use.action is None}
    common = reasons.pop() if len(reasons) == 1 and len(uses) > 1 and all(use.action is None for use in uses) else ""
    if common:
        lines.append(f"<p>{escape(common)}</p>")
    for number, use in enumerate(uses, start=1):
        words = use_words(face, use)
        if use.action is not None:
            lines.append(f"<p><b>{number}&nbsp;&nbsp;{escape(words)}</b></p>")
        else:
            why = f"<br><small>{escape(use.why_not)}</small>" if use.why_not and not common else ""
            lines.append(f'<p><span style="color: gray">{number}&nbsp;&nbsp;<s>{escape(words)}</s></span>{why}</p>')
    return "".join(lines)


def use_words(face: CardFace, use: CardUse) -> str:
    """A use in words, without the title that stands above it anyway."""
    return without_name(use.words, face.title)


def removed_words() -> str:
    return QGuiApplication.translate("CardPeek", "Removed after its event")
