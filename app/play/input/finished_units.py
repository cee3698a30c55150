"""Units a person has done with: they glow no longer and Next Unit passes them by, until the phase is another."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QObject

from app.play.desk import Desk
from engine.narration.reminders import phase_key


class LeftUnits(QObject):
    """Remembers them for one phase."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._phase: Hashable = None
        desk.scene.refreshed.connect(self._follow)

    @property
    def units(self) -> frozenset[str]:
        return frozenset(self._desk.scene.left)

    def leave_unit(self) -> None:
        """Have done with the unit in hand, or take it up again, and go on to the next."""
        desk = self._desk
        unit = desk.unit
        if not unit:
            desk.scene.prompt.say(self.tr("Take a unit in hand first: what is left alone is the unit in hand."))
            return
        left = desk.scene.left
        if unit in left:
            left.discard(unit)
            desk.refresh()
            return
        order = desk.acting_in_order()
        left.add(unit)
        after = order[order.index(unit) + 1 :] + order[: order.index(unit)] if unit in order else order
        desk.let_go()
        desk.refresh()
        following = next((each for each in after if each not in left), "")
        if following:
            desk.take_up(following)

    def _follow(self) -> None:
        """Another phase, or another game, begins with nobody left alone."""
        table = self._desk.table
        phase = (id(table), phase_key(table.session.state)) if table is not None else None
        if phase != self._phase:
            self._phase = phase
            if self._desk.scene.left:
                self._desk.scene.left.clear()
                self._desk.refresh()
