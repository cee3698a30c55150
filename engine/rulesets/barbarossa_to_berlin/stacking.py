"""Chapter 9: three units to a space, and who does not stand with whom."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import Of, State, Unit, derived
from engine.mechanics import stacking
from engine.mechanics.stacking import first_excess, is_mixed, with_joined
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import Nation, enemy_of


@rule("9.1", "9.2")
def stacking_refusal(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """What is wrong with combat units standing in one space, or None; Stalin takes no room."""
    materials: Materials = game.materials
    fighting = [unit for unit in units if not materials.kind(unit).is_marker]
    limit = materials.stacking_limit
    over = first_excess(fighting, (limit,))
    if over is not None:
        return Refusal("9.1", message("refusal.btb.overstacked", count=over.size, limit=limit.most))
    if len(fighting) == 1:
        return None
    nations = {materials.kind(unit).nation for unit in fighting}
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
    return at in combat_places(game, state, enemy_of(side))


@derived("bodies", "stacks", of=Of.ARGUMENT)
def combat_places(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The places with combat units of a side, boxes too; they stay the same while the other side moves."""
    kinds, units = game.materials.kinds, state.units
    return frozenset(
        at
        for at, stack in state.stacks.items()
        if any((unit := units[each]).side == side and not kinds[unit.type].is_marker for each in stack)
    )


def joining_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit from standing with those in a space."""
    if has_enemies(game, state, unit.side, at):
        return Refusal("9.1", message("refusal.btb.enemy-there", space=game.board.label(at)))
    return stacking_refusal(game, with_joined(state, unit, at)) if at in state.stacks else None


@rule("9.1", "9.2")
def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """The spaces where units were laid out that may not stand there together, in the order of the board."""
    materials: Materials = game.materials

    def fault(at: Location, units: tuple[Unit, ...]) -> Refusal | None:
        if is_mixed(units, lambda unit: not materials.kind(unit).is_marker):
            return Refusal("9.1", message("refusal.btb.enemy-there", space=game.board.label(at)))
        return stacking_refusal(game, units)

    return stacking.setup_faults(state, materials.on_map.__getitem__, lambda at, units: (fault(at, units),))
