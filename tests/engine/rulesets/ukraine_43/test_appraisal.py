"""What computer players ask of Ukraine '43."""

from __future__ import annotations

from engine.core.actions import Done
from engine.core.appraisal import NO_PROSPECT
from engine.core.ids import UnitId
from engine.core.terms import Number
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.rulesets.ukraine_43.appraisal import (
    DECISIVE,
    SOURCE_STAKE,
    appraise,
    can_strike,
    helped,
    might_of,
    prospect,
    stakes,
    support_range,
)
from engine.rulesets.ukraine_43.assaults import PlaceAssault
from engine.rulesets.ukraine_43.names import AXIS, SOVIET
from engine.rulesets.ukraine_43.questions import about_reach
from tests.engine.rulesets.ukraine_43.scenes import front
from tests.helpers.positions import Scene


def amounts(scene: Scene, side: str) -> dict[str, Number]:
    terms = appraise(scene.game, scene.state, SOVIET if side == "soviet" else AXIS)
    return {term.label.key.removeprefix("appraisal."): term.value for term in terms}


def test_steps_are_counted_for_whoever_asks_and_who_is_out_of_supply_is_cut_off() -> None:
    scene = front({"inf": "0503", "rifle": "0603"}, soviet=["1205"], phase="combat", side="soviet")
    soviet, axis = amounts(scene, "soviet"), amounts(scene, "axis")
    assert soviet["own-steps"] == axis["enemy-steps"] > 0
    assert soviet["enemy-cut-off"] == soviet["enemy-steps"] == axis["own-cut-off"]
    assert soviet["score"] == -axis["score"]


def test_a_unit_in_disorder_is_weaker_and_is_counted() -> None:
    whole = front({"pz": "0503", "rifle": "0603"}, phase="combat", side="axis")
    worn = front({"pz": {"at": "0503", "marks": ["disrupted"]}, "rifle": "0603"}, phase="combat", side="axis")
    assert (
        might_of(worn.game, worn.state, worn.unit("pz")).attack
        < might_of(whole.game, whole.state, whole.unit("pz")).attack
    )
    assert amounts(worn, "axis")["disorder"] > amounts(whole, "axis")["disorder"] == 0
    assert amounts(worn, "soviet")["disorder"] < 0


def test_headquarters_do_not_attack_and_armour_is_worth_more_than_infantry() -> None:
    scene = front({"pz": "0503", "inf": "0504", "army": "0404", "luft": "0404"}, phase="combat", side="axis")
    pz, inf, army, air = (might_of(scene.game, scene.state, scene.unit(name)) for name in ("pz", "inf", "army", "luft"))
    assert pz.steps * pz.worth > inf.steps * inf.worth
    assert army.attack == 0 < army.steps
    assert air.steps == 0


def test_guns_in_order_help_from_two_hexes_and_a_guards_division_lets_two_fire() -> None:
    units = {"rifle": "0503", "inf": "0603", "art-1": "0303", "art-2": "0304", "airarmy": "0203", "fronthq": "0303"}
    scene = front(units, phase="combat", side="soviet")
    asked = {"units": ["rifle"], "target": "0603"}
    assert range_of(scene, "art-1", "0303") == 2
    assert range_of(scene, "rifle", "0503") == 0
    assert helped(scene.game, scene.state, asked) == {**asked, "artillery": ["art-1"], "air": ["airarmy"]}
    guards = front({**units, "gart": "0304"}, phase="combat", side="soviet")
    found = helped(guards.game, guards.state, asked)
    assert found is not None
    assert found["artillery"] == ["gart", "art-1"]
    spent = front(
        {"rifle": "0503", "inf": "0603", "art": {"at": "0303", "marks": ["exhausted"]}}, phase="combat", side="soviet"
    )
    assert range_of(spent, "art", "0303") == 0
    assert helped(spent.game, spent.state, asked) is None


def range_of(scene: Scene, unit: str, at: str) -> int:
    return support_range(scene.game, scene.unit(unit), scene.game.board.at(at))


def test_guns_that_enter_a_second_hex_and_a_leader_who_moves_help_nobody_in_this_turn() -> None:
    scene = front({"rifle": "0503", "inf": "0603", "art": "0303", "zhukov": "0303"}, phase="movement", side="soviet")
    assert [range_of(scene, "art", at) for at in ("0303", "0302", "0301")] == [2, 2, 0]
    assert [range_of(scene, "zhukov", at) for at in ("0303", "0302")] == [4, 0]
    assert range_of(scene.play("step-to art 0302"), "art", "0301") == 0


def test_aircraft_that_stay_and_headquarters_wherever_they_go_help_in_this_turn() -> None:
    scene = front({"airarmy": "0203", "fronthq": "0303", "inf": "0603"}, phase="movement", side="soviet")
    assert [range_of(scene, "airarmy", at) for at in ("0203", "0303")] == [8, 0]
    assert [range_of(scene, "fronthq", at) for at in ("0303", "0304")] == [7, 7]
    marked = {"airarmy": {"at": "0203", "marks": ["flown"]}, "fronthq": {"at": "0303", "marks": ["disrupted"]}}
    spent = front({**marked, "inf": "0603"}, phase="movement", side="soviet")
    assert range_of(spent, "airarmy", "0203") == range_of(spent, "fronthq", "0303") == 0


def test_in_exploitation_those_strike_who_can_still_take_a_marker_and_in_reaction_nobody() -> None:
    units = {"tank": "0303", "rifle": "0304", "inf": "0808"}
    scene = front(units, soviet=["0301"], phase="exploitation", side="soviet")
    tank, rifle, board = scene.unit("tank"), scene.unit("rifle"), scene.game.board
    left = about_reach(scene.game, scene.state, {"unit": "tank"}).left
    assert left is not None
    assert can_strike(scene.game, scene.state, tank, board.at("0302"), left - 3)
    assert not can_strike(scene.game, scene.state, tank, board.at("0302"), left - 2)
    assert can_strike(scene.game, scene.state, rifle, board.at("0304"), 0)
    assert not can_strike(scene.game, scene.state, rifle, board.at("0305"), 1)
    reacting = front({"tank": "0303", "inf": "0808"}, soviet=["0301"], phase="reaction", side="soviet")
    assert not can_strike(reacting.game, reacting.state, reacting.unit("tank"), board.at("0303"), 0)
    marching = front({"tank": "0303", "inf": "0808"}, soviet=["0301"], phase="movement", side="soviet")
    assert can_strike(marching.game, marching.state, marching.unit("tank"), board.at("0302"), left)


def test_an_assault_marker_opens_an_attack_with_all_who_could_take_one() -> None:
    units = {"inf": "0503", "rifle-1": "0603", "rifle-2": "0602", "rifle-3": {"at": "0404", "marks": ["disrupted"]}}
    scene = front(units, soviet=["1205"], phase="exploitation", side="soviet")
    (attack,) = prospect(scene.game, scene.state, PlaceAssault(UnitId("rifle-1"))).attacks
    assert attack == {"units": ["rifle-1", "rifle-2"], "target": scene.game.board.key(scene.game.board.at("0503"))}
    assert prospect(scene.game, scene.state, Done()) == NO_PROSPECT


def test_a_source_that_would_end_the_game_counts_more() -> None:
    """Two points are lost with a source; on turn 6 the reference is 5, so that one more source ends the game."""
    early, late = (
        front({"inf": "0503", "rifle": "0603"}, soviet=["1205"], turn=turn, phase="combat", side="axis")
        for turn in (1, 6)
    )
    at = early.game.board.at("1205")
    worth = [stakes(scene.game, scene.state, AXIS)[at] for scene in (early, late)]
    assert worth == [SOURCE_STAKE, SOURCE_STAKE + DECISIVE]


def test_an_enemy_is_asked_where_it_goes_in_its_own_movement() -> None:
    """A Soviet exploitation leaves infantry of the Axis no less far to go than it will march in its turn."""
    reached = []
    for phase in ("movement", "exploitation"):
        scene = front({"inf": "0503", "rifle": "0903"}, axis=["0103"], phase=phase, side="soviet")
        reached.append({place.at for place in about_reach(scene.game, scene.state, {"unit": "inf"}).locations})
    assert reached[0] == reached[1]
    assert len(reached[0]) > 7


def test_a_source_is_the_axis_s_only_while_it_stands_there() -> None:
    source, held = "1205", {"axis": ["1205"]}
    empty = front({"rifle": "0503"}, soviet=[source], control=held, phase="movement", side="axis")
    taken = front({"pz": source, "rifle": "0503"}, soviet=[source], control=held, phase="movement", side="axis")
    at = empty.game.board.at(source)
    assert empty.game.ruleset.holder(empty.game, empty.state, at) == SOVIET
    assert taken.game.ruleset.holder(taken.game, taken.state, at) == AXIS
    assert not taken.game.ruleset.stays_with(taken.game, taken.state, at, AXIS)
    assert taken.game.ruleset.stays_with(taken.game, taken.state, at, SOVIET)
    situation, pz = Situation(taken.game, taken.state, AXIS, Survey()), taken.unit("pz")
    assert not situation.stays_ours(at, but=pz.id)
    assert situation.stays_ours(at)
    assert situation.kept_there(pz, situation.might(pz), at) > 0
