"""15.4: parachute drops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

WIDE = "/".join(["............"] * 4)


def dropping(units: dict[str, Any], **more: Any) -> Scene:
    more = {"turn": 3, **more}
    return red_star({"para": "paratroops", "hq": "1101", "pz-far": "0104", **units}, WIDE, phase="paratroops", **more)


@pytest.mark.rule("red-star-rising:15.4.2", "red-star-rising:15.4.3")
@pytest.mark.parametrize(
    ("die", "place"), [(1, "0802"), (2, "0802"), (3, "soviet-eliminated"), (6, "soviet-eliminated")]
)
def test_two_or_less_lands(die: int, place: str) -> None:
    assert dropping({}, dice=[die]).play("drop para 0802").place("para") == place


@pytest.mark.rule("red-star-rising:15.4.3/a", "red-star-rising:15.4.3")
def test_an_enemy_zone_makes_it_harder() -> None:
    assert dropping({"pz": "0803"}, dice=[2]).play("drop para 0802").place("para") == "soviet-eliminated"
    assert dropping({"pz": "0803"}, dice=[1]).play("drop para 0802").place("para") == "0802"


@pytest.mark.rule(
    "red-star-rising:15.4.3/b", "red-star-rising:15.4.3", "red-star-rising:13.0.2", "red-star-rising:13.0.3"
)
@pytest.mark.parametrize("turn", [7, 9])
def test_mud_and_snow_help(turn: int) -> None:
    assert dropping({}, dice=[5], turn=turn).play("drop para 0802").place("para") == "0802"
    assert dropping({}, dice=[6], turn=turn).play("drop para 0802").place("para") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:15.4.2/a", "red-star-rising:15.4.2")
def test_within_six_hexes_of_a_supplied_headquarters() -> None:
    scene = dropping({})
    assert scene.allows("drop para 0501")
    assert scene.refused("drop para 0401") == "15.4.2"
    away = dropping({"hq": {"at": "1101", "marks": ["unsupplied"]}, "hq-2": "1201"})
    assert away.refused("drop para 0501") == "15.4.2"


@pytest.mark.rule("red-star-rising:15.4.2/b", "red-star-rising:15.4.2")
def test_not_onto_axis_units() -> None:
    assert dropping({"pz": "0802"}).refused("drop para 0802") == "15.4.2"


@pytest.mark.rule("red-star-rising:15.4.2/c", "red-star-rising:15.4.2")
def test_only_in_the_homeland() -> None:
    scene = dropping({}, countries={"poland": ["0802", "0803"]})
    assert scene.refused("drop para 0802") == "15.4.2"
    assert scene.allows("drop para 0902")


@pytest.mark.rule("red-star-rising:15.4.4")
def test_one_drop_a_turn_and_never_by_another_way() -> None:
    scene = dropping({"para-2": "paratroops"}, dice=[1])
    after = scene.play("drop para 0802")
    assert not after.choices("drop")
    assert after.refused("drop para-2 0802") == "15.4.4"
    assert scene.rolling(6).play("drop para 0802").refused("drop para-2 0802") == "15.4.4"
    assert scene.play("done").place("para") == "paratroops"


@pytest.mark.rule("red-star-rising:15.4.5")
def test_lost_paratroops_do_not_return() -> None:
    assert dropping({}, dice=[6]).play("drop para 0802").place("para") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:15.4.2/d", "red-star-rising:3.3.1/a", "red-star-rising:8.0.5/a")
def test_what_has_dropped_moves_and_overruns_alone() -> None:
    scene = dropping({"rifle": "0802", "rifle-2": "0802", "kg": {"at": "0804", "step": 1}}, dice=[1])
    landed = scene.play("drop para 0802")
    assert sorted(landed.stack("0802")) == ["para", "rifle", "rifle-2"]
    mixed = landed.play("pick-unit rifle", "pick-unit para", "step-to para 0803")
    assert sorted(mixed.stack("0802")) == ["rifle", "rifle-2"]
    other = landed.play("pick-unit para", "pick-unit rifle", "step-to rifle 0803")
    assert sorted(other.stack("0802")) == ["para", "rifle-2"]
    both = landed.play("pick-unit rifle", "pick-unit rifle-2", "step-to rifle 0803")
    assert both.stack("0802") == ("para",)
    together = {"units": ["rifle", "para"], "target": "0803", "overrun": True}
    near = dropping({"rifle": "0802", "kg": {"at": "0803", "step": 1}}, dice=[1]).play("drop para 0802")
    assert near.ask("attack", **together).refusal.rule == "8.0.5"


@pytest.mark.rule("red-star-rising:15.4.2/d")
def test_the_next_phase_knows_nothing_of_the_drop() -> None:
    scene = dropping({}, dice=[1]).play("drop para 0802")
    while "dropped" in scene.unit("para").marks:
        assert scene.menu.side == "soviet"
        scene = scene.play("done")
    assert scene.menu.side == "axis"
    assert "travel" not in scene.unit("para").values
