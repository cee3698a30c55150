"""3.6: movement by sea."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, MUD, SNOW
from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.engine.rulesets.red_star_rising.strips import port
from tests.helpers.positions import Scene, marked

COAST = "." * 12
PORTS = [
    port("0101", "Constanta"),
    port("0301", "Odessa"),
    port("0501", "Sevastopol"),
    port("0701", "Leningrad", "baltic"),
    port("0801", "Konigsberg", "baltic"),
    port("0901", "Murmansk", "arctic"),
    port("1001", "Arkhangelsk", "arctic"),
    port("1101", "Riga", "baltic"),
]
ALL = ["0101", "0301", "0501", "0701", "0801", "0901", "1001", "1101"]


def shipping(units: dict[str, Any], side: str = "axis", **more: Any) -> Scene:
    """The sea movement of a side that holds every port, with somebody to move after it."""
    given = {"phase": "sea", "side": side, "turn": CLEAR, "features": PORTS, "control": {side: ALL}, **more}
    after = {"inf-9": "1201"} if side == "axis" else {"rifle-9": "1201"}
    return red_star({**after, **units}, COAST, **given)


def can_ship(unit: str, side: str = "axis", **more: Any) -> bool:
    return shipping({unit: "0101"}, side, **more).allows(f"move-by-sea {unit} 0301")


@pytest.mark.rule("red-star-rising:3.6", "red-star-rising:3.6.3", "red-star-rising:3.1.9")
def test_a_unit_goes_from_port_to_port() -> None:
    scene = shipping({"inf": "0101"})
    assert scene.menu.rule == "3.6"
    shipped = scene.play("move-by-sea inf 0501")
    assert shipped.place("inf") == "0501"
    assert shipped.told("unit-moved-by-sea")[0].origin == "0101"
    assert scene.refused("move-by-sea nobody 0501") == "3.6"
    assert scene.refused("move-by-sea inf-9 0501") == "3.6.3"


@pytest.mark.rule("red-star-rising:3.6.1")
def test_one_unit_a_phase_which_does_not_move_in_another_way() -> None:
    shipped = shipping({"inf": "0101", "inf-2": "0101"}).play("move-by-sea inf 0501")
    assert shipped.menu.rule == "3.2"
    assert shipped.refused("step-to inf 0601") == "3.6.1"
    assert shipped.allows("step-to inf-2 0201")
    assert shipping({"inf": marked("0101", "moved"), "mtn": "0101"}).refused("move-by-sea inf 0501") == "3.6.1"
    assert shipping({"inf": marked("0101", "halted"), "mtn": "0101"}).refused("move-by-sea inf 0501") == "8.0.6"


@pytest.mark.rule("red-star-rising:3.6.1", "red-star-rising:3.6.2")
def test_the_quota_is_named_when_it_is_used_up_and_the_phase_over() -> None:
    units = {"inf": "0101", "inf-2": "0101", "kg-1": "0101", "kg-2": "0101", "kg-3": "0101"}
    whole = shipping(units).play("move-by-sea inf 0501")
    assert whole.menu.rule == "3.2"
    assert whole.refused("move-by-sea inf-2 0501") == "3.6.1"
    assert whole.refused("move-by-sea kg-1 0501") == "3.6.1"
    halves = shipping(units).play("move-by-sea kg-1 0501", "move-by-sea kg-2 0501")
    assert halves.refused("move-by-sea kg-3 0501") == "3.6.1"
    one = shipping(units).play("move-by-sea kg-1 0501", "done")
    assert one.refused("move-by-sea kg-2 0301") == "3.6.2"
    assert one.refused("move-by-sea kg-2 0501") == "2.0.C"
    assert "travel" not in one.play("done").unit("kg-1").values


@pytest.mark.rule("red-star-rising:3.6.1")
def test_the_phase_is_passed_over_when_nobody_can_be_shipped() -> None:
    assert shipping({"pz": "0101"}).menu.rule == "3.2"
    assert shipping({"inf": "0201"}).menu.rule == "3.2"
    assert shipping({"inf": "0101"}).play("done").menu.rule == "3.2"


@pytest.mark.rule("red-star-rising:3.6.2")
@pytest.mark.parametrize("unit", ["kg", "mtnkg"])
def test_two_kampfgruppen_go_together_between_the_same_ports(unit: str) -> None:
    units = {f"{unit}-1": "0101", f"{unit}-2": "0101", f"{unit}-3": "0101", "kg-4": "0301", "inf": "0101"}
    first = shipping(units).play(f"move-by-sea {unit}-1 0501")
    assert first.menu.rule == "3.6"
    assert first.refused(f"move-by-sea {unit}-2 0301") == "3.6.2"
    assert first.refused("move-by-sea kg-4 0501") == "3.6.2"
    assert first.refused("move-by-sea inf 0501") == "3.6.1"
    assert first.play(f"move-by-sea {unit}-2 0501").menu.rule == "3.2"
    assert first.play("done").menu.rule == "3.2"


@pytest.mark.rule("red-star-rising:3.6.2/a")
@pytest.mark.parametrize("unit", ["rifle", "marine", "para"])
def test_so_do_two_soviet_corps(unit: str) -> None:
    first = shipping({f"{unit}-1": "0101", f"{unit}-2": "0101"}, "soviet").play(f"move-by-sea {unit}-1 0501")
    assert first.allows(f"move-by-sea {unit}-2 0501")


@pytest.mark.rule("red-star-rising:3.6.2/b")
@pytest.mark.parametrize(("unit", "side"), [("inf", "axis"), ("mtn", "axis"), ("depot", "axis"), ("army", "soviet")])
def test_whole_units_go_alone(unit: str, side: str) -> None:
    half = "kg" if side == "axis" else "rifle"
    scene = shipping({f"{unit}-1": "0101", f"{half}-1": "0101"}, side)
    assert scene.play(f"move-by-sea {unit}-1 0501").menu.rule != "3.6"


@pytest.mark.rule("red-star-rising:3.6.3")
def test_both_ends_are_ports_and_the_other_is_in_ones_own_hands() -> None:
    scene = shipping({"inf": "0101", "kg": "0201"}, control={"axis": ["0101", "0301"]})
    assert scene.allows("move-by-sea inf 0301")
    assert scene.refused("move-by-sea inf 0501") == "3.6.3"
    assert scene.refused("move-by-sea inf 0201") == "3.6.3"
    assert scene.refused("move-by-sea kg 0301") == "3.6.3"
    assert scene.refused("move-by-sea inf 0101") == "3.6.3"


@pytest.mark.rule("red-star-rising:3.6.3", "red-star-rising:3.2")
def test_no_unit_lands_among_enemies() -> None:
    held = shipping({"inf": "0101", "cav": "0301"})
    assert held.refused("move-by-sea inf 0301") == "3.2"
    partisan = shipping({"inf": "0101", "partisan": "0301", "army": "1201", "inf-9": "0601"})
    driven = partisan.play("move-by-sea inf 0301")
    assert driven.menu.rule == "11.1.8"


@pytest.mark.rule("red-star-rising:3.6.4")
def test_murmansk_and_arkhangelsk_are_joined_to_each_other_alone() -> None:
    scene = shipping({"army": "0901", "army-2": "1001", "army-3": "0501"}, "soviet")
    assert scene.allows("move-by-sea army 1001")
    assert scene.allows("move-by-sea army-2 0901")
    assert scene.refused("move-by-sea army 0501") == "3.6.4"
    assert scene.refused("move-by-sea army-3 0901") == "3.6.4"
    assert scene.refused("move-by-sea army 0701") == "3.6.4"


@pytest.mark.rule("red-star-rising:3.6.4/a")
def test_not_while_the_white_sea_is_frozen() -> None:
    units = {"army": "0901", "army-2": "0101"}
    assert shipping(units, "soviet", turn=SNOW).refused("move-by-sea army 1001") == "3.6.4"
    assert shipping(units, "soviet", turn=MUD).allows("move-by-sea army 1001")


@pytest.mark.rule("red-star-rising:3.6.5")
def test_leningrad_and_konigsberg_are_joined_to_each_other_alone() -> None:
    scene = shipping({"inf": "0701", "inf-2": "0801", "inf-3": "1101"})
    assert scene.allows("move-by-sea inf 0801")
    assert scene.allows("move-by-sea inf-2 0701")
    assert scene.refused("move-by-sea inf 1101") == "3.6.5"
    assert scene.refused("move-by-sea inf-3 0801") == "3.6.5"


@pytest.mark.rule("red-star-rising:3.6.5/a")
def test_not_while_the_baltic_is_frozen() -> None:
    units = {"inf": "0701", "inf-2": "0101"}
    assert shipping(units, turn=SNOW).refused("move-by-sea inf 0801") == "3.6.5"
    assert shipping(units, turn=MUD).allows("move-by-sea inf 0801")


@pytest.mark.rule("red-star-rising:3.6.6")
def test_black_sea_ports_are_joined_among_themselves() -> None:
    scene = shipping({"inf": "0101", "inf-2": "1101"}, turn=SNOW)
    assert scene.choices("move-by-sea") == ("move-by-sea inf 0301", "move-by-sea inf 0501")
    assert scene.refused("move-by-sea inf 1101") == "3.6.6"
    assert scene.refused("move-by-sea inf-2 0101") == "3.6.6"


@pytest.mark.rule("red-star-rising:3.6.7")
def test_zones_do_not_matter_at_either_end() -> None:
    units = {"inf": "0101", "rifle": "0201", "rifle-2": "0401"}
    assert shipping(units).allows("move-by-sea inf 0501")
    assert shipping({**units, "depot": "0101"}).allows("move-by-sea depot 0501")


@pytest.mark.rule("red-star-rising:3.6.8")
@pytest.mark.parametrize(("status", "shipped"), [("unsupplied", False), ("lacking", False), ("emergency", True)])
def test_units_short_of_supply_are_not_shipped(status: str, shipped: bool) -> None:
    scene = shipping({"inf": marked("0101", status), "mtn": "0101"})
    if shipped:
        assert scene.allows("move-by-sea inf 0301")
    else:
        assert scene.refused("move-by-sea inf 0301") == "3.6.8"


@pytest.mark.rule("red-star-rising:3.6.9")
@pytest.mark.parametrize("unit", ["mtn", "mtnkg", "depot", "inf", "kg", "itc", "hun", "rom"])
def test_axis_units_that_may_be_shipped(unit: str) -> None:
    assert can_ship(unit)


@pytest.mark.rule("red-star-rising:3.6.9")
@pytest.mark.parametrize("unit", ["rifle", "army", "guards", "shock", "marine", "para"])
def test_soviet_units_that_may_be_shipped(unit: str) -> None:
    assert can_ship(unit, "soviet")


@pytest.mark.rule("red-star-rising:3.6.10")
@pytest.mark.parametrize("unit", ["pz", "pzkg", "base", "siege", "ita", "roma", "sec", "romhq"])
def test_axis_units_that_may_not(unit: str) -> None:
    scene = shipping({unit: "0101", "mtn-9": "0101"})
    assert scene.refused(f"move-by-sea {unit} 0301") == "3.6.10"


@pytest.mark.rule("red-star-rising:3.6.10")
@pytest.mark.parametrize("unit", ["tank", "mech", "partisan", "leader", "factory", "port", "cav", "hq"])
def test_soviet_units_that_may_not(unit: str) -> None:
    scene = shipping({unit: "0101", "marine-9": "0101"}, "soviet")
    assert scene.refused(f"move-by-sea {unit} 0301") == "3.6.10"


@pytest.mark.rule("red-star-rising:3.6.9")
def test_what_no_list_names_stays_ashore() -> None:
    assert shipping({"div": "0101", "mtn": "0101"}).refused("move-by-sea div 0301") == "3.6.9"


@pytest.mark.rule("red-star-rising:3.6.10/a")
def test_depots_are_shipped_although_they_are_motorised() -> None:
    assert can_ship("depot")
    assert not shipping({"pz": "0101", "mtn": "0101"}).allows("move-by-sea pz 0301")
