"""8.1, 8.2, 11.3 and 18.1: who may attack what in a combat phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import Ground
from engine.rulesets.ukraine_43.kinds import never_attacks_case
from engine.rulesets.ukraine_43.marches import is_flooded
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    AIMS_AT,
    ASSAULT,
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    EXTENDED,
    FELL_BACK,
    enemy_of,
)
from engine.rulesets.ukraine_43.standing import standing, troops


@rule("8.1")
@derived("bodies", "stacks")
def contacts(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes of the enemy that a unit of a side stands beside."""
    around = game.materials.ground.around
    beside = {near for at in standing(game, state, side).occupied for near in around[at]}
    return tuple(sorted(beside & standing(game, state, enemy_of(side)).occupied))


@rule("8.1", "10.4")
def target_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """What forbids an attack on a hex by anyone: nobody there, or all attacked already in this phase."""
    label = game.board.label(target)
    there = troops(game, state, target, enemy_of(state.side))
    if not there:
        return Refusal("8.1", message("refusal.u43.nobody-there", hex=label))
    if all(FELL_BACK in unit.marks for unit in there):
        return Refusal("10.4", message("refusal.u43.fell-back", hex=label))
    if any(DEFENDED in unit.marks and FELL_BACK not in unit.marks for unit in there):
        return Refusal("8.1", message("refusal.u43.attacked-already", hex=label))
    return None


@rule("3.C.6", "4.7", "8.1", "8.2", "11.3", "22.3")
def attacker_refusal(
    game: Game, state: State, id: UnitId, targets: tuple[Location, ...], *, second: bool = False
) -> Refusal | None:
    """What keeps a unit from attacking some hexes together."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("8.1", message("refusal.u43.not-your-attacker", unit=id))
    kind = materials.kind(unit)
    if kind.is_artillery:
        return Refusal("22.3", message("refusal.u43.artillery-supports", unit=id))
    never = never_attacks_case(kind)
    if never is not None:
        return Refusal(never, message("refusal.u43.never-attacks", unit=id))
    for target in targets:
        if game.board.edge_between(unit.at, target) is None:
            case = "8.2" if len(targets) > 1 else "8.1"
            return Refusal(case, message("refusal.u43.not-beside", unit=id, hex=game.board.label(target)))
    if ATTACKED in unit.marks:
        return Refusal("8.1", message("refusal.u43.attacked-once", unit=id))
    if DISRUPTED in unit.marks:
        return Refusal("11.3", message("refusal.u43.disrupted", unit=id))
    if second and ASSAULT not in unit.marks:
        return Refusal("3.C.6", message("refusal.u43.no-assault-marker", unit=id))
    if not second and EXTENDED in unit.marks:
        return Refusal("4.7", message("refusal.u43.extended-attacks", unit=id))
    return next((found for target in targets if (found := _side_refusal(game, state, unit, target, second))), None)


@rule("18.1.A", "18.1.B", "18.2.A", "28.2.E")
def _side_refusal(game: Game, state: State, unit: Unit, target: Location, second: bool) -> Refusal | None:
    """Across a major river in the first phase alone, with a marker that points there; never over sea or flood."""
    ground: Ground = game.materials.ground
    edge = ground.edge(unit.at, target)
    label = game.board.label(target)
    if edge in ground.sea_sides:
        return Refusal("8.1", message("refusal.u43.sea", unit=unit.id, hex=label))
    if edge not in ground.majors:
        return None
    if is_flooded(state) and (unit.at in ground.below_dam or target in ground.below_dam):
        return Refusal("28.2.E", message("refusal.u43.flood", hex=label))
    if second:
        return Refusal("18.1.A", message("refusal.u43.river-second", hex=label))
    if ASSAULT not in unit.marks or unit.values.get(AIMS_AT) != label:
        return Refusal("18.1.B", message("refusal.u43.no-crossing-marker", unit=unit.id, hex=label))
    return None


@rule("8.2")
def possible_attackers(
    game: Game, state: State, targets: tuple[Location, ...], *, second: bool = False
) -> Iterator[UnitId]:
    """The units beside all of some hexes that could attack them, found one after another."""
    for at in sorted(game.materials.ground.around[targets[0]]):
        for unit in troops(game, state, at, state.side):
            if attacker_refusal(game, state, unit.id, targets, second=second) is None:
                yield unit.id
