"""Panels that nobody sees are not filled: what they would say is worked out when they come up, and then once.

A panel that is a tab behind another counts as shown in Qt, but nothing of it is to be seen.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class WhenSeen(QObject):
    """Fills a panel while it is seen, and when it is seen again with the last that was wanted in the meantime."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._wanted: Callable[[], None] | None = None
        panel.installEventFilter(self)

    @property
    def is_seen(self) -> bool:
        """Whether anything of it is to be seen; in a window that is not up yet everything is made ready."""
        panel = self._panel
        if not panel.window().isVisible():
            return panel.isWindow() or panel.isVisibleTo(panel.window())
        return panel.isVisible() and not panel.visibleRegion().isEmpty()

    def fill(self, act: Callable[[], None]) -> None:
        """Do this now or, where nobody would see it, when somebody does."""
        self._wanted = act
        if self.is_seen:
            self.catch_up()

    def catch_up(self) -> None:
        """Do what was put off, for whoever asks the panel what it says."""
        act, self._wanted = self._wanted, None
        if act is not None:
            act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The panel is painted before what is in it. What is shown may be covered before that, when panels are laid."""
        if self._wanted is not None and event.type() is QEvent.Type.Paint:
            self.catch_up()
        return super().eventFilter(watched, event)
