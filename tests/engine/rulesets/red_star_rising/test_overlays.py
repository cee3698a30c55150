"""What Red Star Rising shows of the whole map, on the opening of Typhoon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.overlays import Overlay, OverlayKind, Tone
from engine.core.state import State, evolve
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.red_star_rising.names import AXIS, SOVIET
from engine.rulesets.red_star_rising.zones import zones


@pytest.fixture(scope="module")
def opening() -> tuple[Game, State]:
    game = assemble(find_bundled("typhoon").load())
    return game, game.new(7).state


def shown(opening: tuple[Game, State], kind: OverlayKind) -> Overlay:
    game, state = opening
    return game.ruleset.overlays[kind](game, game.view(state, AXIS))


def places(overlay: Overlay, key: str, side: str = "") -> set[Location]:
    return {at for area in overlay.areas if area.label.key == key and area.side == side for at in area.places}


def test_zones_are_those_of_the_rules(opening: tuple[Game, State]) -> None:
    game, state = opening
    found = shown(opening, OverlayKind.ZONES)
    for side in (AXIS, SOVIET):
        assert places(found, "overlay.zone-of", side) == set(zones(game, state, side))
    assert all(area.is_open for area in found.areas), "zones of both sides can be seen in one hex"


def test_objectives_show_their_points_and_whom_they_count_for(opening: tuple[Game, State]) -> None:
    game, _ = opening
    found = shown(opening, OverlayKind.OBJECTIVES)
    assert found.texts == {at: str(value) for at, value in game.materials.objectives.items()}
    assert places(found, "overlay.counts-for", AXIS) | places(found, "overlay.counts-for", SOVIET) == set(found.texts)


def test_a_pocket_is_out_of_supply_and_cut_off(opening: tuple[Game, State]) -> None:
    """Without depots on the map what is left without a line is shown as such, and hangs on nothing any more."""
    game, state = opening
    box = game.board.at("axis-eliminated")
    units, stacks = state.units, state.stacks
    for unit in state.every_unit():
        if game.materials.kind(unit).role == "depot":
            units = units.set(unit.id, replace(unit, at=box))
            stacks = stacks.set(unit.at, tuple(each for each in stacks[unit.at] if each != unit.id))
    bare = evolve(state, units=units, stacks=stacks.set(box, ()))
    supply = game.ruleset.overlays[OverlayKind.SUPPLY](game, bare)
    threats = game.ruleset.overlays[OverlayKind.ISOLATION](game, bare)
    out = {at for area in supply.areas if area.tone in (Tone.BAD, Tone.POOR) for at in area.places}
    assert out
    assert out == places(threats, "overlay.cut-off")


def test_every_threatened_stack_hangs_on_a_hex_that_is_marked(opening: tuple[Game, State]) -> None:
    found = shown(opening, OverlayKind.ISOLATION)
    cutting = places(found, "overlay.cuts", AXIS) | places(found, "overlay.cuts", SOVIET)
    assert bool(places(found, "overlay.one-from-cut-off")) == bool(cutting)
    assert set(found.texts) == cutting


def test_stacks_are_measured_against_the_limit_of_their_side(opening: tuple[Game, State]) -> None:
    game, state = opening
    found = shown(opening, OverlayKind.STACKING)
    at = state.unit(UnitId("g-xlvi")).at
    limit = game.materials.by_name("stacking_limit", AXIS)
    assert found.texts[at].endswith(f"/{limit}")
    assert at in {place for area in found.areas for place in area.places}


def test_lines_of_supply_lead_to_what_is_marked_as_a_source_or_a_headquarters(opening: tuple[Game, State]) -> None:
    game, state = opening
    found = shown(opening, OverlayKind.SUPPLY)
    sources = places(found, "overlay.source-of", AXIS) | places(found, "overlay.source-of", SOVIET)
    quarters = {unit.at for unit in state.every_unit() if game.materials.kind(unit).role == "headquarters"}
    assert found.ways
    assert {way.places[-1] for way in found.ways} <= sources | quarters
