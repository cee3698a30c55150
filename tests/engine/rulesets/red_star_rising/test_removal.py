"""4.0.7: how the enemy thins out an overfull hex."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.battles import FIELD, marked
from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene


def phase_over(units: dict[str, Any], side: str = "soviet", **more: Any) -> Scene:
    """A combat phase in which nobody can attack has ended, and the stacks are looked at."""
    return red_star(units, FIELD, phase="combat", side=side, **more)


@pytest.mark.rule("red-star-rising:4.0.7")
def test_the_enemy_picks_any_unit_that_counts_even_the_bigger_one() -> None:
    scene = phase_over({"army": marked("0504"), "rifle": "0504", "hq": "0504"}, dice=[2])
    assert (scene.menu.side, scene.menu.rule) == ("axis", "4.0.7")
    assert scene.choices("remove-unit") == ("remove-unit army", "remove-unit rifle")
    assert scene.refused("remove-unit hq") == "4.0.7"
    assert scene.play("remove-unit army").place("army") == "soviet-reinforcements"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_one_at_a_time_and_no_more_than_needed() -> None:
    scene = phase_over({"rifle-1": "0504", "rifle-2": "0504", "rifle-3": "0504", "rifle-4": "0504"})
    once = scene.play("remove-unit rifle-2")
    assert once.menu.rule == "4.0.7"
    twice = once.play("remove-unit rifle-4")
    assert twice.stack("0504") == ("rifle-1", "rifle-3")
    assert twice.menu.rule != "4.0.7"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_several_hexes_are_settled_in_any_order() -> None:
    scene = phase_over({"army-1": "0504", "army-2": "0504", "army-3": "0202", "army-4": "0202"}, dice=[3, 3])
    assert len(scene.choices("remove-unit")) == 4
    after = scene.play("remove-unit army-4", "remove-unit army-1")
    assert after.menu.rule != "4.0.7"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_a_second_cavalry_corps_may_be_removed() -> None:
    scene = phase_over({"cav-1": "0504", "cav-2": "0504"})
    assert scene.choices("remove-unit") == ("remove-unit cav-1", "remove-unit cav-2")
    assert scene.play("remove-unit cav-1").place("cav-1") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_a_single_cavalry_corps_is_no_excess() -> None:
    scene = phase_over({"cav": "0504", "army-1": "0504", "army-2": "0504"})
    assert scene.refused("remove-unit cav") == "4.0.7"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_allies_that_may_not_stack_are_parted_by_the_enemy() -> None:
    scene = phase_over({"rom": "0504", "hun": "0504"}, side="axis")
    assert scene.menu.side == "soviet"
    assert scene.choices("remove-unit") == ("remove-unit rom", "remove-unit hun")
    assert scene.play("remove-unit hun").place("hun") == "axis-eliminated"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_headquarters_of_two_nations_are_parted_too() -> None:
    scene = phase_over({"romhq": "0504", "finhq": "0504", "rifle": "0901"}, side="axis", dice=[1])
    assert scene.choices("remove-unit") == ("remove-unit romhq", "remove-unit finhq")
    assert scene.play("remove-unit finhq").place("romhq") == "0504"


@pytest.mark.rule("red-star-rising:4.0.7/a", "red-star-rising:4.0.6")
def test_who_stands_with_too_much_cavalry_is_not_removed_for_it() -> None:
    scene = phase_over({"cav-1": "0504", "cav-2": "0504", "rifle": "0504", "hq": "0504"})
    assert scene.choices("remove-unit") == ("remove-unit cav-1", "remove-unit cav-2")
    assert scene.refused("remove-unit rifle") == "4.0.7"


@pytest.mark.rule("red-star-rising:4.0.7/a", "red-star-rising:4.0.4")
def test_germans_are_not_removed_for_a_quarrel_among_their_allies() -> None:
    scene = phase_over({"kg": "0504", "rom": "0504", "romhq": "0504", "hun": "0504", "rifle": "0901"}, side="axis")
    # 3 + 6 + 0 + 6 points are one too many: here the Kampfgruppe is at fault as well.
    assert scene.allows("remove-unit kg")
    lean = phase_over({"div": "0504", "rom": "0504", "romhq": "0504", "hun": "0504", "rifle": "0901"}, side="axis")
    assert lean.choices("remove-unit") == ("remove-unit rom", "remove-unit romhq", "remove-unit hun")
    assert lean.refused("remove-unit div") == "4.0.7"


@pytest.mark.rule("red-star-rising:4.0.7/a", "red-star-rising:4.0.5")
def test_with_two_faults_whoever_mends_one_of_them_may_go() -> None:
    units = {"cav-1": "0504", "cav-2": "0504", "army": marked("0504"), "rifle": "0504", "hq": "0504"}
    scene = phase_over(units, dice=[3])
    wanted = {"remove-unit cav-1", "remove-unit cav-2", "remove-unit army", "remove-unit rifle"}
    assert set(scene.choices("remove-unit")) == wanted
    thinned = scene.play("remove-unit rifle")
    assert set(thinned.choices("remove-unit")) == {"remove-unit cav-1", "remove-unit cav-2"}
