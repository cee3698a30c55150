"""7.4.4: what motorised units lose in the streets of a major city."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    ARMOURED_GROUP,
    CORPS,
    DIVISION,
    GROUP,
    HIT,
    INFANTRY,
    MECHANISED,
    army,
    features,
    fight,
    put_together,
    unit,
)
from tests.helpers.positions import Scene

CITY = features(("major-city", HIT))
RIFLES = {"a": unit(INFANTRY)}


def storm(scene: Scene, *units: str, dice: list[int], result: str = "NE", at: str = HIT) -> Scene:
    """An attack with a result laid down; the first die is that of the battle, the others are thrown afterwards."""
    return put_together(scene.given(dice=[1, *dice], results=[result]), *units, at=at).play("resolve")


def thrown(scene: Scene) -> list[tuple[str, int, bool]]:
    return [(event.unit, event.die, event.lost) for event in scene.told("city-fought")]


@pytest.mark.rule("red-star-rising:7.4.4")
@pytest.mark.parametrize(("die", "step"), [(1, 1), (2, 0), (6, 0)])
def test_a_motorised_attacker_of_a_major_city_loses_a_step_on_one(die: int, step: int) -> None:
    scene = storm(fight({"pz": unit(ARMOUR, "0203"), **RIFLES}, map=CITY), "pz", dice=[die])
    assert thrown(scene) == [("pz", die, bool(step))]
    assert scene.unit("pz").step == step


@pytest.mark.rule("red-star-rising:7.4.4/a")
@pytest.mark.parametrize(("die", "step"), [(3, 2), (4, 1)])
def test_one_that_lost_a_step_loses_another_on_one_to_three(die: int, step: int) -> None:
    units = {"pz": unit(ARMOUR, "0203"), "kg": unit(ARMOURED_GROUP, "breakdown"), **RIFLES}
    scene = storm(fight(units, map=CITY), "pz", result="A1", dice=[die])
    lost = scene.play("take-loss pz")
    assert thrown(lost) == [("pz", die, step == 2)]
    assert lost.place("pz") == ("0203" if step == 1 else "breakdown")
    assert lost.place("kg") == ("breakdown" if step == 1 else "0203")


@pytest.mark.rule("red-star-rising:7.4.4/a")
def test_one_that_retreated_loses_a_step_on_three() -> None:
    scene = storm(fight({"pz": unit(ARMOUR, "0203"), **RIFLES}, map=CITY), "pz", result="A1", dice=[3])
    back = scene.play("fall-back", "retreat pz 0204")
    assert thrown(back) == [("pz", 3, True)]
    assert (back.place("pz"), back.unit("pz").step) == ("0204", 1)


@pytest.mark.rule("red-star-rising:7.4.4/a")
def test_the_wider_range_is_for_the_unit_that_suffered_itself() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), **RIFLES}
    scene = storm(fight(units, map=CITY), "pz", "pz2", result="A1", dice=[3, 3]).play("take-loss pz2")
    assert thrown(scene) == [("pz", 3, False), ("pz2", 3, True)]


@pytest.mark.rule("red-star-rising:7.4.4/b")
def test_more_than_half_of_the_attacking_steps_must_be_motorised() -> None:
    units = {
        "pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "div": unit(DIVISION, "0302"),
        "pk": unit(ARMOURED_GROUP, "0302"), **RIFLES,
    }  # fmt: skip
    scene = fight(units, map=CITY)
    assert thrown(storm(scene, "pz", "ld", dice=[1])) == []
    assert thrown(storm(scene, "pz", "div", dice=[1])) == [("pz", 1, True)]
    assert thrown(storm(scene, "pz", "ld", "pk", dice=[2, 2])) == [("pz", 2, False), ("pk", 2, False)]
    assert thrown(storm(scene, "pz", "ld", "div", dice=[1])) == []


@pytest.mark.rule("red-star-rising:7.4.4/b")
def test_steps_are_counted_as_they_are_when_the_attack_is_declared() -> None:
    units = {"pz": unit(ARMOUR, "0203", step=1), "ld": unit(CORPS, "0203"), **RIFLES}
    assert thrown(storm(fight(units, map=CITY), "pz", "ld", dice=[1])) == []
    fewer = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203", step=1), **RIFLES}
    assert thrown(storm(fight(fewer, map=CITY), "pz", "ld", dice=[1])) == [("pz", 1, True)]


@pytest.mark.rule("red-star-rising:7.4.4")
def test_soviet_armour_throws_too() -> None:
    units = {
        "m": unit(MECHANISED, "0203"),
        "m2": unit(MECHANISED, "0203"),
        "a": unit(INFANTRY, "0302"),
        "kg": unit(GROUP),
    }
    scene = storm(fight(units, side="soviet", map=CITY), "m", "m2", "a", dice=[1, 2])
    assert thrown(scene) == [("m", 1, True), ("m2", 2, False)]
    assert scene.place("m") == "force-pool"


@pytest.mark.rule("red-star-rising:7.4.4", "red-star-rising:7.4.3")
@pytest.mark.parametrize(("kind", "throws"), [("fortress", 1), ("minor-city", 0)])
def test_the_fortress_is_such_a_city_and_a_minor_city_is_not(kind: str, throws: int) -> None:
    scene = storm(fight({"pz": unit(ARMOUR, "0203"), **RIFLES}, map=features((kind, HIT))), "pz", dice=[2])
    assert len(thrown(scene)) == throws


@pytest.mark.rule("red-star-rising:7.4.4", "red-star-rising:7.3.1")
def test_one_city_among_the_attacked_hexes_is_enough() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "b": unit(INFANTRY, "0202"), **RIFLES}
    scene = put_together(fight(units, map=CITY, dice=[1, 1], results=["NE"]), "pz").play("add-target 0202", "resolve")
    assert thrown(scene) == [("pz", 1, True)]


@pytest.mark.rule("red-star-rising:7.4.4")
def test_the_dice_come_before_advances_and_do_not_shorten_them() -> None:
    def order(scene: Scene) -> list[str]:
        return [event.kind for event in scene.events if event.kind in ("city-fought", "unit-advanced")]

    units: dict[str, Any] = {"pz": unit(ARMOUR, "0203"), **RIFLES}
    scene = storm(fight(units, map=CITY), "pz", result="DE", dice=[1])
    assert order(scene) == ["city-fought"]
    assert scene.unit("pz").step == 1
    there = scene.play("advance pz 0303")
    assert there.play("advance pz 0403", "advance pz 0503").place("pz") == "0503"


@pytest.mark.rule("red-star-rising:7.4.4")
def test_steps_of_an_army_count_as_drawn() -> None:
    units = {"tanks": army("a-01", "0203", kind="soviet-tank-army"), "kg": unit(GROUP)}
    scene = storm(fight(units, side="soviet", map=CITY), "tanks", dice=[1])
    assert thrown(scene) == [("tanks", 1, True)]
    assert scene.unit("tanks").step == 1
