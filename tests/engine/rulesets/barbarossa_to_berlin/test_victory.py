"""Chapter 5: victory points, winter, and how the war ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

PRIZES = (
    "berlin - warsaw - kiev - smolensk - odessa - sevastopol - moscow - sverdlovsk;"
    "tripoli - tobruk - alexandria - basra; warsaw - courland; berlin - breslau - ruhr - munich"
)
UNITS = {"army": "warsaw", "front": "sverdlovsk", "br": "basra"}


def reckoned(turn: int, *axis: str, **more: Any) -> Scene:
    """After the reckoning of a turn at whose end the Axis holds some spaces."""
    given: dict[str, Any] = {"phase": "reckoning", "turn": turn, "axis": axis, "dice": [1, 1]}
    return campaign(UNITS, PRIZES, **{**given, "values": {"vp": 10, **more.pop("values", {})}, **more})


@pytest.mark.rule("barbarossa-to-berlin:5.1")
def test_the_score_is_the_victory_points() -> None:
    scene = campaign(UNITS, PRIZES, phase="round-3", side="axis", values={"vp": 10})
    assert scene.ask("score").score.value == 10


@pytest.mark.rule("barbarossa-to-berlin:8.4", "barbarossa-to-berlin:card.allied.48")
def test_after_bomb_plot_each_german_unit_can_cost_a_point() -> None:
    plain, plotted = (
        campaign(UNITS, PRIZES, phase="round-3", side="axis", turn=18, values={"vp": 10, **more})
        for more in ({}, {"event-bomb-plot": 15})
    )
    low, high = plain.game.ruleset.score_range(plain.game, plain.state) or (0, 0)
    lower, same = plotted.game.ruleset.score_range(plotted.game, plotted.state) or (0, 0)
    units, spaces = 9, 3
    assert lower <= low - (units - spaces)
    assert same == high


# 5.2: the worked example: in the winter of 1942 four spaces cost a point and three spaces two


@pytest.mark.rule("barbarossa-to-berlin:5.2")
@pytest.mark.parametrize(
    ("turn", "spaces", "points"),
    [
        (4, ("kiev", "smolensk", "odessa", "alexandria", "sevastopol"), 10),
        (4, ("kiev", "smolensk", "odessa", "alexandria"), 9),
        (4, ("kiev", "smolensk", "odessa"), 8),
        (8, ("kiev", "smolensk", "odessa"), 7),
        (12, ("kiev",), 9),
        (16, (), 9),
        (16, ("kiev",), 10),
        (5, (), 10),
        (6, (), 10),
    ],
)
def test_in_winter_the_axis_must_hold_a_number_of_spaces(turn: int, spaces: tuple[str, ...], points: int) -> None:
    assert reckoned(turn, *spaces).state.values["vp"] == points


@pytest.mark.rule("barbarossa-to-berlin:5.2")
def test_iraq_counts_and_libya_does_not() -> None:
    units = {"army": "warsaw", "front": "sverdlovsk"}
    four = ("kiev", "smolensk", "odessa", "alexandria")
    more: dict[str, Any] = {"phase": "reckoning", "turn": 4, "values": {"vp": 10}, "dice": [1, 1]}
    assert campaign(units, PRIZES, axis=[*four, "basra"], **more).state.values["vp"] == 10
    assert campaign(units, PRIZES, axis=[*four, "tobruk", "tripoli"], **more).state.values["vp"] == 9


@pytest.mark.rule("barbarossa-to-berlin:5.2/b", "barbarossa-to-berlin:16.3")
def test_partisans_do_not_matter_for_the_count() -> None:
    markers = {"kiev": {"partisans": 1}}
    five = ("kiev", "smolensk", "odessa", "alexandria", "sevastopol")
    scene = reckoned(4, *five, markers=markers)
    assert scene.state.values["vp"] == 10
    assert scene.ask("score").score.value == 9


@pytest.mark.rule("barbarossa-to-berlin:5.2/a")
def test_courland_counts_in_the_last_winter_alone() -> None:
    assert reckoned(16, "courland").state.values["vp"] == 10
    assert reckoned(12, "kiev", "courland").state.values["vp"] == 9


# 5.3


def winner(scene: Scene) -> tuple[str | None, str] | None:
    outcome = scene.state.outcome
    return (outcome.winner, outcome.level) if outcome is not None else None


@pytest.mark.rule("barbarossa-to-berlin:5.3", "barbarossa-to-berlin:5.3/a")
def test_twenty_points_win_for_the_axis_before_totaler_krieg() -> None:
    assert winner(reckoned(6, values={"vp": 20})) == ("axis", "automatic")
    assert winner(reckoned(6, values={"vp": 19})) is None
    assert winner(reckoned(9, values={"vp": 25, "event-totaler-krieg": 9})) is None


@pytest.mark.rule("barbarossa-to-berlin:5.3")
@pytest.mark.parametrize("points", [0, -2])
def test_no_point_left_wins_for_the_allies(points: int) -> None:
    assert winner(reckoned(6, values={"vp": points})) == ("allied", "automatic")
    assert winner(reckoned(6, values={"vp": 1})) is None


@pytest.mark.rule("barbarossa-to-berlin:5.3", "barbarossa-to-berlin:5.2")
def test_winter_is_counted_before_victory_is_looked_at() -> None:
    assert winner(reckoned(4, values={"vp": 5})) == ("allied", "automatic")
    assert winner(reckoned(4, values={"vp": 20})) is None


def berlin_falls(*allied: str, side: str = "allied", **more: Any) -> Scene:
    units = {"army": "warsaw", "us": "paris"}
    given: dict[str, Any] = {"phase": "round-3-over", "side": side, "allied": allied}
    return campaign(units, PRIZES + "; ruhr - paris", **{**given, **more})


@pytest.mark.rule("barbarossa-to-berlin:5.3")
def test_the_allies_win_with_every_source_of_the_axis_at_the_end_of_their_round() -> None:
    assert winner(berlin_falls("berlin", "breslau", "ruhr")) == ("allied", "automatic")
    assert winner(berlin_falls("berlin", "breslau")) is None
    assert winner(berlin_falls("berlin", "breslau", "ruhr", side="axis")) is None


@pytest.mark.rule("barbarossa-to-berlin:5.3")
def test_with_the_redoubt_munich_is_wanted_too() -> None:
    redoubt: dict[str, Any] = {"values": {"event-national-redoubt": 15}}
    assert winner(berlin_falls("berlin", "breslau", "ruhr", **redoubt)) is None
    assert winner(berlin_falls("berlin", "breslau", "ruhr", "munich", **redoubt)) == ("allied", "automatic")


# 5.4


@pytest.mark.rule("barbarossa-to-berlin:5.4")
def test_when_time_is_up_the_axis_has_won_unless_the_allies_have() -> None:
    assert winner(reckoned(18, last_turn=18, values={"vp": 1})) == ("axis", "campaign")
    assert winner(reckoned(18, last_turn=18, values={"vp": 0})) == ("allied", "automatic")
    assert winner(reckoned(17, last_turn=18, values={"vp": 1})) is None


@pytest.mark.rule("barbarossa-to-berlin:5.4")
@pytest.mark.parametrize(("points", "side"), [(12, "axis"), (11, "allied")])
def test_a_shorter_scenario_has_a_mark_to_reach(points: int, side: str) -> None:
    charts = {"parameters": {"scenario_mark": 12}}
    scene = reckoned(3, last_turn=3, values={"vp": points}, charts=charts)
    assert winner(scene) == (side, "scenario")
