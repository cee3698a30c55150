"""The small field beside a clicked point in which its printed number is typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout

from editor.canvas.scans.scan_view import ScanView
from engine.definitions.plan import Point

_BESIDE = 16
"""Points of the screen between the point and the field."""


class LabelField(QFrame):
    """Floats over the view until Enter or Esc; the point it asks about stays where it is on the scan."""

    entered = Signal(str)
    dropped = Signal()

    def __init__(self, view: ScanView) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._pixel: Point = (0.0, 0.0)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.field = QLineEdit()
        self.field.setMaxLength(32)
        self.field.setFixedWidth(150)
        self.field.setAccessibleName(self.tr("Printed number"))
        self.field.setToolTip(self.tr("The number printed in this hex; Enter takes it, Esc forgets the click"))
        self.field.returnPressed.connect(self._enter)
        self._problem = QLabel()
        self._problem.setWordWrap(True)
        self._problem.setFixedWidth(220)
        self._problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(5, 5, 5, 5)
        column.setSpacing(4)
        column.addWidget(self.field)
        column.addWidget(self._problem)
        view.moved.connect(self._follow)
        view.viewport().installEventFilter(self)
        self.hide()

    @property
    def pixel(self) -> Point:
        """The pixel it asks about."""
        return self._pixel

    @property
    def problem(self) -> str:
        """Why what was typed will not do."""
        return "" if self._problem.isHidden() else self._problem.text()

    def ask(self, pixel: Point, *, text: str = "", hint: str = "") -> None:
        """Ask for the number at a pixel; `hint` is what it probably is, to be read and not to be taken."""
        self._pixel = pixel
        self.field.setText(text)
        self.field.selectAll()
        self.field.setPlaceholderText(hint)
        self._problem.hide()
        self.show()
        self.raise_()
        self._follow()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self, why: str) -> None:
        """What was typed will not do; ask again."""
        self._problem.setText(why)
        self._problem.show()
        self._follow()
        self.field.selectAll()

    def put_away(self) -> None:
        if not self.isHidden():
            self.hide()
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key goes on to the scan below, where Enter and Del have a meaning of their own."""
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
            self.dropped.emit()
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whoever has moved the scan under an open field goes on typing in it."""
        if event.type() == QEvent.Type.MouseButtonRelease and not self.isHidden():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        return super().eventFilter(watched, event)

    def _enter(self) -> None:
        text = self.field.text().strip()
        if text:
            self.entered.emit(text)

    def _follow(self) -> None:
        """Stand beside the point, inside the view."""
        if self.isHidden():
            return
        self.adjustSize()
        at: QPointF = self._view.point_of(self._pixel)
        view = self._view.viewport().rect()
        left = at.x() + _BESIDE
        if left + self.width() > view.right():
            left = at.x() - _BESIDE - self.width()
        top = min(max(at.y() - self.height() / 2, 2.0), max(view.bottom() - self.height() - 2.0, 2.0))
        self.move(round(max(left, 2.0)), round(top))
