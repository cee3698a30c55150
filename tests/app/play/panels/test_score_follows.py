"""The score above the map is that of the game after every step, on, back and again."""

from __future__ import annotations

from random import Random

import pytest

from app.play.games.game_setup import NewGame
from app.play.panels.score_panel import ScorePanel
from app.window import MainWindow
from engine.core.terms import total
from engine.narration.explanations import number
from tests.app.play.hands import Player


def score_of(player: Player) -> str:
    """What the rules make of what the viewer sees."""
    table = player.table
    return number(total(table.game.ruleset.score(table.game, table.view)))


def shown(player: Player) -> str:
    """The number that is shown once the reckoning that a step has asked for is done."""
    panel = player.window.play.panels["score"].widget
    assert isinstance(panel, ScorePanel)
    panel.reckon()
    words = player.desk.scene.prompt.score.text()
    return words.removeprefix("Score ").partition(" ")[0]


@pytest.mark.parametrize(("scenario", "seed"), [("typhoon", 3), ("typhoon", 4), ("summer-1941", 5)])
def test_the_score_follows_every_step(window: MainWindow, scenario: str, seed: int) -> None:
    player = Player(window)
    assert window.open(scenario)
    assert window.play.begin(NewGame(scenario, seed=seed))
    window.enter_play()
    window.play.sideboard.check.set_on(False)
    chance, scores = Random(seed), set()
    for _ in range(70):
        table = player.table
        if table.is_over:
            break
        if table.awaited is not None:
            player.desk.take_seat()
        player.desk.submit(chance.choice(list(table.menu)))
        if table.awaited is None:
            assert shown(player) == score_of(player), table.menu.prompt.key
            scores.add(shown(player))
    replay = window.play.replay
    for step in (0, player.table.length // 2, player.table.length):
        replay.go(step)
        assert shown(player) == score_of(player)
    assert scores


def test_the_score_follows_the_computer_too(window: MainWindow) -> None:
    player = Player(window)
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=3, players={"axis": "random", "soviet": "random"}))
    window.enter_play()
    player.desk.computers.stop()
    for _ in range(40):
        player.let_computer_decide()
        player.desk.refresh()
        assert shown(player) == score_of(player)
