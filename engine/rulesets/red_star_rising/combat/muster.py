"""Who fights in a battle: the attackers, the hexes they attack, and which of the units there defend (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.battle import Battle
from engine.rulesets.red_star_rising.control import is_major_city
from engine.rulesets.red_star_rising.factors import is_unknown, steps_left
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import ATTACKED, RETREATED, SOVIET, Role, enemy_of

NEVER_ATTACKED = frozenset({Role.AIR_FLEET, Role.PARTISAN})


@dataclass(frozen=True, slots=True)
class Encounter:
    """Both sides of a battle as they stand."""

    side: Side
    """The attacker."""
    attackers: tuple[Unit, ...]
    targets: tuple[Location, ...]
    defenders: tuple[Unit, ...]
    late: tuple[Unit, ...]
    """Those that retreated into the target hexes in this phase (7.14.3)."""
    overrun: bool

    def battle(self, *, city: bool) -> Battle:
        """The battle between them, by ids."""
        return Battle(
            side=self.side,
            attackers=tuple(unit.id for unit in self.attackers),
            origins=tuple(unit.at for unit in self.attackers),
            targets=self.targets,
            defenders=tuple(unit.id for unit in self.defenders),
            late=tuple(unit.id for unit in self.late),
            overrun=self.overrun,
            city=city,
        )


@rule("7.3.1")
def muster(
    game: Game, state: State, attackers: Sequence[UnitId], targets: Sequence[Location], *, overrun: bool = False
) -> Encounter:
    """The two sides of an attack. All units in a hex are attacked together."""
    units = tuple(state.unit(unit) for unit in attackers)
    side = units[0].side if units else state.side
    split = [defending(game, state, at, side, overrun=overrun) for at in targets]
    return Encounter(
        side=side,
        attackers=units,
        targets=tuple(targets),
        defenders=tuple(unit for defenders, _ in split for unit in defenders),
        late=tuple(unit for _, late in split for unit in late),
        overrun=overrun,
    )


@rule("11.1.6")
def attackable(game: Game, state: State, at: Location, by: Side) -> tuple[Unit, ...]:
    """The enemies of a side in a hex that can be attacked: partisans never are, and air fleets are not there."""
    materials: Materials = game.materials
    enemy = enemy_of(by)
    return tuple(
        unit for unit in state.at(at) if unit.side == enemy and materials.kind(unit).role not in NEVER_ATTACKED
    )


@rule("7.14.3")
def defending(
    game: Game, state: State, at: Location, by: Side, *, overrun: bool = False
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The units that defend a hex, and those that only came there in retreat and are no help to them.

    Where nobody else is left to be helped, a unit that was pushed back without having been attacked defends itself.
    """
    there = attackable(game, state, at, by)
    if overrun:
        return there, ()
    fresh = tuple(unit for unit in there if RETREATED not in unit.marks)
    if not fresh:
        fresh = tuple(unit for unit in there if ATTACKED not in unit.marks)
    return fresh, tuple(unit for unit in there if unit not in fresh)


def has_unknown(game: Game, encounter: Encounter) -> bool:
    """Whether an army whose strength nobody knows takes part on either side."""
    units = (*encounter.attackers, *encounter.defenders, *encounter.late)
    return any(is_unknown(game.materials, unit) for unit in units)


@rule("7.4.5", "13.0.3")
def may_cross(materials: Materials, unit: Unit, edge: int, *, snow: bool) -> bool:
    """A unit does not attack across water; Soviet units on foot do across a red arrow in snow."""
    side = materials.sides[edge]
    if side is Hexside.ICE_ROAD:
        return snow and unit.side == SOVIET and not materials.kind(unit).motorised
    return side is not Hexside.WATER


@rule("7.4.3", "7.4.4")
def is_city_assault(game: Game, state: State, encounter: Encounter) -> bool:
    """Whether more than half of the attacking steps are motorised and they attack a major city or the fortress."""
    materials: Materials = game.materials
    if not any(is_major_city(game, state, at, enemy_of(encounter.side)) for at in encounter.targets):
        return False
    steps = [(steps_left(materials, unit), materials.kind(unit).motorised) for unit in encounter.attackers]
    motorised = sum(count for count, rides in steps if rides)
    return 2 * motorised > sum(count for count, _ in steps)


@derived("units", "stacks")
def on_map(game: Game, state: State, role: Role) -> tuple[Unit, ...]:
    """The units of a role that are on the map, in the order of their ids."""
    materials: Materials = game.materials
    return tuple(unit for unit in state.every_unit() if materials.kind(unit).role is role and materials.is_on_map(unit))


def are_near(game: Game, a: Location, b: Location, reach: int) -> bool:
    """Whether two hexes are at most so many apart."""
    distance = game.board.distance(a, b)
    return distance is not None and distance <= reach
