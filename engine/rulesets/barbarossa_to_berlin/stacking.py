"""Chapter 9: three units to a space, and who does not stand with whom."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import Nation


@rule("9.1", "9.2")
def stacking_refusal(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """What is wrong with combat units standing in one space, or None; Stalin takes no room."""
    materials: Materials = game.materials
    kinds = [materials.kind(unit) for unit in units]
    fighting = [kind for kind in kinds if not kind.is_marker]
    limit = materials.number("stacking")
    if len(fighting) > limit:
        return Refusal("9.1", message("refusal.btb.overstacked", count=len(fighting), limit=limit))
    nations = {kind.nation for kind in fighting}
    if Nation.SOVIET in nations and len(nations) > 1:
        return Refusal("9.2", message("refusal.btb.soviets-alone"))
    if Nation.YUGOSLAV in nations and len(fighting) > 1:
        return Refusal("9.2", message("refusal.btb.partisan-army-alone"))
    if {Nation.HUNGARIAN, Nation.ROMANIAN} <= nations:
        return Refusal("9.2", message("refusal.btb.hungarians-romanians"))
    return None


@rule("9.1", "5.5")
def has_enemies(game: Game, state: State, side: Side, at: Location) -> bool:
    """Whether enemy units hold a space; Stalin alone does not."""
    return any(other.side != side and not game.materials.kind(other).is_marker for other in state.at(at))


def joining_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit from standing with those in a space."""
    others = [other for other in state.at(at) if other.id != unit.id]
    if any(other.side != unit.side and not game.materials.kind(other).is_marker for other in others):
        return Refusal("9.1", message("refusal.btb.enemy-there", space=game.board.label(at)))
    return stacking_refusal(game, (*others, unit))


@rule("9.1", "9.2")
def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """The spaces where units were laid out that may not stand there together, in the order of the board."""
    materials: Materials = game.materials
    found = []
    for at in sorted(state.stacks):
        units = state.at(at)
        if not materials.on_map[at]:
            continue
        refusal = stacking_refusal(game, units)
        if len({unit.side for unit in units if not materials.kind(unit).is_marker}) > 1:
            refusal = Refusal("9.1", message("refusal.btb.enemy-there", space=game.board.label(at)))
        if refusal is not None:
            found.append(SetupFault(at, state.stacks[at], refusal))
    return tuple(found)
