"""What Skirmish shows of the whole map."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone, Way
from engine.core.paths import link_costs
from engine.core.state import State
from engine.core.terms import Number
from engine.mechanics.cuts import cutting_places
from engine.mechanics.overlays import (
    control_overlay,
    isolation_overlay,
    objectives_overlay,
    stacking_overlay,
    zones_overlay,
)
from tests.helpers.toys.skirmish.ground import SIDES, on_map, zones
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.supply import is_supplied, line_step, supply_lines


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control), SIDES, "8.1")


def supply(game: Game, state: State) -> Overlay:
    """Who has a line and who has none, with the lines."""
    units = [unit for unit in state.every_unit() if on_map(game, unit)]
    without = {unit.at for unit in units if not is_supplied(game, state, unit.id)}
    having = {unit.at for unit in units} - without
    ways = {supply_lines(game, state, unit.side).path(unit.at): unit.side for unit in units}
    areas = (
        MarkedArea(message("overlay.toy.unsupplied"), tuple(sorted(without)), Tone.BAD),
        MarkedArea(message("overlay.toy.supplied"), tuple(sorted(having)), Tone.GOOD),
    )
    shown = tuple(area for area in areas if area.places)
    return Overlay(shown, ways=tuple(Way(path, side) for path, side in ways.items() if len(path) > 1), rule="5.1")


def zone(game: Game, state: State) -> Overlay:
    return zones_overlay({side: zones(game, state, side) for side in SIDES}, "3.1")


def stacking(game: Game, state: State) -> Overlay:
    materials: Materials = game.materials
    limit = materials.number("stack_limit")
    sizes: dict[Location, tuple[Number, Number]] = {
        at: (len(units), limit) for at, units in state.stacks.items() if game.board.kinds[at] == "hex"
    }
    return stacking_overlay(sizes, (), "2.5")


def objectives(game: Game, state: State) -> Overlay:
    materials: Materials = game.materials
    held = {at: state.control[at] for at in materials.objectives if at in state.control}
    return objectives_overlay(materials.objectives, held, SIDES, "8.1")


def isolation(game: Game, state: State) -> Overlay:
    """Whose line hangs on one hex."""
    materials: Materials = game.materials
    cuts: dict[Side, dict[Location, tuple[Location, ...]]] = {}
    units = [unit for unit in state.every_unit() if on_map(game, unit)]
    for side in SIDES:
        passable = line_step(game, state, side)
        steps = link_costs(game.board, lambda a, b, edge, passable=passable: 1 if passable(a, b, edge) else None)  # type: ignore[misc]
        places = sorted({unit.at for unit in units if unit.side == side})
        limit = materials.number("supply_length")
        cuts[side] = cutting_places(supply_lines(game, state, side), steps, places, limit)
    lost = [unit.at for unit in units if not is_supplied(game, state, unit.id)]
    return isolation_overlay(cuts, lost, "5.1")


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
    OverlayKind.ISOLATION: isolation,
}
