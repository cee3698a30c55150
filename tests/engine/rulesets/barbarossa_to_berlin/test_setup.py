"""Chapters 4 and 20: the opening card, the first hands, and the armies whose place is free."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene, positions_of

europe = positions_of("barbarossa-to-berlin", "europe-1941-45", setup="scenario")


def begun() -> Scene:
    """The campaign before anything has been decided."""
    return europe()


def placed() -> Scene:
    """The campaign with both free armies in their places."""
    return begun().play("place-at-start ge-1-army paris", "place-at-start ge-7-army brest")


@pytest.mark.rule("barbarossa-to-berlin:20.2", "barbarossa-to-berlin:20.4")
def test_two_armies_are_placed_in_occupied_france_and_not_together() -> None:
    scene = begun()
    assert scene.menu.side == "axis"
    choices = {choice.split(maxsplit=2)[2] for choice in scene.choices("place-at-start")}
    board = scene.game.board
    countries = scene.game.materials.countries
    assert choices == {
        board.label(at) for at, holder in scene.state.control.items() if countries[at] == "france" and holder == "axis"
    }
    assert scene.refused("place-at-start ge-1-army berlin") == "20.2"
    assert scene.refused("place-at-start ge-1-army marseille") == "20.4"
    assert scene.refused("place-at-start ge-7-army paris") == "20.2"
    first = scene.play("place-at-start ge-1-army paris")
    assert first.unit("ge-1-army").step == 1
    assert first.refused("place-at-start ge-7-army paris") == "20.4"
    assert first.allows("place-at-start ge-7-army brest")


@pytest.mark.rule("barbarossa-to-berlin:4.3")
@pytest.mark.parametrize(("chosen", "other"), [("axis-01", "axis-02"), ("axis-02", "axis-01")])
def test_the_axis_opens_with_one_of_two_cards_and_the_other_is_shuffled_in(chosen: str, other: str) -> None:
    scene = placed()
    assert scene.choices("choose-opening") == ("choose-opening axis-01", "choose-opening axis-02")
    assert scene.refused("choose-opening axis-03") == "4.3"
    after = scene.play(f"choose-opening {chosen}")
    pools = after.state.pools
    assert chosen in pools["axis-hand"]
    assert other in pools["axis-hand"] + pools["axis-deck"]
    assert len(pools["axis-hand"]) == len(pools["allied-hand"]) == 7
    assert len(pools["axis-deck"]) == len(pools["allied-deck"]) == 18


@pytest.mark.rule("barbarossa-to-berlin:4.3")
def test_the_total_war_cards_lie_aside() -> None:
    state = placed().state
    for side in ("axis", "allied"):
        assert sorted(state.pool(f"{side}-aside")) == [f"{side}-{number}" for number in range(26, 56)]
        assert len(state.pool(f"{side}-deck")) == 25


@pytest.mark.rule("barbarossa-to-berlin:4.3")
def test_nobody_sees_the_hand_of_the_enemy_or_the_order_of_a_deck() -> None:
    scene = placed().play("choose-opening axis-01")
    view = scene.game.view(scene.state, Side("allied"))
    assert set(view.pool("axis-hand")) == set(view.pool("axis-deck")) == set(view.pool("allied-deck")) == {"?"}
    assert "?" not in view.pool("allied-hand")
    assert not [event for event in scene.events if "axis-01" in str(event.seen_by(Side("allied")))]


@pytest.mark.rule("barbarossa-to-berlin:4.3", "barbarossa-to-berlin:4.4")
def test_turn_1_begins_with_stalins_orders() -> None:
    scene = placed().play("choose-opening axis-02")
    assert scene.state.turn == 1
    assert scene.state.frames[-1].kind == "stand-fast"
    assert scene.menu.side == "axis"
    after = scene.play("place-stand-fast kaunas", "place-stand-fast lwow", "place-stand-fast bialystok")
    assert after.choices("play-card")[0].endswith("event")
    assert after.state.side == "axis"


@pytest.mark.rule("barbarossa-to-berlin:4.3")
def test_a_position_that_begins_later_deals_at_once() -> None:
    units: dict[str, Any] = {"army": "warsaw", "front": "minsk"}
    scene = campaign(units, "berlin - warsaw - minsk - sverdlovsk", turn=5, dice=[1, 1])
    assert len(scene.state.pool("axis-hand")) == 7
    assert scene.state.turn == 5


@pytest.mark.rule("barbarossa-to-berlin:4.1", "barbarossa-to-berlin:4.2")
def test_without_a_scenario_the_tracks_begin_as_printed() -> None:
    units: dict[str, Any] = {"army": "warsaw", "front": "minsk"}
    scene = campaign(units, "berlin - warsaw - minsk - sverdlovsk", phase="round-1", side="axis")
    assert scene.state.values["vp"] == 7
