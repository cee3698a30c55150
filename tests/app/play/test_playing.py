"""A game in the real window, with mouse and keyboard: begin, move, be refused, attack, take back, come back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.play.games.new_game import IssuesDialog, NewGameDialog
from app.window import MainWindow
from editor.documents.workbench import Ink, InkGroup
from engine.core.actions import Done, StepTo
from engine.core.ids import Location, UnitId
from engine.definitions.folders import save_folder
from engine.narration.menu_choices import places_of
from engine.narration.score import level_words
from engine.rulesets.library import find_bundled
from engine.session.replay import digest
from tests.app.play.hands import Player, take_up_again


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def at_movement(player: Player, seed: int = 7) -> None:
    """Typhoon, at the movement of the Axis."""
    assert player.window.open("typhoon")
    assert player.window.play.begin(NewGame("typhoon", seed=seed))
    player.window.enter_play()
    player.key("Return")
    player.key("Return")
    assert "move your units" in player.desk.scene.prompt.prompt.text().lower()


def a_move(player: Player, *, single: bool = True) -> tuple[UnitId, Location]:
    """Some unit that can step to an empty hex."""
    menu, state = player.table.menu, player.table.session.state
    for action in menu.of_kind(StepTo):
        alone = len(state.at(state.unit(action.unit).at)) == 1 or not single
        if alone and not state.at(action.to):
            return action.unit, action.to
    raise AssertionError("nobody can move")


def test_the_line_below_the_map_tells_who_is_under_a_pointer_that_lies_still(player: Player) -> None:
    at_movement(player)
    bar, canvas = player.window.statusBar(), player.window.canvas
    canvas.set_zoom(1.0)
    QApplication.processEvents()
    canvas.hover(player.place(player.label("4328")))
    told = bar.currentMessage()
    assert told.startswith("4328")
    assert "XIII" in told
    player.desk.submit(StepTo(UnitId("g-xiii"), player.label("4329")))
    QApplication.processEvents()
    assert bar.currentMessage().startswith("4328")
    assert "XIII" not in bar.currentMessage(), "it has gone"
    player.key("Ctrl+Z")
    assert bar.currentMessage() == told, "and is back"
    canvas.move_by(0, 300)
    assert not bar.currentMessage().startswith("4328"), "another part of the map has come under it"


def test_a_bar_that_comes_over_the_map_leaves_a_pointer_that_lies_still_where_it_is(player: Player) -> None:
    at_movement(player)
    player.window.show()
    QApplication.processEvents()
    canvas, key = player.window.canvas, player.table.board.key(player.label("4328"))
    canvas.hover(player.place(player.label("4328")))
    assert canvas.under_pointer == key
    player.desk.scene.prompt.say("Something is said that takes several lines. " * 30)
    QApplication.processEvents()
    assert canvas.under_pointer == key
    player.desk.scene.prompt.clear_refusal()
    QApplication.processEvents()
    assert canvas.under_pointer == key


def test_one_key_begins_a_game_and_one_key_goes_back(player: Player) -> None:
    player.begin("typhoon")
    window = player.window
    assert window.mode is Mode.PLAY
    assert player.desk.scene.prompt.isVisible()
    assert player.desk.scene.prompt.side.text() == "Axis"
    assert "air fleets" in player.desk.scene.prompt.prompt.text()
    assert player.desk.scene.prompt.rule.text() == "case 12.1.2"
    assert player.table.players == {"axis": "person", "soviet": "person"}
    player.key("F5")
    assert window.mode is Mode.EDIT
    assert not player.desk.scene.prompt.isVisible()
    player.key("F5")
    assert window.mode is Mode.PLAY, "the game that was left goes on"


def test_enter_takes_the_obvious_choice(player: Player) -> None:
    player.begin("typhoon")
    player.key("Return")
    assert [played.action for played in player.table.session.log] == [Done()]
    assert player.desk.scene.log.texts() or player.table.session.log


def test_a_unit_is_moved_by_clicks(player: Player) -> None:
    at_movement(player)
    unit, to = a_move(player)
    assert unit in player.desk.scene.glow.units
    player.click_unit(unit)
    key = player.table.board.key(to)
    assert key in player.desk.scene.tints.tints
    assert player.desk.scene.tints.tints[key].words, "the cost is written there"
    player.click_place(to)
    assert player.where(unit) == to
    assert player.table.session.log[-1].action == StepTo(unit, to)
    assert any("moves from" in line for line in player.desk.scene.log.texts())
    assert player.window.canvas.counters.location_of(unit) == key


def test_a_unit_is_moved_by_dragging_it_and_the_case_is_named_where_it_may_not_go(player: Player) -> None:
    at_movement(player)
    unit, to = a_move(player)
    player.drag_unit(unit, to)
    assert player.where(unit) == to
    board = player.table.board
    far = max(board.locations(), key=lambda at: board.distance(to, at) or 0)
    before = len(player.table.session.log)
    player.drag_unit(unit, far)
    assert player.where(unit) == to
    assert len(player.table.session.log) == before
    assert "case 3." in player.refusal
    player.key("Ctrl+Z")
    assert player.where(unit) != to
    assert player.refusal == ""
    player.key("Ctrl+Y")
    assert player.where(unit) == to


def test_a_far_place_is_reached_step_by_step(player: Player) -> None:
    at_movement(player)
    for action in player.table.menu.of_kind(StepTo):
        player.desk.choose_unit(action.unit)
        far = [(at, way) for at, (_, way) in player.desk.scene.reach.items() if len(way) == 3]
        if far:
            break
    at, way = far[0]
    player.click_place(at)
    steps = [played.action for played in player.table.session.log[2:]]
    assert steps == [StepTo(action.unit, each) for each in way[: len(steps)]]
    assert len(steps) >= 1


def test_an_attack_is_declared_explained_and_resolved_and_undo_stops_at_the_die(player: Player) -> None:
    at_movement(player, seed=3)
    while "declare an attack" not in player.desk.scene.prompt.prompt.text().lower():
        player.key("Return")
    offered = sorted(player.desk.scene.tints.tints)
    assert offered, "attackable hexes are marked"
    log = player.table.session.log
    for key in offered:
        target = player.table.board.at(key)
        player.click_place(target)
        assert player.table.session.log[-1].action.kind == "declare-attack"
        while attackers := sorted(player.desk.scene.glow.units):
            if not places_of(player.table.menu, UnitId(attackers[0])) and attackers:
                player.gesture(player.table.menu.of_unit(UnitId(attackers[0]))[0])
        rows = player.desk.scene.why.rows()
        if any(row[0] == "Odds" for row in rows) and "resolve" in player.table.menu.kinds():
            break
        player.gesture(next(action for action in player.table.menu if action.kind == "call-off"))
    assert {"Attack", "Defence", "Odds", "Column"} <= {row[0] for row in rows}
    assert any(row[2].startswith("7.") or row[2].startswith("6.") for row in rows), "each number names its case"
    throws = player.table.session.state.throws
    player.gesture(next(action for action in player.table.menu if action.kind == "resolve"))
    while player.table.session.state.throws == throws:
        player.key("Return")
    stands = player.table.session.state
    player.key("Ctrl+Z")
    assert player.table.session.state is stands
    assert "Dice have been thrown" in player.refusal
    assert len(player.table.session.log) > len(log)


def test_a_game_is_kept_and_taken_up_again_to_the_same_bytes(
    player: Player, tmp_path: Path, settings: QSettings, qtbot: QtBot
) -> None:
    at_movement(player)
    for _ in range(6):
        unit, to = a_move(player)
        player.gesture(StepTo(unit, to))
    file = tmp_path / "mine.redoubt"
    assert player.window.save_as(file)
    assert player.window.mode is Mode.PLAY
    player.key("Return")
    table = player.table
    bytes_then = table.game.codec.dumps(table.session.state)
    other = take_up_again(player.window, file, settings, qtbot)
    assert other.table.game.codec.dumps(other.table.session.state) == bytes_then
    assert digest(other.table.game, other.table.session.state) == digest(table.game, table.session.state)
    assert len(other.table.session.log) == len(table.session.log)
    other.window.files.close()


def test_an_edit_is_kept_and_played(player: Player) -> None:
    window = player.window
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    player.tool("terrain-brush")
    player.click(player.hex("0202"))
    assert player.terrain("0202") == "forest"
    player.key("F5")
    assert window.mode is Mode.PLAY
    assert player.table.board.terrains[player.label("0202")] == "forest", "what is on the screen is played"
    first = window.play.table
    player.key("F5")
    assert window.mode is Mode.EDIT
    assert player.terrain("0202") == "forest"
    player.key("Ctrl+Z")
    assert player.terrain("0202") != "forest"
    player.key("F5")
    assert window.play.table is not first, "another map is another game"


def test_errors_block_with_the_list_of_issues(player: Player, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    save_folder(find_bundled("ford").load(), folder)
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    (folder / "scenario.yaml").write_text(text.replace("unit: red-1,", "unit: nobody,", 1), encoding="utf-8")
    assert "nobody" in (folder / "scenario.yaml").read_text(encoding="utf-8")
    assert player.window.open(folder)
    player.key("F5")
    assert player.window.mode is not Mode.PLAY
    issues = player.window.play.issues
    assert isinstance(issues, IssuesDialog)
    assert "nobody" in issues.list.item(0).text()
    issues.reject()


def test_a_new_game_is_asked_for_and_the_computer_plays_its_side(player: Player, qtbot: QtBot) -> None:
    assert player.window.open("summer-1941")
    player.key("Ctrl+F5")
    dialog = player.dialog()
    assert isinstance(dialog, NewGameDialog)
    dialog.seed.setValue(11)
    assert set(dialog.players) == {"axis", "allied"}
    dialog.players["allied"].setCurrentIndex(dialog.players["allied"].findData("random"))
    dialog.go.click()
    assert player.window.mode is Mode.PLAY
    assert player.table.session.start.state.seed == 11

    def told_of_allied() -> int:
        return sum("Allied" in line for line in player.desk.scene.log.texts())

    while told_of_allied() < 3:
        qtbot.waitUntil(lambda: not player.table.is_computers_turn)
        assert player.table.menu.side == "axis"
        player.gesture(player.table.menu.default or next(iter(player.table.menu)))


def test_two_computers_play_to_the_end_and_the_outcome_is_told(player: Player, qtbot: QtBot) -> None:
    assert player.window.open("cabinet-war")
    players = dict.fromkeys(("north", "south"), "random")
    assert player.window.play.begin(NewGame("cabinet-war", seed=4, players=players))
    player.window.enter_play()
    qtbot.waitUntil(lambda: player.table.is_over)
    QApplication.processEvents()
    assert "Winner" in player.desk.scene.prompt.prompt.text()
    outcome = player.table.view.outcome
    assert outcome is not None
    assert f"({level_words(player.table.catalogue, outcome.level)})" in player.desk.scene.prompt.prompt.text()
    assert player.desk.scene.why.rows()[0][0] == "Score"


def test_cards_show_their_uses_and_why_not(player: Player) -> None:
    player.begin("summer-1941")
    player.gesture(next(iter(player.table.menu)))
    while "play-card" not in player.table.menu.kinds():
        player.gesture(next(action for action in player.table.menu if action.kind == "done"))
    assert player.window.play.docks["hand"].isVisible()
    uses = player.desk.scene.hand.buttons
    allowed = [button for use, button in uses if use.action is not None]
    refused = [button for use, button in uses if use.action is None]
    assert allowed
    assert refused
    assert all(button.isEnabled() for button in allowed)
    assert not any(button.isEnabled() for button in refused)
    assert any("4.4" in button.toolTip() for button in refused), "the Axis has to open with a certain card"
    allowed[0].click()
    assert player.table.session.log[-1].action.kind == "play-card"


def test_the_log_leads_to_the_place(player: Player) -> None:
    at_movement(player)
    unit, to = a_move(player)
    player.gesture(StepTo(unit, to))
    player.desk.scene.log.list.itemClicked.emit(player.desk.scene.log.rows()[-1], 0)
    assert player.window.canvas.selected == player.table.board.key(to)


def test_a_hovered_unit_shows_its_factors_and_its_line_of_supply(player: Player) -> None:
    at_movement(player)
    unit = next(
        unit
        for unit in sorted(player.desk.scene.glow.units)
        if len(player.table.ask("supply", unit=unit).path) > 1  # type: ignore[union-attr]
    )
    player.desk.mouse.hover("", unit)
    names = {row[0] for row in player.desk.scene.why.rows()}
    assert {"Attack", "Defence", "Movement", "Supply"} <= names
    assert player.desk.scene.glow.supply
