"""What can be shown of the whole map: control, zones with their bonds, supply, stacks, aircraft and objectives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone, Way
from engine.core.state import State, Unit
from engine.core.terms import Number
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay
from engine.rulesets.ukraine_43.bonds import bonds
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import SIDES, SOVIET
from engine.rulesets.ukraine_43.stacking import overstacked_hexes, stack_size
from engine.rulesets.ukraine_43.standing import air_cover, company, zone_hexes
from engine.rulesets.ukraine_43.supply import has_line, is_isolated
from engine.rulesets.ukraine_43.victory import is_scored


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control.items()), SIDES, "14.2.A")


@rule("7.1")
def zone(game: Game, state: State) -> Overlay:
    """Zones, the hexes that bonds close, and a line from each unit to the one it is bonded with.

    A bonded side is shown by the line between those that form it, which crosses it.
    """
    areas: list[MarkedArea] = []
    ways: list[Way] = []
    for side in SIDES:
        found = bonds(game, state, side)
        zones = tuple(sorted(zone_hexes(game, state, side) - found.hexes))
        areas.append(MarkedArea(message("overlay.zone-of", side=side), zones, Tone.SIDE, side, is_open=True))
        areas.append(MarkedArea(message("overlay.u43.bonded", side=side), tuple(sorted(found.hexes)), Tone.SIDE, side))
        ways += (
            Way((bond.ends[0], *(bond.between if len(bond.ends) == 1 or bond.is_hex else ()), *bond.ends[1:]), side)
            for bond in found.bonds
        )
    return Overlay(tuple(area for area in areas if area.places), ways=tuple(ways), rule="7.1")


@rule("14.4")
def supply(game: Game, state: State) -> Overlay:
    """Who has a line now, who has none, and who would have none however long."""
    held: set[Location] = set()
    short: set[Location] = set()
    cut: set[Location] = set()
    for unit in _on_map(game, state):
        if has_line(game, state, unit):
            held.add(unit.at)
        elif is_isolated(game, state, unit):
            cut.add(unit.at)
        else:
            short.add(unit.at)
    areas = (
        MarkedArea(message("overlay.u43.supplied"), tuple(sorted(held - short - cut)), Tone.GOOD),
        MarkedArea(message("overlay.u43.unsupplied"), tuple(sorted(short - cut)), Tone.POOR),
        MarkedArea(message("overlay.u43.isolated"), tuple(sorted(cut)), Tone.BAD),
    )
    return Overlay(tuple(area for area in areas if area.places), rule="14.4")


def stacking(game: Game, state: State) -> Overlay:
    sizes: dict[Location, tuple[Number, Number]] = {}
    for unit in _on_map(game, state):
        if unit.at not in sizes:
            size, limit = stack_size(game, company(state, unit.at, unit.side))
            if size:
                sizes[unit.at] = (size, limit)
    wrong = [at for side in SIDES for at in overstacked_hexes(game, state, side)]
    return stacking_overlay(sizes, wrong, "5.1")


@rule("15.6")
def air(game: Game, state: State) -> Overlay:
    """What aircraft on defensive missions cover."""
    areas = (
        MarkedArea(message("overlay.u43.covered", side=side), tuple(sorted(air_cover(game, state, side))), Tone.SIDE,
                   side, is_open=True)
        for side in SIDES
    )  # fmt: skip
    return Overlay(tuple(area for area in areas if area.places), rule="15.6")


def objectives(game: Game, state: State) -> Overlay:
    """The victory hexes: only the Soviet side scores, and only where its lines lead."""
    worth = {game.board.at(each.at): int(each.value or 0) for each in game.materials.brief.scenario.objectives}
    held = {at: SOVIET for at in worth if is_scored(game, state, at)}
    return objectives_overlay(worth, held, (SOVIET,), "30.2.A")


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit) and materials.kind(unit).is_ground)


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.AIR: air,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
}
