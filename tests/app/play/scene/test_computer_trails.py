"""What the computer did while the person waited is drawn on the map, until the person decides again."""

from __future__ import annotations

import pytest

from app.play.games.game_setup import NewGame
from app.play.games.players import RANDOM
from app.play.scene.computer_trails import ComputerTrails
from app.play.table import PERSON
from app.window import MainWindow
from engine.core.actions import Done, StepTo
from engine.core.records import Action
from engine.players.player import Choice
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Somebody who waits for the computer: Red is the computer's, and is held."""
    assert window.open("ford")
    player = Player(window)
    window.play.desk.computers.hold(True)
    assert window.play.begin(NewGame("ford", seed=3, players={"red": RANDOM, "blue": PERSON}))
    window.enter_play()
    return player


def trails_of(player: Player) -> ComputerTrails:
    return player.window.play.sideboard.trails


def let_it(player: Player, action: Action) -> None:
    """Let the computer decide this."""
    player.table.carry_out(Choice(action))
    player.desk.has_decided()


def ordinary(player: Player) -> Action:
    """What ends a question, or else the first answer."""
    menu = player.table.menu
    return next((each for each in menu if isinstance(each, Done)), next(iter(menu)))


def steps(player: Player) -> list[StepTo]:
    return [each for each in player.table.menu if isinstance(each, StepTo)]


def test_the_ways_of_the_computer_stay_until_the_person_decides(player: Player) -> None:
    table, trails = player.table, trails_of(player)
    while not steps(player):
        let_it(player, ordinary(player))
    step = steps(player)[0]
    before = trails.trails
    let_it(player, step)
    (trail,) = (each for each in trails.trails if each not in before)
    assert trail.keys[-1] == table.board.key(step.to)
    assert trail.colour == player.desk.scene.colours("red")[0]
    while table.is_computers_turn:
        let_it(player, ordinary(player))
    assert trail in trails.trails, "it is still there when the person is asked"
    player.desk.submit(next(iter(table.menu)))
    assert trails.trails == ()


def test_a_game_between_persons_leaves_no_trails(window: MainWindow) -> None:
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=3))
    window.enter_play()
    player = Player(window)
    while not steps(player):
        player.desk.submit(ordinary(player))
    player.desk.submit(steps(player)[0])
    assert trails_of(player).trails == ()


def test_between_computers_the_ways_of_a_side_stay_until_the_next_begins(window: MainWindow) -> None:
    assert window.open("ford")
    window.play.desk.computers.hold(True)
    assert window.play.begin(NewGame("ford", seed=3, players={"red": RANDOM, "blue": RANDOM}))
    window.enter_play()
    player = Player(window)
    table, trails = player.table, trails_of(player)
    owners = []
    for _ in range(4):
        while not steps(player):
            let_it(player, ordinary(player))
        owner = table.session.state.side
        let_it(player, steps(player)[0])
        assert trails.trails
        assert {each.colour for each in trails.trails} == {player.desk.scene.colours(owner)[0]}
        owners.append(owner)
        while steps(player) and table.session.state.side == owner:
            let_it(player, ordinary(player))
    assert set(owners) == {"red", "blue"}
