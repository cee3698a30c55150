"""What can be shown of the whole map: who holds what, zones, supply, railways, the air, stacks, objectives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import Message, message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone
from engine.core.state import State, Unit
from engine.core.terms import Number
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay, zones_overlay
from engine.rulesets.war_in_europe.air_tables import holds_air
from engine.rulesets.war_in_europe.excess import weight_aboard
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import ALLIED, AXIS, GAUGE_CHANGED, RAILED, SIDES, Front, interdicted_by
from engine.rulesets.war_in_europe.rail import net_of
from engine.rulesets.war_in_europe.railways import friendly_rails, rail_owner, railheads
from engine.rulesets.war_in_europe.stacking import counted, limit_of, overstacked_hexes
from engine.rulesets.war_in_europe.standing import zone_hexes
from engine.rulesets.war_in_europe.supply import Quality, air_range, quality_at, supplied_hexes
from engine.rulesets.war_in_europe.victory import CASE


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control.items()), SIDES, "6.5")


def zone(game: Game, state: State) -> Overlay:
    return zones_overlay({side: zone_hexes(game, state, side) for side in SIDES}, "9.0")


def supply(game: Game, state: State) -> Overlay:
    """Who has a line now and what it is worth, and how far the lines of each side reach."""
    materials: Materials = game.materials
    found: dict[Quality, set[Location]] = {quality: set() for quality in Quality}
    for unit in _on_map(game, state):
        found[quality_at(game, state, unit.side, materials.kind(unit), unit.at)].add(unit.at)
    tones = {Quality.NONE: Tone.BAD, Quality.AMPHIBIOUS: Tone.POOR, Quality.MINOR: Tone.FAIR, Quality.MAJOR: Tone.GOOD}
    areas = [
        MarkedArea(message(f"overlay.wie.supply-{quality.name.lower()}"), tuple(sorted(found[quality])), tone)
        for quality, tone in tones.items()
    ]
    for side in SIDES:
        reach = tuple(sorted(supplied_hexes(game, state, side, Quality.AMPHIBIOUS)))
        areas.append(MarkedArea(message("overlay.wie.reach", side=side), reach, Tone.SIDE, side, is_open=True))
    return Overlay(tuple(area for area in areas if area.places), rule="14.41")


def rail(game: Game, state: State) -> Overlay:
    """Whose the track is, what of it leads to a source of supply, its heads, and what trains still carry.

    Its gauge is drawn on the map; shown here is where it is another by now.
    """
    materials: Materials = game.materials
    areas: list[MarkedArea] = []
    loads: dict[str, str] = {}
    for side in SIDES:
        own = friendly_rails(game, state, side)
        nations = {kind.nation for kind in materials.kinds.values() if kind.side == side}
        used = frozenset().union(*(net_of(game, state, side, nation) for nation in sorted(nations)))
        idle = tuple(sorted(own.keys() - used))
        areas.append(MarkedArea(message("overlay.wie.rail-of", side=side), tuple(sorted(used)), Tone.SIDE, side))
        areas.append(MarkedArea(message("overlay.wie.rail-idle", side=side), idle, Tone.SIDE, side, is_open=True))
        heads = tuple(at for at in railheads(game, state, side) if at in used)
        areas.append(MarkedArea(message("overlay.wie.rail-head", side=side), heads, Tone.SIDE, side, stands_out=True))
        loads[str(side)] = f"{weight_aboard(game, state, side, RAILED)}/{materials.capacity(side, 'rail', state.turn)}"
    cut = tuple(sorted(at for at in materials.ground.rail_hexes if rail_owner(state, at) is None))
    changed = tuple(sorted(at for at in materials.ground.rail_hexes if state.marker(at, GAUGE_CHANGED)))
    areas.append(MarkedArea(message("overlay.wie.rail-cut"), cut, Tone.BAD))
    areas.append(MarkedArea(message("overlay.wie.rail-changed"), changed, Tone.NOTE, is_open=True))
    note = message("overlay.wie.rail-load", axis=loads[AXIS], allied=loads[ALLIED])
    return Overlay(tuple(area for area in areas if area.places), note=note, rule="6.5")


def air(game: Game, state: State) -> Overlay:
    """What the aircraft of each side could reach, what they interdict, and who has the air over each front."""
    areas: list[MarkedArea] = []
    for side in SIDES:
        reach = {at for front in Front for at in air_range(game, state, side, front)}
        hit = tuple(sorted(at for at in state.markers if state.marker(at, interdicted_by(side))))
        areas.append(
            MarkedArea(message("overlay.wie.air-reach", side=side), tuple(sorted(reach)), Tone.SIDE, side, is_open=True)
        )
        areas.append(MarkedArea(message("overlay.wie.interdicted", side=side), hit, Tone.SIDE, side))
    holders = {str(front): _holder(state, front) for front in Front}
    note = message("overlay.wie.air-held", **holders)
    return Overlay(tuple(area for area in areas if area.places), note=note, rule="13.23")


def _holder(state: State, front: Front) -> Message:
    side = next((side for side in SIDES if holds_air(state, side, front)), None)
    return message("overlay.wie.air-nobody") if side is None else message("overlay.wie.air-side", side=side)


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
    goals = {game.board.at(each.at): each for each in game.materials.brief.scenario.objectives}
    worth = {at: int(each.value or 0) for at, each in goals.items()}
    held = {at: side for at, side in state.control.items() if at in goals and goals[at].counts_for(side)}
    return objectives_overlay(worth, held, SIDES, CASE)


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit))


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.RAIL: rail,
    OverlayKind.AIR: air,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
}
