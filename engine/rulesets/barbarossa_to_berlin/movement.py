"""Chapter 10: movement, a unit at a time and space by space.

The frame holds the unit on its way. Whoever else takes a step ends its movement, and so does going on to combat; where
a unit may not stop it has to go on, and it enters such a space only if it can still get to one where it may.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import Reach, Ties
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, total
from engine.core.unit_events import UnitDisplaced
from engine.mechanics.marching import AskedPlaces, Conditions, March, gets_clear, reach
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import entered
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import COMBAT, FULLY, MOVE, MOVED, OUT, Nation, enemy_of
from engine.rulesets.barbarossa_to_berlin.nations import USSR, is_mechanised, may_enter, may_not_end
from engine.rulesets.barbarossa_to_berlin.noted_supply import as_activated, note_supply
from engine.rulesets.barbarossa_to_berlin.orders import leave_stand_fast
from engine.rulesets.barbarossa_to_berlin.stacking import has_enemies, joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import is_winter_42
from engine.rulesets.barbarossa_to_berlin.trenches import DIGGING, Dig, dig_refusal, dig_trenches
from engine.rulesets.chapter import Chapter

CUT_OFF_ALLOWANCE = 2


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """The movement of an operation; `unit` is on its way and has entered `spent` spaces."""

    kind: ClassVar[str] = "movement"
    unit: UnitId | None = None
    spent: int = 0
    taken: tuple[Location, ...] = ()
    """The spaces that were the enemy's when the operation began and have been entered since (8.4)."""


@dataclass(frozen=True, slots=True)
class UnitMoved(UnitDisplaced):
    kind: ClassVar[str] = "unit-moved"


@dataclass(frozen=True, slots=True)
class DiggingBegun(Event):
    kind: ClassVar[str] = "digging-begun"
    unit: UnitId
    at: Location


@rule("10.1", "13.4.1")
def allowance_terms(game: Game, unit: Unit) -> tuple[Term, ...]:
    """The spaces a unit may enter in a round: what its counter shows, or 2 at most where it was out of supply."""
    printed = game.materials.face(unit).movement
    terms = (Term(message("term.btb.allowance"), printed, "10.1"),)
    if OUT in unit.marks and printed > CUT_OFF_ALLOWANCE:
        return (*terms, Term(message("term.btb.cut-off"), CUT_OFF_ALLOWANCE, "13.4.1", Op.BECOMES))
    return terms


def allowance(game: Game, unit: Unit) -> int:
    return int(total(allowance_terms(game, unit)))


@rule("10.1", "15.2")
def may_join_combat(game: Game, state: State, unit: Unit, at: Location) -> bool:
    """Whether a unit may stop where a Combat marker lies: mechanised, in full supply, and not in the first winter."""
    materials: Materials = game.materials
    german = materials.kind(unit).nation is Nation.GERMAN
    frozen = german and is_winter_42(state) and materials.countries[at] == USSR
    return FULLY in unit.marks and is_mechanised(game, unit, frozen=frozen)


@rule("10.1", "5.5")
def mover_refusal(game: Game, state: State, frame: MovementFrame, unit: UnitId) -> Refusal | None:
    """What keeps a unit from taking a step, wherever it wants to go; Stalin takes none."""
    record = state.units.get(unit)
    if record is None or record.side != state.side or not game.materials.is_on_map(record):
        return Refusal("10.1", message("refusal.btb.not-yours", unit=unit))
    if unit == frame.unit:
        return None
    if game.materials.kind(record).is_marker:
        return Refusal("5.5", message("refusal.btb.stalin-redeploys"))
    if not state.marker(record.at, MOVE):
        return Refusal("10.1", message("refusal.btb.not-active", unit=unit))
    if MOVED in record.marks:
        return Refusal("10.1", message("refusal.btb.has-moved", unit=unit))
    if DIGGING in record.marks:
        return Refusal("10.2", message("refusal.btb.is-digging", unit=unit))
    return None


@rule("10.1", "9.1", "9.2", "19.6")
def stop_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit from ending its movement in a space."""
    if state.marker(at, COMBAT) and not may_join_combat(game, state, unit, at):
        return Refusal("10.1", message("refusal.btb.stops-in-combat", unit=unit.id, space=game.board.label(at)))
    return may_not_end(game, state, unit, at) or joining_refusal(game, state, unit, at)


@rule("9.1", "10.1")
def entry_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit out of a space: enemies in it, and the countries it keeps to; being crowded does not."""
    if has_enemies(game, state, unit.side, at):
        return Refusal("9.1", message("refusal.btb.enemy-there", space=game.board.label(at)))
    return may_enter(game, state, unit, at)


class Route:
    """How a unit can go on from where it is. What has been found out about a space is not asked twice."""

    def __init__(self, game: Game, state: State, unit: Unit, left: int) -> None:
        self.game, self.state, self.unit, self.left = game, state, unit, left
        self._entries: dict[Location, Refusal | None] = {}
        self._stops: dict[Location, Refusal | None] = {}

    def entry(self, at: Location) -> Refusal | None:
        if at not in self._entries:
            self._entries[at] = entry_refusal(self.game, self.state, self.unit, at)
        return self._entries[at]

    def stop(self, at: Location) -> Refusal | None:
        if at not in self._stops:
            self._stops[at] = stop_refusal(self.game, self.state, self.unit, at)
        return self._stops[at]

    @cached_property
    def march(self) -> March:
        """One point a space; enemies and foreign countries are closed, and some spaces are only passed through."""
        conditions = Conditions(
            prices=self.game.materials.land_steps, kept_out=AskedPlaces(lambda at: self.entry(at) is not None)
        )
        not_to_end = AskedPlaces(lambda at: self.stop(at) is not None)
        return March(conditions, self.unit.at, max(0, self.left), not_to_end=not_to_end)

    @rule("10.1")
    def step_refusal(self, to: Location) -> Refusal | None:
        """A step leads along a connection into the next space, and on to a space where the unit may stop."""
        unit, label = self.unit, self.game.board.label(to)
        if to not in self.game.materials.neighbours[unit.at]:
            return Refusal("10.1", message("refusal.btb.not-connected", unit=unit.id, space=label))
        if self.left < 1:
            return Refusal("10.1", message("refusal.btb.no-movement-left", unit=unit.id))
        found = self.entry(to)
        if found is not None:
            return found
        return None if gets_clear(self.game.board, self.march, to, self.left - 1) else self.stop(to)

    def reach(self) -> Reach:
        """Where the unit can end its movement, and after how many spaces."""
        return reach(self.game.board, self.march, ties=Ties.AS_FOUND)


class MovementChoices:
    """What can be done in a movement frame; each unit is looked at once, and only when somebody asks about it."""

    def __init__(self, game: Game, state: State, frame: MovementFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self._routes: dict[UnitId, Route] = {}

    def route(self, unit: UnitId) -> Route:
        if unit not in self._routes:
            record = as_activated(self.game, self.state, self.state.unit(unit))
            left = allowance(self.game, record) - (self.frame.spent if unit == self.frame.unit else 0)
            self._routes[unit] = Route(self.game, self.state, record, left)
        return self._routes[unit]

    def halt_refusal(self, unit: UnitId | None = None) -> Refusal | None:
        """What keeps the unit on its way from stopping where it is, so that another may move, or all is done."""
        moving = self.frame.unit
        if moving is None or moving == unit or not self.frame.spent:
            return None
        route = self.route(moving)
        return route.stop(route.unit.at)

    def movers(self) -> list[UnitId]:
        """The units that may come into question."""
        state, side = self.state, self.state.side
        active = [at for at, here in state.markers.items() if MOVE in here]
        found = {unit.id for at in active for unit in state.at(at) if unit.side == side and MOVED not in unit.marks}
        if self.frame.unit is not None:
            found.add(self.frame.unit)
        return sorted(found)

    def steps(self) -> Iterator[StepTo]:
        return (step for unit in self.movers() for step in self.steps_of(unit))

    def steps_of(self, unit: UnitId) -> Iterator[StepTo]:
        record = self.state.units.get(unit)
        if record is None:
            return iter(())
        return (StepTo(unit, to) for to, _ in self.game.materials.land_links[record.at])

    def step_refusal(self, action: StepTo) -> Refusal | None:
        return (
            mover_refusal(self.game, self.state, self.frame, action.unit)
            or self.halt_refusal(action.unit)
            or self.route(action.unit).step_refusal(action.to)
        )

    def digs(self) -> Iterator[Dig]:
        return (Dig(unit) for unit in self.movers())

    def dig_refusal(self, action: Dig) -> Refusal | None:
        if action.unit == self.frame.unit:
            return Refusal("10.2", message("refusal.btb.has-moved", unit=action.unit))
        return dig_refusal(self.game, self.state, action.unit) or self.halt_refusal(action.unit)


class MovementPhase(Phase[MovementFrame]):
    """Units move one after another; those that stay may dig."""

    @rule("7.3", "13.1")
    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """Without a Move marker there is nothing to be done.

        Nothing has changed since the activation; in a position that begins here its supply is noted now.
        """
        for at in sorted(at for at, here in draft.state.markers.items() if MOVE in here):
            note_supply(game, draft, at)
        if not MovementChoices(game, draft.state, frame).movers():
            draft.end()

    @rule("7.3", "10.1")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu | None:
        """No unit has to move; when nothing more can, movement is over."""
        choices = MovementChoices(game, state, frame)
        offers: tuple[Offer[StepTo] | Offer[Dig] | Offer[Done], ...] = (
            Offer(StepTo, choices.steps, choices.step_refusal, of_unit=choices.steps_of),
            Offer(Dig, choices.digs, choices.dig_refusal),
            Offer.one(Done(), choices.halt_refusal()),
        )
        prompt = message("prompt.btb.movement", side=state.side)
        return Menu(state.side, prompt, "10.1", offers, default=Done())

    @rule("10.1", "10.2")
    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        """A unit takes a step or begins to dig; with the end of all movement the dice for trenches are thrown."""
        if isinstance(action, StepTo):
            self._step(game, draft, frame, action)
        elif isinstance(action, Dig):
            draft.replace_frame(MovementFrame(taken=frame.taken))
            draft.mark(action.unit, DIGGING)
            draft.emit(DiggingBegun(action.unit, draft.state.unit(action.unit).at))
        else:
            dig_trenches(game, draft)
            draft.end()

    @rule("8.4", "8.5", "10.1", "10.3")
    def _step(self, game: Game, draft: Draft, frame: MovementFrame, action: StepTo) -> None:
        """What stood there when the round began may have been told to stand fast; what is entered is taken."""
        unit, to = action.unit, action.to
        origin = draft.state.unit(unit).at
        spent = frame.spent + 1 if unit == frame.unit else 1
        side = draft.state.unit(unit).side
        hostile = to in frame.taken or draft.state.control.get(to) == enemy_of(side)
        taken = tuple(dict.fromkeys((*frame.taken, to))) if hostile else frame.taken
        if spent == 1:
            leave_stand_fast(game, draft, unit, origin, free=hostile)
            draft.mark(unit, MOVED)
        draft.move_unit(unit, to)
        draft.emit(UnitMoved(unit, origin, to))
        entered(game, draft, unit)
        more = spent < allowance(game, draft.state.unit(unit))
        draft.replace_frame(MovementFrame(unit, spent, taken) if more else MovementFrame(taken=taken))


CHAPTER = Chapter(
    events=(UnitMoved, DiggingBegun),
    phases={MovementFrame: MovementPhase()},
)
