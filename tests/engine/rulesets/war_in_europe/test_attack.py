"""Chapters 11 and 12.1 to 12.4: who attacks what, by which table, at which odds, with which die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core.answers import Losses
from engine.rulesets.war_in_europe.combat.fights import Fight
from tests.engine.rulesets.war_in_europe.scenes import MUD, SNOW, europe, fighting, group, marked
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


@pytest.mark.rule("war-in-europe:11.0", "war-in-europe:11.11", "war-in-europe:11.12", "war-in-europe:11.1")
def test_attacks_are_made_on_neighbours_and_by_nobody_who_does_not_want_to() -> None:
    scene = fighting({"inf": "0303", "rus": "0403", "rus-2": "0603"}, **FAR)
    assert scene.allows("done")
    assert scene.refused("declare-attack 0603") == "11.11"
    assert scene.refused("declare-attack 0303") == "11.11"
    begun = scene.play("declare-attack 0403")
    assert begun.refused("resolve") == "11.11"
    assert begun.refused("add-attacker rus") == "11.11"
    assert begun.play("call-off").allows("done")


@pytest.mark.rule("war-in-europe:11.0")
def test_supply_and_repair_units_never_attack() -> None:
    scene = fighting({"sup": "0303", "inf": "0303", "rr": "0402", "rus": "0403"}, **FAR).play("declare-attack 0403")
    assert scene.refused("add-attacker sup") == "14.42"
    assert scene.refused("add-attacker rr") == "6.65"


@pytest.mark.rule("war-in-europe:11.13", "war-in-europe:11.22", "war-in-europe:11.21", "war-in-europe:11.23")
def test_all_around_attack_all_in_the_hex_and_others_do_something_else() -> None:
    units = {"inf": "0303", "pz": "0303", "cav": "0304", "rus": "0403", "rus2": "0403", "rus4": "0404"}
    scene = fighting(units, **FAR).play("declare-attack 0403")
    assert {action.split()[1] for action in scene.choices("add-attacker")} == {"inf", "pz", "cav"}
    assert scene.ask("attack", units=["pz"], target="0403").defence.value == 3
    both = scene.play("add-attacker cav", "add-target 0404")
    assert both.refused("add-attacker inf") == "11.23"
    assert both.ask("attack", units=["cav"], target="0403", targets=["0403", "0404"]).defence.value == 7
    apart = fighting({"inf": "0303", "rus": "0403", "rus-2": "0202"}, **FAR).play("declare-attack 0403")
    assert apart.play("add-attacker inf", "add-target 0202").refused("add-target 0403") == "11.23"


@pytest.mark.rule("war-in-europe:11.14")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    units = {"inf": "0303", "pz": "0304", "rus4": "0403", "rus": "0404"}
    scene = fighting(units, results=["AEx"], dice=[3], **FAR)
    scene = scene.play("declare-attack 0403", "add-attacker inf", "resolve", "take-loss inf", "done")
    assert scene.refused("declare-attack 0403") == "11.14"
    assert scene.play("declare-attack 0404").refused("add-attacker inf") == "11.14"


@pytest.mark.rule("war-in-europe:12.1/b")
@pytest.mark.rule("war-in-europe:12.0", "war-in-europe:12.1", "war-in-europe:12.1/a")
def test_the_table_goes_by_zone_nation_year_and_season() -> None:
    """The printed example: Germans in the temperate zone in the snow of 1940 use the second table."""
    snow_1940 = 69
    germans = fighting({"inf": "0303", "rus": "0403"}, turn=snow_1940, **FAR)
    assert germans.ask("attack", units=["inf"], target="0403").table == "combat-2"
    assert (
        fighting({"rom": "0303", "rus": "0403"}, **FAR).ask("attack", units=["rom"], target="0403").table == "combat-4"
    )
    mixed = fighting({"rom": "0303", "inf": "0303", "rus": "0403"}, **FAR)
    assert mixed.ask("attack", units=["rom", "inf"], target="0403").table == "combat-1"
    chosen = mixed.play("declare-attack 0403", "add-attacker rom", "add-attacker inf", "use-table 4")
    assert chosen.refused("use-table 1") == "12.1"
    [told] = chosen.rolling(3).play("resolve").told("attack-resolved")
    assert told.table == "combat-4"


@pytest.mark.rule("war-in-europe:12.33/a")
@pytest.mark.rule("war-in-europe:12.31", "war-in-europe:12.33")
def test_odds_are_rounded_for_the_defender_and_capped() -> None:
    """26 against 10 is two to one."""
    units = {"pz": "0303", "pz-2": "0303", "inf": "0304", "guard": "0403", "rus4": "0403"}
    assert fighting(units, **FAR).ask("attack", units=["pz", "pz-2", "inf"], target="0403").column == "2-1"
    strong = {"pz": "0303", "pz-2": "0303", "pz-3": "0304", "rus": "0403"}
    assert fighting(strong, **FAR).ask("attack", units=["pz", "pz-2", "pz-3"], target="0403").column == "12-1"
    even = fighting({"rom": "0303", "rus4": "0403"}, **FAR)
    assert even.ask("attack", units=["rom"], target="0403").column == "1-2"
    weak = fighting({"inf": group("0303"), "guard": "0403"}, **FAR).play("declare-attack 0403", "add-attacker inf")
    assert weak.refused("resolve") == "12.33"


@pytest.mark.rule("war-in-europe:12.32")
def test_lower_odds_may_be_chosen() -> None:
    scene = fighting({"pz": "0303", "rus": "0403"}, dice=[3], **FAR).play("declare-attack 0403", "add-attacker pz")
    assert scene.refused("lower-odds 11-1") == "12.32"
    [told] = scene.play("lower-odds 3-1", "resolve").told("attack-resolved")
    assert told.odds == "3-1"


@pytest.mark.rule("war-in-europe:5.8/e")
@pytest.mark.rule("war-in-europe:12.4", "war-in-europe:12.41", "war-in-europe:12.41/a", "war-in-europe:5.8")
def test_ground_and_rivers() -> None:
    board = "/".join(["....", "....", "...m", "...."])
    scene = fighting({"inf": "0303", "cav": "0304", "rus4": "0403"}, board, axis="0101", sides={"river": ["0303/SE"]})
    answer = scene.ask("attack", units=["inf", "cav"], target="0403", die=4)
    assert answer.attack.value == 3 + 4
    assert answer.defence.value == 2 * 4 * Fraction(1, 2)
    assert answer.modified_die == 3
    both = fighting(
        {"inf": "0303", "rus": "0403", "rus-2": "0402"}, "/".join(["....", "...w", "...b", "...."]), axis="0101"
    )
    asked = both.ask("attack", units=["inf"], target="0403", targets=["0403", "0402"], die=4)
    assert asked.modified_die == 3


@pytest.mark.rule("war-in-europe:12.42", "war-in-europe:14.12")
def test_unsupplied_units_fight_with_half_and_keep_the_fraction() -> None:
    """30 against 10 and a half is two to one, 30 against 10 is three to one."""
    scene = fighting({"pz": "0303", "pz-2": "0303", "pz-3": "0304", "rus2": "0403", "rus": "0403"}, axis="0101")
    answer = scene.ask("attack", units=["pz", "pz-2", "pz-3"], target="0403")
    assert answer.defence.value == "3/2"
    assert fighting({"inf": "0303", "rus": "0403"}).ask("unit", "inf").factors.attack.value == 3


@pytest.mark.rule("war-in-europe:12.42", "war-in-europe:12.31")
@pytest.mark.parametrize(("third", "defence", "column"), [("rcav", "21/2", "2-1"), ("rus2", 10, "3-1")])
def test_the_printed_half_point_makes_thirty_two_to_one(third: str, defence: object, column: str) -> None:
    """30 against 10 and a half is two to one, 30 against 10 is three to one."""
    attackers = {f"pz-{number}": "0303" for number in range(1, 4)}
    mechanised = {"at": "0403", "type": "soviet-mechanised"}
    scene = fighting({**attackers, "corps": "0403", "mech": mechanised, third: "0403"}, axis="0101")
    answer = scene.ask("attack", units=[*attackers], target="0403")
    assert (answer.attack.value, answer.defence.value, answer.column) == (30, defence, column)


@pytest.mark.rule("war-in-europe:15.1/k")
@pytest.mark.rule(
    "war-in-europe:12.44", "war-in-europe:15.1", "war-in-europe:15.1/b", "war-in-europe:15.1/c", "war-in-europe:15.2"
)
def test_weather_on_attack_and_defence() -> None:
    severe = {"severe": ("weather-zone", ["0303", "0304", "0403", "0402"])}

    def attack(unit: str, turn: int, **more: Any) -> Any:
        return europe({unit: "0303"}, phase="combat", side="axis", turn=turn, **FAR, **more).ask("unit", unit).factors

    assert attack("inf", MUD).attack.value == 3
    assert attack("inf", MUD).defence.value == 6
    assert attack("inf", SNOW).attack.value == 6
    assert attack("pz", SNOW).attack.value == 5
    assert attack("mot", SNOW).attack.value == 7
    assert attack("inf", MUD, regions=severe).defence.value == 3
    assert attack("fin", MUD, regions=severe).attack.value == 4
    assert attack("rus4", MUD, regions=severe).attack.value == 4
    arid = {"arid": ("weather-zone", ["0303"])}
    assert attack("inf", MUD, regions=arid).attack.value == 6
    border = fighting({"inf": "0303", "rus": "0403"}, turn=MUD, regions=arid, **FAR)
    assert border.ask("attack", units=["inf"], target="0403").attack.value == 6


@pytest.mark.rule("war-in-europe:12.46/a")
@pytest.mark.rule(
    "war-in-europe:12.46", "war-in-europe:13.41", "war-in-europe:13.42", "war-in-europe:13.44", "war-in-europe:13.82"
)
def test_an_air_point_adds_one_and_six_stays_six() -> None:
    air = {"supports-german-west": 1}
    scene = fighting({"inf": "0303", "rus4": "0403"}, dice=[5], values=air, **FAR).play(
        "declare-attack 0403", "add-attacker inf"
    )
    assert scene.ask("attack", units=["inf"], target="0403", air=True, die=6).modified_die == 6
    with_air = scene.play("add-air")
    assert with_air.refused("add-air") == "13.41"
    after = with_air.play("resolve")
    assert after.told("attack-resolved")[0].modified == 6
    assert (after.state.values.get("supports-german-west"), after.state.values["ready-german-west"]) == (None, 1)
    none = fighting({"inf": "0303", "rus4": "0403"}, values={"supports-german-east": 1}, **FAR).play(
        "declare-attack 0403"
    )
    assert none.refused("add-air") == "13.82"
    bare = fighting({"inf": "0303", "rus4": "0403"}, **FAR).play("declare-attack 0403")
    assert bare.refused("add-air") == "13.41", "no air-ground point on any front"


@pytest.mark.rule("war-in-europe:13.45/a")
@pytest.mark.rule("war-in-europe:13.43", "war-in-europe:13.45", "war-in-europe:14.6")
def test_aircraft_fly_twelve_hexes_from_a_supplied_hex_and_help_against_partisans() -> None:
    air = {"supports-german-west": 1}
    far = fighting({"inf": "0303", "rus4": "0403"}, values=air, allied="1208").play("declare-attack 0403")
    assert far.refused("add-air") == "13.43"
    near = fighting({"inf": "0303", "part": "0403"}, values=air, **FAR).play("declare-attack 0403", "add-attacker inf")
    assert near.allows("add-air")


@pytest.mark.rule(
    "war-in-europe:16.21", "war-in-europe:17.13", "war-in-europe:7.13", "war-in-europe:8.36", "war-in-europe:18.22"
)
@pytest.mark.parametrize(
    ("mark", "case"),
    [("rebuilt", "17.13"), ("sailed", "7.13"), ("flown", "8.36"), ("flown-in", "8.36"), ("aboard", "6.35")],
)
def test_who_does_not_attack_in_this_turn(mark: str, case: str) -> None:
    scene = fighting({"inf": marked("0303", mark), "pz": "0303", "rus": "0403"}, **FAR).play("declare-attack 0403")
    assert scene.refused("add-attacker inf") == case
    dug = fighting({"rus": marked("0303", "fortified"), "rus4": "0303", "inf": "0403"}, side="allied", **FAR)
    assert dug.play("declare-attack 0403").refused("add-attacker rus") == "18.22"


@pytest.mark.rule("war-in-europe:5.8")
def test_a_fortified_line_multiplies_and_takes_off_the_die_as_its_data_say() -> None:
    wall = [{"at": "0403", "kind": "fortified-line", "attributes": {"side": "allied", "defence": 3, "die": -1}}]
    answer = fighting({"pz": "0303", "rus4": "0403"}, features=wall, **FAR).ask(
        "attack", units=["pz"], target="0403", die=4
    )
    assert answer.defence.value == 12
    assert answer.modified_die == 3


@pytest.mark.rule("war-in-europe:5.8")
def test_a_fortified_line_is_of_no_use_to_enemies_who_stand_in_it() -> None:
    wall = [{"at": "0403", "kind": "fortified-line", "attributes": {"side": "axis", "defence": 3, "die": -1}}]
    answer = fighting({"pz": "0303", "rus4": "0403"}, features=wall, **FAR).ask(
        "attack", units=["pz"], target="0403", die=4
    )
    assert (answer.defence.value, answer.modified_die) == (4, 4)


@pytest.mark.rule("war-in-europe:12.41/a")
def test_who_attacks_two_hexes_and_one_of_them_across_a_river_is_halved() -> None:
    units = {"inf": "0303", "cav": "0304", "rus": "0403", "rus-2": "0404"}
    scene = fighting({**units, "inf": "0304"}, sides={"river": ["0304/NE"]}, **FAR)
    assert scene.ask("attack", units=["inf"], target="0404").attack.value == 6
    assert scene.ask("attack", units=["inf"], target="0403", targets=["0403", "0404"]).attack.value == 3


@pytest.mark.rule("war-in-europe:8.24/c")
def test_a_hex_with_dropped_units_is_attacked_alone_and_with_them() -> None:
    units = {"usp": marked("0403", "dropped"), "us": "0303", "us-2": "0303", "rom": "0403", "rom-2": "0402"}
    scene = fighting(units, side="allied", axis="1208", allied="0101")
    both = scene.play("declare-attack 0403", "add-attacker us", "add-target 0402")
    assert both.refused("resolve") == "8.24"
    assert scene.play("declare-attack 0403", "add-attacker us").refused("resolve") == "8.24"
    assert scene.play("declare-attack 0403", "add-attacker us", "add-attacker usp").allows("resolve")


def declared(scene: Scene, *attackers: str) -> Fight:
    after = scene.play("declare-attack 0403", *(f"add-attacker {each}" for each in attackers))
    frame: Any = after.state.frames[-1]
    return Fight(after.game, after.state, after.state.side, frame.declared)


def test_the_preview_says_how_many_steps_a_result_can_cost() -> None:
    """Two divisions of six points face a defence of eight: two steps pay it on AEx at the least, three at the most."""
    scene = fighting({"inf": "0303", "inf-2": "0303", "rus4": "0403", "rus4-2": "0403"}, **FAR)
    fight = declared(scene, "inf", "inf-2")
    costs = [fight.costs(result)[0] for result in ("AEx", "Ex", "1/2Ex", "De", "Ae")]
    assert [(each.least, each.most) for each in costs] == [(2, 3), (2, 2), (1, 1), (0, 0), (2, 2)]


def test_attackers_who_cannot_pay_are_all_lost_in_the_preview() -> None:
    units = {"inf": "0303", **{f"rus4-{number}": "0403" for number in range(3)}}
    assert declared(fighting(units, **FAR), "inf").costs("AEx")[0] == Losses(2, 2)


@pytest.mark.rule("war-in-europe:12.2")
def test_the_preview_minds_that_a_group_falls_after_its_division() -> None:
    """Two points go with the division and three with its group: three points owed are two steps, not one."""
    steps = [{"combat": 5, "movement": 5}, {"combat": 3, "movement": 5}]
    base: dict[str, Any] = {"side": "axis", "nation": "german", "symbol": "infantry", "size": "XX"}
    brick = {"id": "german-brick", "name": "German 5-5", **base, "movement_class": "foot", "traits": ["infantry"]}
    units = {"brick": {"at": "0303", "type": "german-brick"}, "rcav": "0403"}
    scene = fighting(units, types=[{**brick, "steps": steps}], **FAR)
    assert declared(scene, "brick").costs("AEx")[0] == Losses(2, 2)


@pytest.mark.rule("war-in-europe:8.24")
def test_the_preview_knows_who_is_flipped_and_who_is_removed() -> None:
    """Ae flips a division beside a drop, and removes the drop; De flips those who may stay."""
    units = {"usp": marked("0403", "dropped", "flown"), "us": "0303", "inf": "0403"}
    near: dict[str, Any] = {"side": "allied", "axis": "0101", "allied": "0205"}
    scene = fighting(units, **near)
    assert declared(scene, "usp", "us").costs("Ae")[0] == Losses(3, 3)
    assert declared(scene, "usp", "us").costs("De")[1] == Losses(1, 2)
    alone = fighting({"us": "0303", "inf": "0403"}, **near)
    assert declared(alone, "us").costs("De")[1] == Losses(1, 1)


@pytest.mark.rule("war-in-europe:5.8", "war-in-europe:15.1/f")
@pytest.mark.parametrize("side", ["blocked", "sea-side", "lake-side"])
def test_no_attack_goes_over_water_or_a_blocked_side(side: str) -> None:
    units = {"inf": "0303", "pz": "0304", "rus": "0403"}
    scene = fighting(units, sides={side: ["0303/SE"]}, **FAR)
    assert scene.play("declare-attack 0403").refused("add-attacker inf") == "5.8"
    alone = fighting({"inf": "0303", "rus": "0403"}, sides={side: ["0303/SE"]}, **FAR)
    assert alone.refused("declare-attack 0403") == "5.8"
    ice = {"severe": ("weather-zone", ["0303", "0403"])}
    frozen = fighting({"inf": "0303", "rus": "0403"}, sides={side: ["0303/SE"]}, regions=ice, turn=SNOW, **FAR)
    assert frozen.allows("declare-attack 0403") == (side == "lake-side")


@pytest.mark.rule("war-in-europe:11.11", "war-in-europe:6.35", "war-in-europe:7.13", "war-in-europe:11.1")
def test_where_nobody_around_a_hex_can_attack_it_their_case_is_named() -> None:
    def case(**unit: Any) -> str:
        return fighting({**unit, "rus": "0403"}, **FAR).refused("declare-attack 0403")

    assert case(inf=marked("0303", "aboard")) == "6.35"
    assert case(inf=marked("0303", "sailed")) == "7.13"
    assert case(inf=marked("0303", "rebuilt")) == "17.13"
    assert case(inf=marked("0303", "attacked")) == "11.14"
    assert case(sup="0303") == "14.42"
    assert case(rr="0303") == "6.65"
    assert case(inf="0202") == "11.11"
