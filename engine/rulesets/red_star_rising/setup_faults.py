"""What is wrong with a setup: chapters 3 and 4 asked of hexes where nobody has moved yet."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.mechanics import stacking
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import SIDES
from engine.rulesets.red_star_rising.stacking import hex_overstacked, overstacking
from engine.rulesets.red_star_rising.standing import NOT_UNITS


def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Every hex where units stand as they may not, in the order of the board."""
    on_map = game.materials.on_map
    return stacking.setup_faults(state, on_map.__getitem__, lambda at, units: _faults_in(game, state, at))


@rule("18.0.1")
def deploy_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from being put in a hex before play begins: no ground, the enemy, or too many friends."""
    materials: Materials = game.materials
    if materials.kind(unit).role in NOT_UNITS:
        return None
    if materials.on_map[to] and not materials.is_ground[to]:
        return Refusal("3.3.4", message("refusal.rsr.no-ground", hex=game.board.label(to)))
    together = stacking.with_joined(state, unit, to)
    if stacking.enemies_in(together, unit.side, lambda other: materials.kind(other).role not in NOT_UNITS):
        return Refusal("3.2", message("refusal.rsr.enemy-there", hex=game.board.label(to)))
    return overstacking(game, together, unit.side) if materials.on_map[to] else None


@rule("3.2", "3.3.4", "4.0.3", "4.0.4", "4.0.5", "4.0.6")
def _faults_in(game: Game, state: State, at: Location) -> Iterator[Refusal]:
    """No unit but a fleet or partisans stands at sea or with the enemy, and no side has too much in a hex."""
    materials: Materials = game.materials
    standing = [unit for unit in state.at(at) if materials.kind(unit).role not in NOT_UNITS]
    label = game.board.label(at)
    if standing and not materials.is_ground[at]:
        yield Refusal("3.3.4", message("refusal.rsr.no-ground", hex=label))
    if stacking.is_mixed(standing):
        yield Refusal("3.2", message("refusal.rsr.enemy-there", hex=label))
    for side in SIDES:
        refusal = hex_overstacked(game, state, at, side)
        if refusal is not None:
            yield refusal
