"""The trays come forward when units off the map are asked for, once for each such question, and go with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.play.desk import Desk
from engine.narration.trays import arrivals_asked_for


class TrayOpening(QObject):
    """Shows the trays when a new question is about units that lie in them; whoever closes them is not asked twice.

    With the next question that is about something else the panel comes back that they covered.
    """

    def __init__(self, desk: Desk, show: Callable[[], object], leave: Callable[[], object]) -> None:
        super().__init__(desk)
        self._desk, self._leave = desk, leave
        self._soon = QTimer(self)
        """Not at once: a game that has just been put on the screen has its panels laid out after it is drawn."""
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._open)
        self._show = show
        self._asked: tuple[object, ...] = ()
        desk.scene.refreshed.connect(self._follow)

    def hurry(self) -> None:
        """The panels are laid out: come now if they are to come, before what they cover is filled and painted."""
        if self._soon.isActive():
            self._soon.stop()
            self._open()

    def _open(self) -> None:
        if self._desk.table is not None and self._desk.scene.is_shown:
            self._show()

    def _follow(self) -> None:
        table = self._desk.table
        if table is None or table.awaited is not None:
            return
        menu = table.menu
        asked = (id(table), menu.side, menu.prompt.key, table.view.turn)
        if asked != self._asked:
            self._asked = asked
            if arrivals_asked_for(table):
                self._soon.start()
            else:
                self._soon.stop()
                self._leave()
