"""What can be shown of the whole map: who holds what, zones, supply, stacks and objectives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone
from engine.core.state import State, Unit
from engine.core.terms import Number, total
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay, zones_overlay
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import SIDES
from engine.rulesets.white_october.stacking import overstacked_hexes, stack_terms
from engine.rulesets.white_october.standing import zone_hexes
from engine.rulesets.white_october.supply import is_supplied
from engine.rulesets.white_october.victory import CASE


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control.items()), SIDES, "5.4")


def zone(game: Game, state: State) -> Overlay:
    return zones_overlay({side: zone_hexes(game, state, side) for side in SIDES}, "1.5")


def supply(game: Game, state: State) -> Overlay:
    """Who has a line now."""
    held: set[Location] = set()
    short: set[Location] = set()
    for unit in _on_map(game, state):
        (held if is_supplied(game, state, unit) else short).add(unit.at)
    areas = (
        MarkedArea(message("overlay.wo.supplied"), tuple(sorted(held - short)), Tone.GOOD),
        MarkedArea(message("overlay.wo.unsupplied"), tuple(sorted(short)), Tone.BAD),
    )
    return Overlay(tuple(area for area in areas if area.places), rule="4.2")


def stacking(game: Game, state: State) -> Overlay:
    limit = game.materials.number("stack_points")
    sizes: dict[Location, tuple[Number, Number]] = {}
    for at in sorted({unit.at for unit in _on_map(game, state)}):
        size = total(stack_terms(game, state.at(at)))
        if size:
            sizes[at] = (size, limit)
    wrong = [at for side in SIDES for at in overstacked_hexes(game, state, side)]
    return stacking_overlay(sizes, wrong, "7.2")


def objectives(game: Game, state: State) -> Overlay:
    worth = {game.board.at(each.at): int(each.value or 0) for each in game.materials.brief.scenario.objectives}
    held = {at: side for at, side in state.control.items() if at in worth}
    return objectives_overlay(worth, held, SIDES, CASE)


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit) and materials.kind(unit).is_land)


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
}
