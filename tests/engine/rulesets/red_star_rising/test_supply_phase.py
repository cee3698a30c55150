"""2.0.A and the rest of chapter 10: the supply phase, isolation, and what each state of supply does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.board import Board
from engine.core.ids import Location
from engine.core.paths import Trace, trace
from tests.engine.rulesets.red_star_rising.scenes import city, red_star
from tests.engine.rulesets.red_star_rising.strips import EAST, WEST, hexes, on_strip, port, state_of
from tests.helpers.positions import Scene

SUPPLIED, EMERGENCY, LACKING, UNSUPPLIED = "supplied", "emergency", "lacking", "unsupplied"


def in_supply_phase(units: dict[str, Any], length: int = 20, **more: Any) -> Scene:
    """The first turn, so that nobody suffers from attrition, at the step where supply is looked at."""
    return on_strip("." * length, units, **{"phase": "supply", "turn": 1, **more})


def factors(scene: Scene, unit: str) -> list[int]:
    """Attack, defence and movement of a unit as it is."""
    found = scene.ask("unit", unit).factors
    return [int(getattr(found, name).value) for name in ("attack", "defence", "movement")]


@pytest.mark.rule("red-star-rising:2.0.A")
def test_the_steps_of_the_supply_phase_come_in_their_order() -> None:
    units = {
        "base-1": "0103", "fleet-1": {"at": "fleets", "values": {"base": "base-1"}},
        "base-2": "0112", "fleet-2": {"at": "fleets", "values": {"base": "base-2"}},
        "depot": "0105", "inf": "0114", "rifle": "0120",
    }  # fmt: skip
    start = on_strip("." * 20, units, phase="air-bases-supply", sources=WEST, turn=3, dice=[6, 1])
    assert start.place("base-2") == "axis-reinforcements"
    assert (start.menu.side, start.menu.rule) == ("axis", "12.1.2")
    assert start.choices("place-fleet")[0].split()[1] == "fleet-1"
    assert not [each for each in start.choices("place-fleet") if "fleet-2" in each]
    over_the_infantry = start.play("place-fleet fleet-1 0111")
    assert over_the_infantry.menu.rule == "10.2.1"
    checked = over_the_infantry.play("done")
    told = [event.kind for event in checked.events if event.kind != "unit-eliminated"]
    assert told[:5] == ["fleet-placed", "supply-checked", "attrition-rolled", "step-lost", "attrition-rolled"]
    assert [(each.unit, each.die) for each in checked.told("attrition-rolled")] == [("inf", 6), ("rifle", 1)]
    assert checked.unit("inf").marks == {LACKING}


@pytest.mark.rule("red-star-rising:2.0.A", "red-star-rising:10.6.2", "red-star-rising:12.1.4")
def test_bases_trace_with_every_depot_still_in_place() -> None:
    units = {"base": "0108", "depot": "0105", "fleet": {"at": "fleets", "values": {"base": "base"}}}
    start = on_strip("." * 12, units, phase="air-bases-supply", sources=WEST, turn=1)
    assert start.place("base") == "0108"
    after = start.play("place-fleet fleet 0108", "remove-depot depot")
    assert after.place("base") == "0108"
    assert after.unit("base").marks == {LACKING}


@pytest.mark.rule("red-star-rising:10.0.2", "red-star-rising:10.0.3", "red-star-rising:10.0.4")
def test_each_state_but_supplied_is_marked() -> None:
    units = {
        "inf-1": "0104", "inf-2": "0110", "inf-3": "0116", "inf-4": "0120", "depot": "0110", "fleet": "0114",
        "rifle": "0107",
    }  # fmt: skip
    scene = in_supply_phase(units, sources=WEST).play("convert-depot depot")
    marks = {name: sorted(scene.unit(name).marks) for name in ("inf-1", "inf-2", "inf-3", "inf-4", "rifle")}
    assert marks == {"inf-1": [], "inf-2": [EMERGENCY], "inf-3": [LACKING], "inf-4": [UNSUPPLIED],
                     "rifle": [UNSUPPLIED]}  # fmt: skip
    assert {type(mark) for unit in scene.state.every_unit() for mark in unit.marks} == {str}
    told = scene.told("supply-checked")[0]
    assert not re.search(r": ?[;.]", told.text)
    assert (told.unsupplied, told.lacking, told.emergency) == (["inf-4", "rifle"], ["inf-3"], ["inf-2"])


@pytest.mark.rule("red-star-rising:10.0.4")
def test_marks_hold_until_the_next_supply_phase() -> None:
    cut = {"at": "0103", "marks": [UNSUPPLIED, "isolated"]}
    moving = on_strip("." * 6, {"inf": cut}, sources=WEST)
    assert moving.play("step-to inf 0102").unit("inf").marks >= {UNSUPPLIED}
    assert moving.ask("unit", "inf").factors.attack.value == 3
    assert "marked in the last supply phase: unsupplied" in [term.label for term in moving.ask("supply", "inf").terms]
    assert in_supply_phase({"inf": cut}, sources=WEST).unit("inf").marks == frozenset()
    other = {"at": "0110", "marks": [EMERGENCY]}
    assert in_supply_phase({"inf": other}, sources=WEST).unit("inf").marks == {UNSUPPLIED}


@pytest.mark.rule("red-star-rising:10.6.1", "red-star-rising:10.8.1")
def test_supplied_units_function_normally_and_those_in_emergency_supply_fight_so() -> None:
    for marks in ([], [EMERGENCY]):
        scene = on_strip("....", {"inf": {"at": "0102", "marks": marks}})
        assert factors(scene, "inf") == [5, 7, 4]


def isolated(scene: Scene) -> list[str]:
    """The units that the supply check found isolated."""
    return list(scene.told("supply-checked")[0].isolated)


def looked_at(units: dict[str, Any], length: int = 20, **more: Any) -> Scene:
    """A position with a depot far from everybody, so that the Axis has something to decide before supply is found."""
    features = [*more.pop("features", ())]
    bystander = {"depot-0": f"01{length:02}"}
    return in_supply_phase({**units, **bystander}, length, features=features, **more).play("done")


@pytest.mark.rule("red-star-rising:10.5")
@pytest.mark.parametrize(("at", "is_isolated"), [("0108", False), ("0109", True), ("0115", True)])
def test_a_line_of_eight_hexes_or_none_isolates_an_axis_unit(at: str, is_isolated: bool) -> None:
    assert isolated(looked_at({"inf": at}, sources=WEST)) == (["inf"] if is_isolated else [])


@pytest.mark.rule("red-star-rising:10.5")
def test_half_a_hex_less_than_eight_does_not_isolate() -> None:
    scene = looked_at({"inf": "0109"}, sources=WEST, rails=[["0101", "0102"]])
    assert scene.unit("inf").marks == {UNSUPPLIED}
    assert isolated(scene) == []


@pytest.mark.rule("red-star-rising:10.5")
@pytest.mark.parametrize(("at", "is_isolated"), [("0112", False), ("0113", True)])
def test_a_line_of_twelve_hexes_isolates_a_soviet_unit(at: str, is_isolated: bool) -> None:
    assert isolated(looked_at({"rifle": at}, sources=EAST)) == (["rifle"] if is_isolated else [])


@pytest.mark.rule("red-star-rising:10.5")
def test_without_any_line_a_unit_is_isolated_however_near_the_source() -> None:
    assert "inf" in isolated(looked_at({"inf": "0103", "cav": "0102"}, sources=WEST))


@pytest.mark.rule("red-star-rising:10.5")
def test_a_depot_in_a_chain_and_a_supplied_headquarters_are_targets() -> None:
    chained = {"inf-1": "0112", "inf-2": "0113", "depot-1": "0105"}
    assert isolated(looked_at(chained, sources=WEST)) == ["inf-2"]
    unchained = {"inf-1": "0112", "depot-1": "0107"}
    assert isolated(looked_at(unchained, sources=WEST)) == ["inf-1"]
    led = {"rifle-1": "0114", "rifle-2": "0115", "hq": "0103"}
    assert isolated(looked_at(led, sources=EAST, rails=[hexes(1, 3)])) == ["rifle-2"]


@pytest.mark.rule("red-star-rising:10.5")
def test_units_that_lack_supply_can_be_isolated_too() -> None:
    scene = looked_at({"inf": "0112", "fleet": "0112", "rifle": "0119", "factory": "0119"}, sources=WEST)
    assert (scene.unit("inf").marks, scene.unit("rifle").marks) == ({LACKING}, {LACKING})
    assert isolated(scene) == ["inf", "rifle"]


@pytest.mark.rule("red-star-rising:10.5/a", "red-star-rising:10.4.2/b", "red-star-rising:10.3.1/d",
                  "red-star-rising:10.3.2/d")  # fmt: skip
@pytest.mark.parametrize("hq", ["hq", "finhq", "romhq"])
def test_headquarters_are_never_isolated(hq: str) -> None:
    assert isolated(looked_at({hq: "0112"}, dice=[1])) == []
    lacking = looked_at({"hq-1": "0112", "factory": "0112"})
    assert (isolated(lacking), lacking.unit("hq-1").marks) == ([], {LACKING})


@pytest.mark.rule("red-star-rising:10.5/b")
def test_emergency_supply_keeps_a_unit_from_being_isolated() -> None:
    scene = in_supply_phase({"inf": "0115", "depot": "0115"}, sources=WEST).play("convert-depot depot")
    assert isolated(scene) == []


@pytest.mark.rule("red-star-rising:10.5/c")
def test_ports_are_no_targets_when_isolation_is_looked_for() -> None:
    ports = [port("0103", "Novorossisk"), port("0112", "Kerch")]
    scene = looked_at({"rifle": "0115"}, sources=EAST, rails=[hexes(1, 3)], features=ports)
    assert scene.unit("rifle").marks == {UNSUPPLIED}
    assert isolated(scene) == ["rifle"]


@pytest.mark.rule("red-star-rising:10.3.1/b", "red-star-rising:10.3.2/b")
@pytest.mark.parametrize(
    ("unit", "nation", "capital"), [("fin", "finnish", "Helsinki"), ("rom", "romanian", "Bucharest")]
)
def test_a_nation_whose_capital_is_lost_is_isolated_wherever_it_stands(unit: str, nation: str, capital: str) -> None:
    lost: dict[str, Any] = {"values": {f"{nation}-capital-taken": True}, "control": {"soviet": ["0110"]}}
    scene = looked_at({unit: "0101"}, sources=WEST, features=[city("0110", capital)], **lost)
    assert scene.unit(unit).marks == {UNSUPPLIED}
    assert isolated(scene) == [unit]


@pytest.mark.rule("red-star-rising:10.6.1", "red-star-rising:10.8.1")
@pytest.mark.parametrize(
    ("status", "values"), [(UNSUPPLIED, [3, 4, 2]), (LACKING, [3, 7, 2]), (EMERGENCY, [5, 7, 4]), (SUPPLIED, [5, 7, 4])]
)
def test_what_shortage_does_to_the_factors(status: str, values: list[int]) -> None:
    marks = [] if status == SUPPLIED else [status]
    scene = on_strip("....", {"inf": {"at": "0102", "marks": marks}})
    assert factors(scene, "inf") == values


@pytest.mark.rule("red-star-rising:10.6.1/a", "red-star-rising:10.8.1/a")
@pytest.mark.parametrize(("status", "allowed"), [(UNSUPPLIED, False), (LACKING, False), (EMERGENCY, True)])
def test_units_short_of_supply_do_not_overrun(status: str, allowed: bool) -> None:
    scene = on_strip("....", {"pz": {"at": "0102", "marks": [status]}, "rifle": "0103"}, sources=WEST)
    assert scene.allows("overrun pz 0103") is allowed


@pytest.mark.rule("red-star-rising:10.6.1/b", "red-star-rising:10.7.1/a", "red-star-rising:10.8.1/b")
@pytest.mark.parametrize(
    ("status", "allowed"), [(UNSUPPLIED, False), (LACKING, False), (EMERGENCY, False), (SUPPLIED, True)]
)
def test_units_short_of_supply_do_not_move_strategically(status: str, allowed: bool) -> None:
    units = {"inf": {"at": "0102", "marks": [status] if status != SUPPLIED else []}, "pz": "0101"}
    scene = on_strip("....", units, phase="strategic", sources=WEST)
    assert scene.allows("pick-unit inf") is allowed


@pytest.mark.rule("red-star-rising:10.6.1/c", "red-star-rising:10.8.1/c")
@pytest.mark.parametrize("status", [UNSUPPLIED, LACKING, EMERGENCY, SUPPLIED])
def test_units_short_of_supply_are_lost_when_they_can_only_retreat_into_an_enemy_zone(status: str) -> None:
    beaten = {"at": "0103", "marks": [status] if status != SUPPLIED else []}
    units = {"inf": beaten, "mech-1": "0102", "mech-2": "0102", "rifle": "0204"}
    scene = on_strip(".....", units, (4,), phase="combat", side="soviet", results=["D1"])
    after = scene.play("declare-attack 0103", "add-attacker mech-1", "add-attacker mech-2", "resolve", "fall-back")
    if status in (UNSUPPLIED, LACKING):
        assert after.place("inf") == "axis-eliminated"
    else:
        assert after.play("retreat inf 0104").place("inf") == "0104"


@pytest.mark.rule("red-star-rising:10.6.1/d", "red-star-rising:10.7.1/b", "red-star-rising:10.8.1/d")
@pytest.mark.parametrize(("status", "case"), [(UNSUPPLIED, "10.6.1"), (LACKING, "10.8.1"), (EMERGENCY, "10.7.1")])
def test_units_short_of_supply_do_not_break_down(status: str, case: str) -> None:
    units = {"inf-1": {"at": "0102", "marks": [status]}, "inf-2": "0104", "kg-1": "breakdown", "kg-2": "breakdown"}
    scene = on_strip("....", units, phase="breakdown", sources=WEST)
    assert scene.refused("break-down inf-1") == case
    assert scene.allows("break-down inf-2")


@pytest.mark.rule("red-star-rising:10.6.1/e", "red-star-rising:10.8.1/e")
@pytest.mark.parametrize(("status", "case"), [(UNSUPPLIED, "10.6.1"), (LACKING, "10.8.1")])
def test_armies_short_of_supply_are_not_promoted(status: str, case: str) -> None:
    units = {"army-1": {"at": "0102", "marks": [status]}, "army-2": "0104", "guards": "awaiting-promotion"}
    scene = on_strip("....", units, phase="promotion", side="soviet", sources=EAST)
    assert scene.refused("promote army-1 guards") == case
    assert scene.allows("promote army-2 guards")


@pytest.mark.rule("red-star-rising:10.6.2", "red-star-rising:12.1.4", "red-star-rising:15.7.1")
def test_an_air_base_out_of_supply_leaves_with_its_fleet_for_four_turns() -> None:
    units = {"base": "0108", "fleet": {"at": "0108", "values": {"base": "base"}}, "inf": "0103"}
    scene = on_strip("." * 12, {**units, "fleet": {"at": "0101", "values": {"base": "base"}}},
                     phase="air-bases-supply", sources=WEST, turn=2)  # fmt: skip
    assert (scene.place("base"), scene.unit("base").values["due"]) == ("axis-reinforcements", 6)
    assert scene.place("fleet") == "fleets"
    kept = on_strip("." * 12, {"base": "0105"}, phase="air-bases-supply", sources=WEST, turn=2)
    assert kept.place("base") == "0105"


@pytest.mark.rule("red-star-rising:10.8.2", "red-star-rising:12.1.4")
def test_an_air_base_that_lacks_supply_leaves_too() -> None:
    units = {"base-1": "0108", "base-2": "0104", "fleet": {"at": "0107", "values": {"base": "base-2"}}}
    scene = on_strip("." * 12, units, phase="air-bases-supply", sources=WEST, turn=2)
    assert scene.place("base-1") == "axis-reinforcements"
    assert (scene.place("base-2"), scene.place("fleet")) == ("0104", "0107")


@pytest.mark.rule("red-star-rising:10.6.3")
def test_a_leader_out_of_supply_goes_back_to_the_pool() -> None:
    scene = looked_at({"leader-1": "0103", "leader-2": "0112"}, sources=EAST)
    assert (scene.place("leader-1"), scene.place("leader-2")) == ("0103", "leader-pool")
    assert scene.unit("leader-2").marks == frozenset()
    assert [told.unit for told in scene.told("leader-withdrawn")] == ["leader-2"]


@pytest.mark.rule("red-star-rising:10.6.3/a", "red-star-rising:10.6.4/a")
@pytest.mark.parametrize("unit", ["leader", "hq"])
def test_leaders_and_headquarters_that_only_lack_supply_stay(unit: str) -> None:
    scene = looked_at({unit: "0112", "factory": "0112"}, sources=EAST)
    assert (scene.place(unit), scene.unit(unit).marks) == ("0112", {LACKING})


@pytest.mark.rule("red-star-rising:10.6.4", "red-star-rising:15.7.3")
@pytest.mark.parametrize("hq", ["hq", "finhq", "romhq"])
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_a_headquarters_out_of_supply_leaves_and_throws_for_its_return(hq: str, die: int, turns: int) -> None:
    scene = looked_at({hq: "0112"}, dice=[die])
    box = "soviet-reinforcements" if hq == "hq" else "axis-reinforcements"
    assert (scene.place(hq), scene.unit(hq).values["due"]) == (box, 1 + turns)


@pytest.mark.rule("red-star-rising:2.0.A", "red-star-rising:10.0.4")
def test_all_states_are_found_before_anybody_leaves() -> None:
    units = {"inf": "0104", "hq": "0103"}
    scene = looked_at(units, sources=WEST, dice=[1])
    assert scene.place("hq") == "soviet-reinforcements"
    assert scene.unit("inf").marks == {UNSUPPLIED}
    assert isolated(scene) == ["inf"]
    assert state_of(scene, "inf") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.2.1")
def test_without_depots_nothing_is_asked() -> None:
    scene = in_supply_phase({"inf": "0104", "rifle": "0120"}, sources=WEST)
    assert scene.unit("rifle").marks == {UNSUPPLIED}
    assert scene.menu.rule != "10.2.1"


@pytest.mark.rule("red-star-rising:10.1.1")
def test_the_supply_of_a_whole_front_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many units share a few searches: what one asks, the next finds answered."""
    searched: list[object] = []

    def counted(board: Board, sources: tuple[Location, ...], *rest: Any, **options: Any) -> Trace:
        searched.append((tuple(sources), options["limit"], id(options["cost"])))
        return trace(board, sources, *rest, **options)

    monkeypatch.setattr("engine.mechanics.supply_lines.trace", counted)
    board = "/".join("." * 30 for _ in range(20))
    units = {f"inf-{number}": f"{1 + number % 12:02}{1 + number // 12:02}" for number in range(60)}
    scene = red_star(units, board, sources={"axis": ["0101", "0110"]}, phase="movement", side="axis", turn=3)
    states = [state_of(scene, unit) for unit in units]
    assert set(states) == {SUPPLIED, UNSUPPLIED}
    assert len(searched) == len(set(searched)) <= 4
