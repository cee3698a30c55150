"""What the mouse means while a game is played: a click, a double click, a counter that is dragged, a question.

It acts, answers, chooses or asks; what is decided goes through the desk.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from engine.core.actions import StepTo
from engine.core.ids import UnitId
from engine.narration.far_reasons import why_not_there
from engine.narration.menu_choices import at_place, must_answer, places_of, step_actions, touching

if TYPE_CHECKING:
    from app.play.desk import Desk


class MouseHand:
    """What gestures on the map mean at a desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._picked_up_at = 0
        """How many decisions stood when the counter that is dragged was picked up."""
        self._has_acted = False
        """Whether the last click decided something: the second half of a double click then means nothing more."""

    def click(self, key: str, unit: str) -> None:
        """A place or a counter was clicked: act there, answer with it, or choose."""
        desk = self._desk
        desk.keys.point_at("")
        self._has_acted = False
        if desk.table is not None:
            if self._is_another(key, unit):
                desk.place_chosen.emit(key)
                desk.choose_unit(unit)
                return
            with desk.table.gestures.gesture():
                self._has_acted = self.act_or_choose(key, unit)

    def _is_another(self, key: str, unit: str) -> bool:
        """Whether a click is on another unit that can act: it is taken, where the one in hand could only walk there."""
        desk = self._desk
        table, held = desk.table, desk.unit
        assert table is not None
        units, location = table.view.units, table.board.find(key) if key else None
        if (
            location is None
            or unit == held
            or unit not in desk.scene.glow.units
            or held not in units
            or unit not in units
        ):
            return False
        one, other = units[UnitId(held)], units[UnitId(unit)]
        if one.side != other.side or one.at == location or not step_actions(table.menu, UnitId(held)):
            return False
        return all(isinstance(each, StepTo) for each in at_place(table.menu, location, UnitId(held)))

    def act_or_choose(self, key: str, unit: str) -> bool:
        """Whether something was decided, or asked about."""
        desk, table = self._desk, self._desk.table
        if table is None:
            return False
        desk.question.drop()
        location = table.board.find(key) if key else None
        if location is not None and desk.party.go(location):
            return True
        is_elsewhere = location is not None and not (desk.unit and desk.scene.where == location)
        if is_elsewhere and location is not None and desk.send(location):
            return True
        if unit and (self._answer_with(key, unit) or desk.attack.take_out(unit)):
            return True
        desk.place_chosen.emit(key)
        if is_elsewhere and location is not None and self._leads_somewhere() and unit not in desk.scene.glow.units:
            refusal = why_not_there(table, location, UnitId(desk.unit))
            if refusal is not None:
                desk.refuse(refusal)
                return False
        held = unit if unit in desk.party.units else self._next_in_stack(key, unit) if unit else ""
        desk.choose_unit(held)
        return False

    def _answer_with(self, key: str, unit: str) -> bool:
        """Where a question must be answered with a unit, do so with the topmost of the stack that can."""
        desk, table = self._desk, self._desk.table
        assert table is not None
        if table.is_computers_turn or table.is_over or not must_answer(table.menu):
            return False
        stack = [counter.unit for counter in reversed(desk.canvas.counters.stack(key))]
        for each in dict.fromkeys((unit, *stack)):
            actions = table.menu.of_unit(UnitId(each))
            if actions and not any(action.locations() for action in actions):
                if len(actions) == 1:
                    return desk.submit(actions[0])
                desk.asking.open_at(key, actions)
                return True
        return False

    def double_click(self, key: str, unit: str) -> None:
        """Do what the unit can do where it is; of several things ask which."""
        table = self._desk.table
        has_acted, self._has_acted = self._has_acted, False
        if table is not None and not table.is_computers_turn and not has_acted:
            self._desk.act_in_place(key, unit)

    def pick_up(self, unit: str) -> None:
        """A counter is being dragged."""
        desk = self._desk
        self._picked_up_at = desk.table.length if desk.table is not None else 0
        desk.choose_unit(unit)

    def drop(self, unit: str, key: str) -> None:
        """A counter was let go over a place."""
        desk, table = self._desk, self._desk.table
        location = table.board.find(key) if table is not None and key else None
        if table is None or location is None:
            return
        with table.gestures.gesture(self._picked_up_at):
            if unit in desk.party.units and desk.party.go(location):
                return
            desk.choose_unit(unit)
            if desk.scene.where == location or desk.send(location) or desk.join_attack(UnitId(unit), location):
                return
        refusal = table.refusal_now() or why_not_there(table, location, UnitId(unit))
        if refusal is not None:
            desk.refuse(refusal)

    def group_at(self, keys: Iterable[str]) -> None:
        """Those who stand at some places and can act are in hand together."""
        self._desk.party.choose_all_at(keys)

    def group_with(self, unit: str) -> None:
        """One more belongs to those in hand, or one no longer."""
        self._desk.party.toggle(unit)

    def ask_about(self, key: str, unit: str, at: QPoint) -> None:
        """List in words what can be done with a unit or at a place."""
        desk, table = self._desk, self._desk.table
        if table is None or table.is_computers_turn:
            return
        location = table.board.find(key) if key else None
        units = [UnitId(counter.unit) for counter in desk.canvas.counters.stack(key)] if key else []
        if desk.unit and location is not None:
            own = places_of(table.menu, UnitId(desk.unit)).get(location, ())
            found = dict.fromkeys((*own, *touching(table.menu, units, location)))
        else:
            found = dict.fromkeys(touching(table.menu, units, location))
        here = [unit for unit in units if table.menu.of_unit(unit)]
        desk.asking.open(tuple(found), at, together=key if len(here) > 1 else "")

    def hover(self, key: str, unit: str) -> None:
        """Show the way to the place under the pointer, and why its unit is worth what it is."""
        desk, table = self._desk, self._desk.table
        if table is None:
            return
        desk.scene.show_way_to(table.board.find(key) if key else None)
        if unit:
            desk.scene.explain(unit)
        elif not key or desk.unit:
            desk.scene.explain(desk.unit)
        desk.hovered.emit(key, unit)

    def _leads_somewhere(self) -> bool:
        desk = self._desk
        return bool(desk.table is not None and desk.unit and places_of(desk.table.menu, UnitId(desk.unit)))

    def _next_in_stack(self, key: str, unit: str) -> str:
        """A second click on a stack takes the counter beneath."""
        desk = self._desk
        stack = [counter.unit for counter in desk.canvas.counters.stack(key)]
        if desk.unit in stack and len(stack) > 1:
            return stack[stack.index(desk.unit) - 1]
        return unit
