"""The hand of the person at the table: what is chosen and what is decided.

It picks from the menu and shows refusals; what is legal only the menu knows. What the game looks like is `GameScene`.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal

from app.play.games.computer_players import Computers
from app.play.input.action_menu import ActionMenu
from app.play.input.attack_hand import AttackHand
from app.play.input.dice_question import DiceQuestion
from app.play.input.forced import Forced
from app.play.input.group_moves import Party
from app.play.input.map_keys import MapKeys
from app.play.input.mouse_hand import MouseHand
from app.play.input.view_moves import bring_into_view
from app.play.scene.game_scene import GameScene
from app.play.table import GameTable
from editor.canvas.canvas import MapCanvas
from engine.core.actions import StepTo
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.refusals import IllegalAction, Refusal
from engine.definitions.palette import Palette
from engine.narration.explanations import attack_in_hand
from engine.narration.menu_choices import (
    at_place,
    displaced,
    in_place,
    is_aside,
    obvious,
    only_picks,
    unfit_attack,
)


class Desk(QObject):
    """One game at a time; without one everything is silent."""

    decided = Signal()
    """Something was decided, taken back or done again."""
    unit_chosen = Signal(str)
    place_chosen = Signal(str)
    stack_wanted = Signal(str)
    """The stack of a place is to be fanned out."""
    hovered = Signal(str, str)
    """The place and the unit under the pointer, either may be none."""

    def __init__(self, canvas: MapCanvas, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.table: GameTable | None = None
        self.scene = GameScene(canvas, self.submit, self)
        self.guard: Callable[[Action], bool] = lambda _: True
        """Asked before a person's decision goes to the rules; False holds it back."""
        self.confirm: Callable[[], bool] = lambda: False
        """Does what Enter does where somebody has asked whether to go on; False where nobody has."""
        self.call_off: Callable[[], bool] = lambda: False
        """Takes that question back, as Escape does; False where nobody has asked."""
        self.question = DiceQuestion(self)
        self.forced = Forced(self)
        self.attack = AttackHand(self)
        self.scene.further_choices = lambda: [*self.attack.choices(), *self.computers.choices()]
        self.party = Party(self)
        self.keys = MapKeys(self)
        self.mouse = MouseHand(self)
        self.asking = ActionMenu(self)
        self.scene.prompt.default_wanted.connect(self.take_default)
        self.scene.prompt.rest_wanted.connect(self.scene.actions.begin_search)
        self.scene.actions.chosen.connect(self.choose_action)
        self.scene.hand.chosen.connect(self.submit)
        self.scene.hand.map_wanted.connect(self.canvas.setFocus)
        self.scene.log.place_wanted.connect(self.look_at)
        self.hovered.connect(self.scene.explaining.point)
        self.computers = Computers(self)
        self.scene.refreshed.connect(self._follow_question)

    # Which game

    def take(self, table: GameTable, palette: Palette) -> None:
        """Play this game."""
        self.table = table
        self.scene.take(table, palette)

    def leave(self) -> None:
        """Show nothing of the game any longer."""
        self.computers.stop()
        self.keys.point_at("")
        self.scene.leave()

    @property
    def unit(self) -> str:
        """The counter in hand."""
        return self.scene.unit

    def refresh(self) -> None:
        """Draw everything again."""
        self.scene.refresh()

    # What is decided

    def submit(self, action: Action) -> bool:
        """Hand a decision to the rules; what they refuse is said with its case."""
        table = self.table
        if table is None or table.is_computers_turn or not self.guard(action):
            return False
        fight = self.scene.explaining.last_fight
        fight.before(table, action)
        try:
            events = table.submit(action)
        except IllegalAction as bad:
            self.refuse(bad.refusal)
            return False
        fight.after(table, events)
        self.forced.go_on()
        self.has_decided()
        self.forced.tell()
        return True

    def choose_action(self, action: Action) -> None:
        """An action was chosen in words; what one of a group does somewhere all of it do."""
        units, places = action.units(), action.locations()
        if not (len(units) == len(places) == 1 and units[0] in self.party.units and self.party.go(places[0])):
            self.submit(action)

    def take_default(self) -> None:
        """The obvious choice."""
        if self.question.throw() or self.party.go_on():
            return
        if self.table is not None and self.table.awaited is not None:
            self.take_seat()
        elif self.table is not None and not self.table.is_over:
            default = obvious(self.table.menu) if not self.table.is_computers_turn else None
            if default is not None:
                self.submit(default)
            elif not self.table.is_computers_turn and (unfit := unfit_attack(self.table.menu)) is not None:
                self.refuse(unfit)
            elif not self.table.is_computers_turn:
                self.scene.prompt.say(
                    self.tr("There is no obvious choice here: pick one above, on the map or in the list.")
                )

    def undo(self) -> None:
        """Take the last decision back, as far as the session allows."""
        self._try_session(lambda table: table.undo())

    def redo(self) -> None:
        """Decide again what was taken back."""
        self._try_session(lambda table: table.redo())

    def _try_session(self, act: Callable[[GameTable], object]) -> None:
        table = self.table
        if table is None:
            return
        try:
            act(table)
        except IllegalAction as bad:
            self.refuse(bad.refusal)
            return
        self.has_decided()

    def refuse(self, refusal: Refusal) -> None:
        """Say what forbids something."""
        if self.table is not None:
            self.scene.prompt.refuse(self.table.say(refusal.message), refusal.rule)

    def has_decided(self) -> None:
        """Something was decided: tell it and draw it."""
        self.decided.emit()
        self.refresh()

    def take_seat(self) -> None:
        """The person who is to decide sits at the screen now: show what they may see."""
        if self.table is not None:
            self.table.take_seat()
            self.refresh()

    def _follow_question(self) -> None:
        """Take in hand the unit that is asked about, where beaten units go or victorious ones follow."""
        table = self.table
        if table is None or table.is_over or table.is_computers_turn or self.unit:
            return
        unit = next(iter(displaced(table.menu)), None)
        if unit is not None:
            self.choose_unit(unit)
            self.bring_into_view(table.board.key(table.view.units[unit].at))

    # What is in hand

    def act_in_place(self, key: str, unit: str) -> bool:
        """Do what a unit can do where it is; False when that is nothing."""
        assert self.table is not None
        found = in_place(self.table.menu, UnitId(unit))
        if len(found) == 1:
            return self.submit(found[0])
        if found:
            self.asking.open_at(key, found)
        else:
            self.stack_wanted.emit(key)
        return bool(found)

    def let_go(self) -> bool:
        """Choose nothing; False when nothing was chosen."""
        if not self.unit and not self.party.units:
            return False
        self.choose_unit("")
        return True

    def bring_into_view(self, key: str) -> None:
        """Move the view no further than it takes to see a place."""
        point = self.canvas.point_of(key)
        if point is not None:
            bring_into_view(self.canvas, point)

    def show_targets(self) -> None:
        """Where the unit in hand can go is on the screen: if none of it is, the nearest comes into view."""
        keys = self.scene.tints.tints
        points = [point for key in keys if (point := self.canvas.point_of(key)) is not None]
        room = self.canvas.viewport().rect()
        if points and not any(room.contains(point) for point in points):
            bring_into_view(self.canvas, min(points, key=lambda at: (at - room.center()).manhattanLength()))

    def global_point(self, key: str) -> QPoint:
        point = self.canvas.point_of(key)
        return self.canvas.viewport().mapToGlobal(point if point is not None else QPoint())

    def choose_unit(self, unit: str) -> None:
        """Take a counter in hand, or none; where the rules ask for just that, they are told."""
        table = self.table
        if table is None:
            return
        self.party.follow(unit)
        self.question.drop()
        self.scene.unit = unit
        self.scene.prompt.clear_refusal()
        if unit and not table.is_computers_turn and not table.is_over:
            pick = only_picks(table.menu, UnitId(unit))
            if pick is not None and self.submit(pick):
                self.scene.unit = unit
        self.scene.show_choice()
        self.party.show_again()
        self.unit_chosen.emit(unit)

    def acting_in_order(self) -> list[str]:
        """The units that can act and were not left alone, by where they stand."""
        table = self.table
        if table is None:
            return []
        return sorted(self.scene.glow.units, key=lambda unit: (table.view.units[UnitId(unit)].at, unit))

    def take_up(self, unit: str) -> None:
        """Choose a unit and look at it."""
        table = self.table
        if table is None:
            return
        key = table.board.key(table.view.units[UnitId(unit)].at)
        self.bring_into_view(key)
        self.choose_unit(unit)
        self.place_chosen.emit(key)

    def send(self, location: Location) -> bool:
        """Do what the menu has for the unit in hand at a place, or walk there; False when it has nothing."""
        table = self.table
        assert table is not None
        if table.is_computers_turn or table.is_over:
            return False
        unit = UnitId(self.unit) if self.unit else None
        found = at_place(table.menu, location, unit)
        if found and is_aside(table.menu, found):
            if unit is None:
                self.asking.open_at(table.board.key(location), found)
                return True
            found = ()
        if len(found) == 1:
            is_done = self.question.submit(found[0])
            if is_done and self.question.action is None and unit is not None and not found[0].units():
                self.join_attack(unit, location)
            return is_done
        if found:
            self.asking.open_at(table.board.key(location), found)
            return True
        return self._walk(location)

    def join_attack(self, unit: UnitId, location: Location) -> bool:
        """Let a unit that was brought against a place that is being attacked join in."""
        table = self.table
        assert table is not None
        attack = attack_in_hand(table)
        if attack is None or location not in attack[1] or table.is_computers_turn:
            return False
        found = in_place(table.menu, unit)
        return len(found) == 1 and self.question.submit(found[0])

    def _walk(self, location: Location) -> bool:
        """Go step by step to a place within reach; each step is a decision of its own, and one refused ends it."""
        way = self.scene.reach.get(location, ("", ()))[1]
        if not way or not self.unit or self.table is None:
            return False
        unit = UnitId(self.unit)
        for each in way:
            if self.table.is_computers_turn or not self.question.submit(StepTo(unit, each)):
                break
            if self.question.action is not None:
                break
        return True

    def look_at(self, location: int) -> None:
        """Show a place on the map and what stands there."""
        if self.table is not None:
            key = self.table.board.key(Location(location))
            self.canvas.look_at(key)
            self.canvas.select(key)
            self.place_chosen.emit(key)
