"""Chapter 5: who exerts zones of control and where they reach."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, MUD, SNOW, marching
from tests.engine.rulesets.red_star_rising.scenes import all_hexes, red_star
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import Scene

FIELD = "......../......../......../........"


def covered(scene: Scene, side: str) -> set[str]:
    """The hexes in a zone of a side."""
    return {at for at in all_hexes(FIELD) if side in scene.ask("zone", at).sides}


def exerts(unit: str, side: str, **more: object) -> bool:
    """Whether a unit alone in the middle of the field exerts a zone, while an enemy far away moves."""
    enemy, whose = ("mech", "soviet") if side == "axis" else ("pz", "axis")
    scene = marching({unit: {"at": "0302", **more}, f"{enemy}-9": "0804"}, FIELD, whose)
    assert scene.menu.side == whose
    return bool(covered(scene, side))


@pytest.mark.rule("red-star-rising:5.0.1")
def test_a_zone_covers_the_six_hexes_around() -> None:
    scene = marching({"inf": "0302"}, FIELD)
    assert covered(scene, "axis") == {"0301", "0401", "0402", "0303", "0202", "0201"}
    assert scene.ask("zone", "0301").sides.axis == ["inf"]
    both = marching({"inf": "0302", "pz": "0302", "army": "0502"}, FIELD)
    assert both.ask("zone", "0401").sides == {"axis": ["inf", "pz"], "soviet": ["army"]}


@pytest.mark.rule("red-star-rising:5.0.2")
@pytest.mark.parametrize("unit", ["fleet", "base", "siege", "sec", "depot", "romhq", "finhq"])
def test_axis_units_without_a_zone(unit: str) -> None:
    assert not exerts(unit, "axis")


@pytest.mark.rule("red-star-rising:5.0.2", "red-star-rising:11.1.5")
@pytest.mark.parametrize("unit", ["partisan", "leader", "factory", "oil", "cav", "hq"])
def test_soviet_units_without_a_zone(unit: str) -> None:
    assert not exerts(unit, "soviet")


@pytest.mark.rule("red-star-rising:5.0.2")
@pytest.mark.parametrize("unit", ["inf", "pz", "pzkg", "mtn", "mtnkg", "div", "kg", "itc", "hun", "rom", "fin"])
def test_axis_combat_units_have_a_zone(unit: str) -> None:
    assert exerts(unit, "axis")


@pytest.mark.rule("red-star-rising:5.0.2")
@pytest.mark.parametrize("unit", ["army", "shock", "guards", "tank", "rifle", "mech", "marine", "para"])
def test_soviet_combat_units_have_a_zone(unit: str) -> None:
    assert exerts(unit, "soviet")


@pytest.mark.rule("red-star-rising:5.0.2")
def test_axis_armies_have_a_zone_by_a_switch() -> None:
    assert exerts("ita", "axis")
    assert exerts("roma", "axis")
    off = {"parameters": {"axis_armies_exert_zones": False}}
    scene = marching({"ita": "0302", "inf": "0504"}, FIELD, charts=off)
    assert "axis" not in scene.ask("zone", "0301").sides


@pytest.mark.rule("red-star-rising:5.0.3")
def test_a_weak_kampfgruppe_has_a_zone_only_together_with_another() -> None:
    assert exerts("kg", "axis", step=0)
    assert not exerts("kg", "axis", step=1)
    weak = {"at": "0302", "step": 1}
    pair = marching({"kg-1": weak, "kg-2": weak}, FIELD)
    assert pair.ask("zone", "0301").sides.axis == ["kg-1", "kg-2"]
    apart = marching({"kg-1": weak, "kg-2": {"at": "0304", "step": 1}}, FIELD)
    assert covered(apart, "axis") == set()


@pytest.mark.rule("red-star-rising:5.0.3")
def test_only_german_infantry_kampfgruppen_are_weak() -> None:
    assert exerts("mtnkg", "axis", step=1)
    assert exerts("pzkg", "axis", step=1)
    assert exerts("div", "axis")
    mixed = marching({"kg-1": {"at": "0302", "step": 1}, "kg-2": "0302"}, FIELD)
    assert mixed.ask("zone", "0301").sides.axis == ["kg-2"]


@pytest.mark.rule("red-star-rising:5.0.5")
@pytest.mark.parametrize("side", ["lakeside", "seaside", "ice-road"])
def test_zones_do_not_cross_water(side: str) -> None:
    for turn in (CLEAR, MUD):
        scene = marching({"army": "0101", "pz": "0104"}, strip("...."), turn=turn, sides={side: ["0101/S"]})
        assert scene.ask("zone", "0102").sides == {}


@pytest.mark.rule("red-star-rising:5.0.5")
@pytest.mark.parametrize("side", ["river", "major-river", "strait"])
def test_zones_cross_rivers_and_the_strait(side: str) -> None:
    scene = marching({"army": "0101", "pz": "0104"}, strip("...."), sides={side: ["0101/S"]})
    assert scene.ask("zone", "0102").sides == {"soviet": ["army"]}


@pytest.mark.rule("red-star-rising:5.0.5")
def test_in_snow_zones_of_soviet_units_on_foot_cross_red_arrows() -> None:
    def across(unit: str, *, other: str) -> bool:
        scene = marching({unit: "0101", other: "0104"}, strip("...."), turn=SNOW, sides={"ice-road": ["0101/S"]})
        return bool(scene.ask("zone", "0102").sides)

    assert across("army", other="pz")
    assert across("rifle", other="pz")
    assert not across("tank", other="pz")
    assert not across("mech", other="pz")
    assert not across("inf", other="pz")
    closed = marching({"army": "0101", "pz": "0104"}, strip("...."), turn=SNOW, sides={"lakeside": ["0101/S"]})
    assert closed.ask("zone", "0102").sides == {}


@pytest.mark.rule("red-star-rising:5.0.5", "red-star-rising:7.2.2", "red-star-rising:8.0.7")
@pytest.mark.parametrize("board", ["../.s/..", "../.l/.."])
def test_who_was_put_on_the_water_exerts_no_zone_and_is_not_attacked(board: str) -> None:
    units = {"army": "0202", "pz": "0201"}
    fighting = red_star(units, board, phase="combat", side="axis", pause="0103")
    assert fighting.ask("zone", at="0201").sides == {}
    assert fighting.ask("attack", units=["pz"], target="0202").refusal.rule == "7.2.2"
    assert fighting.refused("declare-attack 0202") == "7.2.2"
    moving = red_star(units, board, phase="movement", side="axis")
    assert moving.ask("attack", units=["pz"], target="0202", overrun=True).refusal.rule == "8.0.7"
    assert moving.refused("overrun pz 0202") == "8.0.7"
