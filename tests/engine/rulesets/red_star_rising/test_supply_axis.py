"""10.2 and 10.3: the supply of Germans, Italians and Hungarians, and that of Finns and Romanians."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import city
from tests.engine.rulesets.red_star_rising.strips import SNOW, WEST, hexes, length_of, on_strip, port, state_of
from tests.helpers.positions import Scene

SUPPLIED, EMERGENCY, LACKING, UNSUPPLIED = "supplied", "emergency", "lacking", "unsupplied"


@pytest.mark.rule("red-star-rising:10.2", "red-star-rising:10.2.2")
@pytest.mark.parametrize("unit", ["inf", "pz", "ita", "hun", "sec", "siege", "base"])
def test_four_hexes_to_a_permanent_source_are_the_most(unit: str) -> None:
    near = on_strip("......", {unit: "0105"}, sources=WEST).ask("supply", unit)
    assert (near.state, near.length, near.rule) == (SUPPLIED, 8, "10.2.2")
    assert state_of(on_strip("......", {unit: "0106"}, sources=WEST), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.2/a")
def test_a_depot_within_four_hexes_of_a_source_carries_supply_four_further() -> None:
    scene = on_strip("." * 10, {"inf-1": "0109", "inf-2": "0110", "depot": "0105"}, sources=WEST)
    answer = scene.ask("supply", "inf-1")
    assert (answer.state, answer.source, answer.length) == (SUPPLIED, "0105", 8)
    assert "the depot in 0105 draws on 0101" in [term.label for term in answer.terms]
    assert state_of(scene, "inf-2") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.2/a")
def test_a_depot_that_is_too_far_from_the_source_supplies_nobody() -> None:
    assert state_of(on_strip("." * 10, {"inf": "0107", "depot": "0106"}, sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.2/b")
def test_depots_form_a_chain() -> None:
    units = {"inf": "0117", "depot-1": "0105", "depot-2": "0113", "depot-3": "0109"}
    answer = on_strip("." * 17, units, sources=WEST).ask("supply", "inf")
    assert (answer.state, answer.source, answer.length) == (SUPPLIED, "0113", 8)
    assert [term.label for term in answer.terms if term.label.startswith("the depot")] == [
        "the depot in 0113 draws on 0109",
        "the depot in 0109 draws on 0105",
        "the depot in 0105 draws on 0101",
    ]
    broken = {name: at for name, at in units.items() if name != "depot-3"}
    assert state_of(on_strip("." * 17, broken, sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.2")
def test_a_depot_in_an_enemy_zone_is_no_end_of_a_line_but_for_those_beside_it() -> None:
    units = {"inf-1": "0104", "inf-2": "0105", "depot": "0104", "army": "0204"}
    scene = on_strip("......", units, (4,), sources=WEST)
    assert state_of(scene, "inf-2") == SUPPLIED
    alone = on_strip("......", {**units, "inf-1": "0106"}, (4,), sources=WEST)
    assert state_of(alone, "inf-1") == UNSUPPLIED
    beside = on_strip("......", {"sec": "0104", "depot": "0104", "army": "0204"}, (4,), sources=WEST)
    assert state_of(beside, "sec") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.2.1/a")
def test_depots_are_always_supplied() -> None:
    scene = on_strip("....", {"depot": "0104"}, phase="supply", turn=1)
    assert state_of(scene, "depot") == SUPPLIED
    after = scene.play("done")
    assert (after.place("depot"), after.unit("depot").marks) == ("0104", frozenset())


BLACK_SEA = [port("0103", "Odessa"), port("0104", "Sevastopol"), port("0110", "Kerch")]


def by_sea(units: dict[str, Any], *, held: tuple[str, ...] = ("0103", "0104", "0110"), **more: Any) -> Scene:
    """Ports along the strip, a railway home through the first two, and a far one in Axis hands."""
    given = {"rails": [hexes(1, 4)], "sources": WEST, "features": BLACK_SEA, **more}
    return on_strip("." * 13, units, control={"axis": list(held)}, **given)


@pytest.mark.rule("red-star-rising:10.2.3")
def test_germans_within_two_hexes_of_a_black_sea_port_are_supplied_by_sea() -> None:
    scene = by_sea({"inf-1": "0112", "inf-2": "0113", "pz": "0110"})
    answer = scene.ask("supply", "inf-1")
    assert (answer.state, answer.source, answer.length, answer.rule) == (SUPPLIED, "0110", 4, "10.2.3")
    assert state_of(scene, "inf-2") == UNSUPPLIED
    assert length_of(scene, "pz") == 0


@pytest.mark.rule("red-star-rising:10.2.3/a")
@pytest.mark.parametrize("held", [("0103", "0110"), ("0104", "0110")])
def test_both_odessa_and_sevastopol_must_be_held(held: tuple[str, ...]) -> None:
    assert state_of(by_sea({"inf": "0110"}, held=held), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3/b")
@pytest.mark.parametrize("rails", [[], [hexes(1, 3)], [hexes(1, 2), hexes(3, 4)]])
def test_both_must_have_a_railway_home(rails: list[list[str]]) -> None:
    assert state_of(by_sea({"inf": "0110"}, rails=rails), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3/b", "red-star-rising:10.1.2")
@pytest.mark.parametrize("at", ["0103", "0104"])
def test_no_railway_leads_home_from_a_port_that_an_enemy_unit_stands_in(at: str) -> None:
    scene = by_sea({"inf": "0110", "cav": at})
    assert scene.holder(at) == "axis"
    assert state_of(scene, "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3/b")
def test_the_railway_home_may_be_of_any_length_and_is_cut_like_a_line() -> None:
    far = {"features": [port("0109", "Odessa"), port("0110", "Sevastopol"), port("0112", "Kerch")]}
    rails, held = [hexes(1, 10)], ("0109", "0110", "0112")
    assert state_of(by_sea({"inf": "0113"}, held=held, rails=rails, **far), "inf") == SUPPLIED
    cut = by_sea({"inf": "0113", "cav": "0105"}, held=held, rails=rails, **far)
    assert state_of(cut, "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3")
def test_the_port_must_be_in_axis_hands_and_on_the_black_sea() -> None:
    assert state_of(by_sea({"inf": "0111"}, held=("0103", "0104")), "inf") == UNSUPPLIED
    baltic = [*BLACK_SEA[:2], port("0110", "Riga", "baltic")]
    assert state_of(by_sea({"inf": "0111"}, features=baltic), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3/c")
def test_air_bases_are_not_supplied_by_sea() -> None:
    assert state_of(by_sea({"base": "0110"}), "base") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3/d")
@pytest.mark.parametrize("unit", ["ita", "hun", "rom", "fin"])
def test_only_germans_are_supplied_by_sea(unit: str) -> None:
    assert state_of(by_sea({unit: "0110"}), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.3")
def test_without_odessa_on_the_map_there_is_no_supply_by_sea() -> None:
    assert state_of(by_sea({"inf": "0110"}, features=BLACK_SEA[1:]), "inf") == UNSUPPLIED


def pocket(units: dict[str, Any], **more: Any) -> Scene:
    """Far from the source, as the supply phase begins; in the first turn, in which nobody suffers from attrition."""
    return on_strip("." * 12, units, phase="supply", sources=WEST, turn=1, **more)


@pytest.mark.rule("red-star-rising:10.2.4")
@pytest.mark.parametrize("unit", ["inf", "pz", "ita", "hun", "siege"])
def test_a_converted_depot_gives_emergency_supply_within_four_hexes(unit: str) -> None:
    scene = pocket({f"{unit}-1": "0112", f"{unit}-2": "0107", "depot": "0108"}).play("convert-depot depot")
    assert scene.unit(f"{unit}-1").marks == {EMERGENCY}
    assert scene.unit(f"{unit}-2").marks == {EMERGENCY}
    assert [told.emergency for told in scene.told("supply-checked")] == [[f"{unit}-1", f"{unit}-2"]]


@pytest.mark.rule("red-star-rising:10.2.4")
def test_a_depot_that_is_not_converted_gives_none_and_five_hexes_are_too_far() -> None:
    units = {"inf-1": "0107", "inf-2": "0112", "depot": "0107"}
    assert pocket(units).play("done").unit("inf-1").marks == {UNSUPPLIED}
    assert pocket(units).play("convert-depot depot").unit("inf-2").marks == {UNSUPPLIED}


@pytest.mark.rule("red-star-rising:10.2.4/a")
def test_air_bases_get_no_emergency_supply() -> None:
    scene = pocket({"base": "0108", "inf": "0108", "depot": "0108"}).play("convert-depot depot")
    assert scene.unit("base").marks == {UNSUPPLIED}
    assert scene.unit("inf").marks == {EMERGENCY}


@pytest.mark.rule("red-star-rising:10.2.4")
@pytest.mark.parametrize("unit", ["rom", "fin"])
def test_finns_and_romanians_get_no_emergency_supply(unit: str) -> None:
    assert pocket({unit: "0108", "depot": "0108"}).play("convert-depot depot").unit(unit).marks == {UNSUPPLIED}


@pytest.mark.rule("red-star-rising:10.2.4/b")
def test_a_converted_depot_is_in_no_chain() -> None:
    units = {"inf": "0112", "depot-1": "0105", "depot-2": "0109"}
    assert pocket(units).play("done").unit("inf").marks == frozenset()
    at_the_root = pocket(units).play("convert-depot depot-1", "done")
    assert at_the_root.unit("inf").marks == {UNSUPPLIED}
    at_the_end = pocket(units).play("convert-depot depot-2", "done")
    assert at_the_end.unit("inf").marks == {EMERGENCY}


@pytest.mark.rule("red-star-rising:10.2.4/c", "red-star-rising:10.2.1/c", "red-star-rising:15.7.2")
def test_a_converted_depot_leaves_at_the_end_and_returns_four_turns_later() -> None:
    scene = pocket({"inf": "0108", "depot": "0108"}).play("convert-depot depot")
    assert scene.place("depot") == "axis-reinforcements"
    assert scene.unit("depot").values["due"] == 1 + 4
    assert scene.unit("depot").marks == frozenset()


@pytest.mark.rule("red-star-rising:10.2.1/b", "red-star-rising:10.2.1/c")
def test_the_axis_may_remove_depots_in_the_supply_phase() -> None:
    start = pocket({"inf": "0108", "depot-1": "0108", "depot-2": "0105"})
    assert start.choices("remove-depot") == ("remove-depot depot-1", "remove-depot depot-2")
    assert start.play("done").unit("inf").marks == frozenset()
    after = start.play("remove-depot depot-2", "done")
    assert (after.place("depot-2"), after.unit("depot-2").values["due"]) == ("axis-reinforcements", 5)
    assert after.unit("inf").marks == {UNSUPPLIED}
    assert after.place("depot-1") == "0108"
    assert start.refused("remove-depot inf") == "10.2.1"
    assert start.play("convert-depot depot-1").refused("remove-depot depot-1") == "10.2.1"


@pytest.mark.rule("red-star-rising:10.2.4")
def test_who_is_supplied_needs_no_emergency() -> None:
    scene = pocket({"inf": "0104", "depot": "0104"}).play("convert-depot depot")
    assert scene.unit("inf").marks == frozenset()


@pytest.mark.rule("red-star-rising:10.2.5", "red-star-rising:12.2.1", "red-star-rising:12.2.4")
@pytest.mark.parametrize("turn", [3, SNOW])
def test_germans_under_an_air_fleet_only_lack_supply(turn: int) -> None:
    units = {"inf-1": "0110", "inf-2": "0111", "fleet": "0106"}
    scene = on_strip("." * 12, units, sources=WEST, turn=turn)
    assert (scene.ask("supply", "inf-1").state, scene.ask("supply", "inf-1").rule) == (LACKING, "10.2.5")
    assert state_of(scene, "inf-2") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.5/a", "red-star-rising:12.2.4")
@pytest.mark.parametrize("unit", ["ita", "hun", "rom", "fin", "rifle"])
def test_only_germans_live_on_air_supply(unit: str) -> None:
    assert state_of(on_strip("." * 12, {unit: "0110", "fleet": "0110"}, sources=WEST), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.2.5/b")
def test_an_air_fleet_makes_nobody_worse_off() -> None:
    scene = pocket({"inf-1": "0110", "inf-2": "0104", "fleet": "0108", "depot": "0110"}).play("convert-depot depot")
    assert scene.unit("inf-1").marks == {EMERGENCY}
    assert scene.unit("inf-2").marks == frozenset()


NATIONS = [("fin", "finhq", "Helsinki", "10.3.1"), ("rom", "romhq", "Bucharest", "10.3.2")]
each_nation = pytest.mark.parametrize(("unit", "hq", "capital", "case"), NATIONS)
both_cases = pytest.mark.rule("red-star-rising:10.3", "red-star-rising:10.3.1", "red-star-rising:10.3.2")


@both_cases
@each_nation
def test_finns_and_romanians_trace_four_hexes_to_their_capital(unit: str, hq: str, capital: str, case: str) -> None:
    given: dict[str, Any] = {"features": [city("0101", capital)], "countries": {"finland": ["0101"]}}
    near = on_strip("......", {unit: "0105"}, **given).ask("supply", unit)
    assert (near.state, near.source, near.length, near.rule) == (SUPPLIED, "0101", 8, case)
    assert state_of(on_strip("......", {unit: "0106"}, **given), unit) == UNSUPPLIED
    assert state_of(on_strip("......", {"inf": "0102"}, **given), "inf") == UNSUPPLIED


@both_cases
@each_nation
def test_or_to_a_permanent_source(unit: str, hq: str, capital: str, case: str) -> None:
    assert length_of(on_strip("......", {unit: "0105"}, sources=WEST), unit) == 8


@both_cases
@each_nation
def test_not_to_a_depot_nor_to_the_other_capital(unit: str, hq: str, capital: str, case: str) -> None:
    assert state_of(on_strip("." * 8, {unit: "0107", "depot": "0104"}, sources=WEST), unit) == UNSUPPLIED
    other = next(each[2] for each in NATIONS if each[0] != unit)
    assert state_of(on_strip("......", {unit: "0102"}, features=[city("0101", other)]), unit) == UNSUPPLIED


@both_cases
@each_nation
def test_or_to_a_headquarters_of_theirs_that_is_supplied(unit: str, hq: str, capital: str, case: str) -> None:
    units = {unit: "0114", hq: "0110"}
    given: dict[str, Any] = {"features": [city("0101", capital)], "rails": [hexes(1, 10)]}
    scene = on_strip("." * 14, units, **given)
    assert (state_of(scene, unit), scene.ask("supply", unit).source) == (SUPPLIED, "0110")
    assert (state_of(scene, hq), length_of(scene, hq), scene.ask("supply", hq).rule) == (SUPPLIED, 9, case)
    foreign = next(each[1] for each in NATIONS if each[0] != unit)
    assert state_of(on_strip("." * 14, {unit: "0114", foreign: "0110"}, **given), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.3.1/a", "red-star-rising:10.3.2/a")
@each_nation
def test_a_headquarters_lives_on_the_railway_alone(unit: str, hq: str, capital: str, case: str) -> None:
    given: dict[str, Any] = {"features": [city("0101", capital)], "sources": {"axis": ["0112"]}}
    assert state_of(on_strip("." * 12, {hq: "0103"}, **given), hq) == UNSUPPLIED
    assert state_of(on_strip("." * 12, {hq: "0101"}, **given), hq) == UNSUPPLIED
    to_source = on_strip("." * 12, {hq: "0106"}, rails=[hexes(6, 12)], **given)
    assert state_of(to_source, hq) == SUPPLIED
    beside = on_strip("." * 12, {hq: "0106", unit: "0106"}, rails=[hexes(7, 12)], **given)
    assert (state_of(beside, hq), state_of(beside, unit)) == (UNSUPPLIED, SUPPLIED)
    enemy = on_strip("." * 12, {hq: "0106", "cav": "0109"}, rails=[hexes(6, 12)], **given)
    assert state_of(enemy, hq) == UNSUPPLIED


def taken(unit: str, capital: str, *, holder: str = "rifle", phase: str = "sea", **more: Any) -> Scene:
    """A movement phase that begins with a Soviet unit in the capital; a permanent source is near at hand."""
    units = {unit: "0103", holder: "0107", **more.pop("units", {})}
    given: dict[str, Any] = {"phase": phase, "side": "axis", "sources": WEST, "rails": [hexes(1, 7)], **more}
    return on_strip("." * 9, units, features=[city("0107", capital)], **given)


@pytest.mark.rule("red-star-rising:10.3.1/b", "red-star-rising:10.3.2/b", "red-star-rising:10.5")
@each_nation
@pytest.mark.parametrize(
    ("phase", "side"), [("movement-begins", "axis"), ("movement-begins", "soviet"), ("motorised-begins", "axis")]
)
def test_with_soviets_in_the_capital_as_a_movement_phase_begins_a_nation_is_cut_off(  # noqa: PLR0917
    unit: str, hq: str, capital: str, case: str, phase: str, side: str
) -> None:
    scene = taken(unit, capital, phase=phase, side=side, units={hq: "0102"})
    answer = scene.ask("supply", unit)
    assert (answer.state, answer.rule) == (UNSUPPLIED, case)
    assert [term.rule for term in answer.terms if term.label in ("Soviet units took the capital", "isolated")] == [
        case,
        "10.5",
    ]
    assert state_of(scene, hq) == SUPPLIED
    assert scene.state.values[f"{'finnish' if unit == 'fin' else 'romanian'}-capital-taken"] is True


@pytest.mark.rule("red-star-rising:10.3.1/b", "red-star-rising:10.3.2/b")
@each_nation
def test_soviets_who_come_later_in_the_phase_do_not_count_yet(unit: str, hq: str, capital: str, case: str) -> None:
    assert state_of(taken(unit, capital, phase="strategic"), unit) == SUPPLIED


@pytest.mark.rule("red-star-rising:10.3.1/b", "red-star-rising:10.3.2/b")
@each_nation
def test_the_loss_and_the_recovery_of_a_capital_are_told(unit: str, hq: str, capital: str, case: str) -> None:
    nation = "finnish" if unit == "fin" else "romanian"
    due = {"inf-new": {"at": "axis-reinforcements", "values": {"due": 1}}, "pz": "0101"}
    lost = taken(unit, capital, phase="reinforcements", units=due).play("done")
    assert [(event.nation, event.at) for event in lost.told("capital-lost")] == [(nation, "0107")]
    back: dict[str, Any] = {"values": {f"{nation}-capital-taken": True}, "control": {"axis": ["0107"]}, "units": due}
    regained = taken(unit, capital, holder="inf", phase="reinforcements", **back).play("done")
    assert [(event.nation, event.at) for event in regained.told("capital-regained")] == [(nation, "0107")]
    assert not regained.told("capital-lost")


@pytest.mark.rule("red-star-rising:10.3.1/c", "red-star-rising:10.3.2/c")
@each_nation
def test_the_nation_recovers_when_the_axis_controls_its_capital_again(
    unit: str, hq: str, capital: str, case: str
) -> None:
    nation = "finnish" if unit == "fin" else "romanian"
    lost: dict[str, Any] = {"values": {f"{nation}-capital-taken": True}, "phase": "movement"}
    assert state_of(taken(unit, capital, holder="inf", control={"soviet": ["0107"]}, **lost), unit) == UNSUPPLIED
    assert state_of(taken(unit, capital, holder="rifle", control={"axis": ["0107"]}, **lost), unit) == UNSUPPLIED
    regained = taken(unit, capital, holder="inf", control={"axis": ["0107"]}, **lost)
    assert state_of(regained, unit) == SUPPLIED
    lost["phase"] = "movement-begins"
    forgotten = taken(unit, capital, holder="inf", control={"axis": ["0107"]}, **lost)
    assert f"{nation}-capital-taken" not in forgotten.state.values
    held = taken(unit, capital, holder="sec", control={"soviet": ["0107"]}, **lost)
    assert held.state.values[f"{nation}-capital-taken"] is True
