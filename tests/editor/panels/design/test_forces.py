"""The order of battle as a tree: formations are made, named, moved by drops and by keys, and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QTreeWidgetItem

from app.application import application
from editor.commands.design.formations import add_formation
from editor.commands.design.units import set_fields
from editor.model.design.forces import usual_type
from editor.model.design.units.unit_fields import Field
from editor.model.design.units.unit_names import type_title
from editor.panels.design.units.counter_icons import CounterIcons
from editor.panels.design.units.force_tree import FORMATION, SIDE, UNIT
from editor.panels.design.units.formation_dialog import FormationDialog
from editor.panels.design.units.series_dialog import SeriesDialog
from editor.tools.unit_drag import carried
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak
from tests.editor.panels.design.studio import Studio

ALT = Qt.KeyboardModifier.AltModifier


def item(studio: Studio, kind: str, name: str) -> QTreeWidgetItem:
    return studio.forces.tree.items[kind, name]


def drop(studio: Studio, data: QMimeData, onto: QTreeWidgetItem, *, share: float = 0.5) -> None:
    """Drop something on an item: in its middle, or at its upper or lower edge."""
    tree = studio.forces.tree
    QApplication.processEvents()
    tree.scrollToItem(onto)
    box = tree.visualItemRect(onto)
    at = QPoint(box.left() + 20, box.top() + round(box.height() * share))
    how = (Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for event in (QDragEnterEvent(at, *how), QDragMoveEvent(at, *how), QDropEvent(QPointF(at), *how)):
        QApplication.sendEvent(tree.viewport(), event)


def order(studio: Studio) -> list[str]:
    return list(studio.design.units)


def press(studio: Studio, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(studio.forces.tree, key, held)


def test_the_tree_shows_sides_formations_and_units(studio: Studio) -> None:
    assert item(studio, SIDE, "red").child(0) is item(studio, FORMATION, "red-army")
    assert item(studio, UNIT, "red-4").parent() is item(studio, FORMATION, "red-army")
    assert item(studio, UNIT, "red-4").text(0) == "4"
    assert item(studio, UNIT, "red-4").text(1) == studio.design.placements["red-4"].at


def test_a_formation_is_made_and_named_in_its_place(studio: Studio) -> None:
    studio.forces.tree.setCurrentItem(item(studio, FORMATION, "red-army"))
    studio.forces.tree.setFocus()
    press(studio, Qt.Key.Key_Insert, Qt.KeyboardModifier.ShiftModifier)
    assert next(each for each in studio.design.formations.values() if each.parent == "red-army")
    editor = studio.forces.tree.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Vanguard")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert studio.design.formations["vanguard"].name == "Vanguard"
    assert studio.forces.findChild(FormationDialog) is None, "the key was the editor's"


def test_units_are_dropped_on_a_formation_and_between_units(studio: Studio) -> None:
    drop(studio, carried(["red-1", "red-2"]), item(studio, FORMATION, "blue-army"))
    assert {studio.design.units[unit].formation for unit in ("red-1", "red-2")} == {"blue-army"}
    assert studio.entries == 1
    studio.undo()
    drop(studio, carried(["red-8"]), item(studio, UNIT, "red-2"), share=0.05)
    assert order(studio)[:3] == ["red-1", "red-8", "red-2"]


def test_units_that_are_dropped_where_they_stand_stay_there(studio: Studio) -> None:
    before = order(studio)
    drop(studio, carried(["red-2"]), item(studio, UNIT, "red-2"))
    drop(studio, carried(["red-2"]), item(studio, UNIT, "red-1"), share=0.95)
    drop(studio, carried(["red-2", "red-3"]), item(studio, UNIT, "red-3"))
    assert order(studio) == before
    assert studio.entries == 0
    drop(studio, carried(["red-1", "red-3"]), item(studio, UNIT, "red-3"))
    assert order(studio)[:4] == ["red-2", "red-1", "red-3", "red-4"]


def test_a_formation_that_is_dropped_on_another_side_fights_for_it(studio: Studio) -> None:
    studio.desk.push(lambda design: add_formation(design, "Guards", side="red"))
    studio.desk.push(lambda design: add_formation(design, "Vanguard", parent="guards"))
    drop(studio, carried([], ["guards"]), item(studio, SIDE, "blue"))
    assert studio.design.formations["guards"].side == "blue"
    assert item(studio, FORMATION, "guards").parent() is item(studio, SIDE, "blue")
    assert studio.forces.tree.state() is QAbstractItemView.State.NoState, "the mark of where it would fall is gone"
    drop(studio, carried([], ["guards"]), item(studio, FORMATION, "red-army"))
    assert (studio.design.formations["guards"].parent, studio.design.formations["guards"].side) == ("red-army", None)
    drop(studio, carried([], ["vanguard"]), item(studio, FORMATION, "blue-army"), share=0.05)
    assert (studio.design.formations["vanguard"].parent, studio.design.formations["vanguard"].side) == (None, "blue")


def test_formations_that_are_dropped_where_they_stand_stay_there(studio: Studio) -> None:
    for name in ("First", "Second", "Third"):
        studio.desk.push(lambda design, name=name: add_formation(design, name, parent="red-army"))
    drop(studio, carried([], ["first"]), item(studio, FORMATION, "first"), share=0.05)
    drop(studio, carried([], ["first", "second"]), item(studio, FORMATION, "second"), share=0.05)
    assert [each for each in studio.design.formations if each in ("first", "second", "third")] == [
        "first",
        "second",
        "third",
    ]


def test_a_formation_is_dropped_on_another_but_not_below_itself(studio: Studio) -> None:
    drop(studio, carried([], ["blue-army"]), item(studio, FORMATION, "red-army"))
    assert studio.design.formations["blue-army"].parent == "red-army"
    drop(studio, carried([], ["red-army"]), item(studio, FORMATION, "blue-army"))
    assert studio.said == ["design.cannot.below-itself"]


def test_every_drag_has_a_key(studio: Studio) -> None:
    tree = studio.forces.tree
    tree.setFocus()
    tree.setCurrentItem(item(studio, UNIT, "red-2"))
    press(studio, Qt.Key.Key_Up, ALT)
    assert order(studio)[:3] == ["red-2", "red-1", "red-3"]
    press(studio, Qt.Key.Key_Down, ALT)
    press(studio, Qt.Key.Key_Down, ALT)
    assert order(studio)[:3] == ["red-1", "red-3", "red-2"]
    press(studio, Qt.Key.Key_Left, ALT)
    assert studio.design.units["red-2"].formation is None
    press(studio, Qt.Key.Key_Right, ALT)
    assert studio.design.units["red-2"].formation == "red-army"
    for _ in range(5):
        studio.undo()
    assert order(studio)[:3] == ["red-1", "red-2", "red-3"]


def test_a_formation_gives_its_counters_a_stripe(studio: Studio) -> None:
    dialog = studio.forces.describe(item(studio, FORMATION, "red-army"))
    assert isinstance(dialog, FormationDialog)
    dialog.words.setText("Red Guards")
    dialog.band.choose("#bb2200")
    dialog.accept()
    assert studio.design.formations["red-guards"].name == "Red Guards"
    icons = CounterIcons(studio.desk, studio.design)
    red, blue = icons.picture("red-1"), icons.picture("blue-1")
    assert red is not None
    assert blue is not None
    assert (red.band, blue.band) == ("#bb2200", "")


def test_a_formation_is_taken_away_and_its_units_stay(studio: Studio) -> None:
    studio.forces.tree.setFocus()
    studio.forces.tree.setCurrentItem(item(studio, FORMATION, "red-army"))
    assert set(studio.desk.selected_units) == {unit for unit in studio.design.units if unit.startswith("red")}
    press(studio, Qt.Key.Key_Delete)
    assert "red-army" not in studio.design.formations
    assert studio.design.units["red-1"].formation is None
    assert item(studio, UNIT, "red-1").parent() is item(studio, SIDE, "red")


def test_a_drag_carries_the_units_of_its_formations(studio: Studio) -> None:
    data = studio.forces.tree.mimeData([item(studio, FORMATION, "red-army")])
    assert data.hasFormat("application/x-redoubt-units")
    assert set(bytes(data.data("application/x-redoubt-units").data()).decode().split("\n")) == {
        unit for unit in studio.design.units if unit.startswith("red")
    }


def test_the_tree_is_filtered_with_what_a_formation_holds(studio: Studio) -> None:
    studio.forces.filter.setText("blue army")
    assert item(studio, FORMATION, "red-army").isHidden()
    assert not item(studio, UNIT, "blue-4").isHidden()
    studio.forces.filter.setText("red-4")
    assert not item(studio, UNIT, "red-4").isHidden()
    assert item(studio, UNIT, "red-5").isHidden()
    studio.forces.filter.clear()
    assert not any(each.isHidden() for each in studio.forces.tree.items.values())


def added_to(studio: Studio, kind: str, name: str) -> SeriesDialog:
    """The dialog that adds units to what is chosen in the tree."""
    studio.desk.select_units([])
    studio.forces.tree.setCurrentItem(item(studio, kind, name))
    dialog = studio.forces.ask_series()
    assert dialog is not None
    return dialog


def test_units_of_a_formation_begin_as_its_own_are_and_not_as_the_enemys(studio: Studio) -> None:
    first = next(iter(studio.design.types.values())).side
    other = next(side for side in studio.design.scenario.sides if side != first)
    studio.desk.scenario.push(lambda design: add_formation(design, "New army", side=other))  # type: ignore[union-attr]
    made = next(each.id for each in studio.design.formations.values() if each.name == "New army")
    for kind, name in ((FORMATION, made), (FORMATION, f"{other}-army"), (SIDE, other)):
        dialog = added_to(studio, kind, name)
        assert studio.design.types[dialog.kind.currentData()].side == other
        dialog.reject()


def test_a_type_that_was_typed_stays_when_another_formation_is_chosen(studio: Studio) -> None:
    studio.desk.select_units([])
    dialog = studio.table.ask_series()
    assert dialog is not None
    usual = usual_type(studio.design, "red-army")
    wanted = next(each for each in studio.design.types.values() if each.side == "blue")
    line = dialog.kind.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, type_title(studio.design, wanted.id)[:-1])
    line.editingFinished.emit()
    assert dialog.kind.currentData() == wanted.id != usual
    dialog.formation.setCurrentIndex(dialog.formation.findData("red-army"))
    assert dialog.kind.currentData() == wanted.id
    dialog.reject()


def test_a_type_that_nobody_knows_is_refused_and_no_other_taken_for_it(studio: Studio) -> None:
    dialog = added_to(studio, FORMATION, "red-army")
    line = dialog.kind.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "rifl")
    before = studio.design.units
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dialog.kind.currentText() == "rifl"
    assert dialog.problem.text() == "There is no counter type rifl."
    assert studio.design.units == before
    line.selectAll()
    QTest.keyClicks(line, type_title(studio.design, next(iter(studio.design.types))))
    line.editingFinished.emit()
    assert not dialog.problem.isVisible()
    assert dialog.preview.count() == 1
    dialog.reject()


def test_the_last_number_of_a_series_is_never_below_the_first(studio: Studio) -> None:
    dialog = added_to(studio, FORMATION, "red-army")
    dialog.pattern.setText("{n}. Infantry")
    dialog.numbered.setChecked(True)
    dialog.first.setValue(81)
    assert dialog.last.value() == 81
    assert not dialog.problem.isVisible()
    dialog.last.setValue(84)
    dialog.first.setValue(82)
    assert dialog.last.value() == 84
    dialog.reject()


def test_a_refusal_in_a_dialog_takes_no_line_from_its_notes(studio: Studio) -> None:
    dialog = added_to(studio, FORMATION, "red-army")
    QApplication.processEvents()
    dialog.numbered.setChecked(True)
    dialog.first.setValue(81)
    dialog.last.setValue(1)
    QApplication.processEvents()
    assert dialog.problem.isVisible()
    for label in dialog.findChildren(QLabel):
        if label.isVisible() and label.wordWrap():
            assert label.height() >= label.heightForWidth(label.width()), label.text()
    dialog.reject()


def test_a_unit_with_a_number_is_followed_by_the_next_that_nobody_bears(studio: Studio) -> None:
    names = {"red-1": "XXXIX", "red-2": "XL", "red-3": "XLI"}
    edits = {unit: {Field.NAME: name} for unit, name in names.items()}
    studio.desk.scenario.push(lambda design: set_fields(design, edits))  # type: ignore[union-attr]
    studio.desk.select_units([next(each.id for each in studio.design.units.values() if each.name == "XXXIX")])
    dialog = studio.table.ask_series()
    assert dialog is not None
    assert (dialog.pattern.text(), dialog.first.value(), dialog.last.value()) == ("{roman}", 42, 42)
    dialog.reject()


@pytest.fixture
def french(tmp_path: Path, qapp: QApplication) -> Iterator[Studio]:
    application()
    speak(FRENCH)
    made = Studio(tmp_path, "typhoon")
    yield made
    made.close()
    speak(ENGLISH)


def test_formations_and_units_of_the_game_are_called_in_the_language_that_is_spoken(french: Studio) -> None:
    group, depot = item(french, FORMATION, "army-group-centre"), item(french, UNIT, "g-depot-1")
    assert (group.text(0), depot.text(0)) == ("Groupe d'armées Centre", "Dépôt 1")
    tree = french.forces.tree
    for shown in (group, depot):
        tree.setCurrentItem(shown)
        tree.editItem(shown, 0)
        line = tree.viewport().findChild(QLineEdit)
        assert isinstance(line, QLineEdit)
        QTest.keyClick(line, Qt.Key.Key_Return)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert french.entries == 0, "what was looked at and not written is called as before"
