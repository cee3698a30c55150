"""Cabinet, chapters 1, 4, 5 and 7: the ground, operations, combat and victory."""

from __future__ import annotations

import pytest

from engine.core.actions import Done
from engine.core.ids import NOWHERE, Side
from engine.core.terms import total
from engine.core.unit_events import UnitMoved
from engine.core.writing.notation import Notation
from engine.rulesets.words import catalogue
from tests.helpers.toys.cabinet.materials import NORTH, SOUTH
from tests.helpers.toys.cabinet.records import AmbitionShown, Pass, ShotsFired, UnitEliminated
from tests.helpers.toys.cabinet.table import Table, loss, table

OPERATIONS = """
    setup: scenario
    phase: operations
    side: north
    values: {points: 3}
"""


@pytest.mark.rule("toy-cabinet:1.2")
def test_three_units_to_a_space_and_never_both_sides() -> None:
    found = table(OPERATIONS + "    units: {n-guard: millbrook, s-1: vale, n-3: abbey}\n")
    found.do(found.activate("abbey"))
    assert found.refused(found.step("n-3", "millbrook")) == "1.2"
    assert found.refused(found.step("n-3", "vale")) == "1.2"
    assert found.refused(found.step("n-3", "highmoor")) is None


@pytest.mark.rule("toy-cabinet:1.3")
def test_a_space_belongs_to_who_entered_it_last() -> None:
    found = table(OPERATIONS + "    control: {south: [abbey]}\n")
    found.do(found.activate("highmoor"), found.step("n-3", "abbey"), found.step("n-3", "highmoor"))
    assert found.state.control[found.at("abbey")] == NORTH


@pytest.mark.rule("toy-cabinet:4.1")
def test_a_point_activates_a_space_whose_units_have_not_acted() -> None:
    found = table(OPERATIONS)
    assert found.refused(found.activate("vale")) == "4.1"
    assert found.refused(found.activate("orchard")) == "4.1"
    found.do(found.activate("highmoor"), found.step("n-3", "abbey"), Done())
    assert found.refused(found.activate("abbey")) == "4.1"
    assert found.refused(found.activate("highmoor")) == "4.1"
    assert found.refused(found.activate("millbrook")) is None
    assert found.game.menu(found.state).prompt.args["points"] == 2


@pytest.mark.rule("toy-cabinet:4.2")
def test_a_river_takes_two_points_and_the_cheaper_of_two_ways_counts() -> None:
    found = table(OPERATIONS)
    found.do(found.activate("millbrook"))
    assert found.refused(found.step("n-3", "abbey")) == "4.2"
    found.do(found.step("n-1", "crossing"), found.step("n-2", "abbey"))
    assert [event.cost for event in found.events if isinstance(event, UnitMoved)] == [1, 2]
    assert found.refused(found.step("n-1", "lakeside")) == "4.2"
    assert found.refused(found.step("n-2", "vale")) == "4.2"
    assert found.refused(found.step("n-1", "stonegate")) == "4.2"


@pytest.mark.rule("toy-cabinet:4.2")
def test_a_broken_road_leaves_the_river_beside_it() -> None:
    found = table(OPERATIONS + "    side_markers: {millbrook~crossing~road: {broken: 1}}\n")
    found.do(found.activate("millbrook"), found.step("n-1", "crossing"))
    assert found.last(UnitMoved).cost == 2


@pytest.mark.rule("toy-cabinet:4.3")
def test_the_units_of_a_space_attack_a_neighbouring_one_together() -> None:
    found = table(OPERATIONS + "    units: {s-1: abbey}\n")
    assert found.refused(found.assault("stonegate", "abbey")) == "4.3"
    assert found.refused(found.assault("highmoor", "ironhill")) == "4.3"
    assert found.refused(found.assault("highmoor", "abbey")) is None


FIGHT = """
    setup: empty
    phase: operations
    side: north
    units: {n-1: highmoor, n-2: highmoor, s-1: abbey, s-3: queensport, n-3: stonegate}
    control: {north: [home-north], south: [home-south, abbey]}
"""


def fight(dice: tuple[int, int], more: str = "") -> Table:
    found = table(f"{FIGHT}    given: {{dice: [{dice[0]}, {dice[1]}]}}\n{more}")
    return found.do(found.assault("highmoor", "abbey"))


@pytest.mark.rule("toy-cabinet:5.1")
def test_both_sides_fire_with_their_strength() -> None:
    shots = fight((4, 4)).last(ShotsFired)
    assert (shots.attack_column, shots.defender_losses) == ("4-5", 1)
    assert (shots.defence_column, shots.attacker_losses) == ("2", 1)


@pytest.mark.rule("toy-cabinet:5.2")
def test_a_river_costs_a_column_and_a_mountain_a_pip() -> None:
    found = table(FIGHT.replace("abbey, s-3", "ironhill, s-3").replace("highmoor", "abbey"))
    attack = found.game.ruleset.questions["attack"](
        found.game, found.state, {"units": ["n-1"], "target": "ironhill", "die": 4}
    )
    shown = Notation(found.game.board, catalogue("toy-cabinet")).answer(attack)
    assert shown["column"] == "3"
    assert [term["label"] for term in shown["shifts"]["terms"]] == ["Across a river"]
    assert (shown["modifiers"]["value"], shown["modified_die"], shown["result"]) == (-1, 3, "1")


@pytest.mark.rule("toy-cabinet:5.3")
def test_the_owner_chooses_who_loses_the_step() -> None:
    found = fight((1, 6))
    assert found.game.menu(found.state).side == NORTH
    assert found.refused(loss("s-1")) == "5.3"
    assert found.refused(loss("n-3")) == "5.3"
    found.do(loss("n-2"))
    assert (found.unit("n-1").step, found.unit("n-2").step) == (0, 1)


@pytest.mark.rule("toy-cabinet:5.4")
def test_a_beaten_defender_retreats_but_not_towards_the_attacker() -> None:
    found = fight((4, 1)).do(loss("s-1"))
    assert found.game.menu(found.state).side == SOUTH
    assert found.refused(found.retreat("s-1", "highmoor")) == "5.4"
    assert found.refused(found.retreat("s-1", "queensport")) == "5.4"
    assert found.refused(found.retreat("s-3", "orchard")) == "5.4"
    found.do(found.retreat("s-1", "vale"))
    assert found.where("s-1") == "vale"


@pytest.mark.rule("toy-cabinet:5.4")
def test_a_defender_that_gave_as_good_as_it_got_stays() -> None:
    found = fight((4, 5)).do(loss("s-1"), loss("n-1"))
    assert found.where("s-1") == "abbey"


@pytest.mark.rule("toy-cabinet:R1")
def test_a_broken_connection_is_no_way_to_retreat() -> None:
    found = fight((4, 1), "    side_markers: {abbey~ironhill: {broken: 1}}\n").do(loss("s-1"))
    assert found.refused(found.retreat("s-1", "ironhill")) == "R1"


@pytest.mark.rule("toy-cabinet:5.5")
def test_a_unit_without_steps_goes_to_the_box() -> None:
    found = fight((6, 1)).do(loss("s-1"), loss("s-1"))
    assert found.where("s-1") == "eliminated-south"
    assert found.last(UnitEliminated).at == found.at("abbey")


@pytest.mark.rule("toy-cabinet:5.5")
def test_a_defender_with_no_way_out_is_eliminated() -> None:
    found = table("""
        phase: operations
        side: north
        units: {n-1: highmoor, n-2: highmoor, n-horse: vale, s-1: abbey, s-3: queensport}
        side_markers: {abbey~millbrook: {broken: 1}, abbey~ironhill: {broken: 1}}
        given: {dice: [4, 1]}
    """)
    found.do(found.assault("highmoor", "abbey"), loss("s-1"))
    assert found.where("s-1") == "eliminated-south"


@pytest.mark.rule("toy-cabinet:7.1")
def test_objectives_count_for_who_controls_them() -> None:
    found = table("{setup: scenario, phase: rounds, control: {north: [vale], south: [abbey]}}")
    assert total(found.game.ruleset.score(found.game, found.state)) == 3 + 2 - 3 - 1


def last_round(control: str, more: str = "") -> Table:
    found = table(f"""
        setup: scenario
        phase: rounds
        side: north
        turn: 4
        control: {control}
        extra: {{ambitions: {{north: vale, south: lakeside}}}}
        {more}
    """)
    return found.do(*[Pass()] * 6)


@pytest.mark.rule("toy-cabinet:7.2")
def test_after_the_last_turn_the_points_decide() -> None:
    outcome = last_round("{north: [abbey]}").state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.rule) == (NORTH, "points", "7.2")
    drawn = last_round("{north: [abbey], south: [ironhill]}").state.outcome
    assert drawn is not None
    assert (drawn.winner, drawn.level) == (None, "draw")


@pytest.mark.rule("toy-cabinet:7.4")
def test_an_ambition_is_secret_until_it_counts() -> None:
    found = table("{setup: scenario, phase: rounds, extra: {ambitions: {north: vale, south: lakeside}}}")
    for viewer, known in ((NORTH, {"north": "vale"}), (SOUTH, {"south": "lakeside"}), (Side("spectator"), {})):
        ambitions = found.game.view(found.state, viewer).extra.ambitions
        assert {side: found.game.board.key(at) for side, at in ambitions.items() if at != NOWHERE} == known
    ended = last_round("{south: [lakeside], north: [abbey]}")
    assert AmbitionShown(SOUTH, ended.at("lakeside"), 1) in ended.events
    assert ended.state.outcome is not None
    assert ended.state.outcome.winner == SOUTH


@pytest.mark.rule("toy-cabinet:7.3")
def test_the_other_capital_or_points_enough_win_at_the_end_of_a_turn() -> None:
    for control in ("{north: [queensport]}", "{north: [abbey, ironhill, vale, crossing]}"):
        found = table(f"{{setup: scenario, phase: rounds, side: north, control: {control}}}").do(*[Pass()] * 6)
        assert found.state.outcome is not None
        assert (found.state.outcome.winner, found.state.outcome.level) == (NORTH, "sudden-death")


@pytest.mark.rule("toy-cabinet:7.3")
def test_a_side_without_units_has_lost_at_once() -> None:
    found = table(FIGHT.replace(", s-3: queensport", "") + "    given: {dice: [6, 1]}\n")
    found.do(found.assault("highmoor", "abbey"), loss("s-1"), loss("s-1"))
    assert found.state.outcome is not None
    assert (found.state.outcome.winner, found.state.outcome.level) == (NORTH, "annihilation")
