"""What Red Star Rising shows of the whole map: control, air fleets, supply, zones, stacks, cities, threats."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone, Way
from engine.core.state import State, Unit, derived
from engine.core.terms import Number
from engine.mechanics.cuts import cutting_places
from engine.mechanics.overlays import (
    control_overlay,
    isolation_overlay,
    objectives_overlay,
    stacking_overlay,
    zones_overlay,
)
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, SIDES, SOVIET, Role, Status
from engine.rulesets.red_star_rising.stacking import hex_overstacked, points_of
from engine.rulesets.red_star_rising.supply.answers import line_of
from engine.rulesets.red_star_rising.supply.axis import capital_ends, depot_chain, under_fleets
from engine.rulesets.red_star_rising.supply.lines import (
    Group,
    group_of,
    land_lines,
    live_status,
    needs_no_line,
    sea_lines,
    sources_of,
)
from engine.rulesets.red_star_rising.supply.soviet import soviet_sources
from engine.rulesets.red_star_rising.supply.tracing import length_limit, net, rail_lines
from engine.rulesets.red_star_rising.victory import counts_for_axis
from engine.rulesets.red_star_rising.zones import zones

_TONES = {
    Status.UNSUPPLIED: (Tone.BAD, message("overlay.rsr.unsupplied")),
    Status.LACKING: (Tone.POOR, message("overlay.rsr.lacking")),
    Status.EMERGENCY: (Tone.FAIR, message("overlay.rsr.emergency")),
    Status.SUPPLIED: (Tone.GOOD, message("overlay.rsr.supplied")),
}
"""From the worst to the best: a stack is as badly off as the worst of its units."""


def control(game: Game, state: State) -> Overlay:
    """Only cities, fortresses and ports are controlled; the rest of the map belongs to nobody."""
    held = {at: controller(game, state, at) for at in game.materials.controlled}
    return control_overlay(held, SIDES, "9.0.2")


@derived("units", "stacks")
def air(game: Game, state: State) -> Overlay:
    """The hexes under air fleets, and those that fleets could be sent to from their bases."""
    materials: Materials = game.materials
    reach = materials.number("base_range")
    bases = [unit for unit in _on_map(game, state) if materials.kind(unit).role is Role.AIR_BASE]
    within = {at for base in bases for at in materials.around(base.at, reach)}
    covered = under_fleets(game, state)
    areas = (
        MarkedArea(message("overlay.rsr.under-fleet"), tuple(sorted(covered)), Tone.SIDE, AXIS),
        MarkedArea(message("overlay.rsr.base-range"), tuple(sorted(within - covered)), Tone.SIDE, AXIS, is_open=True),
    )
    return Overlay(tuple(area for area in areas if area.places), rule="12.1.2")


@derived("units", "stacks", "turn", "markers", "control", "values")
def supply(game: Game, state: State) -> Overlay:
    """The state of supply of every stack as it would be found now, the lines, and what they lead to."""
    worst: dict[Location, Status] = {}
    order = list(_TONES)
    ways: dict[tuple[Location, ...], Side] = {}
    for unit in _needing_lines(game, state):
        status = live_status(game, state, unit)
        before = worst.get(unit.at)
        if before is None or order.index(status) < order.index(before):
            worst[unit.at] = status
        path = line_of(game, state, unit).path
        if len(path) > 1:
            ways[path] = unit.side
    areas = [
        MarkedArea(label, tuple(sorted(at for at, found in worst.items() if found is status)), tone)
        for status, (tone, label) in _TONES.items()
    ]
    for side in SIDES:
        ends = set(sources_of(game, state, side)) | (set(depot_chain(game, state)) if side == AXIS else set())
        areas.append(MarkedArea(message("overlay.source-of", side=side), tuple(sorted(ends)), Tone.SIDE, side))
    lines = tuple(Way(path, side) for path, side in ways.items())
    return Overlay(tuple(area for area in areas if area.places), ways=lines, rule="10.1.1")


def zone(game: Game, state: State) -> Overlay:
    """The zones of both sides."""
    return zones_overlay({side: zones(game, state, side) for side in SIDES}, "5.0.1")


@derived("units", "stacks")
def stacking(game: Game, state: State) -> Overlay:
    """Stacking points against the limit of the side whose stack it is."""
    materials: Materials = game.materials
    sizes: dict[Location, tuple[Number, Number]] = {}
    wrong = []
    for at in sorted(state.stacks):
        units = state.at(at) if materials.on_map[at] else ()
        for side in SIDES:
            points = sum(points_of(materials, unit) for unit in units if unit.side == side)
            if points:
                sizes[at] = (points, materials.by_name("stacking_limit", side))
                wrong += [at] if hex_overstacked(game, state, at, side) is not None else []
    return stacking_overlay(sizes, wrong, "4.0")


def objectives(game: Game, state: State) -> Overlay:
    """The cities that score: only the Axis does, and only where a line leads home."""
    materials: Materials = game.materials
    held = {at: AXIS if counts_for_axis(game, state, at) else SOVIET for at in materials.objectives}
    return objectives_overlay(materials.objectives, held, SIDES, "18.0.4")


@derived("units", "stacks", "turn", "markers", "control", "values")
def isolation(game: Game, state: State) -> Overlay:
    """Whose line hangs on one hex, as far as the depot, headquarters or source it leads to."""
    cuts: dict[Side, dict[Location, tuple[Location, ...]]] = {side: {} for side in SIDES}
    lost = []
    waiting: dict[Group, list[Unit]] = {}
    by_rail: dict[tuple[Side, str], list[Location]] = {}
    for unit in _needing_lines(game, state):
        kind = game.materials.kind(unit)
        by_sea = sea_lines(game, state, kind)
        if live_status(game, state, unit) is not Status.SUPPLIED:
            lost.append(unit.at)
        elif kind.role is Role.HEADQUARTERS:
            by_rail.setdefault((unit.side, kind.nation), []).append(unit.at)
        elif by_sea is None or unit.at not in by_sea:
            waiting.setdefault(group_of(kind), []).append(unit)
    for (side, nation), places in by_rail.items():
        cuts[side] |= _rail_cuts(game, state, side, nation, places)
    for group, units in waiting.items():
        steps = net(game, state, group.side, rails_only=False).links
        limit = length_limit(game, group.side)
        found = cutting_places(land_lines(game, state, group), steps, sorted({unit.at for unit in units}), limit)
        for at, on in found.items():
            cuts[group.side][at] = tuple(sorted({*cuts[group.side].get(at, ()), *on}))
    return isolation_overlay(cuts, lost, "10.1.2")


def _rail_cuts(
    game: Game, state: State, side: Side, nation: str, places: Iterable[Location]
) -> dict[Location, tuple[Location, ...]]:
    """What the railways of the headquarters of a nation hang on."""
    ends = soviet_sources(game, state) if side == SOVIET else capital_ends(game, nation)
    return cutting_places(rail_lines(game, state, side, ends), net(game, state, side, rails_only=True).links, places)


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    return (unit for unit in state.every_unit() if game.materials.is_on_map(unit))


def _needing_lines(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in _on_map(game, state) if not needs_no_line(materials.kind(unit)))


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.AIR: air,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
    OverlayKind.ISOLATION: isolation,
}
