"""The palette: taking up ink by mouse, key and number, searching, and kinds of one's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from editor.commands.regions import paint_region
from editor.documents.workbench import Ink, InkGroup
from editor.geometry.cells import Cells
from editor.panels.palette import palette_panel, regions_section
from editor.panels.palette.palette_panel import PalettePanel
from editor.panels.palette.region_dialog import RegionDialog
from editor.panels.palette.swatch_dialog import SwatchDialog
from engine.definitions.palette import FeatureSwatch, LineSwatch, TerrainSwatch
from engine.definitions.plan import Cell, SwatchKey
from tests.editor.canvas.mouse import click
from tests.editor.panels.bench import Bench


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> PalettePanel:
    made = PalettePanel(bench.work, bench.controller)
    qtbot.addWidget(made)
    made.resize(290, 520)
    made.show()
    QTest.qWait(1)
    return made


def middle_of(panel: PalettePanel, row: int) -> QPoint:
    return panel.view.visualRect(panel.model.index(row)).center()


def names(panel: PalettePanel) -> list[str]:
    return [kind.name for kind in panel.model.kinds]


def test_a_click_on_a_swatch_takes_it_up_with_a_tool_that_can_lay_it(panel: PalettePanel, bench: Bench) -> None:
    click(panel.view.viewport(), middle_of(panel, 1))
    assert bench.work.ink == Ink(InkGroup.TERRAIN, "forest")
    assert bench.work.tool == "terrain-brush"
    assert panel.kind is not None
    assert panel.kind.id == "forest"


def test_a_section_that_is_only_looked_at_shows_nothing_as_taken_up(panel: PalettePanel, bench: Bench) -> None:
    def wash() -> QColor:
        """The ground of the chosen kind, beside its picture and its number."""
        room = panel.view.visualRect(panel.view.currentIndex())
        return panel.view.viewport().grab().toImage().pixelColor(room.right() - 5, room.bottom() - 5)

    click(panel.view.viewport(), middle_of(panel, 1))
    taken = wash()
    panel.show_group(InkGroup.SIDES)
    click(panel.view.viewport(), middle_of(panel, 0))
    assert wash() == taken
    panel.show_group(InkGroup.TERRAIN)
    assert panel.kind is not None, "it is known which one would be taken up"
    looked_at = wash()
    assert looked_at != taken, "a stroke would lay a river"
    click(panel.view.viewport(), middle_of(panel, 1))
    assert wash() == taken
    bench.work.set_tool("select-rectangle")
    assert wash() == looked_at, "nor does a stroke of this tool lay anything"


def test_a_tool_in_hand_stays_when_it_can_lay_the_ink(panel: PalettePanel, bench: Bench) -> None:
    bench.work.set_tool("flood-fill")
    click(panel.view.viewport(), middle_of(panel, 2))
    assert bench.work.tool == "flood-fill"


def test_numbers_take_kinds_of_the_open_section(panel: PalettePanel, bench: Bench) -> None:
    panel.activateWindow()
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_4)
    assert bench.work.ink == Ink(InkGroup.TERRAIN, "hill")
    panel.show_group(InkGroup.SIDES)
    QTest.keyClick(panel.view, Qt.Key.Key_2)
    assert bench.work.ink == Ink(InkGroup.SIDES, "major-river")


def test_digits_typed_in_the_search_field_are_text(panel: PalettePanel, bench: Bench) -> None:
    panel.activateWindow()
    panel.search.setFocus()
    QTest.keyClick(panel.search, Qt.Key.Key_4)
    assert panel.search.text() == "4"
    assert bench.work.ink is None


def test_arrows_and_enter_take_kinds(panel: PalettePanel, bench: Bench) -> None:
    panel.view.setCurrentIndex(panel.model.index(0))
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert bench.work.ink == Ink(InkGroup.TERRAIN, "forest")


def test_the_section_follows_the_tool_and_the_eyedropper(panel: PalettePanel, bench: Bench) -> None:
    bench.work.set_tool("hexside-brush")
    assert panel.group is InkGroup.SIDES
    bench.work.set_ink(Ink(InkGroup.FEATURES, "port"))
    assert panel.group is InkGroup.FEATURES
    assert panel.kind is not None
    assert panel.kind.id == "port"


def test_a_search_looks_through_all_sections(panel: PalettePanel, bench: Bench) -> None:
    QTest.keyClicks(panel.search, "river")
    assert names(panel) == ["River", "River", "Major river"]
    assert {kind.detail for kind in panel.model.kinds} == {"Hexsides", "Connections"}
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert bench.work.ink is not None
    assert bench.work.ink.id == "river"
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == ""
    assert len(panel.model.kinds) > 3


def test_a_search_that_finds_nothing_says_so(panel: PalettePanel) -> None:
    QTest.keyClicks(panel.search, "xyzzy")
    assert panel._sections.currentWidget() is panel._found_nothing


def test_enter_in_an_empty_search_takes_nothing_that_is_not_seen(panel: PalettePanel, bench: Bench) -> None:
    panel.show_group(InkGroup.TERRAIN)
    panel.take_number(2)
    bench.work.set_ink(Ink(InkGroup.REGIONS, "west"))
    assert panel.group is InkGroup.REGIONS
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down):
        QTest.keyClick(panel.search, key)
    assert bench.work.ink == Ink(InkGroup.REGIONS, "west")


def test_without_a_map_the_palette_says_what_to_do(panel: PalettePanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
    assert panel.empty_words


def test_every_section_can_be_shown_and_has_a_name(panel: PalettePanel) -> None:
    for number, group in enumerate(InkGroup):
        panel.show_group(group)
        assert panel.heading.text()
        assert panel.tabs.tabToolTip(number)
        panel.grab()


def answered(
    monkeypatch: pytest.MonkeyPatch, module: object, dialog: type, fill: Callable[[object], None]
) -> list[object]:
    """Let a dialog be filled in and accepted without being shown."""
    shown: list[object] = []

    def exec_(self: object) -> int:
        shown.append(self)
        fill(self)
        return 1

    monkeypatch.setattr(dialog, "exec", exec_)
    return shown


def test_a_kind_of_ones_own_is_added_seen_and_undone(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: SwatchDialog) -> None:
        dialog.name.setText("Salt flats")
        dialog.colour.choose("#e0e0d0")
        dialog.pattern.setCurrentIndex(dialog.pattern.findData("desert"))

    answered(monkeypatch, palette_panel, SwatchDialog, fill)  # type: ignore[arg-type]
    panel.add()
    made = bench.plan.swatches[SwatchKey("terrain", "salt-flats")]
    assert made == TerrainSwatch(id="salt-flats", name="Salt flats", colour="#e0e0d0", pattern="desert", order=1)
    assert bench.undone == 1
    assert names(panel)[-1] == "Salt flats"
    assert panel.model.kinds[-1].is_own
    assert bench.work.ink == Ink(InkGroup.TERRAIN, "salt-flats")
    assert bench.canvas.picture.looks.terrain("salt-flats").pattern == "desert"
    bench.document.undo_stack.undo()
    assert "Salt flats" not in names(panel)


def test_a_kind_of_the_ruleset_can_look_another_way_and_be_reset(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.view.setCurrentIndex(panel.model.index(1))
    answered(monkeypatch, palette_panel, SwatchDialog, lambda dialog: dialog.colour.choose("#00aa00"))  # type: ignore[attr-defined]
    panel.edit()
    assert bench.canvas.picture.looks.terrain("forest").colour.name() == "#00aa00"
    kind = panel.model.kinds[1]
    assert kind.is_own
    assert kind.is_ruleset
    panel.view.setCurrentIndex(panel.model.index(1))
    panel.delete()
    assert not panel.model.kinds[1].is_own
    assert bench.canvas.picture.looks.terrain("forest").colour.name() != "#00aa00"


def test_a_kind_of_the_ruleset_cannot_be_deleted(panel: PalettePanel, bench: Bench) -> None:
    panel.view.setCurrentIndex(panel.model.index(0))
    panel.delete()
    assert bench.undone == 0
    assert not panel._delete.isEnabled()


@pytest.mark.parametrize("group", [InkGroup.TERRAIN, InkGroup.SIDES, InkGroup.FEATURES, InkGroup.BOXES])
def test_the_dialog_describes_what_it_was_given(group: InkGroup, bench: Bench, qtbot: QtBot) -> None:
    swatch = getattr(bench.work.palette, group.value)[0]
    dialog = SwatchDialog(group, bench.canvas.style_shown, swatch=swatch)
    qtbot.addWidget(dialog)
    made = dialog.swatch()
    assert (made.id, made.name) == (swatch.id, swatch.name)
    if isinstance(swatch, FeatureSwatch | LineSwatch):
        assert isinstance(made, FeatureSwatch | LineSwatch)
        assert made.attributes == swatch.attributes


def test_every_pattern_sign_and_stroke_has_a_word(bench: Bench, qtbot: QtBot) -> None:
    for group in (InkGroup.TERRAIN, InkGroup.FEATURES, InkGroup.SIDES):
        dialog = SwatchDialog(group, bench.work.canvas.style_shown)
        qtbot.addWidget(dialog)
        for row in range(dialog.pattern.count()):
            assert dialog.pattern.itemText(row) != dialog.pattern.itemData(row)


def test_an_id_that_is_taken_is_not_taken_again(bench: Bench, qtbot: QtBot) -> None:
    dialog = SwatchDialog(InkGroup.TERRAIN, bench.canvas.style_shown, taken=["steppe"])
    qtbot.addWidget(dialog)
    dialog.name.setText("Steppe")
    assert dialog.swatch().id == "steppe-2"


def test_a_table_of_attributes_makes_names_that_files_can_hold(bench: Bench, qtbot: QtBot) -> None:
    dialog = SwatchDialog(InkGroup.FEATURES, bench.canvas.style_shown)
    qtbot.addWidget(dialog)
    dialog.attributes.add()
    dialog.attributes.table.item(0, 0).setText("Victory points")
    assert list(dialog.attributes.attributes()) == ["victory-points"]
    dialog.attributes.table.setCurrentCell(0, 0)
    dialog.attributes.remove()
    assert dialog.attributes.attributes() == {}


# Regions


@pytest.fixture
def regions(panel: PalettePanel) -> PalettePanel:
    panel.show_group(InkGroup.REGIONS)
    return panel


def rows(panel: PalettePanel) -> list[tuple[str, str]]:
    tree = panel.regions.tree
    heads = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    return [(head.child(n).text(0), head.child(n).text(1)) for head in heads for n in range(head.childCount())]


def test_regions_are_listed_with_their_size(regions: PalettePanel) -> None:
    assert rows(regions) == [("West", "169")]


def test_the_size_follows_the_brush(regions: PalettePanel, bench: Bench) -> None:
    bench.document.push(paint_region(bench.plan, "west", Cells.of([Cell("main", 30, 2)])))
    assert rows(regions) == [("West", "170")]


def test_a_region_is_made_taken_up_and_undone(
    regions: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(monkeypatch, regions_section, RegionDialog, lambda dialog: dialog.title.setText("East"))  # type: ignore[attr-defined]
    regions.regions.add()
    assert bench.plan.regions["east"].kind == "country"
    assert bench.work.ink == Ink(InkGroup.REGIONS, "east")
    assert bench.undone == 1
    bench.document.undo_stack.undo()
    assert rows(regions) == [("West", "169")]


def test_a_region_is_renamed_in_the_list(regions: PalettePanel, bench: Bench) -> None:
    bench.work.set_ink(Ink(InkGroup.REGIONS, "west"))
    item = regions.regions.tree.currentItem()
    item.setText(0, "Far West")
    assert bench.plan.regions["west"].title == "Far West"
    assert bench.undone == 1


def test_a_region_is_deleted_and_its_places_stay(regions: PalettePanel, bench: Bench) -> None:
    bench.work.set_ink(Ink(InkGroup.REGIONS, "west"))
    regions.activateWindow()
    regions.regions.tree.setFocus()
    QTest.keyClick(regions.regions.tree, Qt.Key.Key_Delete)
    assert bench.plan.regions == {}
    assert bench.plan.has_place("main:2,20")
    bench.document.undo_stack.undo()
    assert len(bench.plan.regions["west"].members) == 169


def test_a_key_of_the_list_is_not_the_windows(bench: Bench, qtbot: QtBot) -> None:
    """Del deletes what is selected on the map, but not while the list has the focus."""
    panel = PalettePanel(bench.work)
    panel.show_group(InkGroup.REGIONS)
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(panel)
    deleted: list[str] = []
    action = QAction("Delete", window)
    action.setShortcut(QKeySequence("Del"))
    action.triggered.connect(lambda: deleted.append("selection"))
    window.addAction(action)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    panel.tabs.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Delete)
    assert deleted == ["selection"]
    bench.work.set_ink(Ink(InkGroup.REGIONS, "west"))
    panel.regions.tree.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Delete)
    assert bench.plan.regions == {}
    assert deleted == ["selection"]


def test_the_places_of_a_region_can_be_selected(regions: PalettePanel, bench: Bench) -> None:
    bench.work.set_ink(Ink(InkGroup.REGIONS, "west"))
    regions.regions.select()
    assert len(bench.work.selection) == 169


def test_one_selected_place_is_spoken_of_as_one(qtbot: QtBot) -> None:
    for count, words in ((1, "the selected place"), (3, "the 3 selected places")):
        dialog = RegionDialog((), selected=count)
        qtbot.addWidget(dialog)
        assert dialog.from_selection.text() == f"Begin with {words}"


def test_a_typed_kind_of_region_is_made_such_as_files_can_hold(bench: Bench, qtbot: QtBot) -> None:
    dialog = RegionDialog(list(bench.work.palette.regions))
    qtbot.addWidget(dialog)
    dialog.title.setText("North")
    dialog.kind.setEditText("Army group")
    assert dialog.answer().kind == "army-group"
    dialog.kind.setEditText("Weather zone")
    assert dialog.answer().kind == "zone"
