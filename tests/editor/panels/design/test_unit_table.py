"""The table of units: cells, blocks from a spreadsheet, fill down, sort, filter, series, find and replace, files."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from editor.commands.design.units import copy_units
from editor.documents import long_work
from editor.model.design.units.unit_fields import Field
from editor.model.design.units.unit_import import sheet_of
from editor.panels.design.units import import_dialog
from editor.panels.design.units.import_dialog import ImportDialog, open_file
from engine.core.progress import GivenUpError
from tests.editor.panels.design.studio import Studio


def choose(studio: Studio, units: list[str], *columns: str) -> None:
    """Choose the cells of some units in some columns."""
    table, model = studio.table.table, studio.table.model
    selection = QItemSelection()
    for unit in units:
        for column in columns:
            cell = model.index(list(model.units).index(unit), model.columns.index(column))
            selection.select(cell, cell)
    table.setCurrentIndex(selection.indexes()[0])
    table.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    table.setFocus()


def names(studio: Studio, *units: str) -> list[str | None]:
    return [studio.design.units[unit].name for unit in units]


def press(studio: Studio, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(studio.table.table, key, held)


CTRL = Qt.KeyboardModifier.ControlModifier


def test_a_cell_is_typed_and_taken_back(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.NAME)
    press(studio, Qt.Key.Key_F2)
    editor = studio.table.table.findChild(QLineEdit)
    assert editor is not None
    QTest.keyClicks(editor, "Guards")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert names(studio, "red-1") == ["Guards"]
    studio.undo()
    assert names(studio, "red-1") == ["1"]


def test_a_type_is_chosen_from_those_there_are(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.TYPE)
    press(studio, Qt.Key.Key_F2)
    editor = studio.table.table.findChild(QComboBox)
    assert editor is not None
    assert {editor.itemData(number) for number in range(editor.count())} == set(studio.design.types)
    editor.setCurrentText("Red tanks")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert studio.design.units["red-1"].type == "red-tanks"


def test_what_makes_no_sense_is_refused_with_a_word(studio: Studio) -> None:
    studio.desk.show_ids(True)
    model = studio.table.model
    row = list(model.units).index("red-1")
    for column, text in ((Field.TYPE, "red-elephants"), (Field.PLACE, "9999"), (Field.STEP, "7"), (Field.ID, "red-2")):
        assert not model.setData(model.index(row, model.columns.index(column)), text)
    assert len(studio.said) == 4
    assert studio.entries == 0


def test_a_block_goes_to_a_spreadsheet_and_comes_back_changed(studio: Studio) -> None:
    studio.desk.show_ids(True)
    choose(studio, ["red-1", "red-2", "red-3"], Field.ID, Field.NAME)
    press(studio, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "red-1\t1\nred-2\t2\nred-3\t3\n"
    QGuiApplication.clipboard().setText("red-one\tI\nred-two\tII\nred-three\tIII\n")
    press(studio, Qt.Key.Key_V, CTRL)
    assert names(studio, "red-one", "red-two", "red-three") == ["I", "II", "III"]
    assert "red-one" in studio.design.placements, "the setup follows the id"
    assert studio.entries == 1
    studio.undo()
    assert names(studio, "red-1", "red-2", "red-3") == ["1", "2", "3"]


def test_ids_stay_out_of_the_way_until_they_are_asked_for(studio: Studio) -> None:
    model = studio.table.model
    assert Field.ID not in model.columns
    assert model.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is not None, "the counter stands before the name"
    studio.desk.show_ids(True)
    assert model.columns[0] == Field.ID
    studio.desk.show_ids(False)
    assert Field.ID not in model.columns


def test_one_cell_is_pasted_over_all_that_are_chosen(studio: Studio) -> None:
    choose(studio, ["red-1", "red-2", "blue-1"], Field.TRAITS)
    QGuiApplication.clipboard().setText("untried")
    press(studio, Qt.Key.Key_V, CTRL)
    assert {studio.design.units[unit].traits for unit in ("red-1", "red-2", "blue-1")} == {("untried",)}


def test_a_block_that_is_too_long_says_so_and_changes_nothing(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.NAME)
    QGuiApplication.clipboard().setText("x\n" * 100)
    press(studio, Qt.Key.Key_V, CTRL)
    assert studio.said == ["design.cannot.paste-over-the-end"]
    assert studio.entries == 0


def test_fill_down_copies_the_first_row_to_the_others(studio: Studio) -> None:
    choose(studio, ["red-1", "red-2", "red-3"], Field.TYPE, Field.NAME)
    press(studio, Qt.Key.Key_D, CTRL)
    assert names(studio, "red-1", "red-2", "red-3") == ["1", "1", "1"]
    assert studio.entries == 1


def test_cells_are_cleared_and_units_removed_by_keys(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.NAME, Field.TYPE)
    press(studio, Qt.Key.Key_Backspace)
    assert names(studio, "red-1") == [None]
    press(studio, Qt.Key.Key_Delete)
    assert "red-1" not in studio.design.units
    assert "red-1" not in studio.design.placements
    studio.undo()
    assert "red-1" in studio.design.placements


def test_units_are_sorted_as_people_count_and_filtered(studio: Studio) -> None:
    panel = studio.table
    panel.table.sortByColumn(panel.model.columns.index(Field.NAME), Qt.SortOrder.DescendingOrder)
    first = studio.design.units[panel.model.units[0]].name
    assert first == max(unit.name or "" for unit in studio.design.units.values())
    panel.filter.setText("blue-tanks")
    assert set(panel.model.units) == {unit.id for unit in studio.design.units.values() if unit.type == "blue-tanks"}
    assert f"of {len(studio.design.units)}" in panel.counted.words


def test_what_is_chosen_in_the_table_is_chosen_everywhere(studio: Studio) -> None:
    choose(studio, ["red-4"], Field.NAME)
    assert studio.desk.selected_units == ("red-4",)
    assert studio.forces.tree.chosen("unit") == ["red-4"]
    assert studio.counters.chosen == "red-tanks"
    studio.desk.select_units(["blue-4"])
    assert studio.table.chosen_units() == ["blue-4"]


def test_a_numbered_series_is_previewed_and_one_entry(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.NAME)
    press(studio, Qt.Key.Key_Insert)
    dialog = studio.table.findChild(type(studio.table.ask_series()))
    assert dialog is not None
    dialog.pattern.setText("{th} Rifle Division")
    dialog.numbered.setChecked(True)
    dialog.first.setValue(1)
    dialog.last.setValue(12)
    dialog.kept.setText("Rifle division")
    assert dialog.preview.count() == 12
    dialog.accept()
    made = [unit for unit in studio.design.units.values() if (unit.name or "").endswith("Rifle Division")]
    assert [unit.name for unit in made[:3]] == ["1st Rifle Division", "2nd Rifle Division", "3rd Rifle Division"]
    assert len({unit.id for unit in made}) == 12
    assert {unit.type for unit in made} == {"red-foot"}
    assert studio.entries == 1
    again = studio.table.ask_series()
    assert again is not None
    assert again.template.findData("Rifle division") > 0
    again.template.setCurrentIndex(again.template.findData("Rifle division"))
    assert again.pattern.text() == "{th} Rifle Division"
    again.reject()


def test_find_and_replace_shows_what_changes_before_it_does(studio: Studio) -> None:
    dialog = studio.table.ask_replace()
    assert dialog is not None
    dialog.where.setCurrentIndex(dialog.where.findText("Type"))
    dialog.wanted.setText("red-foot")
    dialog.put_in.setText("red-tanks")
    feet = [unit.id for unit in studio.design.units.values() if unit.type == "red-foot"]
    assert dialog.preview.topLevelItemCount() == len(feet)
    dialog.put_in.setText("red-elephants")
    assert not dialog.go.isEnabled(), "nothing of it can be done"
    dialog.put_in.setText("red-tanks")
    dialog.accept()
    assert {studio.design.units[unit].type for unit in feet} == {"red-tanks"}
    assert studio.entries == 1


def test_units_are_written_and_read_back_unchanged(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "units.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    studio.table.ask_export()
    assert path.read_text().startswith("id,name,type,formation,at,turn")
    dialog = studio.table.ask_import()
    assert dialog is not None
    assert not dialog.found.mistakes
    assert not dialog.found.records
    assert dialog.found.unchanged == len(studio.design.units)
    dialog.reject()


def test_a_file_with_mistakes_is_told_by_row_and_the_rest_comes_in(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text(
        "Unit;Designation;Counter type;Army;Hex;Strength\n"
        "r-1;First;red-foot;red-army;0101;3\n"
        "r-2;Second;red-fot;red-army;0102;3\n"
        "r-3;Third;Red tanks;New army;0103;4\n"
    )
    dialog = open_file(studio.desk, path, studio.table)
    assert dialog is not None
    assert [mistake.row for mistake in dialog.found.mistakes] == [3, 4]
    dialog.makes_formations.setChecked(True)
    dialog.columns[5].setCurrentIndex(dialog.columns[5].findData("strength"))
    assert [mistake.row for mistake in dialog.found.mistakes] == [3]
    assert "red-foot" in dialog.mistakes.topLevelItem(0).text(2)  # type: ignore[union-attr]
    dialog.accept()
    assert studio.design.units["r-3"].type == "red-tanks"
    assert studio.design.units["r-1"].values["strength"] == 3
    assert studio.design.formations["new-army"].name == "New army"
    assert studio.design.placements["r-3"].at == "0103"
    assert studio.entries == 1
    studio.undo()
    assert "r-1" not in studio.design.units


def test_a_column_is_added_for_a_value_and_filled(studio: Studio) -> None:
    panel = studio.table
    dialog = panel.ask_column()
    dialog.setTextValue("Strength")
    dialog.accept()
    assert panel.model.columns[-1] == "strength"
    choose(studio, ["red-1", "red-2"], "strength")
    QGuiApplication.clipboard().setText("4")
    press(studio, Qt.Key.Key_V, CTRL)
    assert {studio.design.units[unit].values["strength"] for unit in ("red-1", "red-2")} == {4}


def test_a_turn_and_a_place_are_columns_like_any_other(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.TURN)
    QGuiApplication.clipboard().setText("2")
    press(studio, Qt.Key.Key_V, CTRL)
    assert studio.design.arrivals["red-1"] == 2
    assert "to come" in studio.table.counted.words
    assert studio.forces.tree.items["unit", "red-1"].text(1) == "turn 2"


def test_a_pasted_table_with_headings_is_imported(studio: Studio) -> None:
    choose(studio, ["red-1"], Field.NAME)
    QGuiApplication.clipboard().setText("Name\tType\tHex\nGuards\tred-foot\t0101\nSappers\tred-foot\t0102\n")
    press(studio, Qt.Key.Key_V, CTRL)
    dialog = studio.table.findChild(ImportDialog)
    assert dialog is not None
    dialog.accept()
    assert studio.design.placements["sappers"].at == "0102"
    assert names(studio, "red-1") == ["1"]


def test_a_mistake_of_a_file_is_marked_where_it_stands(studio: Studio) -> None:
    QGuiApplication.clipboard().setText("Name\tType\tHex\nGuards\tred-foot\t0101\nSappers\tred-foot\tbanana\n")
    press(studio, Qt.Key.Key_V, CTRL)
    dialog = studio.table.findChild(ImportDialog)
    assert dialog is not None
    right, wrong = dialog.rows.item(1, 2), dialog.rows.item(2, 2)
    assert wrong.text() == "banana"
    assert "banana" in wrong.toolTip()
    assert wrong.foreground() != right.foreground()
    assert not right.toolTip()
    dialog.columns[2].setCurrentIndex(0)
    assert wrong.foreground() == right.foreground(), "a column that is left out has no mistakes"
    dialog.columns[1].setCurrentIndex(0)
    told = dialog.mistakes.topLevelItem(0)
    assert told is not None
    assert told.text(1) == "Type", "a field without a column has its title"
    dialog.reject()


def test_a_long_file_is_read_beside_the_window_and_can_be_given_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    real = import_dialog.imported

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*given)

    monkeypatch.setattr(import_dialog, "imported", noted)
    monkeypatch.setattr(import_dialog, "_MANY_ROWS", 2)
    monkeypatch.setattr(long_work, "MOMENT", 10.0)
    sheet = sheet_of("Name\tType\tHex\nGuards\tred-foot\t0101\nSappers\tred-foot\t0102\n")
    dialog = ImportDialog(studio.table.desk, sheet, "guards.csv", studio.table)
    assert set(threads) == {"long work"}
    assert len(dialog.found.records) == 2

    def given_up(*_: Any) -> Any:
        raise GivenUpError

    monkeypatch.setattr(import_dialog, "imported", given_up)
    dialog.updates.toggle()
    assert not dialog.go.isEnabled()
    assert not dialog.found.records
    dialog.reject()


def test_one_unit_is_added_with_all_that_its_model_has(studio: Studio) -> None:
    choose(studio, ["red-7"], Field.NAME)
    dialog = studio.table.ask_series()
    assert dialog is not None
    dialog.numbered.setChecked(False)
    dialog.pattern.setText("Decoys")
    dialog.accept()
    assert studio.design.units["decoys"].values == {"decoy": True}
    assert studio.design.units["decoys"].formation == "red-army"


def test_a_cell_that_is_sorted_elsewhere_by_its_change_stays_in_hand(studio: Studio) -> None:
    model, table = studio.table.model, studio.table.table
    name = model.columns.index(Field.NAME)
    table.sortByColumn(name, Qt.SortOrder.AscendingOrder)
    unit = model.units[0]
    choose(studio, [unit], Field.NAME)
    assert model.setData(table.currentIndex(), "zzz last of all")
    assert model.units[-1] == unit
    assert model.unit_at(table.currentIndex().row()) == unit
    assert studio.table.chosen_units() == [unit]


def test_what_is_chosen_stays_chosen_when_a_unit_comes(studio: Studio) -> None:
    unit, other = studio.table.model.units[:2]
    choose(studio, [unit], Field.NAME)
    studio.table.push_design(lambda design: copy_units(design, [other]))
    assert studio.table.chosen_units() == [unit]


def test_a_column_that_was_wished_for_goes_with_its_scenario(studio: Studio) -> None:
    studio.table.model.add_column("rating")
    studio.table.scenario_opened()
    assert "rating" not in studio.table.model.columns


def test_in_a_narrow_panel_what_is_counted_gives_way_and_every_button_can_be_reached(
    studio: Studio, qtbot: QtBot
) -> None:
    panel = studio.table
    assert panel.minimumSizeHint().width() <= 320
    panel.show()
    panel.resize(320, 300)
    buttons = panel.findChildren(QToolButton)
    qtbot.waitUntil(lambda: panel.filter.width() > 60)
    assert all(button.mapTo(panel, button.rect().topRight()).x() <= panel.width() for button in buttons)
    assert "to come" in panel.counted.toolTip(), "all of it can still be read"
