"""16.2 to 16.5: replacements of both sides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import moving
from tests.helpers.positions import Scene, marked

HOME = "0201"
GROUND: dict[str, Any] = {
    "soviet": ["0101"],
    "axis": ["1209"],
    "marked": [["0101", HOME]],
    "rails": [["1209", "1208"]],
    "objectives": [{"at": HOME, "value": 1}, {"at": "1208", "value": 1}, {"at": "0606", "value": 1}],
    "control": {"soviet": [HOME, "0606", "0101"], "axis": ["1208", "1209"]},
    "turn": 2,
}


def with_points(units: dict[str, Any], foot: int, mech: int, side: str = "soviet", **more: Any) -> Scene:
    """The movement phase of a side that has so many replacements."""
    entry = {"turn": 2, f"{side}-foot": foot, f"{side}-mech": mech}
    charts = {"tracks": {"turns": {"entries": [entry]}}}
    return moving(units, side=side, charts=charts, **{**GROUND, **more})


@pytest.mark.rule("ukraine-43:11.2.E", "ukraine-43:16.2", "ukraine-43:16.5.D", "ukraine-43:16.5.F")
def test_a_replacement_makes_a_unit_whole_and_disrupts_it() -> None:
    scene = with_points({"rifle": marked("0302", step=1), "tank": marked("0302", step=1)}, 1, 1)
    whole = scene.play("replenish rifle foot")
    assert whole.unit("rifle").step == 0
    assert {"disrupted", "replaced"} <= whole.unit("rifle").marks
    assert whole.refused("replenish rifle mech") == "16.5.F"
    assert whole.refused("replenish tank foot") == "16.2"
    assert whole.allows("replenish tank mech")
    assert scene.play("replenish rifle mech").refused("replenish tank mech") == "16.2"
    assert with_points({"rifle": "0302"}, 1, 1).refused("replenish rifle foot") == "16.2"


@pytest.mark.rule("ukraine-43:16.3.A", "ukraine-43:16.4.A")
def test_guards_and_allies_of_the_axis_are_served_too() -> None:
    assert with_points({"gds": marked("0302", step=1)}, 1, 0).allows("replenish gds foot")
    assert with_points({"rom": marked("1207", step=1)}, 1, 0, "axis").allows("replenish rom foot")


@pytest.mark.rule("ukraine-43:16.5.A", "ukraine-43:16.5.B/a", "ukraine-43:16.5.C")
def test_who_gets_one_is_in_supply_in_order_and_has_not_moved_far() -> None:
    assert with_points({"rifle": marked("0302", "disrupted", step=1)}, 1, 1).refused("replenish rifle foot") == "16.5.A"
    assert with_points({"rifle": marked("0909", step=1)}, 1, 1).refused("replenish rifle foot") == "16.5.A"
    assert with_points({"rifle": marked("0302", "extended", step=1)}, 1, 1).refused("replenish rifle foot") == "16.5.B"
    moved = with_points({"rifle": marked("0302", step=1)}, 1, 1).play("step-to rifle 0402", "replenish rifle foot")
    assert moved.refused("step-to rifle 0503") == "16.5.B"
    beside = {"rifle": marked("0302", step=1), "inf": marked("0303", step=1)}
    assert with_points(beside, 1, 1).refused("replenish rifle foot") == "16.5.C"
    german = {"inf": marked("1207", step=1), "rifle": "1206"}
    assert with_points(german, 1, 1, "axis").allows("replenish inf foot")


@pytest.mark.rule("ukraine-43:16.2", "ukraine-43:16.5.E", "ukraine-43:16.5.E/a")
def test_a_lost_unit_comes_back_reduced_on_a_victory_hex_with_a_railway_to_a_source() -> None:
    scene = with_points({"rifle": "soviet-eliminated"}, 1, 0)
    assert set(scene.choices("rebuild")) == {f"rebuild rifle {HOME} foot", "rebuild rifle 0101 foot"}
    assert scene.refused("rebuild rifle 0606 foot") == "16.5.E"
    back = scene.play(f"rebuild rifle {HOME} foot")
    assert back.unit("rifle").step == 1
    assert "disrupted" in back.unit("rifle").marks
    german = with_points({"inf": "axis-eliminated"}, 1, 0, "axis")
    assert german.choices("rebuild") == ("rebuild inf 1208 foot",)


@pytest.mark.rule("ukraine-43:16.5.C", "ukraine-43:6.5")
def test_no_soviet_unit_comes_back_in_an_enemy_zone_at_a_source_on_the_edge_neither() -> None:
    lost = {"rifle": "soviet-eliminated"}
    assert with_points({**lost, "inf": "0102"}, 1, 0).refused("rebuild rifle 0101 foot") == "16.5.C"
    assert with_points({**lost, "rifle-2": "0101", "inf": "0102"}, 1, 0).refused("rebuild rifle 0101 foot") == "16.5.C"
    assert with_points({**lost, "tiger": "0102"}, 1, 0).allows("rebuild rifle 0101 foot")


@pytest.mark.rule("ukraine-43:16.3.B", "ukraine-43:16.4.B")
def test_headquarters_want_a_mechanised_replacement() -> None:
    scene = with_points({"fronthq": "soviet-eliminated", "gta": "soviet-eliminated"}, 2, 2)
    assert scene.refused(f"rebuild fronthq {HOME} foot") == "16.3.B"
    assert scene.play(f"rebuild fronthq {HOME} mech").allows(f"rebuild gta {HOME} mech")
    german = with_points({"army": "axis-eliminated", "pzk": "axis-eliminated"}, 1, 1, "axis")
    assert german.refused("rebuild pzk 1208 foot") == "16.4.B"
    assert german.allows("rebuild army 1208 mech")


@pytest.mark.rule("ukraine-43:16.3.C")
def test_a_mechanised_replacement_fetches_breakthrough_artillery_as_a_reinforcement() -> None:
    scene = with_points({"gart": "stavka-reserve", "tank": "soviet-eliminated"}, 0, 1)
    here = scene.play("fetch-artillery gart")
    assert here.place("gart") == "soviet-reinforcements"
    assert here.allows("arrive gart 0101")
    assert here.refused(f"rebuild tank {HOME} mech") == "16.2"
    assert with_points({"gart": "stavka-reserve"}, 1, 0).refused("fetch-artillery gart") == "16.2"


@pytest.mark.rule("ukraine-43:16.3.D", "ukraine-43:16.3.E")
def test_two_brigades_come_back_for_one_replacement() -> None:
    lost = dict.fromkeys(("sapper", "sapper-2", "mbrig", "rifle"), "soviet-eliminated")
    scene = with_points(lost, 1, 0).play(f"rebuild sapper {HOME} foot")
    assert scene.refused(f"rebuild rifle {HOME} foot") == "16.2"
    twice = scene.play("rebuild mbrig 0101 foot")
    assert twice.refused("rebuild sapper-2 0101 foot") == "16.2"
    tanks = {"brig": "soviet-eliminated", "brig-2": "stavka-reserve", "brig-3": "soviet-eliminated"}
    armour = with_points(tanks, 3, 1)
    assert armour.refused(f"rebuild brig {HOME} foot") == "16.2"
    both = armour.play(f"rebuild brig {HOME} mech", f"rebuild brig-2 {HOME} mech")
    assert both.refused(f"rebuild brig-3 {HOME} mech") == "16.2"


@pytest.mark.rule("ukraine-43:16.3.F", "ukraine-43:16.4.C")
def test_artillery_and_airborne_brigades_never_come_back_nor_tigers_by_replacements() -> None:
    scene = with_points({"art": "soviet-eliminated", "para": "soviet-eliminated"}, 3, 3)
    assert scene.refused(f"rebuild art {HOME} mech") == "16.3.F"
    assert scene.refused(f"rebuild para {HOME} foot") == "16.3.F"
    german = with_points({"tiger": "axis-eliminated"}, 3, 3, "axis")
    assert german.refused("rebuild tiger 1208 mech") == "16.4.C"


@pytest.mark.rule("ukraine-43:21")
def test_a_security_division_comes_back_in_a_city_if_one_has_room() -> None:
    ground = {
        "rails": [["1209", "1208", "1207"]],
        "places": {"1208": "city"},
        "objectives": [{"at": "1208", "value": 1}, {"at": "1207", "value": 1}],
        "control": {"axis": ["1207", "1208", "1209"]},
    }
    scene = with_points({"sec": "axis-eliminated"}, 1, 0, "axis", **ground)
    assert scene.refused("rebuild sec 1207 foot") == "21"
    full = {"sec": "axis-eliminated", "inf": "1208", "inf-2": "1208", "inf-3": "1208"}
    assert with_points(full, 1, 0, "axis", **ground).allows("rebuild sec 1207 foot")


@pytest.mark.rule("ukraine-43:14.5", "ukraine-43:16.5.A")
def test_a_unit_short_of_fuel_gets_no_replacement_though_a_line_leads_to_it() -> None:
    assert with_points({"tank": marked("0302", step=1)}, 1, 1).allows("replenish tank mech")
    hungry = with_points({"tank": marked("0302", "unsupplied", step=1)}, 1, 1)
    assert hungry.ask("supply", "tank").state == "supplied"
    assert hungry.refused("replenish tank mech") == "16.5.A"


@pytest.mark.rule("ukraine-43:5.4", "ukraine-43:16.5.B")
def test_a_replacement_stops_nobody_in_a_hex_that_is_full() -> None:
    full = {"rifle": "0402", "rifle-2": "0402", "brig": "0402"}
    scene = with_points({"tank": marked("0302", step=1), **full}, 0, 1)
    passing = scene.play("step-to tank 0402")
    assert passing.refused("replenish tank mech") == "5.4"
    assert passing.play("step-to tank 0502").allows("replenish tank mech")
    assert scene.allows("replenish tank mech")
