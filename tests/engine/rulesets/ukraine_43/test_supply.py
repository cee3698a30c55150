"""Chapters 14 and 17, and the lines of 23.2: sources, lines, isolation, fuel, railheads."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import SE, S, beside, fighting, front
from tests.helpers.positions import Scene, marked

LONG = "/".join(["." * 24] * 5)
EDGE = "0103"


def row(first: int, last: int, line: int = 3) -> list[str]:
    """The hexes of a row from one column to another."""
    return [f"{column:02}{line:02}" for column in range(first, last + 1)]


def state(scene: Scene, unit: str) -> str:
    return str(scene.ask("supply", unit).state)


@pytest.mark.rule("ukraine-43:14.2.A")
def test_an_edge_source_serves_the_side_that_holds_it() -> None:
    units = {"inf": "0503"}
    assert state(front(units, LONG, axis=[EDGE]), "inf") == "supplied"
    assert state(front(units, LONG, axis=[EDGE], control={"soviet": [EDGE]}), "inf") == "isolated"
    assert state(front({**units, "div": EDGE}, LONG, axis=[EDGE]), "inf") == "isolated"


@pytest.mark.rule("ukraine-43:14.2.B")
def test_railways_that_lead_to_an_edge_source_are_sources_past_no_enemy_zone() -> None:
    units = {"inf": "1403"}
    rails = [row(1, 10)]
    assert state(front(units, LONG, axis=[EDGE], rails=rails), "inf") == "supplied"
    cut = {**units, "rifle": "0604", "inf-2": "0603", "inf-3": "0703"}
    assert state(front(cut, LONG, axis=[EDGE], rails=rails), "inf") == "unsupplied"


@pytest.mark.rule("ukraine-43:14.3.A")
def test_a_line_has_four_hexes_to_a_road_and_seven_to_a_headquarters_on_it() -> None:
    roads = [row(1, 8)]
    assert state(front({"inf": "1203"}, LONG, axis=[EDGE], roads=roads), "inf") == "supplied"
    far = {"inf": "1303"}
    assert state(front(far, LONG, axis=[EDGE], roads=roads), "inf") == "unsupplied"
    assert state(front({"inf": "1503", "army": "0803"}, LONG, axis=[EDGE], roads=roads), "inf") == "supplied"
    assert state(front({"inf": "1603", "army": "0803"}, LONG, axis=[EDGE], roads=roads), "inf") == "unsupplied"
    assert state(front({"inf": "1503", "army": "0901"}, LONG, axis=[EDGE], roads=roads), "inf") == "unsupplied"
    assert state(front({"inf": "1403", "pzk": "0803"}, LONG, axis=[EDGE], roads=roads), "inf") == "unsupplied"


@pytest.mark.rule("ukraine-43:14.3.B")
def test_a_line_crosses_one_unbridged_major_river_and_enters_one_marsh() -> None:
    rivers = [f"{at}/{way}" for at in ("0301", "0302", "0303", "0304", "0305") for way in ("NE", "SE")]
    more = [f"{at}/{way}" for at in ("0501", "0502", "0503", "0504", "0505") for way in ("NE", "SE")]
    board = "/".join(["." * 8] * 5)
    units = {"inf": "0503"}
    assert state(front(units, board, axis=[EDGE], sides={"major-river": rivers}), "inf") == "supplied"
    beyond = {"inf": "0603"}
    assert state(front(beyond, board, axis=["0203"], sides={"major-river": rivers + more}), "inf") == "isolated"
    bridge = {"major-river": rivers + more, "bridge": ["0303/SE"]}
    assert state(front(beyond, board, axis=["0203"], sides=bridge), "inf") == "supplied"
    one = "/".join(["..m....."] * 5)
    two = "/".join(["..mm...."] * 5)
    assert state(front(units, one, axis=[EDGE]), "inf") == "supplied"
    assert state(front(units, two, axis=[EDGE]), "inf") == "isolated"
    assert state(front({"inf": "0403"}, two, axis=[EDGE]), "inf") == "supplied"
    assert state(front(units, two, axis=[EDGE], roads=[row(2, 5)]), "inf") == "supplied"


@pytest.mark.rule("ukraine-43:14.3.C", "ukraine-43:6.5")
def test_a_line_passes_one_empty_zone_hex_but_not_two_and_any_number_with_friends() -> None:
    board = "/".join(["." * 8] * 3)
    one = {"inf": "0502", "rifle": "0301"}
    assert state(front(one, board, axis=["0102"]), "inf") == "supplied"
    wall = {"inf": "0702", "rifle": "0401", "rifle-2": "0403"}
    assert state(front(wall, board, axis=["0302"]), "inf") == "isolated"
    held = {**wall, "guns": "0402", "guns-2": "0502"}
    assert state(front(held, board, axis=["0302"]), "inf") == "supplied"


@pytest.mark.rule("ukraine-43:14.1", "ukraine-43:14.4")
def test_supply_is_marked_and_restored_in_the_final_phase() -> None:
    units = {"inf": "0503", "inf-2": marked("0203", "unsupplied"), "inf-3": "1003"}
    scene = front(units, LONG, axis=[EDGE], phase="final", side="axis", dice=[6, 6])
    assert "unsupplied" not in scene.unit("inf").marks | scene.unit("inf-2").marks
    assert "unsupplied" in scene.unit("inf-3").marks


def _isolated(units: dict[str, object], side: str, die: int, **more: object) -> Scene:
    return front(units, LONG, phase="final", side=side, dice=[die] * 3, **more)


@pytest.mark.rule("ukraine-43:14.6")
@pytest.mark.parametrize(
    ("unit", "town", "die", "lost"),
    [("inf", True, 1, True), ("inf", True, 2, False), ("inf", False, 2, True), ("rom", True, 2, True),
     ("rom", True, 3, False), ("rom", False, 3, True), ("rom", False, 4, False)],
)  # fmt: skip
def test_the_isolated_lose_a_step_on_three_less_a_depot_and_german_morale(
    unit: str, town: bool, die: int, lost: bool
) -> None:
    more = {"places": {"0603": "town"}, "control": {"axis": ["0603"]}} if town else {}
    scene = _isolated({unit: "0503"}, "axis", die, **more)
    assert scene.unit(unit).step == int(lost)


@pytest.mark.rule("ukraine-43:14.6")
def test_who_has_a_long_line_is_not_isolated_and_the_last_step_can_go() -> None:
    assert _isolated({"inf": "1203"}, "axis", 1, axis=[EDGE]).unit("inf").step == 0
    assert _isolated({"inf": marked("0503", step=1)}, "axis", 1).place("inf") == "axis-eliminated"


@pytest.mark.rule(
    "ukraine-43:14.7.A", "ukraine-43:14.7.C", "ukraine-43:14.7.D", "ukraine-43:14.7.E", "ukraine-43:3.C.1"
)
@pytest.mark.parametrize(
    ("column", "die", "short"),
    [(8, 1, False), (9, 2, True), (9, 3, False), (12, 3, True), (12, 4, False), (17, 4, True), (17, 5, False)],
)
def test_the_mechanised_throw_for_fuel_by_their_distance(column: int, die: int, short: bool) -> None:
    at = f"{column:02}03"
    scene = front({"tank": at, "rifle": at}, LONG, soviet=[EDGE], phase="supply", side="soviet", dice=[die])
    assert ("unsupplied" in scene.unit("tank").marks) is short
    assert "unsupplied" not in scene.unit("rifle").marks


@pytest.mark.rule("ukraine-43:14.7.A", "ukraine-43:14.7.B")
def test_fuel_counts_hexes_through_enemies_to_a_source_and_not_to_a_road() -> None:
    units = {"tank": "1203", "inf": "0603", "inf-2": "0602", "inf-3": "0604"}
    scene = front(units, LONG, soviet=[EDGE], roads=[row(1, 12)], phase="supply", side="soviet", dice=[6])
    assert scene.state.throws == 1
    near = front({"tank": "0803", "ta": "2003", "tank-2": marked("2003", "unsupplied")}, LONG, soviet=[EDGE],
                 phase="supply", side="soviet")  # fmt: skip
    assert near.state.throws == 0


# 23.2


@pytest.mark.rule("ukraine-43:23.2")
def test_four_units_guns_and_aircraft_need_a_headquarters_within_seven_hexes() -> None:
    at = "0505"
    south = {"rifle": beside(at, S), "rifle-2": beside(at, S), "rifle-3": beside(at, SE), "rifle-4": beside(at, SE)}
    scene = fighting({**south, "inf": at, "fronthq": beside(at, S, S)})
    three = ["add-attacker rifle", "add-attacker rifle-2", "add-attacker rifle-3"]
    assert scene.play(f"declare-attack {at}", *three).allows("add-attacker rifle-4")
    alone = fighting({**south, "inf": at}).play(f"declare-attack {at}", *three)
    assert alone.refused("add-attacker rifle-4") == "23.2"
    shaken = fighting({**south, "inf": at, "fronthq": marked(beside(at, S, S), "disrupted")})
    assert shaken.play(f"declare-attack {at}", *three).refused("add-attacker rifle-4") == "23.2"
    guns = fighting({**south, "inf": at, "art": beside(at, S, S)}).play(f"declare-attack {at}", *three)
    assert guns.refused("add-artillery art") == "23.2"
    planes = fighting({**south, "inf": at, "airarmy": "0203"}).play(f"declare-attack {at}", *three)
    assert planes.refused("add-air airarmy") == "23.2"


@pytest.mark.rule("ukraine-43:23.2")
def test_army_headquarters_never_attack_and_defend_only_alone() -> None:
    at = "0505"
    scene = fighting({"rifle": beside(at, S), "fronthq": beside(at, S), "inf": at, "army": at})
    assert scene.play(f"declare-attack {at}").refused("add-attacker fronthq") == "23.2"
    assert scene.ask("attack", units=["rifle"], target=at).defence.value == 7
    alone = fighting({"rifle": beside(at, S), "army": at})
    assert alone.ask("attack", units=["rifle"], target=at).defence.value == 1


# 17


@pytest.mark.rule("ukraine-43:17.1", "ukraine-43:17.2", "ukraine-43:17.1/a")
def test_marked_lines_are_repaired_hex_by_hex_and_others_with_their_ends() -> None:
    marked_line = [row(1, 10)]
    branch = [["0503", "0502", "0501"], ["0803", "0802", "0902", "1002", "1003"]]
    broken = {label: {"unrepaired": 1} for label in row(7, 10)}
    base = {"units": {"rifle": "1801"}, "board": LONG, "soviet": [EDGE], "marked": marked_line, "rails": branch}
    scene = front(**base, markers=broken, phase="movement", side="soviet")
    dead_end = front(**{**base, "units": {"rifle": "0603"}}, markers=broken, phase="movement", side="soviet")
    assert dead_end.allows("move-by-rail rifle 0501")
    assert dead_end.refused("move-by-rail rifle 0703") == "4.6"
    half = {label: {"unrepaired": 1} for label in row(9, 10)}
    waiting = front(**{**base, "units": {"rifle": "0603"}}, markers=half, phase="movement", side="soviet")
    assert waiting.refused("move-by-rail rifle 0802") == "4.6"
    whole = front(**{**base, "units": {"rifle": "0603"}}, phase="movement", side="soviet")
    assert whole.allows("move-by-rail rifle 0802")
    assert scene.state.turn == 1


def _repairing(units: dict[str, object], **more: object) -> Scene:
    markers = {"0503": {"railhead": 1}, **{label: {"unrepaired": 1} for label in row(6, 10)}}
    return front(units, LONG, soviet=[EDGE], marked=[row(1, 10)], phase="final", side="soviet",
                 markers=markers, **more)  # fmt: skip


@pytest.mark.rule("ukraine-43:17.3")
def test_a_railhead_repairs_two_hexes_a_turn() -> None:
    scene = _repairing({"rifle": "0303"})
    assert scene.refused("repair-rail 0503 0703") == "17.2"
    two = scene.play("repair-rail 0503 0603", "repair-rail 0603 0703")
    assert not two.allows("repair-rail 0703 0803")
    board = two.game.board
    assert two.state.marker(board.at("0703"), "railhead") == 1
    assert two.state.marker(board.at("0603"), "unrepaired") == 0
    assert two.state.marker(board.at("0803"), "unrepaired") == 1


@pytest.mark.rule("ukraine-43:17.3/a")
def test_what_is_repaired_is_used_from_the_next_soviet_turn_on() -> None:
    scene = _repairing({"rifle": "1103", "inf": "2005"})
    repaired = scene.play("repair-rail 0503 0603", "repair-rail 0603 0703")
    assert repaired.state.side == "axis", "the Soviet turn is over"
    assert repaired.ask("supply", "rifle").state == "unsupplied"
    while repaired.state.turn == 1:
        repaired = repaired.play("done")
    line = repaired.ask("supply", "rifle")
    assert (line.state, line.source) == ("supplied", "0703")


@pytest.mark.rule("ukraine-43:17.3/a")
def test_a_fresh_repair_carries_no_train_and_is_lost_when_the_railhead_is_driven_back() -> None:
    markers = {"0703": {"railhead": 1, "fresh-repair": 1}, "0603": {"fresh-repair": 1}, "0803": {"unrepaired": 1}}
    line: dict[str, object] = {"soviet": [EDGE], "marked": [row(1, 8)]}
    moving = front({"rifle": "0303"}, LONG, **line, markers=markers, phase="movement", side="soviet")
    assert moving.allows("move-by-rail rifle 0503")
    assert moving.refused("move-by-rail rifle 0603") == "4.6"
    held = front({"pz": "0702"}, LONG, **line, markers=markers, phase="movement", side="axis")
    driven = held.play("step-to pz 0703")
    at = driven.game.board.at("0703")
    assert (driven.state.marker(at, "unrepaired"), driven.state.marker(at, "fresh-repair")) == (1, 0)


@pytest.mark.rule("ukraine-43:17.2", "ukraine-43:17.3")
def test_a_junction_brings_in_another_railhead() -> None:
    markers = {"0503": {"railhead": 1}}
    markers |= {label: {"unrepaired": 1} for label in ("0603", "0703", "0604", "0504", "0505")}
    scene = front({"rifle": "0303"}, LONG, soviet=[EDGE], marked=[row(1, 7), ["0503", "0504", "0505"]],
                  phase="final", side="soviet", markers=markers)  # fmt: skip
    forked = scene.play("repair-rail 0503 0603")
    assert forked.state.marker(forked.game.board.at("0503"), "railhead") == 1
    assert forked.allows("repair-rail 0503 0504")


@pytest.mark.rule("ukraine-43:17.4.C")
def test_a_railhead_that_is_cut_off_does_not_advance() -> None:
    assert _repairing({"rifle": "0303"}).allows("repair-rail 0503 0603")
    cut = _repairing({"rifle": "0303", "inf": "0304"})
    assert "repair-rail" not in cut.menu.kinds(), "nobody is asked, and the turn goes on"
    assert cut.state.side == "axis"


@pytest.mark.rule("ukraine-43:17.4.A", "ukraine-43:17.4.B")
def test_an_axis_unit_pushes_a_railhead_back_and_a_zone_does_not() -> None:
    markers = {"0503": {"railhead": 1}, **{label: {"unrepaired": 1} for label in row(6, 10)}}
    scene = front({"pz": "0501"}, LONG, soviet=[EDGE], marked=[row(1, 10)], phase="movement", side="axis",
                  markers=markers)  # fmt: skip
    near = scene.play("step-to pz 0502")
    board = near.game.board
    assert near.state.marker(board.at("0503"), "railhead") == 1
    there = near.play("step-to pz 0503")
    assert there.state.marker(board.at("0503"), "railhead") == 0
    assert there.state.marker(board.at("0403"), "railhead") == 1
    assert there.state.marker(board.at("0503"), "unrepaired") == 1


@pytest.mark.rule("ukraine-43:27.3")
def test_lines_to_the_north_wait_for_bachmach_and_one_is_never_repaired() -> None:
    regions = {"northern-lines": ["0501"], "bachmach-gorodnya": ["0803"], "unrepairable": ["0603"]}
    base = {"board": LONG, "soviet": [EDGE], "marked": [row(1, 10)], "rails": [["0503", "0502", "0501"]]}
    markers = {"0803": {"unrepaired": 1}}
    waiting = front({"rifle": "0303"}, **base, regions=regions, markers=markers, phase="movement", side="soviet")
    assert waiting.refused("move-by-rail rifle 0501") == "4.6"
    done = front({"rifle": "0303"}, **base, regions=regions, phase="movement", side="soviet")
    assert done.allows("move-by-rail rifle 0501")
    markers = {"0503": {"railhead": 1}, **{label: {"unrepaired": 1} for label in ("0603", "0504", "0505")}}
    forks = [row(1, 7), ["0503", "0504", "0505"]]
    never = front({"rifle": "0303"}, LONG, soviet=[EDGE], marked=forks, phase="final", side="soviet",
                  markers=markers, regions=regions)  # fmt: skip
    assert never.refused("repair-rail 0503 0603") == "27.3"
    assert never.allows("repair-rail 0503 0504")


@pytest.mark.rule("ukraine-43:3.C.7", "ukraine-43:14.4", "ukraine-43:20.4")
def test_brigades_that_have_jumped_are_in_supply_and_stay_for_their_first_turn() -> None:
    units = {"para": marked("1203", "dropped"), "inf": "0201", "rifle": "0101"}
    scene = front(units, LONG, soviet=[EDGE], phase="final", side="soviet")
    assert "unsupplied" not in scene.unit("para").marks
    while scene.menu.prompt.key != "prompt.u43.reaction":
        scene = scene.play("done")
    assert scene.refused("step-to para 1202") == "20.4", "the turn is not over while the Axis side moves"
    while scene.menu.side == "axis" or scene.menu.prompt.key != "prompt.u43.movement":
        scene = scene.play("done")
    assert scene.allows("step-to para 1202")


@pytest.mark.rule("ukraine-43:14.4/a")
def test_aircraft_over_the_front_are_fed_where_they_come_from() -> None:
    scene = front({"airarmy": marked("1203", "das"), "inf": "1203", "rifle": "1801"}, LONG, soviet=[EDGE],
                  phase="final", side="soviet")  # fmt: skip
    assert "unsupplied" in scene.unit("rifle").marks
    assert "unsupplied" not in scene.unit("airarmy").marks
    based = front({"airarmy": "1203", "rifle": "1801"}, LONG, soviet=[EDGE], phase="final", side="soviet",
                  places={"1203": "town"}, control={"soviet": ["1203"]})  # fmt: skip
    assert "unsupplied" in based.unit("airarmy").marks
