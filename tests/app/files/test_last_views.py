"""A map is looked at again where it was left, whatever else was opened since."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.files.last_views import LastViews
from app.modes import Mode
from app.window import MainWindow
from editor.canvas.view import ViewLook
from editor.commands.heads import set_title
from editor.geometry.cells import Cells, rectangle_keys
from editor.model.selection import Selection
from tests.helpers.plans import small_plan


def test_a_map_is_looked_at_where_it_was_left(window: MainWindow, settings: QSettings, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    assert window.save_as(tmp_path / "mine.redoubt")
    canvas = window.canvas
    canvas.set_zoom(1.7)
    canvas.look_at_point(4.0, 6.0)
    seen = canvas.look()
    assert window.new_map(small_plan(cols=6, rows=5))
    assert canvas.look().zoom is None, "a new map is in view as a whole"
    assert window.open(tmp_path / "mine.redoubt")
    QApplication.processEvents()
    again = canvas.look()
    assert again.zoom == pytest.approx(seen.zoom)
    assert again.centre == pytest.approx(seen.centre, abs=0.1)
    canvas.fit()
    assert window.new_map(small_plan(cols=6, rows=5))
    assert window.open(tmp_path / "mine.redoubt")
    assert canvas.look().zoom is None, "what was left in view as a whole comes whole"


def test_saving_under_another_name_takes_the_view_along(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    window.canvas.set_zoom(1.7)
    assert window.save_as(tmp_path / "other.redoubt")
    assert window.canvas.look().zoom == pytest.approx(1.7)
    assert window.new_map(small_plan(cols=6, rows=5))
    assert window.open(tmp_path / "other.redoubt")
    assert window.canvas.look().zoom == pytest.approx(1.7)


def test_saving_under_a_name_leaves_undo_the_selection_and_the_tool_as_they_were(
    window: MainWindow, tmp_path: Path
) -> None:
    assert window.new_map(small_plan(cols=6, rows=5))
    document = window.files.document
    assert document is not None
    assert document.push(set_title(document.plan, "Elbe"))
    sheet = next(iter(document.plan.sheets.values()))
    window.bench.select(Selection(cells=Cells({sheet.id: rectangle_keys(sheet.first, (2, 2))})))
    assert window.save_as(tmp_path / "mine.redoubt")
    assert window.files.opened is not None
    assert window.files.opened.source == str(tmp_path / "mine.redoubt")
    assert window.bench.selection.cells
    assert window.undo_group.canUndo()
    window.undo_group.undo()
    assert document.plan.title != "Elbe"


@pytest.mark.parametrize(
    "kept",
    [
        *(
            "",
            "nonsense",
            "[1]",
            "[" * 5000,
            '{"%s#ford": [0, 1, 2]}',
            '{"%s#ford": "here"}',
            '{"%s#ford": [NaN, 1, 2]}',
        ),
        f'{{"%s#ford": [1, {10**400}, 2]}}',
    ],
    ids=lambda kept: kept[:20],
)
def test_settings_that_make_no_sense_are_no_view(
    window: MainWindow, settings: QSettings, tmp_path: Path, kept: str
) -> None:
    settings.setValue("last-views", kept.replace("%s", str(tmp_path / "mine.redoubt")))
    assert LastViews(settings, window.canvas).of(tmp_path / "mine.redoubt", "ford") is None


def test_the_maps_left_longest_ago_are_forgotten(window: MainWindow, settings: QSettings, tmp_path: Path) -> None:
    views = LastViews(settings, window.canvas)
    for number in range(70):
        views.keep(tmp_path / f"{number}.redoubt", "map", ViewLook(1.0, (1.0, 2.0)))
    assert views.of(tmp_path / "0.redoubt", "map") is None
    assert views.of(tmp_path / "69.redoubt", "map") == ViewLook(1.0, (1.0, 2.0))
