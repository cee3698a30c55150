"""How a map is seen while it is traced: signal colours, what is not done yet, and the scan by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.commands.paint import paint_terrain
from editor.documents.tracing_sight import SIGNAL
from editor.geometry.cells import Cells, rectangle_keys
from engine.definitions.plan import ScanPlan
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.workshop import Workshop, wait_for


@pytest.fixture
def scan(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> ScanPlan:
    found = workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.strip.search.cancel()
    return found


def hold(workshop: Workshop, kind: QEvent.Type) -> None:
    QApplication.sendEvent(workshop.canvas, QKeyEvent(kind, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier))


def test_the_scan_is_seen_alone_while_the_key_is_held(workshop: Workshop, scan: ScanPlan) -> None:
    item = workshop.layer.item(scan.id)
    assert item is not None
    assert workshop.layer.over.isVisible()
    before = item.opacity()
    hold(workshop, QEvent.Type.KeyPress)
    assert not workshop.layer.over.isVisible()
    assert item.opacity() == 1.0
    hold(workshop, QEvent.Type.KeyRelease)
    assert workshop.layer.over.isVisible()
    assert item.opacity() == pytest.approx(before)


def test_the_key_is_heard_from_the_buttons_of_the_panel_too(workshop: Workshop, scan: ScanPlan) -> None:
    """A key that a button has no use for goes up to the panel, in which the words about it stand."""
    for kind, is_seen in ((QEvent.Type.KeyPress, False), (QEvent.Type.KeyRelease, True)):
        key = QKeyEvent(kind, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(workshop.panel.sight_bar.signals, key)
        assert workshop.layer.over.isVisible() is is_seen


def test_what_is_not_done_yet_is_tinted_until_it_is_painted(workshop: Workshop, scan: ScanPlan) -> None:
    workshop.panel.sight_bar.undone.click()
    tint = workshop.layer.tracing.tint
    assert tint.isVisible()
    sheet = workshop.plan.sheets["main"]
    cell = (sheet.first[0] + 3, sheet.first[1] + 3)
    x, y = workshop.canvas.picture.sheet("main").lattice.centre(*cell)
    assert tint.parts[0].path.contains(QPointF(x, y))
    workshop.document.push(paint_terrain(workshop.plan, Cells({"main": rectangle_keys(cell, (1, 1))}), "forest"))
    wait_for(lambda: not tint.parts[0].path.contains(QPointF(x, y)))
    workshop.panel.sight_bar.undone.click()
    assert not tint.isVisible()


def test_signal_colours_are_what_no_print_has(workshop: Workshop, scan: ScanPlan) -> None:
    assert workshop.layer.over.over.signal is None
    workshop.panel.sight_bar.signals.click()
    assert workshop.layer.over.over.signal == SIGNAL
    workshop.show_canvas()
    workshop.panel.sight_bar.signals.click()
    assert workshop.layer.over.over.signal is None
