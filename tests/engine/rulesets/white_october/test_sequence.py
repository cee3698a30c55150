"""Chapter 2: the order of a turn."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import combat
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import Scene, marked

APART = {"inf": here(2, 2), "rifle": here(9, 6)}


def phase(scene: Scene) -> tuple[str, str]:
    moment = scene.game.moment(scene.state)
    return moment.phase, moment.side


@pytest.mark.rule("white-october:2")
def test_a_side_chooses_what_it_does_first_and_does_the_other_second() -> None:
    scene = october(APART, phase="choice", side="white")
    assert scene.choices("begin-with") == ("begin-with movement", "begin-with combat")
    moved = scene.play("begin-with movement")
    assert phase(moved) == ("movement", "white")
    red = moved.play("done")
    assert phase(red) == ("choice", "red")
    fought = red.play("begin-with combat")
    assert phase(fought) == ("combat", "red")
    later = fought.play("done")
    assert phase(later) == ("later-combat", "white")
    last = later.play("done")
    assert phase(last) == ("later-movement", "red")


@pytest.mark.rule("white-october:2")
def test_a_turn_begins_with_the_white_decision_and_ends_with_the_red_sequence() -> None:
    scene = october(APART, phase="later-movement", side="red").play("done")
    assert scene.state.turn == 2
    assert phase(scene) == ("offensive", "white")
    assert phase(scene.play("done")) == ("desertion", "red")


@pytest.mark.rule("white-october:2")
def test_a_side_rallies_at_the_end_of_its_own_movement() -> None:
    units = {"inf": marked(here(2, 2), "disorganised"), "rifle": marked(here(9, 6), "disorganised")}
    scene = moving(units).play("done")
    assert "disorganised" not in scene.unit("inf").marks
    assert "disorganised" in scene.unit("rifle").marks


@pytest.mark.rule("white-october:2")
@pytest.mark.parametrize(("turn", "first"), [(1, "choice"), (2, "desertion"), (3, "desertion"), (4, "politics")])
def test_red_politics_and_desertion_begin_on_their_turns(turn: int, first: str) -> None:
    scene = october(APART, phase="replacements", side="white", turn=turn)
    assert phase(scene)[0] == first


@pytest.mark.rule("white-october:2")
def test_a_position_may_stand_in_a_second_sequence() -> None:
    assert phase(combat(APART)) == ("combat", "white")
    assert phase(october(APART, phase="later-combat", side="red")) == ("later-combat", "red")
