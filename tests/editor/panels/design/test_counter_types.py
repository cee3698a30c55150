"""The counter designer: fields are written as they change, both faces show it, and what a game lends is kept."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QTableWidgetSelectionRange
from pytestqt.qtbot import QtBot

from app.application import application
from editor.panels.design.units.type_form import _fill_open
from engine.definitions.pictures import hash_of
from tests.editor.panels.design.studio import Studio
from tests.helpers.drawings import HOSTILE, png


def pick(field: QComboBox, text: str) -> None:
    """Choose one of several, as a person does."""
    field.setCurrentText(text)
    field.textActivated.emit(text)


def test_both_faces_follow_what_is_typed(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    assert [face.factors for face in panel.form.preview.faces] == ["4-4-4", "2-2-4"]
    cell = panel.form.steps.table.item(1, 0)
    assert cell is not None
    cell.setText("3")
    assert [face.factors for face in panel.form.preview.faces] == ["4-4-4", "3-2-4"]
    panel.form.steps.add_step()
    assert len(studio.design.types["red-foot"].steps) == 3
    panel.form.steps.table.setCurrentCell(0, 2)
    panel.form.steps.remove_column()
    assert "movement" not in studio.design.types["red-foot"].steps[0]
    panel.form.steps.add_column("Movement")
    assert studio.design.types["red-foot"].steps[0]["movement"] == 0
    panel.form.band.choose("#224488")
    assert panel.form.preview.faces[0].band == "#224488"


def test_art_of_ones_own_is_on_both_faces_in_the_file_and_undone(studio: Studio, tmp_path: Path) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    (tmp_path / "bear.png").write_bytes(png())
    (tmp_path / "worm.svg").write_bytes(HOSTILE["a picture from a server"])
    before = studio.entries
    assert not panel.form.picture.take(tmp_path / "worm.svg")
    assert studio.said == ["picture.not-harmless"]
    assert studio.entries == before
    assert panel.form.picture.take(tmp_path / "bear.png")
    picture = studio.design.types["red-foot"].picture
    assert picture is not None
    assert studio.store.scan(hash_of(picture)).data == png()
    assert {face.art for face in panel.form.preview.faces} == {picture}
    assert studio.entries == before + 1
    studio.undo()
    assert studio.design.types["red-foot"].picture is None
    assert {face.art for face in panel.form.preview.faces} == {""}
    assert not panel.form.picture.picture


def test_a_counter_of_one_step_has_a_plain_back(studio: Studio) -> None:
    studio.counters.choose("red-militia")
    assert [face.is_hidden for face in studio.counters.form.preview.faces] == [False, True]


def test_the_letters_of_a_name_are_one_entry(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    before, name = studio.entries, studio.design.types["red-foot"].name
    panel.form.words.selectAll()
    QTest.keyClicks(panel.form.words, "Grenadiers")
    QTest.keyClick(panel.form.words, Qt.Key.Key_Return)
    assert studio.design.types["red-foot"].name == "Grenadiers"
    assert studio.entries == before + 1
    studio.undo()
    assert studio.design.types["red-foot"].name == name


def test_a_symbol_a_size_and_a_limit_are_chosen(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    pick(panel.form.symbol, "cavalry")
    pick(panel.form.mark, "xxx")
    panel.form.limit.setValue(1)
    panel.form.limit.editingFinished.emit()
    kind = studio.design.types["red-foot"]
    assert (kind.symbol, kind.size, kind.limit) == ("cavalry", "xxx", 1)
    assert "more than there are counters" in studio.table.counted.words


def test_what_no_counter_can_hold_is_refused(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    panel.form.words.setText("")
    panel.form.words.editingFinished.emit()
    assert studio.said
    assert studio.entries == 0


def test_a_type_in_use_stays_and_a_new_one_goes(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    panel.remove()
    assert "red-foot" in studio.design.types
    panel.double()
    made = panel.chosen
    assert made != "red-foot"
    assert studio.design.types[made].steps == studio.design.types["red-foot"].steps
    panel.remove()
    assert made not in studio.design.types


def test_the_counters_a_game_lends_are_copied_before_they_change(tmp_path: Path, qapp: QApplication) -> None:
    application()
    studio = Studio(tmp_path, "summer-1941")
    panel = studio.counters
    panel.choose("german-corps")
    assert panel.form.lent.isVisibleTo(panel)
    pick(panel.form.symbol, "cavalry")
    assert studio.design.scenario.counters == ("summer-1941-counters",)
    assert studio.design.types["german-corps"].symbol == "cavalry"
    assert not panel.form.lent.isVisibleTo(panel)
    studio.undo()
    assert studio.design.scenario.counters == ("barbarossa-to-berlin",)
    assert ("counters", "summer-1941-counters") not in studio.design.documents
    studio.close()


def test_the_columns_of_another_terrain_chart_are_offered_though_they_are_as_many(studio: Studio) -> None:
    field = QComboBox()
    for classes in (("", "foot", "tracks"), ("", "leg", "wheels")):
        _fill_open(field, classes, "")
        assert [field.itemText(number) for number in range(field.count())] == list(classes)


def test_several_factors_are_cleared_as_one_change(studio: Studio) -> None:
    panel = studio.counters
    panel.choose("red-foot")
    before, table = studio.entries, panel.form.steps.table
    table.setRangeSelected(QTableWidgetSelectionRange(0, 0, 1, 1), True)
    panel.form.steps._clear()
    assert [set(step) for step in studio.design.types["red-foot"].steps] == [{"movement"}, {"movement"}]
    assert studio.entries == before + 1


def test_in_a_narrow_panel_the_form_can_be_moved_to_its_end(studio: Studio, qtbot: QtBot) -> None:
    panel = studio.counters
    area = panel.form.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    panel.setMaximumWidth(150)
    panel.show()
    panel.resize(150, 600)
    qtbot.waitUntil(lambda: area.viewport().width() < panel.form.minimumSizeHint().width())
    bar = area.horizontalScrollBar()
    assert bar.isVisible()
    assert bar.maximum() >= panel.form.minimumSizeHint().width() - area.viewport().width()
