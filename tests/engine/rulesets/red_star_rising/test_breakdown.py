"""17.1 and 17.2: German corps and Kampfgruppen as money."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene


def changing(units: dict[str, Any], **more: Any) -> Scene:
    """The Axis breakdown step in clear weather, with some spare counters in the box."""
    spares = {f"kg-9{number}": "breakdown" for number in range(3)} | {
        f"pzkg-9{number}": "breakdown" for number in range(2)
    }
    return red_star(
        {**spares, "pz-open": "0806", **units}, pause="0801", phase="breakdown", turn=more.pop("turn", 3), **more
    )


def steps_at(scene: Scene, label: str) -> list[tuple[str, int]]:
    return sorted((scene.unit(unit).type.removeprefix("german-"), scene.unit(unit).step) for unit in scene.stack(label))


@pytest.mark.rule("red-star-rising:17.2.1", "red-star-rising:17.1")
def test_a_whole_corps_breaks_into_two_whole_kampfgruppen_in_its_hex() -> None:
    after = changing({"inf": "0202"}).play("break-down inf")
    assert steps_at(after, "0202") == [("infantry-kampfgruppe", 0), ("infantry-kampfgruppe", 0)]
    assert after.place("inf") == "breakdown"


@pytest.mark.rule("red-star-rising:17.2.3", "red-star-rising:17.1/b")
def test_the_worked_example_a_reduced_corps_gives_its_larger_part_to_a_kampfgruppe() -> None:
    scene = changing({"inf": {"at": "0202", "step": 1}, "kg": "0202"})
    broken = scene.play("break-down inf")
    assert steps_at(broken, "0202") == [
        ("infantry-kampfgruppe", 0), ("infantry-kampfgruppe", 0), ("infantry-kampfgruppe", 1),
    ]  # fmt: skip
    after = broken.play("build-up kg kg-90")
    assert steps_at(after, "0202") == [("infantry-corps", 0), ("infantry-kampfgruppe", 1)]


@pytest.mark.rule("red-star-rising:17.2.3", "red-star-rising:17.2.3/b")
def test_two_parts_just_broken_off_are_not_put_together() -> None:
    scene = changing({"inf": "0202", "inf-2": {"at": "0202", "step": 1}, "kg-93": "breakdown"})
    after = scene.play("break-down inf", "break-down inf-2")
    assert after.refused("build-up kg-90 kg-91") == "17.2.3"


@pytest.mark.rule("red-star-rising:17.2.3", "red-star-rising:17.2.3/a")
def test_of_the_two_parts_of_a_unit_one_alone_is_put_together_with_another() -> None:
    scene = changing({"inf": "0202", "kg-1": "0202", "kg-2": "0202", "inf-9": "breakdown"})
    broken = scene.play("break-down inf")
    assert broken.allows("build-up kg-2 kg-91")
    after = broken.play("build-up kg-1 kg-90")
    assert after.refused("build-up kg-2 kg-91") == "17.1"
    assert after.allows("break-down kg-2")
    again = after.play("break-down kg-2")
    assert again.refused("build-up kg-2 kg-91") == "17.1"


@pytest.mark.rule("red-star-rising:17.1")
def test_units_that_go_together_may_be_named_in_either_order() -> None:
    scene = changing({"kg-1": "0202", "kg-2": "0202", "inf": "breakdown"})
    assert scene.choices("build-up") == ("build-up kg-1 kg-2",)
    assert scene.allows("build-up kg-1 kg-2")
    assert scene.play("build-up kg-2 kg-1").state == scene.play("build-up kg-1 kg-2").state


@pytest.mark.rule("red-star-rising:17.1")
def test_a_unit_changes_once_a_turn() -> None:
    after = changing({"kg": {"at": "0202", "step": 1}, "kg-2": {"at": "0202", "step": 1}}).play("build-up kg kg-2")
    assert steps_at(after, "0202") == [("infantry-kampfgruppe", 0)]
    assert after.refused("break-down kg") == "17.1"


@pytest.mark.rule("red-star-rising:17.1")
def test_parts_must_stand_in_one_hex() -> None:
    scene = changing({"kg": "0202", "kg-2": "0203"})
    assert scene.refused("build-up kg kg-2") == "17.1"


@pytest.mark.rule("red-star-rising:17.1")
@pytest.mark.parametrize(("mark", "case"), [("unsupplied", "10.6.1"), ("lacking", "10.8.1"), ("emergency", "10.7.1")])
def test_short_supply_forbids_it(mark: str, case: str) -> None:
    assert changing({"inf": {"at": "0202", "marks": [mark]}, "inf-2": "0602"}).refused("break-down inf") == case


@pytest.mark.rule("red-star-rising:17.1/a", "red-star-rising:17.1")
@pytest.mark.parametrize(("turn", "refused"), [(3, "17.1"), (8, "17.1"), (7, None)])
def test_enemy_zones_forbid_it_except_in_mud(turn: int, refused: str | None) -> None:
    scene = changing({"inf": "0202", "inf-2": "0606", "rifle": "0203"}, turn=turn)
    assert (scene.refused("break-down inf") if refused else scene.allows("break-down inf")) == (refused or True)


@pytest.mark.rule("red-star-rising:17.2.2")
def test_counters_are_an_absolute_limit() -> None:
    scene = changing({"mtn": "0202", "mtnkg": "breakdown", "inf": "0404"})
    assert scene.refused("break-down mtn") == "17.2.2"
    assert scene.allows("break-down inf")


@pytest.mark.rule("red-star-rising:17.2.2")
def test_without_a_corps_in_the_box_two_kampfgruppen_make_none() -> None:
    scene = changing({"kg": "0202", "kg-2": "0202", "inf": "0404"})
    assert scene.refused("build-up kg kg-2") == "17.2.2"
    assert changing({"kg": "0202", "kg-2": "0202", "inf": "breakdown"}).play("build-up kg kg-2").place("inf") == "0202"


@pytest.mark.rule("red-star-rising:17.2.1")
def test_only_the_combinations_of_the_chart_are_allowed() -> None:
    scene = changing(
        {
            "kg": {"at": "0202", "step": 1},
            "pzkg": "0202",
            "inf": {"at": "0303", "step": 1},
            "kg-2": {"at": "0303", "step": 1},
        }
    )
    assert scene.refused("break-down kg") == "17.2.1"
    assert scene.refused("build-up kg pzkg") == "17.2.1"
    assert steps_at(scene.play("build-up inf kg-2"), "0303") == [("infantry-corps", 0)]


@pytest.mark.rule("red-star-rising:17.2.1")
def test_allies_do_not_break_down() -> None:
    assert changing({"rom": "0202", "inf": "0404"}).refused("break-down rom") == "17.2.1"


@pytest.mark.rule("red-star-rising:17.2.4")
def test_what_is_built_up_goes_back_into_the_box() -> None:
    scene = changing({"kg": "0202", "kg-2": {"at": "0202", "step": 1}, "inf": "breakdown"})
    after = scene.play("build-up kg kg-2")
    assert steps_at(after, "0202") == [("infantry-corps", 1)]
    assert {after.place("kg"), after.place("kg-2")} == {"breakdown"}
    assert after.unit("kg-2").step == 0


@pytest.mark.rule("red-star-rising:17.2.1")
def test_armour_changes_into_armour() -> None:
    after = changing({"pz": {"at": "0202", "step": 1}}).play("break-down pz")
    assert steps_at(after, "0202") == [("armoured-kampfgruppe", 0), ("armoured-kampfgruppe", 1)]


@pytest.mark.rule("red-star-rising:17.1")
def test_once_something_was_changed_the_step_lasts_until_it_is_ended() -> None:
    """So that a second change of the same unit is refused for what it is, and not for its time."""
    scene = red_star(
        {"kg": {"at": "0202", "step": 1}, "kg-2": {"at": "0202", "step": 1}, "kg-90": "breakdown"},
        pause="0801",
        phase="breakdown",
        turn=3,
    )
    after = scene.play("build-up kg kg-2")
    assert steps_at(after, "0202") == [("infantry-kampfgruppe", 0)]
    assert after.refused("break-down kg") == "17.1"
    over = after.play("done")
    assert over.state.frames[-1].kind != "breakdown"
    assert over.unit("kg").marks == frozenset()
