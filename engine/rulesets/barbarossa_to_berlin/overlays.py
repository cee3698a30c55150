"""What Barbarossa to Berlin shows of the whole map: control, supply, stacks, victory spaces and threats.

There are no zones of control in it, and no aircraft on the map.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone, Way
from engine.core.state import State, Unit, derived, evolve
from engine.core.terms import Number
from engine.mechanics.overlays import control_overlay, isolation_overlay, objectives_overlay, stacking_overlay
from engine.rulesets.barbarossa_to_berlin.control import denied_spaces, holds
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import SIDES, Supply, enemy_of
from engine.rulesets.barbarossa_to_berlin.stacking import stacking_refusal
from engine.rulesets.barbarossa_to_berlin.supply import group_of, sources, supply_of
from engine.rulesets.barbarossa_to_berlin.supply_lines import line_of

_TONES = {
    Supply.NONE: (Tone.BAD, message("overlay.btb.no-supply")),
    Supply.LIMITED: (Tone.FAIR, message("overlay.btb.limited")),
    Supply.FULL: (Tone.GOOD, message("overlay.btb.full")),
}
"""From the worst to the best: a stack is as badly off as the worst of its units."""


def control(game: Game, state: State) -> Overlay:
    """Every space of the map is held by a side, or neutral."""
    materials: Materials = game.materials
    return control_overlay({at: side for at, side in state.control.items() if materials.on_map[at]}, SIDES, "10.2")


@derived("units", "stacks", "control", "markers", "values", "turn")
def supply(game: Game, state: State) -> Overlay:
    """The supply of every stack, the lines, and the sources that serve somebody now."""
    worst: dict[Location, Supply] = {}
    order = list(_TONES)
    ways: dict[tuple[Location, ...], Side] = {}
    ends: dict[Side, set[Location]] = {side: set() for side in SIDES}
    for unit in _fighting(game, state):
        found = supply_of(game, state, unit)
        before = worst.get(unit.at)
        if before is None or order.index(found) < order.index(before):
            worst[unit.at] = found
        path = line_of(game, state, unit, found)
        if len(path) > 1:
            ways[path] = unit.side
        group = group_of(game.materials.kind(unit).nation)
        ends[unit.side].update(sources(game, state, group), sources(game, state, group, limited=True))
    areas = [
        MarkedArea(label, tuple(sorted(at for at, found in worst.items() if found is each)), tone)
        for each, (tone, label) in _TONES.items()
    ]
    areas += [
        MarkedArea(message("overlay.source-of", side=side), tuple(sorted(places)), Tone.SIDE, side)
        for side, places in ends.items()
    ]
    lines = tuple(Way(path, side) for path, side in ways.items())
    return Overlay(tuple(area for area in areas if area.places), ways=lines, rule="13.1")


@derived("units", "stacks")
def stacking(game: Game, state: State) -> Overlay:
    """Units in a space against the limit of three."""
    materials: Materials = game.materials
    limit = materials.number("stacking")
    sizes: dict[Location, tuple[Number, Number]] = {}
    wrong = []
    for at in sorted(state.stacks):
        units = state.at(at) if materials.on_map[at] else ()
        count = sum(not materials.kind(unit).is_marker for unit in units)
        if count:
            sizes[at] = (count, limit)
            wrong += [at] if stacking_refusal(game, units) is not None else []
    return stacking_overlay(sizes, wrong, "9.1")


def objectives(game: Game, state: State) -> Overlay:
    """The victory spaces, each worth a point to the Axis; where partisans deny it, it counts for nobody."""
    spaces = game.materials.with_feature("victory")
    denied = denied_spaces(game, state)
    held = {at: side for at in spaces if at not in denied and (side := state.control.get(at)) is not None}
    return objectives_overlay(dict.fromkeys(spaces, 1), held, SIDES, "5.1")


@derived("units", "stacks", "control", "markers", "values", "turn")
def isolation(game: Game, state: State) -> Overlay:
    """Who would be out of supply if one more space of their line were the enemy's."""
    lost = []
    cuts: dict[Side, dict[Location, tuple[Location, ...]]] = {side: {} for side in SIDES}
    hanging: dict[Location, list[Unit]] = {}
    for unit in _fighting(game, state):
        found = supply_of(game, state, unit)
        if found is Supply.NONE:
            lost.append(unit.at)
            continue
        cuts[unit.side].setdefault(unit.at, ())
        for at in line_of(game, state, unit, found)[1:]:
            if holds(game, state, unit.side, at):
                hanging.setdefault(at, []).append(unit)
    for at in sorted(hanging):
        for side in SIDES:
            mine = [unit for unit in hanging[at] if unit.side == side]
            fallen = evolve(state, control=state.control.set(at, enemy_of(side))) if mine else state
            for unit in mine:
                if at not in cuts[side][unit.at] and supply_of(game, fallen, unit) is Supply.NONE:
                    cuts[side][unit.at] = (*cuts[side][unit.at], at)
    return isolation_overlay(cuts, lost, "13.1")


def _fighting(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit) and not materials.kind(unit).is_marker)


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
    OverlayKind.ISOLATION: isolation,
}
