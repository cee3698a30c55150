"""What Barbarossa to Berlin shows of the whole map, on the opening of Summer 1941."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.overlays import Overlay, OverlayKind
from engine.core.state import State, evolve
from engine.rulesets.assembly import assemble
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS
from engine.rulesets.library import find_bundled


@pytest.fixture(scope="module")
def opening() -> tuple[Game, State]:
    game = assemble(find_bundled("summer-1941").load())
    return game, game.new(7).state


def places(overlay: Overlay, key: str, side: str = "") -> set[Location]:
    return {at for area in overlay.areas if area.label.key == key and area.side == side for at in area.places}


def test_there_are_no_zones_and_no_aircraft(opening: tuple[Game, State]) -> None:
    assert {OverlayKind.ZONES, OverlayKind.AIR}.isdisjoint(opening[0].ruleset.overlays)


def test_every_space_is_shown_with_its_holder(opening: tuple[Game, State]) -> None:
    game, state = opening
    found = game.ruleset.overlays[OverlayKind.CONTROL](game, game.view(state, AXIS))
    held = {at for at, side in state.control.items() if side == ALLIED and game.materials.on_map[at]}
    assert places(found, "overlay.held-by", ALLIED) == held


def test_a_space_on_which_a_line_hangs_cuts_when_it_falls(opening: tuple[Game, State]) -> None:
    """Lublin is held by the enemy all round but for one way home: that one is marked, and losing it cuts."""
    game, state = opening
    lublin = game.board.at("lublin")
    around = [at for at, _ in game.materials.land_links[lublin]]
    gate = next(at for at in around if state.control.get(at) == AXIS)
    ring = state.control
    for at in around:
        if at != gate:
            ring = ring.set(at, ALLIED)
    beset = evolve(state, control=ring)
    isolation = game.ruleset.overlays[OverlayKind.ISOLATION]
    found = isolation(game, beset)
    assert lublin in places(found, "overlay.one-from-cut-off")
    assert gate in places(found, "overlay.cuts", AXIS)
    fallen = isolation(game, evolve(beset, control=ring.set(gate, ALLIED)))
    assert lublin in places(fallen, "overlay.cut-off")


def test_the_score_says_who_would_win_now(opening: tuple[Game, State]) -> None:
    game, state = opening
    answer = game.ruleset.questions["score"](game, state, {})
    assert (answer.winner, answer.level) == (ALLIED, "scenario"), "seven points are less than the twelve of the mark"
