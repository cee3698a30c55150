"""Every cell that takes words knows them: a wrong one is refused in the window, in YAML and in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from PySide6.QtCore import QEvent, QModelIndex, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLineEdit

from app.application import application
from app.window import MainWindow
from editor.model.design.units.type_minting import TypeMinting
from editor.model.design.units.unit_fields import Field, Reader
from editor.model.design.units.unit_names import formation_title, type_title
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.setup.setup_panel import SetupPanel
from editor.panels.design.timeline_panel import TimelinePanel
from editor.panels.design.turns_panel import TurnsPanel
from editor.panels.design.units.counters_panel import CountersPanel
from editor.panels.design.units.replace_dialog import ReplaceDialog
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.design.victory_panel import VictoryPanel
from editor.panels.design.word_fields import marked
from editor.refusal import CannotEdit
from engine.definitions.documents import Loaded, load_text
from engine.definitions.folders import read_folder
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.position import Position
from engine.rulesets.inspection import inspect
from engine.rulesets.library import find_bundled
from engine.session.positions import set_up
from tests.app.design.drawing_room import DrawingRoom

Documents = dict[str, dict[str, Any]]
TYPE = {"id": "own", "name": "Own", "side": "axis", "steps": [{"attack": 1, "defence": 1, "movement": 3}]}


@pytest.fixture(scope="module")
def room(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DrawingRoom]:
    """One window for all cells: nothing that is typed here gets into the file."""
    application()
    folder = tmp_path_factory.mktemp("cells")
    window = MainWindow(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat), folder / "recovery")
    window.resize(1280, 720)
    window.show()
    yield DrawingRoom(window, "typhoon")
    window.files.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def put(line: QLineEdit, text: str) -> str:
    """Type into a line and press Enter; what it was marked with while it was typed."""
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    told = marked(line)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return told


def put_cell(view: QAbstractItemView, index: QModelIndex, text: str) -> str:
    view.setCurrentIndex(index)
    view.edit(index)
    line = view.viewport().findChild(QLineEdit)
    assert line is not None, "a cell opens to be written"
    return put(line, text)


# The cells of the window


def chart(part: str, name: str, row: int) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        panel = room.panel(ChartsPanel)
        panel.show_chart(part, name)
        return put_cell(panel.grid, panel.model.index(row, 0), text)

    return typed


def weather(room: DrawingRoom, text: str) -> str:
    panel = room.panel(TurnsPanel)
    assert panel.page is not None
    index = panel.model.index(panel.page.rows.index("7"), panel.page.columns.index("weather"))
    return put_cell(panel.grid, index, text)


def objective(column: int) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        table = room.panel(VictoryPanel).objectives.table
        return put_cell(table, table.model().index(0, column), text)

    return typed


def unit(column: str) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        panel = room.panel(UnitTablePanel)
        panel.model.add_column("rating")
        row = list(panel.model.units).index("g-viii")
        return put_cell(panel.table, panel.model.index(row, panel.model.columns.index(column)), text)

    return typed


def placing(name: str) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        page = room.panel(SetupPanel).placing
        room.desk.select_units(["g-viii"])
        return put(getattr(page, name), text)

    return typed


def area(name: str, kind: int) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        page = room.panel(SetupPanel).placing
        room.desk.select_units(["g-viii"])
        dialog = page.ask_area()
        assert dialog is not None
        dialog.kind.setCurrentIndex(kind)
        told = put(getattr(dialog, name), text)
        dialog.reject()
        dialog.deleteLater()
        return told

    return typed


def arrival(name: str) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        panel = room.panel(TimelinePanel)
        panel.view.choose([0])
        return put(getattr(panel.form, name), text)

    return typed


def opening(room: DrawingRoom, text: str) -> str:
    table = room.panel(TurnsPanel).opening
    (index,) = table.model().match(table.model().index(0, 0), Qt.ItemDataRole.UserRole, "moscow-entered")
    return put_cell(table, index.siblingAtColumn(1), text)


def traits_of_a_type(room: DrawingRoom, text: str) -> str:
    panel = room.panel(CountersPanel)
    panel.choose("german-infantry-corps")
    return put(panel.form.traits, text)


def column_of_a_type(table: str) -> Callable[[DrawingRoom, str], str]:
    def typed(room: DrawingRoom, text: str) -> str:
        panel = room.panel(CountersPanel)
        panel.choose("german-infantry-corps")
        said: list[object] = []
        fields = getattr(panel.form, table)
        fields.refused.connect(said.append)
        fields.add_column(text)
        fields.refused.disconnect()
        return str(said[0]) if said else ""

    return typed


def column_of_units(room: DrawingRoom, text: str) -> str:
    panel, said = room.panel(UnitTablePanel), list[object]()
    room.window.bench.reported.connect(said.append)
    before = panel.model.columns
    panel.add_column(text)
    assert panel.model.columns == before
    return str(said[-1]) if said else ""


def side_of_a_type(room: DrawingRoom, text: str) -> str:
    panel = room.panel(CountersPanel)
    panel.choose("german-infantry-corps")
    assert panel.form.side.findText(text) < 0
    assert not panel.form.side.isEditable()
    return "cannot be typed"


def side_of_holding(room: DrawingRoom, text: str) -> str:
    page = room.panel(SetupPanel).holding
    assert page.side.findText(text) < 0
    assert not page.side.isEditable()
    return "cannot be typed"


def marker(room: DrawingRoom, text: str) -> str:
    page = room.panel(SetupPanel).markers
    assert page.kind.findText(text) < 0
    assert not page.kind.isEditable()
    return "cannot be typed"


# The same in a text


def into(kind: str, *path: str | int, value: object) -> Callable[[Documents], None]:
    """Write a value into a document; missing mappings are made."""

    def write(documents: Documents) -> None:
        at: Any = documents[kind]
        for step in path[:-1]:
            at = at.setdefault(step, {}) if isinstance(at, dict) else at[step]
        at[path[-1]] = value

    return write


def own_type(**fields: object) -> Callable[[Documents], None]:
    def write(documents: Documents) -> None:
        documents["counters"] = {
            "format": "redoubt/counters/1", "id": "own", "ruleset": "red-star-rising", "types": [{**TYPE, **fields}],
        }  # fmt: skip
        documents["scenario"]["counters"] = ["red-star-rising", "own"]

    return write


@dataclass(frozen=True)
class WordCell:
    """A cell: the wrong word, how it is typed, how a text has it, and how a position has it, if it can."""

    name: str
    wrong: str
    typed: Callable[[DrawingRoom, str], str]
    written: Callable[[Documents], None]
    position: dict[str, Any] | None


def placed(**fields: object) -> dict[str, Any]:
    return {"units": {"g-viii": {"at": "4725", **fields}}}


CELLS = (
    WordCell(
        "weather of a turn", "winter", weather,
        into("scenario", "charts", "tracks", "turns", "entries", value=[{"turn": 7, "weather": "winter"}]),
        {"charts": {"tracks": {"turns": {"entries": [{"turn": 7, "weather": "winter"}]}}}},
    ),
    WordCell(
        "result of a table", "XX", chart("tables", "combat", 0),
        into("scenario", "charts", "tables", "combat", "cells", "1", "1:1", value="XX"),
        {"charts": {"tables": {"combat": {"cells": {"1": {"1:1": "XX"}}}}}},
    ),
    WordCell(
        "side of an objective", "Axes", objective(3), into("scenario", "objectives", 0, "side", value="axes"),
        {"objectives": [{"at": "5235", "value": 3, "side": "axes"}]},
    ),
    WordCell(
        "place of an objective", "9999", objective(0), into("scenario", "objectives", 0, "at", value="9999"),
        {"objectives": [{"at": "9999", "value": 3}]},
    ),
    WordCell("place in the table of units", "9999", unit(Field.PLACE),
             into("scenario", "setup", 0, "at", value="9999"), placed(at="9999")),
    WordCell("type of a unit", "banana", unit(Field.TYPE), into("oob", "units", 0, "type", value="banana"),
             placed(type="banana")),
    WordCell("formation of a unit", "banana", unit(Field.FORMATION),
             into("oob", "units", 0, "formation", value="banana"), None),
    WordCell("traits of a unit", "banana", unit(Field.TRAITS), into("oob", "units", 0, "traits", value=["banana"]),
             None),
    WordCell("what a value of a unit holds", "banana", unit("rating"),
             into("oob", "units", 0, "values", value={"rating": "banana"}), placed(values={"rating": "banana"})),
    WordCell("name of a value of units", "banana", column_of_units,
             into("oob", "units", 0, "values", value={"banana": 1}), placed(values={"banana": 1})),
    WordCell("place of a unit", "9999", placing("place"), into("scenario", "setup", 0, "at", value="9999"),
             placed(at="9999")),
    WordCell("marks of a unit", "banana", placing("marks"), into("scenario", "setup", 0, "marks", value=["banana"]),
             placed(marks=["banana"])),
    WordCell("values of a placed unit", "banana=1", placing("values"),
             into("scenario", "setup", 0, "values", value={"banana": 1}), placed(values={"banana": 1})),
    WordCell("place of an area", "9999", area("place", 2),
             into("scenario", "setup", 0, "area", value={"within": {"place": "9999", "hexes": 1}}), None),
    WordCell("places of an area", "4725, 9999", area("places", 3),
             into("scenario", "setup", 0, "area", value={"any_of": ["9999"]}), None),
    WordCell("place of an arrival", "9999", arrival("place"), into("scenario", "schedule", 0, "at", value="9999"),
             {"schedule": [{"turn": 7, "unit": "g-depot-5", "at": "9999"}]}),
    WordCell("values of an arrival", "banana=1", arrival("values"),
             into("scenario", "schedule", 0, "values", value={"banana": 1}),
             {"schedule": [{"turn": 7, "unit": "g-depot-5", "values": {"banana": 1}}]}),
    WordCell("value that play begins with", "banana", opening,
             into("scenario", "values", value={"moscow-entered": "banana"}), {"values": {"moscow-entered": "banana"}}),
    WordCell("traits of a type", "banana", traits_of_a_type, own_type(traits=["banana"]),
             {"types": [{**TYPE, "traits": ["banana"]}]}),
    WordCell("factor of a type", "Morale", column_of_a_type("steps"), own_type(steps=[{"morale": 1}]),
             {"types": [{**TYPE, "steps": [{"morale": 1}]}]}),
    WordCell("value of a type", "banana", column_of_a_type("values"), own_type(values={"banana": 1}),
             {"types": [{**TYPE, "values": {"banana": 1}}]}),
    WordCell("side of a type", "Axes", side_of_a_type, own_type(side="axes"), {"types": [{**TYPE, "side": "axes"}]}),
    WordCell("side that holds a place", "Axes", side_of_holding,
             into("scenario", "control", value=[{"side": "axes", "locations": ["5235"]}]),
             {"control": {"axes": ["5235"]}}),
    WordCell("marker on the map", "banana", marker,
             into("scenario", "markers", value=[{"at": "5235", "marker": "banana"}]),
             {"markers": {"5235": {"banana": 1}}}),
)  # fmt: skip


@pytest.fixture(params=CELLS, ids=lambda cell: cell.name)
def cell(request: pytest.FixtureRequest) -> WordCell:
    found: WordCell = request.param
    return found


def texts_of(issues: tuple[Issue, ...] | list[Issue]) -> list[str]:
    return [f"{each.where} {each.message}" for each in issues if each.is_error]


def test_a_wrong_word_is_marked_and_refused_where_it_is_typed(room: DrawingRoom, cell: WordCell) -> None:
    before, entries = room.design.documents, room.entries
    assert cell.typed(room, cell.wrong), "it is marked while it is typed"
    assert room.entries == entries, "it is refused"
    assert room.design.documents == before


def test_a_wrong_word_of_a_text_is_an_error_at_its_line(tmp_path: Path, cell: WordCell) -> None:
    source = Path(str(find_bundled("typhoon").folder))
    documents: Documents = {
        name: yaml.safe_load((source / f"{name}.yaml").read_text(encoding="utf-8")) for name in ("scenario", "oob")
    }
    cell.written(documents)
    (tmp_path / "map.yaml").write_text((source / "map.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    for name, data in documents.items():
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    reading = read_folder(tmp_path)
    found = [each for each in (*reading.issues, *inspect(reading.project)) if each.is_error]
    assert found, "nobody noticed"
    assert all(each.where.line for each in found), texts_of(found)


@pytest.mark.parametrize("cell", [each for each in CELLS if each.position is not None], ids=lambda each: each.name)
def test_a_wrong_word_of_a_position_is_an_error_at_its_line(cell: WordCell) -> None:
    data = {
        "format": "redoubt/position/1", "game": "red-star-rising", "scenario": "typhoon", "phase": "movement",
        "side": "axis", **(cell.position or {}),
    }  # fmt: skip
    text = yaml.safe_dump(data, sort_keys=False)
    loaded = load_text(text, "here.yaml")
    assert isinstance(loaded.document, Position)
    with pytest.raises(DefinitionError) as refused:
        set_up(Loaded(loaded.document, loaded.origin))
    assert all(each.where.line for each in refused.value.issues), texts_of(refused.value.issues)


def test_a_side_is_understood_by_its_name(room: DrawingRoom) -> None:
    """What stands on the screen may be typed: Axis is the side that the file calls axis."""
    assert not objective(3)(room, "Soviet")
    assert room.design.scenario.objectives[0].side == "soviet"
    room.undo()
    assert room.design.scenario.objectives[0].side == "axis"


def test_words_drop_down_where_they_are_typed(room: DrawingRoom) -> None:
    panel = room.panel(TurnsPanel)
    assert panel.page is not None
    index = panel.model.index(0, panel.page.columns.index("weather"))
    assert [each.text for each in panel.model.offers_at(index)] == ["clear", "mud", "snow"]
    charts = room.panel(ChartsPanel)
    charts.show_chart("tables", "combat")
    assert "D1" in [each.text for each in charts.model.offers_at(charts.model.index(0, 0))]


def test_what_is_typed_into_a_narrow_cell_can_be_read(room: DrawingRoom) -> None:
    panel = room.panel(TurnsPanel)
    assert panel.page is not None
    index = panel.model.index(0, panel.page.columns.index("weather"))
    panel.grid.setColumnWidth(index.column(), 40)
    panel.grid.edit(index)
    field = panel.grid.viewport().findChild(QComboBox)
    assert field is not None
    assert field.width() >= 120
    assert field.geometry().right() <= panel.grid.viewport().width()
    panel.grid.closePersistentEditor(index)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_find_and_replace_names_units_and_not_ids(room: DrawingRoom) -> None:
    dialog = ReplaceDialog(room.desk, [Field.NAME])
    dialog.wanted.setText("XXIII")
    first = dialog.preview.topLevelItem(0)
    assert first is not None
    assert first.text(0) == "XXIII"
    dialog.deleteLater()


def test_types_and_formations_are_known_by_what_they_are_shown_as(room: DrawingRoom) -> None:
    design = room.desk.design
    assert design is not None
    reader = Reader(design)
    assert {each for each in design.types if reader.type_id(type_title(design, each)) != each} == set()
    assert {each for each in design.formations if reader.formation_id(formation_title(design, each)) != each} == set()
    with pytest.raises(CannotEdit) as refused:
        reader.type_id("Infantry corpse (German)")
    assert "Infantry corps (German)" in str(refused.value.message), "what is meant is called by its title"


def test_a_counter_made_from_a_row_is_called_as_the_one_it_is_like(room: DrawingRoom) -> None:
    design = room.desk.design
    assert design is not None
    made = TypeMinting(design).type_for("Infantry corps (German)", {"counter.attack": "17"}, "XI Corps")
    assert (made.name, made.steps[0]["attack"]) == ("Infantry corps", 17)
