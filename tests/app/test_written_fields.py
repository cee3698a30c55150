"""What is written in a field is on the screen: it is saved and left with the rest, and who writes or draws goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from app.files.map_opening import open_anything
from app.modes import Mode
from app.window import MainWindow
from editor.panels.design.charts_panel import ChartsPanel

NEW = "Quite new"


def write_title(window: MainWindow, mode: Mode, tmp_path: Path) -> QLineEdit:
    """Write a title into a field of the page, without Enter."""
    assert window.open("ford")
    window.set_mode(mode)
    assert window.save_as(tmp_path / "mine.redoubt")
    QApplication.processEvents()
    panel = window.docks.panels["scenario" if mode is Mode.DESIGN else "inspector"]
    field = next(each for each in panel.findChildren(QLineEdit) if each.accessibleName() == "Title")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, NEW)
    return field


def titles(path: Path) -> tuple[str, str]:
    """What the scenario and the map of a file are called."""
    opened = open_anything(path)
    return opened.title, opened.plan.title


@pytest.mark.parametrize("mode", [Mode.EDIT, Mode.DESIGN])
def test_it_is_saved_and_its_writer_goes_on(window: MainWindow, mode: Mode, tmp_path: Path) -> None:
    field = write_title(window, mode, tmp_path)
    window.menus.file.ask_save()
    assert window.files.is_saved
    assert QApplication.focusWidget() is field
    field.clearFocus()
    assert window.files.is_saved, "nothing is left to be kept"
    window.files.close()
    assert NEW in titles(tmp_path / "mine.redoubt")


@pytest.mark.parametrize("mode", [Mode.EDIT, Mode.DESIGN])
def test_it_is_kept_when_the_window_is_closed(window: MainWindow, mode: Mode, tmp_path: Path) -> None:
    write_title(window, mode, tmp_path)
    window.close()
    assert NEW in titles(tmp_path / "mine.redoubt")


def test_a_cell_is_saved_though_words_are_dropped_down_for_it(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    assert window.save_as(tmp_path / "mine.redoubt")
    panel = window.docks.panels["charts"]
    assert isinstance(panel, ChartsPanel)
    window.docks.show_panel("charts")
    panel.show_chart("tables", "combat")
    panel.grid.setCurrentIndex(panel.model.index(2, 2))
    panel.grid.edit(panel.model.index(2, 2))
    cell = panel.grid.viewport().findChild(QComboBox)
    assert isinstance(cell, QComboBox)
    cell.setFocus()
    QTest.keyClicks(cell, "D2")
    assert cell.completer().popup().isVisible()
    window.menus.file.ask_save()
    assert panel.design is not None
    assert panel.design.charts.tables["combat"].result("2:1", 3) == "D2"
    assert window.files.is_saved
    assert window.statusBar().currentMessage() == "Saved", "and that is said once"


@pytest.mark.parametrize("mode", [Mode.EDIT, Mode.DESIGN])
def test_saving_leaves_the_keys_to_the_map(window: MainWindow, mode: Mode, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(mode)
    assert window.save_as(tmp_path / "mine.redoubt")
    window.canvas.setFocus()
    window.menus.file.ask_save()
    assert QApplication.focusWidget() is window.canvas
