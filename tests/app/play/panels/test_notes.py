"""Notes on the map: put, written, coloured, moved, deleted, taken back, and kept with the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.play.games.game_setup import NewGame
from app.play.games.map_notes import COLOURS, MapNote, NoteBook, keep_notes, notes_of_game
from app.play.panels.notes_panel import GameNotesPanel
from app.play.table import OTHER_PERSON, PERSON
from app.window import MainWindow
from engine.core.messages import message
from engine.storage.errors import FileError
from tests.app.play.hands import Player, take_up_again


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = Player(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5))
    window.enter_play()
    return player


def panel(player: Player) -> GameNotesPanel:
    return player.window.play.sideboard.notes


def put(player: Player, label: str, words: str) -> MapNote:
    """Choose a place, strike the key, and write."""
    player.desk.look_at(player.label(label))
    player.key("Shift+N")
    QTest.keyClicks(panel(player).text, words)
    QTest.keyClick(panel(player).text, Qt.Key.Key_Return)
    note = panel(player).note
    assert note is not None
    return note


def test_a_note_is_put_and_written_with_the_keyboard_alone(player: Player) -> None:
    steps = len(player.table.session.log)
    note = put(player, "0807", "hold the ford")
    assert note.text == "hold the ford"
    assert note.place == player.table.board.key(player.label("0807"))
    flags = player.window.play.sideboard.flags
    assert flags.isVisible()
    assert flags.notes == (note,)
    assert len(player.table.session.log) == steps, "Enter in the text decides nothing in the game"


def test_a_note_that_the_file_refuses_stands_and_is_told_of(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    project = player.window.files.project
    assert project is not None

    def refuse(*_: object) -> None:
        raise FileError(message("file.disk-full", file="ford"), project.path)

    monkeypatch.setattr(project.store, "note", refuse)
    note = put(player, "0807", "hold the ford")
    assert player.window.play.sideboard.flags.notes == (note,)
    assert "was not kept" in player.window.banner.words


def test_without_a_place_one_is_told_to_choose_one(player: Player) -> None:
    player.window.choose_place("")
    player.key("Shift+N")
    assert "Choose a place" in player.refusal
    assert not panel(player).book.notes


def test_a_note_is_coloured_moved_deleted_and_brought_back(player: Player) -> None:
    notes = panel(player)
    put(player, "0807", "hold")
    notes.colour.setCurrentIndex(1)
    notes.colour.activated.emit(1)
    assert notes.book.notes[0].colour == COLOURS[1]
    player.desk.look_at(player.label("0605"))
    notes.move_here.click()
    assert notes.book.notes[0].place == player.table.board.key(player.label("0605"))
    notes.list.setFocus()
    QTest.keyClick(notes.list, Qt.Key.Key_Delete)
    assert not notes.book.notes
    assert not player.window.play.sideboard.flags.isVisible()
    notes.take_back.click()
    assert [note.text for note in notes.book.notes] == ["hold"]


def test_the_list_jumps_to_the_place_and_the_card_beside_the_pointer_tells_the_whole_note(player: Player) -> None:
    note = put(player, "0807", "hold")
    told = [row.words for facts in player.window.play.hovering._facts(note.place, "") for row in facts.rows]
    assert told[-1] == "hold"
    player.desk.look_at(player.label("0605"))
    notes = panel(player)
    notes.list.setCurrentRow(0)
    notes.list.itemClicked.emit(notes.list.item(0))
    assert player.window.canvas.selected == note.place


def test_the_card_of_a_unit_shows_the_note_on_its_place_too(player: Player) -> None:
    unit = next(each for each in player.table.view.every_unit() if player.table.board.kinds[each.at] != "box")
    note = put(player, player.table.board.label(unit.at), "hold at all costs")
    hovering = player.window.play.hovering
    hovering.card.show_facts(hovering._facts(note.place, unit.id), QPoint(40, 40))
    assert "hold at all costs" in " ".join(part.text() for part in hovering.card.parts)


def test_a_new_game_has_no_notes_of_one_that_had_its_name(player: Player) -> None:
    put(player, "0807", "hold")
    player.key("F5")
    player.key("F5")
    assert len(player.window.play.sideboard.flags.notes) == 1, "the game that was left has its notes"
    assert player.window.play.begin(NewGame("ford", seed=6))
    assert not panel(player).book.notes, "nothing was played in the first game, so the second has its name"
    project, keeper = player.window.files.project, player.window.play.keeper
    assert project is not None
    assert keeper is not None
    assert notes_of_game(project.store, keeper.id) == ()


def test_a_click_on_the_place_chooses_its_note(player: Player) -> None:
    first, second = put(player, "0807", "hold"), put(player, "0211", "go round")
    assert panel(player).note == second
    player.desk.place_chosen.emit(first.place)
    assert panel(player).note == first
    player.desk.look_at(player.label("0605"))
    assert panel(player).note == first, "a place without a note leaves the choice as it is"


def test_notes_are_kept_with_the_game_and_are_no_part_of_it(
    player: Player, tmp_path: Path, settings: QSettings, qtbot: QtBot
) -> None:
    player.desk.submit(next(iter(player.table.menu)))
    state = player.table.session.state
    put(player, "0807", "hold the ford")
    assert player.table.session.state is state
    file = tmp_path / "mine.redoubt"
    assert player.window.save_as(file)
    put(player, "0605", "go round")
    other = take_up_again(player.window, file, settings, qtbot)
    assert [note.text for note in other.window.play.sideboard.notes.book.notes] == ["hold the ford", "go round"]
    assert len(other.window.play.sideboard.flags.notes) == 2
    other.key("F5")
    assert not other.window.play.sideboard.flags.isVisible(), "the editor's map has no flags on it"
    other.window.files.close()


def test_a_note_is_read_by_who_plays_its_side_and_by_nobody_else(window: MainWindow) -> None:
    player = Player(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5, players={"red": PERSON, "blue": OTHER_PERSON}))
    window.enter_play()
    player.desk.take_seat()
    note = put(player, "0807", "a trap")
    assert panel(player).book.readable() == (note,)
    while player.table.awaited is None:
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    flags = window.play.sideboard.flags
    assert not panel(player).book.readable(), "nobody has taken the seat yet"
    assert not flags.isVisible()
    player.desk.take_seat()
    assert player.table.viewer != note.side
    assert not panel(player).book.readable()
    assert panel(player).list.count() == 0
    player.table.seat({"red": PERSON, "blue": PERSON})
    assert panel(player).book.readable() == (note,), "one person who plays both sides reads all"


def test_what_cannot_be_read_is_left_out() -> None:
    class Shelf:
        def __init__(self) -> None:
            self.kept: dict[str, object] = {}

        def note(self, name: str, value: object) -> None:
            self.kept[name] = value

        def notes(self) -> dict[str, object]:
            return self.kept

    shelf = Shelf()
    book = NoteBook()
    book.add("0101", "one", COLOURS[2])
    keep_notes(shelf, "game-1", book)  # type: ignore[arg-type]
    assert notes_of_game(shelf, "game-1") == book.notes  # type: ignore[arg-type]
    written = next(iter(shelf.kept))
    shelf.kept[written] = ["nonsense", {"id": "x"}, {"id": 2, "place": "0101", "colour": "plaid", "text": "two"}]
    assert notes_of_game(shelf, "game-1") == (MapNote(2, "0101", "two", COLOURS[0]),)  # type: ignore[arg-type]
    shelf.kept[written] = 7
    assert notes_of_game(shelf, "game-1") == ()  # type: ignore[arg-type]
