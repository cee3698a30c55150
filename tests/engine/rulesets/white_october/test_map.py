"""The map of the campaign: where the rulebook names hexes, what lies there, and how rails and roads hang together."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.game import Game
from engine.core.state import evolve
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.white_october.names import RED, WHITE
from engine.rulesets.white_october.rail import rail_lines
from engine.rulesets.white_october.red_morale import is_first_white_combat
from engine.rulesets.white_october.supply import is_supplied
from engine.rulesets.white_october.victory import outcome_now


@cache
def campaign() -> Game:
    return assemble(find_bundled("white-october").load())


def named(game: Game) -> dict[str, str]:
    board = game.board
    return {
        feature.name: board.label(at)
        for kind in ("city", "town", "village")
        for at in board.with_feature(kind)
        if (feature := board.feature(at, kind)) is not None
    }


@pytest.mark.rule("white-october:1.1")
def test_places_that_the_rulebook_names_stand_where_it_names_them() -> None:
    game = campaign()
    ground, board = game.materials.ground, game.board
    assert named(game)["Volosovo"] == "19/O"
    assert board.at("28/E") in ground.maritime
    assert board.at("28/D") not in ground.maritime
    assert {board.label(at) for at in game.materials.rail_entries.values()} == {"07/FF", "18/FF"}


@pytest.mark.rule("white-october:12")
def test_from_peter_and_paul_to_23_u_it_is_two_hexes() -> None:
    """The rulebook's example: two districts and a hex."""
    game = campaign()
    fortress = game.materials.place("peter-paul")
    assert fortress is not None
    assert game.materials.ground.ranges(fortress, 3)[game.board.at("23/U")] == 4


@pytest.mark.rule("white-october:7.5.1/b")
def test_both_lines_lead_to_the_city_and_to_gatchina_but_not_over_the_luga() -> None:
    game = campaign()
    state, places = game.new(1).state, named(game)
    for entry in game.materials.rail_entries.values():
        reached = rail_lines(game, state, entry, RED)
        for label in (places["Gatchina"], places["Tosno"], places["Luga"], places["Yamburg"], "P14", "P24", "P34"):
            assert game.board.at(label) in reached, label
        assert game.board.at(places["Narva"]) not in reached


@pytest.mark.rule("white-october:4.3", "white-october:4.2")
@pytest.mark.parametrize("scenario", ["white-october", "pulkovo-heights"])
def test_everybody_begins_in_supply_and_nobody_has_won(scenario: str) -> None:
    game = assemble(find_bundled(scenario).load())
    state = game.new(1).state
    ashore = [unit for unit in state.every_unit() if game.materials.is_on_map(unit)]
    assert {unit.id for unit in ashore if not is_supplied(game, state, unit)} == set()
    assert outcome_now(game, state).winner != WHITE


@pytest.mark.rule("white-october:10.1")
def test_weak_divisions_break_on_the_first_turn_of_the_campaign_and_not_of_a_later_beginning() -> None:
    for scenario, breaks in (("white-october", True), ("pulkovo-heights", False)):
        game = assemble(find_bundled(scenario).load())
        state = game.new(1).state
        begun = evolve(state, values=state.values.set("white-first", "combat"))
        assert is_first_white_combat(game, begun) is breaks
