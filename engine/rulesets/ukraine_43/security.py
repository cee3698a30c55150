"""Chapter 21: German security divisions hold the city they are in until the enemy comes near."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State, Unit, derived
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import Role, enemy_of
from engine.rulesets.ukraine_43.standing import standing


@rule("21")
def guards_city(game: Game, state: State, unit: Unit) -> bool:
    """Whether a security division may not leave its city: no Soviet unit is within three hexes of it."""
    materials: Materials = game.materials
    if materials.kind(unit).role is not Role.SECURITY:
        return False
    return unit.at in quiet_cities(game, state, unit.side)


@rule("21")
@derived("bodies", "stacks")
def quiet_cities(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The cities that a security division of a side would not leave again: no enemy is within three hexes."""
    materials: Materials = game.materials
    enemies = standing(game, state, enemy_of(side)).occupied
    alarm = materials.number("security_alarm")
    cities = (at for at, kind in materials.ground.settlements.items() if kind == "city")
    return frozenset(at for at in cities if enemies.isdisjoint(game.board.within(at, alarm)))
