"""Every number of an answer says which case made it so, and results laid down are what they say."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, NE, SW, begun, combat
from tests.engine.rulesets.white_october.scenes import here, moving
from tests.helpers.positions import marked

PAIR = {"inf": SW, "rifle": CENTRE}


@pytest.mark.rule("white-october:8.2.6.A", "white-october:4.4.1", "white-october:8.2.6.B")
def test_losses_want_of_ammunition_and_disorder_each_take_off_what_they_do() -> None:
    """Seven less two by a loss are five; a quarter of that is one, rounded once."""
    scene = combat({"inf": marked(SW, "disorganised", "low-ammo", step=1), "rifle": CENTRE})
    factors = scene.ask("unit", "inf").factors
    assert factors.attack.by_rule == {"8.2.5": 7, "8.2.6.A": -2, "4.4.1": -2, "8.2.6.B": -2}
    assert factors.defence.by_rule == {"8.2.5": 7, "8.2.6.A": -2, "8.2.6.B": -2}
    assert scene.ask("attack", units=["inf"], target=CENTRE).attack.by_rule == factors.attack.by_rule


@pytest.mark.rule("white-october:1.4", "white-october:4.4.1", "white-october:8.2.6.B", "white-october:8.2.6.D")
def test_what_different_cases_halve_is_added_first_all_the_same() -> None:
    units = {"inf": marked(SW, "low-ammo"), "inf-2": marked(SW, "disorganised"), "rifle": marked(CENTRE, "routed")}
    answer = combat(units).ask("attack", units=["inf", "inf-2"], target=CENTRE)
    assert answer.attack.value == 7, "not twice four"
    assert answer.attack.by_rule == {"8.2.5": 14, "4.4.1": -3, "8.2.6.B": -4}
    assert answer.defence.by_rule == {"8.2.5": 5, "8.2.6.D": -2}


@pytest.mark.rule("white-october:4.5", "white-october:4.4.1", "white-october:8.2.4")
def test_guns_and_vehicles_say_what_they_lack() -> None:
    units = {"inf": SW, "car": SW, "guns": SW, "redguns": marked(CENTRE, "disorganised")}
    scene = combat(units, offensive=False)
    assert scene.ask("unit", "car").factors.attack.by_rule == {"8.2.5": 2, "4.5": -2}
    assert scene.ask("unit", "guns").factors.fire.by_rule == {"8.2.4": 2, "4.5": -1}
    assert scene.ask("unit", "redguns").factors.fire.by_rule == {"8.2.4": 3, "8.2.6.B": -1}
    alone = scene.ask("attack", units=["inf"], target=CENTRE).defence
    assert alone.by_rule == {"8.2.4": 2, "8.2.6.B": -1}, "half of three, and half of that"


@pytest.mark.rule("white-october:3.3.2", "white-october:8.2.6.D")
def test_recruits_and_rout_show_in_quality_and_morale() -> None:
    factors = moving({"inf": marked(CENTRE, "recruits", "routed")}).ask("unit", "inf").factors
    assert factors.quality.by_rule == {"1.6": 5, "3.3.2": -1}
    assert factors.morale.by_rule == {"1.6": 5, "3.3.2": -1, "8.2.6.D": -2}
    assert moving({"rifle1": marked(CENTRE, "routed")}).ask("unit", "rifle1").factors.morale.by_rule == {
        "1.6": 2,
        "8.2.6.D": -1,
    }


@pytest.mark.rule("white-october:5.1", "white-october:8.2.6.B", "white-october:8.2.6.D", "white-october:9.3")
def test_a_headquarters_in_disorder_and_a_unit_at_rest_say_so() -> None:
    scene = moving({"hqa": marked(CENTRE, "disorganised"), "hqm": marked(SW, "routed")}, values={"resting": True})
    hampered = scene.ask("unit", "hqa").factors
    assert hampered.radius.by_rule == {"5.1": 4, "8.2.6.B": -2}
    assert hampered.command.by_rule == {"5.2": 4, "8.2.6.B": -2}
    assert hampered.movement.by_rule == {"7.1": 8, "8.2.6.B": -4, "9.3": -2}
    assert scene.ask("unit", "hqm").factors.command.by_rule == {"5.2": 4, "8.2.6.D": -4}


@pytest.mark.rule("white-october:8.2.5", "white-october:11.1", "white-october:5.5")
def test_an_attack_tells_what_makes_the_morale_of_either_side() -> None:
    units = {"inf": {"at": SW, "formation": "d5"}, "inf-2": NE, "rifle": CENTRE, "trotsky": CENTRE}
    hq = {"hqm": {"at": here(3, 4), "formation": "d5"}}
    told = combat({**units, **hq}).ask("attack", units=["inf"], target=CENTRE, hq="hqm").shifts
    assert told.value == 0
    attacker, defender = [("1.6", 6), ("5.5", 1)], [("1.6", 4), ("8.2.5", 2), ("8.2.5", -1)]
    assert [(term.rule, term.value) for term in told.terms] == [*attacker, *defender]
    city = {"city": "oi/io", "ways_in": [(here(3, 4), "P0101")]}
    inside = combat({"inf": here(3, 4), "rifle": "P0101"}, **city)
    defended = inside.ask("attack", units=["inf"], target="P0101").shifts
    assert ("11.1", -1) in {(term.rule, term.value) for term in defended.terms}


@pytest.mark.rule("white-october:8.2.5", "white-october:8.2.7")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_results_that_are_laid_down_without_dice_say_who_has_won(seed: int) -> None:
    """Whoever advances by them has, and nobody throws against that; the attacker's stands first."""
    won = begun(combat(PAIR, results=["a", "1+r"], seed=seed), CENTRE, ["inf"]).play("resolve", "take-loss rifle")
    assert won.play(won.choices("retreat")[0]).choices("advance") == (f"advance inf {CENTRE}",)
    lost = begun(combat(PAIR, results=["1+r", "a1"], seed=seed), CENTRE, ["inf"]).play("resolve", "take-loss inf")
    assert lost.play(lost.choices("retreat")[0]).choices("advance") == (f"advance rifle {SW}",)


@pytest.mark.rule("white-october:8.2.5", "white-october:8.2.6.C", "white-october:8.2.7")
def test_one_result_in_a_question_is_the_defenders_unless_the_attacker_advances_by_it() -> None:
    scene = combat(PAIR)

    def sides(question: str, result: str) -> set[str]:
        told = scene.ask(question, units=["inf"], target=CENTRE, result=result)
        return {choice.unit for choice in told.choices}

    assert sides("retreat", "1+r") == {"rifle"}
    assert sides("losses", "2+dr") == {"rifle"}
    assert sides("advance", "1+a") == {"inf"}
    assert sides("advance", "1") == set()


@pytest.mark.rule("white-october:1.4", "white-october:8.2.4", "white-october:4.4.1")
def test_a_stack_tells_what_it_is_worth_together() -> None:
    units = {"inf": marked(SW, "disorganised"), "inf-2": marked(SW, "disorganised"), "guns": SW, "hqa": SW}
    factors = combat({**units, "rifle": CENTRE}).ask("stack", SW).factors
    assert factors.attack.value == factors.defence.value == 7, "fourteen halved together"
    assert factors.defence.by_rule == {"8.2.5": 14, "8.2.6.B": -7}
    assert factors.fire.by_rule == {"8.2.4": 2}
    assert "fire" not in combat({"rifle": CENTRE}).ask("stack", CENTRE).factors
