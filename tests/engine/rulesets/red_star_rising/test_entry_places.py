"""A scenario may name the hex where a reinforcement comes in; it does so there, and nowhere else."""

from __future__ import annotations

import pytest

from tests.helpers.positions import positions_of

typhoon = positions_of("red-star-rising", "typhoon")
HEAD = """
turn: 7
phase: reinforcements
side: axis
schedule: [{turn: 7, unit: g-sec-286, at: '4622'}, {turn: 7, unit: s-5a, at: '5435'}]
units:
  g-sec-286: {at: axis-reinforcements, values: {due: 7}}
"""


@pytest.mark.rule("red-star-rising:15.2.1")
def test_a_reinforcement_comes_in_where_the_scenario_says() -> None:
    scene = typhoon(HEAD)
    assert [action for action in scene.menu if action.kind == "arrive"] == [scene.action("arrive g-sec-286 4622")]
    assert scene.refused("arrive g-sec-286 4725") == "15.2.1"
    assert scene.play("arrive g-sec-286 4622").place("g-sec-286") == "4622"


@pytest.mark.rule("red-star-rising:15.2.1")
def test_an_enemy_in_the_hex_is_gone_round() -> None:
    scene = typhoon(f"{HEAD}  s-16a: '4622'\n")
    places = {scene.game.board.label(action.at) for action in scene.menu if action.kind == "arrive"}
    assert "4622" not in places
    assert 0 < len(places) <= 6
