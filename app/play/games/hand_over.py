"""The screen between two persons: while the seat changes it covers the window, so that nobody sees the other's secrets.

The table shows nothing secret meanwhile; the cover makes sure that nothing of what was drawn before is left to be seen,
and says whose turn it is to sit down.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QMainWindow, QPushButton, QVBoxLayout

from app.play.desk import Desk


class HandOver(QFrame):
    """Covers everything beneath the menu bar."""

    def __init__(self, desk: Desk, window: QMainWindow) -> None:
        super().__init__(window)
        self._desk = desk
        self._window = window
        self.setObjectName("hand-over")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.side = QLabel()
        self.side.setAlignment(Qt.AlignmentFlag.AlignCenter)
        font = self.side.font()
        font.setPointSizeF(font.pointSizeF() * 2.2)
        font.setBold(True)
        self.side.setFont(font)
        self.words = QLabel()
        larger = self.words.font()
        larger.setPointSizeF(larger.pointSizeF() * 1.25)
        self.words.setFont(larger)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.turn = QLabel()
        self.turn.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.turn.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.seated = QPushButton()
        self.seated.setDefault(True)
        self.seated.setToolTip(self.tr("Show the game to the one who decides now (Enter)"))
        self.seated.clicked.connect(desk.take_seat)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        for widget in (self.side, self.words, self.turn, self.seated):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        window.installEventFilter(self)
        desk.scene.refreshed.connect(self._follow)
        self.hide()

    def _follow(self) -> None:
        table = self._desk.table
        awaited = table.awaited if table is not None else None
        if table is None or awaited is None:
            if not self.isHidden():
                self.leave()
            return
        name = table.names.side(awaited)
        ground, ink = (QColor(colour).name() for colour in self._desk.scene.colours(awaited))
        self.side.setText(name)
        self.side.setStyleSheet(f"background: {ground}; color: {ink}; border-radius: 8px; padding: 8px 28px;")
        self.words.setText(self.tr("Pass to the {0} side. Press Enter when they sit here.").format(name))
        self.turn.setText(table.turn_line())
        self.seated.setText(self.tr("{0} sits here  ⏎").format(name))
        self._desk.place_chosen.emit("")
        self._cover()
        self.show()
        self.raise_()
        self.seated.setFocus()

    def leave(self) -> None:
        """Uncover the window."""
        self.hide()
        self._desk.canvas.setFocus()

    def _cover(self) -> None:
        bar = self._window.menuWidget()
        top = bar.height() if bar is not None else 0
        self.setGeometry(self._window.rect().adjusted(0, top, 0, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window, and above whatever is shown in it."""
        if watched is self._window and not self.isHidden():
            if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
                self._cover()
                self.raise_()
            elif event.type() == QEvent.Type.ChildAdded:
                self.raise_()
        return super().eventFilter(watched, event)
