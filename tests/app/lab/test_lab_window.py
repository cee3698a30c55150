"""The lab in the real window: games are started, watched, stopped, gone on with, looked at, compared and taken away."""

from __future__ import annotations

from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.lab.lab_window import LabWindow
from app.language import speak_in
from app.modes import Mode
from app.play.scene.overlay_layer import AreaLayer
from app.window import MainWindow
from engine.core.ids import Location
from engine.core.messages import message
from engine.definitions.drafts import STATE
from engine.definitions.folders import save_folder
from engine.lab.arms import Arm, LabError
from engine.lab.fields import MapField
from engine.narration.language import ENGLISH, FRENCH, catalogue
from engine.players.player import Budget, Choice
from engine.players.random_player import RandomPlayer
from engine.storage.errors import FileError
from tests.engine.lab.quick import MORE, SMALL, small_ford

GAMES = 20


def played(lab: LabWindow) -> int:
    return 0 if lab.found is None else len(lab.found.results)


def test_the_lab_does_not_lie_on_the_window_and_goes_with_it(lab: LabWindow, window: MainWindow) -> None:
    assert lab.windowHandle().transientParent() is None, "a game that is opened from it can be seen"
    window.leaving.leave()
    assert window.menus.lab.window is None
    assert not lab.isVisible()


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_button_is_called_as_the_empty_report_calls_it(window: MainWindow, folder: Path, language: str) -> None:
    speak_in(language)
    try:
        assert window.open(str(folder))
        window.menus.playtest.trigger()
        lab = window.menus.lab.window
        assert lab is not None
        assert f" {lab.go.text().replace('&', '')}. " in lab.report.placeholderText()
        window.menus.lab.close()
    finally:
        speak_in(ENGLISH)


def look_at_the_map(lab: LabWindow) -> None:
    assert lab.found is not None
    lab.tabs.setCurrentWidget(lab.map)
    lab.map.what.setCurrentIndex(0)
    whole = lab.map.values()
    lab.map.every.setChecked(False)
    lab.map.turns.setValue(2)
    assert lab.map.turn == 2
    assert (lab.map.values() == lab.found.fields.mean(MapField.PRESENCE, 0, 2, 2)).all()
    assert whole.sum() > 0
    board, most = lab.found.made.game.board, Location(int(lab.map.values().argmax()))
    lab.map.canvas.hover(lab.map.canvas.point_of(board.key(most)))
    assert lab.map.note.text().endswith(f"{board.label(most)}: {lab.map.values()[most]:.2f} a game.")
    lab.map.canvas.hover(None)
    assert board.label(most) not in lab.map.note.text()


def test_games_are_started_watched_stopped_gone_on_with_and_looked_at(
    lab: LabWindow, window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    lab.games.setValue(GAMES)
    QApplication.processEvents()
    places = [button.geometry() for button in (lab.go, lab.stop, lab.what_if, lab.page, lab.pdf)]
    lab.go.click()
    assert lab.run.is_running
    assert not lab.go.isEnabled()
    QApplication.processEvents()
    assert lab.bar.isVisible()
    assert [button.geometry() for button in (lab.go, lab.stop, lab.what_if, lab.page, lab.pdf)] == places
    qtbot.waitUntil(lambda: lab.bar.value() >= 2)
    assert f"of {GAMES} games" in lab.status.text()
    lab.stop.click()
    assert not lab.run.is_running
    some = played(lab)
    assert 2 <= some < GAMES
    assert lab.status.text() == f"Played so far: {lab.bar.value()} of {GAMES} games. Play goes on from there."
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert played(lab) == GAMES
    assert lab.found is not None
    assert f"{GAMES} games came to an end" in lab.report.toPlainText()
    assert lab.list.list.topLevelItemCount() == GAMES

    lab.tabs.setCurrentWidget(lab.plots)
    assert lab.plots.plot is not None
    drawn = lab.plots.plot.item
    (band,) = [each for each in drawn.items if type(each).__name__ == "FillBetweenItem"]
    assert not band.path().isEmpty(), "a band that can be seen"
    assert drawn.getAxis("left").labelText == "Score: more is better for Red"
    for number in range(lab.plots.what.count()):
        lab.plots.what.setCurrentIndex(number)
        assert lab.plots.plot.points
    assert lab.plots.what.currentText().startswith("Held: ")
    (heights,) = drawn.getAxis("left")._tickLevels
    assert [words for _, words in heights] == ["0", "20", "40", "60", "80", "100"], (
        "no more than all games hold a place"
    )

    look_at_the_map(lab)

    lab.saving.save_page(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Who wins" in page
    assert f"(Red: {lab.players[0].currentText()}, Blue: {lab.players[1].currentText()})</title>" in page, (
        "as the window calls them"
    )

    first = lab.list.list.topLevelItem(0)
    assert first is not None
    lab.list.list.itemActivated.emit(first, 0)
    qtbot.waitUntil(lambda: window.mode is Mode.PLAY)
    table = window.play.table
    assert table is not None
    seed = first.data(0, Qt.ItemDataRole.UserRole)
    result = next(game for game in lab.found.results if game.seed == seed)
    assert (table.length, table.step) == (result.actions, 0)
    assert window.play.replay.bar.isVisible()
    window.play.replay.go_to_end()
    assert table.session.state.outcome is not None


def test_a_report_is_read_from_its_beginning_and_a_reader_is_left_there(
    lab: LabWindow, window: MainWindow, qtbot: QtBot
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    lab.close()
    window.menus.playtest.trigger()
    again = window.menus.lab.window
    assert again is not None
    for box, name in zip(again.players, ("random", "idle"), strict=True):
        box.setCurrentIndex(box.findData(name))
    again.games.setValue(2)
    again.go.click()
    qtbot.waitUntil(lambda: not again.run.is_running)
    again.resize(1000, 320)
    QApplication.processEvents()
    bar = again.report.verticalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    bar.setValue(7)
    again.found = None
    again.refresh()
    again.resize(1000, 330)
    QApplication.processEvents()
    assert bar.value() == 7


def test_a_game_is_played_again_beside_the_window_which_stays_free(
    lab: LabWindow, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.games.setValue(2)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    began, stopped = Event(), list[bool]()
    choose = RandomPlayer.choose

    def slow(player: RandomPlayer, game: Any, view: Any, menu: Any, budget: Budget) -> Choice:
        began.set()
        until = monotonic() + 300
        while not budget.is_over and monotonic() < until:
            sleep(0.005)
        stopped.append(budget.is_over)
        return choose(player, game, view, menu, budget)

    with monkeypatch.context() as thinking:
        thinking.setattr(RandomPlayer, "choose", slow)
        lab.open_game(1)
        assert began.wait(10)
        assert "seed 1" in lab.status.text()
        assert QApplication.activeModalWidget() is None, "nothing stands before the window"
        window.set_mode(Mode.DESIGN)
        assert window.mode is Mode.DESIGN
        lab.stop.click()
        qtbot.waitUntil(lambda: lab.again.work.is_idle)
    assert stopped == [True], "the decision that was thought over came to an end at once"
    assert lab.status.text() == catalogue().text(message("edit.cannot.given-up"))
    assert not lab.stop.isEnabled()
    assert window.play.table is None, "the one that was given up did not come after all"
    lab.open_game(1)
    lab.open_game(2)
    qtbot.waitUntil(lambda: window.play.table is not None)
    table = window.play.table
    assert table is not None
    result = next(game for game in lab.found.results if game.seed == 2)  # type: ignore[union-attr]
    assert table.length == result.actions
    qtbot.waitUntil(lambda: lab.again.work.is_idle)
    assert window.play.table is table, "the one asked for before did not come after it"


def test_a_game_waits_while_somebody_is_asked_something(lab: LabWindow, window: MainWindow, qtbot: QtBot) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    asked = QDialog(window)
    asked.setModal(True)
    asked.show()
    lab.open_game(1)
    qtbot.waitUntil(lambda: lab.again.work.is_idle)
    QApplication.processEvents()
    assert window.play.table is None
    asked.close()
    qtbot.waitUntil(lambda: window.play.table is not None)


def test_a_game_that_comes_out_differently_is_told_of_and_the_map_stays(
    lab: LabWindow, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    monkeypatch.setattr("engine.lab.playing.digest", lambda game, state: "another")
    lab.open_game(1)
    qtbot.waitUntil(lambda: lab.again.work.is_idle)
    assert "comes out differently" in lab.status.text()
    assert window.play.table is None


def test_an_arm_that_this_program_would_play_differently_is_told_of(
    lab: LabWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "changed"
    save_folder(small_ford({**SMALL, **MORE}), changed)
    lab.compare.add_file(changed)
    lab.games.setValue(1)
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    other = lab.compare.other
    assert other is not None

    def refuse(arm: Arm) -> object:
        raise LabError(message("lab.other-workings"))

    monkeypatch.setattr("app.lab.lab_window.ready", refuse)
    lab.refresh()
    assert lab.status.text() == catalogue().text(message("lab.other-workings"))


def test_a_report_that_cannot_be_written_is_not_said_to_be(
    lab: LabWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    offered: list[str] = []

    def answered(name: str) -> Callable[..., Path]:
        def ask(_over: QWidget, _title: str, usual: str, *_kinds: str) -> Path:
            offered.append(usual)
            return tmp_path / name

        return ask

    for name, said in (("report.pdf", "Saved as"), ("nowhere/report.pdf", "Not saved")):
        monkeypatch.setattr("app.lab.report_saving.ask_save_path", answered(name))
        lab.pdf.click()
        assert offered[-1] == "ford-playtest.pdf", "reports of two scenarios do not replace one another"
        assert lab.status.text().startswith(said)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    with pypdfium2.PdfDocument(tmp_path / "report.pdf") as pdf:
        first = pdf[0].get_textpage().get_text_bounded()
    assert "Red: Random" in first.partition("Who wins")[0], (
        "a page that is handed on says which scenario, and who played it"
    )
    assert "Seed 1." in first


def test_a_page_that_cannot_be_finished_leaves_the_old_one(
    lab: LabWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    page = tmp_path / "report.html"
    lab.saving.save_page(page)
    whole = page.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        lab.saving.save_page(page)
    assert lab.status.text().startswith("Not saved: ")
    assert page.read_bytes() == whole
    assert [each.name for each in tmp_path.iterdir() if "report" in each.name] == ["report.html"]


def test_the_map_of_other_games_shows_nothing_of_the_games_before(lab: LabWindow, qtbot: QtBot) -> None:
    lab.games.setValue(1)
    for name in ("random", "idle"):
        lab.players[0].setCurrentIndex(lab.players[0].findData(name))
        lab.go.click()
        qtbot.waitUntil(lambda: not lab.run.is_running)
    layers = [item for item in lab.map.canvas.scene().items() if isinstance(item, AreaLayer)]
    assert len(layers) == 1


def test_a_position_is_played_on_many_times(lab: LabWindow, window: MainWindow, qtbot: QtBot) -> None:
    lab.continue_position()
    assert "F5" in lab.status.text()
    window.set_mode(Mode.PLAY)
    assert window.play.table is not None
    lab.games.setValue(3)
    lab.continue_position()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.arm is not None
    assert lab.arm.begins is not None
    assert played(lab) == 3
    heading = lab.report.toPlainText().splitlines()[0]
    assert ", the position of turn 1 (" in heading, "nobody takes it for the whole scenario"
    lab.begin()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert "position" not in lab.report.toPlainText()
    lab.continue_position()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    lab.open_game(2)
    actions = next(each.actions for each in lab.found.results if each.seed == 2)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: window.play.table is not None and window.play.table.length == actions)


def test_what_goes_wrong_is_said_and_a_lab_is_closed_with_its_file(
    lab: LabWindow, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "_crew", lambda count: None)
    lab.go.click()
    assert lab.run.is_running
    lab.run.stop()
    assert "idle" in lab.names
    assert window.open("cabinet-war")
    assert window.menus.lab.window is None
    monkeypatch.setattr("app.lab.lab_opening.PlaytestFile", _closed)
    assert window.menus.lab.open() is None


def _closed(path: Path) -> object:
    from engine.core.messages import message

    raise FileError(message("file.no-playtest", file=str(path)), path)


def test_where_nothing_can_be_kept_the_lab_says_so(
    window: MainWindow, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[str]()
    assert window.open(str(folder))
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv(STATE, str(tmp_path / "no folder"))
    monkeypatch.setattr(window.menus.lab._actions, "refuse", said.append)
    assert window.menus.lab.open() is None
    assert len(said) == 1
    assert "no folder" in said[0]


def test_results_that_cannot_be_read_are_told_of_in_the_window(lab: LabWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.storage.playtests.PlaytestFile.results", lambda self, arm: _closed(self.path))
    lab.refresh()
    assert "ford.playtest" in lab.status.text()
    assert lab.found is None
