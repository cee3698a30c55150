"""Chapters 18 to 20: river assaults, floating bridges, forts and airborne brigades."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import NE, SE, N, S, beside, exploiting, fighting, front, moving
from tests.helpers.positions import marked

A = "0605"
NORTH = beside(A, N)
RIVER = {"major-river": [f"{A}/N", f"{A}/NE", f"{A}/NW"]}


@pytest.mark.rule("ukraine-43:18.1.B", "ukraine-43:18.1.C")
def test_a_river_assault_is_prepared_by_who_stands_at_the_river_unmoved_in_supply_and_in_order() -> None:
    units = {"rifle": A, "rifle-2": A, "art": A, "inf": NORTH}
    scene = moving(units, sides=RIVER)
    ready = scene.play(f"prepare-crossing rifle {NORTH}")
    assert {"assault"} <= ready.unit("rifle").marks
    assert ready.unit("rifle").values["aims-at"] == NORTH
    assert ready.refused(f"step-to rifle {beside(A, S)}") == "18.1.B"
    assert ready.play(f"prepare-crossing rifle-2 {NORTH}").state.values["soviet-markers"] == 1
    assert scene.refused(f"prepare-crossing rifle {beside(A, S)}") == "18.1.B"
    assert scene.refused(f"prepare-crossing art {NORTH}") == "18.1.C"
    for mark in ("disrupted", "unsupplied"):
        assert moving({"rifle": marked(A, mark)}, sides=RIVER).refused(f"prepare-crossing rifle {NORTH}") == "18.1.B"
    came = moving({"rifle": beside(A, S)}, sides=RIVER).play(f"step-to rifle {A}")
    assert came.refused(f"prepare-crossing rifle {NORTH}") == "18.1.B"
    two = moving({"rifle": beside(A, S), "div": "0202"}, sides=RIVER).play(f"step-to rifle {A}", "step-to div 0203")
    assert two.refused(f"prepare-crossing rifle {NORTH}") == "18.1.B"
    out = moving({"rifle": A}, sides=RIVER, values={"soviet-markers": 10})
    assert out.refused(f"prepare-crossing rifle {NORTH}") == "4.7"


@pytest.mark.rule("ukraine-43:18.1.A", "ukraine-43:18.1.B")
def test_a_major_river_is_attacked_over_only_in_the_first_phase_with_a_marker_that_points_there() -> None:
    none = fighting({"rifle": A, "inf": NORTH}, sides=RIVER)
    assert none.refused(f"declare-attack {NORTH}") == "18.1.B"
    other = fighting({"rifle": marked(A, "assault", values={"aims-at": beside(A, NE)}), "inf": NORTH}, sides=RIVER)
    assert other.refused(f"declare-attack {NORTH}") == "18.1.B"
    aimed = {"rifle": marked(A, "assault", values={"aims-at": NORTH}), "inf": NORTH}
    assert fighting(aimed, sides=RIVER).allows(f"declare-attack {NORTH}")
    later = front({**aimed, "rifle-2": marked("0202", "assault"), "inf-2": "0203"}, phase="second-combat",
                  side="soviet", sides=RIVER)  # fmt: skip
    assert later.refused(f"declare-attack {NORTH}") == "18.1.A"
    bridged = fighting({"rifle": A, "inf": NORTH}, sides={**RIVER, "bridge": [f"{A}/N"]})
    assert bridged.refused(f"declare-attack {NORTH}") == "18.1.B"


@pytest.mark.rule("ukraine-43:18.1.C/a")
def test_guns_in_range_fire_over_the_river_without_a_marker() -> None:
    back = beside(A, S)
    units = {"rifle": marked(A, "assault", values={"aims-at": NORTH}), "rifle-2": A, "art": back, "fronthq": back}
    begun = fighting({**units, "inf": NORTH}, sides=RIVER).play(f"declare-attack {NORTH}", "add-attacker rifle")
    assert begun.refused("add-attacker rifle-2") == "18.1.B"
    assert begun.allows("add-artillery art")


@pytest.mark.rule("ukraine-43:18.2.A")
def test_across_a_major_river_foot_loses_a_point_and_motor_half() -> None:
    aim = {"aims-at": NORTH}
    units = {"rifle": marked(A, "assault", values=aim), "tank": marked(A, "assault", values=aim), "inf": NORTH}
    asked = fighting(units, sides=RIVER).ask("attack", units=["rifle", "tank"], target=NORTH)
    assert asked.attack.value == 4 + 3


@pytest.mark.rule("ukraine-43:18.4", "ukraine-43:18.5.D")
def test_a_bridge_is_begun_by_a_soviet_unit_that_has_not_moved_and_there_are_four() -> None:
    scene = moving({"rifle": A}, sides=RIVER)
    begun = scene.play(f"begin-bridge rifle {NORTH}")
    assert begun.allows(f"step-to rifle {beside(A, S)}")
    assert begun.allows(f"prepare-crossing rifle {NORTH}")
    assert begun.refused(f"begin-bridge rifle {NORTH}") == "18.4"
    moved = scene.play(f"step-to rifle {beside(A, S)}")
    assert moved.refused(f"begin-bridge rifle {A}") == "18.4"
    assert moving({"rifle": marked(A, "disrupted")}, sides=RIVER).refused(f"begin-bridge rifle {NORTH}") == "18.4"
    assert moving({"inf": A}, side="axis", sides=RIVER).refused(f"begin-bridge inf {NORTH}") == "18.4"
    four = {f"0{column}09/N": {"pontoon": 1} for column in (2, 4, 6, 8)}
    lots = {"major-river": [*RIVER["major-river"], *four]}
    full = moving({"rifle": A}, sides=lots, side_markers=four)
    assert full.refused(f"begin-bridge rifle {NORTH}") == "18.5.D"


@pytest.mark.rule("ukraine-43:18.5.A", "ukraine-43:18.5.B")
@pytest.mark.parametrize(("die", "finished"), [(3, True), (4, False)])
def test_a_bridge_is_finished_on_one_to_three_when_exploitation_begins(die: int, finished: bool) -> None:
    begun = {f"{A}/N": {"bridge-begun": 1}}
    scene = exploiting({"tank": A}, sides=RIVER, side_markers=begun, dice=[die])
    assert scene.allows(f"step-to tank {NORTH}") is finished
    threatened = exploiting({"tank": A, "inf": beside(NORTH, N)}, sides=RIVER, side_markers=begun, dice=[1])
    assert not threatened.allows(f"step-to tank {NORTH}")
    held = exploiting({"tank": A, "rifle": NORTH, "inf": beside(NORTH, N)}, sides=RIVER, side_markers=begun, dice=[1])
    assert held.allows(f"step-to tank {NORTH}")


@pytest.mark.rule("ukraine-43:18.5.C", "ukraine-43:18.5.E", "ukraine-43:3.C.7")
def test_what_is_left_is_finished_in_the_final_phase_and_may_be_taken_up() -> None:
    scene = front({"tank": A}, sides=RIVER, side_markers={f"{A}/N": {"bridge-begun": 1}}, soviet=["0101"],
                  phase="final", side="soviet")  # fmt: skip
    assert scene.choices("take-up-bridge")
    gone = scene.play(scene.choices("take-up-bridge")[0])
    assert not gone.state.side_markers


@pytest.mark.rule("ukraine-43:18.5.E")
def test_an_axis_unit_at_either_end_removes_a_floating_bridge() -> None:
    scene = moving({"pz": beside(NORTH, N)}, side="axis", sides=RIVER, side_markers={f"{A}/N": {"pontoon": 1}})
    assert not scene.play(f"step-to pz {NORTH}").state.side_markers


# Forts


@pytest.mark.rule("ukraine-43:19.1")
def test_the_axis_begins_a_fort_a_turn_where_it_is_in_supply_and_holds() -> None:
    scene = moving({"inf": "0505", "rifle": "0908"}, side="axis", axis=["0105"])
    assert scene.refused("build-fort 1208") == "19.1"
    laid = scene.play("build-fort 0404")
    assert laid.refused("build-fort 0504") == "19.1"
    near = moving({"rifle": "0405"}, side="axis", axis=["0105"])
    assert near.refused("build-fort 0404") == "19.1"
    assert moving({"rifle": "0405"}, axis=["0105"]).refused("build-fort 0303") == "19.1"
    held = moving({"rifle": "0405"}, side="axis", axis=["0105"], control={"soviet": ["0303"]})
    assert held.refused("build-fort 0303") == "19.1"


@pytest.mark.rule("ukraine-43:11.2.F", "ukraine-43:19.1")
def test_builders_in_an_enemy_zone_are_disrupted_and_others_are_not() -> None:
    scene = moving({"inf": "0404", "pz": "0202", "rifle": "0405"}, side="axis", axis=["0105"])
    ended = scene.play("build-fort 0404", "done")
    assert "disrupted" in ended.unit("inf").marks
    free = scene.play("build-fort 0202", "done")
    assert "disrupted" not in free.unit("pz").marks


@pytest.mark.rule("ukraine-43:19.1")
def test_a_fort_counts_once_it_is_finished_when_the_axis_moves_again() -> None:
    scene = moving({"inf": A, "rifle": "0101"}, side="axis", markers={A: {"fort-begun": 1}})
    assert scene.state.marker(scene.game.board.at(A), "fort") == 1


@pytest.mark.rule("ukraine-43:19.3")
def test_a_fort_is_lost_when_a_soviet_unit_enters() -> None:
    scene = moving({"rifle": beside(A, S)}, markers={A: {"fort": 1}, beside(A, SE): {"fort-begun": 1}})
    there = scene.play(f"step-to rifle {A}")
    assert there.state.marker(there.game.board.at(A), "fort") == 0
    assert there.play(f"step-to rifle {beside(A, SE)}").told("fort-lost")[-1].at == beside(A, SE)


@pytest.mark.rule("ukraine-43:19.4", "ukraine-43:19.5")
def test_permanent_forts_serve_their_own_side_and_stay() -> None:
    south = beside(A, S)
    regions = {"axis-line": [A], "soviet-line": [south]}
    scene = fighting({"rifle": south, "inf": A}, regions=regions)
    assert scene.ask("attack", units=["rifle"], target=A).defence.value == 10
    taken = fighting({"rifle": A, "inf": south}, regions=regions)
    assert taken.ask("attack", units=["rifle"], target=south).defence.value == 7
    bridgehead = front({"inf": south, "rifle": A}, phase="combat", side="axis", markers={A: {"soviet-fort": 1}})
    assert bridgehead.ask("attack", units=["inf"], target=A).defence.value == 8


@pytest.mark.rule("ukraine-43:11.2.F", "ukraine-43:19.1")
def test_the_end_of_the_phase_changes_no_marker_of_a_fort_in_silence() -> None:
    begun = moving({"inf": A, "rifle": "0101"}, side="axis", axis=[A]).play(f"build-fort {A}")
    ended = begun.play("done")
    assert ended.state.markers == begun.state.markers
    assert "disrupted" not in ended.unit("inf").marks


# Airborne brigades


@pytest.mark.rule("ukraine-43:20.1", "ukraine-43:20.2", "ukraine-43:20.2/a")
def test_brigades_jump_from_the_reserve_in_clear_weather_into_empty_hexes_near_the_army() -> None:
    units = {"para": "para-reserve", "rifle": "0305", "inf": "0805", "brig": "1105"}
    board = "/".join(["." * 12] * 4 + ["....m......."] + ["." * 12] * 4)
    scene = moving(units, board, places={"0404": "town", "0403": "village"})
    assert scene.allows("drop para 0605")
    assert scene.refused("drop para 0505") == "20.2"
    assert scene.refused("drop para 0404") == "20.2"
    assert scene.allows("drop para 0403")
    assert scene.refused("drop para 0805") == "20.2"
    assert scene.refused("drop para 1205") == "20.2"
    assert scene.refused("drop rifle 0605") == "20.1"
    overcast = moving(units, board, values={"weather": "overcast"})
    assert overcast.refused("drop para 0605") == "20.2"
    landed = moving({"para": "0605", "rifle": "0305"})
    assert landed.refused("drop para 0506") == "20.2"


@pytest.mark.rule("ukraine-43:20.3", "ukraine-43:20.3/a")
@pytest.mark.parametrize(
    ("to", "die", "place", "disrupted"),
    [("0605", 2, "0605", False), ("0605", 4, "0605", True), ("0605", 5, "soviet-eliminated", False),
     ("0705", 2, "0705", True), ("0705", 3, "soviet-eliminated", False)],
)  # fmt: skip
def test_a_drop_is_intact_disrupted_or_lost_and_worse_in_an_enemy_zone(
    to: str, die: int, place: str, disrupted: bool
) -> None:
    scene = moving({"para": "para-reserve", "rifle": "0305", "inf": "0805"}, dice=[die])
    done = scene.play(f"drop para {to}")
    assert done.place("para") == place
    assert ("disrupted" in done.unit("para").marks) is disrupted


@pytest.mark.rule("ukraine-43:20.3", "ukraine-43:20.4")
def test_a_brigade_does_not_move_in_the_turn_it_jumps_but_may_attack() -> None:
    units = {"para": marked("0605", "dropped"), "rifle": "0305", "inf": "0604"}
    assert moving(units).refused("step-to para 0606") == "20.4"
    assert fighting(units).play("declare-attack 0604").allows("add-attacker para")
    jumped = exploiting({"para": "para-reserve", "rifle": "0305", "inf": "0805"}, dice=[1]).play("drop para 0605")
    assert jumped.allows("place-assault para")
