"""What a position of Barbarossa to Berlin answers about units, stacks, ways and supply."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round, moving
from tests.helpers.positions import Scene

LINE = (
    "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk; berlin - rome = sea-central = tripoli - tobruk;"
    "tobruk - alexandria"
)
UNITS = {"pz": "brest", "corps": "brest!", "huc": "brest", "front": "smolensk", "itc": "tripoli", "stalin": "moscow"}


def scene(**more: Any) -> Scene:
    return in_round(UNITS, LINE, **more)


def test_a_unit_tells_its_factors() -> None:
    factors = scene().ask("unit", unit="pz").factors
    assert (factors.combat.value, factors.loss.value, factors.movement.value) == (5, 3, 5)
    assert scene().ask("unit", unit="corps").factors.combat.value == 1


def test_a_stack_tells_its_strength_and_what_it_costs_to_activate() -> None:
    found = scene().ask("stack", at="brest")
    assert found.units == ["pz", "corps", "huc"]
    assert (found.size, found.limit, found.allowed, found.rule) == (3, 3, True, "9.1")
    assert found.factors.activation.by_rule == {"7.3": 2}
    assert scene().ask("stack", at="moscow").size == 0
    crowded = in_round({**UNITS, "roc": "brest"}, LINE).ask("stack", at="brest")
    assert not crowded.allowed


def test_reach_is_where_a_unit_may_stop_and_the_way_there() -> None:
    found = scene().ask("reach", unit="pz")
    ways = {each.at: (each.cost, each.path) for each in found.locations}
    assert ways["minsk"] == (1, ["brest", "minsk"])
    assert ways["berlin"] == (2, ["brest", "warsaw", "berlin"])
    assert "smolensk" not in ways
    assert found.allowance.value == 5


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.4.1")
def test_out_of_supply_a_unit_tells_how_far_it_would_get_if_it_were_activated() -> None:
    cut_off = in_round({"pz": "minsk", "front": "brest", "corps": "warsaw"}, LINE)
    for verb in ("unit", "reach"):
        found = cut_off.ask(verb, unit="pz")
        terms = found.allowance if verb == "reach" else found.factors.movement
        assert (terms.value, terms.by_rule["13.4.1"]) == (2, 2)
    assert {each.at for each in cut_off.ask("reach", unit="pz").locations} == {"minsk", "smolensk", "moscow"}
    assert not cut_off.unit("pz").marks


def test_reach_on_the_way_counts_what_is_left() -> None:
    under_way = moving(UNITS, LINE, "brest").play("step-to pz warsaw")
    costs = {each.at: each.cost for each in under_way.ask("reach", unit="pz").locations}
    assert costs["berlin"] == 1
    assert "tripoli" not in costs


def test_supply_shows_the_line_to_the_source() -> None:
    found = scene().ask("supply", unit="pz")
    assert (found.state, found.source, found.length) == ("full", "berlin", 2)
    assert found.path == ["brest", "warsaw", "berlin"]


def test_limited_supply_comes_over_the_sea_and_full_supply_too_once_the_sea_is_open() -> None:
    found = scene().ask("supply", unit="itc")
    assert (found.state, found.source) == ("limited", "berlin")
    assert found.path == ["tripoli", "sea-central", "rome", "berlin"]
    sortie = scene(values={"turn-naval-sortie": True}).ask("supply", unit="itc")
    assert (sortie.state, sortie.path) == ("full", ["tripoli", "rome", "berlin"])


def test_without_supply_there_is_no_line() -> None:
    cut = in_round({"pz": "smolensk", "front": "minsk"}, LINE).ask("supply", unit="pz")
    assert (cut.state, cut.source, cut.path, cut.length) == ("none", None, [], None)


def test_partisans_make_a_line_limited_that_goes_through_them() -> None:
    found = scene(markers={"warsaw": {"partisans": 1}}).ask("supply", unit="pz")
    assert (found.state, found.path) == ("limited", ["brest", "warsaw", "berlin"])


def test_a_beachhead_is_a_source() -> None:
    links = "berlin - paris - calais - beach-b"
    found = in_round({"us": "paris"}, links, "allied", allied=["calais"], markers={"beach-b": {"beachhead-allied": 1}})
    assert found.ask("supply", unit="us").path == ["paris", "calais", "beach-b"]


def test_an_attack_can_be_asked_about_from_both_sides() -> None:
    asked = in_round({"pz": "minsk", "front": "smolensk"}, LINE, axis=["brest"])
    attack = asked.ask("attack", units=["pz"], target="smolensk")
    defence = asked.ask("attack", units=["pz"], target="smolensk", fire="defence")
    assert (attack.attack.value, attack.defence.value) == (defence.attack.value, defence.defence.value) == (5, 3)
    assert (attack.column, attack.shifts.value) == ("4", -1), "the city shelters the defender"
    assert (defence.column, defence.shifts.value) == ("3", 0), "and shelters nobody from the defender's fire"
