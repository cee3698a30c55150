"""8.2.6 A and B: losses and disorder."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NE, NOTHING, NW, SW, begun, combat, fought
from tests.engine.rulesets.white_october.scenes import here
from tests.helpers.positions import marked


@pytest.mark.rule("white-october:8.2.6")
def test_the_loser_suffers_first() -> None:
    won = fought({"inf": SW, "rifle": CENTRE}, "inf", ("1+a", "1"))
    assert won.menu.side == "red"
    assert won.play("take-loss rifle").menu.side == "white"
    lost = fought({"inf": SW, "rifle": CENTRE}, "inf", ("1", "1"), dice=LOSES)
    assert lost.menu.side == "white"


@pytest.mark.rule("white-october:8.2.6/a")
def test_one_more_loss_each_where_both_have_four_points() -> None:
    big = {"inf4": SW, "rifle4": CENTRE}
    scene = fought(big, "inf4", (NOTHING, NOTHING), dice=LOSES).play("take-loss inf4", "take-loss rifle4")
    assert (scene.unit("inf4").step, scene.unit("rifle4").step) == (1, 1)
    small = fought({"inf4": SW, "rifle": CENTRE, "redguns": CENTRE}, "inf4", (NOTHING, NOTHING), dice=LOSES)
    assert (small.unit("inf4").step, small.choices("take-loss")) == (0, ())
    guns = dict.fromkeys(("redguns", "redguns-2", "redguns-3", "redguns-4"), CENTRE)
    alone = fought({"inf4": SW, **guns}, "inf4", (NOTHING, NOTHING), dice=LOSES).play("take-loss inf4")
    assert alone.choices("take-loss")


@pytest.mark.rule("white-october:8.2.6.A")
def test_nobody_has_a_second_loss_before_all_have_one() -> None:
    scene = fought({"inf": SW, "rifle2": CENTRE, "rifle": CENTRE}, "inf", ("a", "3+dr"))
    hit = scene.play("take-loss rifle")
    assert hit.choices("take-loss") == ("take-loss rifle2",)
    assert hit.refused("take-loss rifle") == "8.2.6.A"


@pytest.mark.rule("white-october:8.2.6.A/a")
def test_the_first_loss_falls_on_dominant_morale_cavalry_or_a_routed_unit() -> None:
    scene = fought({"inf": SW, "rifle": CENTRE, "cadets2": CENTRE}, "inf", ("a", "2+d+r"))
    assert scene.choices("take-loss") == ("take-loss rifle",)
    assert scene.refused("take-loss cadets2") == "8.2.6.A"
    horse = fought({"inf": SW, "rifle": CENTRE, "redcav": CENTRE}, "inf", ("a", "1"), stands=True)
    assert set(horse.choices("take-loss")) == {"take-loss rifle", "take-loss redcav"}
    routed = fought({"inf": SW, "rifle": CENTRE, "rifle2": marked(CENTRE, "routed")}, "inf", ("a", "1"))
    assert set(routed.choices("take-loss")) == {"take-loss rifle", "take-loss rifle2"}


@pytest.mark.rule("white-october:8.2.6.A")
def test_losses_that_cannot_be_borne_spare_the_other_side() -> None:
    """Two points against three losses: the other side has one less."""
    scene = fought({"inf": SW, "rifle2": CENTRE}, "inf", ("1+a", "3+dr"))
    done = scene.play("take-loss rifle2", "take-loss rifle2")
    assert done.place("rifle2") == "red-eliminated"
    assert done.choices("take-loss") == ()
    assert done.unit("inf").step == 0


@pytest.mark.rule("white-october:8.2.6.A")
def test_each_loss_takes_two_off_the_combat_value_until_the_counter_is_turned() -> None:
    scene = fought({"inf4": SW, "rifle": CENTRE}, "inf4", ("1", NOTHING), dice=LOSES)
    hurt = scene.play("take-loss inf4")
    assert hurt.ask("unit", "inf4").factors.defence.value == 7
    two = fought({"inf4": {"at": SW, "step": 1}, "rifle": CENTRE}, "inf4", ("1", NOTHING), dice=LOSES)
    assert two.play("take-loss inf4").ask("unit", "inf4").factors.defence.value == 5
    last = fought({"inf4": {"at": SW, "step": 2}, "rifle": CENTRE}, "inf4", ("1", NOTHING), dice=LOSES)
    assert last.play("take-loss inf4").ask("unit", "inf4").factors.defence.value == 2


@pytest.mark.rule("white-october:8.2.6.A/b")
def test_defending_guns_bear_losses_after_all_combat_units_and_are_routed() -> None:
    units = {"inf": SW, "rifle1": CENTRE, "redguns": CENTRE, "redguns-2": CENTRE}
    scene = fought(units, "inf", ("a", "2+d+r"))
    assert scene.choices("take-loss") == ("take-loss rifle1",)
    next_loss = scene.play("take-loss rifle1")
    assert set(next_loss.choices("take-loss")) == {"take-loss redguns", "take-loss redguns-2"}
    after = next_loss.play("take-loss redguns")
    assert "routed" in after.unit("redguns-2").marks


@pytest.mark.rule("white-october:8.2.6.A/b")
def test_an_attackers_guns_are_never_touched() -> None:
    scene = fought({"inf": SW, "guns": SW, "rifle": CENTRE}, "inf", ("1+d", NOTHING), dice=LOSES)
    assert scene.choices("take-loss") == ("take-loss inf",)
    assert "disorganised" not in scene.play("take-loss inf").unit("guns").marks
    left = fought({"inf1": SW, "guns": SW, "rifle": CENTRE}, "inf1", ("2+d+r", NOTHING), dice=LOSES).play(
        "take-loss inf1"
    )
    assert (left.place("guns"), left.choices("take-loss")) == (SW, ())


@pytest.mark.rule("white-october:8.2.6.A/c", "white-october:14.1")
def test_vehicles_are_lost_with_their_company() -> None:
    scene = fought({"inf": SW, "rifle1": CENTRE, "redcar": CENTRE}, "inf", ("a", "1"), stands=False)
    assert scene.play("take-loss rifle1").place("redcar") == "red-eliminated"


@pytest.mark.rule("white-october:8.2.6.B")
def test_disorder_marks_all_who_fought_and_halves_them() -> None:
    scene = fought({"inf": SW, "car": SW, "rifle": CENTRE}, "inf car", ("1+d", NOTHING), dice=LOSES).play(
        "take-loss inf"
    )
    assert "disorganised" in scene.unit("inf").marks
    assert "disorganised" in scene.unit("car").marks
    assert scene.ask("unit", "inf").factors.defence.value == 3


@pytest.mark.rule("white-october:8.2.6.B/a")
def test_a_stack_that_was_disorganised_pays_with_one_of_those() -> None:
    units = {"inf": SW, "rifle": marked(CENTRE, "disorganised"), "cadets2": CENTRE}
    scene = fought(units, "inf", ("a", "1+d")).play("take-loss rifle")
    assert scene.unit("rifle").step == 2
    assert "disorganised" in scene.unit("cadets2").marks


@pytest.mark.rule("white-october:8.2.6.B")
def test_it_pays_stack_by_stack() -> None:
    units = {
        "inf": marked(SW, "disorganised"),
        "inf-2": marked(NW, "disorganised"),
        "hqa": here(3, 4),
        "rifle": CENTRE,
    }
    scene = fought(units, "inf inf-2", ("1+d", NOTHING), dice=LOSES, hq="hqa").play("take-loss inf")
    assert (scene.unit("inf").step, scene.unit("inf-2").step) == (2, 1)


@pytest.mark.rule("white-october:14.1")
def test_a_vehicle_under_enemy_fire_is_lost_on_a_one() -> None:
    units = {"inf": SW, "car": SW, "rifle": CENTRE, "redguns": CENTRE}

    def thrown(die: int, *answers: str) -> str:
        scene = combat(units, dice=[*LOSES, die], results=["1", NOTHING])
        scene = begun(scene, CENTRE, ["inf", "car"]).play("resolve", *answers, "done", "take-loss inf")
        return scene.place("car")

    assert thrown(1, "add-support redguns") == "white-eliminated"
    assert thrown(2, "add-support redguns") == SW
    assert thrown(1) == SW


@pytest.mark.rule("white-october:14.1", "white-october:8.2.6.A")
def test_a_vehicle_is_not_tested_where_its_side_is_spared_its_loss() -> None:
    units = {"inf": SW, "car": SW, "rifle1": CENTRE, "redguns": NE, "redhq": NE}
    scene = combat(units, dice=[*LOSES, 1], results=["1", "2"])
    scene = begun(scene, CENTRE, ["inf", "car"]).play("resolve", "command-defence redhq", "add-support redguns", "done")
    scene = scene.play("take-loss rifle1")
    assert (scene.unit("inf").step, scene.place("car")) == (0, SW)


@pytest.mark.rule("white-october:14.1.1")
def test_tanks_break_down_after_an_attack_and_come_back_two_turns_later() -> None:
    scene = fought({"inf": SW, "tanks": SW, "rifle": CENTRE}, "inf tanks", (NOTHING, NOTHING), dice=LOSES)
    assert scene.place("tanks") == "white-calendar"
    assert scene.unit("tanks").values["due"] == 3
