"""Chapter 7: a movement sequence. Units and stacks march hex by hex; others go by rail and by sea, or come in.

The frame holds the stack in hand. Its first unit leads it: a step of the leader is a step of all. What has moved goes
no further once another has taken a step. Before anybody moves, those that are routed run (8.2.6 D); when all have moved
the side rallies (2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from engine.core.actions import Done, DropUnit, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitMoved
from engine.mechanics.marching import Ban, steps_of
from engine.mechanics.stack_in_hand import finish, is_under_way, moving_with, spend, spent, with_taken, without
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.fatigue import DECLARED, pay_forced_march
from engine.rulesets.white_october.marches import (
    CoverLifted,
    end_of_movement,
    is_caught,
    is_spent,
    keeps_cover,
    march_of,
    note_cover,
    open_steps,
    reserved_hexes,
)
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.moves import SPECIAL_MOVES, begin_movement, close_movement, unfinished
from engine.rulesets.white_october.names import FORCED_MARCH, MOVED, RESTING, ROUTED, SPENT, WHITE, Role, Trait
from engine.rulesets.white_october.ratings import allowance
from engine.rulesets.white_october.red_morale import shunned
from engine.rulesets.white_october.stacking import joining_refusal, leaves_vehicles_alone, lonely_vehicles, overstacking


@dataclass(frozen=True, slots=True)
class ForceMarch(Action):
    """Declare a forced march of the North-West Army for this sequence."""

    kind: ClassVar[str] = "force-march"


@dataclass(frozen=True, slots=True)
class MarchForced(Event):
    kind: ClassVar[str] = "march-forced"


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """A movement sequence; `group` is the stack in hand, its leader first."""

    kind: ClassVar[str] = "movement"
    group: tuple[UnitId, ...] = ()


_OWN_WAYS: Final = {Role.TROTSKY: "7.6", Role.ARMOURED_TRAIN: "14.2", Role.FLEET: "15.1"}
"""The cases by which those move that do not march."""


@rule("7", "7.5.1", "7.6", "11.2.2", "14.2", "15.1")
def unit_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """What keeps a unit from marching in this sequence, wherever it wants to go.

    One that has moved and spent nothing went by rail, and does not combine that with a march.
    """
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("7", message("refusal.wo.not-yours", unit=id))
    kind = materials.kind(unit)
    if kind.has(Trait.DISTRICT):
        return Refusal("11.2.2", message("refusal.wo.stays-in-district", unit=id))
    if not kind.marches or not allowance(game, state, unit):
        return Refusal(_OWN_WAYS.get(kind.role, "7.1"), message("refusal.wo.never-marches", unit=id))
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed-moves", unit=id))
    if MOVED in unit.marks:
        return Refusal("7" if spent(unit) else "7.5.1", message("refusal.wo.has-moved", unit=id))
    return None


@rule("7.4", "9.3")
def forced_march_refusal(game: Game, state: State) -> Refusal | None:
    """The White side may declare one at any time of its sequence, but not in a turn of rest."""
    if state.side != WHITE:
        return Refusal("7.4", message("refusal.wo.march-not-white"))
    if state.values.get(RESTING, False):
        return Refusal("9.3", message("refusal.wo.march-resting"))
    if state.values.get(FORCED_MARCH, False):
        return Refusal("7.4", message("refusal.wo.march-declared"))
    return None


@derived("units", "stacks", "side")
def movers(game: Game, state: State) -> tuple[Unit, ...]:
    """The units of the side on the map that march and have not finished."""
    materials: Materials = game.materials
    on_map, kinds, side = materials.ground.on_map, materials.kinds, state.side
    mine = (unit for unit in state.every_unit() if unit.side == side and on_map[unit.at])
    return tuple(unit for unit in mine if kinds[unit.type].marches and not is_spent(unit))


@derived("units", "stacks", "side")
def under_way(game: Game, state: State) -> tuple[UnitId, ...]:
    """Those of them that have moved already."""
    return tuple(unit.id for unit in movers(game, state) if SPENT in unit.values)


class MovementChoices:
    """What can be done in a movement frame. Each unit is looked at once, and only when somebody asks about it."""

    def __init__(self, game: Game, state: State, frame: MovementFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self._refusals: dict[UnitId, Refusal | None] = {}
        self._steps: dict[UnitId, Mapping[Location, int | Ban]] = {}

    @cached_property
    def candidates(self) -> tuple[Unit, ...]:
        """The units that can march now, if they have movement points."""
        return movers(self.game, self.state)

    @cached_property
    def moving(self) -> tuple[UnitId, ...]:
        """The units that moved last and may go on, in hand or not."""
        return under_way(self.game, self.state)

    @cached_property
    def caught(self) -> frozenset[UnitId]:
        """The units under way that may not stop where they are and can go on (7.2)."""
        caught = (unit for unit in self.moving if is_caught(self.game, self.state, self.state.unit(unit)))
        return frozenset(
            unit for unit in caught if any(not isinstance(cost, Ban) for cost in self._steps_of(unit).values())
        )

    def members(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who moves when a unit does: the stack it leads, or it alone."""
        return moving_with(self.frame.group, unit)

    @rule("7.2", "7.8")
    def break_refusal(self, moving: tuple[UnitId, ...]) -> Refusal | None:
        """Who is under way and may not stay where it is goes on before anybody else moves."""
        left = sorted(self.caught.difference(moving)) if self.caught else []
        if not left:
            return None
        return Refusal(
            _closing_case(self.game, self.state, self.state.unit(left[0]), self.state.unit(left[0]).at),
            message("refusal.wo.must-go-on", unit=left[0]),
        )

    def may_set_out(self, unit: UnitId) -> Refusal | None:
        """What keeps a unit, or the stack it leads, from moving now."""
        return self._unit_refusal(unit) or self._setting_out_refusal(self.members(unit))

    def _setting_out_refusal(self, members: tuple[UnitId, ...]) -> Refusal | None:
        """What keeps units that can march where they are."""
        return self.break_refusal(members) or self._leaving_refusal(members)

    def _unit_refusal(self, id: UnitId) -> Refusal | None:
        if id not in self._refusals:
            self._refusals[id] = unit_refusal(self.game, self.state, id)
        return self._refusals[id]

    @rule("7.2", "7.3", "14.1")
    def _leaving_refusal(self, members: tuple[UnitId, ...]) -> Refusal | None:
        """Who has covered a move stays; and nobody leaves vehicles alone behind."""
        state, units = self.state, tuple(self.state.unit(unit) for unit in members)
        at = units[0].at
        if not keeps_cover(self.game, state, units, at):
            return Refusal("7.3", message("refusal.wo.covering", unit=units[0].id))
        if len(units) == 1 and not leaves_vehicles_alone(self.game, state, units[0]):
            return None
        left = [unit for unit in state.at(at) if unit.side == state.side and unit.id not in members]
        return lonely_vehicles(self.game, left)

    # Steps

    def _steps_of(self, id: UnitId) -> Mapping[Location, int | Ban]:
        """What each step from where a unit stands costs it, or what bans it."""
        found = self._steps.get(id)
        if found is None:
            march = march_of(self.game, self.state, self.state.unit(id))
            found = self._steps[id] = steps_of(self.game.board, march)
        return found

    def steps(self) -> Listing[StepTo]:
        return Listing(StepTo, ((unit.id, self._steps_from(unit)) for unit in self.candidates))

    def steps_of(self, id: UnitId) -> Listing[StepTo]:
        return Listing(StepTo, ((unit.id, self._steps_from(unit)) for unit in self.candidates if unit.id == id))

    def _steps_from(self, unit: Unit) -> Sequence[Location]:
        members = self.members(unit.id)
        if self._setting_out_refusal(members) is not None:
            return ()
        if len(members) == 1:
            return open_steps(self.game, self.state, unit)
        return [to for to in self._steps_of(unit.id) if self._way_refusal(unit.id, to) is None]

    def step_refusal(self, action: StepTo) -> Refusal | None:
        return self.may_set_out(action.unit) or self._way_refusal(action.unit, action.to)

    def _way_refusal(self, leader: UnitId, to: Location) -> Refusal | None:
        """Nobody in a stack goes beyond its own points, and a ban on one of its units stops the whole stack."""
        members = self.members(leader)
        for member in members:
            cost = self.cost(member, to, alone=len(members) == 1)
            if isinstance(cost, Refusal):
                return cost
        return self._crowding(members, to) if len(members) > 1 else None

    @rule("7.2", "7.8")
    def _crowding(self, members: tuple[UnitId, ...], to: Location) -> Refusal | None:
        """A stack enters a hex where it may not stay only if all of it can go on from there to one where it may."""
        refusal = self._staying_refusal(members, to)
        return None if refusal is None or self._leads_on(members, to) else refusal

    @rule("7.2", "7.8", "14.1")
    def _staying_refusal(self, members: tuple[UnitId, ...], at: Location) -> Refusal | None:
        """What keeps a stack from staying in a hex: the enemy is about to come in, too many, or vehicles alone."""
        state = self.state
        if at in reserved_hexes(self.game, state, state.side):
            said = message("refusal.wo.cannot-stay", unit=members[0], hex=self.game.board.label(at))
            return Refusal("7.8", said)
        there = [unit for unit in state.at(at) if unit.side == state.side and unit.id not in members]
        together = (*there, *(state.unit(unit) for unit in members))
        return overstacking(self.game, at, together) or lonely_vehicles(self.game, together)

    def _leads_on(self, members: tuple[UnitId, ...], to: Location) -> bool:
        """Whether a stack that has come to a hex has the points to go on together to one where it may stay."""
        marches = [march_of(self.game, self.state, self.state.unit(unit)) for unit in members]
        paid = [self.cost(unit, to, alone=False) for unit in members]
        left = tuple(march.points - cost for march, cost in zip(marches, paid, strict=True) if isinstance(cost, int))
        seen, waiting, origin = {(to, left)}, [(to, left)], marches[0].at
        while waiting:
            at, left = waiting.pop()
            tolls = [dict(march.conditions.tolls_from(at)) for march in marches]
            for further in tolls[0]:
                costs = [each.get(further, Ban.KEPT_OUT) for each in tolls]
                rest = tuple(
                    points - cost for points, cost in zip(left, costs, strict=True) if not isinstance(cost, Ban)
                )
                if further == origin or len(rest) < len(members) or min(rest) < 0 or (further, rest) in seen:
                    continue
                if self._staying_refusal(members, further) is None:
                    return True
                seen.add((further, rest))
                waiting.append((further, rest))
        return False

    def cost(self, id: UnitId, to: Location, *, alone: bool = True) -> int | Refusal:
        """What a step costs a unit, or what forbids it; of a stack it is asked elsewhere where it may end."""
        refusal = self._unit_refusal(id)
        if refusal is not None:
            return refusal
        cost = self._steps_of(id).get(to)
        if cost is None:
            return _no_way(self.game, self.state.unit(id), to)
        if cost is Ban.NO_WAY_OUT and not alone:
            march = replace(march_of(self.game, self.state, self.state.unit(id)), not_to_end=frozenset())
            cost = steps_of(self.game.board, march)[to]
        return ban_refusal(self.game, self.state, id, to, cost) if isinstance(cost, Ban) else cost

    # Stacks

    def picks(self) -> Listing[PickUnit]:
        free = (unit for unit in self.candidates if unit.id not in self.frame.group)
        return Listing.each(PickUnit, [unit.id for unit in free if allowance(self.game, self.state, unit)])

    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        """Units that have not finished can be taken in hand; those of one hex together."""
        if action.unit in self.frame.group:
            return Refusal("7", message("refusal.wo.in-hand", unit=action.unit))
        return self._unit_refusal(action.unit)

    def with_picked(self, id: UnitId) -> tuple[UnitId, ...]:
        return with_taken(self.state, self.frame.group, id)

    @rule("7.2")
    def drop_refusal(self, action: DropUnit) -> Refusal | None:
        """Any unit of the stack can be left behind where it may stay."""
        if action.unit not in self.frame.group:
            return Refusal("7", message("refusal.wo.not-in-hand", unit=action.unit))
        if is_under_way(self.state, self.frame.group) and len(self.frame.group) == 1:
            return Refusal("7", message("refusal.wo.last-in-hand", unit=action.unit))
        return self.break_refusal(without(self.frame.group, (action.unit,)))


@rule("7.1")
def _no_way(game: Game, unit: Unit, to: Location) -> Refusal:
    """Why there is no step at all: not beside it, or ground that it cannot pass."""
    if game.board.edge_between(unit.at, to) is None:
        return Refusal("7", message("refusal.wo.not-adjacent", unit=unit.id, hex=game.board.label(to)))
    return Refusal("7.1", message("refusal.wo.impassable", unit=unit.id, hex=game.board.label(to)))


@rule("7.2", "7.8", "12")
def _closing_case(game: Game, state: State, unit: Unit, at: Location) -> str:
    """The case by which a unit does not stay in a hex: the enemy comes in there, or the hex or district is too full."""
    if at in reserved_hexes(game, state, state.side):
        return "7.8"
    crowd = joining_refusal(game, state, unit, at)
    return crowd.rule if crowd is not None else "7.2"


@rule("7.1", "7.2", "7.8", "10.1")
def ban_refusal(game: Game, state: State, unit: UnitId, to: Location, ban: Ban) -> Refusal:
    """The case and the words for a step that is banned."""
    label = game.board.label(to)
    if ban is Ban.OCCUPIED:
        return Refusal("7", message("refusal.wo.enemy-there", hex=label))
    if ban is Ban.KEPT_OUT and to in shunned(game, state, state.unit(unit)):
        return Refusal("10.1", message("refusal.wo.restricted", unit=unit, hex=label))
    if ban in (Ban.NO_WAY_OUT, Ban.KEPT_OUT):
        case = _closing_case(game, state, state.unit(unit), to)
        return Refusal(case, message("refusal.wo.cannot-stay", unit=unit, hex=label))
    return Refusal("7.1", message("refusal.wo.too-far", unit=unit, hex=label))


class MovementPhase(Phase[MovementFrame]):
    """Units and stacks move one after another."""

    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """Those that are routed run before anybody else moves."""
        begin_movement(game, draft)

    @rule("2", "7")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        """Move all, some or none of the units; force the march; end the sequence."""
        choices = MovementChoices(game, state, frame)
        special = tuple(self._special(game, state, choices, each) for each in SPECIAL_MOVES)
        offers: tuple[Offer[Any], ...] = (
            Offer(StepTo, choices.steps, choices.step_refusal, of_unit=choices.steps_of, exact=True),
            *special,
            Offer(PickUnit, choices.picks, choices.pick_refusal, exact=True),
            Offer(DropUnit, lambda: map(DropUnit, frame.group), choices.drop_refusal),
            Offer.one(ForceMarch(), forced_march_refusal(game, state)),
            Offer.one(Done(), choices.break_refusal(()) or unfinished(game, state)),
        )
        return Menu(state.side, message("prompt.wo.movement", side=state.side), "7", offers, default=Done())

    def _special(self, game: Game, state: State, choices: MovementChoices, move: Any) -> Offer[Any]:
        """A special move as it is offered here: not while somebody has to go on."""
        offer: Offer[Any] = move.offer(game, state)
        waits = choices.break_refusal(())
        if waits is None:
            return offer
        return Offer(move.action, lambda: (), lambda action: waits)

    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        choices = MovementChoices(game, draft.state, frame)
        if isinstance(action, Done):
            finish(draft, choices.moving, MOVED)
            close_movement(game, draft)
            end_of_movement(draft)
            draft.end()
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, group=choices.with_picked(action.unit)))
        elif isinstance(action, DropUnit):
            finish(draft, (action.unit,), MOVED)
            draft.replace_frame(replace(frame, group=without(frame.group, (action.unit,))))
        elif isinstance(action, ForceMarch):
            draft.set_value(FORCED_MARCH, DECLARED)
            draft.emit(MarchForced())
        elif isinstance(action, StepTo):
            self._step(game, draft, choices, action)
        else:
            finish(draft, choices.moving, MOVED)
            draft.replace_frame(replace(frame, group=()))
            next(move for move in SPECIAL_MOVES if move.action is type(action)).carry_out(game, draft, action)

    @rule("7.1", "7.3", "7.4")
    def _step(self, game: Game, draft: Draft, choices: MovementChoices, action: StepTo) -> None:
        """A stack moves: those that moved before and are not of it have finished."""
        members = choices.members(action.unit)
        finish(draft, without(choices.moving, members), MOVED)
        draft.replace_frame(replace(choices.frame, group=members))
        costs = {unit: choices.cost(unit, action.to, alone=len(members) == 1) for unit in members}
        note_cover(game, draft, action.to, draft.state.side)
        for unit in members:
            origin, cost = draft.state.unit(unit).at, costs[unit]
            assert isinstance(cost, int)
            draft.move_unit(unit, action.to)
            spend(draft, unit, max(1, cost))
            draft.emit(UnitMoved(unit, origin, action.to, cost))
            self._pay_march(game, draft, unit)
        entered(game, draft, action.to, draft.state.side)

    @rule("7.4")
    def _pay_march(self, game: Game, draft: Draft, unit: UnitId) -> None:
        """Whoever spends a point that it has by the forced march alone makes the army pay for it."""
        record = draft.state.unit(unit)
        materials: Materials = game.materials
        if not draft.state.values.get(FORCED_MARCH, False) or not materials.kind(record).is_nwa:
            return
        if spent(record) > allowance(game, draft.state, record) - materials.number("forced_march"):
            pay_forced_march(draft)


CHAPTER = Chapter(
    actions=(DropUnit, ForceMarch),
    events=(UnitMoved, MarchForced, CoverLifted),
    phases={MovementFrame: MovementPhase()},
)
