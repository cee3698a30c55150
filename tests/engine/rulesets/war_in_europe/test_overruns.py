"""5.7: overruns, with the printed example of 5.79."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import europe, group, marked, moving
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}
THREE = {"pz": "0303", "pz-2": "0303", "pzl": "0303"}


@pytest.mark.rule("war-in-europe:5.7", "war-in-europe:5.72", "war-in-europe:5.79", "war-in-europe:5.73")
def test_the_printed_example_28_against_2_for_six_points_each() -> None:
    """Ground one, the overrun two, the zone of a neighbour two; one hex of approach makes six."""
    units = {"pz": "0203", "pz-2": "0203", "pzl": "0203", "rus2": "0403", "rus": "0503"}
    scene = moving(units, **FAR).play("pick-unit pz", "pick-unit pz-2", "pick-unit pzl", "step-to pz 0303")
    after = scene.play("overrun pz,pz-2,pzl 0403")
    assert [after.unit(unit).values["spent"] for unit in ("pz", "pz-2", "pzl")] == [6, 6, 6]
    [told] = after.told("enemy-overrun")
    assert (told.attack, told.defence) == ("28", "2")


@pytest.mark.rule("war-in-europe:5.15/a", "war-in-europe:5.22/a", "war-in-europe:9.22/a")
@pytest.mark.rule("war-in-europe:5.7", "war-in-europe:5.72", "war-in-europe:5.7/a", "war-in-europe:9.22")
def test_what_an_overrun_costs() -> None:
    scene = moving({**THREE, "rus2": "0403", "rus": "0503"}, **FAR)
    assert scene.refused("step-to pz 0403") == "5.22"
    after = scene.play("overrun pz,pz-2,pzl 0403")
    assert after.place("rus2") == "gone-allied"
    assert after.unit("pz").values["spent"] == 5
    alone = moving({**THREE, "rus2": "0403"}, **FAR).play("overrun pz,pz-2,pzl 0403")
    assert alone.unit("pz").values["spent"] == 3
    [told] = after.told("enemy-overrun")
    assert (told.attack, told.defence) == ("28", "2")


@pytest.mark.rule("war-in-europe:5.7/b", "war-in-europe:5.74", "war-in-europe:11.15")
def test_who_has_overrun_goes_on_but_overruns_no_more_and_may_attack() -> None:
    scene = moving({**THREE, "rus2": "0403", "rus": "0504"}, **FAR).play("overrun pz,pz-2,pzl 0403")
    assert scene.refused("overrun pz,pz-2,pzl 0504") == "5.74"
    assert scene.play("step-to pz 0402").place("pz") == "0402"
    assert scene.play("done", "declare-attack 0504").allows("add-attacker pz")


@pytest.mark.rule("war-in-europe:5.7", "war-in-europe:5.71", "war-in-europe:5.14/b")
def test_thirteen_to_one_against_all_in_the_hex() -> None:
    scene = moving({**THREE, "rus2": "0403", "rus": "0403"}, **FAR)
    assert scene.refused("overrun pz,pz-2,pzl 0403") == "5.7"
    assert scene.refused("overrun pz,pz-2,pzl 0402") == "5.7"
    steep = moving({**THREE, "rus": "0403"}, "/".join(["......", "......", "...m..", "......"]), axis="0101")
    assert steep.refused("overrun pz,pz-2,pzl 0403") == "5.21"
    assert steep.allows("step-to pz 0402")


@pytest.mark.rule("war-in-europe:5.73")
def test_three_units_at_the_most() -> None:
    scene = moving({**THREE, "pz-3": "0303", "rus": "0403"}, **FAR)
    assert scene.refused("overrun pz,pz-2,pzl,pz-3 0403") == "5.73"


@pytest.mark.rule("war-in-europe:5.63", "war-in-europe:5.77")
def test_a_forced_march_overruns_nobody() -> None:
    scene = moving({"inf": "0303", "pz": "0303", "pz-2": "0303", "rus": "0403"}, **FAR).play("force-march inf")
    assert scene.refused("overrun inf,pz,pz-2 0403") == "5.63"


@pytest.mark.rule("war-in-europe:5.76/a")
@pytest.mark.rule("war-in-europe:5.75", "war-in-europe:14.13", "war-in-europe:5.76")
def test_supply_is_that_of_the_start_of_the_phase_and_rivers_halve() -> None:
    hungry = moving({**THREE, "rus2": "0403"}, allied="1208")
    assert hungry.refused("overrun pz,pz-2,pzl 0403") == "5.7"
    both = moving({**THREE, "rus2": "0403"})
    assert both.allows("overrun pz,pz-2,pzl 0403")
    wet = moving({**THREE, "rus2": "0403"}, sides={"river": ["0303/SE"]}, **FAR)
    assert wet.refused("overrun pz,pz-2,pzl 0403") == "5.7"


@pytest.mark.rule("war-in-europe:5.78", "war-in-europe:5.79", "war-in-europe:11.31/a")
def test_trains_are_overrun_at_half_and_nobody_leaves_a_group() -> None:
    scene = moving({**THREE, "rus4": marked("0403", "aboard")}, **FAR)
    assert scene.play("overrun pz,pz-2,pzl 0403").place("rus4") == "gone-allied"


@pytest.mark.rule("war-in-europe:14.42/b")
@pytest.mark.rule("war-in-europe:14.42", "war-in-europe:6.65", "war-in-europe:6.35")
def test_supply_units_change_hands_and_never_overrun() -> None:
    scene = moving({"pz": "0303", "pz-2": "0303", "rsup": "0403", "sup": "0303"}, **FAR)
    assert scene.refused("overrun sup 0403") == "14.42"
    mending = moving({"rr": "0303", "rus": "0403"}, rails=[["0303", "0403"]], **FAR)
    assert mending.refused("overrun rr 0403") == "6.65"
    after = scene.play("overrun pz,pz-2 0403")
    assert after.unit("rsup").type == "german-supply"
    assert after.unit("rsup").side == "axis"


@pytest.mark.rule("war-in-europe:5.7/c")
@pytest.mark.rule("war-in-europe:5.7")
def test_units_from_several_hexes_gather_before_they_overrun() -> None:
    scene = moving({"pz": "0203", "pz-2": "0302", "pzl": "0303", "rus2": "0403"}, **FAR)
    scene = scene.play("step-to pz 0303", "step-to pz-2 0303", "overrun pz,pz-2,pzl 0403")
    assert [scene.place(unit) for unit in ("pz", "pz-2", "pzl")] == ["0403"] * 3
    assert europe({"pz": group("0303")}, phase="mechanised-movement", side="axis", **FAR).allows("done")


@pytest.mark.rule("war-in-europe:5.71")
def test_who_fled_into_a_hex_adds_nothing_when_it_is_overrun() -> None:
    fled = {f"tank-{number}": marked("0403", "sheltered") for number in range(1, 7)}
    scene = moving({**THREE, "rus": "0403", **fled}, **FAR)
    assert "overrun pz,pz-2,pzl 0403" in scene.choices("overrun")


def crowd(**more: str) -> Scene:
    """A full hex beside a Soviet division that is weak enough for three panzer divisions and no fewer."""
    return moving({**{f"inf-{number}": "0404" for number in range(4)}, "rus2": "0504", **more}, **FAR)


@pytest.mark.rule("war-in-europe:5.16/a", "war-in-europe:5.73", "war-in-europe:5.23")
def test_a_stack_passes_a_full_hex_and_overruns_from_it() -> None:
    scene = crowd(pz="0304", pzl="0304", **{"pzl-2": "0304"})
    hand = scene.play("pick-unit pz", "pick-unit pzl", "pick-unit pzl-2")
    through = hand.play("step-to pz 0404")
    assert len(through.stack("0404")) == 7
    assert through.refused("done") == "5.23"
    over = through.play("overrun pz,pzl,pzl-2 0504")
    assert over.place("rus2") == "gone-allied"
    assert len(over.stack("0504")) == 3
    assert over.allows("done")
    on = through.play("step-to pz 0405")
    assert len(on.stack("0405")) == 3


@pytest.mark.rule("war-in-europe:5.7", "war-in-europe:5.73")
def test_units_from_several_hexes_gather_in_a_full_one_to_overrun() -> None:
    scene = crowd(pz="0304", pzl="0305", **{"pzl-2": "0405"})
    two = scene.play("step-to pz 0404", "step-to pzl 0404")
    assert two.refused("done") == "5.23"
    assert two.refused("step-to pzl 0304") == "5.23", "they are one stack now"
    three = two.play("step-to pzl-2 0404")
    assert len(three.stack("0404")) == 7
    over = three.play("overrun pz,pzl,pzl-2 0504")
    assert over.place("rus2") == "gone-allied"
    assert over.allows("done")
    assert two.play("step-to pz 0304").allows("done"), "or they go back together"


@pytest.mark.rule("war-in-europe:5.73")
def test_no_more_gather_in_a_full_hex_than_may_overrun() -> None:
    scene = crowd(pz="0304", pzl="0304", **{"pzl-2": "0305", "pg": "0405"})
    three = scene.play("step-to pz 0404", "step-to pzl 0404", "step-to pzl-2 0404")
    assert three.refused("step-to pg 0404") == "5.23"


@pytest.mark.rule("war-in-europe:5.23", "war-in-europe:10.2")
def test_a_stack_does_not_stop_in_a_full_hex_that_it_cannot_leave() -> None:
    blocked = {f"inf-{number}": "0404" for number in range(4)} | {"pz": "0304", "pzl": "0304", "rus4": "0504"}
    around = {"rus4-2": "0305", "rus4-3": "0403", "rus4-4": "0405", "rus4-5": "0503"}
    scene = moving({**blocked, **around}, **FAR).play("pick-unit pz", "pick-unit pzl")
    assert scene.refused("step-to pz 0404") == "5.23"


@pytest.mark.rule("war-in-europe:5.23", "war-in-europe:5.7")
def test_nobody_is_taken_in_hand_while_a_stack_waits_in_a_full_hex() -> None:
    scene = crowd(pz="0304", pzl="0305", **{"pzl-2": "0405"})
    two = scene.play("step-to pz 0404", "step-to pzl 0404")
    assert two.refused("pick-unit pzl-2") == "5.23", "the stack would fall apart, and neither could go on alone"
    assert not two.choices("pick-unit")
    assert two.allows("step-to pzl-2 0404")
    assert two.allows("step-to pz 0304")
    assert scene.play("step-to pz 0303").allows("pick-unit pzl-2")


@pytest.mark.rule(
    "war-in-europe:6.35", "war-in-europe:7.13", "war-in-europe:7.32", "war-in-europe:8.25", "war-in-europe:8.36"
)
@pytest.mark.parametrize(
    ("marks", "case"),
    [(("aboard",), "6.35"), (("sailed",), "7.13"), (("landed", "sailed"), "7.32"), (("railed",), "5.5")],
)
def test_who_came_by_rail_or_sea_is_told_its_own_case_when_it_would_overrun(marks: tuple[str, ...], case: str) -> None:
    units = {"pz": "0303", "pz-2": "0303", "pzl": marked("0303", *marks), "rus2": "0403"}
    scene = europe(units, phase="mechanised-movement", side="axis", **FAR)
    assert scene.refused("overrun pz,pz-2,pzl 0403") == case
    flying = europe({**units, "pzl": "0303"}, phase="mechanised-movement", side="axis", **FAR)
    assert flying.allows("overrun pz,pz-2,pzl 0403")


@pytest.mark.rule("war-in-europe:5.7", "war-in-europe:5.8")
def test_an_overrun_goes_into_a_hex_beside_and_over_no_closed_side() -> None:
    assert moving({**THREE, "rus2": "0503"}, **FAR).refused("overrun pz,pz-2,pzl 0503") == "5.7"
    wall = moving({**THREE, "rus2": "0403"}, sides={"blocked": ["0303/SE"]}, **FAR)
    assert wall.refused("overrun pz,pz-2,pzl 0403") == "5.8"


@pytest.mark.rule("war-in-europe:8.25", "war-in-europe:8.36")
@pytest.mark.parametrize(("marks", "case"), [(("dropped", "flown"), "8.25"), (("flown",), "8.36")])
def test_airborne_units_overrun_nobody_in_the_turn_in_which_they_fly(marks: tuple[str, ...], case: str) -> None:
    units = {"pz": "0303", "pz-2": "0303", "reg": marked("0303", *marks), "rus2": "0403"}
    scene = europe(units, phase="mechanised-movement", side="axis", **FAR)
    assert scene.refused("overrun pz,pz-2,reg 0403") == case
