"""Chapter 5 and 23.4: how much may stand in a hex."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import N, beside, front, moving

A = "0505"


def allowed(*names: str) -> bool:
    return bool(front(dict.fromkeys(names, A)).ask("stack", at=A).allowed)


@pytest.mark.rule("ukraine-43:5.1", "ukraine-43:5.2")
def test_axis_stacks_three_and_a_support_or_two_and_one_of_each() -> None:
    assert allowed("inf", "inf-2", "pz", "tiger")
    assert not allowed("inf", "inf-2", "pz", "inf-3")
    assert not allowed("inf", "inf-2", "pz", "tiger", "guns")
    assert allowed("inf", "pz", "tiger", "guns")
    assert not allowed("inf", "guns", "guns-2")
    assert allowed("inf", "inf-2", "pz", "tiger", "army", "pzk", "manstein", "luft")


@pytest.mark.rule("ukraine-43:5.1", "ukraine-43:5.3")
def test_soviet_stacks_two_and_one_or_one_and_two_or_three_supports() -> None:
    assert allowed("rifle", "tank", "brig")
    assert not allowed("rifle", "tank", "mech")
    assert not allowed("rifle", "tank", "brig", "art")
    assert allowed("rifle", "brig", "art")
    assert allowed("brig", "art", "sapper")
    assert not allowed("brig", "art", "sapper", "para")
    assert allowed("rifle", "tank", "fronthq", "zhukov", "airarmy")


@pytest.mark.rule("ukraine-43:23.4", "ukraine-43:5.3")
def test_a_tank_army_takes_a_corps_more_and_a_shock_army_an_infantry_unit() -> None:
    assert allowed("ta", "tank", "tank-2", "mech", "brig")
    assert not allowed("ta", "rifle", "rifle-2", "gds")
    assert allowed("shock", "rifle", "rifle-2", "gds", "sapper")
    assert not allowed("shock", "tank", "tank-2", "mech")
    assert not allowed("ta", "tank", "tank-2", "mech", "mech-2")


@pytest.mark.rule("ukraine-43:5.4")
def test_who_stands_among_too_many_when_an_army_has_left_is_given_up() -> None:
    scene = moving({"ta": A, "tank": A, "tank-2": A, "mech": A})
    left = scene.play(f"step-to ta {beside(A, N)}", "done")
    assert set(left.choices("give-up")) == {"give-up tank", "give-up tank-2", "give-up mech"}
    thinned = left.play("give-up mech")
    assert thinned.place("mech") == "soviet-eliminated"
    assert not thinned.choices("give-up")
