"""15.5: Shock and Guards armies take the place of infantry armies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene


def promoting(units: dict[str, Any], **more: Any) -> Scene:
    more = {"turn": 9, **more}
    return red_star({"shock": "awaiting-promotion", "army-9": "0806", **units}, pause="0801", phase="promotion", **more)


@pytest.mark.rule("red-star-rising:15.5.1", "red-star-rising:15.5.2")
def test_an_army_is_replaced_and_goes_to_the_promoted() -> None:
    after = promoting({"army": "0202"}).play("promote army shock")
    assert after.stack("0202") == ("shock",)
    assert after.place("army") == "promoted"
    assert "marker" not in after.unit("shock").values


@pytest.mark.rule("red-star-rising:15.5.2")
def test_a_marker_is_exchanged_for_a_whole_one_of_the_second_class() -> None:
    reduced = {"at": "0202", "step": 1, "values": {"marker": "c-30"}}
    scene = promoting(
        {"army": reduced, "pz": "0203"},
        turn=7,
        pools={"on-armies": ["c-30"], "cup-b": ["b-01", "b-02"]},
        draws=["b-02"],
    )
    after = scene.play("promote army shock")
    assert after.unit("shock").values["marker"] == "b-02"
    assert after.unit("shock").step == 0
    assert "c-30" in after.state.pool("at-start")


@pytest.mark.rule("red-star-rising:15.5.1/a", "red-star-rising:15.5.1")
@pytest.mark.parametrize(("turn", "case"), [(9, "15.5.1"), (5, "15.5.1"), (7, None)])
def test_not_in_an_enemy_zone_except_in_mud(turn: int, case: str | None) -> None:
    scene = promoting({"army": "0202", "pz": "0203"}, turn=turn)
    assert (scene.refused("promote army shock") if case else scene.allows("promote army shock")) == (case or True)


@pytest.mark.rule("red-star-rising:15.5.1/b", "red-star-rising:15.5.1")
@pytest.mark.parametrize(("mark", "case"), [("unsupplied", "10.6.1"), ("lacking", "10.8.1")])
def test_only_supplied_armies(mark: str, case: str) -> None:
    assert promoting({"army": {"at": "0202", "marks": [mark]}}).refused("promote army shock") == case


@pytest.mark.rule("red-star-rising:15.5.1/c", "red-star-rising:15.5.1")
def test_tank_armies_and_corps_are_not_promoted() -> None:
    scene = promoting({"tank": "0202", "rifle": "0303"})
    assert scene.refused("promote tank shock") == "15.5.1"
    assert scene.refused("promote rifle shock") == "15.5.1"
