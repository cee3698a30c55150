"""Several units chosen at once: they go to a place one after the other, or all do the same thing where they stand.

Each step is a decision of its own, picked from the menu as it is then. A unit that the rules refuse stays where it
is and is named, with what forbids it; the others go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.play.scene.menu_marks import Tint, Tone
from engine.core.actions import PickUnit
from engine.core.answers import ReachAnswer
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.narration.menu_choices import at_place, in_place, places_of, step_actions, why_not

if TYPE_CHECKING:
    from app.play.desk import Desk


class Party(QObject):
    """The units that are chosen together; fewer than two are none."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.units: tuple[UnitId, ...] = ()
        self._is_busy = False

    def choose(self, units: Iterable[str]) -> None:
        """Take these in hand together; a single one is taken as any is."""
        desk, found = self._desk, tuple(UnitId(unit) for unit in units)
        if desk.table is None:
            return
        if len(found) < 2:
            self.dissolve()
            desk.choose_unit(found[0] if found else "")
            return
        self.units = found
        desk.showing.unit = found[0]
        desk.showing.show_choice()
        self._show()
        self.changed.emit()

    def dissolve(self) -> None:
        """Nobody is chosen together any more."""
        if self.units and not self._is_busy:
            self.units = ()
            self.changed.emit()

    def follow(self, unit: str) -> None:
        """One unit was chosen by itself."""
        if unit not in self.units or not self._is_busy:
            self.dissolve()

    # What they can do

    def places(self) -> dict[Location, str]:
        """Where all of them could go, with the highest cost that one of them pays."""
        found = [self._places_of(unit) for unit in self.units]
        common = set.intersection(*map(set, found)) if found else set()
        return {at: max((each[at] for each in found), key=lambda cost: (len(cost), cost)) for at in sorted(common)}

    def _places_of(self, unit: UnitId) -> dict[Location, str]:
        table = self._desk.table
        assert table is not None
        places = dict.fromkeys(places_of(table.menu, unit), "")
        answer = table.ask("reach", unit=unit) if step_actions(table.menu, unit) else None
        if isinstance(answer, ReachAnswer):
            start = table.view.units[unit].at
            places |= {each.at: str(each.cost) for each in answer.locations if each.at != start}
        return places

    def kinds(self) -> dict[str, int]:
        """What they could do where they stand, and how many of them; taking one in hand is for one alone."""
        table, found = self._desk.table, dict[str, int]()
        for unit in self.units if table is not None else ():
            found_here = in_place(table.menu, unit) if table is not None else ()
            for kind in {action.kind for action in found_here if not isinstance(action, PickUnit)}:
                found[kind] = found.get(kind, 0) + 1
        return found

    def _show(self) -> None:
        """Tint what all of them reach, and let all of them glow."""
        desk = self._desk
        table = desk.table
        if table is None:
            return
        tints = {}
        side = table.view.units[self.units[0]].side
        for at, cost in self.places().items():
            hostile = any(other.side != side for other in table.view.at(at))
            tints[table.board.key(at)] = Tint(Tone.STRUCK if hostile else Tone.NEAR, cost)
        desk.tints.show_tints(tints)
        desk.glow.show_units(desk.glow.units, self.units[0], self.units)

    # What they do

    def go(self, location: Location) -> bool:
        """Send all to a place, one after the other; False when there is no party or they stand there."""
        table = self._desk.table
        if table is None or len(self.units) < 2 or table.is_computers_turn:
            return False
        if all(table.view.units[unit].at == location for unit in self.units if unit in table.view.units):
            return False
        self._carry_out(lambda unit: self._send(unit, location))
        return True

    def act(self, kind: str) -> None:
        """Let all do one kind of thing where they stand, as join an attack."""
        self._carry_out(lambda unit: self._do(unit, kind))

    def _carry_out(self, act: Callable[[UnitId], str]) -> None:
        desk, units = self._desk, self.units
        stayed: list[str] = []
        self._is_busy = True
        try:
            for unit in units:
                why = act(unit)
                if why:
                    stayed.append(why)
        finally:
            self._is_busy = False
        self.units = ()
        desk.choose_unit("")
        self.changed.emit()
        if stayed:
            done = len(units) - len(stayed)
            words = self.tr("{0} of {1} did so. {2}").format(done, len(units), " ".join(stayed))
            desk.prompt.say(words)

    def _send(self, unit: UnitId, location: Location) -> str:
        """Send one; what keeps it from coming there, in words, or nothing."""
        desk = self._desk
        table = desk.table
        assert table is not None
        if table.is_computers_turn or table.is_over or unit not in table.view.units:
            return self._stays(unit, None)
        desk.choose_unit(unit)
        found = at_place(table.menu, location, unit)
        if len(found) > 1:
            return self.tr("{0} stays: it could do several things there.").format(table.names.unit(unit))
        refusal = why_not(table.menu, location, unit)
        if not desk.send(location):
            return self._stays(unit, refusal)
        there = table.view.units.get(unit)
        acted = bool(found) or (there is not None and there.at == location)
        return "" if acted else self.tr("{0} stopped on the way.").format(table.names.unit(unit))

    def _do(self, unit: UnitId, kind: str) -> str:
        desk = self._desk
        table = desk.table
        assert table is not None
        found: tuple[Action, ...] = ()
        if not (table.is_computers_turn or table.is_over):
            found = tuple(action for action in in_place(table.menu, unit) if action.kind == kind)
        return "" if len(found) == 1 and desk.submit(found[0]) else self._stays(unit, None)

    def _stays(self, unit: UnitId, refusal: Refusal | None) -> str:
        table = self._desk.table
        assert table is not None
        name = table.names.unit(unit)
        if refusal is None:
            return self.tr("{0} cannot.").format(name)
        why = table.say(refusal.message)
        return self.tr("{0} stays: {1} (case {2})").format(name, why, refusal.rule)
