"""Chapter 6: the unknown strengths of Soviet armies in combat."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    ARMY,
    CORPS,
    GROUP,
    HIT,
    SHOCK,
    TANKS,
    army,
    attack,
    fight,
    march,
    put_together,
    reckon,
    unit,
)


@pytest.mark.rule("red-star-rising:6.0", "red-star-rising:6.1")
def test_an_army_is_worth_what_its_marker_says() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "army": army("c-35")}
    assert reckon(fight(units), "pz").defence.by_rule == {"6.1": 4}
    assert reckon(fight(units, side="soviet"), "army", at="0203").attack.by_rule == {"6.1": 2}
    worn = {"pz": unit(ARMOUR, "0203"), "army": army("c-35", step=1)}
    assert reckon(fight(worn), "pz").defence.by_rule == {"6.1": 2}


@pytest.mark.rule("red-star-rising:6.0")
def test_before_it_draws_nobody_knows_what_an_army_is_worth() -> None:
    found = reckon(fight({"pz": unit(ARMOUR, "0203"), "army": army()}), "pz", die=3)
    assert (found.odds, found.column, found.result, found.chances) == ("?", "", None, {})
    assert [(term.rule, term.op) for term in found.defence.terms] == [("6.2.2", "open")]


@pytest.mark.rule("red-star-rising:6.2.1", "red-star-rising:6.2.2")
@pytest.mark.parametrize(("kind", "card"), [(ARMY, "c-35"), (SHOCK, "b-01"), (TANKS, "a-01")])
def test_an_army_draws_from_the_cup_of_its_class(kind: str, card: str) -> None:
    cups = {"cup-a": ["a-01"], "cup-b": ["b-01"], "cup-c": ["c-35"], "markers-to-come": []}
    scene = attack(fight({"pz": unit(ARMOUR, "0203"), "army": army(kind=kind)}, pools=cups), "pz")
    assert scene.told("marker-drawn")[0].card == card
    assert scene.state.pool(f"cup-{card[0]}") == ()
    assert card in scene.state.pool("on-armies")


@pytest.mark.rule("red-star-rising:6.2.2")
def test_armies_draw_when_they_attack_and_when_they_are_attacked() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "army": army(), "far": army(None, "0606")}
    attacked = attack(fight(units, draws=["c-35"]), "pz", result=None)
    assert [event.unit for event in attacked.told("marker-drawn")] == ["army"]
    attacking = attack(fight(units, side="soviet", draws=["c-35"]), "army", at="0203")
    assert [event.unit for event in attacking.told("marker-drawn")] == ["army"]


@pytest.mark.rule("red-star-rising:6.2.2")
def test_strengths_are_drawn_after_the_declaration_and_before_the_die() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "army": army()}, draws=["c-35"])
    declared = put_together(scene, "pz")
    assert "marker" not in declared.unit("army").values
    thrown = declared.play("resolve")
    assert [event.kind for event in thrown.events][:3] == ["attack-declared", "marker-drawn", "attack-resolved"]
    assert thrown.told("attack-resolved")[0].defence == 4


@pytest.mark.rule("red-star-rising:6.2.2")
def test_an_army_that_is_overrun_draws() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "army": army()}, draws=["c-35"]).play("overrun pz 0303")
    assert scene.told("marker-drawn")[0].card == "c-35"
    assert scene.told("attack-resolved")[0].defence == 4


@pytest.mark.rule("red-star-rising:6.2.2")
def test_an_army_that_has_a_marker_draws_no_other() -> None:
    scene = attack(fight({"pz": unit(ARMOUR, "0203"), "army": army("c-35")}), "pz", result="NE")
    assert not scene.told("marker-drawn")
    assert scene.unit("army").values["marker"] == "c-35"


@pytest.mark.rule("red-star-rising:6.2.3")
def test_a_marker_is_laid_at_full_strength_and_stays_after_the_battle() -> None:
    units = {"ld": unit(CORPS, "0203"), "army": army()}
    scene = attack(fight(units, draws=["c-35"], results=["NE"]), "ld")
    assert (scene.unit("army").step, scene.unit("army").values["marker"]) == (0, "c-35")
    assert reckon(scene, "army", at="0203").attack.value == 2


@pytest.mark.rule("red-star-rising:6.2.3", "red-star-rising:6.2.4")
@pytest.mark.parametrize(("card", "pool"), [("c-35", "at-start"), ("c-41", "cup-c")])
def test_the_marker_of_a_lost_army_goes_back_or_aside_if_it_is_striped(card: str, pool: str) -> None:
    units = {"pz": unit(ARMOUR, "0203"), "kg": unit(GROUP, "0203"), "army": army(None, HIT)}
    cup = [card, "c-42"]
    scene = fight(units, draws=[card], results=["DE"], pools={"cup-c": cup, "at-start": [], "markers-to-come": []})
    lost = attack(scene, "pz", "kg")
    assert card in lost.state.pool(pool)
    assert "marker" not in lost.unit("army").values
    assert lost.told("marker-returned")[0].aside is (pool == "at-start")


@pytest.mark.rule("red-star-rising:6.2.2")
def test_from_an_empty_cup_nothing_is_drawn_and_the_army_counts_nothing() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "army": army()}
    scene = attack(fight(units, results=["NE"], pools={"cup-c": []}), "pz")
    assert not scene.told("marker-drawn")
    assert scene.told("attack-resolved")[0].column == "10:1"
