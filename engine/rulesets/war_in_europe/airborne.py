"""Chapter 8: the air movement phase: drops from the box, transport by air, and what becomes of the transports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow, UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import UNREACHED, LinkCosts, field, link_costs
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import carriers, change, holds_air, points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import MOUNTAIN
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ARMS,
    AXIS,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    FRONT,
    FUSED,
    LANDED,
    MARCHED,
    RAILED,
    REBUILT,
    SAILED,
    Front,
    Role,
    Trait,
    enemy_of,
    lift,
    lift_out,
    returning,
)
from engine.rulesets.war_in_europe.neutrality import neutral_hexes
from engine.rulesets.war_in_europe.railways import entered
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import company, standing
from engine.rulesets.war_in_europe.supply import Quality, quality_at, supplied_hexes
from engine.rulesets.war_in_europe.weather import is_frozen

ASSAULT, TRANSPORT = "assault", "transport"


@dataclass(frozen=True, slots=True)
class AirDrop(Action):
    """Drop an airborne unit from the box onto a hex."""

    kind: ClassVar[str] = "air-drop"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class FlyTo(Action):
    """Fly an airborne unit to a friendly hex."""

    kind: ClassVar[str] = "fly-to"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class UnitDropped(Event):
    kind: ClassVar[str] = "unit-dropped"
    unit: UnitId
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@dataclass(frozen=True, slots=True)
class UnitFlown(Event):
    kind: ClassVar[str] = "unit-flown"
    unit: UnitId
    origin: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, (self.origin, self.to)),)


@dataclass(frozen=True, slots=True)
class TransportsReturned(Event):
    """What the dice left of the transports of one use."""

    kind: ClassVar[str] = "transports-returned"
    side: Side
    use: str
    dice: tuple[int, ...]
    lost: int
    turn: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return tuple(DieThrow(die, self.side, purpose=self.use) for die in self.dice)


@dataclass(frozen=True, slots=True)
class AirMovementFrame(Frame):
    """The air movement of a side; `used` has a transport point each, as arm and use."""

    kind: ClassVar[str] = "air-movement"
    used: tuple[str, ...] = ()


# Routes


@rule("8.0", "8.37")
@derived("values")
def closed_skies(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Where no route goes: over neutral countries, and over fronts that the enemy's aircraft hold."""
    held = {front for front in Front if holds_air(state, enemy_of(side), front)}
    fronts = game.materials.ground.fronts
    over = frozenset(at for at in game.board.locations() if fronts[at] in held) if held else frozenset()
    return over | neutral_hexes(game, state)


@derived("values")
def _open_air(game: Game, state: State, side: Side) -> LinkCosts:
    """Steps in the air, a point a hex, where a side may fly."""
    closed, on_map = closed_skies(game, state, side), game.materials.ground.on_map
    return link_costs(
        game.board, lambda origin, target, edge: 1 if on_map[target] and Location(target) not in closed else None
    )


@rule("8.0", "8.28", "8.38")
@derived("values")
def within(game: Game, state: State, side: Side, starts: frozenset[Location], most: int) -> frozenset[Location]:
    """The hexes at most so many from some others along a route that keeps to open skies."""
    open_starts = starts - closed_skies(game, state, side)
    if not open_starts:
        return frozenset()
    found = field(game.board, open_starts, _open_air(game, state, side), limit=most)
    return frozenset(Location(at) for at, cost in enumerate(found) if cost != UNREACHED)


@rule("14.61")
@derived("units", "stacks", "control", "markers", "turn", "values")
def _main_fields(game: Game, state: State, side: Side, front: str) -> frozenset[Location]:
    """The hexes of a front with a main line of supply, where units in its box may be taken on board."""
    fronts = game.materials.ground.fronts
    return frozenset(at for at in supplied_hexes(game, state, side, Quality.MAJOR) if fronts[at] == front)


@rule("8.22", "14.61")
@derived("units", "stacks", "control", "markers", "turn", "values")
def drop_zone(game: Game, state: State, side: Side, front: str) -> frozenset[Location]:
    """Where units of a front can be dropped: twelve hexes from a hex of it with a main line of supply."""
    return within(game, state, side, _main_fields(game, state, side, front), game.materials.number("drop_range"))


# Who flies


@rule("8.0")
def flies(kind: Kind) -> bool:
    """Airborne units alone, of the Axis only regiments."""
    return kind.role is Role.AIRBORNE and (kind.side != AXIS or kind.has(Trait.REGIMENT))


def front_of(game: Game, unit: Unit) -> str:
    """The front of a unit: that of its box, or of its hex."""
    if FRONT in unit.values:
        return str(unit.values[FRONT])
    fronts = game.materials.ground.fronts
    return str(fronts[unit.at]) if game.materials.is_on_map(unit) else ""


@rule("8.31", "8.32")
def carrier_of(game: Game, state: State, unit: Unit) -> str | None:
    """Whose point of air transport on the front of a unit would carry it; None where there is none."""
    arms, front = carriers(unit.side, game.materials.kind(unit).nation), front_of(game, unit)
    return next((str(arm) for arm in arms if points_in(state, lift_out(arm, front))), None)


@rule("8.11", "8.21", "8.22", "8.31", "8.32", "8.23", "17.13")
def flyer_refusal(game: Game, state: State, id: UnitId, *, drop: bool = False) -> Refusal | None:
    """An airborne unit on the map or ready in a box that has done nothing else, and a transport of its own front.

    Transports that wait on that front were not assigned to air movement in the air turn (8.11).
    """
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side:
        return Refusal("8.0", message("refusal.wie.not-yours", unit=id))
    kind = materials.kind(unit)
    if not flies(kind):
        return Refusal("8.0", message("refusal.wie.never-flies", unit=id))
    otherwise = {DROPPED: "8.24", **dict.fromkeys((MARCHED, RAILED, SAILED, LANDED, FLOWN, FLOWN_IN), "8.23")}
    for mark, case in {FUSED: "16.12", REBUILT: "17.13", ABOARD: "6.41", **otherwise}.items():
        if mark in unit.marks:
            return Refusal(case, message("refusal.wie.busy", unit=id))
    if not front_of(game, unit):
        return Refusal("8.21", message("refusal.wie.not-in-box", unit=id))
    if carrier_of(game, state, unit) is None:
        arms, front = carriers(unit.side, kind.nation), front_of(game, unit)
        idle = any(points_in(state, lift(arm, front)) for arm in arms)
        return Refusal("8.11" if idle else "8.22" if drop else "8.31", message("refusal.wie.no-lift", unit=id))
    return None


@rule("8.21", "8.22", "8.24", "8.28", "5.22")
def drop_refusal(game: Game, state: State, action: AirDrop) -> Refusal | None:
    """From the box alone, onto ground that is no mountain, within range, with room for it."""
    refusal = flyer_refusal(game, state, action.unit, drop=True)
    if refusal is not None:
        return refusal
    unit, ground, label = state.unit(action.unit), game.materials.ground, game.board.label(action.to)
    if game.materials.is_on_map(unit) or FRONT not in unit.values:
        return Refusal("8.21", message("refusal.wie.not-in-box", unit=action.unit))
    if not ground.land(frozen=is_frozen(game, state))[action.to] or game.board.terrains[action.to] == MOUNTAIN:
        return Refusal("8.24", message("refusal.wie.no-drop-ground", hex=label))
    if action.to in closed_skies(game, state, unit.side):
        return Refusal("8.0", message("refusal.wie.out-of-range", hex=label))
    starts, most = _main_fields(game, state, unit.side, front_of(game, unit)), game.materials.number("drop_range")
    if not starts:
        return Refusal("8.22", message("refusal.wie.no-airfield", unit=action.unit))
    if action.to not in within(game, state, unit.side, starts, most):
        case = "8.0" if action.to in ground.hexes_from(starts, most) else "8.28"
        return Refusal(case, message("refusal.wie.out-of-range", hex=label))
    return joining_refusal(game, state, unit, action.to)


@rule("8.3", "8.31", "8.33", "8.34", "8.37", "8.38", "5.22")
def fly_refusal(game: Game, state: State, action: FlyTo) -> Refusal | None:
    """From the box or a hex with a main line, to a supplied friendly hex or to friends, mountains at neither end."""
    refusal = flyer_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    materials: Materials = game.materials
    unit, label = state.unit(action.unit), game.board.label(action.to)
    if materials.is_on_map(unit):
        mountain = game.board.terrains[unit.at] == MOUNTAIN
        if mountain or quality_at(game, state, unit.side, materials.kind(unit), unit.at) < Quality.MAJOR:
            return Refusal("8.33", message("refusal.wie.no-airfield", unit=action.unit))
        starts = frozenset({unit.at})
    else:
        starts = _main_fields(game, state, unit.side, front_of(game, unit))
        if not starts:
            return Refusal("8.33", message("refusal.wie.no-airfield", unit=action.unit))
    if action.to in _fought_over(game, state, unit.side):
        return Refusal("5.22", message("refusal.wie.enemy-there", hex=label))
    if action.to not in _airfields(game, state, unit.side) or action.to == unit.at:
        return Refusal("8.34", message("refusal.wie.no-airfield-there", hex=label))
    if action.to in closed_skies(game, state, unit.side):
        return Refusal("8.37", message("refusal.wie.out-of-range", hex=label))
    most = materials.number("flight_range")
    if action.to not in within(game, state, unit.side, starts, most):
        case = "8.0" if action.to in materials.ground.hexes_from(starts, most) else "8.38"
        return Refusal(case, message("refusal.wie.out-of-range", hex=label))
    return joining_refusal(game, state, unit, action.to)


@rule("8.34", "8.35")
@derived("units", "stacks", "control", "markers", "turn", "values")
def _airfields(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Where transports set down: supplied hexes of the side, and hexes with units of it, drops included."""
    places = supplied_hexes(game, state, side, Quality.AMPHIBIOUS) | standing(game, state, side).present
    closed = _fought_over(game, state, side)
    return frozenset(at for at in places if game.board.terrains[at] != MOUNTAIN and at not in closed)


@rule("5.22", "8.35")
@derived("units", "stacks")
def _fought_over(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The enemy's hexes, friends there or not: a landing or partisans let nobody be flown in, a drop alone does."""
    enemy = standing(game, state, enemy_of(side)).occupied
    return frozenset(at for at in enemy if not any(DROPPED in each.marks for each in company(state, at, side)))


class AirMovementPhase(Phase[AirMovementFrame]):
    """Drops and flights in any order; then a die for each transport point that flew."""

    @rule("8.0", "8.21")
    def menu(self, game: Game, state: State, frame: AirMovementFrame) -> Menu:
        able = tuple(_able(game, state))
        offers: tuple[Offer[Any], ...] = (
            Offer(
                AirDrop,
                lambda: (
                    AirDrop(unit.id, to)
                    for unit in able
                    if FRONT in unit.values
                    for to in sorted(drop_zone(game, state, unit.side, front_of(game, unit)))
                ),
                lambda action: drop_refusal(game, state, action),
                quota=_lift_quota(game, state),
            ),
            Offer(
                FlyTo,
                lambda: (FlyTo(unit.id, to) for unit in able for to in sorted(_airfields(game, state, unit.side))),
                lambda action: fly_refusal(game, state, action),
                of_unit=lambda unit: (
                    FlyTo(each.id, to)
                    for each in able
                    if each.id == unit
                    for to in sorted(_airfields(game, state, each.side))
                ),
            ),
        )
        said = message("prompt.wie.air-movement", side=state.side)
        menu = Menu(state.side, said, "8.0", (*offers, Offer.one(Done())), default=Done())
        return menu.asked_if(bool(able or frame.used))

    def apply(self, game: Game, draft: Draft, frame: AirMovementFrame, action: Action) -> None:
        if isinstance(action, AirDrop):
            self._drop(game, draft, frame, action)
        elif isinstance(action, FlyTo):
            self._fly(game, draft, frame, action)
        else:
            return_transports(game, draft, frame)
            draft.end()

    @rule("8.24", "8.26")
    def _drop(self, game: Game, draft: Draft, frame: AirMovementFrame, action: AirDrop) -> None:
        arm = _spend_lift(game, draft, action.unit)
        draft.move_unit(action.unit, action.to)
        draft.change_unit(action.unit, values={})
        draft.mark(action.unit, DROPPED, FLOWN)
        draft.emit(UnitDropped(action.unit, action.to))
        draft.replace_frame(replace(frame, used=(*frame.used, f"{arm} {ASSAULT}")))

    @rule("8.34", "8.35", "8.36")
    def _fly(self, game: Game, draft: Draft, frame: AirMovementFrame, action: FlyTo) -> None:
        """Who joins a drop shares its fate in everything, and its transports are thrown for like those of the drop."""
        unit = draft.state.unit(action.unit)
        joins = any(DROPPED in each.marks for each in draft.state.at(action.to))
        arm = _spend_lift(game, draft, action.unit)
        draft.move_unit(action.unit, action.to)
        draft.change_unit(action.unit, values={})
        draft.mark(action.unit, FLOWN, *((FLOWN_IN,) if joins else ()))
        draft.emit(UnitFlown(action.unit, unit.at, action.to))
        if not joins:
            entered(game, draft, action.to, unit.side)
        draft.replace_frame(replace(frame, used=(*frame.used, f"{arm} {ASSAULT if joins else TRANSPORT}")))


def _able(game: Game, state: State) -> Iterator[Unit]:
    side = state.side
    if not any(points_in(state, lift_out(arm, front)) for arm in ARMS[side] for front in Front):
        return
    for unit in state.every_unit():
        if unit.side == side and flyer_refusal(game, state, unit.id) is None:
            yield unit


@rule("8.32")
def _lift_quota(game: Game, state: State) -> Quota[AirDrop]:
    """The transports of the arms that carry a unit, on the front it is dropped from."""

    def arms_of(unit: Unit) -> tuple[str, ...]:
        return tuple(sorted(map(str, carriers(unit.side, game.materials.kind(unit).nation))))

    def purse(arms: tuple[str, ...], front: str) -> str:
        return " ".join((*arms, front))

    groups = {arms_of(unit) for unit in state.every_unit() if unit.side == state.side and FRONT in unit.values}
    left = {
        purse(arms, str(front)): sum(points_in(state, lift_out(arm, front)) for arm in arms)
        for arms in groups
        for front in Front
    }

    def price(action: AirDrop) -> dict[str, int]:
        unit = state.unit(action.unit)
        return {purse(arms_of(unit), front_of(game, unit)): 1}

    return Quota(left, price)


@rule("8.32")
def _spend_lift(game: Game, draft: Draft, id: UnitId) -> str:
    """A transport point of the unit's front carries it; returns whose it is."""
    unit = draft.state.unit(id)
    arm = carrier_of(game, draft.state, unit)
    assert arm is not None
    change(draft, lift_out(arm, front_of(game, unit)), -1)
    return arm


@rule("8.13", "8.27")
def return_transports(game: Game, draft: Draft, frame: AirMovementFrame) -> None:
    """A die for each point: drops lose it on one and two, transport on one; the others are back four turns later."""
    materials: Materials = game.materials
    turn = draft.state.turn + materials.number("lift_turns")
    for use in sorted(set(frame.used)):
        arm, _, sort = use.partition(" ")
        dice = tuple(draft.roll() for _ in range(frame.used.count(use)))
        worst = materials.number("drop_lost" if sort == ASSAULT else "flight_lost")
        lost = sum(die <= worst for die in dice)
        change(draft, returning(f"lift-{arm}", turn), len(dice) - lost)
        draft.emit(TransportsReturned(draft.state.side, sort, dice, lost, turn))


CHAPTER = Chapter(
    actions=(AirDrop, FlyTo),
    events=(UnitDropped, UnitFlown, TransportsReturned),
    phases={AirMovementFrame: AirMovementPhase()},
)
