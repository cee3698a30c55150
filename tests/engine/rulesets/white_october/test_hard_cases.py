"""Sentences of the rulebook that are easily read too fast, as positions: who covers, who is refused, who pays."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import (
    CENTRE,
    NE,
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
from tests.engine.rulesets.white_october.scenes import LINE, here, moving, town
from tests.helpers.positions import Scene, costs, marked


def refusal(scene: Scene, *units: str, **more: object) -> str | None:
    """The case that forbids an attack on the centre as a question describes it."""
    found = scene.ask("attack", units=list(units), target=CENTRE, **more).refusal
    return None if found is None else found["rule"]


# Movement


@pytest.mark.rule("white-october:7.3/a", "white-october:14.2")
def test_a_train_that_sets_out_in_a_zone_stops_in_the_next() -> None:
    watched = {"train": here(4, 4), "rifle": here(4, 3), "rifle-2": here(6, 3)}
    assert set(costs(moving(watched, rails=[LINE]), "train")) == {here(3, 4), here(4, 4), here(5, 4)}
    covered = moving({**watched, "inf": here(4, 4)}, rails=[LINE])
    assert here(6, 4) in costs(covered, "train")


@pytest.mark.rule("white-october:7.3/c", "white-october:7.5.1/a")
def test_who_covers_a_way_by_rail_stays_like_anybody_who_covers() -> None:
    units = {"train": here(2, 4), "inf": here(4, 4), "inf-2": here(9, 6), "rifle": here(4, 3)}
    gone = moving(units, rails=[LINE]).play(f"run-train train {here(7, 4)}")
    assert gone.refused(f"step-to inf {here(4, 5)}") == "7.3"
    assert gone.allows(f"step-to inf-2 {here(9, 7)}")


@pytest.mark.rule("white-october:5.4/a", "white-october:7.5.1")
def test_a_headquarters_alone_on_the_line_does_not_hold_up_those_who_go_by_rail() -> None:
    settled = {"rails": [LINE], "features": [town(LINE[5], "Gatchina")], "values": {"gatchina-taken": True}}
    scene = moving({"inf1": LINE[5], "redhq": LINE[6]}, control={"white": LINE}, **settled)
    gone = scene.play(f"move-by-rail inf1 {LINE[8]}")
    assert gone.place("redhq") == "red-calendar"
    guarded = moving({"inf1": LINE[5], "redhq": LINE[6], "redweak": LINE[6]}, control={"white": LINE}, **settled)
    assert guarded.refused(f"move-by-rail inf1 {LINE[8]}") == "7.5.1"


@pytest.mark.rule("white-october:7.6", "white-october:14.2", "white-october:15.1/a")
def test_the_reach_of_trains_ships_and_trotsky_is_told() -> None:
    assert set(costs(moving({"train": LINE[3]}, rails=[LINE]), "train")) == set(LINE)
    red = moving({"trotsky": LINE[3], "inf": here(9, 3)}, side="red", rails=[LINE])
    assert set(costs(red, "trotsky")) == set(LINE[:8])
    mined = {"mines": [f"{here(2, 1, 'ssss')}/SE", f"{here(2, 1, 'ssss')}/NE"]}
    ships = moving({"squadron": here(1, 1, "ssss"), "redfleet": here(4, 1, "ssss")}, "ssss", sides=mined)
    assert set(costs(ships, "squadron")) == {here(1, 1, "ssss"), here(2, 1, "ssss")}
    assert len(costs(ships, "redfleet")) == 4


@pytest.mark.rule("white-october:7.5.2/e")
def test_when_the_turn_is_over_it_is_told_that_stations_take_trains_again() -> None:
    used = {"landed-units": 1, "landed-points": 3, "boarded-units": 1}
    scene = combat({"rifle": here(9, 4), "inf": here(2, 4)}, side="red", phase="later-combat", markers={LINE[8]: used})
    over = scene.play("done")
    assert over.told("stations-cleared")[0]["places"] == [LINE[8]]
    assert not any(over.state.marker(scene.game.board.at(LINE[8]), name) for name in used)


# What a question about an attack may name


@pytest.mark.rule("white-october:8.2.4", "white-october:5.2")
def test_supports_that_a_question_names_are_refused_as_in_play() -> None:
    units = {"inf": SW, "guns": here(1, 4), "guns-2": here(3, 4), "guns-3": SW, "hqa": here(3, 3), "rifle": CENTRE}
    scene = combat(units)
    assert refusal(scene, "inf", supports=["guns"]) == "8.2.4"
    assert refusal(scene, "inf", supports=["guns-2"]) == "5.2"
    assert refusal(scene, "inf", supports=["guns-2"], hq="hqa") is None
    assert refusal(scene, "inf", supports=["guns-3"]) is None
    assert refusal(scene, "inf", supports=["guns-3", "guns-3"]) == "8.2.4"


@pytest.mark.rule("white-october:5.2")
def test_hexes_of_attackers_and_of_guns_are_paid_from_the_same_points() -> None:
    attackers = {"inf": SW, "inf-2": NW, "inf-3": N}
    units = {**attackers, "guns": here(3, 4), "guns-2": here(4, 5), "hqa": here(4, 2), "rifle": CENTRE}
    scene = combat(units)
    assert refusal(scene, *attackers, hq="hqa", supports=["guns"]) is None
    assert refusal(scene, *attackers, hq="hqa", supports=["guns", "guns-2"]) == "5.2"
    assert refusal(scene, "inf", "inf-2", hq="hqa", supports=["guns", "guns-2"]) is None


@pytest.mark.rule("white-october:8.2.4", "white-october:13/a", "white-october:5.3")
def test_the_guns_of_the_defence_are_refused_as_in_play() -> None:
    units = {"inf": SW, "rifle": CENTRE, "redguns": SE, "kronstadt": NE, "redhq": here(6, 5)}
    scene = combat(units)
    assert refusal(scene, "inf", answers=["redguns"]) == "8.2.4"
    assert refusal(scene, "inf", answers=["redguns"], defending_hq="redhq") is None
    assert refusal(scene, "inf", answers=["kronstadt"], defending_hq="redhq") == "13"
    assert refusal(combat({**units, "redhq": here(12, 8)}), "inf", defending_hq="redhq") == "5.1"


@pytest.mark.rule("white-october:5.2/a", "white-october:5.2/c", "white-october:5.3")
def test_no_headquarters_intervenes_for_a_stack_of_two_nations() -> None:
    units = {"rifle": SW, "est": CENTRE, "hqde": SE, "esthq": SE}
    alone, mixed = combat(units, side="red"), combat({**units, "inf2": CENTRE}, side="red")
    assert refusal(alone, "rifle", defending_hq="esthq") is None
    assert refusal(alone, "rifle", defending_hq="hqde") == "5.2"
    assert refusal(mixed, "rifle", defending_hq="esthq") == "5.2"
    assert refusal(mixed, "rifle", defending_hq="hqde") == "5.2"


# What an attack without dice costs


@pytest.mark.rule("white-october:4.4", "white-october:5.4/b", "white-october:9.1", "white-october:14.1.1")
def test_an_attack_on_a_headquarters_alone_is_an_attack_to_those_who_make_it() -> None:
    units = {"inf": SW, "tanks": SW, "redhq": CENTRE}
    after = begun(combat(units, narva=here(1, 8), rails=[LINE]), CENTRE, ["inf", "tanks"], night=True)
    assert "low-ammo" in after.unit("inf").marks
    assert after.state.values["fatigue"] == 1
    assert after.place("tanks") == "white-calendar"
    assert after.place("redhq") == "red-calendar"


@pytest.mark.rule("white-october:4.4/a", "white-october:8.2.3")
def test_who_finds_a_headquarters_left_by_its_cavalry_has_used_no_ammunition() -> None:
    units = {"inf": SW, "redcav": CENTRE, "redhq": CENTRE}
    after = begun(combat(units, narva=here(1, 8)), CENTRE, ["inf"]).play("retire", f"retreat redcav {SE}")
    assert after.place("redhq") == "red-calendar"
    assert "low-ammo" not in after.unit("inf").marks


# Falling back


@pytest.mark.rule("white-october:8.2.3/e", "white-october:7.2/b")
def test_an_armoured_car_that_retires_by_itself_comes_to_company() -> None:
    waiting = {"inf": SW, "redcar": CENTRE, "rifle": CENTRE, "rifle-2": S}
    scene = begun(combat(waiting), CENTRE, ["inf"]).play("retire")
    assert scene.choices("retreat") == (f"retreat redcar {S}",)


@pytest.mark.rule("white-october:8.2.6.D", "white-october:8.2.6.C")
def test_a_rout_does_not_run_into_a_blind_alley_where_another_way_leads_on() -> None:
    walls = [f"{NE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    units = {"inf": SW, "rifle": CENTRE, "rifle-2": here(12, 8)}
    scene = fought(units, "inf", ("-", "1+dr"), sides={"neva": walls}).play("take-loss rifle")
    assert f"retreat rifle {NE}" not in scene.choices("retreat")
    assert f"retreat rifle {SE}" in scene.choices("retreat")


# One thing in a combat sequence


@pytest.mark.rule("white-october:8.3/b", "white-october:5.2")
def test_a_headquarters_moves_offensively_or_commands() -> None:
    units = {"inf": SW, "inf-2": NW, "hqa": here(2, 4), "rifle": CENTRE}
    moved = combat(units).play(f"move-offensively hqa {here(2, 5)}", f"declare-attack {CENTRE}")
    assert moved.play("add-attacker inf").refused("command-attack hqa") == "8.3"
    commanding = declared(combat(units), CENTRE, ["inf", "inf-2"], hq="hqa")
    assert commanding.refused(f"move-offensively hqa {here(2, 5)}") == "8.3"


@pytest.mark.rule("white-october:7.8/a", "white-october:8.2.7")
def test_no_victor_stops_where_the_enemy_is_about_to_come_in() -> None:
    coming = {"at": "red-reinforcements", "values": {"due": 2, "entry": CENTRE}}
    units = {"inf": SW, "rifle": CENTRE}
    free = fought(units, "inf", ("a", "1+r")).play("take-loss rifle", f"retreat rifle {SE}")
    assert free.choices("advance") == (f"advance inf {CENTRE}",)
    kept = fought({**units, "cadets": coming}, "inf", ("a", "1+r")).play("take-loss rifle", f"retreat rifle {SE}")
    assert not kept.choices("advance")
    assert kept.place("inf") == SW


@pytest.mark.rule("white-october:8.2.6.C")
def test_guns_and_staffs_of_an_attacker_stay_with_combat_units_that_stay() -> None:
    units = {"inf2": SW, "inf1": SW, "guns": SW, "hqa": SW, "rifle4": CENTRE}
    part = fought(units, "inf2", ("1+r", "-"), dice=(1, 1)).play("take-loss inf2")
    back = part.play(part.choices("retreat")[0])
    assert (back.place("guns"), back.place("hqa"), back.place("inf1")) == (SW, SW, SW)
    whole = fought(units, "inf2 inf1", ("1+r", "-"), dice=(1, 1)).play("take-loss inf2")
    gone = whole.play(whole.choices("retreat")[0])
    assert gone.place("guns") == gone.place("hqa") == gone.place("inf1") != SW


@pytest.mark.rule("white-october:4.3")
def test_a_coast_counts_by_its_row_and_rows_of_lower_numbers_lie_east() -> None:
    board = "............/" * 7 + "............"
    shore = here(3, 4)
    row = int(shore.partition("/")[0])
    for number, supplied in ((row, "unsupplied"), (row + 1, "supplied")):
        scene = moving(
            {"rifle": marked(shore)},
            board,
            side="red",
            sides={"shore": [f"{shore}/N"]},
            charts={"parameters": {"supply_row": number}},
            features=[town(here(9, 8), "Town")],
        )
        assert scene.ask("supply", "rifle").state == supplied


@pytest.mark.rule("white-october:8.2.5/a")
def test_an_attack_by_night_is_told_as_one() -> None:
    units = {"inf": SW, "rifle": CENTRE}
    assert declared(combat(units), CENTRE, ["inf"], night=True).told("night-attack-declared")
    assert not declared(combat(units), CENTRE, ["inf"]).told("night-attack-declared")


@pytest.mark.rule("white-october:8.2.3", "white-october:8.2.6.A")
def test_a_question_about_an_attack_takes_it_that_the_defender_does_not_retire() -> None:
    scene = combat({"inf": SW, "guns": SW, "redcav": CENTRE})
    asked: dict[str, object] = {"units": ["inf"], "target": CENTRE, "die": 12, "supports": ["guns"]}
    lost = scene.ask("losses", **asked)
    assert (lost.refusal, lost.side, lost.choices) == (None, "red", [{"kind": "take-loss", "unit": "redcav"}])
    assert {"kind": "advance", "unit": "inf", "to": CENTRE} in scene.ask("advance", **asked).choices


@pytest.mark.rule("white-october:5.4")
def test_a_question_about_an_attack_on_a_headquarters_alone_throws_nothing() -> None:
    scene = combat({"inf": SW, "redhq": CENTRE})
    found = scene.ask("advance", units=["inf"], target=CENTRE, die=12)
    assert (found.refusal, found.choices) == (None, [{"kind": "advance", "unit": "inf", "to": CENTRE}])
