"""Chapter 6: trains, track, and the units that mend it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.ids import Side, UnitId
from engine.core.overlays import OverlayKind, Tone
from engine.narration.menu_choices import why_not
from engine.rulesets.war_in_europe.overlays import OVERLAYS
from engine.rulesets.war_in_europe.rail import RideTrain
from engine.rulesets.war_in_europe.railways import railheads
from tests.engine.rulesets.war_in_europe.scenes import SNOW, europe, group, marked, moving
from tests.helpers.positions import Scene


def line(first: int = 1, last: int = 12) -> list[str]:
    """A railway from west to east along the third row."""
    return [f"{column:02}03" for column in range(first, last + 1)]


def trains(units: dict[str, Any], *, held: list[str] | None = None, **more: Any) -> Scene:
    """The rail phase of the Axis, with a line along the third row that is its own."""
    fixed: dict[str, Any] = {
        "phase": "rail-movement",
        "side": "axis",
        "axis": "0103",
        "allied": "1208",
        "rails": [line()],
    }
    return europe(units, held={"axis": line() if held is None else held}, **{**fixed, **more})


@pytest.mark.rule(
    "war-in-europe:6.0", "war-in-europe:6.3", "war-in-europe:6.31", "war-in-europe:6.41", "war-in-europe:6.32"
)
def test_board_ride_and_get_off_in_one_phase() -> None:
    after = trains({"inf": "0203"}).play("ride-train inf 1203 true")
    assert after.place("inf") == "1203"
    [told] = after.told("train-ridden")
    assert told.points == 30
    assert "aboard" not in after.unit("inf").marks


@pytest.mark.rule("war-in-europe:6.2", "war-in-europe:15.1")
def test_fifty_points_and_half_of_them_in_severe_snow() -> None:
    severe = {"severe": ("weather-zone", line())}
    scene = trains({"inf": "0203"}, turn=SNOW, regions=severe)
    assert scene.allows("ride-train inf 0703 true")
    assert scene.refused("ride-train inf 0803 true") == "6.2"


def test_a_click_beside_the_track_is_refused_as_a_ride_and_not_as_a_step() -> None:
    scene = trains({"inf": "0203"})
    seen: Any = SimpleNamespace(menu=scene.menu, explain=lambda action: scene.game.explain(scene.state, action))
    refusal = why_not(seen, scene.game.board.at("0208"), UnitId("inf"))
    assert refusal is not None
    assert (refusal.rule, refusal.message.key) == ("6.32", "refusal.wie.no-train-there")


@pytest.mark.rule("war-in-europe:6.1", "war-in-europe:6.12", "war-in-europe:6.13")
def test_capacity_counts_all_who_use_the_railway_and_corps_three() -> None:
    small = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 2, "allied-rail": 2}]}}}
    scene = trains({"inf": "0203", "inf-2": "0203", "inf-3": marked("0503", "aboard")}, charts=small)
    scene = scene.play("ride-train inf 0603 true")
    assert scene.refused("ride-train inf-2 0703 true") == "6.11"
    assert scene.allows("ride-train inf-3 0703 true")
    fixed: dict[str, Any] = {"phase": "rail-movement", "side": "allied", "allied": "0103", "broad": [line()]}
    corps = europe({"corps": "0203", "rus": "0203"}, held={"allied": line()}, charts=small, **fixed)
    assert corps.refused("ride-train corps 0503 true") == "6.11"
    assert corps.allows("ride-train rus 0503 true")


@pytest.mark.rule("war-in-europe:6.13/a", "war-in-europe:6.13")
def test_the_group_that_is_left_of_a_corps_counts_one() -> None:
    small = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 2, "allied-rail": 2}]}}}
    fixed: dict[str, Any] = {"phase": "rail-movement", "side": "allied", "allied": "0103", "broad": [line()]}
    units = {"corps": group("0203"), "corps-2": group("0203")}
    scene = europe(units, held={"allied": line()}, charts=small, **fixed).play("ride-train corps 0503 true")
    assert scene.allows("ride-train corps-2 0603 true")


@pytest.mark.rule("war-in-europe:6.11")
def test_what_the_data_no_longer_carry_the_opponent_removes() -> None:
    none = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": 1}]}}}
    scene = trains({"inf": marked("0203", "aboard"), "pz": marked("0403", "aboard")}, charts=none)
    assert scene.menu.side == "allied"
    assert scene.play("give-up pz").place("pz") == "gone-axis"


@pytest.mark.rule("war-in-europe:6.33", "war-in-europe:6.0")
def test_who_has_marched_does_not_ride() -> None:
    scene = trains({"inf": marked("0203", "marched"), "pz": "0303", "cav": "0403"})
    assert scene.refused("ride-train inf 0603 true") == "6.33"
    assert scene.play("ride-train pz 0603 true").refused("ride-train pz 0703 true") == "6.33"
    assert scene.refused("ride-train pz 0303 true") == "6.3"


@pytest.mark.rule("war-in-europe:6.42/a")
@pytest.mark.rule("war-in-europe:6.34", "war-in-europe:6.42", "war-in-europe:9.23", "war-in-europe:6.34/a")
def test_trains_and_enemy_zones() -> None:
    scene = trains({"inf": "0203", "inf-2": "0703", "rus": "0802"})
    assert scene.refused("ride-train inf 0703 true") == "6.34"
    assert scene.refused("ride-train inf-2 0503 true") == "6.42"
    caught = trains({"inf": marked("0703", "aboard"), "rus": "0802"})
    assert caught.allows("ride-train inf 0703 true")
    assert caught.play("ride-train inf 0203 true").place("inf") == "0203"


@pytest.mark.rule("war-in-europe:6.32/a", "war-in-europe:6.42/b", "war-in-europe:13.55/a")
@pytest.mark.rule("war-in-europe:6.42", "war-in-europe:13.53", "war-in-europe:13.55")
def test_interdiction_costs_five_to_enter_and_nothing_to_board() -> None:
    scene = trains(
        {"inf": "0203"}, markers={"0203": {"interdicted-by-allied": 1}, "0403": {"interdicted-by-allied": 1}}
    )
    [told] = scene.play("ride-train inf 0503 true").told("train-ridden")
    assert told.points == 20 + 3 + 5


@pytest.mark.rule("war-in-europe:6.35", "war-in-europe:9.11")
def test_units_aboard_exert_no_zone_and_do_not_attack() -> None:
    scene = europe(
        {"inf": marked("0303", "aboard"), "rus": "0403"}, phase="combat", side="axis", axis="0101", allied="1208"
    )
    assert scene.ask("zone", "0403").sides.get("axis") is None
    assert scene.refused("declare-attack 0403") == "6.35"
    moved = moving({"inf": marked("0303", "aboard")}, axis="0101")
    assert moved.refused("step-to inf 0403") == "6.41"


@pytest.mark.rule("war-in-europe:6.36", "war-in-europe:12.45")
def test_a_unit_attacked_aboard_gets_off_and_defends_with_half() -> None:
    fixed: dict[str, Any] = {"phase": "combat", "side": "axis", "axis": "0101", "allied": "1208"}
    scene = europe({"inf": "0303", "rus4": marked("0403", "aboard")}, dice=[6], **fixed)
    assert scene.ask("attack", units=["inf"], target="0403").defence.value == 2
    after = scene.play("declare-attack 0403", "add-attacker inf", "resolve")
    assert "aboard" not in after.unit("rus4").marks


@pytest.mark.rule("war-in-europe:6.5", "war-in-europe:6.51", "war-in-europe:6.52", "war-in-europe:6.54")
def test_trains_keep_to_track_of_their_side_that_leads_to_a_source() -> None:
    scene = trains({"inf": "0203", "inf-2": "0903"}, markers={"0703": {"rail-cut": 1}})
    assert scene.allows("ride-train inf 0603 true")
    assert scene.refused("ride-train inf 0803 true") == "6.52"
    assert scene.refused("ride-train inf-2 1003 true") == "6.52"


@pytest.mark.rule("war-in-europe:6.53", "war-in-europe:6.7", "war-in-europe:6.55")
def test_coming_into_enemy_track_cuts_it_and_going_back_does_not_mend_it() -> None:
    scene = moving({"rus": "0504"}, side="allied", axis="0103", allied="0508", rails=[line()], held={"axis": line()})
    cut = scene.play("step-to rus 0503")
    assert cut.state.marker(cut.game.board.at("0503"), "rail-cut") == 1
    assert cut.told("rail-cut")
    heads = [cut.game.board.label(at) for at in railheads(cut.game, cut.state, Side("axis"))]
    assert {"0403", "0603"} <= set(heads)


@pytest.mark.rule("war-in-europe:6.61", "war-in-europe:6.62", "war-in-europe:6.63", "war-in-europe:6.65")
def test_a_repair_unit_makes_track_good_past_zones() -> None:
    cut = {label: {"rail-cut": 1} for label in line(5, 8)}
    scene = moving(
        {"rr": "0403", "rus": "0702"},
        axis="0103",
        allied="1208",
        rails=[line()],
        held={"axis": line(1, 4)},
        markers=cut,
    )
    after = scene.play("step-to rr 0503", "step-to rr 0603", "step-to rr 0703")
    assert after.unit("rr").values["spent"] == 3
    assert after.state.marker(after.game.board.at("0603"), "rail-axis") == 1
    assert scene.refused("step-to rr 0404") == "6.61"


@pytest.mark.rule("war-in-europe:6.62", "war-in-europe:6.5")
def test_the_other_gauge_costs_five_and_is_converted() -> None:
    scene = moving({"rr": "0403"}, axis="0103", rails=[line(1, 4)], broad=[line(4, 12)], held={"axis": line(1, 4)})
    after = scene.play("step-to rr 0503")
    assert after.unit("rr").values["spent"] == 5
    assert after.state.marker(after.game.board.at("0503"), "gauge-changed") == 1


@pytest.mark.rule("war-in-europe:15.1/e")
@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:6.62")
def test_snow_makes_mending_dear_and_forbids_converting() -> None:
    fixed: dict[str, Any] = {"axis": "0103", "rails": [line(1, 6)], "broad": [line(6, 12)], "turn": SNOW}
    scene = moving({"rr": "0403"}, held={"axis": line(1, 4)}, markers={"0503": {"rail-cut": 1}}, **fixed)
    assert scene.play("step-to rr 0503").unit("rr").values["spent"] == 5
    other = moving({"rr": "0603"}, held={"axis": line(1, 6)}, **fixed)
    assert other.refused("step-to rr 0703") == "15.1"


@pytest.mark.rule("war-in-europe:6.64", "war-in-europe:6.67")
def test_repair_units_ride_count_in_stacks_and_have_no_zone() -> None:
    scene = trains({"rr": "0203", "inf": "0603", "inf-2": "0603", "inf-3": "0603", "inf-4": "0603"})
    assert scene.allows("ride-train rr 0503 true")
    assert scene.refused("ride-train rr 0603 true") == "10.0"
    assert scene.ask("zone", "0202").sides.get("axis") is None


@pytest.mark.rule("war-in-europe:14.22")
def test_unsupplied_units_ride_as_others() -> None:
    far = trains({"inf": "1203"}, markers={"1203": {}})
    assert far.allows("ride-train inf 0803 true")


@pytest.mark.rule("war-in-europe:6.7", "war-in-europe:6.5", "war-in-europe:6.1")
def test_the_railways_can_be_shown_with_their_heads_gauge_and_load() -> None:
    fixed: dict[str, Any] = {"rails": [line(1, 8)], "broad": [line(9, 12), ["0203", "0202"]]}
    marks = {"0703": {"rail-cut": 1}, "0202": {"gauge-changed": 1}}
    scene = trains({"inf": marked("0203", "aboard")}, held=[*line(1, 8), "0202"], markers=marks, **fixed)
    shown = OVERLAYS[OverlayKind.RAIL](scene.game, scene.state)
    areas = {
        (area.label.key.rpartition(".")[2], str(area.label.args.get("side", ""))): [
            scene.game.board.label(at) for at in area.places
        ]
        for area in shown.areas
    }
    assert sorted(areas["rail-of", "axis"]) == sorted([*line(1, 6), "0202"])
    assert areas["rail-idle", "axis"] == ["0803"]
    assert areas["rail-head", "axis"] == ["0603"]
    head = next(area for area in shown.areas if area.label.key.endswith("rail-head"))
    assert (head.side, head.tone, head.stands_out) == ("axis", Tone.SIDE, True), "told from those of the other side"
    assert areas["rail-cut", ""] == [*line(7, 7), *line(9, 12)]
    assert areas["rail-changed", ""] == ["0202"]
    assert shown.note is not None
    assert str(shown.note.args["axis"]).startswith("1/")


@pytest.mark.rule("war-in-europe:6.33", "war-in-europe:10.0")
def test_no_ride_is_offered_into_a_full_hex_though_those_there_stand_well() -> None:
    """Whoever is there already is asked first, and has room: that says nothing of others."""
    scene = trains({"inf": "0503", "inf-2": "0503", "inf-3": "0503", "inf-5": "0503", "inf-4": "0803"})
    assert scene.refused("ride-train inf-4 0503 true") == "10.0"
    rides = list(scene.game.menu(scene.state).of_kind(RideTrain))
    assert rides
    full = scene.game.board.at("0503")
    assert not [ride for ride in rides if ride.unit == "inf-4" and ride.to == full]


@pytest.mark.rule("war-in-europe:6.34", "war-in-europe:5.8/f", "war-in-europe:6.2", "war-in-europe:6.52")
def test_a_train_that_does_not_get_past_something_names_the_case_of_it() -> None:
    zone = trains({"inf": "0203", "rus": "0602"})
    assert zone.refused("ride-train inf 0603 true") == "6.34"
    assert zone.refused("ride-train inf 1003 true") == "6.34", "the hex is free, but the way to it is not"
    assert trains({"inf": "0203", "part": "0603"}).refused("ride-train inf 1003 true") == "6.34"
    north = trains({"pz": "0203", "inf": "0203"}, regions={"north": ("arctic", ["0603"])})
    assert north.refused("ride-train pz 1003 true") == "5.8"
    assert north.allows("ride-train inf 1003 true")
    lost = trains({"inf": marked("0803", "aboard")}, markers={"0703": {"rail-cut": 1}})
    assert lost.refused("ride-train inf 0303 true") == "6.52"


@pytest.mark.rule("war-in-europe:6.64", "war-in-europe:6.33")
def test_a_repair_unit_that_has_marched_is_told_that_it_moves_once() -> None:
    scene = trains({"rr": marked("0203", "marched"), "inf": marked("0203", "marched"), "pz": "0203"})
    assert scene.refused("ride-train rr 0503 true") == "6.64"
    assert scene.refused("ride-train inf 0503 true") == "6.33"
