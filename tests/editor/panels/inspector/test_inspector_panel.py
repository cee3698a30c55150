"""The inspector: everything on the map can be read and changed, one edit at a time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from editor.documents.workbench import EditLayer, LayerState, Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.model.selection import Selection, everything
from editor.panels.colour_button import ColourButton
from editor.panels.inspector.attribute_dialog import AttributeDialog
from editor.panels.inspector.card_view import CardView
from editor.panels.inspector.cards import CardField, FieldKind
from editor.panels.inspector.field_editors import FactEditor, FieldEditor
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.panels.panel import heading, note
from engine.definitions.plan import Cell, FeaturePlan, GeoPlan, canonical_side, cell_of
from tests.editor.canvas.demo_maps import dressed_map
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make


def inspector(bench: Bench, qtbot: QtBot) -> InspectorPanel:
    made = InspectorPanel(bench.work)
    qtbot.addWidget(made)
    made.resize(320, 700)
    made.show()
    return made


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> InspectorPanel:
    return inspector(bench, qtbot)


def card(panel: InspectorPanel, start: str) -> CardView:
    panel.refresh()
    return next(view for view in panel.views if view.card.name.startswith(start))


def editor(panel: InspectorPanel, start: str, field: str) -> FieldEditor:
    return card(panel, start).editors[field]


def type_in(line: object, text: str) -> None:
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)


def pick(combo: object, value: str) -> None:
    assert isinstance(combo, QComboBox)
    number = combo.findData(value)
    assert number >= 0
    combo.setCurrentIndex(number)
    combo.activated.emit(number)


def select(bench: Bench, *keys: str) -> None:
    cells = Cells.of(cell for key in keys if (cell := cell_of(key)) is not None)
    bench.work.select(Selection(cells, frozenset(key for key in keys if cell_of(key) is None)))


def town(bench: Bench) -> FeaturePlan:
    return next(feature for feature in bench.plan.features.values() if feature.kind == "city")


# Hexes


def test_a_hex_tells_its_label_terrain_and_place_and_never_its_key(bench_with: Make, qtbot: QtBot) -> None:
    plan = dressed_map()
    plan.georeference = GeoPlan("lambert-conformal", (58.0, 26.0), 35.0, "main:1,1", (60.0, 20.0), (56.0, 60.0))
    bench = bench_with(plan)
    panel = inspector(bench, qtbot)
    select(bench, "main:1,1")
    view = card(panel, "hex:")
    facts = {name: each.widget.text() for name, each in view.editors.items() if isinstance(each.widget, QLabel)}
    assert view.card.title == "0101"
    assert not [value for value in facts.values() if "main:" in value]
    assert facts["cell"] == "1, 1"
    assert facts["globe"] == "60.000° N, 20.000° E"


def test_the_terrain_of_a_hex_is_one_step(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:5,5")
    pick(editor(panel, "hex:", "terrain").widget, "sea")
    assert bench.plan.terrain_at(Cell("main", 5, 5)) == "sea"
    assert bench.undone == 1
    bench.document.undo_stack.undo()
    combo = editor(panel, "hex:", "terrain").widget
    assert isinstance(combo, QComboBox)
    assert combo.currentData() == bench.plan.terrain_at(Cell("main", 5, 5))


def test_what_stands_on_a_hex_has_cards_of_its_own(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    select(bench, feature.at)
    names = [view.card.name for view in (card(panel, "hex:"), *panel.views)]
    assert f"feature:{feature.id}" in names
    type_in(editor(panel, f"feature:{feature.id}", "name").widget, "Narva")
    assert bench.plan.features[feature.id].name == "Narva"
    assert card(panel, f"feature:{feature.id}").card.title == "Narva"
    assert bench.undone == 1


def test_attributes_have_the_right_fields(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    type_in(editor(panel, "feature:", "attribute.value").widget, "7")
    capital = editor(panel, "feature:", "attribute.capital").widget
    assert isinstance(capital, QCheckBox)
    QTest.keyClick(capital, Qt.Key.Key_Space)
    type_in(editor(panel, "feature:", "attribute.height").widget, "59.5")
    assert bench.plan.features[feature.id].attributes == {"value": 7, "capital": True, "height": 59.5}
    assert bench.undone == 3


def test_what_is_no_number_of_a_map_is_not_taken(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    for field in ("attribute.value", "attribute.height"):
        for typed in ("inf", "nan", "1e999", "9" * 400, "1e300"):
            type_in(editor(panel, "feature:", field).widget, typed)
    assert bench.plan.features[feature.id].attributes == feature.attributes
    assert bench.undone == 0


def test_an_emptied_number_is_no_attribute_any_more(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    type_in(editor(panel, "feature:", "attribute.value").widget, "7")
    line = editor(panel, "feature:", "attribute.value").widget
    assert isinstance(line, QLineEdit)
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bench.plan.features[feature.id].attributes == {}


def test_nonsense_in_a_number_is_put_back(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.FEATURE, town(bench).id))
    line = editor(panel, "feature:", "attribute.value").widget
    type_in(line, "many")
    assert isinstance(line, QLineEdit)
    assert line.text() == ""
    assert bench.undone == 0


def test_arrows_count(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    type_in(editor(panel, "feature:", "attribute.value").widget, "3")
    QTest.keyClick(editor(panel, "feature:", "attribute.value").widget, Qt.Key.Key_Up)
    assert bench.plan.features[feature.id].attributes["value"] == 4


def test_esc_brings_back_what_was_there(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    line = editor(panel, "feature:", "name").widget
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, "xyz")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == feature.name
    assert bench.undone == 0


def test_leaving_a_field_counts_once(panel: InspectorPanel, bench: Bench) -> None:
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    line = editor(panel, "feature:", "name").widget
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "Reval")
    QTest.keyClick(line, Qt.Key.Key_Return)
    line.clearFocus()
    assert bench.undone == 1


def test_a_feature_is_added_and_deleted(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:3,3")
    before = set(bench.plan.features)
    menu = card(panel, "hex:").offers["add-feature"]
    next(action for action in menu.actions() if action.data() == "fort").trigger()
    (new,) = set(bench.plan.features) - before
    assert bench.plan.features[new].at == "main:3,3"
    card(panel, f"feature:{new}").deeds["delete"].click()
    assert set(bench.plan.features) == before
    assert bench.undone == 2


def test_an_attribute_that_no_palette_speaks_of_is_added(
    panel: InspectorPanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(dialog: AttributeDialog) -> int:
        assert not dialog._ok.isEnabled()
        dialog.name.setText("Victory points")
        return 1

    monkeypatch.setattr(AttributeDialog, "exec", answer)
    feature = town(bench)
    bench.work.pick(Picked(Part.FEATURE, feature.id))
    card(panel, "feature:").deeds["attribute"].click()
    assert bench.plan.features[feature.id].attributes == {"victory-points": 0}
    type_in(editor(panel, "feature:", "attribute.victory-points").widget, "5")
    assert bench.plan.features[feature.id].attributes == {"victory-points": 5}


def test_regions_are_joined_and_left(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:3,3")
    menu = card(panel, "hex:").offers["add-region"]
    menu.actions()[0].trigger()
    assert "main:3,3" in bench.plan.regions["west"].members
    box = editor(panel, "hex:", "region.west").widget
    assert isinstance(box, QCheckBox)
    assert box.isChecked()
    box.click()
    assert "main:3,3" not in bench.plan.regions["west"].members


def test_hexsides_of_a_hex_can_be_changed(panel: InspectorPanel, bench: Bench) -> None:
    key = canonical_side(bench.plan.sheets["main"].grid, Cell("main", 9, 8), 1, "bridge")
    assert key in bench.plan.sides
    select(bench, "main:9,8")
    blown = editor(panel, f"side:{key}", "attribute.blown").widget
    assert isinstance(blown, QCheckBox)
    blown.click()
    assert bench.plan.sides[key].attributes == {"blown": True}
    pick(editor(panel, f"side:{key}", "towards").widget, "main:9,8")
    assert bench.plan.sides[key].towards == "main:9,8"
    card(panel, f"side:{key}").deeds["delete"].click()
    assert key not in bench.plan.sides


def test_a_line_carries_state(panel: InspectorPanel, bench: Bench) -> None:
    line = next(path for path in bench.plan.paths.values() if path.kind == "rail")
    bench.work.pick(Picked(Part.PATH, line.id))
    type_in(editor(panel, "line:", "attribute.state").widget, "damaged")
    assert bench.plan.paths[line.id].attributes["state"] == "damaged"
    pick(editor(panel, "line:", "kind").widget, "road")
    assert bench.plan.paths[line.id].kind == "road"


def test_a_line_is_split_at_a_hex_and_joined_again(panel: InspectorPanel, bench: Bench) -> None:
    line = next(path for path in bench.plan.paths.values() if path.kind == "rail" and len(path.through) > 4)
    middle = line.through[2]
    select(bench, middle)
    bench.work.pick(Picked(Part.PATH, line.id))
    deeds = {deed.name: deed for deed in card(panel, "line:").card.deeds}
    assert deeds["split"].make is not None
    assert bench.document.push(deeds["split"].make())
    pieces = [path.through for path in bench.plan.paths.values() if middle in (path.through[0], path.through[-1])]
    assert sum(len(piece) for piece in pieces) >= len(line.through) + 1
    deeds = {deed.name: deed for deed in card(panel, "line:").card.deeds}
    assert deeds["join"].make is not None
    before = len(bench.plan.paths)
    assert bench.document.push(deeds["join"].make())
    assert len(bench.plan.paths) == before - 1


# Many places


def test_many_hexes_show_what_they_have_in_common(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.select(everything(bench.plan))
    view = card(panel, "many")
    assert "936 hexes" in view.card.title
    combo = view.editors["terrain"].widget
    assert isinstance(combo, QComboBox)
    assert combo.currentIndex() == -1
    counted = [each.field.value for name, each in view.editors.items() if name.startswith("count.")]
    assert sum(int(str(value)) for value in counted) == 936


def test_many_hexes_are_painted_as_one_step(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:3,3", "main:4,3", "main:20,20")
    pick(editor(panel, "many", "terrain").widget, "marsh")
    assert {bench.plan.terrain_at(Cell("main", *cell)) for cell in ((3, 3), (4, 3), (20, 20))} == {"marsh"}
    assert bench.undone == 1


def test_features_of_many_hexes_are_changed_together(panel: InspectorPanel, bench: Bench) -> None:
    towns = [feature for feature in bench.plan.features.values() if feature.kind == "town"][:3]
    select(bench, *(each.at for each in towns))
    view = next(each for each in (card(panel, "many"), *panel.views) if towns[0].id in each.card.name)
    name = view.editors["name"].widget
    assert isinstance(name, QLineEdit)
    assert name.text() == ""
    assert name.placeholderText() == "several"
    type_in(view.editors["attribute.value"].widget, "2")
    assert {bench.plan.features[each.id].attributes["value"] for each in towns} == {2}
    assert bench.undone == 1


def test_a_region_that_only_some_belong_to_is_half_ticked(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:3,3", "main:3,20")
    box = editor(panel, "many", "region.west").widget
    assert isinstance(box, QCheckBox)
    assert box.checkState() == Qt.CheckState.PartiallyChecked
    box.click()
    assert "main:3,3" in bench.plan.regions["west"].members


# Spaces, boxes, connections


def test_a_space_is_described_and_moved(spaces: Bench, qtbot: QtBot) -> None:
    panel = inspector(spaces, qtbot)
    select(spaces, "s5")
    type_in(editor(panel, "space:", "name").widget, "Pskov")
    pick(editor(panel, "space:", "terrain").widget, "marsh")
    type_in(editor(panel, "space:", "x").widget, "7.5")
    space = spaces.plan.spaces["s5"]
    assert (space.name, space.terrain, space.position[0]) == ("Pskov", "marsh", 7.5)
    assert spaces.undone == 3


def test_the_connections_of_a_space_are_there(spaces: Bench, qtbot: QtBot) -> None:
    panel = inspector(spaces, qtbot)
    select(spaces, "s5")
    links = sorted(spaces.document.contents.links_at("s5"))
    panel.refresh()
    assert [view.card.name for view in panel.views if view.card.name.startswith("link:")] == [
        f"link:{name}" for name in links
    ]
    one_way = editor(panel, f"link:{links[0]}", "one-way").widget
    assert isinstance(one_way, QCheckBox)
    one_way.click()
    assert spaces.plan.links[links[0]].one_way
    before = spaces.plan.links[links[0]]
    card(panel, f"link:{links[0]}").deeds["reverse"].click()
    assert spaces.plan.links[links[0]].a == before.b


def test_a_picked_space_and_its_deletion(spaces: Bench, qtbot: QtBot) -> None:
    panel = inspector(spaces, qtbot)
    spaces.work.pick(Picked(Part.SPACE, "s5"))
    card(panel, "space:s5").deeds["delete"].click()
    assert "s5" not in spaces.plan.spaces
    panel.refresh()
    assert panel.views[0].card.name == "map"


def test_a_box_is_sized(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.BOX, "reserve"))
    type_in(editor(panel, "box:", "attribute.height").widget, "6")
    type_in(editor(panel, "box:", "title").widget, "Strategic reserve")
    box = bench.plan.boxes["reserve"]
    assert box.attributes["height"] == 6
    assert box.title == "Strategic reserve"


# Lettering, regions, sheets, the map


def test_lettering_is_worded_turned_and_moved(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.TEXT, "title"))
    text = editor(panel, "text:", "text").widget
    assert isinstance(text, QPlainTextEdit)
    text.selectAll()
    QTest.keyClicks(text, "The South")
    QTest.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    type_in(editor(panel, "text:", "angle").widget, "15")
    type_in(editor(panel, "text:", "x").widget, "12")
    held = bench.plan.texts["title"]
    assert (held.text, held.angle, held.position) == ("The South", 15.0, (12.0, 42.0))
    assert bench.undone == 3


def test_esc_brings_back_lettering_of_several_lines(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.TEXT, "title"))
    text = editor(panel, "text:", "text").widget
    assert isinstance(text, QPlainTextEdit)
    before = text.toPlainText()
    QTest.keyClicks(text, "nobody wants this ")
    QTest.keyClick(text, Qt.Key.Key_Escape)
    assert text.toPlainText() == before
    text.clearFocus()
    assert bench.undone == 0


def test_a_region_is_renamed_and_coloured(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.REGION, "west"))
    type_in(editor(panel, "region:", "title").widget, "Far West")
    button = editor(panel, "region:", "colour").widget
    assert isinstance(button, ColourButton)
    button.choose("#112233")
    assert (bench.plan.regions["west"].title, bench.plan.regions["west"].colour) == ("Far West", "#112233")
    card(panel, "region:").deeds["select"].click()
    assert len(bench.work.selection) == 169


def test_with_nothing_selected_the_map_and_its_sheets_show(panel: InspectorPanel, bench: Bench) -> None:
    type_in(editor(panel, "map", "title").widget, "The North")
    assert bench.plan.title == "The North"
    type_in(editor(panel, "sheet:main", "prefix").widget, "A")
    type_in(editor(panel, "sheet:main", "column-start").widget, "10")
    pick(editor(panel, "sheet:main", "edge").widget, "half")
    pick(editor(panel, "sheet:main", "order").widget, "row-column")
    sheet = bench.plan.sheets["main"]
    assert sheet.edge == "half"
    assert card(panel, "sheet:main").card.detail.startswith("A0110")
    assert bench.undone == 5


def test_a_picked_sheet_is_moved_staggered_and_scaled(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.pick(Picked(Part.SHEET, "main"))
    assert card(panel, "sheet:main")
    assert [view.card.name for view in panel.views] == ["sheet:main"]
    type_in(editor(panel, "sheet:main", "x").widget, "2.5")
    type_in(editor(panel, "sheet:main", "y").widget, "-1")
    type_in(editor(panel, "sheet:main", "scale").widget, "0.5")
    before = bench.plan.sheets["main"].grid.parity
    other = "even" if before.value == "odd" else "odd"
    pick(editor(panel, "sheet:main", "stagger").widget, other)
    sheet = bench.plan.sheets["main"]
    assert (sheet.origin, sheet.scale, sheet.grid.parity.value) == ((2.5, -1.0), 0.5, other)
    assert bench.undone == 4


def test_the_map_can_be_shown_though_something_is_selected(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, "main:3,3")
    card(panel, "hex:")
    panel.map_button.click()
    assert panel.views[0].card.name == "map"
    select(bench, "main:4,4")
    assert card(panel, "hex:main:4,4")


# Manners


def test_fields_stay_while_the_map_changes_under_them(panel: InspectorPanel, bench: Bench, qtbot: QtBot) -> None:
    select(bench, "main:5,5")
    combo = editor(panel, "hex:", "terrain").widget
    bench.document.push(_painted(bench, "main:5,5", "city"))
    qtbot.waitUntil(lambda: isinstance(combo, QComboBox) and combo.currentData() == "city")
    assert editor(panel, "hex:", "terrain").widget is combo


def _painted(bench: Bench, key: str, terrain: str) -> object:
    from editor.commands.paint import paint_terrain

    cell = cell_of(key)
    assert cell is not None
    return paint_terrain(bench.plan, Cells.of([cell]), terrain)


def test_a_refused_edit_is_put_back_and_said(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.set_layers(bench.work.layers.with_state(EditLayer.TERRAIN, LayerState(locked=True)))
    select(bench, "main:5,5")
    combo = editor(panel, "hex:", "terrain").widget
    before = bench.plan.terrain_at(Cell("main", 5, 5))
    pick(combo, "sea" if before != "sea" else "hill")
    assert isinstance(combo, QComboBox)
    assert combo.currentData() == before
    assert [said.key for said in bench.said] == ["tool.cannot.locked"]


def test_every_field_says_what_it_is(panel: InspectorPanel, bench: Bench) -> None:
    select(bench, town(bench).at)
    panel.refresh()
    for view in panel.views:
        for each in view.editors.values():
            assert each.widget.accessibleName()
        for deed in view.deeds.values():
            assert deed.toolTip()
            assert deed.accessibleName()


def test_without_a_map_it_says_so(panel: InspectorPanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
    assert panel.views == []


def test_what_a_file_calls_things_is_shown_letter_by_letter(qtbot: QtBot) -> None:
    """A name in angle brackets would be drawn as a page, with pictures fetched from the disk."""
    shown = FactEditor(CardField("fact", "Fact", FieldKind.FACT, "<img src='/tmp/x.png'>"), lambda *_: None).widget
    qtbot.addWidget(shown)
    for label in (shown, note("<b>x</b>"), heading("<b>x</b>")):
        assert isinstance(label, QLabel)
        assert label.textFormat() is Qt.TextFormat.PlainText
