"""A map made from nothing in the real window, with mouse and keyboard, and nothing of it ever lost."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.files.recovery import RecoveryDialog
from app.files.versions import VersionsDialog
from app.modes import Mode
from app.window import MainWindow
from editor.commands.swatches import delete_swatch, put_swatch
from editor.documents.project_file import ProjectFile
from editor.documents.workbench import Ink, InkGroup
from editor.panels.inspector.inspector_panel import InspectorPanel
from engine.core.messages import message
from engine.definitions.folders import save_folder
from engine.definitions.palette import TerrainSwatch
from engine.definitions.plan import Cell
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import registered
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from tests.app.walker import Walker


def paint_a_country(walker: Walker) -> None:
    """Forest, a sea, a river of 20 hexsides, a railway of 15 hexes and a city with a name."""
    bench = walker.window.bench
    bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.stroke(walker.hex("0303"), walker.hex("0803"))
    bench.set_ink(Ink(InkGroup.TERRAIN, "sea"))
    walker.tool("terrain-rectangle")
    walker.stroke(walker.hex("1612"), walker.hex("2016"))
    bench.set_ink(Ink(InkGroup.TERRAIN, "hill"))
    walker.tool("flood-fill")
    walker.click(walker.hex("0303"))
    bench.set_ink(Ink(InkGroup.SIDES, "river"))
    walker.river(("0206", 1), ("0606", 1), ("1206", 1))
    bench.set_ink(Ink(InkGroup.PATHS, "rail"))
    walker.line("0110", "1510")
    bench.set_ink(Ink(InkGroup.FEATURES, "city"))
    walker.tool("place")
    walker.click(walker.hex("0710"))


def name_the_city(walker: Walker, name: str, qtbot: QtBot) -> None:
    """Through the inspector, as a person would."""
    inspector = walker.window.docks.panels["inspector"]
    assert isinstance(inspector, InspectorPanel)
    walker.window.docks.show_panel("inspector")

    def fields() -> list[QLineEdit]:
        """Those of the city: the panel follows what was done after a pause."""
        shown = [] if inspector._soon.isActive() else inspector.findChildren(QLineEdit)
        return [found for found in shown if found.isVisible()]

    qtbot.waitUntil(lambda: bool(fields()))
    field = fields()[0]
    walker.write(field, name)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_new_map_is_made_by_the_wizard(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("Green Valley", columns=24, rows=18)
    sheet = walker.plan.sheets["main"]
    assert sheet.size == (24, 18)
    assert walker.plan.title == "Green Valley"
    assert window.mode is Mode.EDIT
    assert window.windowTitle() == "Unnamed: Green Valley[*] - Redoubt"
    assert list((tmp_path / "recovery").glob("*.redoubt")), "it is on the disk before the first stroke"


def test_a_country_is_painted_undone_and_redone_to_the_byte(
    walker: Walker, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    walker.new_map("Country")
    bare, bare_exports = walker.text(), walker.exports(tmp_path / "bare")
    assert {"map.png", "map.svg"} < set(bare_exports)
    assert any(name.endswith(".yaml") for name in bare_exports)
    paint_a_country(walker)
    assert [walker.terrain(label) for label in ("0303", "0803", "0301")] == ["hill", "hill", "clear"]
    assert walker.terrain("1814") == "sea"
    assert sum(key.kind == "river" for key in walker.plan.sides) >= 20
    (rail,) = walker.plan.paths.values()
    assert len(rail.through) == 15
    (city,) = walker.plan.features.values()
    assert city.at == walker.cell("0710").key
    name_the_city(walker, "Greenford", qtbot)
    assert [feature.name for feature in walker.plan.features.values()] == ["Greenford"]
    walker.tool("text")
    walker.click(walker.hex("0513"))
    assert walker.document.push(put_swatch(walker.plan, "terrain", TerrainSwatch(id="alder", name="Alder wood")))
    assert walker.document.push(delete_swatch(walker.plan, "terrain", "marsh"))
    done, done_exports = walker.text(), walker.exports(tmp_path / "done")
    assert all(done_exports[name] != data for name, data in bare_exports.items()), "all of them show the work"
    count = walker.document.undo_stack.index()
    for _ in range(count):
        assert window.menus.edit.undo.isEnabled()
        walker.key("Ctrl+Z")
    assert walker.text() == bare
    assert walker.exports(tmp_path / "undone") == bare_exports
    assert not window.menus.edit.undo.isEnabled()
    for _ in range(count):
        walker.key("Ctrl+Shift+Z")
    assert walker.text() == done
    assert walker.exports(tmp_path / "redone") == done_exports
    assert walker.document.store.read().maps["country"] == walker.plan, "the file holds the same"


def test_undo_is_called_by_what_it_takes_back(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Names")
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0303"))
    assert window.menus.edit.undo.text() == "&Undo Paint forest"
    said = message("edit.do.draw-line", kind="rail")
    assert walker.document.text_of(said) == "Draw railway", "a kind is called by its name and not by its id"


def test_saved_killed_and_opened_again(
    walker: Walker, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walker.new_map("Country")
    file = tmp_path / "country.redoubt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    walker.key("Ctrl+S")
    assert window.windowTitle() == "country: Country[*] - Redoubt"
    assert not window.isWindowModified()
    paint_a_country(walker)
    assert window.isWindowModified()
    walker.key("Ctrl+S")
    assert not window.isWindowModified()
    walker.window.bench.set_ink(Ink(InkGroup.TERRAIN, "marsh"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0116"))
    assert window.isWindowModified()
    painted = walker.plan.copy()
    window.files.close()
    assert inspect(file).contents.maps["country"] == painted, "what is not saved is in the file as well"
    assert [version.name for version in inspect(file).versions][-2:] == ["Saved", "Saved"]
    assert window.open(file)
    assert walker.plan == painted
    assert window.isWindowModified(), "and it is still not saved"


_PAINTER = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from app.application import application
from app.window import MainWindow
from editor.documents.workbench import Ink, InkGroup
from tests.app.walker import Walker

folder = Path(sys.argv[1])
app = application()
window = MainWindow(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat), folder / "recovery")
window.show()
window.activateWindow()
walker = Walker(window)
walker.new_map("Interrupted")
window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
walker.tool("terrain-brush")
walker.stroke(walker.hex("0303"), walker.hex("0803"))
print("painted", flush=True)
walker.stroke(walker.hex("0305"), walker.hex("0805"))
print("painted", flush=True)
sys.stdin.read()
"""


def test_killed_at_work_nothing_is_lost(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", _PAINTER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    assert [process.stdout.readline().strip() for _ in range(2)] == ["painted", "painted"]
    (file,) = (tmp_path / "recovery").glob("*.redoubt")
    assert window.open(file), "while another program has it"
    assert window.mode is Mode.VIEW
    assert "cannot be changed" in window.banner.words
    window.set_mode(Mode.EDIT)
    assert window.mode is Mode.VIEW
    assert not ProjectFile.left_behind(window.files.recovery), "what is being worked on elsewhere is not offered"
    process.send_signal(signal.SIGKILL)
    process.wait(300)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    dialog = window.menus.file.ask_recover()
    assert isinstance(dialog, RecoveryDialog)
    assert dialog.list.count() == 1
    assert dialog.list.item(0).text().startswith("Interrupted\nA map  ·  ")
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    walker = Walker(window)
    assert window.mode is Mode.EDIT
    assert [walker.terrain(label) for label in ("0303", "0805", "0307")] == ["forest", "forest", "clear"]


def test_what_was_left_behind_can_be_thrown_away(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    assert not ProjectFile.left_behind(window.files.recovery), "nothing is left behind"
    walker.new_map("Scrap")
    window.files.close()
    dialog = window.menus.file.ask_recover()
    assert dialog is not None
    box = dialog.ask_discard()
    assert box is not None
    next(button for button in box.buttons() if button.text() == "Throw Away").click()
    assert dialog.list.count() == 0
    assert not dialog.open_button.isEnabled()
    assert list((tmp_path / "recovery").glob("*.redoubt")) == []


def test_a_map_of_twelve_spaces_is_laid_out(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Points", grid="spaces")
    assert walker.plan.sheets == {}
    assert window.bench.tool == "space", "there is nothing else to begin with"
    for number in range(12):
        walker.click(walker.point(-4 + 3 * (number % 4), -3 + 3 * (number // 4)))
    assert len(walker.plan.spaces) == 12
    walker.tool("connect")
    names = list(walker.plan.spaces)
    for one, two in itertools.pairwise(names):
        for name in (one, two):
            at = window.canvas.point_of(name)
            assert at is not None
            walker.click(at)
    assert len(walker.plan.links) == 11
    xs = sorted({round(space.position[0]) for space in walker.plan.spaces.values()})
    assert len(xs) == 4, "they lie where they were clicked"
    walker.key("Ctrl+Z")
    assert len(walker.plan.links) == 10


def test_the_properties_of_a_map_call_games_by_their_titles(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Plain")
    window.menus.map.actions["properties"].trigger()
    dialog = walker.dialog()
    boxes = dialog.findChildren(QComboBox)
    offered = {box.itemData(row): box.itemText(row) for box in boxes for row in range(box.count())}
    assert all(offered[name] == entry.ruleset.title for name, entry in registered().items())
    dialog.reject()


def test_two_overlapping_sheets_are_joined(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Sheets", columns=10, rows=8)
    window.menus.map.actions["add-sheet"].trigger()
    dialog = walker.dialog()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert list(walker.plan.sheets) == ["main", "b"]
    assert walker.cell("B0101") == Cell("b", 1, 1)
    window.menus.map.actions["join"].trigger()
    dialog = walker.dialog()
    here, there = dialog.findChildren(QLineEdit)
    walker.write(here, "0901")
    walker.write(there, "B9999")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible(), "a hex that is not there is refused in the dialog"
    walker.write(there, "B0101")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert len(walker.plan.joins) == 1
    one, two = (window.canvas.picture.place(walker.cell(label).key) for label in ("0903", "B0103"))
    assert one is not None
    assert two is not None
    assert (round(one.x, 6), round(one.y, 6)) == (round(two.x, 6), round(two.y, 6))
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0903"))
    assert walker.terrain("B0103") == "forest", "joined sheets print one terrain"
    walker.key("Ctrl+Z")
    walker.key("Ctrl+Z")
    assert walker.plan.joins == []


def test_an_example_is_worked_on_as_an_unnamed_copy(window: MainWindow, tmp_path: Path) -> None:
    walker = Walker(window)
    window.open("ford")
    assert window.mode is Mode.VIEW
    assert window.windowTitle() == "The Ford - Redoubt"
    walker.key("F6")
    assert window.mode is Mode.EDIT
    assert window.windowTitle().startswith("Unnamed: ")
    walker.key("F6")
    assert window.mode is Mode.VIEW
    assert window.canvas.counters.stack("main:6,6"), "the counters stand on the same map"
    window.open("cabinet-war")
    assert list((tmp_path / "recovery").glob("*.redoubt")) == [], "a copy that nobody changed is not kept"


def test_unnamed_work_is_kept_with_a_word(window: MainWindow, tmp_path: Path) -> None:
    walker = Walker(window)
    walker.new_map("Draft")
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0202"))
    assert "recovery" in window.status.kept.text()
    window.open("ford")
    assert "no name yet" in window.banner.words
    assert len(list((tmp_path / "recovery").glob("*.redoubt"))) == 1


def test_a_read_only_file_is_looked_at(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.redoubt"
    walker = Walker(window)
    walker.new_map("Mine")
    assert window.save_as(file)
    window.files.close()
    monkeypatch.setattr("engine.storage.store.is_writable", lambda _: False)
    assert window.open(file)
    assert window.mode is Mode.VIEW
    assert "may not be written" in window.banner.words
    assert "read only" in window.windowTitle()
    monkeypatch.undo()
    assert window.save_as(tmp_path / "copy.redoubt")
    assert window.mode is Mode.EDIT
    assert window.windowTitle().startswith("copy: ")


def test_a_refused_commit_leaves_the_map_as_it_was(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    walker = Walker(window)
    walker.new_map("Full")
    before = walker.text()
    store = walker.document.store

    def full(*_: object) -> int:
        raise FileError(message("file.disk-full", file="full.redoubt"), store.path)

    monkeypatch.setattr(store, "commit", full)
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.stroke(walker.hex("0303"), walker.hex("0803"))
    assert walker.text() == before
    assert "disk is full" in window.banner.words
    assert walker.document.undo_stack.count() == 0


def test_versions_are_named_and_gone_back_to(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    walker = Walker(window)
    walker.new_map("Mine")
    assert window.save_as(tmp_path / "mine.redoubt")
    bare = walker.text()
    walker.key("Ctrl+Alt+S")
    dialog = walker.dialog()
    walker.write(dialog.findChildren(QLineEdit)[0], "Before the flood")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "sea"))
    walker.tool("flood-fill")
    walker.click(walker.hex("0303"))
    assert walker.terrain("1010") == "sea"
    walker.key("Ctrl+Alt+R")
    versions = walker.dialog()
    assert isinstance(versions, VersionsDialog)
    assert versions.list.item(0).text().startswith("Before the flood")
    qtbot.mouseClick(versions.go, Qt.MouseButton.LeftButton)
    assert walker.text() == bare
    assert not window.isWindowModified()
    walker.tool("terrain-brush")
    walker.click(walker.hex("0303"))
    assert walker.terrain("0303") == "sea", "work goes on"


def test_one_of_several_maps_is_chosen(window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    save_folder(bundled_scenarios()["ford"].load(), folder)
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    (folder / "map-two.yaml").write_text(text.replace("id: ford\n", "id: second\n", 1), encoding="utf-8")
    window.open(folder)
    window.set_mode(Mode.EDIT)
    names = [action.text() for action in window.menus.file.maps.actions()]
    assert len(names) == 2
    window.menus.file.maps.actions()[1].trigger()
    assert window.bench.document is not None
    assert window.bench.document.plan.id == "second"


def test_text_is_written_as_a_folder(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("Country")
    assert window.menus.file.export_text_into(tmp_path / "text")
    assert "title: Country" in "".join(path.read_text("utf-8") for path in (tmp_path / "text").glob("*.yaml"))


def test_undo_takes_back_what_is_being_drawn_before_what_is_drawn(walker: Walker) -> None:
    walker.new_map("Plain")
    bench, canvas = walker.window.bench, walker.window.canvas
    bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    walker.click(walker.hex("0303"))
    assert walker.terrain("0303") == "forest"
    bench.set_ink(Ink(InkGroup.PATHS, "rail"))
    walker.tool("line")
    for label in ("0505", "0905", "0909"):
        walker.click(walker.hex(label))
    canvas.setFocus()
    for _ in range(3):
        walker.key("Ctrl+Z", canvas)
        assert walker.terrain("0303") == "forest", "the line is taken back first, point by point"
    walker.key("Ctrl+Z", canvas)
    assert walker.terrain("0303") != "forest"
    assert not walker.plan.paths
