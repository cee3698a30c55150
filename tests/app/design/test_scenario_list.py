"""Several scenarios on one map: listed, ordered, renamed, compared, and taken back to what they were."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidget, QTreeWidgetItem

from editor.commands.design.heads import set_notes
from editor.commands.design.scenarios import copy_scenario
from editor.commands.design.schedule import move_entries
from editor.commands.design.units import set_fields
from editor.model.design.comparison import compare
from editor.model.design.design import Design, design_of
from editor.model.design.spoken import Group
from editor.model.documents_change import DocumentsChange
from engine.definitions.scenario import Scenario
from tests.app.design.drawing_room import DrawingRoom


@pytest.fixture
def pair(room: DrawingRoom) -> DrawingRoom:
    """The Ford, and a copy of it, which is the one on the screen."""
    documents = room.design.documents
    room.window.designer.push(copy_scenario(documents, "ford", title="Night"))
    QApplication.processEvents()
    assert room.design.id == "night"
    return room


def titles(room: DrawingRoom) -> list[str]:
    return [scenario.title or "" for scenario in room.window.designer.scenarios.values()]


def push(room: DrawingRoom, make: Callable[[Design], DocumentsChange]) -> None:
    assert room.desk.push(make)


def rows(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    heads = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    return [head.child(each) for head in heads if head is not None for each in range(head.childCount())]


def test_scenarios_are_ordered_renamed_shown_and_deleted_from_one_list(pair: DrawingRoom) -> None:
    menu = pair.window.menus.design
    dialog = menu.ask_every()
    assert [dialog.list.item(row).text() for row in range(2)] == ["The Ford", "Night"]
    assert dialog.chosen == "night"
    QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert titles(pair) == ["Night", "The Ford"]
    assert dialog.chosen == "night"
    dialog.list.item(0).setText("Night at the Ford")
    assert titles(pair)[0] == "Night at the Ford"
    dialog.list.item(0).setText("  ")
    assert dialog.problem.isVisibleTo(dialog)
    assert dialog.list.item(0).text() == "Night at the Ford"
    dialog.list.item(0).setText("By Night")
    assert not dialog.problem.isVisibleTo(dialog), "it has a title again"
    dialog.list.setCurrentRow(1)
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    assert pair.design.id == "ford"
    dialog = menu.ask_every()
    dialog.list.setCurrentRow(0)
    QTest.mouseClick(dialog.delete, Qt.MouseButton.LeftButton)
    assert titles(pair) == ["The Ford"]
    dialog.reject()
    pair.undo()
    assert len(titles(pair)) == 2


def test_two_scenarios_are_compared_and_a_row_leads_to_its_unit(pair: DrawingRoom) -> None:
    push(pair, lambda now: set_fields(now, {"red-1": {"at": "0607"}}))
    push(pair, lambda now: move_entries(now, [0], 1))
    dialog = pair.window.menus.design.ask_compare()
    assert dialog is not None
    assert dialog.other.currentText() == "The Ford"
    found = {each.group for each in dialog.differences}
    assert found == {Group.HEAD, Group.SETUP, Group.SCHEDULE}
    assert not [each.text(0) for each in rows(dialog.tree) if "red-" in each.text(0)], "by names, never by ids"
    (row,) = [each for each in rows(dialog.tree) if "0607" in each.text(1)]
    assert ("0607" in row.text(1), "0606" in row.text(2)) == (True, True)
    pair.desk.select_units([])
    dialog.tree.itemClicked.emit(row, 0)
    assert pair.desk.selected_units == ("red-1",)
    bundled = [index for index in range(dialog.other.count()) if dialog.other.itemText(index).startswith("Bundled")]
    dialog.other.setCurrentIndex(bundled[0])
    assert dialog.differences
    dialog.reject()


def test_a_comparison_closes_when_another_scenario_is_designed(pair: DrawingRoom) -> None:
    dialog = pair.window.menus.design.ask_compare()
    assert dialog is not None
    closed: list[int] = []
    dialog.finished.connect(closed.append)
    pair.window.menus.design.show_next()
    assert closed


def test_everything_that_may_differ_is_found(room: DrawingRoom) -> None:
    here = room.design
    changed = here.scenario.replace(
        notes="Other.",
        charts={"parameters": {"stack_limit": 3}},
        objectives=here.scenario.objectives[1:],
        control=here.scenario.control[1:],
        values={"mood": 1},
        setup=here.scenario.setup[1:],
        schedule=here.scenario.schedule[1:],
    )
    there = design_of({**here.documents, ("scenario", "ford"): changed}, "ford", here.plan)
    found = compare(here, there)
    groups = {each.group for each in found}
    assert groups == {
        *(Group.HEAD, Group.SETUP, Group.CONTROL, Group.SCHEDULE, Group.CHARTS, Group.OBJECTIVES, Group.VALUES),
    }
    assert not compare(here, here)
    (chart,) = [each for each in found if each.group is Group.CHARTS]
    assert (chart.here, chart.there) == ("2", "3")


def test_the_history_speaks_in_sentences_and_leads_back_to_a_version(room: DrawingRoom) -> None:
    push(room, lambda now: set_notes(now, "First thoughts."))
    project = room.window.files.project
    assert project is not None
    project.save("Thoughts")
    push(room, lambda now: set_notes(now, "Second thoughts."))
    push(room, lambda now: move_entries(now, [0, 1], 1))
    dialog = room.window.menus.design.ask_history()
    assert dialog is not None
    every = [dialog.list.topLevelItem(number) for number in range(dialog.list.topLevelItemCount())]
    words = [item.text(0) for item in every if item is not None]
    assert words[:3] == ["Move 2 entries of the schedule", "Change the designer's notes", "Thoughts"]
    assert every[0] is not None
    assert "schedule" in every[0].text(1)
    assert not dialog.back.isEnabled()
    assert every[2] is not None
    dialog.list.setCurrentItem(every[2])
    QTest.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert room.design.scenario.notes == "First thoughts."
    assert room.design.scenario.schedule[0].turn == 2
    dialog.reject()
    room.undo()
    assert room.design.scenario.notes == "Second thoughts."
    compared = room.window.menus.design.ask_compare(project.versions()[-1])
    assert compared is not None
    assert {each.what for each in compared.differences if each.group is Group.HEAD} == {"notes"}
    compared.reject()


def test_the_order_is_kept_where_scenarios_are_offered(pair: DrawingRoom) -> None:
    dialog = pair.window.menus.design.ask_every()
    dialog.shift(-1)
    dialog.reject()
    project = pair.window.files.project
    assert project is not None
    held = {name: each for name, each in project.contents.documents.items() if isinstance(each, Scenario)}
    assert [held["scenario", name].order for name in ("night", "ford")] == [1, 2]
    pair.window.open_choice("ford")
    assert pair.window.opened is not None
    assert list(pair.window.opened.choices or {}) == ["night", "ford"]
