"""Chapter 3: recruits, prisoners and replacements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.scenes import here, october
from tests.helpers.positions import Scene, marked

NARVA = here(1, 4)


def phase(name: str, units: dict[str, Any], side: str = "white", **more: Any) -> Scene:
    settled = {"narva": NARVA, "sources": [here(12, 4)], "roads": [[here(column, 4) for column in range(1, 13)]]}
    return october({"inf-9": here(1, 1), "rifle-9": here(12, 8), **units}, phase=name, side=side, **{**settled, **more})


@pytest.mark.rule("white-october:3.1", "white-october:3.1.1")
def test_recruits_come_by_the_calendar() -> None:
    scene = phase("recruits", {}, turn=1)
    assert scene.state.values["white-recruits"] == 1
    assert phase("recruits", {}, side="red", turn=3).state.values["red-recruits"] == 2


@pytest.mark.rule("white-october:3.1.2")
def test_six_is_the_most() -> None:
    assert phase("recruits", {}, turn=1, values={"white-recruits": 6}).state.values["white-recruits"] == 6
    full = {"white-recruits": 5, "white-prisoners": 9}
    scene = phase("recruits", {}, turn=1, values=full)
    assert scene.state.values["white-recruits"] == 6
    assert scene.game.moment(scene.state).phase != "recruits"


@pytest.mark.rule("white-october:3.2")
def test_three_prisoners_make_a_recruit_and_there_is_no_limit_to_them() -> None:
    scene = phase("recruits", {}, turn=1, values={"white-prisoners": 7})
    once = scene.play("enrol-prisoners")
    assert (once.state.values["white-prisoners"], once.state.values["white-recruits"]) == (4, 2)
    twice = once.play("enrol-prisoners")
    assert twice.state.values["white-prisoners"] == 1


@pytest.mark.rule("white-october:3.3", "white-october:3.3.1")
def test_a_recruit_gives_a_supplied_unit_a_point_back() -> None:
    units = {"inf": {"at": here(3, 4), "step": 1}}
    scene = phase("replacements", units, values={"white-recruits": 2})
    assert scene.choices("replace") == ("replace inf",)
    after = scene.play("replace inf")
    assert after.unit("inf").step == 0
    assert after.state.values["white-recruits"] == 1


@pytest.mark.rule("white-october:3.3.1")
@pytest.mark.parametrize(
    ("unit", "given"),
    [
        ("inf", {"at": here(3, 8), "step": 1}),
        ("inf", {"at": here(3, 4), "step": 1, "marks": ["routed"]}),
        ("inf", {"at": here(3, 4)}),
        ("squadron", {"at": here(3, 4), "step": 1}),
        ("train", {"at": here(3, 4)}),
    ],
)
def test_who_gets_none(unit: str, given: dict[str, Any]) -> None:
    other = {"inf-2": {"at": here(2, 4), "step": 1}}
    scene = phase("replacements", {unit: given, **other}, values={"white-recruits": 2})
    assert scene.refused(f"replace {unit}") == "3.3.1"


@pytest.mark.rule("white-october:3.3.1")
def test_several_points_to_one_unit_but_not_into_an_overfull_hex() -> None:
    units = {"inf4": {"at": here(3, 4), "step": 3}, "inf": here(3, 4)}
    scene = phase("replacements", units, values={"white-recruits": 3}).play("replace inf4")
    assert scene.state.values["white-recruits"] == 2
    assert scene.game.moment(scene.state).phase != "replacements"


@pytest.mark.rule("white-october:3.3.2")
def test_a_unit_that_turns_to_its_front_again_is_among_recruits() -> None:
    units = {"inf4": {"at": here(3, 4), "step": 3}}
    scene = phase("replacements", units, values={"white-recruits": 3}).play("replace inf4")
    assert scene.unit("inf4").marks == {"recruits"}
    assert scene.ask("unit", "inf4").factors.quality.value == 4
    assert scene.ask("unit", "inf4").factors.morale.value == 4
    again = scene.play("replace inf4")
    assert again.unit("inf4").marks == {"recruits"}
    hurt = phase("replacements", {"inf4": {"at": here(3, 4), "step": 2}}, values={"white-recruits": 3})
    assert hurt.play("replace inf4").unit("inf4").marks == frozenset()


@pytest.mark.rule("white-october:3.3.2")
def test_not_one_at_the_floor_of_its_side() -> None:
    low = [
        {
            "id": "low",
            "name": "Low",
            "side": "white",
            "nation": "nwa",
            "movement_class": "foot",
            "traits": ["infantry"],
            "steps": [{"combat": 4, "quality": 5, "morale": 3, "movement": 5}] * 2,
        }
    ]
    units = {"low": {"at": here(3, 4), "type": "low", "step": 1}}
    scene = phase("replacements", units, types=low, values={"white-recruits": 3}).play("replace low")
    assert scene.unit("low").marks == frozenset()


@pytest.mark.rule("white-october:13")
def test_forts_get_no_replacements() -> None:
    units = {"fort": {"at": here(11, 4), "step": 1}, "rifle": {"at": here(11, 4), "step": 1}}
    scene = phase("replacements", units, side="red", values={"red-recruits": 2})
    assert scene.refused("replace fort") == "13"


@pytest.mark.rule("white-october:3.3.1")
def test_a_disorganised_unit_may_be_replaced() -> None:
    units = {"inf": marked(here(3, 4), "disorganised", step=1)}
    assert phase("replacements", units, values={"white-recruits": 1}).allows("replace inf")
