"""What a side lays open to the enemy's next marches: supply lines that nobody stands on, and spaces that pay."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import Of, State, derived
from engine.mechanics.supply_lines import reached_through
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, Nation, enemy_of
from engine.rulesets.barbarossa_to_berlin.stacking import combat_places
from engine.rulesets.barbarossa_to_berlin.supply import friendly_spaces, group_of, sources


@derived("bodies", "stacks")
def within_reach(game: Game, state: State, side: Side) -> frozenset[Location]:
    """About where the units of a side could march to: as far as the fastest of each stack goes, past no enemy."""
    materials: Materials = game.materials
    closed = combat_places(game, state, enemy_of(side))
    left = {at: movement for at, movement in _movements(game, state, side).items() if movement}
    waiting: dict[int, list[Location]] = {}
    for at, movement in left.items():
        waiting.setdefault(movement, []).append(at)
    for movement in range(max(waiting, default=0), 0, -1):
        for at in waiting.get(movement, ()):
            for to in materials.neighbours[at]:
                if to not in closed and left.get(to, -1) < movement - 1:
                    left[to] = movement - 1
                    waiting.setdefault(movement - 1, []).append(to)
    return frozenset(left)


@derived("bodies", "stacks", of=Of.ARGUMENT)
def _movements(game: Game, state: State, side: Side) -> dict[Location, int]:
    """How far the fastest unit of each stack goes."""
    materials: Materials = game.materials
    on_map = materials.on_map
    return {
        at: max((materials.face(unit).movement for unit in state.at(at) if unit.side == side), default=0)
        for at in sorted(combat_places(game, state, side))
        if on_map[at]
    }


def open_spaces(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The spaces of a side that nobody stands in and the enemy could march into."""
    reached = within_reach(game, state, enemy_of(side))
    return (reached & friendly_spaces(game, state, side)) - combat_places(game, state, side)


def exposed(
    game: Game, state: State, side: Side, stacks: Iterable[tuple[Nation, Location]]
) -> list[tuple[Nation, Location]]:
    """The stacks of a side whose every line of supply leads through a space that the enemy could march into."""
    group = Nation.GERMAN if side == AXIS else Nation.SOVIET
    passable = friendly_spaces(game, state, side) - open_spaces(game, state, side)
    starts = [at for at in sources(game, state, group) if at in passable]
    safe = reached_through(game.materials.neighbours.__getitem__, starts, passable)
    return [(nation, at) for nation, at in stacks if at not in safe and group_of(nation) is group]
