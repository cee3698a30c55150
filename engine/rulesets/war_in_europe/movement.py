"""Chapter 5: the initial and the mechanised movement of a side, with forced marches and overruns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from engine.core.actions import Done, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitMoved
from engine.mechanics.marching import AskedPlaces, Ban, March
from engine.mechanics.stack_in_hand import finish, forget_spent, moving_with, spend, spent, with_taken, without
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe import overruns
from engine.rulesets.war_in_europe.airborne_boxes import LiftOff, lift_off, lift_off_offer
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import lose
from engine.rulesets.war_in_europe.excess import ExcessFrame, excess_pending, forget_crowds
from engine.rulesets.war_in_europe.marches import allowance, march_of, step_costs
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ALLOWANCE,
    DROPPED,
    FLOWN,
    FORCED,
    FORTIFIED,
    MARCHED,
    MOVED,
    OVERRAN,
    RAILED,
    REBUILT,
    SAILED,
    Role,
)
from engine.rulesets.war_in_europe.neutrality import violated
from engine.rulesets.war_in_europe.overruns import Overrun
from engine.rulesets.war_in_europe.railways import entered, make_good
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.stacking import full_places, joining_refusal, overstacking
from engine.rulesets.war_in_europe.supply import is_supplied


@dataclass(frozen=True, slots=True)
class DropUnit(Action):
    """Leave a unit of the moving stack where it is."""

    kind: ClassVar[str] = "drop-unit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ForceMarch(Action):
    """Let an infantry unit force its march; it says so before its first hex."""

    kind: ClassVar[str] = "force-march"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class EndMarch(Action):
    """End a forced march and throw for what it cost."""

    kind: ClassVar[str] = "end-march"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class MarchForced(Event):
    """A unit has forced its march, and this is what the die said of it."""

    kind: ClassVar[str] = "march-forced"
    unit: UnitId
    at: Location
    die: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@rule("5.0", "5.25", "5.5", "6.41", "8.24", "16.12", "17.13", "18.21")
def unit_refusal(game: Game, state: State, frame: MovementFrame, id: UnitId) -> Refusal | None:
    """What keeps a unit from marching in this phase, wherever it wants to go."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("5.11", message("refusal.wie.not-yours", unit=id))
    kind = materials.kind(unit)
    refused = {
        FORTIFIED: ("18.21", "immobile"),
        ABOARD: ("6.41", "aboard"),
        REBUILT: ("17.13", "rebuilt"),
        DROPPED: ("8.24", "just-dropped"),
        MOVED: ("5.11", "has-moved"),
        RAILED: ("5.25", "went-otherwise"),
        SAILED: ("5.25", "went-otherwise"),
        FLOWN: ("5.25", "went-otherwise"),
    }
    for mark, (case, said) in refused.items():
        if mark in unit.marks:
            return Refusal(case, message(f"refusal.wie.{said}", unit=id))
    if frame.again and not kind.moves_again:
        return Refusal("5.5", message("refusal.wie.moves-once", unit=id))
    if not kind.faces[min(unit.step, len(kind.faces) - 1)].movement:
        return Refusal("5.12", message("refusal.wie.immobile", unit=id))
    return None


@rule("5.6", "5.61", "5.65")
def force_refusal(game: Game, state: State, frame: MovementFrame, id: UnitId) -> Refusal | None:
    """Infantry alone, in the initial movement alone, and before its first hex (ruling 12)."""
    refusal = unit_refusal(game, state, frame, id)
    if refusal is not None:
        return refusal
    unit = state.unit(id)
    if frame.again:
        return Refusal("5.6", message("refusal.wie.force-initial", unit=id))
    if not game.materials.kind(unit).can_force_march:
        motor = game.materials.kind(unit).role is Role.MOTORISED
        return Refusal("5.65" if motor else "5.6", message("refusal.wie.never-forces", unit=id))
    if FORCED in unit.marks or spent(unit):
        return Refusal("5.6", message("refusal.wie.force-late", unit=id))
    return None


@dataclass(frozen=True, slots=True, eq=False)
class MarchSteps:
    """What the steps of a sort of march cost, or what bans them, and those that nothing bans."""

    costs: Mapping[Location, int | Ban]
    free: tuple[Location, ...]

    @classmethod
    def of(cls, costs: Mapping[Location, int | Ban]) -> MarchSteps:
        return cls(costs, tuple(to for to, cost in costs.items() if not isinstance(cost, Ban)))


class MovementChoices:
    """What can be done in a movement frame. Each unit is looked at once, and only when somebody asks about it."""

    def __init__(self, game: Game, state: State, frame: MovementFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self._refusals: dict[UnitId, Refusal | None] = {}
        self._steps: dict[UnitId, MarchSteps] = {}
        self._full: dict[str, AskedPlaces] = {}
        self._alike: dict[March, MarchSteps] = {}
        """The steps of each sort of march: units that stand together with as many points left share them."""

    @cached_property
    def candidates(self) -> tuple[Unit, ...]:
        """The units of the side on the map that have not finished their movement."""
        on_map, side = self.game.materials.ground.on_map, self.state.side
        return tuple(
            unit
            for unit in self.state.every_unit()
            if unit.side == side and on_map[unit.at] and MOVED not in unit.marks
        )

    @cached_property
    def moving(self) -> tuple[UnitId, ...]:
        """The units that moved last and may go on, in hand or not."""
        return tuple(unit.id for unit in self.candidates if spent(unit))

    @cached_property
    def held(self) -> frozenset[UnitId]:
        """Units under way that must do something first: leave a full hex, or end a forced march with its die."""
        found: set[UnitId] = set()
        for name in self.moving:
            unit = self.state.unit(name)
            crowded = joining_refusal(self.game, self.state, unit, unit.at) is not None
            if FORCED in unit.marks or (crowded and self._steps_of(name).free):
                found.add(name)
        return frozenset(found)

    def members(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who moves when a unit does: the stack it leads, or it alone."""
        return moving_with(self.frame.group, unit)

    @rule("5.23", "10.21")
    def break_refusal(self, moving: tuple[UnitId, ...]) -> Refusal | None:
        """Who is under way and may not leave it at that goes on before anybody else moves."""
        left = sorted(self.held.difference(moving))
        if not left:
            return None
        if FORCED in self.state.unit(left[0]).marks:
            return Refusal("5.6", message("refusal.wie.march-first", unit=left[0]))
        return Refusal("5.23", message("refusal.wie.must-go-on", unit=left[0]))

    def may_set_out(self, unit: UnitId) -> Refusal | None:
        return self.unit_refusal(unit) or self.break_refusal(self.members(unit))

    def unit_refusal(self, id: UnitId) -> Refusal | None:
        if id not in self._refusals:
            self._refusals[id] = unit_refusal(self.game, self.state, self.frame, id)
        return self._refusals[id]

    # Steps

    def _steps_of(self, id: UnitId) -> MarchSteps:
        found = self._steps.get(id)
        if found is None:
            unit = self.state.unit(id)
            nation = self.game.materials.kind(unit).nation
            if nation not in self._full:
                self._full[nation] = full_places(self.game, self.state, unit.side, nation)
            march = march_of(self.game, self.state, unit, self._full[nation])
            found = self._alike.get(march)
            if found is None:
                found = self._alike[march] = MarchSteps.of(step_costs(self.game, march))
            self._steps[id] = found
        return found

    def steps(self) -> Listing[StepTo]:
        return Listing(StepTo, ((unit.id, self._steps_from(unit.id)) for unit in self.candidates))

    def steps_of(self, id: UnitId) -> Listing[StepTo]:
        return Listing(StepTo, ((id, self._steps_from(id)) for unit in self.candidates if unit.id == id))

    def _steps_from(self, id: UnitId) -> Sequence[Location]:
        """Where a unit can step, with the stack it leads if it leads one."""
        if self.may_set_out(id) is not None:
            return ()
        steps = self._steps_of(id)
        if len(self.members(id)) > 1:
            return [to for to in steps.free if self._way_refusal(id, to) is None]
        return steps.free

    def step_refusal(self, action: StepTo) -> Refusal | None:
        return self.may_set_out(action.unit) or self._way_refusal(action.unit, action.to)

    def _way_refusal(self, leader: UnitId, to: Location) -> Refusal | None:
        """Nobody in a stack goes beyond its own points, and a ban on one of its units stops the whole stack."""
        members = self.members(leader)
        for member in members:
            cost = self.cost(member, to)
            if isinstance(cost, Refusal):
                return cost
        if len(members) < 2:
            return None
        together = [unit for unit in self.state.at(to) if unit.side == self.state.side]
        if len(together) + len(members) > self.game.materials.number("stack_soviet"):
            return overstacking(self.game, (*together, *map(self.state.unit, members)))
        return None

    def cost(self, id: UnitId, to: Location) -> int | Refusal:
        """What a step costs a unit, or what forbids it."""
        refusal = self.unit_refusal(id)
        if refusal is not None:
            return refusal
        cost = self._steps_of(id).costs.get(to)
        if cost is None:
            return _no_way(self.game, self.state.unit(id), to)
        return ban_refusal(self.game, id, to, cost) if isinstance(cost, Ban) else cost

    # Stacks

    def picks(self) -> Iterator[PickUnit]:
        return (PickUnit(unit.id) for unit in self.candidates if unit.id not in self.frame.group)

    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        """Units that have not finished can be taken in hand; those of one hex together."""
        if action.unit in self.frame.group:
            return Refusal("5.11", message("refusal.wie.in-hand", unit=action.unit))
        return self.unit_refusal(action.unit)

    def drop_refusal(self, action: DropUnit) -> Refusal | None:
        if action.unit not in self.frame.group:
            return Refusal("5.11", message("refusal.wie.not-in-hand", unit=action.unit))
        return self.break_refusal(without(self.frame.group, (action.unit,)))

    # Forced marches and overruns

    def end_refusal(self, action: EndMarch) -> Refusal | None:
        unit = self.state.units.get(action.unit)
        if (
            unit is None
            or unit.side != self.state.side
            or FORCED not in unit.marks
            or not spent(unit)
            or MOVED in unit.marks
        ):
            return Refusal("5.6", message("refusal.wie.no-march", unit=action.unit))
        if joining_refusal(self.game, self.state, unit, unit.at) is not None and self._steps_of(unit.id).free:
            return Refusal("5.23", message("refusal.wie.must-go-on", unit=action.unit))
        return None

    def overrun_candidates(self) -> Iterator[Overrun]:
        """Those who have stopped beside the enemy take part with the points they have left."""
        side = self.state.side
        able = tuple(
            unit for unit in self.state.every_unit() if unit.side == side and self._may_overrun(unit.id) is None
        )
        return overruns.candidates(self.game, self.state, able)

    def overrun_refusal(self, action: Overrun) -> Refusal | None:
        for unit in action.units_in:
            refusal = self._may_overrun(unit)
            if refusal is not None:
                return refusal
        return self.break_refusal(action.units_in) or overruns.overrun_refusal(self.game, self.state, action)

    def _may_overrun(self, id: UnitId) -> Refusal | None:
        unit = self.state.units.get(id)
        if unit is not None and unit.side == self.state.side and MOVED in unit.marks and spent(unit):
            return None
        return self.unit_refusal(id)


@rule("5.26", "5.27", "5.8")
def _no_way(game: Game, unit: Unit, to: Location) -> Refusal:
    """Why there is no step at all: not beside it, sea, blocked sides, ground that is closed to its sort."""
    label = game.board.label(to)
    if game.board.edge_between(unit.at, to) is None:
        return Refusal("5.12", message("refusal.wie.not-adjacent", unit=unit.id, hex=label))
    if game.materials.kind(unit).role is Role.REPAIR:
        return Refusal("6.61", message("refusal.wie.off-rails", unit=unit.id, hex=label))
    ground, column = game.materials.ground, game.materials.kind(unit).movement_column
    if not ground.on_map[to]:
        return Refusal("5.27", message("refusal.wie.impassable", unit=unit.id, hex=label))
    if ground.is_barred(column, to):
        return Refusal("5.8", message("refusal.wie.impassable", unit=unit.id, hex=label))
    return Refusal("5.26", message("refusal.wie.impassable", unit=unit.id, hex=label))


@rule("5.21", "5.22", "5.23", "5.64")
def ban_refusal(game: Game, unit: UnitId, to: Location, ban: Ban) -> Refusal:
    """The case and the words for a step that is banned."""
    label = game.board.label(to)
    if ban is Ban.OCCUPIED:
        return Refusal("5.22", message("refusal.wie.enemy-there", hex=label))
    if ban is Ban.ZONE:
        return Refusal("5.64", message("refusal.wie.forced-zone", unit=unit, hex=label))
    if ban is Ban.KEPT_OUT:
        return Refusal("5.27", message("refusal.wie.neutral", hex=label))
    if ban is Ban.NO_WAY_OUT:
        return Refusal("5.23", message("refusal.wie.cannot-stay", unit=unit, hex=label))
    return Refusal("5.21", message("refusal.wie.too-far", unit=unit, hex=label))


class MovementPhase(Phase[MovementFrame]):
    """Units and stacks move one after another."""

    @rule("14.11", "14.13")
    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """Supply is looked at once for the whole phase, for both sides."""
        materials: Materials = game.materials
        short = tuple(
            unit.id
            for unit in draft.state.every_unit()
            if materials.is_on_map(unit) and not is_supplied(game, draft.state, unit)
        )
        draft.replace_frame(replace(frame, short=short))

    @rule("5.0", "5.11", "5.15")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        """Move all, some or none of the units; force marches; overrun; end the phase. There is no combat here."""
        choices = MovementChoices(game, state, frame)
        case = "5.5" if frame.again else "5.0"
        offers: tuple[Offer[Any], ...] = (
            Offer(StepTo, choices.steps, choices.step_refusal, of_unit=choices.steps_of, exact=True),
            Offer(Overrun, choices.overrun_candidates, choices.overrun_refusal),
            Offer(
                ForceMarch,
                lambda: (ForceMarch(unit.id) for unit in choices.candidates),
                lambda action: choices.break_refusal(()) or force_refusal(game, state, frame, action.unit),
            ),
            Offer(EndMarch, lambda: map(EndMarch, choices.moving), choices.end_refusal),
            lift_off_offer(game, state, frame),
            Offer(PickUnit, choices.picks, choices.pick_refusal),
            Offer(DropUnit, lambda: map(DropUnit, frame.group), choices.drop_refusal),
            Offer.one(Done(), choices.break_refusal(())),
        )
        said = message("prompt.wie.mechanised" if frame.again else "prompt.wie.initial", side=state.side)
        forced = next((name for name in choices.moving if FORCED in state.unit(name).marks), None)
        if forced is None:
            return Menu(state.side, said, case, offers, default=Done())
        said = message("prompt.wie.forced", side=state.side, unit=forced)
        return Menu(state.side, said, "5.6", offers, default=EndMarch(forced))

    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        choices = MovementChoices(game, draft.state, frame)
        if isinstance(action, Done):
            finish(draft, choices.moving, MOVED)
            self._close(game, draft)
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, group=with_taken(draft.state, frame.group, action.unit)))
        elif isinstance(action, DropUnit):
            finish(draft, (action.unit,), MOVED)
            draft.replace_frame(replace(frame, group=without(frame.group, (action.unit,))))
        elif isinstance(action, ForceMarch):
            draft.mark(action.unit, FORCED)
        elif isinstance(action, EndMarch):
            self._end_march(game, draft, frame, action.unit)
        elif isinstance(action, Overrun):
            finish(draft, without(choices.moving, action.units_in), MOVED)
            draft.replace_frame(replace(frame, group=action.units_in))
            overruns.overrun(game, draft, action)
        elif isinstance(action, LiftOff):
            lift_off(game, draft, action)
        elif isinstance(action, StepTo):
            self._step(game, draft, choices, action)

    @rule("5.12", "5.16")
    def _step(self, game: Game, draft: Draft, choices: MovementChoices, action: StepTo) -> None:
        """A stack moves: those that moved before and are not of it have finished."""
        members = choices.members(action.unit)
        finish(draft, without(choices.moving, members), MOVED)
        draft.replace_frame(replace(choices.frame, group=members))
        for unit in members:
            record, cost = choices.state.unit(unit), choices.cost(unit, action.to)
            assert isinstance(cost, int)
            points = allowance(game, choices.state, record)
            draft.move_unit(unit, action.to)
            draft.mark(unit, MARCHED)
            draft.set_unit_value(unit, ALLOWANCE, points)
            spend(draft, unit, max(1, cost))
            draft.emit(UnitMoved(unit, record.at, action.to, cost))
            self._arrive(game, draft, unit)

    @rule("6.61", "6.62")
    def _arrive(self, game: Game, draft: Draft, unit: UnitId) -> None:
        """Every unit takes the hex it comes into; a repair unit makes its railway good besides."""
        record = draft.state.unit(unit)
        kind = game.materials.kind(record)
        entered(game, draft, record.at, record.side)
        violated(game, draft, record.at, record.side)
        if kind.role is Role.REPAIR:
            make_good(game, draft, record.at, record.side, broad=kind.nation in game.materials.words("broad_nations"))

    @rule("5.6", "5.61", "11.35")
    def _end_march(self, game: Game, draft: Draft, frame: MovementFrame, unit: UnitId) -> None:
        """On a one the unit is a battle group now, or gone if it cannot be or is one already.

        That it forced its march is remembered to the end of the phase, as it may overrun nobody (5.77).
        """
        die = draft.roll()
        draft.mark(unit, MOVED)
        draft.emit(MarchForced(unit, draft.state.unit(unit).at, die))
        draft.replace_frame(replace(frame, group=without(frame.group, (unit,))))
        if die <= game.materials.number("forced_march_loss"):
            lose(game, draft, unit)

    @rule("5.0", "12.62", "10.21")
    def _close(self, game: Game, draft: Draft) -> None:
        """Points left over are lost; where too many still stand together somebody says who goes."""
        forget_spent(draft)
        for unit in draft.state.every_unit():
            if ALLOWANCE in unit.values:
                draft.set_unit_value(unit.id, ALLOWANCE, None)
        draft.unmark_all(MOVED, FORCED, OVERRAN)
        if excess_pending(game, draft.state, draft.state.side):
            draft.goto(ExcessFrame(draft.state.side))
        else:
            forget_crowds(draft, draft.state.side)
            draft.end()


CHAPTER = Chapter(
    actions=(DropUnit, ForceMarch, EndMarch),
    events=(UnitMoved, MarchForced),
    phases={MovementFrame: MovementPhase()},
)
