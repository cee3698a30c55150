"""What can be shown of the whole map: who holds what, zones, supply, railways with their heads, stacks, objectives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone
from engine.core.state import State, Unit
from engine.core.terms import Number
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay, zones_overlay
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import SIDES
from engine.rulesets.war_in_europe.stacking import counted, limit_of, overstacked_hexes
from engine.rulesets.war_in_europe.standing import zone_hexes
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.rulesets.war_in_europe.victory import CASE


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control.items()), SIDES, "6.5")


def zone(game: Game, state: State) -> Overlay:
    return zones_overlay({side: zone_hexes(game, state, side) for side in SIDES}, "9.0")


def supply(game: Game, state: State) -> Overlay:
    """Who has a line now."""
    held: set[Location] = set()
    short: set[Location] = set()
    for unit in _on_map(game, state):
        (held if is_supplied(game, state, unit) else short).add(unit.at)
    areas = (
        MarkedArea(message("overlay.wie.supplied"), tuple(sorted(held - short)), Tone.GOOD),
        MarkedArea(message("overlay.wie.unsupplied"), tuple(sorted(short)), Tone.BAD),
    )
    return Overlay(tuple(area for area in areas if area.places), rule="14.41")


def stacking(game: Game, state: State) -> Overlay:
    materials: Materials = game.materials
    sizes: dict[Location, tuple[Number, Number]] = {}
    for at in sorted({unit.at for unit in _on_map(game, state)}):
        units = counted(materials, state.at(at))
        if units:
            sizes[at] = (len(units), limit_of(materials, units))
    wrong = [at for side in SIDES for at in overstacked_hexes(game, state, side)]
    return stacking_overlay(sizes, wrong, "10.0")


def objectives(game: Game, state: State) -> Overlay:
    worth = {game.board.at(each.at): int(each.value or 0) for each in game.materials.brief.scenario.objectives}
    held = {at: side for at, side in state.control.items() if at in worth}
    return objectives_overlay(worth, held, SIDES, CASE)


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit))


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
}
