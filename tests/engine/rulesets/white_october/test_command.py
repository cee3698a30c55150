"""Chapter 5: headquarters and what they command."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.white_october.command import gives, points_left, reach
from engine.rulesets.white_october.names import Ability
from tests.engine.rulesets.white_october.fights import (
    CENTRE,
    LOSES,
    NE,
    NOTHING,
    NW,
    SE,
    SW,
    N,
    S,
    begun,
    combat,
    declared,
    fought,
)
from tests.engine.rulesets.white_october.scenes import here, moving, october, town
from tests.helpers.positions import Scene, marked


def commanded(scene: Scene, hq: str) -> set[str]:
    board = scene.game.board
    return {board.label(at) for at in reach(scene.game, scene.state, scene.unit(hq).id)}


def left(scene: Scene, hq: str) -> int:
    return points_left(scene.game, scene.unit(hq))


@pytest.mark.rule("white-october:5.1")
def test_a_line_of_command_is_as_long_as_the_radius_and_does_not_count_its_own_hex() -> None:
    scene = moving({"hqa": here(1, 4)})
    found = commanded(scene, "hqa")
    assert here(5, 4) in found
    assert here(6, 4) not in found


@pytest.mark.rule("white-october:5.1/b")
def test_it_goes_through_no_enemy_zone_without_a_friend() -> None:
    rows = "/".join(["......"])
    scene = october({"hqa": here(1, 1, rows), "rifle": here(4, 1, rows)}, rows, phase="movement", side="white")
    assert here(3, 1, rows) in commanded(scene, "hqa")
    assert here(4, 1, rows) not in commanded(scene, "hqa")
    units = {"hqa": here(1, 1, rows), "rifle": here(4, 1, rows), "inf": here(3, 1, rows)}
    through = october(units, rows, phase="movement", side="white")
    assert here(4, 1, rows) in commanded(through, "hqa")


@pytest.mark.rule("white-october:5.1/a")
def test_water_and_rough_ground_stop_it_without_a_way() -> None:
    row = "......"
    river = {"major-river": [f"{here(2, 1, row)}/NE"]}

    def at_end(board: str = row, **more: Any) -> bool:
        scene = october({"hqa": here(1, 1, board)}, board, phase="movement", side="white", **more)
        return here(4, 1, board) in commanded(scene, "hqa")

    assert at_end()
    assert not at_end(sides=river)
    assert at_end(sides=river, roads=[[here(2, 1, row), here(3, 1, row)]])
    assert not at_end("..m...")
    assert at_end("...m..")
    assert at_end("..m...", rails=[[here(column, 1, row) for column in (2, 3, 4)]])
    assert not at_end("..m...", rails=[[here(column, 1, row) for column in (3, 4)]])


@pytest.mark.rule("white-october:5.1", "white-october:8.2.6.B", "white-october:8.2.6.D")
def test_disorder_halves_a_headquarters_and_rout_undoes_it() -> None:
    shaken = combat({"hqa": marked(SW, "disorganised"), "inf": SW, "rifle": CENTRE})
    assert shaken.ask("unit", "hqa").factors.radius.value == 2
    assert left(shaken, "hqa") == 2
    routed = combat({"hqa": marked(SW, "routed"), "inf": SW, "rifle": CENTRE})
    assert left(routed, "hqa") == 0


TWO_STACKS = {"inf": SW, "inf-2": NW, "hqa": here(3, 4), "rifle": CENTRE}


@pytest.mark.rule("white-october:5", "white-october:5.2")
def test_several_stacks_attack_together_only_under_a_headquarters() -> None:
    scene = combat(TWO_STACKS).play(f"declare-attack {CENTRE}", "add-attacker inf", "add-attacker inf-2")
    assert scene.refused("resolve") == "5.2"
    assert scene.play("command-attack hqa").allows("resolve")


@pytest.mark.rule("white-october:5/a", "white-october:5.2")
def test_one_stack_attacks_without_one() -> None:
    scene = combat(TWO_STACKS).play(f"declare-attack {CENTRE}", "add-attacker inf")
    assert scene.allows("resolve")


@pytest.mark.rule("white-october:5.2")
def test_a_headquarters_of_four_commands_the_examples_of_the_rulebook() -> None:
    """Three stacks and one of guns away from them; or two attacks of two stacks."""
    units = {"inf": SW, "inf-2": NW, "inf-3": S, "guns": here(3, 4), "hqa": here(3, 4), "rifle": CENTRE}
    scene = begun(combat(units), CENTRE, ["inf", "inf-2", "inf-3"], hq="hqa")
    assert left(scene, "hqa") == 1
    assert scene.allows("add-support guns")
    four = {**units, "inf-4": N}
    scene = begun(combat(four), CENTRE, ["inf", "inf-2", "inf-3", "inf-4"], hq="hqa")
    assert scene.refused("add-support guns") == "5.2"


@pytest.mark.rule("white-october:5.2")
def test_points_are_for_all_attacks_of_a_sequence_and_come_back() -> None:
    units = {"inf": SW, "inf-2": NW, "inf-3": here(4, 5), "inf-4": here(5, 6), "inf-5": here(6, 5)}
    units |= {"hqa": here(3, 4), "rifle": CENTRE, "rifle-2": S}
    scene = declared(combat(units), CENTRE, ["inf", "inf-2"], hq="hqa")
    assert left(scene, "hqa") == 2
    again = scene.play(f"declare-attack {S}", "add-attacker inf-3", "add-attacker inf-4", "add-attacker inf-5")
    assert again.refused("command-attack hqa") == "5.2"
    over = combat({"inf": SW, "hqa": SW, "rifle": CENTRE}, dice=LOSES, results=[NOTHING, NOTHING])
    assert left(begun(over, CENTRE, ["inf"], hq="hqa").play("resolve"), "hqa") == 4


@pytest.mark.rule("white-october:5.2/a")
def test_estonians_and_the_north_west_army_do_not_command_each_other() -> None:
    units = {"est": SW, "est2": NW, "hqa": here(3, 4), "esthq": here(3, 3), "rifle": CENTRE}
    scene = combat(units).play(f"declare-attack {CENTRE}", "add-attacker est", "add-attacker est2")
    assert scene.refused("command-attack hqa") == "5.2"
    assert scene.allows("command-attack esthq")


@pytest.mark.rule("white-october:5.2")
def test_a_mixed_stack_attacks_alone_and_is_commanded_by_nobody() -> None:
    units = {"est": SW, "inf1": SW, "hqa": here(3, 4), "esthq": here(3, 3), "rifle": CENTRE}
    scene = combat(units).play(f"declare-attack {CENTRE}", "add-attacker est", "add-attacker inf1")
    assert scene.allows("resolve")
    assert scene.refused("command-attack hqa") == "5.2"
    assert scene.refused("command-attack esthq") == "5.2"


@pytest.mark.rule("white-october:5.2/b")
def test_aircraft_and_fleets_need_no_command() -> None:
    units = {"inf": SW, "plane": "white-air", "squadron": here(5, 6), "guns": here(3, 4), "rifle": CENTRE}
    scene = begun(combat(units), CENTRE, ["inf"])
    assert scene.allows("add-support plane")
    assert scene.allows("add-support squadron")
    assert scene.refused("add-support guns") == "5.2"


@pytest.mark.rule("white-october:5.3")
def test_a_defending_headquarters_brings_guns_of_other_hexes_and_pays_for_each() -> None:
    units = {"inf": SW, "rifle": CENTRE, "redguns": NE, "redguns-2": SE, "redhq": here(7, 4)}
    scene = begun(combat(units), CENTRE, ["inf"]).play("resolve")
    assert scene.menu.side == "red"
    assert scene.refused("add-support redguns") == "8.2.4"
    led = scene.play("command-defence redhq", "add-support redguns", "add-support redguns-2")
    after = led.given(dice=LOSES, results=[NOTHING, NOTHING]).play("done")
    assert after.told("attack-resolved")
    full = combat({**units, "redhq": marked(here(7, 4), values={"commanded": 2})})
    one = begun(full, CENTRE, ["inf"]).play("resolve", "command-defence redhq", "add-support redguns")
    assert one.refused("add-support redguns-2") == "5.3"


@pytest.mark.rule("white-october:5.3", "white-october:5.2/b")
def test_a_ship_of_another_army_beside_the_defenders_is_nothing_to_their_headquarters() -> None:
    faces = [{"fire": 4, "quality": 6, "morale": 6}]
    kind = {"side": "white", "nation": "estonian", "traits": ["fleet"], "steps": faces}
    ship = {"id": "estonian-fleet", "name": "Squadron", **kind}
    units = {"rifle": SW, "inf": CENTRE, "hqde": here(7, 4), "ship": {"at": CENTRE, "type": "estonian-fleet"}}
    scene = begun(combat(units, side="red", types=[ship]), CENTRE, ["rifle"]).play("resolve")
    assert scene.allows("command-defence hqde")


@pytest.mark.rule("white-october:5.3/a")
def test_guns_of_the_attacked_hex_need_no_headquarters() -> None:
    scene = begun(combat({"inf": SW, "rifle": CENTRE, "redguns": CENTRE}), CENTRE, ["inf"]).play("resolve")
    assert scene.allows("add-support redguns")


@pytest.mark.rule("white-october:5.4/b")
def test_a_headquarters_alone_is_destroyed_by_an_attack_and_comes_back_two_turns_later() -> None:
    scene = begun(combat({"inf": SW, "redhq": CENTRE, "rifle": here(9, 6)}), CENTRE, ["inf"])
    assert scene.place("redhq") == "red-calendar"
    assert scene.unit("redhq").values["due"] == 3


@pytest.mark.rule("white-october:5.4/a")
def test_a_headquarters_alone_hampers_nobody_and_is_lost_when_it_is_entered() -> None:
    scene = moving({"inf": SW, "redhq": CENTRE}).play(f"step-to inf {CENTRE}")
    assert scene.place("inf") == CENTRE
    assert scene.place("redhq") == "red-calendar"


@pytest.mark.rule("white-october:5.4")
def test_a_headquarters_is_lost_with_all_the_units_of_its_hex() -> None:
    scene = fought({"inf": SW, "rifle1": CENTRE, "redhq": CENTRE}, "inf", ("a", "1"))
    lost = scene.play("take-loss rifle1")
    assert lost.place("redhq") == "red-calendar"


@pytest.mark.rule("white-october:5.4")
def test_a_lost_headquarters_comes_back_in_a_locality_of_its_side() -> None:
    mine, theirs = here(10, 4), here(3, 3)
    scene = october(
        {"redhq": {"at": "red-calendar", "values": {"due": 3}}, "inf": SW},
        phase="recruits",
        side="red",
        turn=3,
        features=[town(mine), town(theirs, "Other")],
        control={"red": [mine], "white": [theirs]},
    )
    assert scene.choices("return") == (f"return redhq {mine}",)
    assert scene.refused(f"return redhq {theirs}") == "5.4"
    assert scene.play(f"return redhq {mine}").place("redhq") == mine


@pytest.mark.rule("white-october:5.4/b")
def test_a_bombardment_destroys_a_headquarters_alone_by_a_loss() -> None:
    scene = combat({"guns": SW, "redhq": CENTRE, "rifle": here(9, 6)}, dice=[6, 6], results=["1+r4"])
    hit = scene.play(f"bombard guns {CENTRE}", "done", f"open-fire guns {CENTRE} headquarters")
    assert hit.place("redhq") == "red-calendar"


def division(at: str, name: str = "d5") -> dict[str, Any]:
    return {"at": at, "formation": name}


@pytest.mark.rule("white-october:5.5/a")
def test_the_example_of_dydorov() -> None:
    """Three stacks under a headquarters of attack, one of them with a unit of its division: +1."""
    units = {"hqa": division(here(3, 4)), "inf": division(SW), "inf-2": NW, "inf-3": S, "rifle": CENTRE}
    asked = {"units": ["inf", "inf-2", "inf-3"], "target": CENTRE, "hq": "hqa"}
    assert combat(units).ask("attack", **asked).modifiers.by_rule["5.5"] == 1
    strangers = {**units, "inf": division(SW, "d2")}
    assert "5.5" not in combat(strangers).ask("attack", **asked).modifiers.by_rule


@pytest.mark.rule("white-october:5.5")
def test_morale_and_defence_of_headquarters() -> None:
    units = {"rifle": CENTRE, "inf": division(SW), "hqde": division(here(3, 4)), "hqm": division(here(3, 3))}
    scene = combat(units, side="red")
    plain = scene.ask("attack", units=["rifle"], target=SW)
    guarded = scene.ask("attack", units=["rifle"], target=SW, defending_hq="hqde")
    assert guarded.modifiers.value == plain.modifiers.value - 1
    stirred = scene.ask("attack", units=["rifle"], target=SW, defending_hq="hqm")
    assert int(stirred.throws[1].column) == int(plain.throws[1].column) + 1


@pytest.mark.rule("white-october:5.5/b", "white-october:8.2.3/c")
def test_dodge_lets_the_whole_stack_retire() -> None:
    units = {"rifle": CENTRE, "inf": division(SW), "guns": SW, "hqd": division(here(3, 4))}
    scene = begun(combat(units, side="red"), SW, ["rifle"])
    assert scene.allows("retire")
    cavalry = {**units, "redcav": CENTRE}
    assert begun(combat(cavalry, side="red"), SW, ["rifle", "redcav"]).menu.side == "red"
    spent = {**units, "hqd": {**division(here(3, 4)), "values": {"commanded": 4}}}
    assert begun(combat(spent, side="red"), SW, ["rifle"]).menu.side == "red"
    free = {"rifle": CENTRE, "inf": division(SW), "hqi": {**division(here(3, 4)), "values": {"commanded": 4}}}
    assert begun(combat(free, side="red"), SW, ["rifle"]).allows("retire")


@pytest.mark.rule("white-october:5.5", "white-october:8.2.3")
def test_a_stack_without_a_way_out_is_not_asked_whether_it_dodges() -> None:
    around = {f"rifle-{number}": at for number, at in enumerate((N, NE, SE, S, SW, NW))}
    units = {"inf": division(CENTRE), "hqd": division(CENTRE), **around}
    shut = begun(combat(units, side="red"), CENTRE, ["rifle-0"])
    assert shut.menu.side == "red"
    del units["rifle-5"]
    assert begun(combat(units, side="red"), CENTRE, ["rifle-0"]).allows("retire")


@pytest.mark.rule("white-october:5.4", "white-october:5.5", "white-october:5.2")
def test_a_headquarters_that_was_lost_after_it_was_named_commands_and_gives_nothing() -> None:
    units = {
        "inf": SW,
        "hqa": {"at": SW, "formation": "own"},
        "inf-2": {"at": S, "formation": "own"},
        "rifle": CENTRE,
        "rifle-2": SE,
    }
    scene = combat(units, dice=LOSES, results=["3", NOTHING])
    scene = declared(declared(scene, CENTRE, ["inf"]), SE, ["inf-2"], hq="hqa")
    scene = scene.play("done", f"fight {CENTRE} inf", "resolve", "take-loss inf", "take-loss inf", "take-loss inf")
    assert scene.place("hqa") == "white-calendar"
    assert left(scene, "hqa") == 0
    assert not gives(scene.game, scene.unit("hqa"), Ability.ATTACK, (scene.unit("inf-2"),))


TWO_FIGHTS = {"inf": SW, "rifle": CENTRE, "inf-9": here(2, 8), "rifle-9": here(2, 7)}
"""Beside the fight of the middle another is declared, so that the sequence is not over with the first."""


def first_of_two(units: dict[str, Any], *, hq: str = "", **more: Any) -> Scene:
    scene = combat({**TWO_FIGHTS, **units}, dice=LOSES, results=[NOTHING, NOTHING], **more)
    scene = declared(declared(scene, CENTRE, ["inf"], hq=hq), here(2, 7), ["inf-9"])
    return scene.play("done", f"fight {CENTRE} inf")


@pytest.mark.rule("white-october:5.2")
def test_guns_away_from_the_attackers_cost_their_headquarters_a_point() -> None:
    scene = first_of_two({"guns": here(3, 4), "hqa": here(3, 4)}, hq="hqa")
    assert left(scene, "hqa") == 3
    assert left(scene.play("add-support guns", "resolve"), "hqa") == 2
    assert left(scene.play("resolve"), "hqa") == 3


@pytest.mark.rule("white-october:5.3", "white-october:5.5")
def test_a_defending_headquarters_pays_for_the_attacked_hex_only_where_it_gives_something() -> None:
    guns = {"redguns": NE, "redguns-2": SE, "redhq": here(7, 4)}
    scene = first_of_two(guns).play("resolve", "command-defence redhq")
    before = left(scene, "redhq")
    assert left(scene.play("add-support redguns", "add-support redguns-2", "done"), "redhq") == before - 2
    assert left(scene.play("done"), "redhq") == before
    white = {"rifle": CENTRE, "inf": division(SW), "hqde": division(here(3, 4))}
    other = {"rifle-9": here(11, 8), "inf-9": here(11, 7)}
    fight = combat({**white, **other}, side="red", dice=LOSES, results=[NOTHING, NOTHING])
    fight = declared(declared(fight, SW, ["rifle"]), here(11, 7), ["rifle-9"]).play("done", f"fight {SW} rifle")
    named = fight.play("resolve", "command-defence hqde")
    assert left(named.play("done"), "hqde") == left(named, "hqde") - 1


@pytest.mark.rule("white-october:5.5/b", "white-october:8.2.3/c")
def test_to_dodge_costs_a_point_but_not_under_iaroslavtsev() -> None:
    for hq, points in (("hqd", 1), ("hqi", 0)):
        units = {"rifle": CENTRE, "inf": division(SW), hq: division(here(3, 4)), "rifle-9": here(11, 8)}
        scene = combat({**units, "inf-9": here(11, 7)}, side="red")
        scene = declared(declared(scene, SW, ["rifle"]), here(11, 7), ["rifle-9"]).play("done", f"fight {SW} rifle")
        gone = scene.play("retire")
        assert left(scene, hq) - left(gone, hq) == points, hq


@pytest.mark.rule("white-october:5.1", "white-october:5.2")
def test_nobody_joins_an_attack_whom_its_headquarters_does_not_command() -> None:
    far = here(9, 4)
    units = {"inf": SW, "est": NW, "inf-2": SE, "hqa": marked(here(3, 4), "disorganised"), "rifle": CENTRE}
    scene = combat({**units, "inf-9": far}).play(f"declare-attack {CENTRE}", "add-attacker inf", "command-attack hqa")
    assert scene.refused("add-attacker est") == "5.2", "an Estonian"
    assert scene.refused("add-attacker inf-2") == "5.1", "out of its radius"


@pytest.mark.rule("white-october:5.1")
def test_who_is_out_of_the_line_of_a_headquarters_is_told_so() -> None:
    units = {"inf": SW, "inf-2": NW, "guns": here(5, 6), "hqa": here(1, 1), "rifle": CENTRE}
    scene = combat(units).play(f"declare-attack {CENTRE}", "add-attacker inf", "add-attacker inf-2")
    assert scene.refused("command-attack hqa") == "5.1"
    near = {**units, "hqa": marked(here(4, 2), "disorganised")}
    led = begun(combat(near), CENTRE, ["inf", "inf-2"], hq="hqa")
    assert led.refused("add-support guns") == "5.1"


@pytest.mark.rule("white-october:5.2", "white-october:8.2.6.D")
def test_one_headquarters_commands_an_attack_and_none_that_is_routed_or_the_enemys() -> None:
    units = {"inf": SW, "hqa": SW, "hqm": here(3, 4), "hqd": marked(here(3, 3), "routed"), "rifle": CENTRE}
    scene = combat({**units, "redhq": CENTRE}).play(f"declare-attack {CENTRE}", "add-attacker inf")
    assert scene.menu.prompt.key == "prompt.wo.attack"
    assert scene.refused("command-attack hqd") == "8.2.6.D"
    assert scene.refused("command-attack redhq") == "5.2"
    led = scene.play("command-attack hqa")
    assert led.menu.prompt.key == "prompt.wo.attack-commanded"
    assert led.refused("command-attack hqm") == "5.2"


@pytest.mark.rule("white-october:5.2")
def test_an_attack_for_whose_hexes_the_points_do_not_suffice_is_not_resolved() -> None:
    spent = marked(here(3, 4), values={"commanded": 3})
    scene = combat({"inf": SW, "inf-2": NW, "hqa": spent, "rifle": CENTRE})
    one = scene.play(f"declare-attack {CENTRE}", "add-attacker inf", "command-attack hqa")
    assert one.allows("resolve")
    assert one.play("add-attacker inf-2").refused("resolve") == "5.2"
