"""Maps from real geography: by the command line, in the dialog, and how true their places lie."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.cli.geo_options import geo_options
from app.cli.parser import build_parser
from app.geography.geo_dialog import GeoDialog
from app.geography.geo_frame_page import Target
from app.geography.geo_picture_page import GlobePicture, PicturePage
from app.geography.geo_request import GeoFiles, GeoRequest, Onto, kinds_of_new
from app.window import MainWindow
from editor.digitise.geography.geo_cities import CityRules
from editor.digitise.geography.geo_ground import Thresholds
from editor.digitise.geography.geo_import import GeoOptions
from editor.digitise.geography.geo_rivers import RiverRules
from editor.documents.workbench import EditLayer, Ink, InkGroup
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.app.walker import Walker
from tests.helpers.printed_scans import image_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
def land(tmp_path: Path) -> Path:
    """An island, a river across it and two towns."""
    ring = [[10.0, 50.0], [12.0, 50.0], [12.0, 52.0], [10.0, 52.0], [10.0, 50.0]]
    features = [
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}},
        {
            "type": "Feature",
            "properties": {"name": "Long"},
            "geometry": {"type": "LineString", "coordinates": [[11.0, 51.2], [11.2, 50.6], [11.1, 49.9]]},
        },
    ]
    file = tmp_path / "land.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    (tmp_path / "cities.csv").write_text("name,lat,lon,population\nNorth,51.5,10.8,90000\nSouth,50.3,11.4,20000\n")
    return file


def arguments(land: Path, output: Path, *more: str) -> list[str]:
    cities = str(land.parent / "cities.csv")
    read = ["--land", str(land), "--cities", cities, "--hex-km", "20", "--box=49.7,9.6,52.3,12.4"]
    return ["import-geo", *read, "--least-river", "20", *more, str(output)]


def test_a_file_is_made(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "island.redoubt"
    assert main(arguments(land, file)) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert plan.title == "island"
    assert {feature.name for feature in plan.features.values()} == {"North", "South"}
    assert any(key.kind == "river" for key in plan.sides)
    assert {"sea", "clear"} <= set(plan.terrain_names)
    assert "hexes" in capsys.readouterr().out
    assert main(arguments(land, file)) == 4, "a file that is there is not overwritten"
    assert main(["check", str(file)]) == 0
    assert "2 places with latitude and longitude: 2 lie in their hex" in capsys.readouterr().out


def test_or_text_in_a_folder(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "island"
    assert main(arguments(land, folder, "--title", "The Island", "--orientation", "pointy")) == 0
    assert "The Island" in "".join(path.read_text("utf-8") for path in folder.glob("*.yaml"))
    assert main(["check", str(folder)]) == 0
    assert "lie in their hex" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(land, tmp_path / "island.redoubt", "--dry-run")) == 0
    assert "places" in capsys.readouterr().out
    assert not (tmp_path / "island.redoubt").exists()


def test_mistakes_are_one_line(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "island.redoubt")
    assert main(["import-geo", "--land", str(land), "--hex-km", "20", output]) == 2
    assert (
        main(["import-geo", "--land", str(tmp_path / "no.geojson"), "--hex-km", "20", "--box=49,9,52,12", output]) == 3
    )
    assert main(["import-geo", "--land", str(land), "--hex-km", "-1", "--box=49,9,52,12", output]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3


def test_an_anchor_and_a_size_will_do(land: Path, tmp_path: Path) -> None:
    file = tmp_path / "corner.redoubt"
    options = ["--hex-km", "20", "--anchor=52,10", "--size", "12x9", "--projection", "equirectangular"]
    assert main(["import-geo", "--land", str(land), *options, str(file)]) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert plan.sheets["main"].size == (12, 9)


def fill_in(dialog: GeoDialog, land: Path) -> None:
    """The island, its river and its towns."""
    dialog.frame.title_field.setText("Island")
    dialog.frame.land.line.setText(str(land))
    dialog.frame.cities.line.setText(str(land.parent / "cities.csv"))
    for name, value in (("south", 49.7), ("north", 52.3), ("west", 9.6), ("east", 12.4)):
        dialog.frame.edges[name].setValue(value)
    dialog.frame.hex_km.setValue(20)
    dialog.river.least_km.setValue(20)


def look(dialog: GeoDialog, qtbot: QtBot) -> str:
    """What the dialog says after a look; waiting with a loop leaves the other thread its turn."""
    with qtbot.waitSignal(dialog.looked):
        dialog.look_button.click()
    return dialog.summary.toPlainText()


def test_the_dialog_tells_what_would_be_there_and_makes_it(window: MainWindow, land: Path, qtbot: QtBot) -> None:
    dialog = window.menus.file.ask_geography()
    assert "at least one file" in look(dialog, qtbot)
    dialog.frame.land.line.setText(str(land.parent / "no.geojson"))
    assert "no.geojson" in look(dialog, qtbot)
    fill_in(dialog, land)
    dialog.city.least.setValue(50_000)
    assert "columns by" in look(dialog, qtbot)
    assert dialog.preview.plan.features, "and shows it"
    dialog.make_button.click()
    assert window.bench.document is not None
    assert [feature.name for feature in window.bench.document.plan.features.values()] == ["North"]


def test_a_path_can_be_typed_as_soon_as_the_dialog_is_open(window: MainWindow, land: Path) -> None:
    dialog = window.menus.file.ask_geography()
    typed = dialog.focusWidget()
    assert typed is dialog.frame.land.line
    QTest.keyClicks(typed, str(land))
    assert dialog.frame.land.paths() == (land,)
    dialog.reject()


def test_what_is_made_without_a_look_is_worked_out_first(window: MainWindow, land: Path, qtbot: QtBot) -> None:
    dialog = window.menus.file.ask_geography()
    fill_in(dialog, land)
    with qtbot.waitSignal(dialog.accepted):
        dialog.make_button.click()
        assert dialog.is_running
        assert not dialog.look_button.isEnabled(), "while it is being worked out"
    assert window.bench.document is not None
    assert len(window.bench.document.plan.features) == 2


def test_the_rules_of_the_importer_can_be_chosen(window: MainWindow, land: Path, qtbot: QtBot) -> None:
    dialog = window.menus.file.ask_geography()
    fill_in(dialog, land)
    dialog.ground.coast.setCurrentIndex(dialog.ground.coast.findData("coast"))
    dialog.ground.sea.setCurrentIndex(dialog.ground.sea.findData("lake"))
    dialog.river.great_rank.setValue(3)
    dialog.river.only_named.setChecked(True)
    dialog.city.large_from.setValue(50_000)
    dialog.city.large_kind.setCurrentIndex(dialog.city.large_kind.findData("capital"))
    dialog.city.keep_population.setChecked(True)
    dialog.ground.drowned.setText("nowhere")
    assert "drowned valley" in look(dialog, qtbot).lower()
    dialog.ground.drowned.setText("50.5, 11.0; 51.0, 11.5")
    look(dialog, qtbot)
    assert dialog.found is not None
    assert dialog.found.options.thresholds.drowned == ((50.5, 11.0), (51.0, 11.5))
    assert dialog.found.options.river_kinds == ((3, "major-river"), (0, "river"))
    plan = dialog.found.result()
    assert {"coast", "river"} <= {key.kind for key in plan.sides}
    assert "sea" not in plan.terrain_names
    assert {feature.name: feature.kind for feature in plan.features.values()} == {"North": "capital", "South": "town"}
    assert {feature.attributes["population"] for feature in plan.features.values()} == {90_000, 20_000}
    dialog.city.names.setText("South, Nobody")
    assert dialog.found is None, "what was worked out is not what is asked for now"
    look(dialog, qtbot)
    assert [feature.name for feature in dialog.found.result().features.values()] == ["South"]
    dialog.reject()


def test_a_long_import_is_given_up(
    window: MainWindow, land: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, went_on = threading.Event(), threading.Event()

    def endless(_request: GeoRequest, tell: Callable[[float], None]) -> None:
        started.set()
        try:
            for step in itertools.count():
                tell(min(0.9, step / 100))
                time.sleep(0.005)
        finally:
            went_on.set()

    dialog = window.menus.file.ask_geography()
    fill_in(dialog, land)
    monkeypatch.setattr(GeoRequest, "work_out", endless)
    dialog.look_button.click()
    qtbot.waitUntil(lambda: dialog.progress.value() > 50)
    assert started.is_set()
    assert dialog.cancel_button.text() == "Stop"
    dialog.cancel_button.click()
    assert dialog.isVisible()
    assert not dialog.is_running
    assert went_on.wait(300), "the thread has heard of it"
    assert "Stopped" in dialog.summary.toPlainText()
    dialog.cancel_button.click()
    assert window.bench.document is None


def test_geography_is_laid_onto_the_open_map(walker: Walker, window: MainWindow, land: Path, qtbot: QtBot) -> None:
    walker.new_map("Plain", columns=14, rows=12)
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0706"))
    before = walker.text()
    dialog = window.menus.file.ask_geography()
    dialog.frame.target.setCurrentIndex(dialog.frame.target.findData(Target.ONTO))
    fill_in(dialog, land)
    assert "printed number" in look(dialog, qtbot), "a map that lies nowhere yet needs a hex that does not"
    dialog.frame.anchor.setText("0706")
    dialog.frame.latitude.setValue(51.0)
    dialog.frame.longitude.setValue(11.0)
    look(dialog, qtbot)
    dialog.make_button.click()
    assert [walker.terrain(label) for label in ("0706", "0101", "0707")] == ["forest", "sea", "clear"]
    assert {feature.name for feature in walker.plan.features.values()} == {"North", "South"}
    assert walker.plan.georeference is not None
    assert walker.plan.georeference.anchor == walker.cell("0706").key
    after = walker.text()
    assert window.menus.edit.undo.text() == "&Undo Import geography"
    walker.key("Ctrl+Z")
    assert walker.text() == before, "it is one entry of the history"
    walker.key("Ctrl+Shift+Z")
    assert walker.text() == after
    assert walker.document.store.read().maps["plain"] == walker.plan
    again = window.menus.file.ask_geography()
    again.frame.target.setCurrentIndex(again.frame.target.findData(Target.ONTO))
    assert not again.frame.form.isRowVisible(again.frame.hex_km), "the map knows where it lies now"
    again.frame.cities.line.setText(str(land.parent / "cities.csv"))
    look(again, qtbot)
    assert again.found is not None
    assert not again.found.changes.features, "what is there already stays"
    again.reject()


def test_a_locked_layer_is_not_imported_onto(
    walker: Walker, window: MainWindow, land: Path, qtbot: QtBot, refusals: list[str]
) -> None:
    walker.new_map("Plain", columns=14, rows=12)
    layers = window.bench.layers
    window.bench.set_layers(layers.with_state(EditLayer.TERRAIN, replace(layers[EditLayer.TERRAIN], locked=True)))
    dialog = window.menus.file.ask_geography()
    dialog.frame.target.setCurrentIndex(dialog.frame.target.findData(Target.ONTO))
    fill_in(dialog, land)
    dialog.frame.anchor.setText("0706")
    dialog.frame.latitude.setValue(51.0)
    dialog.frame.longitude.setValue(11.0)
    look(dialog, qtbot)
    dialog.make_button.click()
    assert "locked" in refusals[0]
    assert walker.document.undo_stack.count() == 0


def test_geography_becomes_another_map_of_the_file(
    walker: Walker, window: MainWindow, land: Path, qtbot: QtBot
) -> None:
    walker.new_map("Plain")
    dialog = window.menus.file.ask_geography()
    dialog.frame.target.setCurrentIndex(dialog.frame.target.findData(Target.NEW_HERE))
    fill_in(dialog, land)
    look(dialog, qtbot)
    dialog.make_button.click()
    assert window.files.maps == {"island": "Island", "plain": "Plain"}
    assert walker.plan.id == "island"


def test_a_second_sheet_lies_on_the_same_globe(land: Path) -> None:
    cities = GeoFiles(land=(land,), cities=(land.parent / "cities.csv",))
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    first = GeoRequest(cities, "Island", 20.0, grid, box=(49.7, 9.6, 52.3, 12.4)).work_out().result()
    sheet = first.sheets["main"]
    other = replace(sheet, id="b", scale=0.5, terrain=first.filled(sheet.size, "clear"))
    first.sheets["b"] = other
    found = GeoRequest(cities, "", 20.0, grid, onto=Onto(first, "b")).work_out()
    assert found.frame.hex_km == pytest.approx(10.0), "hexes of half the size are half as far across"
    assert found.changes.georeference == first.georeference, "the map keeps the hex it is held by"
    placed = {feature.name: feature for feature in found.changes.features.values()}
    assert placed == {}, "the towns are on the first sheet already"
    assert found.changes.cells, "but its sea is not painted yet"


def test_the_command_line_can_be_told_all_that_the_dialog_can(land: Path, tmp_path: Path) -> None:
    file = tmp_path / "told.redoubt"
    told = ["--land-kind", "forest", "--sea-kind", "lake", "--lake-kind", "lake", "--island-share", "0.4"]
    told += ["--strait-share", "0.3", "--smallest-lake", "5", "--drowned=51,11", "--river-kind", "border"]
    told += ["--great-rank", "1", "--great-kind", "river", "--least-sides", "1", "--most-rank", "9"]
    told += ["--city-kind", "fort", "--large-from", "50000", "--large-kind", "town", "--cities-a-hex", "2"]
    told += ["--only-city", "North", "--only-city", "South", "--leave-in-water", "--keep-population"]
    assert main(arguments(land, file, *told)) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert {feature.name: feature.kind for feature in plan.features.values()} == {"North": "town", "South": "fort"}
    assert {feature.attributes.get("population") for feature in plan.features.values()} == {90000, 20000}
    assert {key.kind for key in plan.sides} == {"border"}
    assert {"forest", "lake"} <= set(plan.terrain_names)


def test_the_pages_of_the_dialog_and_the_command_line_offer_the_same() -> None:
    """Whatever rules there are can be set in both: a new field of either must find its way into the other."""
    options = build_parser().parse_args(["import-geo", "--hex-km", "20", "out"])
    assert geo_options(options) == GeoOptions()
    asked = {name for name, value in vars(options).items() if name != "command"}
    rules = {field.name for rule in (Thresholds, RiverRules, CityRules) for field in fields(rule)}
    assert len(rules - {"gap_hexes"}) == 17, "another rule: say it on the page, the command line and the manual"
    manual = (ROOT / "resources" / "manual" / "command-line.md").read_text("utf-8")
    unsaid = {name for name in asked if f"--{name.replace('_', '-')}" not in manual} - {"file", "output"}
    assert not unsaid


def test_a_map_is_added_to_a_file(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "island.redoubt"
    assert main(arguments(land, file)) == 0
    assert main(arguments(land, file, "--add", "--dry-run")) == 0
    assert len(inspect(file).contents.maps) == 1
    assert main(arguments(land, file, "--add")) == 0
    assert list(inspect(file).contents.maps) == ["island", "island-2"]
    assert main(arguments(land, tmp_path / "none.redoubt", "--add")) == 3


def test_geography_is_laid_onto_a_map_of_a_file(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, cities = tmp_path / "island.redoubt", str(land.parent / "cities.csv")
    assert main(["import-geo", "--land", str(land), "--hex-km", "20", "--box=49.7,9.6,52.3,12.4", str(file)]) == 0
    assert main(["import-geo", "--cities", cities, "--onto", "island", str(file)]) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert {feature.name for feature in plan.features.values()} == {"North", "South"}
    capsys.readouterr()
    assert main(["import-geo", "--cities", cities, "--onto", "atoll", str(file)]) == 2
    assert main(["import-geo", "--cities", cities, "--onto", "island", "--sheet", "b", str(file)]) == 2
    assert main(["import-geo", "--cities", cities, "--onto", "island", "--hex", "9999", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(";")[0] for line in lines] == [
        "redoubt: there is no map 'atoll'",
        "redoubt: the map has no sheet 'b'",
        "redoubt: the sheet main has no hex 9999",
    ]


def test_a_map_without_a_place_on_the_globe_is_given_one_by_a_hex(land: Path, tmp_path: Path) -> None:
    file, cities = tmp_path / "bare.redoubt", str(land.parent / "cities.csv")
    assert main(["import-geo", "--land", str(land), "--hex-km", "20", "--box=49.7,9.6,52.3,12.4", str(file)]) == 0
    store = Store(file)
    bare = replace(store.contents.maps["bare"], georeference=None)
    store.write(store.contents.copy().add(bare), "Nowhere")
    store.close()
    tie = ["--onto", "bare", "--hex", "0101", "--anchor=52.3,9.6", "--hex-km", "20"]
    assert main(["import-geo", "--cities", cities, *tie[:2], str(file)]) == 2, "how far is it from hex to hex?"
    assert main(["import-geo", "--cities", cities, *tie, str(file)]) == 0
    plan = inspect(file).contents.maps["bare"]
    assert plan.georeference is not None
    assert plan.georeference.anchor == "main:1,1"
    assert len(plan.features) == 2


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["--city-kind", "hamlet"], "no feature 'hamlet'"),
        (["--coast", "reef"], "no hexside 'reef'"),
        (["--land-kind", "meadow"], "no terrain 'meadow'"),
        (["--great-rank", "2"], "go together"),
        (["--large-kind", "city"], "go together"),
    ],
)
def test_a_kind_nobody_knows_is_told(
    land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], told: list[str], said: str
) -> None:
    assert main(arguments(land, tmp_path / "island.redoubt", *told)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def press(picture: GlobePicture, at: QPointF) -> None:
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QMouseEvent.Type.MouseButtonPress, at, picture.mapToGlobal(at), button, button, none)
    QApplication.sendEvent(picture, event)


def test_a_picture_gives_the_land_its_terrain_by_clicked_samples(
    window: MainWindow, qtbot: QtBot, land: Path, tmp_path: Path
) -> None:
    pixels = np.zeros((130, 140, 3), dtype=np.uint8)
    pixels[:, :70], pixels[:, 70:] = (160, 120, 80), (60, 110, 60)
    grain = np.random.default_rng(2).integers(0, 12, pixels.shape, dtype=np.uint8)
    picture = tmp_path / "relief.png"
    image_of(pixels + grain).save(str(picture))
    dialog = window.menus.file.ask_geography()
    fill_in(dialog, land)
    for name, value in (("south", 49.7), ("west", 9.6), ("north", 52.3), ("east", 12.4)):
        dialog.picture.edges[name].setValue(value)
    page = dialog.picture
    page.file.line.setText(str(picture))
    page.picture.resize(280, 260)
    for terrain, x in (("forest", 90.0), ("mountain", 190.0)):
        page.terrain.setCurrentIndex(page.terrain.findData(terrain))
        for y in (110.0, 150.0):
            press(page.picture, QPointF(x, y))
    assert [sample.terrain for sample in page.samples] == ["forest", "forest", "mountain", "mountain"]
    press(page.picture, QPointF(190.0, 150.0))
    assert len(page.samples) == 3, "a click on a mark takes it away"
    told = look(dialog, qtbot)
    assert dialog.plan is not None, told
    west, east = (
        [dialog.plan.terrain_at(cell) for cell in dialog.plan.sheets["main"].cells() if is_west(cell)]
        for is_west in (lambda cell: cell.col < 5, lambda cell: cell.col > 9)
    )
    assert set(west) <= {"forest", "sea"}
    assert set(east) <= {"mountain", "sea"}
    assert "forest" in west
    assert "mountain" in east
    assert "The picture says the terrain of" in told


def test_a_picture_asks_for_samples_of_two_terrains(qtbot: QtBot, tmp_path: Path) -> None:
    page = PicturePage()
    qtbot.addWidget(page)
    page.show_kinds(kinds_of_new(""))
    assert page.problem() == ""
    page.file.line.setText(str(tmp_path / "relief.png"))
    assert page.problem()
    page.place.setText("nowhere")
    page.add_button.click()
    assert not page.samples
    for terrain in ("forest", "mountain"):
        page.terrain.setCurrentIndex(page.terrain.findData(terrain))
        page.place.setText("51, 11")
        page.add_button.click()
    assert page.problem() == ""
    page.listed.setCurrentRow(0)
    page.remove_button.click()
    assert [sample.terrain for sample in page.samples] == ["mountain"]


def test_enter_in_a_typed_place_adds_it_and_does_not_make_the_map(window: MainWindow, land: Path) -> None:
    dialog = window.menus.file.ask_geography()
    fill_in(dialog, land)
    dialog.pages.setCurrentWidget(dialog.picture)
    dialog.picture.place.setFocus()
    dialog.picture.place.setText("50.5, 11.5")
    QTest.keyClick(dialog.picture.place, Qt.Key.Key_Return)
    is_running = dialog.is_running
    dialog.reject()
    assert not is_running
    assert len(dialog.picture.samples) == 1
