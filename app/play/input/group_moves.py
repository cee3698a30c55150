"""Several units in hand at once: whichever of them is used, all of them go, attack or overrun.

A group is a notion of the screen. Where a game knows stacks in hand those of one place are taken up together, so that a
step or an overrun of the first is one of all; else they act one after the other. Each step is a decision picked from
the menu. Who cannot do what is wanted is named before it is done, with what forbids it, and Enter lets the others go.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.play.scene.menu_marks import MarkTone, Tint
from engine.core.actions import DropUnit, PickUnit
from engine.core.answers import ReachAnswer, UnitAnswer
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.terms import Number
from engine.narration.explanations import attack_in_hand, number
from engine.narration.far_reasons import why_not_there
from engine.narration.language import counted
from engine.narration.menu_choices import at_place, in_place, open_places, places_of, step_actions

if TYPE_CHECKING:
    from app.play.desk import Desk
    from app.play.table import GameTable

_SLOWEST = "movement"
"""Together they go as far as the slowest of them."""
_ADDED_UP = frozenset({"attack", "combat", "defence", "fire", "loss", "steps", "strength"})
"""What several units have more of than one; quality, morale or the range of an aircraft are nobody's but its own."""


class Party(QObject):
    """The units that are chosen together; fewer than two are none."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.units: tuple[UnitId, ...] = ()
        self._is_busy = False
        self.waits_for: Location | None = None
        """Where some of them go when Enter is pressed, though not all can."""
        desk.scene.refreshed.connect(self._follow_game)

    # Who they are

    def choose(self, units: Iterable[str]) -> None:
        """Take these in hand together; a single one is taken as any is."""
        desk, found = self._desk, tuple(UnitId(unit) for unit in units)
        if desk.table is None:
            return
        if len(found) < 2:
            self.dissolve()
            desk.choose_unit(found[0] if found else "")
            return
        desk.question.drop()
        self.think_again()
        self.units = found
        desk.scene.unit = found[0]
        desk.scene.show_choice()
        self._show()
        self.changed.emit()

    def toggle(self, unit: str) -> None:
        """Let one more belong to it, or one no longer."""
        held = self.units or ((UnitId(self._desk.unit),) if self._desk.unit else ())
        if unit in held:
            self.choose(each for each in held if each != unit)
        else:
            self.choose((*held, unit))

    def choose_all_at(self, keys: Iterable[str]) -> None:
        """Take all in hand that stand at some places and can do something now."""
        table, stack = self._desk.table, self._desk.canvas.counters.stack
        if table is not None and not table.is_computers_turn and not table.is_over:
            units = [counter.unit for key in keys for counter in reversed(stack(key))]
            self.choose(unit for unit in units if table.menu.of_unit(UnitId(unit)))

    def dissolve(self) -> None:
        """Nobody is chosen together any more."""
        self.think_again()
        if self.units and not self._is_busy:
            self.units = ()
            self.changed.emit()

    def follow(self, unit: str) -> None:
        """One unit was chosen by itself; one of the group stands for all of it."""
        self.think_again()
        if unit not in self.units:
            self.dissolve()

    def show_again(self) -> None:
        """Something else was drawn: mark the group again."""
        if self.units and not self._is_busy:
            self._show()

    def _follow_game(self) -> None:
        """The game went on: those who can still act stay together."""
        table = self._desk.table
        if not self.units or self._is_busy:
            return
        self.waits_for = None
        able: tuple[UnitId, ...] = ()
        if table is not None and not table.is_computers_turn and not table.is_over:
            able = tuple(unit for unit in self.units if unit in table.view.units and table.menu.of_unit(unit))
        if len(able) < 2:
            self.dissolve()
            return
        self.units = able
        self._desk.scene.unit = able[0]
        self._desk.scene.show_choice()
        self._show()

    def words(self) -> str:
        """Who they are and what they are worth together."""
        table = self._desk.table
        assert table is not None
        sums: dict[str, list[Number]] = {}
        for unit in self.units:
            worth = table.ask("unit", unit=unit)
            for name, reckoned in worth.factors.items() if isinstance(worth, UnitAnswer) else ():
                sums.setdefault(name, []).append(reckoned.value)
        told = [
            f"{table.names.heading(name)} {number(min(each) if name == _SLOWEST else sum(each))}"
            for name, each in sums.items()
            if name == _SLOWEST or name in _ADDED_UP
        ]
        names = ", ".join(table.names.unit(unit) for unit in self.units)
        whole = self.tr("Group of {0}: {1}.").format(counted(len(self.units)), names)
        return f"{whole} {', '.join(told)}." if told else whole

    # What they can do

    def places(self) -> dict[Location, str]:
        """Where all of them could go, with the highest cost that one of them pays."""
        found = [self._places_of(unit) for unit in self.units]
        common = set.intersection(*map(set, found)) if found else set()
        costs = {at: [cost for each in found if (cost := each[at]) is not None] for at in sorted(common)}
        return {at: number(max(paid)) if paid else "" for at, paid in costs.items()}

    def _places_of(self, unit: UnitId) -> dict[Location, Number | None]:
        table = self._desk.table
        assert table is not None
        places: dict[Location, Number | None] = dict.fromkeys(places_of(table.menu, unit))
        answer = table.ask("reach", unit=unit) if step_actions(table.menu, unit) else None
        if isinstance(answer, ReachAnswer):
            start = table.view.units[unit].at
            places |= {each.at: each.cost for each in answer.locations if each.at != start}
        return places

    def kinds(self) -> dict[str, int]:
        """What they could do where they stand, and how many of them; taking one in hand is for one alone."""
        table, found = self._desk.table, dict[str, int]()
        for unit in self.units if table is not None else ():
            found_here = in_place(table.menu, unit) if table is not None else ()
            for kind in {action.kind for action in found_here if not isinstance(action, PickUnit)} - {DropUnit.kind}:
                found[kind] = found.get(kind, 0) + 1
        return found

    def _show(self) -> None:
        """Tint what all of them reach, let all of them glow, and say who they are."""
        desk = self._desk
        table = desk.table
        if table is None:
            return
        tints = {}
        side = table.view.units[self.units[0]].side
        for at, cost in self.places().items():
            hostile = any(other.side != side for other in table.view.at(at))
            tints[table.board.key(at)] = Tint(MarkTone.STRUCK if hostile else MarkTone.NEAR, cost)
        if tints:
            desk.scene.tints.show_tints(tints)
        attack = attack_in_hand(table)
        desk.scene.glow.show_units(desk.scene.glow.units, self.units[0], (*self.units, *(attack[0] if attack else ())))
        desk.scene.prompt.say(self.words())

    # What they do

    def go(self, location: Location) -> bool:
        """Send all to a place, or against it; False when there is no group or they stand there.

        Where a part of it cannot, nothing is done before that is known.
        """
        table = self._desk.table
        if table is None or len(self.units) < 2 or table.is_computers_turn or table.is_over:
            return False
        if all(table.view.units[unit].at == location for unit in self.units):
            return False
        able, stay = self._divide(table, location)
        if stay and able and self.waits_for != location:
            self.waits_for = location
            count = self.tr("{0} of {1} can.").format(counted(len(able)), counted(len(self.units)))
            self._desk.scene.prompt.say(" ".join((count, *stay)))
            self._desk.scene.prompt.offer(self.tr("Let the others go"), [(self.tr("Not now"), self.think_again)])
            return True
        self.think_again()
        if not able:
            self._desk.scene.prompt.say(" ".join(stay))
            return True
        with table.gestures.gesture():
            self._carry_out(able, location)
        return True

    def think_again(self) -> None:
        """Nobody goes where only some can: the question of the game is asked again."""
        if self.waits_for is not None:
            self.waits_for = None
            self._desk.scene.ask_again()
            self.show_again()

    def go_on(self) -> bool:
        """Let those go who can; False when nothing waits for that."""
        return self.waits_for is not None and self.go(self.waits_for)

    def _divide(self, table: GameTable, location: Location) -> tuple[tuple[UnitId, ...], list[str]]:
        """Who can do something at a place, and for each of the others what keeps it."""
        if open_places(table.menu).get(location):
            return self.units, []
        able, stay = [], []
        for unit in self.units:
            if table.view.units[unit].at == location or location in self._places_of(unit):
                able.append(unit)
            else:
                stay.append(self._stays(unit, why_not_there(table, location, unit)))
        return tuple(able), stay

    def _carry_out(self, units: tuple[UnitId, ...], location: Location) -> None:
        desk, table = self._desk, self._desk.table
        assert table is not None
        stayed: list[str] = []
        wanted, done = len(units), set[UnitId]()
        self._is_busy = True
        try:
            for unit in units:
                if unit in done or unit not in table.view.units or table.view.units[unit].at == location:
                    continue
                together = self._take_up(table, unit, tuple(each for each in units if each not in done))
                done.update(together)
                why = self._send(table, together, location)
                if why:
                    stayed.append(why)
                    done.difference_update(together)
                    units = tuple(each for each in units if each not in together)
                if desk.question.action is not None:
                    break
        finally:
            self._is_busy = False
        if desk.question.action is not None:
            return
        self._follow_game()
        if stayed:
            words = self.tr("{0} of {1} did so. {2}")
            desk.scene.prompt.say(words.format(counted(len(done)), counted(wanted), " ".join(stayed)))

    def _take_up(self, table: GameTable, first: UnitId, others: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """Take those in hand together that stand with one of them, where the game knows stacks; its leader first."""
        at = table.view.units[first].at
        wanted = [unit for unit in others if unit in table.view.units and table.view.units[unit].at == at]
        if len(wanted) < 2 or not any(offer.action is DropUnit for offer in table.menu.offers):
            return (first,)
        for leaving in _leavings(table):
            if leaving.units()[0] not in wanted:
                self._try(leaving)
        for unit in wanted:
            if unit not in _in_hand(table):
                self._try(PickUnit(unit))
        taken = _in_hand(table)
        return taken if taken and set(taken) <= set(wanted) and first in taken else (first,)

    def _try(self, action: Action) -> None:
        table = self._desk.table
        if table is not None and action in table.menu:
            table.submit(action)

    def _send(self, table: GameTable, together: tuple[UnitId, ...], location: Location) -> str:
        """Send a stack, or one; what keeps it from coming there, in words, or nothing."""
        desk, leader = self._desk, together[0]
        desk.scene.unit = leader
        desk.scene.show_choice()
        found = at_place(table.menu, location, leader)
        attack = attack_in_hand(table)
        if attack is not None and location in attack[1]:
            return self._join(table, leader)
        if found and not found[0].units():
            if not desk.question.submit(found[0]):
                return desk.scene.prompt.refusal
            return self._join(table, leader) if desk.question.action is None else ""
        if not desk.send(location):
            return self._stays(leader, why_not_there(table, location, leader))
        if desk.question.action is not None or found:
            return ""
        there = table.view.units.get(leader)
        came = there is not None and there.at == location
        return "" if came else self.tr("{0} stopped on the way.").format(table.names.unit(leader))

    def _join(self, table: GameTable, unit: UnitId) -> str:
        """Let one take part in the attack that is put together."""
        attack = attack_in_hand(table)
        if attack is not None and unit in attack[0]:
            return ""
        found = [action for action in in_place(table.menu, unit) if not isinstance(action, PickUnit)]
        return "" if len(found) == 1 and self._desk.question.submit(found[0]) else self._stays(unit, None)

    def act(self, kind: str) -> None:
        """Let all do one kind of thing where they stand, as join an attack."""
        desk, table, units = self._desk, self._desk.table, self.units
        if table is None:
            return
        stayed: list[str] = []
        self._is_busy = True
        try:
            with table.gestures.gesture():
                for unit in units:
                    why = self._do(table, unit, kind)
                    if why:
                        stayed.append(why)
        finally:
            self._is_busy = False
        self._follow_game()
        if stayed:
            words = self.tr("{0} of {1} did so. {2}")
            desk.scene.prompt.say(words.format(len(units) - len(stayed), len(units), " ".join(stayed)))

    def _do(self, table: GameTable, unit: UnitId, kind: str) -> str:
        found: tuple[Action, ...] = ()
        if not (table.is_computers_turn or table.is_over):
            found = tuple(action for action in in_place(table.menu, unit) if action.kind == kind)
        return "" if len(found) == 1 and self._desk.submit(found[0]) else self._stays(unit, None)

    def _stays(self, unit: UnitId, refusal: Refusal | None) -> str:
        table = self._desk.table
        assert table is not None
        name = table.names.unit(unit)
        if refusal is None:
            return self.tr("{0} cannot.").format(name)
        why = table.say(refusal.message)
        return self.tr("{0} stays: {1} (case {2})").format(name, why, refusal.rule)


def _leavings(table: GameTable) -> tuple[Action, ...]:
    """What leaves each of the stack that the game has in hand behind, its leader first; one may forbid the next."""
    offers = (offer for offer in table.menu.offers if offer.action is DropUnit)
    return tuple(action for offer in offers for action in offer.actions())


def _in_hand(table: GameTable) -> tuple[UnitId, ...]:
    """The stack that the game has in hand, its leader first."""
    return tuple(leaving.units()[0] for leaving in _leavings(table))
