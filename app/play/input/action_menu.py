"""The menu of actions in words, where the mouse is or beside a place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from engine.core.records import Action

if TYPE_CHECKING:
    from app.play.desk import Desk

_SHOWN = 30
"""The rest of a longer list is in the Actions panel."""


class ActionMenu(QObject):
    """One menu at a time."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.menu: QMenu | None = None
        """The one that was opened last."""

    def open(self, actions: Iterable[Action], at: QPoint, *, together: str = "") -> None:
        """A menu of actions in words where the mouse is; the long rest is in the panel.

        Where several can act at a place, `together`, all of them can be taken in hand.
        """
        table = self._desk.table
        if table is None:
            return
        menu = QMenu(self._desk.canvas)
        shown = list(actions)
        for number, action in enumerate(shown[:_SHOWN], start=1):
            words = table.words.text(action).replace("&", "&&")
            entry = menu.addAction(f"&{number}  {words}" if number < 10 else words)
            entry.triggered.connect(lambda _=False, a=action: self._desk.question.submit(a))
        if len(shown) > _SHOWN:
            more = self.tr("... {0} more in the Actions panel").format(len(shown) - _SHOWN)
            menu.addAction(more).triggered.connect(self._desk.scene.actions.begin_search)
        if together:
            group = menu.addAction(self.tr("Take all here in hand"))
            group.triggered.connect(lambda _=False: self._desk.party.choose_all_at((together,)))
        if not shown:
            menu.addAction(self.tr("Nothing can be done here now")).setEnabled(False)
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = menu
        menu.popup(at)

    def open_at(self, key: str, actions: Iterable[Action]) -> None:
        """The same beside a place."""
        self.open(actions, self._desk.global_point(key))
