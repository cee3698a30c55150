"""Chapters 6 and 7: sticky zones, and linked zones of every shape."""

from __future__ import annotations

import pytest

from engine.core.ids import Side
from engine.rulesets.ukraine_43.bonds import bonds
from tests.engine.rulesets.ukraine_43.scenes import NE, NW, SE, SW, N, S, beside, front, moving
from tests.helpers.positions import Scene, costs, marked

A = "0505"


def bonded(scene: Scene, side: str = "axis") -> tuple[set[str], set[tuple[str, str]]]:
    """The hexes and the sides that the bonds of a side close."""
    found = bonds(scene.game, scene.state, Side(side))
    label = scene.game.board.label
    return {label(at) for at in found.hexes}, {(label(one), label(other)) for one, other in found.sides}


def side_of(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


@pytest.mark.rule("ukraine-43:6.1", "ukraine-43:6.2")
def test_combat_units_exert_a_zone_all_around_and_supports_and_headquarters_none() -> None:
    scene = front({"inf": A, "guns": "0901", "army": "0207"})
    assert scene.ask("zone", at=beside(A, N)).sides == {"axis": ["inf"]}
    assert scene.ask("zone", at=beside("0901", S)).sides == {}
    assert scene.ask("zone", at=beside("0207", S)).sides == {}


@pytest.mark.rule("ukraine-43:6.1", "ukraine-43:6.4", "ukraine-43:6.1/a")
def test_a_zone_crosses_a_minor_river_but_no_major_one_nor_the_sea() -> None:
    rivers = {"river": [f"{A}/N"], "major-river": [f"{A}/S"], "sea-side": [f"{A}/SE"], "bridge": [f"{A}/S"]}
    scene = front({"inf": A}, sides=rivers)
    assert scene.ask("zone", at=beside(A, N)).sides
    assert not scene.ask("zone", at=beside(A, S)).sides
    assert not scene.ask("zone", at=beside(A, SE)).sides


@pytest.mark.rule("ukraine-43:6.3.A", "ukraine-43:6.3.B")
def test_a_zone_is_entered_free_crossed_and_left_for_two_points() -> None:
    scene = moving({"tank": beside(A, N, N), "inf": A})
    found = costs(scene, "tank")
    assert found[beside(A, N)] == 1
    around = beside(A, NE)
    assert found[around] == 2
    from_zone = moving({"tank": beside(A, N), "inf": A})
    assert costs(from_zone, "tank")[beside(A, NE)] == 3
    assert costs(from_zone, "tank")[beside(A, N, N)] == 3


@pytest.mark.rule("ukraine-43:7.1", "ukraine-43:7.2")
def test_two_units_in_line_bond_the_hex_between_them_and_the_refusal_names_them() -> None:
    other = beside(A, S, S)
    between = beside(A, S)
    scene = moving({"inf": A, "inf-2": other, "tank": beside(between, SE)})
    assert bonded(scene) == ({between}, set())
    assert scene.refused(f"step-to tank {between}") == "7.2"
    refusal = scene.game.explain(scene.state, scene.action(f"step-to tank {between}"))
    assert refusal is not None
    assert refusal.message.args["bond"] == f"{A}-{other}"


@pytest.mark.rule("ukraine-43:7.1", "ukraine-43:7.2")
def test_two_units_at_a_bend_bond_the_side_between_the_hexes_and_not_the_hexes() -> None:
    other = beside(A, N, NE)
    one, two = beside(A, N), beside(A, NE)
    scene = moving({"inf": A, "inf-2": other, "tank": one})
    assert bonded(scene) == (set(), {side_of(one, two)})
    assert scene.refused(f"step-to tank {two}") == "7.2"
    assert two in costs(moving({"inf": A, "inf-2": other, "mech": beside(two, SE)}), "mech")


@pytest.mark.rule("ukraine-43:7.1")
def test_disrupted_and_unsupplied_units_bond_and_those_of_an_extended_move_do_not() -> None:
    other = beside(A, S, S)
    assert bonded(front({"inf": marked(A, "disrupted", "unsupplied"), "inf-2": other}))[0]
    assert not bonded(front({"inf": marked(A, "extended"), "inf-2": other}))[0]
    assert bonded(front({"inf": marked(A, "extended"), "pz": A, "inf-2": other}))[0]
    assert not bonded(front({"inf": A, "guns": other}))[0]


@pytest.mark.rule("ukraine-43:7.3")
@pytest.mark.parametrize("place", ["town", "city"])
def test_no_hex_bond_over_a_town_or_a_city_but_over_a_village(place: str) -> None:
    between = beside(A, S)
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert not bonded(front(units, places={between: place}))[0]
    assert bonded(front(units, places={between: "village"}))[0]


@pytest.mark.rule("ukraine-43:7.3")
def test_no_hex_bond_over_a_major_river_or_between_two_minor_ones() -> None:
    between = beside(A, S)
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert not bonded(front(units, sides={"major-river": [f"{A}/S"], "bridge": [f"{A}/S"]}))[0]
    assert not bonded(front(units, sides={"sea-side": [f"{A}/S"]}))[0]
    assert bonded(front(units, sides={"river": [f"{A}/S"]}))[0]
    assert not bonded(front(units, sides={"river": [f"{A}/S", f"{between}/S"]}))[0]


@pytest.mark.rule("ukraine-43:7.3")
def test_a_bond_along_a_side_heeds_every_side_between_its_four_hexes() -> None:
    other = beside(A, N, NE)
    one, two = beside(A, N), beside(A, NE)
    units = {"inf": A, "inf-2": other}
    assert not bonded(front(units, sides={"major-river": [f"{A}/N"]}))[1]
    assert not bonded(front(units, sides={"major-river": [f"{one}/SE"]}))[1]
    assert bonded(front(units, sides={"river": [f"{A}/N", f"{A}/NE", f"{one}/SE"]}))[1]
    four = [f"{A}/N", f"{A}/NE", f"{one}/NE", f"{two}/N"]
    assert not bonded(front(units, sides={"river": four}))[1]
    assert bonded(front(units, places={one: "city", two: "town"}))[1]


@pytest.mark.rule("ukraine-43:7.4")
def test_an_enemy_in_the_hex_or_in_both_hexes_beside_the_side_cancels_the_bond() -> None:
    units = {"inf": A, "inf-2": beside(A, S, S)}
    between = beside(A, S)
    assert not bonded(front({**units, "brig": between}))[0]
    assert not bonded(front({**units, "fronthq": between}))[0]
    assert bonded(front({**units, "zhukov": between}))[0]
    bent = {"inf": A, "inf-2": beside(A, N, NE)}
    assert bonded(front({**bent, "brig": beside(A, N)}))[1]
    assert not bonded(front({**bent, "brig": beside(A, N), "art": beside(A, NE)}))[1]


@pytest.mark.rule("ukraine-43:7.5")
def test_the_map_edge_forms_no_bond() -> None:
    assert bonded(front({"inf": "0502"})) == (set(), set())


@pytest.mark.rule("ukraine-43:7.6")
def test_a_unit_bonds_sides_but_no_hex_with_the_coast() -> None:
    board = "............/............/....s......./............/............/............"
    unit = beside("0503", SW, S)
    scene = front({"inf": unit}, board)
    assert bonded(scene) == (set(), {side_of(beside(unit, N), beside(unit, NE))})
    near = front({"inf": beside("0503", S, S)}, board)
    assert bonded(near) == (set(), set())


@pytest.mark.rule("ukraine-43:7.7")
def test_bonds_of_both_sides_on_one_hex_cancel_each_other() -> None:
    middle = A
    units = {"inf": beside(middle, N), "inf-2": beside(middle, S)}
    assert bonded(front(units))[0] == {middle}
    crossed = front({**units, "rifle": beside(middle, NE), "rifle-2": beside(middle, SW)})
    assert not bonded(crossed, "axis")[0]
    assert not bonded(crossed, "soviet")[0]


@pytest.mark.rule("ukraine-43:7.7")
def test_a_bonded_hex_and_a_bonded_side_beside_it_cancel_each_other() -> None:
    middle, end = A, beside(A, N)
    axis = {"inf": end, "inf-2": beside(A, S)}
    soviet = {"rifle": beside(A, NW), "rifle-2": beside(A, NE)}
    assert bonded(front(soviet), "soviet")[1] == {side_of(middle, end)}
    crossed = front({**axis, **soviet})
    assert middle not in bonded(crossed, "axis")[0]
    assert side_of(middle, end) not in bonded(crossed, "soviet")[1]
