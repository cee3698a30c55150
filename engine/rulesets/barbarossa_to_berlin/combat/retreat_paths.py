"""11.4.4: the ways on which a unit can retreat, and which of them are the best it has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.retreats import first_steps, least_burdened, whole_ways
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import combat_units
from engine.rulesets.barbarossa_to_berlin.control import take
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, PARTISANS, Nation, Supply, enemy_of
from engine.rulesets.barbarossa_to_berlin.nations import may_enter
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import supply_at

FIRST_TURN = 1


@dataclass(frozen=True, slots=True)
class Walk:
    """A retreat under way: where it began, the spaces entered so far, and how many it is to enter in all."""

    origin: Location
    length: int
    walked: tuple[Location, ...] = ()
    held_back: bool = True
    """Whether the first turn restricts Soviet retreats; without that one sees what it forbids (4.4)."""


@rule("11.4.4")
def ways(game: Game, state: State, unit: Unit, walk: Walk) -> tuple[Location, ...]:
    """The next spaces of the best ways: clear of partisans, then through friends, then ending in supply (ruling 41)."""
    found = whole_ways(
        walk.origin,
        walk.length,
        lambda here: (to for to, _ in game.materials.land_links[here]),
        may_pass=lambda walked, to: _may_pass(game, state, unit, replace(walk, walked=walked), to),
        may_end=lambda way: _may_end(game, state, unit, replace(walk, walked=way)),
        stops=lambda to: stops(state, unit, to),
        walked=walk.walked,
    )
    return tuple(least_burdened(first_steps(found, lambda way: _burden(game, state, unit, way))))


@rule("11.4.4", "4.4")
def way_refusal(game: Game, state: State, unit: Unit, walk: Walk, to: Location) -> Refusal:
    """Why a retreat does not go on into a space: a country that is closed, the first turn, or any other limit."""
    label = game.board.label(to)
    here = walk.walked[-1] if walk.walked else walk.origin
    if to in game.materials.neighbours[here] and not combat_units(game, state, to, enemy_of(unit.side)):
        closed = may_enter(game, state, unit, to)
        if closed is not None:
            return closed
        if to in ways(game, state, unit, replace(walk, held_back=False)):
            return Refusal("4.4", message("refusal.btb.retreat-first-turn", unit=unit.id))
    return Refusal("11.4.4", message("refusal.btb.retreat-not-there", unit=unit.id, space=label))


@rule("11.4.4")
def _may_pass(game: Game, state: State, unit: Unit, walk: Walk, to: Location) -> bool:
    """Not into enemies, not where the unit may not be, not back, and no space twice."""
    if to == walk.origin or to in walk.walked:
        return False
    return not combat_units(game, state, to, enemy_of(unit.side)) and may_enter(game, state, unit, to) is None


@rule("11.4.4", "16.3")
def stops(state: State, unit: Unit, to: Location) -> bool:
    """Partisans are not passed: Axis units that come upon them end their retreat there."""
    return unit.side == AXIS and bool(state.marker(to, PARTISANS))


@rule("11.4.4", "4.4")
def _may_end(game: Game, state: State, unit: Unit, walk: Walk) -> bool:
    """A retreat ends within stacking; on turn 1 a Soviet retreat of two spaces does not end beside its start."""
    materials: Materials = game.materials
    end = walk.walked[-1]
    if joining_refusal(game, state, unit, end) is not None:
        return False
    soviet = materials.kind(unit).nation is Nation.SOVIET
    if soviet and state.turn == FIRST_TURN and walk.length > 1 and walk.held_back:
        return all(end != beside for beside, _ in materials.land_links[walk.origin])
    return True


@rule("11.4.4")
def _burden(game: Game, state: State, unit: Unit, way: tuple[Location, ...]) -> tuple[int, int, int]:
    """What speaks against a way, the weightiest first."""
    materials: Materials = game.materials
    partisans = sum(stops(state, unit, at) for at in way)
    strange = sum(bool(materials.countries[at]) and state.control.get(at) != unit.side for at in way)
    then = _after(game, state, unit, way) if strange else state
    unsupplied = supply_at(game, then, materials.kind(unit).nation, way[-1]) is Supply.NONE
    return partisans, strange, int(unsupplied)


@rule("11.4.4", "10.3")
def _after(game: Game, state: State, unit: Unit, way: tuple[Location, ...]) -> State:
    """The map as it would be after a retreat: what is entered is in the hands of those who retreat."""
    draft = Draft(state)
    for at in way:
        take(game, draft, at, unit.side)
    return draft.state
