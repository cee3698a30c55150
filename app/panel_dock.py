"""A dock whose panel scrolls where it has too little room, so that panels never push the window over the screen.

A window is at least as large as its panels ask for, and while one page gives way to another the panels of both do.
A panel that scrolls asks for next to nothing. One that goes behind another tab leaves the keyboard to the panel that
comes forward: what was typed then changed a table that nobody saw.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QLayout, QMainWindow, QScrollArea, QWidget

LEAST_WIDTH, LEAST_HEIGHT = 120, 48
"""What a panel asks for, in pixels: enough to see that it is there."""
LEAST_WINDOW = QSize(640, 480)


class PanelScroll(QScrollArea):
    """Holds a panel and shows it whole where there is room."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(panel)
        self.setFocusProxy(panel)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, LEAST_HEIGHT)

    def sizeHint(self) -> QSize:
        panel = self.widget()
        return panel.sizeHint() if panel is not None else super().sizeHint()


def keep_on_screen(window: QMainWindow) -> None:
    """Let a window be as small as its screen, whatever its panels and bars would like."""
    layout = window.layout()
    if layout is not None:
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    window.setMinimumSize(LEAST_WINDOW)


class PanelDock(QDockWidget):
    """A dock with its panel, hidden until it is wanted."""

    def __init__(self, title: str, name: str, panel: QWidget, about: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setWidget(PanelScroll(panel))
        self.setToolTip(about)
        self.hide()
        self.visibilityChanged.connect(self._leave_keys)

    def _leave_keys(self, seen: bool) -> None:
        """Behind another tab, which Qt still calls visible: the panel in front gets the keyboard once it is there."""
        if not seen and self.isVisible() and self._has_keys():
            QTimer.singleShot(0, self, self._hand_keys_on)

    def _has_keys(self) -> bool:
        held: QWidget | None = self.window().focusWidget()
        return held is not None and self.isAncestorOf(held)

    def _hand_keys_on(self) -> None:
        window = self.parentWidget()
        if not isinstance(window, QMainWindow) or not self.visibleRegion().isEmpty() or not self._has_keys():
            return
        for dock in window.tabifiedDockWidgets(self):
            if dock.isVisible() and not dock.visibleRegion().isEmpty():
                dock.widget().setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def event(self, event: QEvent) -> bool:
        """What a panel is about is told at its title; over the panel only what lies there has something to say."""
        if isinstance(event, QHelpEvent) and self.widget().geometry().contains(event.pos()):
            event.ignore()
            return True
        return super().event(event)
