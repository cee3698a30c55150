"""Chapters 12 to 15: play in Petrograd, forts, vehicles, trains and fleets."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.white_october.command import reach
from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NE, NOTHING, SW, begun, combat
from tests.engine.rulesets.white_october.scenes import LINE, here, moving, october, town
from tests.helpers.positions import cost

CITY: dict[str, Any] = {"city": "oii", "ways_in": [(here(3, 4), "P0101")]}
"""Three districts in a row, the outer one beside the hex 3, 4."""


@pytest.mark.rule("white-october:12")
def test_into_the_city_and_out_of_it_one_pays_for_what_one_enters() -> None:
    scene = moving({"inf": here(3, 4)}, **CITY)
    assert cost(scene, "inf", "P0101") == 1
    assert cost(scene, "inf", "P0201") == 3
    out = moving({"inf": "P0101"}, **CITY)
    assert cost(out, "inf", here(3, 4)) == 1


@pytest.mark.rule("white-october:12")
def test_a_district_is_half_a_hex_for_fire() -> None:
    """From the third district out to a hex beside the city it is two hexes: two districts and a hex."""
    scene = combat({"redguns": "P0301", "inf": here(3, 4), "rifle": "P0101"}, side="red", **CITY)
    ground, board = scene.game.materials.ground, scene.game.board
    assert ground.ranges(board.at("P0301"), 3)[board.at(here(3, 4))] == 4
    assert scene.allows(f"bombard redguns {here(3, 4)}")
    further = combat({"redguns": "P0301", "inf": here(2, 4), "rifle": here(3, 4)}, side="red", **CITY)
    assert further.refused(f"bombard redguns {here(2, 4)}") == "8.1.2"


@pytest.mark.rule("white-october:12")
def test_a_district_is_one_hex_for_command_and_retreat() -> None:
    scene = combat({"redhq": "P0301", "rifle": "P0101", "inf": here(3, 4)}, side="red", **CITY)
    found = reach(scene.game, scene.state, scene.unit("redhq").id)
    assert found[scene.game.board.at("P0101")] == 2


@pytest.mark.rule("white-october:12")
@pytest.mark.parametrize(
    ("there", "joins", "fits"),
    [
        (("rifle4",), "rifle1", False),
        (("rifle1", "rifle2"), "redweak", False),
        (("rifle1", "redweak"), "rifle1-2", True),
        (("rifle4", "com"), "district", True),
        (("rifle4", "redguns"), "redguns-2", False),
        (("rifle4", "redcar", "redcar-2"), "redcar-3", False),
        (("rifle4", "redcar", "redcar-2"), "redhq", True),
    ],
)
def test_stacking_in_a_district(there: tuple[str, ...], joins: str, fits: bool) -> None:
    units = dict.fromkeys(there, "P0101") | {joins: "P0101", "rifle-9": here(9, 6)}
    answer = moving(units, side="red", **CITY).ask("stack", "P0101")
    assert answer.allowed is fits
    if not fits:
        assert answer.rule == "12"


@pytest.mark.rule("white-october:13")
def test_forts_do_not_count_in_a_stack_and_support_under_a_headquarters() -> None:
    assert moving({"fort": CENTRE, "rifle4": CENTRE, "rifle1": CENTRE}, side="red").ask("stack", CENTRE).allowed
    units = {"rifle": NE, "inf": CENTRE, "fort": here(7, 3), "redhq": here(7, 4)}
    scene = begun(combat(units, side="red"), CENTRE, ["rifle"])
    assert scene.refused("add-support fort") == "5.2"
    led = begun(combat(units, side="red"), CENTRE, ["rifle"], hq="redhq")
    assert led.allows("add-support fort")


@pytest.mark.rule("white-october:14.1")
def test_a_vehicle_attacks_with_combat_units_of_its_hex_alone() -> None:
    scene = combat({"inf": SW, "car": SW, "rifle": CENTRE}).play(f"declare-attack {CENTRE}")
    assert scene.refused("add-attacker car") == "14.1"
    assert scene.play("add-attacker inf").allows("add-attacker car")


@pytest.mark.rule("white-october:14.1.1")
def test_tanks_away_from_a_supplied_railway_are_lost() -> None:
    line: dict[str, Any] = {"rails": [[here(column, 4) for column in range(1, 6)]], "narva": here(1, 4)}
    near = moving({"inf": here(5, 6), "tanks": here(5, 6)}, **line).play("done")
    assert near.place("tanks") == here(5, 6)
    far = moving({"inf": here(5, 7), "tanks": here(5, 7)}, **line).play("done")
    assert far.place("tanks") == "white-eliminated"


@pytest.mark.rule("white-october:14.1.1")
def test_tanks_come_back_in_a_supplied_locality() -> None:
    dry, wet = here(3, 8), here(2, 4)
    scene = october(
        {"tanks": {"at": "white-calendar", "values": {"due": 3}}, "inf": wet, "inf-2": dry, "rifle": here(11, 1)},
        phase="recruits",
        side="white",
        turn=3,
        narva=here(1, 4),
        features=[town(dry, "Dry"), town(wet, "Wet")],
        control={"white": [dry, wet]},
    )
    assert scene.refused(f"return tanks {dry}") == "14.1.1"
    assert scene.play(f"return tanks {wet}").place("tanks") == wet


ENTRIES = {"parameters": {"rail_entries": {"moscow": here(12, 4), "vologda": here(12, 6)}}}


@pytest.mark.rule("white-october:14.2", "white-october:7.3/a")
def test_trains_go_as_far_as_the_rails_and_stop_after_a_step_from_zone_to_zone() -> None:
    scene = moving({"train": here(1, 4), "inf": here(2, 2)}, rails=[LINE])
    assert scene.allows(f"run-train train {here(12, 4)}")
    assert scene.refused(f"run-train train {here(5, 5)}") == "14.2"
    watched = moving({"train": here(1, 4), "rifle": here(5, 5), "inf": here(2, 2)}, rails=[LINE])
    reached = {choice.split()[-1] for choice in watched.choices("run-train")}
    assert {here(4, 4), here(5, 4)} <= reached
    assert here(6, 4) not in reached
    passed = moving({"train": here(1, 4), "rifle": here(6, 5), "inf": here(2, 2)}, rails=[LINE])
    assert passed.allows(f"run-train train {here(12, 4)}")
    gone = scene.play(f"run-train train {here(9, 4)}")
    assert gone.refused(f"run-train train {here(3, 4)}") == "7"


@pytest.mark.rule("white-october:14.2")
def test_red_trains_leave_by_one_line_and_come_back_by_either() -> None:
    scene = moving({"redtrain": here(5, 4), "rifle": here(2, 2)}, side="red", rails=[LINE], charts=ENTRIES)
    gone = scene.play(f"send-train-off redtrain {here(12, 4)} {here(12, 4)}")
    assert dict(gone.unit("redtrain").values) == {"due": 3, "entry": here(12, 4)}


SEA = "ssss/ssss/...."


@pytest.mark.rule("white-october:15.1", "white-october:7.3/b")
def test_fleets_sail_where_there_is_a_blue_side_and_whites_not_over_mines() -> None:
    shore = [f"{here(column, 3, SEA)}/N" for column in range(1, 4)]
    mines = {"shore": shore, "mines": [f"{here(2, row, SEA)}/{way}" for row in (1, 2) for way in ("NE", "SE")]}
    red = moving({"redfleet": here(1, 1, SEA), "rifle": here(4, 3, SEA)}, SEA, "red", sides=mines)
    assert red.allows(f"sail redfleet {here(4, 1, SEA)}")
    assert red.allows(f"sail redfleet {here(2, 3, SEA)}")
    assert red.refused(f"sail redfleet {here(4, 3, SEA)}") == "15.1"
    watched = moving({"redfleet": here(1, 1, SEA), "inf": here(2, 3, SEA), "rifle": here(4, 3, SEA)}, SEA, "red")
    assert watched.allows(f"sail redfleet {here(2, 2, SEA)}")
    white = moving({"squadron": here(1, 1, SEA), "inf": here(4, 3, SEA)}, SEA, sides=mines)
    assert white.allows(f"sail squadron {here(2, 2, SEA)}")
    assert white.refused(f"sail squadron {here(4, 1, SEA)}") == "15.1"


@pytest.mark.rule("white-october:15.2")
def test_aircraft_support_attacks_and_not_defences() -> None:
    units = {"inf": SW, "rifle": CENTRE, "redplane": "red-air", "redguns": CENTRE}
    scene = begun(combat(units), CENTRE, ["inf"]).play("resolve")
    assert scene.refused("add-support redplane") == "15.2"


@pytest.mark.rule("white-october:15.2")
def test_aircraft_are_ready_when_their_turn_begins() -> None:
    waiting = {"at": "white-calendar", "values": {"due": 2}}
    scene = october(
        {"plane": waiting, "inf": here(2, 2), "rifle": here(9, 6)}, phase="later-movement", side="red"
    ).play("done")
    assert scene.place("plane") == "white-air"


@pytest.mark.rule("white-october:15.2", "white-october:8.2.4")
def test_aircraft_that_supported_an_attack_wait_for_the_next_clear_turn() -> None:
    units = {"inf": SW, "rifle": CENTRE, "plane": "white-air"}
    scene = begun(combat(units, dice=LOSES, results=[NOTHING, NOTHING], turn=2), CENTRE, ["inf"])
    flown = scene.play("add-support plane", "resolve")
    assert (flown.place("plane"), flown.unit("plane").values["due"]) == ("white-calendar", 4)


@pytest.mark.rule("white-october:15.1", "white-october:8.2.4")
def test_a_support_is_one_of_the_three_shots_of_the_red_fleet() -> None:
    units = {"rifle": SW, "inf": CENTRE, "redfleet": {"at": NE, "values": {"shots": 2}}}
    scene = begun(combat(units, side="red", dice=LOSES, results=[NOTHING, NOTHING]), CENTRE, ["rifle"])
    fired = scene.play("add-support redfleet", "resolve")
    assert fired.unit("redfleet").values["shots"] == 3
    assert fired.unit("redfleet").marks == {"low-ammo"}
