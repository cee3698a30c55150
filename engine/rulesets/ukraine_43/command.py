"""23.2: attacks that need the link of a headquarters."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.state import State, Unit
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.supply import command_lines


@rule("23.2")
def has_link(game: Game, state: State, units: Iterable[Unit]) -> bool:
    """Whether at least one of some units can trace a line to a headquarters that is not disrupted."""
    return any(unit.at in command_lines(game, state, unit.side) for unit in units)


@rule("23.2")
def needs_link(game: Game, units: Iterable[Unit]) -> bool:
    """Whether so many attack that they need one: four combat and support units, sappers among them."""
    materials: Materials = game.materials
    attacking = sum(materials.kind(unit).is_combat or materials.kind(unit).is_support for unit in units)
    return attacking > materials.number("without_command")
