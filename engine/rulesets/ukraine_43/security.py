"""Chapter 21: German security divisions hold the city they are in until the enemy comes near."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.state import State, Unit
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import Role, enemy_of
from engine.rulesets.ukraine_43.standing import standing


@rule("21")
def guards_city(game: Game, state: State, unit: Unit) -> bool:
    """Whether a security division may not leave its city: no Soviet unit is within three hexes of it."""
    materials: Materials = game.materials
    if materials.kind(unit).role is not Role.SECURITY or not materials.ground.is_city(unit.at):
        return False
    enemies = standing(game, state, enemy_of(unit.side)).occupied
    return enemies.isdisjoint(game.board.within(unit.at, materials.number("security_alarm")))
