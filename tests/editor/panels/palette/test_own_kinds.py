"""Kinds of the designer's own, from the dialog to the painted map, the file, and back by undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from editor.canvas.art.renderer import Patch
from editor.canvas.art.style import bundled_style
from editor.documents.workbench import Ink, InkGroup
from editor.geometry.lattice import Box
from editor.panels.palette.palette_panel import PalettePanel
from editor.panels.palette.region_dialog import RegionDialog
from editor.panels.palette.swatch_dialog import SIGNS, SwatchDialog
from editor.panels.palette.swatch_pictures import SwatchPictures
from engine.definitions.palette import FeatureSwatch, RegionSwatch, TerrainSwatch
from engine.definitions.pictures import hash_of
from engine.definitions.plan import Cell, SwatchKey
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make
from tests.helpers.drawings import HOSTILE, svg
from tests.helpers.plans import small_plan

MAGENTA = "#d020c0"


@pytest.fixture
def bench(bench_with: Make) -> Bench:
    return bench_with(small_plan(cols=8, rows=6))


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> PalettePanel:
    made = PalettePanel(bench.work, bench.controller)
    qtbot.addWidget(made)
    made.resize(290, 520)
    made.show()
    return made


def answer(monkeypatch: pytest.MonkeyPatch, dialog: type, fill: Callable[[SwatchDialog], None]) -> None:
    """Let a dialog be filled in and accepted."""

    def exec_(self: SwatchDialog) -> int:
        fill(self)
        return 1

    monkeypatch.setattr(dialog, "exec", exec_)


def click(bench: Bench, col: int, row: int) -> None:
    at = bench.canvas.viewportTransform().map(QPointF(*bench.canvas.picture.sheet("main").lattice.centre(col, row)))
    view = bench.canvas.viewport()
    for kind, buttons in (
        (QEvent.Type.MouseButtonPress, Qt.MouseButton.LeftButton),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        event = QMouseEvent(kind, at, at, Qt.MouseButton.LeftButton, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)


def pictured(bench: Bench, col: int, row: int) -> QImage:
    """A hex as it is painted, 60 pixels wide."""
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    x, y = bench.canvas.picture.sheet("main").lattice.centre(col, row)
    painter = QPainter(image)
    painter.scale(30, 30)
    painter.translate(1 - x, 1 - y)
    bench.canvas.picture.paint(painter, Patch(Box(x - 1, y - 1, x + 1, y + 1), 30.0))
    painter.end()
    return image


def has_colour(image: QImage, colour: str, least: int = 20) -> bool:
    wanted = QColor(colour)
    near = 0
    for x in range(image.width()):
        for y in range(image.height()):
            seen = image.pixelColor(x, y)
            apart = (
                abs(seen.red() - wanted.red()) + abs(seen.green() - wanted.green()) + abs(seen.blue() - wanted.blue())
            )
            near += apart < 60
    return near >= least


def test_a_terrain_of_ones_own_is_painted_stored_and_undone(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: SwatchDialog) -> None:
        dialog.name.setText("Poppies")
        dialog.colour.choose(MAGENTA)
        dialog.pattern.setCurrentIndex(dialog.pattern.findData("marsh"))

    before, bare = bench.plan.copy(), pictured(bench, 4, 3)
    answer(monkeypatch, SwatchDialog, fill)
    panel.add()
    click(bench, 4, 3)
    assert bench.plan.terrain_at(Cell("main", 4, 3)) == "poppies"
    assert bench.undone == 2
    swatch = bench.plan.swatches[SwatchKey("terrain", "poppies")]
    assert isinstance(swatch, TerrainSwatch)
    assert (swatch.colour, swatch.pattern) == (MAGENTA, "marsh")
    assert has_colour(pictured(bench, 4, 3), MAGENTA)
    assert bench.store.read().maps[bench.plan.id] == bench.plan
    bench.document.undo_stack.undo()
    assert pictured(bench, 4, 3) == bare
    bench.document.undo_stack.undo()
    assert bench.plan == before
    assert bench.store.read().maps[bench.plan.id] == before
    for _ in range(2):
        bench.document.undo_stack.redo()
    assert has_colour(pictured(bench, 4, 3), MAGENTA)


def test_a_picture_of_ones_own_becomes_terrain_and_a_hostile_one_is_refused_beside_it(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "poppies.svg").write_bytes(svg())
    (tmp_path / "worm.svg").write_bytes(HOSTILE["a script"])
    said: list[str] = []

    def fill(dialog: SwatchDialog) -> None:
        dialog.name.setText("Poppies")
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "worm.svg"), ""))
        dialog.picture.button.click()
        said.append(dialog.refusal.text())
        assert not dialog.refusal.isHidden()
        assert not dialog.picture.picture
        plain = dialog.sample.pixmap().toImage()
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "poppies.svg"), ""))
        dialog.picture.button.click()
        assert dialog.refusal.isHidden()
        assert not has_colour(plain, MAGENTA)
        assert has_colour(dialog.sample.pixmap().toImage(), MAGENTA), "the sample is what the map will show"

    before = pictured(bench, 4, 3)
    answer(monkeypatch, SwatchDialog, fill)
    panel.add()
    assert "worm.svg" in said[0]
    click(bench, 4, 3)
    assert has_colour(pictured(bench, 4, 3), MAGENTA, 1000)
    swatch = bench.plan.swatches[SwatchKey("terrain", "poppies")]
    assert isinstance(swatch, TerrainSwatch)
    assert swatch.picture is not None
    assert bench.store.scan(hash_of(swatch.picture)).data == svg()
    assert bench.store.read().maps[bench.plan.id] == bench.plan
    bench.document.undo_stack.undo()
    bench.document.undo_stack.undo()
    assert pictured(bench, 4, 3) == before
    bench.document.undo_stack.redo()
    bench.document.undo_stack.redo()
    assert has_colour(pictured(bench, 4, 3), MAGENTA, 1000)

    def let_go(dialog: SwatchDialog) -> None:
        dialog.picture.none.click()

    answer(monkeypatch, SwatchDialog, let_go)
    panel.edit()
    assert not has_colour(pictured(bench, 4, 3), MAGENTA)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_feature_of_ones_own_stands_with_its_sign_and_its_attributes(
    sign: str, panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: SwatchDialog) -> None:
        dialog.name.setText("Mine")
        dialog.colour.choose(MAGENTA)
        dialog.pattern.setCurrentIndex(dialog.pattern.findData(sign))
        dialog.attributes.add()
        dialog.attributes.table.item(0, 0).setText("Output")

    bare = pictured(bench, 4, 3)
    panel.show_group(InkGroup.FEATURES)
    answer(monkeypatch, SwatchDialog, fill)
    panel.add()
    assert bench.work.tool == "place"
    swatch = bench.plan.swatches[SwatchKey("features", "mine")]
    assert isinstance(swatch, FeatureSwatch)
    assert (swatch.icon, swatch.colour, list(swatch.attributes)) == (sign, MAGENTA, ["output"])
    assert any("output" in option.name for option in bench.controller.tools["place"].options_shown())
    click(bench, 4, 3)
    (feature,) = bench.plan.features.values()
    assert (feature.kind, feature.at) == ("mine", "main:4,3")
    assert pictured(bench, 4, 3) != bare
    for _ in range(2):
        bench.document.undo_stack.undo()
    assert pictured(bench, 4, 3) == bare
    assert bench.plan.swatches == {}


# Kinds of regions


def heads(panel: PalettePanel) -> dict[str, object]:
    tree = panel.regions.tree
    items = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    return {item.text(0): item for item in items if item is not None}


def test_kinds_of_regions_have_swatches_before_there_is_a_region(panel: PalettePanel) -> None:
    panel.show_group(InkGroup.REGIONS)
    found = heads(panel)
    assert set(found) == {"Country", "Weather zone"}
    assert all(not item.icon(0).isNull() for item in found.values())  # type: ignore[attr-defined]


def test_a_kind_of_region_of_ones_own_gives_new_regions_its_colour(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: SwatchDialog) -> None:
        dialog.name.setText("Front")
        dialog.colour.choose(MAGENTA)

    panel.show_group(InkGroup.REGIONS)
    answer(monkeypatch, SwatchDialog, fill)
    panel.regions.add_kind()
    swatch = bench.plan.swatches[SwatchKey("regions", "front")]
    assert isinstance(swatch, RegionSwatch)
    assert swatch.colour == MAGENTA
    assert "Front" in heads(panel)
    panel.regions.tree.setCurrentItem(heads(panel)["Front"])  # type: ignore[arg-type]
    assert panel.regions.kind == "front"
    monkeypatch.setattr(RegionDialog, "exec", lambda self: self.title.setText("South") or 1)
    panel.regions.add()
    region = bench.plan.regions["south"]
    assert (region.kind, region.colour) == ("front", MAGENTA)
    assert bench.work.ink == Ink(InkGroup.REGIONS, "south")
    assert bench.undone == 2
    bench.document.undo_stack.undo()
    panel.regions.tree.setCurrentItem(heads(panel)["Front"])  # type: ignore[arg-type]
    panel.regions.tree.setFocus()
    QTest.keyClick(panel.regions.tree, Qt.Key.Key_Delete)
    assert bench.plan.swatches == {}
    assert "Front" not in heads(panel)


def test_a_kind_of_region_of_the_ruleset_looks_another_way_and_stays(
    panel: PalettePanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.show_group(InkGroup.REGIONS)
    plain = SwatchPictures(bench.canvas.picture.looks).get(InkGroup.REGIONS, "country").toImage()
    panel.regions.tree.setCurrentItem(heads(panel)["Country"])  # type: ignore[arg-type]
    panel.regions.delete()
    assert bench.undone == 0, "a kind of the ruleset stays"
    answer(monkeypatch, SwatchDialog, lambda dialog: dialog.colour.choose(MAGENTA))
    panel.regions.edit()
    assert bench.undone == 1
    coloured = SwatchPictures(bench.canvas.picture.looks).get(InkGroup.REGIONS, "country").toImage()
    assert coloured != plain
    assert has_colour(coloured.convertToFormat(QImage.Format.Format_RGB32), MAGENTA)
    assert bench.store.read().maps[bench.plan.id] == bench.plan


def test_nothing_moves_under_the_pointer_while_a_name_is_typed(qtbot: QtBot) -> None:
    dialog = SwatchDialog(InkGroup.TERRAIN, bundled_style("paper"))
    qtbot.addWidget(dialog)
    dialog.show()
    before = dialog.pattern.mapTo(dialog, QPoint())
    dialog.name.setText("Steppe")
    QApplication.processEvents()
    assert dialog.pattern.mapTo(dialog, QPoint()) == before
