"""Chapter 8: orders, offensives that are demanded, and units that must stand fast."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, in_round, redeployment
from tests.helpers.positions import Scene

LINE = (
    "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk; warsaw - lublin;"
    "tripoli - tobruk - alexandria; berlin - rome; rome = sea-central = tripoli; minsk - gomel - kovel - brest"
)
UNITS = {"army": "brest", "front": "minsk", "itc": "tobruk", "br": "alexandria"}


def ordered(*dice: int, units: dict[str, Any] | None = None, **more: Any) -> Scene:
    return campaign(units or UNITS, LINE, **{"phase": "orders", "side": "axis", "dice": dice, **more})


# 6.1, 8.1


@pytest.mark.rule("barbarossa-to-berlin:8.1", "barbarossa-to-berlin:6.1")
@pytest.mark.parametrize(
    ("die", "axis", "allied"),
    [
        (1, "none", "offensive"),
        (2, "none", "offensive"),
        (3, "none", "soviet-offensive"),
        (4, "none", "stalin"),
        (5, "offensive", "stalin"),
        (6, "hitler", "stalin"),
    ],
)
def test_each_side_throws_for_its_orders(die: int, axis: str, allied: str) -> None:
    scene = ordered(die, die)
    if axis == "hitler":
        assert scene.menu.side == "allied"
        scene = scene.play("done")
    assert scene.state.values["orders-axis"] == axis
    assert scene.state.values["orders-allied"] == allied


@pytest.mark.rule("barbarossa-to-berlin:4.4", "barbarossa-to-berlin:8.5")
def test_on_turn_1_nobody_throws_and_the_axis_places_for_stalin() -> None:
    scene = ordered(turn=1)
    assert scene.state.values["orders-axis"] == "none"
    assert scene.state.values["orders-allied"] == "stalin"
    assert scene.state.throws == ordered(turn=1, phase="round-1").state.throws
    assert scene.menu.side == "axis"
    after = scene.play("place-stand-fast minsk")
    assert after.state.marker(after.game.board.at("minsk"), "stand-fast") == 1


# 8.4, 8.5: placing


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_hitlers_orders_bind_axis_units_next_to_supplied_allies() -> None:
    scene = ordered(6, units={**UNITS, "corps": "warsaw"})
    assert scene.menu.side == "allied"
    assert sorted(scene.choices("place-stand-fast")) == ["place-stand-fast brest", "place-stand-fast tobruk"]
    assert scene.refused("place-stand-fast warsaw") == "8.4"
    assert scene.refused("place-stand-fast minsk") == "8.4"
    once = scene.play("place-stand-fast brest")
    assert once.refused("place-stand-fast brest") == "8.4"


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_no_more_than_three_markers_are_placed() -> None:
    units = {"army": "brest", "army-2": "warsaw", "corps": "lublin", "corps-2": "kovel", "front": "minsk"}
    links = (
        "berlin - warsaw - minsk - sverdlovsk; berlin - brest - minsk; berlin - lublin - minsk; berlin - kovel - minsk"
    )
    told = {"phase": "orders", "side": "axis", "dice": [6, 1], "axis": ["brest", "kovel"]}
    scene = campaign(units, links, **told)
    placed = scene.play("place-stand-fast brest", "place-stand-fast warsaw", "place-stand-fast lublin")
    (step,) = placed.ask("try", [{"kind": "place-stand-fast", "at": "kovel"}]).steps
    assert (step.rule, step.message) == ("8.4", "All 3 markers have been placed.")


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_enemies_without_supply_bind_nobody() -> None:
    cut = ordered(6, 1, units={"army": "brest", "army-2": "smolensk", "front": "minsk"}, axis=["gomel"])
    assert cut.state.frames[-1].kind != "stand-fast"


@pytest.mark.rule("barbarossa-to-berlin:8.5")
def test_stalins_orders_bind_soviet_units_alone() -> None:
    scene = ordered(1, 6)
    assert scene.menu.side == "axis"
    assert scene.choices("place-stand-fast") == ("place-stand-fast minsk",)
    assert scene.refused("place-stand-fast alexandria") == "8.5"


@pytest.mark.rule("barbarossa-to-berlin:8.5")
def test_three_markers_at_most_and_fewer_if_one_likes() -> None:
    line = LINE + "; brest - pinsk - moscow; brest - lwow - moscow"
    fronts = {"front": "minsk", "front-2": "kovel", "front-3": "pinsk", "front-4": "lwow"}
    scene = campaign({"army": "brest", **fronts}, line, phase="orders", side="axis", dice=[1, 6])
    after = scene.play("place-stand-fast kovel", "place-stand-fast pinsk", "place-stand-fast lwow")
    assert after.state.frames[-1].kind == "round"
    assert scene.play("done").state.frames[-1].kind == "round"


# 8.4, 8.5: leaving


def axis_leaves(to: str, *, markers: int = 1, **more: Any) -> Scene:
    units = more.pop("units", {**UNITS, "corps": "brest"})
    given: dict[str, Any] = {"markers": {"brest": {"stand-fast": markers}}, "values": {"vp": 9}}
    scene = in_round(units, LINE, "axis", cards=["axis-07"], **{**given, **more})
    return scene.play("play-card axis-07 ops", "activate brest move", "done", f"step-to army {to}")


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_leaving_costs_a_point_once_for_the_space() -> None:
    after = axis_leaves("warsaw")
    assert after.state.values["vp"] == 8
    assert not after.state.marker(after.game.board.at("brest"), "stand-fast")
    assert after.play("step-to corps warsaw").state.values["vp"] == 8


@pytest.mark.rule("barbarossa-to-berlin:8.4/a")
def test_going_at_the_enemy_is_free_and_the_marker_stays_while_somebody_does() -> None:
    units = {"army": "brest", "corps": "brest", "front": "smolensk"}
    after = axis_leaves("minsk", units=units)
    assert after.state.values["vp"] == 9
    assert after.state.marker(after.game.board.at("brest"), "stand-fast") == 1
    last = after.play("step-to corps kovel")
    assert not last.state.marker(last.game.board.at("brest"), "stand-fast")
    assert last.state.values["vp"] == 9


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_only_the_first_space_entered_matters() -> None:
    units = {"army": "brest", "corps": "warsaw", "front": "smolensk"}
    after = axis_leaves("minsk", units=units).play("step-to army brest")
    assert after.state.values["vp"] == 9


@pytest.mark.rule("barbarossa-to-berlin:8.4/c", "barbarossa-to-berlin:8.4")
def test_a_stack_leaves_free_into_a_space_that_was_the_enemys_when_the_operation_began() -> None:
    units = {"army": "brest", "corps": "brest", "front": "smolensk"}
    after = axis_leaves("minsk", units=units).play("step-to corps minsk")
    assert after.state.values["vp"] == 9
    assert not after.state.marker(after.game.board.at("brest"), "stand-fast")


@pytest.mark.rule("barbarossa-to-berlin:8.4/c")
def test_what_somebody_else_has_just_taken_was_the_enemys_too() -> None:
    units = {"army": "brest", "corps": "kovel!", "front": "smolensk"}
    scene = in_round(
        units, LINE, "axis", cards=["axis-07"], markers={"brest": {"stand-fast": 1}}, values={"vp": 9}, axis=["kovel"]
    ).play("play-card axis-07 ops", "activate brest move", "activate kovel move", "done")
    after = scene.play("step-to corps gomel", "step-to corps minsk", "step-to army minsk")
    assert after.state.values["vp"] == 9
    again = in_round(
        units, LINE, "axis", cards=["axis-07"], markers={"brest": {"stand-fast": 1}}, values={"vp": 9},
        axis=["kovel", "minsk"],
    ).play("play-card axis-07 ops", "activate brest move", "done", "step-to army minsk")  # fmt: skip
    assert again.state.values["vp"] == 8


@pytest.mark.rule("barbarossa-to-berlin:8.4", "barbarossa-to-berlin:5.5")
def test_stalins_marker_is_no_unit_that_binds_anybody() -> None:
    near = {"army": "brest", "stalin": "minsk"}
    scene = ordered(6, 1, units={**near, "front": "moscow"})
    assert scene.state.frames[-1].kind != "stand-fast"
    bound = ordered(6, 1, units={**near, "front": "minsk"})
    assert bound.choices("place-stand-fast") == ("place-stand-fast brest",)


@pytest.mark.rule("barbarossa-to-berlin:8.4/b")
def test_after_the_bomb_plot_each_german_unit_pays() -> None:
    plot = {"vp": 9, "event-bomb-plot": 14}
    units = {**UNITS, "corps": "brest", "roc": "brest"}
    first = axis_leaves("warsaw", values=plot, units=units)
    assert first.state.values["vp"] == 8
    assert first.state.marker(first.game.board.at("brest"), "stand-fast") == 1
    second = first.play("step-to corps warsaw")
    assert second.state.values["vp"] == 7


@pytest.mark.rule("barbarossa-to-berlin:8.5")
def test_soviets_who_leave_raise_the_points_of_the_axis() -> None:
    given: dict[str, Any] = {"markers": {"minsk": {"stand-fast": 1}}, "values": {"vp": 9}}
    scene = in_round(UNITS, LINE, "allied", **given)
    after = scene.play("automatic", "activate minsk move", "step-to front smolensk")
    assert after.state.values["vp"] == 10


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_redeployment_out_of_the_space_costs_as_well() -> None:
    given: dict[str, Any] = {"markers": {"brest": {"stand-fast": 1}}, "values": {"vp": 9}, "turn": 6}
    units = {"corps": "brest", "army": "warsaw", "front": "minsk"}
    after = redeployment(units, LINE, **given).play("pick-unit corps", "redeploy corps warsaw")
    assert after.state.values["vp"] == 8


@pytest.mark.rule("barbarossa-to-berlin:8.4/a")
def test_when_all_have_advanced_nobody_is_bound_any_longer() -> None:
    markers = {"brest": {"stand-fast": 1}, "minsk": {"stand-fast": 1}}
    given: dict[str, Any] = {"markers": markers, "values": {"vp": 9}, "results": ["9/0"]}
    units = {"army": "brest", "rifle": "minsk"}
    scene = in_round(units, LINE, "axis", cards=["axis-07"], **given)
    fight = scene.play("play-card axis-07 ops", "activate brest combat", "done", "declare-attack minsk")
    after = fight.play("add-attacker army", "resolve")
    while after.menu.rule != "11.5":
        after = after.play(after.choices("take-loss")[0])
    after = after.play("advance army minsk")
    assert after.state.side == "allied"
    assert after.state.values["vp"] == 9
    for name in ("brest", "minsk"):
        assert not after.state.marker(after.game.board.at(name), "stand-fast")


# 8.2, 8.3


def reckoned(values: dict[str, Any], units: dict[str, Any] | None = None, **more: Any) -> int:
    """The points after the reckoning of a turn that began with 9."""
    given: dict[str, Any] = {"phase": "reckoning", "values": {"vp": 9, **values}, "dice": [1, 1]}
    return int(campaign(units or UNITS, LINE, **{**given, **more}).state.values["vp"])


@pytest.mark.rule("barbarossa-to-berlin:8.2", "barbarossa-to-berlin:8.3")
@pytest.mark.parametrize(
    ("values", "points"),
    [
        ({"orders-axis": "offensive"}, 8),
        ({"orders-axis": "offensive", "turn-offensive-axis": True}, 9),
        ({"orders-allied": "offensive"}, 10),
        ({"orders-allied": "offensive", "turn-offensive-soviet": True}, 10),
        ({"orders-allied": "offensive", "turn-offensive-allied": True}, 9),
        ({"orders-allied": "soviet-offensive"}, 10),
        ({"orders-allied": "soviet-offensive", "turn-offensive-allied": True}, 10),
        ({"orders-allied": "soviet-offensive", "turn-offensive-soviet": True}, 9),
        ({"orders-axis": "none", "orders-allied": "stalin"}, 9),
    ],
)
def test_an_offensive_that_was_not_made_costs_a_point(values: dict[str, Any], points: int) -> None:
    assert reckoned(values) == points


@pytest.mark.rule("barbarossa-to-berlin:8.3/a")
def test_nobody_is_asked_where_the_enemies_are_out_of_reach_of_each_other() -> None:
    apart = {"army": "brest", "front": "minsk", "br": "alexandria"}
    nobody = {"army": "brest", "front": "minsk", "itc": "tobruk"}
    for asked in ({"orders-axis": "offensive"}, {"orders-allied": "offensive"}):
        assert reckoned(asked, apart) == 9
        assert reckoned(asked, nobody) == 9
    assert reckoned({"orders-axis": "offensive"}, {**apart, "itc": "tobruk"}) == 8
    assert reckoned({"orders-axis": "offensive"}, {**apart, "br": "rome"}) == 8
    assert reckoned({"orders-allied": "soviet-offensive"}, apart) == 10


@pytest.mark.rule("barbarossa-to-berlin:8.2", "barbarossa-to-berlin:8.3")
def test_taking_an_enemy_space_serves_as_an_offensive() -> None:
    scene = in_round({"itc": "tobruk", "army": "brest", "front": "smolensk"}, LINE, "axis", cards=["axis-07"])
    east = scene.play("play-card axis-07 ops", "activate brest move", "activate tobruk move", "done")
    soviet = east.play("step-to army minsk")
    assert "turn-offensive-axis" not in soviet.state.values
    egypt = soviet.play("step-to itc alexandria")
    assert egypt.state.values["turn-offensive-axis"]


@pytest.mark.rule("barbarossa-to-berlin:8.3")
@pytest.mark.parametrize(
    ("unit", "at", "to", "value"),
    [("br", "alexandria", "tobruk", "offensive-allied"), ("rifle", "minsk", "brest", "offensive-soviet")],
)
def test_allied_captures_count_for_those_who_make_them(unit: str, at: str, to: str, value: str) -> None:
    units = {unit: at, "army": "warsaw", "front": "smolensk"}
    scene = in_round(units, LINE, "allied", axis=["brest", "tobruk"])
    after = scene.play("automatic", f"activate {at} move", f"step-to {unit} {to}")
    found = {name for name in after.state.values if name.startswith("turn-offensive")}
    assert found == {f"turn-{value}"}


@pytest.mark.rule("barbarossa-to-berlin:8.3")
@pytest.mark.parametrize(
    ("attacker", "at", "target", "found"),
    [
        ("army", "brest", "minsk", set()),
        ("itc", "tobruk", "alexandria", {"turn-offensive-axis"}),
        ("front", "minsk", "brest", {"turn-offensive-soviet"}),
        ("rifle", "minsk", "brest", set()),
        ("br", "alexandria", "tobruk", {"turn-offensive-allied"}),
        ("us", "alexandria", "tobruk", {"turn-offensive-allied"}),
        ("ff", "alexandria", "tobruk", set()),
    ],
)
def test_who_attacks_where_decides_which_offensive_it_was(attacker: str, at: str, target: str, found: set[str]) -> None:
    units: dict[str, Any] = {"army": "brest", "front": "minsk", "itc": "tobruk", "br": "alexandria"}
    side = "axis" if attacker in ("army", "itc") else "allied"
    if attacker not in units:
        units = {name: place for name, place in units.items() if place != at} | {attacker: at}
    scene = in_round(units, LINE, side, dice=[1, 1], cards=["axis-07" if side == "axis" else "allied-07"])
    card = "axis-07" if side == "axis" else "allied-07"
    fight = scene.play(f"play-card {card} ops", f"activate {at} combat", "done", f"declare-attack {target}")
    after = fight.play(f"add-attacker {attacker}", "resolve")
    assert {name for name in after.state.values if name.startswith("turn-offensive")} == found
