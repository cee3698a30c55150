"""6.6: what is given up at the end of a turn, and what lapses with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

LINE = "berlin - warsaw - brest - minsk - moscow - sverdlovsk; berlin - paris - calais - beach-b; alexandria - suez"
UNITS = {"army": "warsaw", "front": "minsk"}


def giving_up(side: str, units: dict[str, Any] | None = None, **more: Any) -> Scene:
    return campaign({**UNITS, **(units or {})}, LINE, **{"phase": "give-up", "side": side, "dice": [1, 1, 1], **more})


@pytest.mark.rule("barbarossa-to-berlin:6.6", "barbarossa-to-berlin:14.5.4")
def test_the_allies_set_fully_supplied_western_armies_aside_for_three_turns() -> None:
    units = {"bra": "alexandria", "br": "suez", "usa": "paris", "can": "suez"}
    scene = giving_up("allied", units, turn=9)
    assert scene.choices("set-aside") == ("set-aside bra", "set-aside can")
    for unit in ("front", "br", "usa", "army"):
        assert scene.refused(f"set-aside {unit}") == "14.5.4"
    after = scene.play("set-aside bra")
    assert after.place("bra") == "turn-track"
    assert after.unit("bra").values["due"] == 12


MARKERS = {
    "minsk": {"trench": 2, "partisans": 1},
    "suez": {"trench-british": 1},
    "warsaw": {"trench-axis": 1},
    "paris": {"west-wall": 1},
    "calais": {"atlantic-wall": 1},
    "beach-b": {"beachhead-british": 1},
}


@pytest.mark.rule("barbarossa-to-berlin:6.6", "barbarossa-to-berlin:10.2", "barbarossa-to-berlin:16.2")
def test_each_side_takes_off_its_own_markers() -> None:
    scene = giving_up("allied", markers=MARKERS)
    assert sorted(scene.choices("take-off")) == [
        "take-off beach-b beachhead-british",
        "take-off minsk partisans",
        "take-off minsk trench",
        "take-off suez trench-british",
    ]
    assert scene.refused("take-off warsaw trench-axis") == "6.6"
    after = scene.play("take-off minsk trench")
    assert not after.state.marker(after.game.board.at("minsk"), "trench")
    axis = giving_up("axis", markers=MARKERS)
    assert sorted(axis.choices("take-off")) == [
        "take-off calais atlantic-wall",
        "take-off paris west-wall",
        "take-off warsaw trench-axis",
    ]


@pytest.mark.rule("barbarossa-to-berlin:6.6", "barbarossa-to-berlin:7.6.3")
def test_a_beachhead_that_somebody_needs_stays() -> None:
    scene = giving_up("allied", {"bra": "calais"}, markers={"beach-b": {"beachhead-british": 1}})
    assert scene.refused("take-off beach-b beachhead-british") == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:6.6")
def test_the_allies_give_up_first_and_nobody_has_to() -> None:
    scene = giving_up("allied", markers=MARKERS)
    after = scene.play("done")
    assert after.menu.side == "axis"
    assert after.play("done").state.turn == 7


@pytest.mark.rule("barbarossa-to-berlin:6.6", "barbarossa-to-berlin:8.2")
def test_orders_and_what_held_for_the_turn_lapse() -> None:
    scene = giving_up(
        "axis",
        phase="reckoning",
        markers={"warsaw": {"stand-fast": 1}, "minsk": {"stand-fast": 1, "trench": 1}},
        values={"vp": 9, "turn-hedgehogs": True, "turn-hand-axis": -2, "last-use-axis": "sr", "event-taifun": 3},
    )
    assert scene.state.turn == 7
    assert not scene.state.marker(scene.game.board.at("warsaw"), "stand-fast")
    assert not scene.state.marker(scene.game.board.at("minsk"), "stand-fast")
    assert scene.state.marker(scene.game.board.at("minsk"), "trench") == 1
    assert not [name for name in scene.state.values if name.startswith(("turn-", "last-use"))]
    assert scene.state.values["event-taifun"] == 3
    assert scene.state.values["vp"] == 9


@pytest.mark.rule("barbarossa-to-berlin:6.6", "barbarossa-to-berlin:8.2")
def test_offensives_that_were_not_made_cost_a_point_before_victory_is_looked_at() -> None:
    units = {"br": "alexandria", "itc": "suez"}
    scene = giving_up(
        "axis", units, phase="reckoning", allied=["alexandria"], values={"vp": 1, "orders-axis": "offensive"}
    )
    assert scene.state.values["vp"] == 0
    assert scene.state.outcome is not None
    assert scene.state.outcome.winner == "allied"
