"""Chapter 11: partisans, and the security divisions that keep them away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, marching
from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.engine.rulesets.red_star_rising.strips import WEST, length_of, on_strip, state_of, strip
from tests.helpers.positions import Scene, cost, costs

FIELD = "/".join(["............"] * 6)


def shifts(scene: Scene) -> set[str]:
    """Where the partisans may slip away to."""
    return {choice.split()[2] for choice in scene.choices("shift-partisan")}


@pytest.mark.rule("red-star-rising:11.1.1", "red-star-rising:3.5.3")
def test_partisans_bar_the_way_of_strategic_movement() -> None:
    units = {"inf": "0102", "partisan": "0702"}
    scene = red_star(units, FIELD, phase="strategic", side="axis", turn=CLEAR, sources={"axis": ["0101", "0801"]})
    moved = scene.play("pick-unit inf")
    assert moved.allows("move-strategically inf 0302")
    assert moved.refused("move-strategically inf 0402") == "3.5.3"


@pytest.mark.rule("red-star-rising:11.1.1", "red-star-rising:10.1.3")
def test_partisans_lengthen_axis_lines() -> None:
    assert length_of(on_strip("....", {"inf": "0104"}, sources=WEST), "inf") == 6
    assert length_of(on_strip("....", {"inf": "0104", "partisan": "0102"}, sources=WEST), "inf") == 8


def placing(units: dict[str, Any], board: str = FIELD, **more: Any) -> Scene:
    waiting = {"at": "soviet-reinforcements", "values": {"due": CLEAR}}
    stop = {"army": "1206"}
    return red_star({"partisan": waiting, **stop, **units}, board, phase="partisans", side="soviet", turn=CLEAR, **more)


@pytest.mark.rule("red-star-rising:11.1.2", "red-star-rising:15.2.1/b")
def test_partisans_must_be_placed_in_the_turn_in_which_they_come() -> None:
    scene = placing({"inf": "0101"})
    assert scene.menu.rule == "11.1.2"
    assert scene.refused("done") == "11.1.2"
    assert scene.play("place-partisan partisan 0503").place("partisan") == "0503"
    later = placing({"inf": "0101", "partisan": {"at": "soviet-reinforcements", "values": {"due": CLEAR + 1}}})
    assert later.state.turn == CLEAR + 1


@pytest.mark.rule("red-star-rising:11.1.3", "red-star-rising:11.2.2")
def test_partisans_hide_anywhere_in_the_soviet_union_away_from_axis_units() -> None:
    units = {"inf": "0303", "partisan-2": "0603", "sec": "0902", "fleet": "0405"}
    scene = placing(units, countries={"poland": ["0101", "0102"]})
    assert scene.allows("place-partisan partisan 0304")
    assert scene.allows("place-partisan partisan 0405")
    assert scene.refused("place-partisan partisan 0303") == "11.1.3"
    assert scene.refused("place-partisan partisan 0603") == "11.1.3"
    assert scene.refused("place-partisan partisan 0102") == "11.1.3"
    assert scene.refused("place-partisan partisan 1102") == "11.1.3"
    assert scene.allows("place-partisan partisan 1202")


@pytest.mark.rule("red-star-rising:11.1.2")
def test_of_several_partisans_that_are_due_any_is_placed_first() -> None:
    scene = placing({"partisan-2": {"at": "soviet-reinforcements", "values": {"due": 1}}})
    assert scene.allows("place-partisan partisan 1202")
    after = scene.play("place-partisan partisan-2 1202")
    assert after.place("partisan-2") == "1202"
    assert after.allows("place-partisan partisan 1204")
    assert after.refused("place-partisan partisan-2 1204") == "11.1.2"


@pytest.mark.rule("red-star-rising:11.1.3")
def test_partisans_stand_on_land_and_beside_anybody() -> None:
    scene = placing({"inf": "0101"})
    assert scene.allows("place-partisan partisan 0201")
    wet = placing({"inf": "0101", "army": "0501"}, "..s...l.")
    assert wet.refused("place-partisan partisan 0301") == "11.1.3"
    assert wet.refused("place-partisan partisan 0701") == "11.1.3"


@pytest.mark.rule("red-star-rising:11.1.4")
def test_partisans_stay_where_they_are_of_themselves() -> None:
    scene = marching({"partisan": "0303", "rifle": "0503"}, FIELD, "soviet")
    assert scene.refused("step-to partisan 0304") == "3.1.1"


@pytest.mark.rule("red-star-rising:11.1.6")
def test_partisans_cannot_be_overrun() -> None:
    scene = marching({"pz": "0303", "partisan": "0403"}, FIELD)
    assert scene.refused("overrun pz 0403") == "11.1.6"


@pytest.mark.rule("red-star-rising:11.1.8")
def test_an_axis_unit_that_comes_in_drives_partisans_away() -> None:
    scene = marching({"inf": "0203", "partisan": "0303", "army": "1206"}, FIELD).play("step-to inf 0303")
    assert scene.menu.side == "soviet"
    assert scene.menu.rule == "11.1.8"
    assert scene.refused("done") == "11.1.8"
    gone = scene.play("shift-partisan partisan 0403")
    assert gone.place("partisan") == "0403"
    assert gone.told("partisan-shifted")[0].origin == "0303"
    assert gone.menu.side == "axis"
    assert gone.allows("step-to inf 0304")


@pytest.mark.rule("red-star-rising:11.1.8/a")
def test_they_go_four_hexes_at_the_most() -> None:
    scene = marching({"inf": "0203", "partisan": "0303"}, FIELD).play("step-to inf 0303")
    distance = scene.game.board.distance
    reached = {distance(scene.game.board.at("0303"), scene.game.board.at(at)) for at in shifts(scene)}
    assert reached == {1, 2, 3, 4}
    assert scene.refused("shift-partisan partisan 0803") == "11.1.8"
    assert scene.refused("shift-partisan partisan 0303") == "11.1.8"
    assert scene.refused("shift-partisan inf 0304") == "11.1.4"


@pytest.mark.rule("red-star-rising:11.1.8/b")
def test_they_stay_in_the_soviet_union() -> None:
    scene = marching({"inf": "0203", "partisan": "0303"}, FIELD, countries={"poland": ["0302"]})
    assert scene.play("step-to inf 0303").refused("shift-partisan partisan 0302") == "11.1.8"


@pytest.mark.rule("red-star-rising:11.1.8/c")
def test_they_avoid_axis_units_and_other_partisans() -> None:
    units = {"inf": "0203", "partisan": "0303", "partisan-2": "0403", "depot": "0304", "fleet": "0302"}
    scene = marching(units, FIELD).play("step-to inf 0303")
    assert scene.refused("shift-partisan partisan 0403") == "11.1.8"
    assert scene.refused("shift-partisan partisan 0304") == "11.1.8"
    assert scene.allows("shift-partisan partisan 0302")


@pytest.mark.rule("red-star-rising:11.1.8/d")
def test_they_keep_clear_of_security_divisions() -> None:
    units = {"inf": "0203", "partisan": "0303", "sec": "0603"}
    scene = marching(units, FIELD).play("step-to inf 0303")
    assert scene.refused("shift-partisan partisan 0403") == "11.1.8"
    assert scene.allows("shift-partisan partisan 0102")


@pytest.mark.rule("red-star-rising:11.1.8")
def test_a_security_division_drives_them_away_from_two_hexes() -> None:
    scene = marching({"sec": "0103", "partisan": "0503"}, FIELD)
    near = scene.play("step-to sec 0203")
    assert near.menu.side == "axis"
    driven = near.play("step-to sec 0303")
    assert driven.menu.rule == "11.1.8"
    assert driven.play("shift-partisan partisan 0703").allows("step-to sec 0403")


@pytest.mark.rule("red-star-rising:11.1.8")
def test_other_units_do_not_drive_them_away_from_beside() -> None:
    scene = marching({"inf": "0103", "partisan": "0303"}, FIELD).play("step-to inf 0203")
    assert scene.menu.side == "axis"


@pytest.mark.rule("red-star-rising:11.1.8/e")
def test_partisans_with_nowhere_to_go_are_lost_for_good() -> None:
    units = {"inf-1": "0101", "inf-2": "0301", "partisan": "0201"}
    cornered = marching(units, "...", countries={"poland": ["0101"]}).play("step-to inf-1 0201")
    assert cornered.place("partisan") == "soviet-eliminated"
    assert cornered.menu.side == "axis"


@pytest.mark.rule("red-star-rising:11.1.8/e")
def test_the_last_way_out_may_be_taken_by_others() -> None:
    units = {"sec": "0101", "partisan-1": "0401", "partisan-2": "0402"}
    hunted = marching(units, "...../.....", countries={"poland": ["0502"]}).play("step-to sec 0201")
    last = hunted.play("shift-partisan partisan-2 0501")
    assert last.place("partisan-2") == "0501"
    assert last.place("partisan-1") == "soviet-eliminated"
    assert last.menu.side == "axis"


@pytest.mark.rule("red-star-rising:11.1.8")
def test_several_are_driven_away_one_by_one_in_the_order_their_side_likes() -> None:
    units = {"sec": "0103", "partisan-1": "0402", "partisan-2": "0404"}
    scene = marching(units, FIELD).play("step-to sec 0203")
    assert {choice.split()[1] for choice in scene.choices("shift-partisan")} == {"partisan-1", "partisan-2"}
    second = scene.play("shift-partisan partisan-2 0602")
    assert second.refused("shift-partisan partisan-1 0602") == "11.1.8"
    assert second.refused("shift-partisan partisan-2 0603") == "11.1.4"
    assert second.play("shift-partisan partisan-1 0603").menu.side == "axis"


@pytest.mark.rule("red-star-rising:11.1.8")
def test_an_overrun_that_goes_through_drives_them_away_too() -> None:
    units = {"pz": "0103", "rifle": "0203", "partisan": "0303"}
    scene = marching(units, FIELD, results=["DE"]).play("overrun pz 0203", "advance pz 0203", "step-to pz 0303")
    assert scene.menu.rule == "11.1.8"


@pytest.mark.rule("red-star-rising:11.1.8")
def test_reinforcements_drive_them_away_too() -> None:
    coming = {"at": "axis-reinforcements", "values": {"due": CLEAR}}
    units = {"sec": coming, "inf": coming, "partisan": "0303"}
    sources = {"axis": ["0101", "0104"]}
    scene = red_star(units, FIELD, phase="reinforcements", side="axis", turn=CLEAR, sources=sources)
    assert scene.play("arrive inf 0203").menu.side == "axis"
    assert scene.play("arrive inf 0303").menu.rule == "11.1.8"
    watched = scene.play("arrive sec 0203")
    assert watched.menu.rule == "11.1.8"
    assert watched.play("shift-partisan partisan 0603").allows("arrive inf 0303")


@pytest.mark.rule("red-star-rising:11.1.9")
def test_partisans_know_no_supply() -> None:
    assert state_of(on_strip("....", {"inf": "0101", "partisan": "0104"}, sources=WEST), "partisan") == "supplied"


# Security divisions


@pytest.mark.rule("red-star-rising:11.2.3")
def test_a_security_division_does_not_come_within_four_hexes_of_a_soviet_unit() -> None:
    scene = marching({"sec": "0101", "rifle": "0107"}, strip("......."))
    assert scene.allows("step-to sec 0102")
    assert scene.play("step-to sec 0102").refused("step-to sec 0103") == "11.2.3"
    assert costs(scene, "sec") == {"0101": 0, "0102": 1}


@pytest.mark.rule("red-star-rising:11.2.3")
@pytest.mark.parametrize("unit", ["hq", "leader", "factory", "army", "cav"])
def test_any_sort_of_soviet_unit_counts(unit: str) -> None:
    scene = marching({"sec": "0101", unit: "0106"}, strip("......"))
    assert scene.refused("step-to sec 0102") == "11.2.3"


@pytest.mark.rule("red-star-rising:11.2.3/a")
def test_but_for_partisans() -> None:
    scene = marching({"sec": "0101", "partisan": "0106"}, strip("......"))
    assert cost(scene, "sec", "0104") == 3


@pytest.mark.rule("red-star-rising:11.2.3/b")
def test_one_that_is_within_four_hexes_may_stay() -> None:
    scene = marching({"sec": "0103", "rifle": "0106"}, strip("......"))
    assert scene.allows("done")
    assert scene.play("pick-unit sec").allows("done")
    assert scene.play("done").place("sec") == "0103"


@pytest.mark.rule("red-star-rising:11.2.3/c")
def test_one_that_is_within_four_hexes_may_cross_others_but_must_end_beyond() -> None:
    scene = marching({"sec": "0104", "inf": "0101", "rifle": "0106"}, strip("......."))
    assert costs(scene, "sec") == {"0104": 0, "0101": 3}
    assert scene.refused("step-to sec 0105") == "11.2.3"
    under_way = scene.play("step-to sec 0103")
    assert under_way.refused("done") == "11.2.3"
    assert under_way.refused("step-to inf 0102") == "11.2.3"
    looked = under_way.play("pick-unit inf")
    assert looked.refused("step-to inf 0102") == "11.2.3"
    assert looked.refused("done") == "11.2.3"
    clear = under_way.play("step-to sec 0102", "step-to sec 0101")
    assert clear.allows("done")
    assert clear.allows("step-to inf 0102")


@pytest.mark.rule("red-star-rising:11.2.3/c")
def test_one_that_cannot_get_clear_stays() -> None:
    scene = marching({"sec": "0104", "rifle": "0105"}, strip(".mm.."))
    assert scene.refused("step-to sec 0103") == "11.2.3"
    assert costs(scene, "sec") == {"0104": 0}


@pytest.mark.rule("red-star-rising:11.2.3/c")
def test_two_of_them_get_clear_together() -> None:
    units = {"sec-1": "0104", "sec-2": "0104", "rifle": "0106"}
    scene = marching(units, strip("......")).play("pick-unit sec-1", "pick-unit sec-2", "step-to sec-1 0103")
    assert scene.refused("drop-unit sec-2") == "11.2.3"
    assert scene.refused("step-to sec-2 0102") == "11.2.3"
    assert scene.play("step-to sec-1 0102", "step-to sec-1 0101").stack("0101") == ("sec-1", "sec-2")


@pytest.mark.rule("red-star-rising:11.2.3")
def test_out_of_reach_one_that_set_out_within_it_may_cross_again() -> None:
    board = "..../..../..../..../..../..../.---/.---"
    scene = marching({"sec": "0104", "rifle": "0108"}, board)
    assert scene.play("step-to sec 0103").allows("step-to sec 0104")
    fresh = marching({"sec": "0103", "rifle": "0108"}, board)
    assert fresh.refused("step-to sec 0104") == "11.2.3"


@pytest.mark.rule("red-star-rising:11.2.4")
def test_security_divisions_exert_no_zone() -> None:
    scene = marching({"sec": "0303", "mech": "0803"}, FIELD, "soviet")
    assert "axis" not in scene.ask("zone", "0304").sides


@pytest.mark.rule("red-star-rising:11.2.6", "red-star-rising:18.0.5")
def test_security_divisions_in_supply_give_a_victory_point() -> None:
    scene = marching({"sec": "0102", "inf": "0101"}, strip("...."), sources=WEST)
    assert any(term.rule == "18.0.5" and term.value == 1 for term in scene.ask("score").score.terms)


@pytest.mark.rule("red-star-rising:11.2.7")
def test_a_security_division_that_is_lost_does_not_come_back() -> None:
    units = {"inf-1": "0101", "inf-2": "0101", "sec-1": "0101", "sec-2": "0101", "mech": "0106"}
    over = marching(units, strip("......")).play("done", "remove-unit sec-1")
    assert over.place("sec-1") == "axis-eliminated"
