"""8.2.1 to 8.2.5: declaring attacks, retiring, supports and the score."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import UnitId
from engine.rulesets.white_october.combat.sequence_of_combat import Fight
from tests.engine.rulesets.white_october.fights import (
    CENTRE,
    LOSES,
    NE,
    NOTHING,
    NW,
    SE,
    SW,
    WINS,
    N,
    S,
    begun,
    combat,
    declared,
    fought,
)
from tests.engine.rulesets.white_october.scenes import here, town
from tests.helpers.positions import Scene, marked


def modifiers(scene: Scene, *units: str, target: str = CENTRE, **more: Any) -> dict[str, int]:
    """What each label adds to the dice of an attack."""
    answer = scene.ask("attack", units=list(units), target=target, **more)
    return {str(term.label): int(term.value) for term in answer.modifiers.terms}


@pytest.mark.rule("white-october:8")
def test_everything_is_declared_first_and_carried_out_in_any_order() -> None:
    units = {"inf": SW, "inf-2": here(4, 5), "rifle": CENTRE, "rifle-2": S}
    scene = declared(declared(combat(units), CENTRE, ["inf"]), S, ["inf-2"])
    fighting = scene.play("done")
    assert fighting.choices("fight") == (f"fight {CENTRE} inf", f"fight {S} inf-2")
    assert fighting.refused(f"declare-attack {CENTRE}") == "8.2.1"


@pytest.mark.rule("white-october:8.2.1")
def test_combat_units_attack_what_is_next_to_them() -> None:
    scene = combat({"inf": SW, "guns": SW, "hqa": SW, "inf-2": here(2, 4), "rifle": CENTRE})
    hand = scene.play(f"declare-attack {CENTRE}")
    assert hand.choices("add-attacker") == ("add-attacker inf",)
    assert hand.refused("add-attacker guns") == "8.2.1"
    assert hand.refused("add-attacker inf-2") == "8.2.1"
    assert hand.refused("add-attacker rifle") == "8.2.1"
    assert scene.refused(f"declare-attack {N}") == "8.2.1"


@pytest.mark.rule("white-october:8.2.1")
def test_attacks_are_never_compulsory() -> None:
    assert combat({"inf": SW, "rifle": CENTRE}).allows("done")


@pytest.mark.rule("white-october:8.2.1/a")
def test_nobody_attacks_a_hex_it_could_not_enter() -> None:
    neva = {"neva": [f"{CENTRE}/SW"]}
    scene = combat({"inf": SW, "rifle": CENTRE}, sides=neva, roads=[])
    assert scene.refused(f"declare-attack {CENTRE}") == "8.2.1"


@pytest.mark.rule("white-october:8.2.1")
def test_a_hex_is_attacked_as_often_as_one_likes_but_each_unit_attacks_once() -> None:
    scene = declared(combat({"inf": SW, "inf-2": NW, "rifle": CENTRE}), CENTRE, ["inf"])
    again = scene.play(f"declare-attack {CENTRE}")
    assert again.refused("add-attacker inf") == "8.2.1"
    assert again.allows("add-attacker inf-2")


@pytest.mark.rule("white-october:8.2.1/b")
def test_those_who_come_late_may_still_advance() -> None:
    """Nobody of them has a line of supply: there was no second combat that would have cost them ammunition."""
    units = {"inf": SW, "inf-2": NW, "rifle": CENTRE}
    scene = combat(units, dice=WINS, results=["-", "1+r"], narva=here(1, 8), roads=[])
    scene = declared(declared(scene, CENTRE, ["inf"]), CENTRE, ["inf-2"]).play("done", f"fight {CENTRE} inf", "resolve")
    beaten = scene.play("take-loss rifle", f"retreat rifle {NE}")
    late = beaten.play(f"fight {CENTRE} inf-2")
    assert late.choices("advance") == (f"advance inf-2 {CENTRE}",)
    assert "low-ammo" not in late.play("done").unit("inf-2").marks


@pytest.mark.rule("white-october:8.2.2", "white-october:8.2.4")
def test_the_steps_of_an_attack_come_in_their_order() -> None:
    units = {"inf": SW, "guns": SW, "redcav": CENTRE, "redguns": CENTRE}
    scene = begun(combat(units, dice=LOSES, results=[NOTHING, NOTHING]), CENTRE, ["inf"])
    assert (scene.menu.side, scene.menu.rule) == ("red", "8.2.3")
    named = scene.play("done")
    assert (named.menu.side, named.menu.rule) == ("white", "8.2.4")
    answered = named.play("add-support guns", "resolve")
    assert (answered.menu.side, answered.menu.rule) == ("red", "8.2.4")
    assert answered.play("add-support redguns", "done").told("attack-resolved")


@pytest.mark.rule("white-october:8.2.3/a", "white-october:8.2.3/b")
@pytest.mark.parametrize(
    ("unit", "from_foot", "from_horse"),
    [("redcav", True, False), ("redtrain", True, True), ("rifle", False, False), ("redguns", False, False)],
)
def test_who_may_retire_from_whom(unit: str, from_foot: bool, from_horse: bool) -> None:
    rails = {"rails": [[here(column, 4) for column in range(3, 13)]], "roads": []}

    def may(attacker: str) -> bool:
        scene = begun(combat({attacker: SW, unit: CENTRE}, **rails), CENTRE, [attacker])
        return scene.menu.rule == "8.2.3"

    assert may("inf") is from_foot
    assert may("cav") is from_horse


@pytest.mark.rule("white-october:8.2.3/a")
def test_horse_artillery_and_cars_retire_like_cavalry() -> None:
    def attacked(attacker: str, **units: str) -> Scene:
        return begun(combat({attacker: NE, **units}, side="red"), CENTRE, [attacker])

    assert attacked("rifle", hguns=CENTRE).menu.rule == "8.2.3"
    assert attacked("redcav", hguns=CENTRE).menu.rule != "8.2.3"
    gone = attacked("rifle", cav=CENTRE, car=CENTRE).play("retire", f"retreat cav {SW}")
    assert (gone.place("cav"), gone.place("car")) == (SW, SW)


@pytest.mark.rule("white-october:8.2.3")
def test_horse_artillery_retires_and_all_that_can_go_with_it() -> None:
    units = {"rifle": CENTRE, "cav": SW, "hguns": SW, "inf1": SW}
    scene = begun(combat(units, side="red"), SW, ["rifle"]).play("retire")
    assert set(scene.choices("retreat")) == {f"retreat {unit} {here(3, 4)}" for unit in ("cav", "hguns")} | {
        f"retreat {unit} {here(3, 5)}" for unit in ("cav", "hguns")
    }
    gone = scene.play(f"retreat cav {here(3, 4)}")
    assert gone.place("hguns") == here(3, 4)
    assert gone.place("inf1") == SW
    assert gone.menu.side == "red"


@pytest.mark.rule("white-october:8.2.3/d")
def test_guns_that_retired_support_nobody_in_this_sequence() -> None:
    units = {"rifle": CENTRE, "hguns": SW, "cav": SW, "inf1": SW, "hqa": SW}
    scene = begun(combat(units, side="red"), SW, ["rifle"]).play("retire", f"retreat cav {here(3, 4)}", "resolve")
    assert scene.refused("add-support hguns") == "8.2.3"


@pytest.mark.rule("white-october:8.2.3/e")
def test_an_armoured_car_retires_in_company_alone() -> None:
    alone = begun(combat({"inf": SW, "redcar": CENTRE, "rifle": CENTRE}), CENTRE, ["inf"])
    assert alone.menu.rule == "8.2.4"
    waiting = {"inf": SW, "redcar": CENTRE, "rifle": CENTRE, "rifle-2": NE}
    assert begun(combat(waiting), CENTRE, ["inf"]).menu.rule == "8.2.3"


@pytest.mark.rule("white-october:8.2.3")
def test_into_a_hex_that_was_left_the_attackers_may_advance() -> None:
    scene = begun(combat({"inf": SW, "redcav": CENTRE}), CENTRE, ["inf"]).play("retire", f"retreat redcav {NE}")
    assert scene.allows(f"advance inf {CENTRE}")
    assert scene.allows("done")


@pytest.mark.rule("white-october:8.2.4", "white-october:8.2.5", "white-october:15.2")
def test_the_example_of_support() -> None:
    """5, guns of 2 and aircraft of 2 against 6 and guns of 3: 9 to 9, one for the fire and one for the aircraft."""
    types = [
        {
            "id": name,
            "name": name,
            "side": side,
            "nation": nation,
            "movement_class": "foot",
            "traits": ["infantry"],
            "steps": [{"combat": value, "quality": 4, "morale": 4, "movement": 5}],
        }
        for name, side, nation, value in (("five", "white", "nwa", 5), ("six", "red", "red", 6))
    ]
    units = {"five": {"at": SW, "type": "five"}, "six": {"at": CENTRE, "type": "six"}}
    units |= {"guns": SW, "plane": "white-air", "redguns": CENTRE}
    scene = combat(units, types=types)
    answer = scene.ask("attack", units=["five"], target=CENTRE, supports=["guns", "plane"], answers=["redguns"])
    assert (answer.attack.value, answer.defence.value, answer.odds) == (9, 9, "1/1")
    assert answer.modifiers.value == 2


@pytest.mark.rule("white-october:8.2.4/a")
def test_supports_reach_two_hexes_and_the_red_fleet_three() -> None:
    units = {"inf": CENTRE, "rifle": SE, "redfleet": here(8, 4), "kronstadt": here(7, 4), "redhq": here(7, 4)}
    scene = begun(combat(units, side="red"), CENTRE, ["rifle"], hq="redhq")
    assert scene.allows("add-support redfleet")
    assert scene.refused("add-support kronstadt") == "13"
    far = {"inf": SW, "squadron": here(2, 5), "rifle": CENTRE}
    assert begun(combat(far), CENTRE, ["inf"]).refused("add-support squadron") == "8.2.4"


@pytest.mark.rule("white-october:8.2.4/d")
def test_each_supports_one_attack_of_a_sequence() -> None:
    units = {"inf": SW, "guns": SW, "inf-2": SW, "rifle": CENTRE, "rifle-2": NW}
    scene = combat(units, dice=LOSES, results=[NOTHING, NOTHING])
    scene = declared(declared(scene, CENTRE, ["inf"]), NW, ["inf-2"]).play("done", f"fight {CENTRE} inf")
    used = scene.play("add-support guns", "resolve", f"fight {NW} inf-2")
    assert used.refused("add-support guns") == "8.2.4"


@pytest.mark.rule("white-october:8.2.4/b")
def test_lone_guns_fight_with_half_their_fire_and_count_it_for_superiority() -> None:
    units = {"inf": SW, "redguns": CENTRE, "redguns-2": CENTRE}
    answer = combat(units).ask("attack", units=["inf"], target=CENTRE)
    assert answer.defence.value == 3
    assert modifiers(combat(units), "inf")["superiority of fire"] == -1
    dry = {"inf": SW, "redguns": marked(CENTRE, "low-ammo"), "redguns-2": marked(CENTRE, "low-ammo")}
    assert combat(dry).ask("attack", units=["inf"], target=CENTRE).defence.value == 2


@pytest.mark.rule("white-october:8.2.4/b")
def test_lone_guns_that_are_all_routed_surrender() -> None:
    scene = begun(combat({"inf": SW, "redguns": marked(CENTRE, "routed")}), CENTRE, ["inf"])
    assert scene.place("redguns") == "red-eliminated"
    assert scene.state.values["white-prisoners"] == 1


@pytest.mark.rule("white-october:8.2.4/c")
def test_one_headquarters_intervenes_in_a_defence() -> None:
    units = {"inf": SW, "rifle": CENTRE, "redguns": NE, "redhq": here(7, 4), "redhq-2": here(7, 5)}
    scene = begun(combat(units), CENTRE, ["inf"]).play("resolve", "command-defence redhq")
    assert scene.refused("command-defence redhq-2") == "8.2.4"


@pytest.mark.rule("white-october:8.2.5")
def test_the_score_is_two_dice_with_the_ratio_and_the_quality() -> None:
    scene = combat({"inf": SW, "rifle": CENTRE})
    assert modifiers(scene, "inf") == {"ratio 1/1": 0, "quality": 2}
    assert modifiers(combat({"inf": SW, "rifle2": CENTRE}), "inf") == {"ratio 2/1": 2, "quality": 2}
    assert modifiers(combat({"inf2": SW, "rifle4": CENTRE}), "inf2") == {"ratio 1/1.5": -1, "quality": 2}
    assert modifiers(combat({"weak": SW, "rifle": CENTRE}), "weak")["ratio 1/3"] == -3


@pytest.mark.rule("white-october:8.2.5")
@pytest.mark.parametrize(("dice", "wins"), [((2, 3), False), ((3, 3), True)])
def test_above_seven_the_attacker_wins(dice: tuple[int, int], wins: bool) -> None:
    """The quality adds two: five and two is seven, six and two is eight."""
    scene = fought({"inf": SW, "rifle": CENTRE}, "inf", ("a1", "1+r"), dice=dice)
    after = scene.play("take-loss rifle", f"retreat rifle {NE}")
    assert bool(after.choices("advance")) is wins


@pytest.mark.rule("white-october:8.2.5")
def test_each_result_is_read_under_the_morale_of_its_side() -> None:
    answer = combat({"inf": SW, "rifle": CENTRE}).ask("attack", units=["inf"], target=CENTRE, die=7)
    assert [throw.table for throw in answer.throws] == ["combat-attacker", "combat-defender"]
    assert [throw.column for throw in answer.throws] == ["5", "3"]
    assert answer.modified_die == 9
    assert answer.result == "a1"


@pytest.mark.rule("white-october:8.2.5", "white-october:14.1", "white-october:14.1.1")
def test_vehicles_and_tanks_count_for_the_dice() -> None:
    scene = combat({"inf": SW, "tanks": SW, "car": SW, "rifle": CENTRE, "redcar": CENTRE})
    found = modifiers(scene, "inf", "tanks", "car")
    assert found["more vehicles"] == 1
    assert found["tanks"] == 1
    assert "more vehicles" not in modifiers(scene, "inf", "car")
    assert modifiers(scene, "inf")["more vehicles"] == -1


@pytest.mark.rule("white-october:8.2.5/a", "white-october:9.1")
def test_a_night_attack_is_worth_one_tires_the_army_and_has_no_aircraft() -> None:
    units = {"inf": SW, "rifle": CENTRE, "plane": "white-air"}
    assert modifiers(combat(units), "inf", night=True)["night attack"] == 1
    scene = begun(combat(units, dice=LOSES, results=[NOTHING, NOTHING]), CENTRE, ["inf"], night=True)
    assert scene.refused("add-support plane") == "8.2.5"
    assert scene.play("resolve").state.values["fatigue"] == 1
    hand = combat({"est": SW, "rifle": CENTRE}).play(f"declare-attack {CENTRE}", "add-attacker est")
    assert hand.refused("attack-by-night") == "8.2.5"


@pytest.mark.rule("white-october:8.2.5", "white-october:8.2.5/b")
@pytest.mark.parametrize(
    ("hexes", "surrounded"),
    [((SW, NE), True), ((SW, NW), False), ((N, SE, SW), True), ((N, NE, SE), False), ((N, NE, SE, S), True)],
)
def test_encirclement(hexes: tuple[str, ...], surrounded: bool) -> None:
    units = {f"inf-{number}": at for number, at in enumerate(hexes)}
    scene = combat({**units, "rifle": CENTRE})
    assert ("encirclement" in modifiers(scene, *units)) is surrounded
    column = int(scene.ask("attack", units=["inf-0"], target=CENTRE).throws[1].column)
    assert column == (2 if surrounded else 3)


@pytest.mark.rule("white-october:8.2.5/b")
def test_trotsky_lifts_the_morale_by_two_up_to_six() -> None:
    scene = combat({"inf": SW, "rifle": CENTRE, "trotsky": CENTRE})
    assert scene.ask("attack", units=["inf"], target=CENTRE).throws[1].column == "5"
    best = combat({"inf": SW, "cadets": CENTRE, "trotsky": CENTRE})
    assert best.ask("attack", units=["inf"], target=CENTRE).throws[1].column == "6"


@pytest.mark.rule("white-october:8.2.5")
def test_ground_rivers_towns_and_trenches_hold_an_attack_up() -> None:
    river = {"major-river": [f"{CENTRE}/SW"]}
    units = {"inf": SW, "inf-2": NW, "rifle": CENTRE}
    assert modifiers(combat(units, sides=river), "inf")["river"] == -2
    assert "river" not in modifiers(combat(units, sides=river), "inf", "inf-2")
    assert modifiers(combat(units, features=[town(CENTRE)]), "inf")["town or village"] == -1
    dug = {CENTRE: {"trenches": 1}}
    assert modifiers(combat(units, markers=dug), "inf")["trenches"] == -1
    with_tanks = combat({**units, "tanks": SW}, markers=dug)
    assert "trenches" not in modifiers(with_tanks, "inf", "tanks")


@pytest.mark.rule("white-october:11.1")
def test_red_defenders_of_petrograd_lose_a_point_of_morale() -> None:
    units = {"inf": here(3, 4), "rifle": "P0101"}
    scene = combat(units, city="o", ways_in=[(here(3, 4), "P0101")])
    answer = scene.ask("attack", units=["inf"], target="P0101")
    assert answer.throws[1].column == "2"


@pytest.mark.rule("white-october:13")
def test_a_fort_is_attacked_alone_with_three_against_it_and_its_fire_at_one_hex() -> None:
    lone = combat({"inf": SW, "fort": CENTRE}, features=[town(CENTRE)])
    assert lone.ask("attack", units=["inf"], target=CENTRE).defence.value == 6
    found = modifiers(lone, "inf")
    assert found["a fort alone"] == -3
    assert "town or village" not in found
    manned = combat({"inf": SW, "fort": CENTRE, "rifle": CENTRE})
    answer = manned.ask("attack", units=["inf"], target=CENTRE, answers=["fort"])
    assert answer.defence.value == 11


@pytest.mark.rule("white-october:14.2")
def test_a_train_in_the_fight_uses_its_combat_value_and_its_fire_for_superiority() -> None:
    scene = combat({"train": SW, "rifle": CENTRE}, roads=[])
    assert scene.ask("attack", units=["train"], target=CENTRE).attack.value == 3
    assert modifiers(scene, "train")["superiority of fire"] == 1
    assert scene.play(f"declare-attack {CENTRE}").allows("add-attacker train")


@pytest.mark.rule("white-october:8.2.1")
def test_of_two_attacks_on_a_hex_the_preview_is_of_the_one_that_is_fought() -> None:
    scene = combat({"inf": SW, "inf-2": NW, "rifle": CENTRE})
    scene = declared(declared(scene, CENTRE, ["inf"]), CENTRE, ["inf-2"]).play("done")
    fight = Fight(scene.game.board.at(CENTRE), UnitId("inf-2"))
    told = scene.game.ruleset.attack_if(scene.game, scene.state, fight)
    assert told is not None
    assert told["units"] == ["inf-2"]


@pytest.mark.rule("white-october:8.2.1")
def test_an_attack_is_called_by_the_first_of_its_units_and_by_no_other() -> None:
    scene = combat({"inf": SW, "inf-2": SW, "rifle": CENTRE})
    scene = declared(scene, CENTRE, ["inf", "inf-2"]).play("done")
    menu, at = scene.game.menu(scene.state), scene.game.board.at(CENTRE)
    assert [Fight(at, UnitId(unit)) in menu for unit in ("inf", "inf-2")] == [True, False]
    assert list(menu.of_kind(Fight)) == [Fight(at, UnitId("inf"))]


@pytest.mark.rule("white-october:8.2.5")
def test_the_die_of_a_question_is_the_sum_of_both_dice_and_read_by_both_sides() -> None:
    """Quality 5 against 3 makes ten of an eight, at 1/1; what follows is that of the same throw."""
    scene = combat({"inf": SW, "rifle": CENTRE})
    answer = scene.ask("attack", units=["inf"], target=CENTRE, die=8)
    assert (answer.die, answer.modified_die, answer.result) == (8, 10, "a")
    assert [throw.result for throw in answer.throws] == ["a", "1+dr"]
    found = scene.ask("retreat", units=["inf"], target=CENTRE, die=8)
    assert (found.side, found.rule) == ("red", "8.2.6.D")
    assert found.made[-1] == {"kind": "take-loss", "unit": "rifle"}
    highest = scene.ask("losses", units=["inf"], target=CENTRE, die=12)
    assert highest.choices == [{"kind": "take-loss", "unit": "rifle"}]


@pytest.mark.rule("white-october:8.2.5")
def test_without_a_die_no_throw_of_an_attack_has_a_result() -> None:
    answer = combat({"inf": SW, "rifle": CENTRE}).ask("attack", units=["inf"], target=CENTRE)
    assert [throw.result for throw in answer.throws] == [None, None]


@pytest.mark.rule("white-october:5.4", "white-october:8.2.4")
@pytest.mark.parametrize(
    ("defender", "case"),
    [
        ({"redhq": CENTRE}, "5.4"),
        ({"redhq": CENTRE, "redcar": CENTRE}, "5.4"),
        ({"redguns": marked(CENTRE, "routed"), "redhq": CENTRE}, "8.2.4"),
    ],
)
def test_no_dice_are_reckoned_where_nobody_can_fight(defender: dict[str, Any], case: str) -> None:
    answer = combat({"inf": SW, **defender}).ask("attack", units=["inf"], target=CENTRE, die=2)
    assert (answer.result, answer.rule, answer.throws, answer.die) == ("undefended", case, [], None)
    assert answer.refusal is None
    assert answer.chances.undefended == 1


@pytest.mark.rule("white-october:8.2.4", "white-october:13")
def test_guns_that_stand_and_a_fort_alone_are_fought_with_dice() -> None:
    for lone in ("redguns", "fort"):
        answer = combat({"inf": SW, lone: CENTRE}).ask("attack", units=["inf"], target=CENTRE, die=7)
        assert (answer.rule, len(answer.throws)) == ("8.2.5", 2)


@pytest.mark.rule("white-october:1.4", "white-october:14.2")
def test_the_fire_of_trains_in_the_fight_is_added_before_it_is_divided() -> None:
    """Two trains of fire 2, disorganised and short of ammunition: a quarter of four is one, less than a battery has."""
    trains = {name: marked(CENTRE, "disorganised", "low-ammo") for name in ("redtrain", "redtrain-2")}
    scene = combat({"inf": SW, "guns": SW, **trains}, rails=[(CENTRE, NE)])
    assert modifiers(scene, "inf", supports=["guns"])["superiority of fire"] == 1


@pytest.mark.rule("white-october:8.2.1")
def test_nobody_joins_an_attack_twice() -> None:
    scene = combat({"inf": SW, "inf-2": SW, "rifle": CENTRE}).play(f"declare-attack {CENTRE}", "add-attacker inf")
    assert scene.refused("add-attacker inf") == "8.2.1"


@pytest.mark.rule("white-october:8.2.5/a")
def test_estonians_do_not_join_an_attack_by_night() -> None:
    scene = combat({"inf": SW, "est2": SW, "tanks": SW, "rifle": CENTRE}, rails=[(here(3, 4), SW)])
    night = scene.play(f"declare-attack {CENTRE}", "add-attacker inf", "attack-by-night")
    assert night.refused("add-attacker est2") == "8.2.5"
    assert night.allows("add-attacker tanks")


@pytest.mark.rule("white-october:8.2.1", "white-october:8.2.5/a")
def test_an_attack_of_nobody_is_not_resolved_and_one_that_is_called_off_leaves_its_units_free() -> None:
    scene = combat({"inf": SW, "rifle": CENTRE})
    nobody = scene.play(f"declare-attack {CENTRE}")
    assert nobody.refused("resolve") == "8.2.1"
    night = nobody.play("add-attacker inf", "attack-by-night")
    assert night.refused("attack-by-night") == "8.2.5"
    free = night.play("call-off")
    assert free.state.frames[-1].kind == "combat"
    assert free.play(f"declare-attack {CENTRE}").allows("add-attacker inf")
