"""Saving in the window: under the name that was typed, only where it may, and never into nothing."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.banner import BannerTone
from app.cli.main import run
from app.language import speak_in
from app.play.games.game_setup import take_up
from app.unseen_errors import UnseenErrors
from app.window import MainWindow
from editor.commands.paint import paint_terrain
from editor.geometry.cells import Cells, rectangle_keys
from editor.save_path import with_ending
from engine.definitions.drafts import STATE
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.rulesets.library import find_bundled
from engine.session.records import record_of
from engine.session.replay import ReplayError
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.engine.session.play import played
from tests.helpers.mutilate import run_sql
from tests.helpers.plans import small_plan
from tests.helpers.projects import small_contents
from tests.helpers.strokes import ask, start_child


class Asked:
    """What the person types, whether a file may be replaced, and about which it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.typed = ""
        self.may = True
        self.questions: list[str] = []
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (self.typed, ""))
        monkeypatch.setattr(QMessageBox, "question", self._answer)

    def _answer(self, _parent: object, _title: str, words: str) -> QMessageBox.StandardButton:
        self.questions.append(words)
        return QMessageBox.StandardButton.Yes if self.may else QMessageBox.StandardButton.No


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def paint(window: MainWindow) -> None:
    document = window.files.document
    assert document is not None
    sheet = next(iter(document.plan.sheets.values()))
    size = 2 + document.undo_stack.index() % 2
    terrain = ("forest", "clear")[document.undo_stack.index() % 2]
    document.push(paint_terrain(document.plan, Cells({sheet.id: rectangle_keys(sheet.first, (size, size))}), terrain))


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        ("plan", "plan.redoubt"),
        ("Moscow 1.5", "Moscow 1.5.redoubt"),
        ("Moscow 1.redoubt", "Moscow 1.redoubt"),
        ("plan.REDOUBT", "plan.REDOUBT"),
        (".redoubt", ".redoubt.redoubt"),
    ],
)
def test_the_ending_is_put_behind_what_was_typed(typed: str, made: str) -> None:
    assert with_ending(Path("/a.b") / typed, ".redoubt") == Path("/a.b") / made


def test_save_as_asks_about_the_file_it_is_going_to_write(window: MainWindow, tmp_path: Path, asked: Asked) -> None:
    old = tmp_path / "plan.redoubt"
    Store.create(old, small_contents()).close()
    window.new_map(small_plan(cols=6, rows=5))
    asked.typed, asked.may = str(tmp_path / "plan"), False
    assert not window.menus.file.ask_save_as()
    assert len(asked.questions) == 1
    assert "plan.redoubt" in asked.questions[0]
    assert inspect(old).contents == small_contents()
    asked.typed = str(tmp_path / "plan 1.5")
    assert window.menus.file.ask_save_as()
    assert len(asked.questions) == 1, "nothing has that name"
    assert (tmp_path / "plan 1.5.redoubt").exists()
    asked.typed, asked.may = str(tmp_path / "plan"), True
    assert window.menus.file.ask_save_as()
    assert len(asked.questions) == 2
    window.files.close()
    assert inspect(old).contents.documents == {}, "it was replaced"


def test_a_zip_is_asked_about_under_its_whole_name(window: MainWindow, tmp_path: Path, asked: Asked) -> None:
    precious = tmp_path / "Moscow 1.zip"
    precious.write_bytes(b"precious")
    window.open("ford")
    window.files.start_editing()
    asked.typed = str(tmp_path / "Moscow 1.5")
    window.menus.file.sharing.ask_pack()
    assert (tmp_path / "Moscow 1.5.zip").exists()
    asked.typed, asked.may = str(tmp_path / "Moscow 1"), False
    window.menus.file.sharing.ask_pack()
    assert precious.read_bytes() == b"precious"
    assert window.menus.file.sharing.unpack(tmp_path / "Moscow 1.5.zip")
    assert (tmp_path / "Moscow 1.5.redoubt").exists()


def test_save_in_a_window_that_may_only_look_makes_the_copy(window: MainWindow, tmp_path: Path, asked: Asked) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    with start_child(path) as child:
        ask(child)
        assert window.open(path)
        assert not window.files.can_edit
        asked.typed = str(tmp_path / "mine")
        window.menus.file.ask_save()
        assert window.files.can_edit
        assert window.files.is_saved
        ask(child)
    window.files.close()
    mine, theirs = (inspect(tmp_path / name).contents.maps["ford"].texts for name in ("mine.redoubt", "game.redoubt"))
    assert "stroke-1" in mine
    assert "stroke-2" not in mine
    assert "stroke-2" in theirs


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_file_that_vanishes_is_told_and_can_be_saved_again(
    window: MainWindow, tmp_path: Path, asked: Asked, language: str
) -> None:
    speak_in(language)
    try:
        window.new_map(small_plan(cols=6, rows=5))
        window.save_as(tmp_path / "named.redoubt")
        paint(window)
        (tmp_path / "named.redoubt").unlink()
        paint(window)
        assert "named.redoubt" in window.banner.words
        assert {"en": "recovery folder", "fr": "dossier de récupération"}[language] in window.banner.words
        assert window.files.name == ""
        assert window.files.has_unnamed_work
        asked.typed = str(tmp_path / "again")
        window.banner.button.click()
        document = window.files.document
        assert document is not None
        plan = document.plan.copy()
        window.files.close()
        assert inspect(tmp_path / "again.redoubt").contents.maps[plan.id] == plan
    finally:
        speak_in("en")


def test_save_notices_that_the_file_is_gone_and_asks_for_a_name(
    window: MainWindow, tmp_path: Path, asked: Asked
) -> None:
    window.new_map(small_plan(cols=6, rows=5))
    window.save_as(tmp_path / "named.redoubt")
    paint(window)
    (tmp_path / "named.redoubt").rename(tmp_path / "elsewhere.redoubt")
    asked.typed = str(tmp_path / "again")
    window.menus.file.ask_save()
    assert window.files.name == "again"
    assert window.files.is_saved


def test_a_crashed_file_without_its_log_is_opened_with_a_word(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    with start_child(path) as child:
        ask(child)
        alone = tmp_path / "alone.redoubt"
        alone.write_bytes(path.read_bytes())
    assert window.open(alone)
    assert "alone.redoubt" in window.banner.words
    assert "log" in window.banner.words


def test_a_bad_game_is_told_in_the_window_and_by_check(
    window: MainWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    run_sql(path, ["UPDATE game SET head = '['"])
    run(["check", str(path)])
    assert "the saved game evening makes no sense" in capsys.readouterr().out
    assert window.open(path)
    assert "evening" in window.banner.words


# Games


@pytest.fixture
def record() -> GameRecord:
    return record_of(played(3), "a", "ford")


def test_a_game_whose_name_has_no_end_does_not_widen_the_window(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    run_sql(path, ["UPDATE game SET id = printf('%.100000c', 'N')"])
    wide = window.width()
    assert window.open(str(path))
    QApplication.processEvents()
    assert "NNN" in window.banner.words
    assert window.width() == wide
    window.banner.say(BannerTone.WARNING, "M" * 100_000)
    QApplication.processEvents()
    assert (window.width(), len(window.banner.words)) == (wide, 601)


def test_a_saved_game_is_taken_up_only_as_what_it_was_saved_as(record: GameRecord) -> None:
    project = find_bundled("ford").load()
    assert len(take_up(project, record).table.session.log) == 3
    for wrong, key in (({"digest": ""}, "replay.no-digest"), ({"schema_version": 2}, "replay.newer")):
        with pytest.raises(ReplayError) as caught:
            take_up(project, record.replace(**wrong))
        assert caught.value.reason.key == key
    with pytest.raises(DefinitionError):
        take_up(project, record.replace(ruleset="toy-cabinet"))


# What nobody caught


@pytest.fixture
def errors(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UnseenErrors]:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    monkeypatch.setattr(threading, "excepthook", lambda *_: None)
    made = UnseenErrors(lambda: window.banner)
    made.install()
    yield made
    made.remove()


def test_an_exception_in_a_slot_is_seen_and_written_down(
    window: MainWindow, errors: UnseenErrors, qtbot: QtBot
) -> None:
    def slot() -> None:
        raise RuntimeError("the brush fell down")

    QTimer.singleShot(0, slot)
    qtbot.waitUntil(lambda: bool(window.banner.words))
    assert "the brush fell down" in window.banner.words
    assert "RuntimeError: the brush fell down" in errors.log.read_text(encoding="utf-8")
    box = errors.show_details("one", "all of it")
    assert box.detailedText() == "all of it"
    box.close()


def test_an_exception_on_a_thread_is_seen_too(window: MainWindow, errors: UnseenErrors, qtbot: QtBot) -> None:
    def work() -> None:
        raise RuntimeError("the thread broke")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: "the thread broke" in window.banner.words)
    assert errors.log.stat().st_size
