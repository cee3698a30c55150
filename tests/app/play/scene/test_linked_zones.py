"""The linked zones of Ukraine '43 in the window: drawn as an overlay, and named by the refusal of a step they stop."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.window import MainWindow
from engine.core.actions import Done
from engine.core.overlays import OverlayKind
from tests.app.play.hands import Player
from tests.editor.canvas import mouse

SHOTS = "REDOUBT_SHOTS"
"""The variable that names a folder for pictures, for who wants to look at them."""


@pytest.fixture
def player(window: MainWindow) -> Player:
    found = Player(window)
    found.begin("kharkov-1943")
    offered = [each.accessibleName() for each in found.desk.scene.prompt.buttons]
    assert offered[0].startswith("Recall 4 G Art"), "what is asked about a unit off the map has a button"
    assert found.desk.submit(Done())
    window.canvas.setFocus()
    return found


def keep(player: Player, name: str) -> None:
    """Leave a picture of the window where the variable says."""
    folder = os.environ.get(SHOTS)
    if folder:
        QApplication.processEvents()
        player.window.grab().save(str(Path(folder) / f"{name}.png"))


@pytest.mark.parametrize(
    ("unit", "to", "ends"), [("s-49rc", "4412", ("4411", "4413")), ("s-50rc", "3404", ("3403", "3504"))]
)
def test_bonds_are_drawn_and_the_refusal_names_those_that_form_them(
    player: Player, unit: str, to: str, ends: tuple[str, str]
) -> None:
    overlays = player.window.play.overlays
    QTest.keyClick(player.window.canvas, Qt.Key.Key_Z)
    overlays.finish()
    shown = overlays.overlay(OverlayKind.ZONES)
    assert shown is not None
    labels = [tuple(map(player.table.board.label, way.places)) for way in shown.ways]
    assert any({way[0], way[-1]} == set(ends) for way in labels), "a line joins the two that form the bond"
    assert any("bonded" in row.words for row in overlays.legend.rows)
    player.click_unit(unit)
    mouse.click(player.viewport, player.place(player.label(to)))
    assert "-".join(ends) in player.refusal
    assert player.where(unit) != player.label(to)
    keep(player, f"bond-{to}")
