"""5.0 to 5.7: who may march, where to, and who has to go on before others: all that a movement phase offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from engine.core.actions import DropUnit, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.marching import AskedPlaces, Ban, March
from engine.mechanics.stack_in_hand import moving_with, spend, spent, without
from engine.rulesets.war_in_europe import overruns
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.marches import allowance, march_of, step_costs
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ALLOWANCE,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    FORCED,
    FORTIFIED,
    FUSED,
    LANDED,
    MOVED,
    RAILED,
    REBUILT,
    SAILED,
    Role,
    enemy_of,
)
from engine.rulesets.war_in_europe.overruns import Overrun
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.stacking import full_places, joining_refusal, overstacking
from engine.rulesets.war_in_europe.standing import standing
from engine.rulesets.war_in_europe.weather import is_snowed_in


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


@rule("5.0", "5.25", "5.5", "6.41", "7.32", "8.0", "8.24", "15.1", "16.12", "17.13", "18.21")
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
        FUSED: ("16.12", "fused"),
        REBUILT: ("17.13", "rebuilt"),
        DROPPED: ("8.24", "just-dropped"),
        MOVED: ("5.11", "has-moved"),
        **dict.fromkeys((RAILED, SAILED, FLOWN), ("5.5" if frame.again else "5.25", "went-otherwise")),
        LANDED: ("7.32", "went-otherwise"),
        FLOWN_IN: ("8.0", "went-otherwise"),
    }
    for mark, (case, said) in refused.items():
        if mark in unit.marks:
            return Refusal(case, message(f"refusal.wie.{said}", unit=id))
    if frame.again and not kind.moves_again:
        return Refusal("5.5", message("refusal.wie.moves-once", unit=id))
    if not kind.faces[min(unit.step, len(kind.faces) - 1)].movement:
        return Refusal("5.12", message("refusal.wie.immobile", unit=id))
    if not spent(unit) and is_snowed_in(game, state, unit):
        return Refusal("15.1", message("refusal.wie.immobile", unit=id))
    return None


@rule("5.6", "5.61", "5.65")
def force_refusal(game: Game, state: State, frame: MovementFrame, id: UnitId) -> Refusal | None:
    """Infantry alone, in the initial movement alone, and before its first hex (ruling 12)."""
    if frame.again:
        return Refusal("5.6", message("refusal.wie.force-initial", unit=id))
    refusal = unit_refusal(game, state, frame, id)
    if refusal is not None:
        return refusal
    unit = state.unit(id)
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

    def __init__(self, game: Game, state: State, frame: MovementFrame, *, looks_ahead: bool = True) -> None:
        self.game, self.state, self.frame = game, state, frame
        self.looks_ahead = looks_ahead
        """Whether full hexes are looked beyond; not by those who look beyond one already."""
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
            if FORCED in unit.marks or (crowded and (self._steps_of(name).free or self._overruns_from(unit.at))):
                found.add(name)
        return frozenset(found)

    def _overruns_from(self, at: Location) -> tuple[Overrun, ...]:
        """What those on their way in a hex could overrun from there."""
        moving = tuple(self.state.unit(name) for name in self.moving)
        here = tuple(unit for unit in moving if unit.at == at)
        return tuple(overruns.candidates(self.game, self.state, here))

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
            return tuple(to for to in self._crowds() if self.gathers(id, to))
        steps = self._steps_of(id)
        if len(self.members(id)) > 1:
            return [to for to in steps.free if self._way_refusal(id, to) is None]
        return steps.free

    def step_refusal(self, action: StepTo) -> Refusal | None:
        refusal = self.may_set_out(action.unit)
        if refusal is not None:
            return None if self.gathers(action.unit, action.to) else refusal
        return self._way_refusal(action.unit, action.to)

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
            refusal = overstacking(self.game, (*together, *map(self.state.unit, members)))
            return None if refusal is None or self._goes_on(members, to, members) else refusal
        return None

    # Full hexes on the way

    def _crowds(self) -> frozenset[Location]:
        return frozenset(self.state.unit(unit).at for unit in self.held)

    @rule("5.7", "5.73")
    def gathers(self, id: UnitId, to: Location) -> bool:
        """Whether a unit may join others who wait in a full hex beside an enemy, to overrun him together (ruling 14).

        They are one stack from then on, which overruns or goes on as one.
        """
        held = tuple(sorted(self.held))
        joined = (*held, id)
        if not held or id in held or self.unit_refusal(id) is not None or self._crowds() != {to}:
            return False
        if len(self.members(id)) > 1 or len(joined) > self.game.materials.number("overrun_units"):
            return False
        if any(FORCED in self.state.unit(unit).marks for unit in joined) or isinstance(self.cost(id, to), Refusal):
            return False
        enemies = standing(self.game, self.state, enemy_of(self.state.side)).occupied
        if not any(near in enemies for near, _ in self.game.board.links[to]):
            return False
        return self._goes_on((id,), to, joined)

    @rule("5.16", "5.23")
    def _goes_on(self, movers: tuple[UnitId, ...], to: Location, group: tuple[UnitId, ...]) -> bool:
        """Whether a stack could leave a full hex again as one, or overrun somebody from it, once some have come."""
        if not self.looks_ahead:
            return False
        draft = Draft(self.state)
        for unit in movers:
            cost = self.cost(unit, to)
            assert isinstance(cost, int)
            points = allowance(self.game, self.state, self.state.unit(unit))
            draft.move_unit(unit, to)
            draft.set_unit_value(unit, ALLOWANCE, points)
            spend(draft, unit, max(1, cost))
        beyond = MovementChoices(self.game, draft.state, replace(self.frame, group=group), looks_ahead=False)
        if any(set(each.units_in) == set(group) for each in beyond._overruns_from(to)):
            return True
        return len(beyond._steps_from(group[0])) > 0

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
        """Units that have not finished can be taken in hand; those of one hex together.

        While a stack waits in a full hex nobody else is: it would fall apart, and could not go on as one any more.
        """
        if action.unit in self.frame.group:
            return Refusal("5.11", message("refusal.wie.in-hand", unit=action.unit))
        refusal = self.unit_refusal(action.unit)
        if refusal is None and len(self.held) > 1 and action.unit not in self.held:
            return self.break_refusal(())
        return refusal

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
        refusal = self.unit_refusal(id)
        if refusal is None or unit is None or unit.side != self.state.side:
            return refusal
        return overruns.came_otherwise(unit) or refusal


@rule("5.26", "5.27", "5.8", "6.61", "15.1")
def _no_way(game: Game, unit: Unit, to: Location) -> Refusal:
    """Why there is no step at all: not beside it, sea, blocked sides, ground that is closed to its sort.

    Track that a repair unit finds no way along is of another gauge, which nobody converts in snow.
    """
    label = game.board.label(to)
    if game.board.edge_between(unit.at, to) is None:
        return Refusal("5.12", message("refusal.wie.not-adjacent", unit=unit.id, hex=label))
    if game.materials.kind(unit).role is Role.REPAIR:
        if any(to == near for near, _ in game.materials.ground.rail_links.steps[unit.at]):
            return Refusal("15.1", message("refusal.wie.no-conversion", unit=unit.id, hex=label))
        return Refusal("6.61", message("refusal.wie.off-rails", unit=unit.id, hex=label))
    ground, column = game.materials.ground, game.materials.kind(unit).movement_column
    if not ground.on_map[to]:
        return Refusal("5.27", message("refusal.wie.impassable", unit=unit.id, hex=label))
    if ground.is_barred(column, to):
        return Refusal("5.8", message("refusal.wie.impassable", unit=unit.id, hex=label))
    return Refusal("5.26", message("refusal.wie.impassable", unit=unit.id, hex=label))


@rule("5.21", "5.22", "5.23", "5.64", "6.68")
def ban_refusal(game: Game, unit: UnitId, to: Location, ban: Ban) -> Refusal:
    """The case and the words for a step that is banned; 6.68 is what speaks of violated neutrality (ruling 50)."""
    label = game.board.label(to)
    if ban is Ban.OCCUPIED:
        return Refusal("5.22", message("refusal.wie.enemy-there", hex=label))
    if ban is Ban.ZONE:
        return Refusal("5.64", message("refusal.wie.forced-zone", unit=unit, hex=label))
    if ban is Ban.KEPT_OUT:
        return Refusal("6.68", message("refusal.wie.neutral", hex=label))
    if ban is Ban.NO_WAY_OUT:
        return Refusal("5.23", message("refusal.wie.cannot-stay", unit=unit, hex=label))
    return Refusal("5.21", message("refusal.wie.too-far", unit=unit, hex=label))
