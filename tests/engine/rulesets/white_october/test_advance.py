"""8.2.7, 8.3 and 8.4: advance after combat, offensive movement and bridges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NE, NOTHING, NW, SE, SW, combat, declared, fought
from tests.engine.rulesets.white_october.scenes import here
from tests.helpers.positions import Scene, marked

FURTHER = here(7, 3)


def won(units: dict[str, Any], attackers: str, result: str = "a", beaten: str = "1+dr", **more: Any) -> Scene:
    """After a victory from the south-west; the Reds have gone by the north-east, two hexes in rout."""
    scene = fought({"rifle": CENTRE, **units}, attackers, (result, beaten), **more).play("take-loss rifle")
    return scene.play(f"retreat rifle {NE}", *((f"retreat rifle {FURTHER}",) if "dr" in beaten else ()))


@pytest.mark.rule("white-october:8.2.7")
def test_an_a_makes_at_least_one_combat_unit_advance() -> None:
    scene = won({"inf": SW, "guns": SW, "hqa": SW}, "inf", beaten="1+r")
    assert scene.refused("done") == "8.2.7"
    assert scene.refused(f"advance guns {CENTRE}") == "8.2.7"
    gone = scene.play(f"advance inf {CENTRE}")
    assert gone.play(f"advance guns {CENTRE}", f"advance hqa {CENTRE}").place("hqa") == CENTRE
    assert gone.allows("done")


@pytest.mark.rule("white-october:8.2.7/d")
def test_without_an_a_nobody_advances() -> None:
    scene = won({"inf": SW}, "inf", NOTHING, "1+r")
    assert scene.state.frames[-1].kind != "advance"


@pytest.mark.rule("white-october:8.2.7/a")
def test_cavalry_may_take_a_second_hex_after_the_enemy_has_gone_two() -> None:
    scene = won({"cav": SW, "inf-2": here(7, 1)}, "cav").play(f"advance cav {CENTRE}")
    assert scene.allows(f"advance cav {NE}")
    assert scene.refused(f"advance cav {SE}") == "8.2.7"
    short = won({"cav": SW}, "cav", beaten="1+r").play(f"advance cav {CENTRE}")
    assert not short.choices("advance")
    limited = won({"cav": SW}, "cav", "a1").play(f"advance cav {CENTRE}")
    assert not limited.choices("advance")


@pytest.mark.rule("white-october:8.2.7/b", "white-october:7.4")
def test_infantry_takes_it_where_it_is_easy_or_by_a_forced_march() -> None:
    easy = won({"inf": SW}, "inf").play(f"advance inf {CENTRE}")
    assert easy.allows(f"advance inf {NE}")
    hard = won({"inf": SW, "rifle-2": here(6, 2), "rifle-3": here(4, 3)}, "inf").play(f"advance inf {CENTRE}")
    assert hard.refused(f"advance inf {NE}") == "8.2.7"
    woods = "/".join(["wwwwwwwwwwww"] * 8)
    slow = won({"inf": SW}, "inf", board=woods, roads=[]).play(f"advance inf {CENTRE}")
    assert slow.refused(f"advance inf {NE}") == "8.2.7"
    forced = hard.play("force-march", f"advance inf {NE}")
    assert forced.place("inf") == NE
    assert forced.state.values["fatigue"] == 1


@pytest.mark.rule("white-october:8.2.7/c")
def test_one_hex_only_where_the_enemy_was_eliminated() -> None:
    scene = fought({"cav": SW, "rifle1": CENTRE}, "cav", ("a", "1")).play("take-loss rifle1", f"advance cav {CENTRE}")
    assert not scene.choices("advance")
    assert not won({"cav": SW}, "cav", "a1").play(f"advance cav {CENTRE}").choices("advance")


@pytest.mark.rule("white-october:8.2.7")
def test_a_defender_who_wins_advances_into_one_hex_that_was_left() -> None:
    units = {"inf": SW, "inf-2": NW, "hqa": here(3, 4), "rifle": CENTRE}
    scene = fought(units, "inf inf-2", ("1+r", "a1"), dice=LOSES, hq="hqa")
    scene = scene.play("take-loss inf")
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    assert set(scene.choices("advance")) == {f"advance rifle {SW}", f"advance rifle {NW}"}
    assert scene.menu.side == "red"


@pytest.mark.rule("white-october:7.2", "white-october:8.2.7")
def test_an_advance_does_not_overfill_a_hex() -> None:
    scene = won({"inf": SW, "inf-2": SW, "hqa": SW}, "inf inf-2", beaten="1+r").play(f"advance inf {CENTRE}")
    assert scene.refused(f"advance inf-2 {CENTRE}") == "7.2"
    assert scene.choices("advance") == (f"advance hqa {CENTRE}",)


@pytest.mark.rule("white-october:8.3")
def test_an_offensive_movement_is_one_hex_for_whoever_is_in_no_zone_and_does_nothing_else() -> None:
    units = {"inf": here(3, 4), "inf-2": SW, "hqa": here(3, 4), "rifle": CENTRE}
    scene = combat(units)
    assert scene.refused(f"move-offensively inf-2 {NW}") == "8.3"
    assert scene.refused(f"move-offensively inf {here(1, 4)}") == "8.3"
    assert scene.allows(f"move-offensively hqa {here(3, 3)}")
    moved = scene.play(f"move-offensively inf {NW}")
    assert moved.place("inf") == NW
    assert moved.play(f"declare-attack {CENTRE}").refused("add-attacker inf") == "8.3"
    assert moved.refused(f"move-offensively inf {here(3, 3)}") == "8.3"


@pytest.mark.rule("white-october:8.3/a")
def test_not_out_of_a_zone_nor_for_the_routed_nor_for_those_who_fight_or_fire() -> None:
    assert combat({"inf": SW, "rifle": CENTRE}).refused(f"move-offensively inf {here(3, 4)}") == "8.3"
    routed = combat({"inf": marked(here(2, 4), "routed"), "inf-2": SW, "rifle": CENTRE})
    assert routed.refused(f"move-offensively inf {here(2, 5)}") == "8.3"
    firing = combat({"guns": here(3, 4), "inf-2": SW, "rifle": CENTRE}).play(f"bombard guns {CENTRE}")
    assert firing.refused(f"move-offensively guns {here(3, 5)}") == "8.1.1"


@pytest.mark.rule("white-october:8.3")
def test_before_anything_is_carried_out() -> None:
    scene = declared(combat({"inf": SW, "inf-2": here(2, 4), "rifle": CENTRE}), CENTRE, ["inf"])
    assert scene.allows(f"move-offensively inf-2 {here(2, 5)}")
    assert scene.play("done").refused(f"move-offensively inf-2 {here(2, 5)}") == "8"


@pytest.mark.rule("white-october:8.4/a")
def test_white_infantry_blows_a_railway_bridge_and_does_nothing_else() -> None:
    bridge = {"rails": [[here(column, 2) for column in range(1, 8)]], "sides": {"river": [f"{here(3, 2)}/SE"]}}
    scene = combat({"inf": here(3, 2), "cav": here(4, 2), "rifle": here(9, 6)}, **bridge)
    (choice,) = scene.choices("blow-bridge")
    blown = scene.play(choice)
    assert blown.state.values["bridges-blown"] == 1
    assert blown.refused(f"move-offensively inf {here(3, 3)}") == "8.4"
    assert not blown.choices("blow-bridge")
    spent = combat({"inf": here(3, 2), "rifle": here(9, 6)}, values={"bridges-blown": 2}, **bridge)
    assert spent.refused(choice) == "8.4"
    red = combat({"rifle": here(3, 2), "inf": here(9, 6)}, side="red", **bridge)
    assert red.refused(choice.replace("inf", "rifle")) == "8.4"


@pytest.mark.rule("white-october:8.4", "white-october:8.2.6.D")
def test_a_routed_unit_blows_no_bridge() -> None:
    bridge = {"rails": [[here(column, 2) for column in range(1, 8)]], "sides": {"river": [f"{here(3, 2)}/SE"]}}
    scene = combat({"inf": {"at": here(3, 2), "marks": ["routed"]}, "inf-2": here(8, 1), "rifle": here(9, 6)}, **bridge)
    assert scene.refused(f"blow-bridge inf {here(3, 2)}/SE") == "8.2.6.D"


@pytest.mark.rule("white-october:8.4")
def test_a_blown_bridge_carries_neither_trains_nor_supply() -> None:
    line = [here(column, 2) for column in range(1, 8)]
    more: dict[str, Any] = {"rails": [line], "roads": [], "narva": line[0]}
    sides = {"major-river": [f"{here(3, 2)}/SE"]}
    scene = combat({"inf": here(3, 2), "inf-2": here(7, 2), "rifle": here(12, 8)}, sides=sides, **more)
    assert scene.ask("supply", "inf-2").state == "supplied"
    assert scene.play(scene.choices("blow-bridge")[0]).ask("supply", "inf-2").state == "unsupplied"


@pytest.mark.rule("white-october:8.4", "white-october:7.1")
def test_nobody_walks_over_a_blown_bridge() -> None:
    line = [here(column, 2) for column in range(1, 8)]
    units = {"inf": here(3, 2), "inf-2": here(3, 2), "rifle": here(12, 8)}
    scene = combat(units, rails=[line], roads=[], sides={"neva": [f"{here(3, 2)}/SE"]})
    over = f"move-offensively inf-2 {here(4, 2)}"
    assert scene.allows(over)
    blown = scene.play(next(choice for choice in scene.choices("blow-bridge") if " inf " in choice))
    assert blown.refused(over) == "8.3"


@pytest.mark.rule("white-october:8.2.7/a", "white-october:14.1")
def test_a_car_that_went_along_may_take_the_second_hex_as_well() -> None:
    scene = won({"cav": SW, "inf1": SW, "car": SW}, "cav inf1 car")
    scene = scene.play(f"advance cav {CENTRE}", f"advance cav {NE}", f"advance inf1 {CENTRE}")
    assert scene.place("car") == CENTRE
    assert scene.play(f"advance car {NE}").place("car") == NE


@pytest.mark.rule("white-october:8.2.7/a")
def test_a_victor_who_went_on_leaves_the_others_the_hex_that_he_entered() -> None:
    """The defender has won and may choose between two hexes: the second to advance follows the first."""
    units = {"inf": SW, "inf-2": NW, "hqa": here(3, 4), "redcav": CENTRE, "rifle1": CENTRE}
    scene = fought(units, "inf inf-2", ("1+dr", "a"), dice=LOSES, hq="hqa", stands=True)
    scene = scene.play("take-loss inf")
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    there = scene.play(f"advance redcav {SW}")
    further = [choice for choice in there.choices("advance") if "redcav" in choice]
    gone = there.play(further[0])
    assert gone.allows(f"advance rifle1 {SW}")
    assert gone.refused(f"advance rifle1 {NW}") == "8.2.7"


@pytest.mark.rule("white-october:8.3", "white-october:10.1", "white-october:14.1")
def test_what_keeps_a_unit_from_an_offensive_movement_keeps_it_from_the_list_as_well() -> None:
    far = here(9, 6)
    shy = combat({"rifle": marked(far, "restricted"), "inf": here(2, 6)}, side="red")
    assert shy.refused(f"move-offensively rifle {here(8, 6)}") == "10.1"
    assert shy.allows(f"move-offensively rifle {here(10, 6)}")
    fort = combat({"fort": far, "rifle": far, "inf": here(2, 6)}, side="red")
    assert fort.refused(f"move-offensively fort {here(10, 6)}") == "8.3"
    board = "/".join(["............"] * 2 + ["mmmm........"] + ["............"] * 5)
    car = combat({"inf": here(2, 2, board), "car": here(2, 2, board), "rifle": far}, board)
    marsh = here(2, 3, board)
    assert car.refused(f"move-offensively inf {marsh}") == "7.2", "the car cannot follow and would stand alone"
    assert car.refused(f"move-offensively car {here(2, 1, board)}") == "7.2"
    assert car.choices("move-offensively")
    assert not [choice for choice in car.choices("move-offensively") if marsh in choice or "car" in choice]


@pytest.mark.rule("white-october:8.4")
def test_a_bridge_is_blown_by_somebody_beside_it_who_does_nothing_else_and_only_once() -> None:
    line = [here(column, 2) for column in range(1, 8)]
    units = {"inf": here(3, 2), "inf-2": here(4, 2), "inf-3": here(6, 2), "rifle": here(9, 6)}
    scene = combat(units, rails=[line], sides={"river": [f"{here(3, 2)}/SE"]})
    blows = {choice.split()[1]: choice for choice in scene.choices("blow-bridge")}
    assert set(blows) == {"inf", "inf-2"}
    assert scene.refused(blows["inf"].replace("inf", "inf-3", 1)) == "8.4"
    assert scene.play(f"move-offensively inf {here(3, 1)}").refused(blows["inf"]) == "8.3"
    assert scene.play(blows["inf"]).refused(blows["inf-2"]) == "8.4"
