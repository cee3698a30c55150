"""Whole turns played with mouse and keyboard in the real window, as scripts that read like the game.

Each line of a script is the side that decides and the decision, in the words of the screen. Hands carry it out by the
gesture it has: a drag, a click on a counter or a place, a button or a card, Enter for the obvious choice.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.session.replay import digest, replay
from tests.app.play.hands import Player, take_up_again

TYPHOON_SEED = 3
TYPHOON = """
axis    Done
axis    Done
axis    Move XIII (Infantry corps) to 4329
axis    Overrun 4527 with XL (Armoured corps)
soviet  Fall back with all
soviet  Retreat 24A (Infantry army) to 4628
axis    Advance XL (Armoured corps) to 4527
axis    Done
axis    Done
axis    Attack 4826
axis    Let VIII (Infantry corps) attack too
axis    Let V (Infantry corps) attack too
axis    Let XLI (Armoured corps) attack too
axis    Let LVI (Armoured corps) attack too
axis    Throw the die
soviet  Let 19A (Infantry army) lose a step
soviet  Fall back with all
"""
"""An overrun that drives an army off, and an attack that costs another a step."""
TYPHOON_REST = """
soviet  Retreat 19A (Infantry army) to 4827
axis    Advance VIII (Infantry corps) to 4826
axis    Advance V (Infantry corps) to 4826
axis    Done
soviet  Done
soviet  Done
soviet  Done
axis    Done
axis    Done
"""

SUMMER_SEED = 162
SUMMER_OPENING = """
axis    Open with Barbarossa
axis    Done
axis    Barbarossa: event
axis    Done
allied  Take an operation of one point
allied  Done
axis    Done
allied  Done
allied  Done
"""
"""The first turn is a single round."""
SUMMER = """
axis    Done
axis    Kammhuber Line: redeployment
axis    Take Corps 9 (German corps) in hand
axis    Redeploy Corps 9 (German corps) to Brasov
axis    Done
allied  Stavka: operations
allied  Activate Tarnopol Rovno for combat
allied  Activate Kolomyja for combat
allied  Attack Slovakia
allied  Let Army 8 (Soviet army) attack too
allied  Announce the attack
allied  Play Zhukov in this combat
axis    Let Corps 10 lose a step
axis    Retreat Corps 10 to Debrecen
allied  Advance Army 8 (Soviet army) to Slovakia
axis    OKH Conference: event
allied  Take an operation of one point
allied  Activate Odessa to move
allied  Move Army 13 (Soviet army) to Kishinev
allied  Done
axis    Take an operation of one point
axis    Done
allied  Take an operation of one point
allied  Done
axis    Take an operation of one point
axis    Done
allied  Take an operation of one point
allied  Done
axis    Take an operation of one point
axis    Done
allied  Take an operation of one point
allied  Done
axis    Take an operation of one point
axis    Done
allied  Take an operation of one point
allied  Done
axis    Done
allied  Done
allied  Done
"""
"""A redeployment, an operation with an attack and a combat card, an event, and the rounds to the end of the turn."""


def begin(window: MainWindow, scenario: str, seed: int) -> Player:
    assert window.open(scenario)
    assert window.play.begin(NewGame(scenario, seed=seed))
    window.enter_play()
    window.canvas.set_zoom(0.8)
    return Player(window)


def kinds(player: Player) -> set[str]:
    return {played.action.kind for played in player.table.session.log}


def test_the_first_turn_of_typhoon(window: MainWindow, tmp_path: Path, settings: QSettings, qtbot: QtBot) -> None:
    player = begin(window, "typhoon", TYPHOON_SEED)
    turn = player.table.session.state.turn
    ways = player.follow(TYPHOON)
    undo_to_the_last_die(player)
    file = tmp_path / "moscow.redoubt"
    assert window.save_as(file)
    ways += player.follow(TYPHOON_REST)
    assert {"overrun", "resolve", "take-loss", "fall-back", "retreat", "advance"} <= kinds(player)
    assert {"drag", "click", "place", "Enter"} <= set(ways)
    assert player.table.session.state.turn == turn + 1, "the turn is over"
    table = player.table
    bytes_then = table.game.codec.dumps(table.session.state)
    other = take_up_again(window, file, settings, qtbot)
    session = other.table.session
    assert other.table.game.codec.dumps(session.state) == bytes_then
    written = [other.table.game.codec.action_to_json(played.action) for played in session.log]
    replayed = replay(other.table.game, session.start.state.seed, written)
    assert digest(other.table.game, replayed.state) == digest(table.game, table.session.state)
    other.window.files.close()


def undo_to_the_last_die(player: Player) -> None:
    """The two decisions since the throw can be taken back, the throw cannot; then they are made again."""
    session, codec = player.table.session, player.table.game.codec
    before = codec.dumps(session.state)
    for wanted in ("fall-back", "take-loss"):
        assert session.log[-1].action.kind == wanted
        player.key("Ctrl+Z")
        assert player.refusal == ""
    assert session.log[-1].action.kind == "resolve"
    stands = session.state
    player.key("Ctrl+Z")
    assert session.state is stands
    assert "Dice have been thrown" in player.refusal
    for _ in range(2):
        player.key("Ctrl+Y")
    assert codec.dumps(session.state) == before


def test_a_whole_turn_of_summer_1941(window: MainWindow) -> None:
    player = begin(window, "summer-1941", SUMMER_SEED)
    player.follow(SUMMER_OPENING)
    assert player.table.session.state.turn == 2
    ways = player.follow(SUMMER)
    assert player.table.session.state.turn == 3, "the turn is over"
    assert {"play-card", "activate", "resolve", "play-combat-card", "redeploy", "advance", "retreat"} <= kinds(player)
    assert {"card", "place, menu", "drag", "click", "Enter"} <= set(ways)
    log = "\n".join(player.desk.scene.log.texts())
    assert "Zhukov" in log
    assert "OKH Conference" in log


def test_the_game_and_the_editor_share_a_file_and_keep_what_was_edited(window: MainWindow, tmp_path: Path) -> None:
    """F5 plays what is on the screen, F5 again goes back to it, and neither loses what was painted since the Save."""
    player = Player(window)
    assert window.open("typhoon")
    window.set_mode(Mode.EDIT)
    file = tmp_path / "mine.redoubt"
    assert window.save_as(file)
    terrain = player.terrain("3926")
    wanted = "forest" if terrain != "forest" else "clear"
    player.paint(wanted, "3926")
    assert player.terrain("3926") == wanted
    window.canvas.setFocus()
    player.key("F5")
    assert window.mode is Mode.PLAY
    assert player.table.board.terrains[player.label("3926")] == wanted
    player.key("Return")
    player.key("Return")
    session = player.table.session
    player.key("F5")
    assert window.mode is Mode.EDIT
    assert player.terrain("3926") == wanted, "the edit since the last Save is there"
    player.key("F5")
    assert player.table.session is session, "and so is the game"
    player.key("F5")
    player.key("Ctrl+Z")
    assert player.terrain("3926") == terrain
