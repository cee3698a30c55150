"""Tool options: a field for whatever the tool in hand lets one set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit
from pytestqt.qtbot import QtBot

from editor.documents.workbench import Ink, InkGroup
from editor.panels.tool_options_panel import ToolOptionsPanel
from editor.tools.attribute_options import owners
from editor.tools.toolbox import TOOLS
from engine.definitions.palette import Nation, Palette
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make
from tests.helpers.plans import small_plan


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> ToolOptionsPanel:
    made = ToolOptionsPanel(bench.work, bench.controller)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_tool_shows_its_options(panel: ToolOptionsPanel, bench: Bench) -> None:
    for name in (tool.name for tool in TOOLS):
        bench.work.set_tool(name)
        tool = bench.controller.tools[name]
        assert not panel.is_empty
        assert panel._heading.text() == tool.title
        assert list(panel.fields) == [option.name for option in tool.options_shown()]
        assert panel.brush.isVisible() == tool.has_brush
        for field in panel.fields.values():
            assert field.widget.accessibleName()
            assert field.widget.toolTip()


def test_a_choice_is_set_on_the_tool(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_tool("flood-fill")
    combo = panel.fields["extent"].widget
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(1)
    combo.activated.emit(1)
    assert bench.controller.tools["flood-fill"].option("extent") == combo.itemData(1)


def test_a_side_is_chosen_among_those_of_the_game(bench_with: Make, qtbot: QtBot) -> None:
    bench = bench_with(replace(small_plan(cols=6, rows=5), palette="red-star-rising"))
    panel = ToolOptionsPanel(bench.work, bench.controller)
    qtbot.addWidget(panel)
    panel.show()
    bench.work.set_ink(Ink(InkGroup.FEATURES, "supply"))
    bench.work.set_tool("place")
    field = panel.fields["attribute.side"].widget
    assert isinstance(field, QComboBox)
    assert [field.itemText(number) for number in range(field.count())] == ["–", "Axis", "Soviet"]
    field.setCurrentIndex(2)
    field.activated.emit(2)
    assert bench.controller.tools["place"].option("attribute.side") == "soviet"


def test_a_nation_is_chosen_among_those_of_the_game() -> None:
    palette = Palette(id="war", nations=(Nation(id="us", name="American"), Nation(id="french", name="French")))
    assert owners("nation", "war", palette.nations) == (("us", "American"), ("french", "French"))
    assert not owners("size", "war", palette.nations)


def test_a_tick_is_set_on_the_tool(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_tool("connect")
    box = panel.fields["parallel"].widget
    assert isinstance(box, QCheckBox)
    before = bench.controller.tools["connect"].option("parallel")
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert bench.controller.tools["connect"].option("parallel") is not before


def test_texts_and_numbers_are_set_on_the_tool(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_tool("text")
    line, size = panel.fields["text"].widget, panel.fields["size"].widget
    assert isinstance(line, QLineEdit)
    assert isinstance(size, QDoubleSpinBox)
    QTest.keyClicks(line, "Baltic Sea")
    QTest.keyClick(line, Qt.Key.Key_Return)
    size.setValue(1.5)
    tool = bench.controller.tools["text"]
    assert tool.option("text") == "Baltic Sea"
    assert tool.option("size") == 1.5


def test_the_options_follow_what_the_tool_changes_itself(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_tool("connect")
    bench.controller.set_option("connect", "one_way", True)
    box = panel.fields["one_way"].widget
    assert isinstance(box, QCheckBox)
    assert box.isChecked()


def test_another_ink_may_bring_other_options(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_ink(Ink(InkGroup.SIDES, "bridge"))
    bench.work.set_tool("hexside-brush")
    assert "attribute.blown" in panel.fields
    bench.work.set_ink(Ink(InkGroup.SIDES, "wall"))
    assert "attribute.blown" not in panel.fields


def test_the_brush_is_sized_by_the_slider_and_the_keys(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_tool("terrain-brush")
    panel.brush.slider.setValue(3)
    assert bench.work.brush == 3
    assert "19" in panel.brush.count.text()
    QTest.keyClick(bench.canvas, Qt.Key.Key_BracketRight)
    assert panel.brush.slider.value() == 4


def test_without_a_map_it_says_so(panel: ToolOptionsPanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
