"""Both faces of a counter, large: full strength, and each step it loses, or else its plain back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.canvas.counters.counter_face import face_of, paint_face
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.paint_guard import guarded_event
from editor.documents.design_bench import DesignBench

_SIDE = 92
_GAP = 14
_WORDS = 18


class FacePreview(QWidget):
    """Paints faces side by side, as large as there is room, with a word below each."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._faces: tuple[CounterPicture, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Both faces of the counter"))

    @property
    def faces(self) -> tuple[CounterPicture, ...]:
        """What is shown, full strength first."""
        return self._faces

    def show_faces(self, faces: Sequence[CounterPicture]) -> None:
        """Show other faces."""
        self._faces = tuple(faces)
        words = [face.factors or "-" for face in self._faces if not face.is_hidden]
        self.setAccessibleDescription(self.tr("Factors: {0}").format(", ".join(words)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(2 * _SIDE + 3 * _GAP, _SIDE + _WORDS + 2 * _GAP)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        count = max(1, len(self._faces))
        side = min(_SIDE, (self.width() - (count + 1) * _GAP) // count)
        if side < 8:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = (self.width() - count * side - (count - 1) * _GAP) / 2
        for number, face in enumerate(self._faces):
            x = left + number * (side + _GAP)
            painter.save()
            painter.translate(x, _GAP)
            paint_face(painter, face_of(face, side), side, self._desk.canvas.counters.faces.style)
            painter.restore()
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = QRectF(x - _GAP / 2, _GAP + side + 4, side + _GAP, _WORDS)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._word(face))
        painter.end()

    def _word(self, face: CounterPicture) -> str:
        if face.is_hidden:
            return self.tr("back")
        if not face.lost:
            return self.tr("full")
        return self.tr("reduced") if face.lost == 1 else self.tr("-{0} steps").format(face.lost)
