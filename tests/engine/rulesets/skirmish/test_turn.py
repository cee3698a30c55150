"""Chapters 1, 5, 7 and 8 of Skirmish: the turn, supply, weather and victory."""

from __future__ import annotations

import pytest
from immutables import Map

from engine.core.ids import Side
from engine.core.records import Outcome
from tests.engine.rulesets.skirmish.scenes import QUIET, skirmish
from tests.helpers.positions import Scene


@pytest.mark.rule("toy-skirmish:1.1")
def test_a_turn_is_weather_air_then_each_sides_phases() -> None:
    scene = skirmish(setup="scenario", turn=2, dice=[3])
    asked = [(scene.menu.side, scene.menu.rule)]
    for action in ("commit-air 0", "commit-air 0", "done", "done", "done"):
        scene = scene.play(action)
        asked.append((scene.menu.side, scene.menu.rule))
    assert asked == [
        ("red", "4.4"), ("blue", "4.4"), ("red", "6.1"), ("red", "2.1"), ("blue", "2.1"), ("red", "4.4"),
    ]  # fmt: skip
    assert [told.side for told in scene.told("supply-checked")] == ["red", "blue"]
    assert scene.state.turn == 3


@pytest.mark.rule("toy-skirmish:1.1")
def test_combat_comes_after_movement_when_enemies_are_next_to_each_other() -> None:
    scene = skirmish("units: {red-1: '0707', blue-1: '0807'}", phase="movement", side="red")
    fight = scene.play("done").menu
    assert (fight.side, fight.rule) == ("red", "4.1")


def ending(control: str, units: str = "{red-1: '0101', blue-1: '1601'}", turn: int = 5) -> Outcome | None:
    """How the game stands after Blue's last phase of a turn."""
    scene = skirmish(f"{{units: {units}, control: {control}}}", phase="movement", side="blue", turn=turn, values=QUIET)
    return scene.play("done").state.outcome


@pytest.mark.rule("toy-skirmish:1.2")
@pytest.mark.parametrize(
    ("control", "winner", "level"),
    [
        ("{red: ['0807', '1002']}", "red", "decisive"),
        ("{red: ['0807']}", "red", "marginal"),
        ("{red: ['0203'], blue: ['0807']}", "blue", "marginal"),
        ("{blue: ['0807', '1505']}", "blue", "decisive"),
        ("{red: ['1002'], blue: ['1211']}", None, "draw"),
        ("{}", None, "draw"),
    ],
)
def test_after_the_last_turn_the_score_decides(control: str, winner: str | None, level: str) -> None:
    assert ending(control) == Outcome(Side(winner) if winner else None, level, "1.2")


@pytest.mark.rule("toy-skirmish:1.2")
def test_before_the_last_turn_the_game_goes_on() -> None:
    assert ending("{red: ['0807']}", turn=4) is None


@pytest.mark.rule("toy-skirmish:8.1")
def test_objectives_count_for_the_side_that_controls_them() -> None:
    scene = skirmish("control: {red: ['0807', '0203'], blue: ['1505']}", phase="movement", side="red")
    score = scene.ask("score")
    assert score.score.value == 4 + 2 - 3
    assert {term["label"]: term["value"] for term in score.score.terms} == {
        "0203, held by red": 2,
        "0807, held by red": 4,
        "1505, held by blue": -3,
    }
    assert (score.winner, score.level) == (None, "")


@pytest.mark.rule("toy-skirmish:8.2")
@pytest.mark.parametrize(
    ("units", "winner"),
    [
        ("{red-1: '0101', blue-1: eliminated}", "red"),
        ("{red-1: coming, blue-1: '1601'}", "blue"),
        ("{red-1: eliminated, blue-1: eliminated}", None),
    ],
)
def test_a_side_without_units_on_the_map_has_lost(units: str, winner: str | None) -> None:
    assert ending("{}", units, turn=1) == Outcome(Side(winner) if winner else None, "annihilation", "8.2")


@pytest.mark.rule("toy-skirmish:8.2")
def test_nothing_can_be_done_after_the_end() -> None:
    scene = skirmish("units: {red-1: '0101'}", phase="movement", side="blue").play("done")
    assert scene.state.outcome is not None
    assert not scene.menu
    assert scene.refused("done") == "game-over"
    assert scene.ask("score").winner == "red"


@pytest.mark.rule("toy-skirmish:7.1")
@pytest.mark.parametrize(("die", "weather"), [(1, "dry"), (2, "dry"), (3, "dry"), (4, "dry"), (5, "dry"), (6, "mud")])
def test_a_six_brings_mud(die: int, weather: str) -> None:
    scene = skirmish(setup="scenario", dice=[die])
    assert scene.state.values["weather"] == weather
    assert scene.state.throws > 0


@pytest.mark.rule("toy-skirmish:4.4")
def test_air_points_are_committed_in_secret_and_shown_together() -> None:
    start = skirmish(setup="scenario", dice=[1])
    assert start.choices("commit-air") == ("commit-air 0", "commit-air 1", "commit-air 2")
    assert start.refused("commit-air 3") == "4.4"
    sealed = start.play("commit-air 2")
    assert sealed.menu.side == "blue"
    assert "air-red" not in sealed.state.values
    assert sealed.game.view(sealed.state, Side("blue")).sealed[Side("red")] == Map()
    assert sealed.events[-1].seen_by(Side("blue")).points is None  # type: ignore[attr-defined]
    assert sealed.events[-1].seen_by(Side("red")).points == 2  # type: ignore[attr-defined]
    shown = sealed.play("commit-air 1")
    assert (shown.state.values["air-red"], shown.state.values["air-blue"]) == (2, 1)
    assert [(told.side, told.points) for told in shown.told("air-revealed")] == [("red", 2), ("blue", 1)]
    assert shown.state.sealed == Map()


@pytest.mark.rule("toy-skirmish:4.4")
def test_a_scenario_may_change_the_number_of_air_points() -> None:
    rich = skirmish(setup="scenario", charts={"parameters": {"air_points": 3}})
    assert len(rich.choices("commit-air")) == 4
    assert rich.play("commit-air 3", "commit-air 0").state.values["air-red"] == 3


def supplied(units: str, **more: object) -> Scene:
    return skirmish(f"units: {units}", phase="movement", side="red", **more)


@pytest.mark.rule("toy-skirmish:5.1")
def test_a_supply_line_runs_at_most_six_hexes_from_a_depot() -> None:
    scene = supplied("{red-1: '0706', red-2: '0806'}")
    near = scene.ask("supply", "red-1")
    assert (near.state, near.source, near.length) == ("supplied", "0103", 6)
    assert (near.path[0], near.path[-1], len(near.path)) == ("0706", "0103", 7)
    far = scene.ask("supply", "red-2")
    assert (far.state, far.source, far.length, far.path) == ("unsupplied", None, None, [])


@pytest.mark.rule("toy-skirmish:5.1")
def test_enemies_and_their_zones_block_a_line_unless_a_friend_stands_there() -> None:
    wall = "blue-1: '0301', blue-2: '0303', blue-3: '0305'"
    cut = supplied(f"{{red-1: '0503', {wall}}}")
    assert cut.ask("supply", "red-1").state == "unsupplied"
    held = supplied(f"{{red-1: '0503', red-2: '0204', red-3: '0304', red-4: '0404', {wall}}}")
    assert held.ask("supply", "red-1").state == "supplied"


@pytest.mark.rule("toy-skirmish:5.1")
def test_a_depot_in_enemy_hands_supplies_nobody() -> None:
    lost = supplied("{red-1: '0203'}", control={"blue": ["0103"]})
    assert lost.ask("supply", "red-1").state == "unsupplied"
    assert supplied("{red-1: '0203'}").ask("supply", "red-1").length == 1


@pytest.mark.rule("toy-skirmish:5.2")
def test_units_without_supply_are_marked_until_their_sides_next_supply_phase() -> None:
    units = "{red-1: '0203', red-2: {at: '1203', marks: [unsupplied]}, red-3: {at: '0103', marks: [unsupplied]}}"
    scene = skirmish(f"units: {units}", phase="supply", side="red")
    assert {unit.id: sorted(unit.marks) for unit in scene.state.every_unit()} == {
        "red-1": [],
        "red-2": ["unsupplied"],
        "red-3": [],
    }
    assert scene.play("done").unit("red-2").marks == {"unsupplied"}


def test_the_air_points_of_the_enemy_are_imagined_as_any_he_could_have_sent() -> None:
    scene = skirmish(setup="scenario", turn=2, dice=[3]).play("commit-air 1")
    view = scene.game.view(scene.state, Side("blue"))
    states = [scene.game.imagine(view, salt) for salt in range(30)]
    most = scene.game.materials.number("air_points")
    assert {state.sealed[Side("red")]["air"] for state in states} == set(range(most + 1))


def test_any_whole_unit_of_the_enemy_may_be_the_decoy_and_only_one_is() -> None:
    scene = skirmish(setup="scenario", turn=2, dice=[3])
    view = scene.game.view(scene.state, Side("red"))
    suspected = set()
    for salt in range(60):
        state = scene.game.imagine(view, salt)
        decoys = [unit.id for unit in state.every_unit() if unit.values.get("decoy")]
        assert "red-7" in decoys
        assert len(decoys) == 2
        suspected |= set(decoys) - {"red-7"}
    assert suspected == {unit.id for unit in scene.state.every_unit() if unit.side == "blue"}
