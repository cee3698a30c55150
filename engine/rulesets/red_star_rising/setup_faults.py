"""What is wrong with a setup: chapters 3 and 4 asked of hexes where nobody has moved yet."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.distances import NOT_UNITS
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import SIDES
from engine.rulesets.red_star_rising.stacking import hex_overstacked, overstacking


def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Every hex where units stand as they may not, in the order of the board."""
    materials: Materials = game.materials
    return tuple(
        SetupFault(at, state.stacks[at], refusal)
        for at in sorted(state.stacks)
        if materials.on_map[at]
        for refusal in _faults_in(game, state, at)
    )


@rule("18.0.1")
def deploy_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from being put in a hex before play begins: no ground, the enemy, or too many friends."""
    materials: Materials = game.materials
    if materials.kind(unit).role in NOT_UNITS:
        return None
    if materials.on_map[to] and not materials.is_ground[to]:
        return Refusal("3.3.4", message("refusal.rsr.no-ground", hex=game.board.label(to)))
    others = [other for other in state.at(to) if other.id != unit.id]
    if any(other.side != unit.side and materials.kind(other).role not in NOT_UNITS for other in others):
        return Refusal("3.2", message("refusal.rsr.enemy-there", hex=game.board.label(to)))
    return overstacking(game, (*others, unit), unit.side) if materials.on_map[to] else None


@rule("3.2", "3.3.4", "4.0.3", "4.0.4", "4.0.5", "4.0.6")
def _faults_in(game: Game, state: State, at: Location) -> Iterator[Refusal]:
    """No unit but a fleet or partisans stands at sea or with the enemy, and no side has too much in a hex."""
    materials: Materials = game.materials
    standing = [unit for unit in state.at(at) if materials.kind(unit).role not in NOT_UNITS]
    label = game.board.label(at)
    if standing and not materials.is_ground[at]:
        yield Refusal("3.3.4", message("refusal.rsr.no-ground", hex=label))
    if len({unit.side for unit in standing}) > 1:
        yield Refusal("3.2", message("refusal.rsr.enemy-there", hex=label))
    for side in SIDES:
        refusal = hex_overstacked(game, state, at, side)
        if refusal is not None:
            yield refusal
