"""4.1 to 4.3: lines of supply and where they come from."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.white_october.supply import is_supplied
from tests.engine.rulesets.white_october.scenes import FIELD, here, moving, october
from tests.helpers.positions import Scene, marked

ROAD = [here(column, 4) for column in range(1, 7)]
NARVA = here(1, 4)


def supplied(units: dict[str, Any], unit: str = "inf", **more: Any) -> bool:
    return has_line(moving(units, **{"narva": NARVA, "roads": [ROAD], **more}), unit)


def has_line(scene: Scene, unit: str) -> bool:
    """Whether a unit is supplied; the rules, which ask for no more than that, and the answer agree."""
    told = bool(scene.ask("supply", unit).state == "supplied")
    assert is_supplied(scene.game, scene.state, scene.unit(unit)) is told
    return told


@pytest.mark.rule("white-october:4.1", "white-october:4.2")
def test_a_line_runs_along_the_road_and_two_hexes_off_it() -> None:
    assert supplied({"inf": here(6, 4)})
    assert supplied({"inf": here(6, 6)})
    assert not supplied({"inf": here(6, 7)})


@pytest.mark.rule("white-october:4.2")
def test_the_answer_tells_the_line() -> None:
    answer = moving({"inf": here(6, 6)}, narva=NARVA, roads=[ROAD]).ask("supply", "inf")
    assert answer.source == NARVA
    assert answer.length == 7
    assert answer.path[0] == here(6, 6)


@pytest.mark.rule("white-october:4.2")
def test_roads_and_railways_can_be_combined() -> None:
    assert supplied({"inf": here(10, 4)}, roads=[ROAD], rails=[[here(column, 4) for column in range(6, 11)]])


@pytest.mark.rule("white-october:4.2")
def test_a_line_needs_no_road_within_two_hexes_of_its_source() -> None:
    assert supplied({"inf": here(1, 6)}, roads=[])
    assert not supplied({"inf": here(1, 7)}, roads=[])


@pytest.mark.rule("white-october:4.2/a")
def test_an_enemy_zone_cuts_a_line_and_a_friend_opens_it() -> None:
    cut = {"inf": here(6, 4), "rifle": here(3, 3)}
    assert not supplied(cut)
    assert supplied({**cut, "inf-2": here(3, 4), "inf1": here(2, 3), "weak": here(4, 3)} | {"weak-2": here(4, 4)})


@pytest.mark.rule("white-october:4.2")
def test_a_unit_in_an_enemy_zone_is_reached_itself() -> None:
    assert supplied({"inf": here(6, 4), "rifle": here(7, 4)})


@pytest.mark.rule("white-october:4.2/b")
@pytest.mark.parametrize("side", ["major-river", "neva", "lakeside"])
def test_water_stops_a_line_off_the_road_but_not_on_it(side: str) -> None:
    banks = [f"{here(3, 4)}/N", f"{here(3, 4)}/NE", f"{here(3, 4)}/SE", f"{here(3, 4)}/S"]
    far = {"inf": here(3, 3)}
    assert supplied(far, roads=[ROAD[:3]], sides={side: banks[:1]}) is True  # by way of another hex
    around = {side: [f"{here(3, 3)}/{way}" for way in ("SW", "S", "SE", "NW", "N", "NE")]}
    assert not supplied(far, roads=[ROAD[:3]], sides=around)
    assert supplied(far, roads=[[*ROAD[:3], here(3, 3)]], sides=around)


@pytest.mark.rule("white-october:4.2/c")
@pytest.mark.parametrize("letter", ["d", "m"])
def test_dense_forest_and_marsh_are_reached_and_not_crossed(letter: str) -> None:
    rows = [list(row) for row in FIELD.split("/")]
    for column in range(1, 13):
        rows[4][column - 1] = letter
    board = "/".join("".join(row) for row in rows)
    roads = [[here(column, 4, board) for column in range(1, 7)]]
    assert supplied({"inf": here(5, 5, board)}, board=board, roads=roads)
    assert not supplied({"inf": here(5, 6, board)}, board=board, roads=roads)
    assert supplied({"inf": here(5, 6, board)}, board=board, roads=[*roads, [here(5, row, board) for row in (4, 5, 6)]])


@pytest.mark.rule("white-october:4.3")
def test_red_supply_comes_from_the_eastern_edge_and_from_peter_and_paul() -> None:
    east = moving({"rifle": here(12, 2)}, side="red", sources=[here(12, 1)])
    assert east.ask("supply", "rifle").source == here(12, 1)
    city = moving(
        {"rifle": "P0102"},
        side="red",
        city="i/i",
        features=[{"at": "P0101", "kind": "district", "name": "Peter and Paul"}],
    )
    assert city.ask("supply", "rifle").source == "P0101"


@pytest.mark.rule("white-october:4.3")
def test_a_coast_east_of_row_47_supplies_the_reds() -> None:
    board = "s...../....../......"
    shore = {"shore": [f"{here(1, 1, board)}/S", f"{here(1, 1, board)}/SE"]}
    scene = moving({"rifle": here(2, 1, board)}, board, "red", sides=shore)
    assert scene.game.materials.ground.row(scene.game.board.at(here(2, 1, board))) < 47
    assert scene.ask("supply", "rifle").state == "supplied"
    patched = {"parameters": {"supply_row": 30}}
    west = moving({"rifle": here(2, 1, board)}, board, "red", sides=shore, charts=patched)
    assert west.ask("supply", "rifle").state == "unsupplied"


@pytest.mark.rule("white-october:4.3/a")
def test_narva_supplies_all_whites_and_the_coast_estonians_alone() -> None:
    board = "s...../....../....../......"
    coast = here(2, 1, board)
    more: dict[str, Any] = {
        "sides": {"shore": [f"{here(1, 1, board)}/SE", f"{here(1, 1, board)}/S"]},
        "regions": {"west-of-mines": [coast, here(1, 2, board)]},
    }

    def drawing(unit: str, **units: str) -> bool:
        return has_line(moving({unit: coast, **units}, board, **more), unit)

    assert drawing("est")
    assert not drawing("inf")
    assert not drawing("est", fort=here(3, 2, board))
    assert drawing("est", fort=here(5, 2, board))


@pytest.mark.rule("white-october:4.3")
def test_a_source_in_enemy_hands_supplies_nobody() -> None:
    assert not supplied({"inf": here(2, 6), "rifle": NARVA})


@pytest.mark.rule("white-october:4.4/b")
def test_fleets_and_aircraft_are_always_supplied() -> None:
    scene = october({"redfleet": here(5, 5), "plane": "white-air", "inf": here(2, 2)}, phase="movement", side="white")
    assert has_line(scene, "redfleet")
    assert has_line(scene, "plane")


@pytest.mark.rule("white-october:4.1")
def test_supply_is_looked_for_when_it_is_needed_and_not_kept() -> None:
    scene = moving({"inf": marked(here(6, 5), "low-ammo")}, narva=NARVA, roads=[ROAD])
    assert scene.ask("supply", "inf").state == "supplied"
    assert scene.unit("inf").marks == {"low-ammo"}
