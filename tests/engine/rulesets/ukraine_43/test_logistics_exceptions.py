"""The exceptions of chapter 14, each in a scene of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import NE, N, S, beside, exploiting, fighting, front, moving
from tests.helpers.positions import Scene, costs, marked

LONG = "/".join(["." * 24] * 5)
NARROW = "/".join(["." * 8] * 3)
EDGE = "0103"


def row(first: int, last: int, line: int = 3) -> list[str]:
    """The hexes of a row from one column to another."""
    return [f"{column:02}{line:02}" for column in range(first, last + 1)]


def across(column: int, rows: int) -> list[str]:
    """A river from top to bottom of the map, behind a column of even number."""
    return [f"{column:02}{line:02}/{way}" for line in range(1, rows + 1) for way in ("NE", "SE")]


def state(units: dict[str, Any], unit: str = "inf", board: str = LONG, **more: Any) -> str:
    return str(front(units, board, **more).ask("supply", unit).state)


# 14.2 and 14.3


@pytest.mark.rule("ukraine-43:14.2.A/a")
def test_a_source_that_the_enemy_holds_serves_nobody() -> None:
    assert state({"inf": "0503"}, axis=[EDGE]) == "supplied"
    assert state({"inf": "0503"}, axis=[EDGE], control={"soviet": [EDGE]}) == "isolated"
    assert state({"inf": "0503", "brig": EDGE}, axis=[EDGE]) == "isolated"
    assert fuelled({"tank": "0503"}).state.throws == 0
    assert fuelled({"tank": "0503", "guns": EDGE}).state.throws == 1


@pytest.mark.rule("ukraine-43:14.2.B/a")
def test_a_railway_through_an_enemy_zone_is_no_source_beyond_it_with_friends_on_it_neither() -> None:
    units = {"inf": "1403", "inf-2": "0603"}
    rails = {"axis": [EDGE], "rails": [row(1, 12)]}
    assert state(units, **rails) == "supplied"
    assert state({**units, "rifle": "0604"}, **rails) == "unsupplied"
    assert state({"inf": "1403", "brig": "0603"}, **rails) == "unsupplied"


@pytest.mark.rule("ukraine-43:14.2.B/b")
def test_a_broken_railway_is_a_source_for_the_axis_alone() -> None:
    broken: dict[str, Any] = {"marked": [row(1, 12)], "markers": {"0603": {"unrepaired": 1}}}
    assert state({"rifle": "1403"}, "rifle", soviet=[EDGE], **broken) == "unsupplied"
    assert state({"rifle": "1403"}, "rifle", soviet=[EDGE], marked=[row(1, 12)]) == "supplied"
    assert state({"inf": "1403"}, axis=[EDGE], **broken) == "supplied"


@pytest.mark.rule("ukraine-43:14.3.A/a")
@pytest.mark.parametrize(("column", "found"), [(15, "supplied"), (16, "unsupplied")])
def test_a_headquarters_on_the_road_lengthens_a_line_to_seven_hexes(column: int, found: str) -> None:
    units = {"inf": f"{column:02}03", "army": "0803"}
    assert state(units, axis=[EDGE], roads=[row(1, 8)]) == found
    assert state({"inf": "1303", "army": "0902"}, axis=[EDGE], roads=[row(1, 8)]) == "unsupplied"


@pytest.mark.rule("ukraine-43:14.3.B/a")
def test_a_line_crosses_one_major_river_without_a_bridge_and_not_two() -> None:
    one, two = across(3, 5), across(5, 5)
    board = "/".join(["." * 8] * 5)
    assert state({"inf": "0503"}, board=board, axis=["0203"], sides={"major-river": one}) == "supplied"
    assert state({"inf": "0603"}, board=board, axis=["0203"], sides={"major-river": one + two}) == "isolated"
    assert state({"inf": "0603"}, board=board, axis=["0203"],
                 sides={"major-river": one + two, "bridge": ["0503/SE"]}) == "supplied"  # fmt: skip


@pytest.mark.rule("ukraine-43:14.3.B/b")
def test_a_line_enters_one_marsh_and_any_number_by_road() -> None:
    two = "/".join(["..mm...."] * 5)
    assert state({"inf": "0503"}, board="/".join(["..m....."] * 5), axis=[EDGE]) == "supplied"
    assert state({"inf": "0503"}, board=two, axis=[EDGE]) == "isolated"
    assert state({"inf": "0503"}, board=two, axis=[EDGE], secondary=[row(2, 5)]) == "supplied"


@pytest.mark.rule("ukraine-43:14.3.C/a")
def test_friends_in_the_hexes_lead_a_line_through_enemy_zones() -> None:
    wall = {"inf": "0702", "rifle": "0401", "rifle-2": "0403"}
    assert state(wall, board=NARROW, axis=["0302"]) == "isolated"
    assert state({**wall, "guns": "0402", "army": "0502"}, board=NARROW, axis=["0302"]) == "supplied"


@pytest.mark.rule("ukraine-43:14.3.C/b")
def test_one_empty_hex_in_an_enemy_zone_lets_a_line_pass() -> None:
    lane = "......./......."
    assert state({"inf": "0402", "rifle": "0301"}, board=lane, axis=["0202"]) == "supplied"
    assert state({"inf": "0602", "rifle": "0401"}, board=lane, axis=["0202"]) == "isolated"
    assert state({"inf": "0602", "rifle": "0401", "guns": "0402"}, board=lane, axis=["0202"]) == "supplied"


@pytest.mark.rule("ukraine-43:14.3.C/c")
def test_a_source_in_a_bonded_hex_serves_nobody() -> None:
    near = {"inf": beside(EDGE, NE)}
    around = {"rifle": "0102", "rifle-2": "0104"}
    assert state({**near, **around}, axis=[EDGE]) == "isolated"
    assert state({**near, "rifle": "0102"}, axis=[EDGE]) == "supplied"
    assert state({**near, "guns": EDGE, **around}, axis=[EDGE]) == "supplied"
    gate = {"inf": "0502", "guns": "0302", "rifle": "0401"}
    assert state(gate, board=NARROW, axis=["0202"]) == "supplied"
    assert state({**gate, "rifle-2": "0303"}, board=NARROW, axis=["0202"]) == "isolated"


# 14.5


@pytest.mark.rule("ukraine-43:14.5/a")
def test_the_hungry_on_foot_go_a_hex_or_attack_in_exploitation() -> None:
    scene = exploiting({"rifle": marked("0505", "unsupplied"), "tank": marked("0805", "unsupplied")})
    assert set(costs(scene, "rifle")) > {"0505"}
    marsh = exploiting({"rifle": marked("0101", "unsupplied")}, ".m.")
    assert set(costs(marsh, "rifle")) == {"0101", "0201"}
    assert scene.allows("place-assault rifle")
    assert scene.refused("place-assault tank") == "4.9"


@pytest.mark.rule("ukraine-43:14.5/b")
def test_hungry_aircraft_change_their_base_and_do_nothing_else() -> None:
    at = beside("0505", S)
    places = {"0202": "town", "0203": "city"}
    hungry = {"airarmy": marked("0202", "unsupplied")}
    base = {"places": places, "control": {"soviet": ["0202", "0203"]}, "soviet": ["0103"]}
    assert moving(hungry, **base).allows("rebase airarmy 0203")
    attack = fighting({**hungry, "rifle": at, "fronthq": at, "inf": "0505"}, **base).play(
        "declare-attack 0505", "add-attacker rifle"
    )
    assert attack.refused("add-air airarmy") == "14.5"
    cover = front({**hungry, "airarmy-2": "0203"}, phase="cover", side="soviet", **base)
    assert cover.refused("fly-cover airarmy 0303") == "14.5"
    assert cover.allows("fly-cover airarmy-2 0303")


@pytest.mark.rule("ukraine-43:14.5/c")
def test_want_of_supply_halves_the_attack_and_not_the_defence() -> None:
    units = {"rifle": marked(beside("0505", N), "unsupplied"), "inf": marked("0505", "unsupplied")}
    found = fighting(units).ask("attack", units=["rifle"], target="0505")
    assert (found.attack.value, found.defence.value) == (3, 7)


# 14.6 and 14.7


def isolated(unit: dict[str, Any], die: int, side: str = "axis", **more: Any) -> Scene:
    """The final phase of a side with a unit that no line leads to."""
    return front({"unit": unit}, LONG, phase="final", side=side, dice=[die] * 3, **more)


ROMANIAN = {"at": "0503", "type": "romanian-division"}
GERMAN = {"at": "0503", "type": "infantry-division"}


@pytest.mark.rule("ukraine-43:14.6/a")
@pytest.mark.parametrize(
    "depot",
    [
        {"places": {"0603": "town"}, "control": {"axis": ["0603"]}},
        {"places": {"1603": "city"}, "control": {"axis": ["1603"]}},
        {"places": {"0503": "town"}},
    ],
)
def test_a_town_however_far_or_the_one_it_stands_in_is_a_depot(depot: dict[str, Any]) -> None:
    assert isolated(ROMANIAN, 3).unit("unit").step == 1
    assert isolated(ROMANIAN, 3, **depot).unit("unit").step == 0


@pytest.mark.rule("ukraine-43:14.6/a")
def test_a_headquarters_is_a_depot_and_a_village_or_a_town_of_the_enemy_is_none() -> None:
    village: dict[str, Any] = {"places": {"0603": "village"}, "control": {"axis": ["0603"]}}
    assert isolated(ROMANIAN, 3, **village).unit("unit").step == 1
    theirs: dict[str, Any] = {"places": {"0603": "town"}, "control": {"soviet": ["0603"]}}
    assert isolated(ROMANIAN, 3, **theirs).unit("unit").step == 1
    staff = {"unit": ROMANIAN, "army": "0903"}
    assert front(staff, LONG, phase="final", side="axis", dice=[3] * 3).unit("unit").step == 0


@pytest.mark.rule("ukraine-43:14.6/b")
def test_germans_and_airborne_brigades_have_morale_and_their_friends_have_not() -> None:
    assert isolated(GERMAN, 3).unit("unit").step == 0
    assert isolated(ROMANIAN, 3).unit("unit").step == 1
    brigade = {"at": "0503", "type": "airborne-brigade"}
    assert isolated(brigade, 3, "soviet").place("unit") == "0503"
    assert isolated({**brigade, "type": "sapper-brigade"}, 3, "soviet").place("unit") == "soviet-eliminated"


@pytest.mark.rule("ukraine-43:14.6/c")
def test_a_line_too_long_for_supply_keeps_a_unit_from_isolation() -> None:
    far = isolated({**ROMANIAN, "at": "1203"}, 1, axis=[EDGE])
    assert "unsupplied" in far.unit("unit").marks
    assert far.unit("unit").step == 0


def fuelled(units: dict[str, Any], board: str = LONG, **more: Any) -> Scene:
    """The initial phase of the Soviet side, with every die failing."""
    given: dict[str, Any] = {"soviet": [EDGE], "phase": "supply", "side": "soviet", "dice": [1] * 4}
    return front(units, board, **{**given, **more})


@pytest.mark.rule("ukraine-43:14.7.A/a")
def test_headquarters_throw_for_no_fuel_and_guns_do() -> None:
    scene = fuelled({"ta": "1203", "fronthq": "1203", "art": "1203", "rifle": "1203"})
    short = {unit for unit in ("ta", "fronthq", "art", "rifle") if "unsupplied" in scene.unit(unit).marks}
    assert short == {"art"}


@pytest.mark.rule("ukraine-43:14.7.A/b")
def test_who_is_out_of_supply_throws_for_no_fuel() -> None:
    assert fuelled({"tank": "1203"}).state.throws == 1
    assert fuelled({"tank": marked("1203", "unsupplied")}).state.throws == 0


@pytest.mark.rule("ukraine-43:14.7.B/a")
def test_enemies_do_not_lengthen_the_way_of_fuel() -> None:
    wall = {f"inf-{line}": f"04{line:02}" for line in range(1, 6)}
    assert fuelled({"tank": "0803", **wall}).state.throws == 0


@pytest.mark.rule("ukraine-43:14.7.B/b")
def test_the_sea_lengthens_the_way_of_fuel() -> None:
    bay = "/".join([".....", *["..s.." for _ in range(7)]])
    units = {"tank": "0407"}
    assert fuelled(units, "/".join(["....."] * 8), soviet=["0207"]).state.throws == 0
    assert fuelled(units, bay, soviet=["0207"]).state.throws == 1
    shore = {"sea-side": [side for side in across(2, 8) if not side.startswith("0201")]}
    assert fuelled(units, "/".join(["....."] * 8), soviet=["0207"], sides=shore).state.throws == 1


@pytest.mark.rule("ukraine-43:14.7.D/a")
def test_the_final_phase_finds_a_line_and_ends_the_want_of_fuel() -> None:
    short = {"tank": marked("1203", "unsupplied")}
    done = front(short, LONG, soviet=[EDGE], roads=[row(1, 12)], phase="final", side="soviet")
    assert "unsupplied" not in done.unit("tank").marks
    cut = front(short, LONG, soviet=[EDGE], phase="final", side="soviet")
    assert "unsupplied" in cut.unit("tank").marks
