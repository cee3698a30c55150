"""The manual: its index first, links that lead somewhere, a search over all of it, and F1 on what is at hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.reference.manual_pages import pages, search
from app.reference.manual_window import ManualWindow
from app.reference.topics import MODES, PANELS, TOOL_GROUPS, topic_of
from app.window import MainWindow
from engine.narration.language import FRENCH


@pytest.fixture
def manual(qtbot: QtBot) -> ManualWindow:
    made = ManualWindow()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    return made


def test_it_begins_with_its_index_and_stands_in_its_order(manual: ManualWindow) -> None:
    assert manual.contents.currentRow() == 0
    assert manual.page.toPlainText().startswith("Redoubt")
    names = [page.name for page in pages()]
    assert names[:4] == ["index", "first-map", "first-game", "first-scenario"]


def test_a_link_leads_to_its_page(manual: ManualWindow) -> None:
    manual.page.anchorClicked.emit(QUrl("play.md"))
    assert manual.contents.currentItem().text() == "Playing"
    assert manual.page.toPlainText().startswith("Playing")


def test_words_are_found_on_every_page_and_lead_there(manual: ManualWindow) -> None:
    manual.begin_search()
    QTest.keyClicks(manual.search, "recovery folder")
    found = [manual.found.item(row).text() for row in range(manual.found.count())]
    assert len({text.partition("\n")[0].partition(":")[0] for text in found}) >= 2, "of several pages"
    assert all("recovery" in text.lower() for text in found)
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.found.hasFocus()
    assert manual.page.textCursor().selectedText().lower() == "recovery"
    manual.search.clear()
    assert manual.contents.isVisible(), "the pages stand there again"
    QTest.keyClicks(manual.search, "zzyzx")
    assert manual.found.item(0).text() == "Nothing in the manual has these words."


def test_headings_are_found_first_and_remarks_never() -> None:
    found = search("overlays", pages("en"))
    assert found[0].heading == "Overlays"
    assert not search("do: click", pages("en"))
    assert not search("", pages("en"))


def test_every_topic_is_a_part_of_the_manual_in_both_languages() -> None:
    for language in ("en", FRENCH):
        known = {page.name: page for page in pages(language)}
        for name, heading in (*MODES.values(), *PANELS.values(), *TOOL_GROUPS.values()):
            assert name in known
            if heading:
                assert heading in known[name].english, f"{name} has no part {heading}"
                assert known[name].heading(heading) != known[name].title
        assert all(len(page.headings) == len(page.english) for page in known.values())


def test_every_panel_has_its_topic(window: MainWindow) -> None:
    docks = [*window.docks.docks.values(), *window.play.docks.values()]
    assert not [dock.objectName() for dock in docks if dock.objectName() not in PANELS]


def page_shown(window: MainWindow) -> str:
    manual = window.help.manual
    assert manual is not None
    return manual.contents.currentItem().text()


def test_f1_opens_the_page_of_the_panel_with_the_keyboard(window: MainWindow) -> None:
    window.open("ford")
    window.set_mode(Mode.EDIT)
    window.docks.show_panel("scans")
    panel = window.docks.panels["scans"]
    panel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    panel.setFocus()
    window.help.show_help()
    assert page_shown(window) == "The map editor"
    manual = window.help.manual
    assert manual is not None
    assert manual.page.textCursor().block().text() == "Scans"
    window.canvas.setFocus()
    window.bench.set_tool("space")
    window.help.show_help()
    assert manual.page.textCursor().block().text() == "Spaces and connections"


@pytest.mark.parametrize(("mode", "title"), [(Mode.VIEW, "The window"), (Mode.DESIGN, "The scenario designer")])
def test_f1_opens_the_page_of_the_mode(window: MainWindow, mode: Mode, title: str) -> None:
    window.open("ford")
    window.set_mode(mode)
    window.canvas.setFocus()
    window.help.show_help()
    assert page_shown(window) == title


def test_a_tool_has_its_topic_only_while_the_map_is_edited() -> None:
    assert topic_of(Mode.EDIT, "crop") == ("editor", "The shape of the map")
    assert topic_of(Mode.PLAY, "crop") == ("play", "")


def test_the_first_game_is_in_the_help_menu(window: MainWindow) -> None:
    menu = window.menuBar().actions()[-1].menu()
    assert isinstance(menu, QMenu)
    entry = next(each for each in menu.actions() if each.text().replace("&", "") == "Your First Game")
    entry.trigger()
    assert window.coach.is_on
