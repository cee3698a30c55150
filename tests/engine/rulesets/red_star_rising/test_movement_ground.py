"""3.3.2, 3.3.4 to 3.3.6: hexsides, water, weather and the railway gun."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, MUD, SNOW, marching
from tests.engine.rulesets.red_star_rising.scenes import city
from tests.engine.rulesets.red_star_rising.strips import hexes, strip
from tests.helpers.positions import cost, costs, marked, positions_of

SOUTH = "0101/S"


@pytest.mark.rule("red-star-rising:3.3.2")
@pytest.mark.parametrize(("side", "foot", "motorised"), [("river", 2, 2), ("major-river", 3, 4), ("strait", 3, 4)])
def test_what_lies_along_the_hexside_is_paid_besides_the_hex(side: str, foot: int, motorised: int) -> None:
    for origin, to in (("0101", "0102"), ("0102", "0101")):
        scene = marching({"inf": origin, "pz": origin}, strip("..."), sides={side: [SOUTH]})
        assert cost(scene, "inf", to) == foot
        assert cost(scene, "pz", to) == motorised


@pytest.mark.rule("red-star-rising:3.3.2")
def test_a_hex_that_costs_more_than_is_left_cannot_be_entered() -> None:
    scene = marching({"inf": "0101"}, strip("...mm"))
    assert scene.play("step-to inf 0102", "step-to inf 0103", "step-to inf 0104").refused("step-to inf 0105") == "3.3.2"
    assert cost(scene, "inf", "0105") is None


@pytest.mark.rule("red-star-rising:3.3.2")
def test_a_major_city_has_a_line_of_its_own_in_the_chart() -> None:
    assert cost(marching({"pz": "0101"}, strip(".m."), features=[city("0102")]), "pz", "0102") == 1


@pytest.mark.rule("red-star-rising:3.3.4")
@pytest.mark.parametrize("side", ["lakeside", "seaside", "ice-road"])
def test_no_unit_crosses_a_side_along_which_a_lake_or_the_sea_lies(side: str) -> None:
    for turn in (CLEAR, MUD):
        for unit, whose in (("inf", "axis"), ("pz", "axis"), ("army", "soviet"), ("tank", "soviet")):
            scene = marching({unit: "0101"}, strip(".."), whose, turn=turn, sides={side: [SOUTH]})
            assert costs(scene, unit) == {"0101": 0}
            assert scene.refused(f"step-to {unit} 0102") == "3.3.4"


@pytest.mark.rule("red-star-rising:3.3.4", "red-star-rising:3.3.2")
def test_west_of_leningrad_lies_the_sea_and_east_of_it_a_major_river() -> None:
    front = positions_of("red-star-rising", "barbarossa", setup="empty", phase="movement", side="soviet", turn=CLEAR)
    scene = front(units={"rifle": {"at": "6116", "type": "soviet-infantry-corps"}})
    names = [feature.name for feature in scene.game.board.features(scene.unit("rifle").at)]
    assert "Leningrad" in names
    assert scene.refused("step-to rifle 6115") == "3.3.4"
    assert cost(scene, "rifle", "6117") == cost(marching({"inf": "0101"}, strip(".."), sides={"major-river": [SOUTH]}),
                                                "inf", "0102")  # fmt: skip


@pytest.mark.rule("red-star-rising:3.3.4")
@pytest.mark.parametrize("water", ["l", "s"])
def test_no_unit_enters_a_lake_or_the_sea(water: str) -> None:
    assert marching({"inf": "0101"}, strip(f".{water}")).refused("step-to inf 0102") == "3.3.4"


@pytest.mark.rule("red-star-rising:3.3.4/a")
def test_water_that_does_not_follow_the_whole_side_does_not_bar_the_way() -> None:
    scene = marching({"inf": "0101"}, "..../.l../....")
    assert scene.refused("step-to inf 0202") == "3.2"
    assert cost(scene, "inf", "0301") == 2
    assert scene.play("step-to inf 0102").refused("step-to inf 0202") == "3.3.4"


# Snow


@pytest.mark.rule("red-star-rising:3.3.5/a")
def test_in_snow_soviet_units_leave_a_zone_for_two() -> None:
    board = strip("......", 1)
    for turn, expected in ((CLEAR, 4), (MUD, 4), (SNOW, 3)):
        scene = marching({"rifle": "0102", "inf": "0201"}, board, "soviet", turn=turn)
        assert cost(scene, "rifle", "0103") == expected
    axis = marching({"inf": "0102", "rifle": "0201"}, board, turn=SNOW)
    assert cost(axis, "inf", "0103") == 4


@pytest.mark.rule("red-star-rising:3.3.5/b")
@pytest.mark.parametrize(("unit", "side"), [("inf", "axis"), ("pz", "axis"), ("army", "soviet"), ("tank", "soviet")])
def test_in_snow_a_marsh_is_a_forest(unit: str, side: str) -> None:
    frozen = marching({unit: "0101"}, strip(".m"), side, turn=SNOW)
    forest = marching({unit: "0101"}, strip(".f"), side, turn=SNOW)
    thawed = marching({unit: "0101"}, strip(".m"), side, turn=MUD)
    assert cost(frozen, unit, "0102") == cost(forest, unit, "0102")
    assert cost(thawed, unit, "0102") == 2 * (cost(forest, unit, "0102") or 0)


@pytest.mark.rule("red-star-rising:3.3.5/c")
def test_in_snow_arctic_hexes_cost_twice_as_much() -> None:
    for turn, expected in ((CLEAR, 1), (MUD, 1), (SNOW, 2)):
        assert cost(marching({"inf": "0101"}, strip("..."), turn=turn, arctic=["0102"]), "inf", "0102") == expected
    wooded = marching({"pz": "0101"}, strip(".m."), turn=SNOW, arctic=["0102"])
    assert cost(wooded, "pz", "0102") == 4


@pytest.mark.rule("red-star-rising:3.3.5/c")
def test_rivers_and_zones_are_not_doubled_in_the_arctic() -> None:
    river = marching({"inf": "0101"}, strip("..."), turn=SNOW, arctic=["0102"], sides={"river": [SOUTH]})
    assert cost(river, "inf", "0102") == 3
    pinned = marching({"pz": "0102", "rifle": "0201"}, strip("....", 1), turn=SNOW, arctic=["0103"])
    assert cost(pinned, "pz", "0103") == 5


@pytest.mark.rule("red-star-rising:3.3.5/d")
def test_in_snow_soviet_units_on_foot_cross_a_red_arrow_like_a_river() -> None:
    arrow = {"ice-road": [SOUTH]}
    for unit in ("army", "rifle", "cav", "hq", "guards", "marine"):
        scene = marching({unit: "0101"}, strip("..."), "soviet", turn=SNOW, sides=arrow)
        assert cost(scene, unit, "0102") == 2
        assert scene.allows(f"step-to {unit} 0102")


@pytest.mark.rule("red-star-rising:3.3.5/d")
@pytest.mark.parametrize(("unit", "side"), [("tank", "soviet"), ("mech", "soviet"), ("inf", "axis"), ("pz", "axis")])
def test_a_red_arrow_stays_closed_to_motorised_units_and_to_the_axis(unit: str, side: str) -> None:
    scene = marching({unit: "0101"}, strip("..."), side, turn=SNOW, sides={"ice-road": [SOUTH]})
    assert scene.refused(f"step-to {unit} 0102") == "3.3.5"
    lake = marching({unit: "0101"}, strip("..."), side, turn=SNOW, sides={"lakeside": [SOUTH]})
    assert lake.refused(f"step-to {unit} 0102") == "3.3.4"


# Siege artillery

LINE = [hexes(1, 6)]


@pytest.mark.rule("red-star-rising:3.3.6")
def test_siege_artillery_moves_three_hexes_along_a_railway() -> None:
    scene = marching({"siege": "0101"}, strip("......"), rails=LINE)
    assert costs(scene, "siege") == {"0101": 0, "0102": 1, "0103": 2, "0104": 3}
    moved = scene.play("step-to siege 0102", "step-to siege 0103", "step-to siege 0104")
    assert moved.refused("step-to siege 0105") == "3.3.6"


@pytest.mark.rule("red-star-rising:3.3.6/a")
def test_siege_artillery_never_leaves_the_railway() -> None:
    scene = marching({"siege": "0101"}, "../..", rails=[["0101", "0102"]])
    assert costs(scene, "siege") == {"0101": 0, "0102": 1}
    assert scene.refused("step-to siege 0201") == "3.3.6"
    crossing = marching({"siege": "0101"}, "../..", rails=[["0101", "0102"], ["0201", "0202"]])
    assert crossing.refused("step-to siege 0201") == "3.3.6"


@pytest.mark.rule("red-star-rising:3.3.6/b")
def test_siege_artillery_ignores_what_the_ground_costs() -> None:
    sides = {"major-river": [SOUTH], "river": ["0102/S"]}
    scene = marching({"siege": "0101"}, strip(".mm..."), rails=LINE, sides=sides, turn=SNOW, arctic=["0103"])
    assert cost(scene, "siege", "0104") == 3


@pytest.mark.rule("red-star-rising:3.3.4", "red-star-rising:3.3.6")
@pytest.mark.parametrize("water", ["lakeside", "seaside", "ice-road"])
def test_siege_artillery_is_barred_by_water_though_a_railway_is_drawn_across(water: str) -> None:
    scene = marching({"siege": "0101"}, strip("......"), rails=LINE, sides={water: ["0102/S"]})
    assert costs(scene, "siege") == {"0101": 0, "0102": 1}
    assert scene.play("step-to siege 0102").refused("step-to siege 0103") == "3.3.4"


@pytest.mark.rule("red-star-rising:3.3.6/c")
def test_siege_artillery_enters_an_enemy_zone_only_to_a_friend_who_holds_it_open() -> None:
    units = {"siege": "0101", "rifle": "0202"}
    board = strip("......", 2)
    assert marching(units, board, rails=LINE).refused("step-to siege 0102") == "3.3.6"
    assert marching({**units, "inf": "0102"}, board, rails=LINE).allows("step-to siege 0102")
    assert marching({**units, "sec": "0102"}, board, rails=LINE).refused("step-to siege 0102") == "3.3.6"


@pytest.mark.rule("red-star-rising:3.3.6/d")
def test_siege_artillery_pays_nothing_to_leave_a_zone_but_goes_from_none_to_another() -> None:
    units = {"siege": "0102", "inf-1": "0102", "inf-2": "0103", "rifle": "0202"}
    scene = marching(units, strip("......", 2), rails=LINE)
    assert cost(scene, "siege", "0101") == 1
    assert scene.refused("step-to siege 0103") == "5.0.7"


@pytest.mark.rule("red-star-rising:3.3.6", "red-star-rising:10.6.1")
def test_siege_artillery_without_supply_moves_half_as_far() -> None:
    scene = marching({"siege": marked("0101", "unsupplied")}, strip("......"), rails=LINE)
    assert costs(scene, "siege") == {"0101": 0, "0102": 1, "0103": 2}
