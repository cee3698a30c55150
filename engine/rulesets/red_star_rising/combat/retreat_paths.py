"""7.10.4 to 7.10.7 and 7.14: where a beaten unit may go, hex by hex.

Every hex of a retreat is chosen by itself, without looking ahead: of those that nothing bars the best sort must be
taken, and each must lie one hex further from where the retreat began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.retreats import least_burdened
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.forces import company, occupied
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import Role, Status, enemy_of
from engine.rulesets.red_star_rising.zones import can_exert, in_zone, is_weak_kampfgruppe

MAJOR_RIVERS = frozenset({Hexside.MAJOR_RIVER, Hexside.STRAIT})
IMMOBILE = frozenset({Role.ASSET, Role.AIR_FLEET, Role.PARTISAN})
"""What has no movement allowance and never retreats."""


class Footing(IntEnum):
    """What a hex is to a retreating unit, the best first."""

    FREE = 1
    """In no enemy zone."""
    HELD = 2
    """In an enemy zone, but a friendly unit is there."""
    EXPOSED = 3
    """In an enemy zone and empty."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """One step of a unit's retreat: where the retreat began, how far off its next hex must lie, and who went with it.

    Those who leave the same hex in the same round are one stack, so they do not hold a hex for each other.
    """

    unit: Unit
    start: Location
    distance: int
    comrades: frozenset[UnitId] = frozenset()


@rule("10.6.1", "10.8.1")
def is_short(unit: Unit) -> bool:
    """Out of supply or lacking it; emergency supply counts as supplied here."""
    return status_of(unit) in (Status.UNSUPPLIED, Status.LACKING)


@rule("7.10.4", "7.10.7", "7.14.2", "3.3.5", "7.4.5")
def bar(game: Game, state: State, step: Withdrawal, to: Location) -> Refusal | None:
    """What keeps a unit out of a hex whatever else there is to choose: water, enemies, no rails, the wrong distance."""
    materials: Materials = game.materials
    unit, board = step.unit, game.board
    edge = board.edge_between(unit.at, to)
    if edge is None or not materials.on_map[to]:
        return Refusal("7.10.7", message("refusal.rsr.retreat-not-next", unit=unit.id, hex=board.label(to)))
    kind = materials.kind(unit)
    costs = materials.step_costs(kind.movement_class, snow=materials.is_snow(state.turn), ice=False)
    if costs(unit.at, to, edge) is None:
        return Refusal("7.10.7", message("refusal.rsr.retreat-impassable", hex=board.label(to)))
    if occupied(game, state, to, enemy_of(unit.side)):
        return Refusal("7.10.7", message("refusal.rsr.retreat-enemy", hex=board.label(to)))
    if kind.role is Role.SIEGE_ARTILLERY and edge not in materials.rails:
        return Refusal("7.14.2", message("refusal.rsr.retreat-rails", unit=unit.id))
    if board.distance(step.start, to) != step.distance:
        far = message("refusal.rsr.retreat-distance", start=board.label(step.start), hexes=step.distance)
        return Refusal("7.10.4", far)
    return None


@rule("7.10.6")
def footing(game: Game, state: State, step: Withdrawal, to: Location) -> Footing:
    """The sort of a hex; how full it is makes no difference."""
    if not in_zone(game, state, to, enemy_of(step.unit.side)):
        return Footing.FREE
    return Footing.HELD if _friends(game, state, step, to) else Footing.EXPOSED


def _friends(game: Game, state: State, step: Withdrawal, to: Location) -> tuple[Unit, ...]:
    there = company(game, state, to, step.unit.side)
    return tuple(unit for unit in there if unit.id not in step.comrades)


@rule("7.14.4", "7.10.7")
def supply_refusal(game: Game, state: State, step: Withdrawal, to: Location) -> Refusal | None:
    """A unit short of supply goes into an enemy zone only to a friend that exerts one itself."""
    if not is_short(step.unit) or footing(game, state, step, to) is Footing.FREE:
        return None
    if _exert(game.materials, _friends(game, state, step, to)):
        return None
    return Refusal("7.14.4", message("refusal.rsr.retreat-unsupplied", unit=step.unit.id, hex=game.board.label(to)))


def _exert(materials: Materials, units: Iterable[Unit]) -> bool:
    found = tuple(units)
    return any(can_exert(materials, unit) for unit in found) or (
        sum(is_weak_kampfgruppe(materials, unit) for unit in found) > 1
    )


def open_hexes(game: Game, state: State, step: Withdrawal) -> tuple[Location, ...]:
    """The hexes that nothing bars, be they in enemy zones or not."""
    around = (Location(target) for target, _ in game.board.links[step.unit.at])
    return tuple(to for to in around if bar(game, state, step, to) is None)


@rule("7.10.6")
def ways(game: Game, state: State, step: Withdrawal) -> Mapping[Location, Footing]:
    """Where the unit may go: the open hexes of the best sort that there is."""
    found = {
        to: footing(game, state, step, to)
        for to in open_hexes(game, state, step)
        if supply_refusal(game, state, step, to) is None
    }
    return least_burdened(found)


def step_refusal(game: Game, state: State, step: Withdrawal, to: Location) -> Refusal | None:
    """What forbids a retreat into a hex, or None."""
    barred = bar(game, state, step, to) or supply_refusal(game, state, step, to)
    if barred is not None:
        return barred
    if to not in ways(game, state, step):
        return Refusal("7.10.6", message("refusal.rsr.retreat-better", unit=step.unit.id, hex=game.board.label(to)))
    return None


@rule("7.11.2", "7.14.2")
def is_lost_for_good(game: Game, state: State, step: Withdrawal) -> bool:
    """Whether a unit that can go nowhere never returns: siege artillery, and what only lacks the supply to go on."""
    materials: Materials = game.materials
    if materials.kind(step.unit).role is Role.SIEGE_ARTILLERY:
        return True
    return is_short(step.unit) and bool(open_hexes(game, state, step))


@rule("7.10.4", "7.10.6", "7.11.1", "7.14.1")
def has_harmless_way(game: Game, state: State, step: Withdrawal, hexes: int) -> bool:
    """Whether a unit can go back so many hexes and lose nothing on the way, as the others stand now."""
    if step.distance > hexes:
        return True
    for to, sort in ways(game, state, step).items():
        if sort is Footing.EXPOSED or crosses_major_river(game, step.unit, to):
            continue
        onward = replace(step, unit=replace(step.unit, at=to), distance=step.distance + 1)
        if has_harmless_way(game, state, onward, hexes):
            return True
    return False


@rule("7.14.1")
def crosses_major_river(game: Game, unit: Unit, to: Location) -> bool:
    """Whether a motorised unit has a major river to cross on its way to a hex."""
    materials: Materials = game.materials
    edge = game.board.edge_between(unit.at, to)
    return materials.kind(unit).motorised and edge is not None and materials.sides[edge] in MAJOR_RIVERS
