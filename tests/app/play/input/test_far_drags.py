"""A counter dragged too far is told what stops it and where."""

from __future__ import annotations

import pytest

from app.window import MainWindow
from engine.core.answers import ReachAnswer
from engine.narration.far_reasons import why_not_there
from engine.narration.menu_choices import step_actions
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play
from tests.app.play.test_whole_turns import begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    someone = Player(window)
    play(someone, actions=0)
    return someone


def test_a_drag_beyond_reach_says_how_far_it_goes(player: Player) -> None:
    table = player.table
    for _ in range(20):
        if any(step_actions(table.menu, unit) for unit in table.view.units):
            break
        player.desk.submit(next(iter(table.menu)))
    unit = next(unit for unit in table.view.units if step_actions(table.menu, unit))
    answer = table.ask("reach", unit=unit)
    assert isinstance(answer, ReachAnswer)
    start = table.view.units[unit].at
    near = {each.at for each in answer.locations} | {start} | {target for target, _ in table.board.links[start]}
    is_drawn = player.window.canvas.picture.place
    far = next(each for each in table.board.locations() if each not in near and is_drawn(table.board.key(each)))
    length = table.length
    player.drag_unit(unit, far)
    assert table.length == length
    assert table.board.label(far) in player.refusal
    assert "does not get to" in player.refusal


def test_who_could_step_there_but_stay_nowhere_nearer_is_told_so(window: MainWindow) -> None:
    player = begin(window, "pulkovo-heights", 3)
    table = player.table
    for words in (
        "Done",
        "Fight desertion",
        "Rally the 2nd Rifle Division",
        "Raise communists in P34",
        "Build a barricade in P14",
        "Begin with movement",
    ):
        table.submit(next(action for action in table.menu if table.words.text(action) == words))
    tanks = next(unit for unit in table.view.units if table.names.unit(unit).startswith("Tanks 1"))
    refusal = why_not_there(table, player.label("25/Q"), tanks)
    assert refusal is not None
    said = table.say(refusal.message)
    assert said == "Tanks 1 (Tanks) does not get to 25/Q: it could not stay anywhere nearer to it."
