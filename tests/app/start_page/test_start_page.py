"""The start page: it offers what there is, is used with keys alone, and leads where it says."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.dialogs.new_map import NewMapDialog
from app.language import speak_in
from app.look import Look
from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.play.games.new_game import NewGameDialog
from app.practice_scan import practice_scan
from app.program import Program
from app.start_page.cards import StartCard
from app.start_page.thumbnails import HIGH, WIDE, Thumbnails
from app.window import MainWindow
from editor.commands.design.heads import set_title
from editor.panels.fields_dialog import make_room
from engine.core.actions import Done
from engine.core.boards.hexes import Parity
from engine.definitions.scenario import Difficulty
from engine.narration.language import FRENCH
from engine.rulesets.library import bundled_scenarios
from engine.storage.recovery import create_unnamed, give_name
from tests.helpers.projects import small_contents
from tests.helpers.strokes import ask, start_child

OURS = {name: found for name, found in bundled_scenarios().items() if not found.scenario.ruleset.startswith("toy")}


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn where nothing is looked at."""
    monkeypatch.setattr(Thumbnails, "wanted", lambda *_, **__: None)


def card_of(window: MainWindow, name: str) -> StartCard:
    return next(card for card in window.start_page.scenarios if card.bundled.name == name)


def mode_of(window: MainWindow) -> Mode:
    """Its mode now, which is another than a line before."""
    return window.mode


def other_window(window: MainWindow, settings: QSettings, qtbot: QtBot) -> MainWindow:
    """The window of the next day."""
    window.leaving.leave()
    again = MainWindow(settings, window.files.recovery)
    qtbot.addWidget(again)
    again.show()
    again.activateWindow()
    again.show_start()
    qtbot.waitUntil(lambda: again.start_page._background.is_idle)
    return again


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_scenario_says_how_long_how_hard_and_what_for(name: str) -> None:
    scenario = OURS[name].scenario
    assert scenario.hours is not None
    assert isinstance(scenario.difficulty, Difficulty)
    assert scenario.teaches.endswith(".")


def test_it_offers_every_scenario_with_its_facts_and_the_easiest_first(window: MainWindow) -> None:
    window.show_start()
    assert mode_of(window) is Mode.START
    assert window.start_page.isVisible()
    cards = window.start_page.scenarios
    assert {card.bundled.name for card in cards} == set(bundled_scenarios())
    assert "easy to learn" in cards[0].grade.text()
    first = next(card for card in cards if card.bundled.name == "typhoon")
    assert first.heading.text() == "Typhoon"
    assert first.facts.text() == "Red Star Rising  ·  Axis against Soviet  ·  turns 6 to 9"
    assert "easy to learn" in first.grade.text()
    assert "about 3 hours" in first.grade.text()
    assert first.teaches.text().startswith("You learn: Moving")
    assert not [dock for dock in window.findChildren(type(window.dock)) if dock.isVisible()], "no panel stands beside"


def test_with_nothing_to_go_on_with_enter_begins_the_lesson(window: MainWindow) -> None:
    window.show_start()
    assert not window.start_page.go_on
    assert QApplication.focusWidget() is window.start_page.learn
    QTest.keyClick(window.start_page.learn, Qt.Key.Key_Return)
    assert window.coach.is_on
    assert window.coach.bar.isVisible()


def test_the_tab_key_goes_through_everything_that_can_be_pressed(window: MainWindow) -> None:
    window.show_start()
    cards = window.start_page.cards()
    cards[0].setFocus()
    met = []
    for _ in range(60):
        focused = QApplication.focusWidget()
        if isinstance(focused, StartCard) and focused not in met:
            met.append(focused)
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert [card for card in met if card in cards] == cards
    assert all(card.accessibleName() for card in cards)


def test_a_scenario_is_asked_about_and_played(window: MainWindow) -> None:
    window.show_start()
    card = card_of(window, "ford")
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Return)
    dialog = next(each for each in window.findChildren(NewGameDialog) if each.isVisible())
    assert dialog.scenario.currentText() == "The Ford"
    QTest.keyClick(dialog.seed, Qt.Key.Key_Return)
    assert mode_of(window) is Mode.PLAY
    assert window.canvas.isVisible()


def test_a_scenario_is_only_looked_at(window: MainWindow) -> None:
    window.show_start()
    card_of(window, "ford").look.click()  # type: ignore[attr-defined]
    assert mode_of(window) is Mode.VIEW
    assert window.windowTitle() == "The Ford - Redoubt"


def test_the_page_comes_back_by_a_key_and_leads_back_to_what_is_open(window: MainWindow) -> None:
    window.open("ford")
    window.set_mode(Mode.PLAY)
    QTest.keyClick(window.canvas, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert mode_of(window) is Mode.START
    assert not window.play.desk.scene.prompt.isVisible()
    back = window.start_page.back
    assert back is not None
    assert back.heading.text() == "Back to The Ford"
    assert back.hasFocus()
    QTest.keyClick(back, Qt.Key.Key_Return)
    assert mode_of(window) is Mode.PLAY
    assert window.canvas.isVisible()


def test_a_game_that_was_left_is_gone_on_with_at_its_decision(
    window: MainWindow, settings: QSettings, qtbot: QtBot
) -> None:
    window.open("typhoon")
    window.play.begin(NewGame("typhoon", seed=3))
    window.enter_play()
    window.play.desk.submit(Done())
    asked = window.play.desk.scene.prompt.prompt.text()
    again = other_window(window, settings, qtbot)
    card = again.start_page.go_on[0]
    assert card.heading.text() == "Typhoon"
    assert card.accessibleDescription() == "A game: Turn 6 of 9: September 1941"
    assert again.focusWidget() is card
    unnamed = again.menus.file.ask_recover()
    assert unnamed.list.item(0).text().startswith("Typhoon\nA game: Turn 6 of 9: September 1941  ·  ")
    unnamed.reject()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert mode_of(again) is Mode.PLAY
    assert again.play.table is not None
    assert again.play.table.length == 1
    assert again.play.desk.scene.prompt.prompt.text() == asked


def test_a_file_is_gone_on_with_where_it_was_left(
    window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open("ford")
    window.set_mode(Mode.EDIT)
    window.save_as(tmp_path / "mine.redoubt")
    window.set_mode(Mode.PLAY)
    assert window.play.table is not None
    assert window.play.desk.submit(next(iter(window.play.table.menu)))
    window.set_mode(Mode.EDIT)
    again = other_window(window, settings, qtbot)
    card = again.start_page.go_on[0]
    assert card.heading.text() == "The Ford"
    card.click()
    assert mode_of(again) is Mode.EDIT, "it was left at its map"
    again.set_mode(Mode.PLAY)
    once_more = other_window(again, settings, qtbot)
    once_more.start_page.go_on[0].click()
    assert mode_of(once_more) is Mode.PLAY, "it was left at its game"
    for _ in range(3):
        QApplication.processEvents()
    assert once_more.canvas.zoom == pytest.approx(once_more.canvas.fit_zoom), "all of its map is in view"


@pytest.mark.parametrize("is_named", [False, True], ids=["unnamed", "named"])
def test_a_scenario_that_was_left_in_the_designer_is_gone_on_with_there(
    window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path, is_named: bool
) -> None:
    window.open("ford")
    window.set_mode(Mode.DESIGN)
    scenario = window.designer.desk.scenario
    assert scenario is not None
    assert scenario.push(lambda design: set_title(design, "The Ford, longer"))
    if is_named:
        assert window.save_as(tmp_path / "mine.redoubt")
    again = other_window(window, settings, qtbot)
    again.start_page.go_on[0].click()
    assert mode_of(again) is Mode.DESIGN
    again.set_mode(Mode.PLAY)
    once_more = other_window(again, settings, qtbot)
    once_more.start_page.go_on[0].click()
    once_more.set_mode(Mode.PLAY)
    once_more.toggle_mode()
    assert mode_of(once_more) is Mode.DESIGN, "playing goes back to where it was begun"
    once_more.set_mode(Mode.EDIT)
    at_last = other_window(once_more, settings, qtbot)
    at_last.start_page.go_on[0].click()
    assert mode_of(at_last) is Mode.EDIT


def test_an_example_that_was_only_looked_at_in_the_designer_is_not_kept(window: MainWindow) -> None:
    window.open("ford")
    window.set_mode(Mode.DESIGN)
    assert not window.files.has_unnamed_work


def test_a_file_that_cannot_be_read_says_so_and_is_not_offered(
    window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path
) -> None:
    window.files.recovery.mkdir(parents=True)
    (window.files.recovery / "unnamed-1.redoubt").write_bytes(b"no database at all")
    window.show_start()
    qtbot.waitUntil(lambda: window.start_page._background.is_idle)
    card = window.start_page.go_on[0]
    assert not card.isEnabled()


@pytest.mark.parametrize("is_named", [False, True])
def test_work_that_another_program_has_open_is_told_of_and_offered_once_it_is_closed_there(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, is_named: bool
) -> None:
    store = create_unnamed(window.files.recovery, small_contents())
    path = store.path
    if is_named:
        path = tmp_path / "mine.redoubt"
        give_name(store, path)
        window.file_actions.recent.add(str(path))
    store.close()
    with start_child(path) as child:
        ask(child)
        window.show_start()
        (card,) = window.start_page.go_on
        assert not card.isEnabled()
        said = [label.text() for label in card.findChildren(QLabel) if label.isVisible()]
        assert any("Another window of the program has it open" in text for text in said)
        assert window.start_page.learn.hasFocus(), "Enter does something all the same"
        child.send_signal(signal.SIGKILL)
        child.wait()
    qtbot.waitUntil(lambda: any(card.isEnabled() for card in window.start_page.go_on))
    qtbot.waitUntil(lambda: window.start_page._background.is_idle)
    assert window.start_page.go_on[0].heading.text() == "The Crossing"


def test_a_scan_proposes_the_grid_of_its_map_and_what_was_chosen_by_hand_stays(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    picture = tmp_path / "border_country.png"
    assert practice_scan().save(str(picture))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(picture)], ""))
    window.show_start()

    def asked() -> NewMapDialog:
        window.start_page.making["scan"].click()
        return window.findChildren(NewMapDialog)[-1]

    dialog = asked()
    assert dialog.title_field.text() == "Border country"
    (said,) = [label for label in dialog.findChildren(QLabel) if label.accessibleName() == "What the scan shows"]
    assert "need not wait" in said.text()
    qtbot.waitUntil(lambda: window.starting.scan_reading.is_idle)
    assert said.text() == "border_country.png shows 30 columns by 20 rows of flat-topped hexes."
    assert dialog.grid_chosen == ("flat", Parity.EVEN, (30, 20))
    dialog.reject()

    chosen = asked()
    chosen.columns.setValue(25)
    qtbot.waitUntil(lambda: window.starting.scan_reading.is_idle)
    assert chosen.size_chosen == (25, 16), "it was chosen by hand"
    chosen.reject()


def test_all_that_is_said_of_a_scan_can_be_read(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    picture = tmp_path / f"{'sheet of the border ' * 9}.png"
    picture.write_text("no picture", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(picture)], ""))
    window.show_start()
    window.start_page.making["scan"].click()
    dialog = window.findChildren(NewMapDialog)[-1]
    (said,) = [label for label in dialog.findChildren(QLabel) if label.accessibleName() == "What the scan shows"]
    qtbot.waitUntil(lambda: window.starting.scan_reading.is_idle)
    QApplication.processEvents()
    assert "is not a picture that we know" in said.text()
    assert said.height() >= said.heightForWidth(said.width())
    for letters in range(100, 600, 50):
        said.setText("sheet " * (letters // 6))
        make_room(dialog)
        QApplication.processEvents()
        assert said.height() >= said.heightForWidth(said.width()), letters
    dialog.reject()


def test_making_begins_where_it_says(window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    window.show_start()
    window.start_page.making["new"].click()
    dialog = next(each for each in window.findChildren(NewMapDialog) if each.isVisible())
    dialog.reject()
    scan = tmp_path / "scan.png"
    QImage(QSize(60, 40), QImage.Format.Format_RGB32).save(str(scan))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(scan)], ""))
    window.start_page.making["scan"].click()
    dialog = next(each for each in window.findChildren(NewMapDialog) if each.isVisible())
    dialog.accept()
    assert mode_of(window) is Mode.EDIT
    panel = window.docks.panels["scans"]
    assert panel.isVisible()


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720)])
@pytest.mark.parametrize("language", ["en", FRENCH])
def test_it_fits_a_small_screen_in_either_language(
    qtbot: QtBot, settings: QSettings, tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    wide, high = size
    speak_in(language)
    try:
        made = MainWindow(settings, tmp_path / "recovery")
        qtbot.addWidget(made)
        made.resize(wide, high)
        made.show()
        made.show_start()
        QApplication.processEvents()
        assert (made.width(), made.height()) == (wide, high), "the window does not grow"
        page = made.start_page
        sheet = page.widget()
        assert sheet is not None
        assert sheet.width() <= page.viewport().width(), "nothing stands beside the screen"
        for card in page.cards():
            assert card.height() >= card.heightForWidth(card.width()), card.accessibleName()
        first = page.scenarios[0]
        assert first.mapTo(page, first.rect().bottomLeft()).y() < page.height(), "a game is seen without scrolling"
    finally:
        speak_in("en")


def test_a_picture_is_drawn_behind_the_window_and_kept(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    shown: list[QImage] = []
    drawing = Thumbnails(tmp_path / "thumbnails")
    ford = bundled_scenarios()["ford"]
    drawing.wanted(ford, dark=False, show=shown.append)
    assert not shown, "it is drawn on another thread"
    qtbot.waitUntil(lambda: bool(shown))
    assert (shown[0].width(), shown[0].height()) == (WIDE, HIGH)
    colours = {shown[0].pixel(x, y) for x in range(0, WIDE, 4) for y in range(0, HIGH, 4)}
    assert len(colours) > 20, "a map with counters"
    drawing.wanted(ford, dark=False, show=shown.append)
    assert len(shown) == 2, "the second time it is there at once"
    drawing.wanted(ford, dark=True, show=shown.append)
    qtbot.waitUntil(lambda: len(shown) == 3)
    assert shown[2] != shown[0]
    assert len(list((tmp_path / "thumbnails").iterdir())) == 2
    drawing.close()


def test_another_language_leaves_the_page_where_it_is(qtbot: QtBot, settings: QSettings, tmp_path: Path) -> None:
    program = Program(settings, tmp_path / "recovery")
    try:
        program.window.open("ford")
        program.window.show_start()
        program.change_language(FRENCH)
        again = program.window
        assert mode_of(again) is Mode.START
        assert again.start_page.learn.heading.text() == "Votre première partie en un quart d'heure"
        assert again.start_page.back is not None
        again.start_page.back.click()
        assert mode_of(again) is Mode.VIEW
    finally:
        program.change_language("en")
        program.window.leaving.leave()


def test_pictures_of_scenarios_are_drawn_as_maps_are_shown(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    page = window.start_page
    wanted: list[bool] = []
    monkeypatch.setattr(page.thumbnails, "wanted", lambda bundled, *, dark, show: wanted.append(dark))
    window.show_start()
    count = len(page.scenarios)
    window.show_look(Look(dark=True))
    window.show_look(Look(dark=True, paper_map=True))
    window.show_look(Look())
    assert wanted == [False] * count + [True] * count + [False] * count, "on paper in a dark window too"


def test_a_folder_that_is_called_like_a_scenario_does_not_take_its_place(
    window: MainWindow, tmp_path: Path, refusals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ford").mkdir()
    monkeypatch.chdir(tmp_path)
    window.starting.look("ford")
    assert refusals == []
    assert window.opened is not None
    assert window.opened.choice == "ford"
    assert window.files.start_editing()
    assert window.file_actions.recent.paths() == [], "what comes with the program is no file of one's own"
